//! Pages for a query that asks for a preview (R-CMS-09): the draft, or the public page with a word.

use std::{io, net::IpAddr};

use axum::body::{Body, to_bytes};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, header};
use secrecy::ExposeSecret;
use vitrine_model::path::SitePath;

use super::visit::Visit;
use crate::{
    app_state::messages,
    preview::{
        Asked, Previewed,
        bar::{Bar, Shown},
    },
};

/// Headers of a request that would make the answer something else than a whole page.
const PARTIAL: [HeaderName; 5] = [
    header::ACCEPT_ENCODING,
    header::IF_MODIFIED_SINCE,
    header::IF_NONE_MATCH,
    header::IF_RANGE,
    header::RANGE,
];

impl Visit<'_> {
    /// The answer to a query that asks for a preview.
    pub(super) async fn previewed(&self, address: IpAddr, asked: &Asked) -> io::Result<Response<Body>> {
        let (shown, page) = self.preview_of(address, asked).await;
        let (status, page) = match page {
            Some(page) => (StatusCode::OK, page),
            None => {
                let answer = self.public(address).await?;
                if !is_page(&answer) {
                    return Ok(self.not_stored(answer));
                }
                let status = answer.status();
                let page = to_bytes(answer.into_body(), usize::MAX).await;
                (status, page.map_err(io::Error::other)?.to_vec())
            }
        };
        let Ok(page) = String::from_utf8(page) else {
            return Err(io::Error::other("a page is no UTF-8"));
        };
        let href = SitePath::parse(self.uri.path()).map_or_else(|_| "/".to_owned(), |path| path.href());
        let bar = Bar {
            shown,
            href: &href,
            origin: self.state.previewer.origin().unwrap_or_default(),
            locale: self.state.code(self.state.config.locales.of_path(self.uri.path())),
        };
        let page = bar.put(&page, &self.release, messages(Some(&self.release)));
        let answer = self.made(status, page.into_bytes()).await;
        Ok(self.not_stored(answer))
    }

    async fn preview_of(&self, address: IpAddr, asked: &Asked) -> (Shown, Option<Vec<u8>>) {
        let Some(token) = &asked.token else {
            return (Shown::Expired, None);
        };
        let (previewer, rates) = (&self.state.previewer, &self.state.rates);
        let counted = match previewer.knows(token) {
            true => rates.check_preview(token.expose_secret()),
            false => rates.check_preview_token(address),
        };
        if counted.is_err() {
            return (Shown::TooMany, None);
        }
        // A path in another spelling is redirected to the canonical one first.
        let path = SitePath::parse(self.uri.path()).ok();
        let Some(path) = path.filter(|path| path.href() == self.uri.path()) else {
            return (Shown::NoPage, None);
        };
        match previewer.preview(&path, token).await {
            Previewed::Draft(page) => (Shown::Draft, Some(page)),
            Previewed::Page(page) => (Shown::Page, Some(page)),
            Previewed::NoPage => (Shown::NoPage, None),
            Previewed::Unknown => (Shown::Expired, None),
            Previewed::Unsaved => (Shown::Unsaved, None),
            Previewed::Starting => (Shown::Starting, None),
            Previewed::Unavailable => (Shown::Unavailable, None),
        }
    }

    /// The whole answer to the same request without a preview.
    async fn public(&self, address: IpAddr) -> io::Result<Response<Body>> {
        let mut asked: HeaderMap = self.asked.clone();
        for name in PARTIAL {
            asked.remove(name);
        }
        let public = Visit {
            state: self.state,
            release: self.release.clone(),
            method: &Method::GET,
            uri: self.uri,
            asked: &asked,
        };
        public.guarded(address).await
    }

    /// The answer with the headers of a preview.
    fn not_stored(&self, mut answer: Response<Body>) -> Response<Body> {
        if *self.method == Method::HEAD {
            *answer.body_mut() = Body::empty();
        }
        let headers = answer.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(
            HeaderName::from_static("x-robots-tag"),
            HeaderValue::from_static("noindex, nofollow"),
        );
        headers.remove(header::ETAG);
        let policy = headers
            .get(header::CONTENT_SECURITY_POLICY)
            .and_then(|policy| policy.to_str().ok());
        if let (Some(policy), Some(origin)) = (policy, self.state.previewer.origin()) {
            let framed = policy.replace("frame-ancestors 'none'", &format!("frame-ancestors {origin}"));
            if let Ok(framed) = HeaderValue::try_from(framed) {
                headers.insert(header::CONTENT_SECURITY_POLICY, framed);
                // It knows no origins, and would forbid what the policy allows.
                headers.remove(header::X_FRAME_OPTIONS);
            }
        }
        answer
    }
}

fn is_page(answer: &Response<Body>) -> bool {
    let media_type = answer.headers().get(header::CONTENT_TYPE);
    let is_html = media_type.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    is_html && !answer.status().is_redirection()
}
