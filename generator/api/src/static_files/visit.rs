//! One request for a file, with the release that answers it, and its response.
//!
//! **Invariant:** each encoding of a file has its own ETag; a response to `HEAD` has no body.

use std::sync::Arc;

use axum::body::Body;
use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, Uri, header};

use super::text::plain;
use crate::{
    app_state::AppState,
    release::{
        Release,
        files::{
            coding::{self, Coding},
            hash::{self, Hash},
            headers::Kind,
        },
    },
    web::observe::Noted,
};

pub(super) struct Visit<'a> {
    pub(super) state: &'a AppState,
    pub(super) release: Arc<Release>,
    pub(super) method: &'a Method,
    pub(super) uri: &'a Uri,
    pub(super) asked: &'a HeaderMap,
}

/// More headers than any response has, so the map never grows.
const HEADERS: usize = 24;

/// A body with its media type and length.
pub(super) struct Sent {
    pub(super) media_type: &'static str,
    pub(super) length: u64,
    pub(super) body: Body,
}

impl Visit<'_> {
    /// A page generated for one request, in the best encoding that the client accepts: it has no version to revalidate.
    pub(super) async fn made(&self, status: StatusCode, page: Vec<u8>) -> Response<Body> {
        let page = Bytes::from(page);
        let plain = || (Coding::Identity, page.clone());
        let (coding, body) = match coding::accepted(self.asked).next() {
            Some(best) => {
                let whole = page.to_vec();
                let coded = self.state.bodies.once(move || coding::encode(whole, best)).await;
                let coded = coded.filter(|coded| !coded.is_empty());
                coded.map_or_else(plain, |coded| (best, coded.into()))
            }
            None => plain(),
        };
        let sent = Sent {
            media_type: "text/html; charset=utf-8",
            length: body.len() as u64,
            body: body.into(),
        };
        let mut answer = self.answer_with(Kind::Page, true, (Hash::default(), coding), status, sent);
        answer.headers_mut().remove(header::ETAG);
        answer
    }

    pub(super) fn not_modified(&self, kind: Kind, varies: bool, tag: (Hash, Coding)) -> Response<Body> {
        let mut answer = Response::new(Body::empty());
        answer.extensions_mut().insert(Noted::route(kind.name()));
        *answer.status_mut() = StatusCode::NOT_MODIFIED;
        *answer.headers_mut() = self.head(kind, varies, tag);
        answer
    }

    pub(super) fn answer_with(
        &self,
        kind: Kind,
        varies: bool,
        tag: (Hash, Coding),
        status: StatusCode,
        sent: Sent,
    ) -> Response<Body> {
        let mut answer = self.not_modified(kind, varies, tag);
        *answer.status_mut() = status;
        if status != StatusCode::OK {
            answer.extensions_mut().insert(Noted::route("not-found"));
        }
        let out = answer.headers_mut();
        out.insert(header::CONTENT_TYPE, HeaderValue::from_static(sent.media_type));
        out.insert(header::CONTENT_LENGTH, sent.length.into());
        if let Some(name) = tag.1.name() {
            out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        if *self.method != Method::HEAD {
            *answer.body_mut() = sent.body;
        }
        answer
    }

    /// The headers that a 200 and a 304 share. Each encoding has its own ETag, because strong ETags identify bytes.
    fn head(&self, kind: Kind, varies: bool, (hash, coding): (Hash, Coding)) -> HeaderMap {
        let mut out = HeaderMap::with_capacity(HEADERS);
        if kind == Kind::Page {
            out.extend(self.state.page_headers.clone());
            if let Some(policy) = self.release.page_policy(&self.state.config) {
                out.insert(header::CONTENT_SECURITY_POLICY, policy.clone());
            }
            // Pages of an overlay have their own style sheets.
            let link = self.release.link.clone().filter(|_| self.state.overlay.is_none());
            out.extend(link.map(|link| (header::LINK, link)));
        }
        if kind == Kind::Markdown {
            // Search engines should index the page itself.
            out.insert(
                HeaderName::from_static("x-robots-tag"),
                HeaderValue::from_static("noindex"),
            );
        }
        // Overlay content changes with each save, and browsers could use a stale page for a minute.
        let cached_as = match self.state.overlay {
            Some(_) if kind != Kind::Asset => Kind::Other,
            _ => kind,
        };
        out.insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static(cached_as.cache_control()),
        );
        out.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if varies {
            out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        }
        let mut tag = String::with_capacity(40);
        tag.push('"');
        tag.push_str(&hash::hex(&hash));
        if let Some(name) = coding.name() {
            tag.push('-');
            tag.push_str(name);
        }
        tag.push('"');
        out.extend(HeaderValue::try_from(tag).map(|value| (header::ETAG, value)));
        out
    }

    pub(super) fn redirect(&self, location: &str, status: u16) -> Response<Body> {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::FOUND);
        let mut answer = plain(status, "redirect", "");
        let headers = answer.headers_mut();
        headers.extend(HeaderValue::from_str(location).map(|value| (header::LOCATION, value)));
        headers.insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static(Kind::Page.cache_control()),
        );
        answer
    }
}
