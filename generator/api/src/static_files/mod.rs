//! The files of the live release over HTTP: pages, assets, redirects, rewrites, 404 pages by locale.
//!
//! **Invariant:** only `GET` and `HEAD`; a `Location` is built from parsed paths, never from what came (rule 4); one URL has one content type.

mod headers;
mod load;
mod missing;
mod path;

use std::{io, sync::Arc};

use axum::body::Body;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode, Uri, header};
use vitrine_model::path::{LocalPath, SitePath};

pub(crate) use headers::{HSTS, of_pages};
pub(crate) use load::{Compressed, StaticFile};

use self::{
    headers::Kind,
    path::{FilePath, Wanted},
};
use crate::{
    call::{Shop, messages},
    observe::Noted,
    release::{Moved, Release},
};

/// Answers a request that is not for the API.
pub(crate) async fn serve(shop: &Shop, method: &Method, uri: &Uri, asked: &HeaderMap) -> Response<Body> {
    if !matches!(*method, Method::GET | Method::HEAD) {
        let mut answer = plain(
            StatusCode::METHOD_NOT_ALLOWED,
            "method-not-allowed",
            "Method not allowed\n",
        );
        answer
            .headers_mut()
            .insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return answer;
    }
    let Some(release) = shop.releases.live().await else {
        return no_release(shop, uri.path()).await;
    };
    let visit = Visit {
        shop,
        release,
        method,
        uri,
        asked,
    };
    match visit.answer().await {
        Ok(answer) => answer,
        Err(error) => {
            let mut answer = plain(StatusCode::INTERNAL_SERVER_ERROR, "file", "Internal error\n");
            answer.extensions_mut().insert(Noted {
                cause: Some(format!("a file of the release could not be read: {error}").into()),
                ..Noted::route("file")
            });
            answer
        }
    }
}

struct Visit<'a> {
    shop: &'a Shop,
    release: Arc<Release>,
    method: &'a Method,
    uri: &'a Uri,
    asked: &'a HeaderMap,
}

impl Visit<'_> {
    async fn answer(&self) -> io::Result<Response<Body>> {
        match Wanted::of(self.uri.path()) {
            Wanted::Nothing => self.not_found(StatusCode::NOT_FOUND).await,
            Wanted::File(path) => self.file_or_not_found(&path).await,
            Wanted::Page { path, tidy } => self.page(path, tidy).await,
        }
    }

    /// R-ROUTE-09 before R-ROUTE-08, so that a moved page is one redirect away and not two.
    async fn page(&self, path: SitePath, tidy: bool) -> io::Result<Response<Body>> {
        match self.release.redirects.get(path.as_str()) {
            Some(Moved::Here(to, status)) => return Ok(self.redirect(&self.keep_query(to), *status)),
            Some(Moved::Away(to, status)) => return Ok(self.redirect(to, *status)),
            Some(Moved::Gone) => return self.not_found(StatusCode::GONE).await,
            None => {}
        }
        if !tidy {
            return Ok(self.redirect(&self.keep_query(&LocalPath::from(path)), 301));
        }
        if let Some(answer) = self.file(&FilePath::of_page(&path), StatusCode::OK).await? {
            return Ok(answer);
        }
        if let Some(literal) = FilePath::of_path(&path)
            && let Some(answer) = self.file(&literal, StatusCode::OK).await?
        {
            return Ok(answer);
        }
        let shell = self
            .release
            .rewrites
            .iter()
            .find(|rewrite| rewrite.matches(path.as_str()));
        match shell.and_then(|rewrite| FilePath::parse(&rewrite.file)) {
            Some(shell) => self.file_or_not_found(&shell).await,
            None => self.not_found(StatusCode::NOT_FOUND).await,
        }
    }

    async fn file_or_not_found(&self, path: &FilePath) -> io::Result<Response<Body>> {
        match self.file(path, StatusCode::OK).await? {
            Some(answer) => Ok(answer),
            None => self.not_found(StatusCode::NOT_FOUND).await,
        }
    }

    /// R-HEAD-11: the 404 page in the locale of the path.
    async fn not_found(&self, status: StatusCode) -> io::Result<Response<Body>> {
        let locales = &self.shop.config.locales;
        let asked = self.shop.code(locales.of_path(self.uri.path()));
        for code in [asked, locales.default_locale().code.as_str()] {
            if let Some(path) = self.release.not_found.get(code).and_then(|file| FilePath::parse(file))
                && let Some(file) = self.loaded(&path).await?
            {
                let named = missing::asked_for(self.uri.path()).and_then(|told| {
                    let text = messages(Some(&self.release)).text(code, "errors.not_found", &[("path", &told)]);
                    missing::named(file.bytes.as_ref()?, &text)
                });
                return match named {
                    Some(page) => Ok(self.missing(page, status)),
                    None => self.body_of(&file, status).await,
                };
            }
        }
        let told = missing::asked_for(self.uri.path()).unwrap_or_default();
        let text = messages(Some(&self.release)).text(asked, "errors.not_found", &[("path", &told)]);
        Ok(plain(status, "not-found", &format!("{text}\n")))
    }

    /// A 404 page that names its path: one of its own for each path, so it is neither kept nor compressed.
    fn missing(&self, page: Vec<u8>, status: StatusCode) -> Response<Body> {
        let mut answer = Response::new(Body::empty());
        *answer.status_mut() = status;
        answer.extensions_mut().insert(Noted::route("not-found"));
        let headers = answer.headers_mut();
        *headers = self.head(Kind::Page, "", false, None);
        headers.remove(header::ETAG);
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("text/html; charset=utf-8"),
        );
        headers.insert(header::CONTENT_LENGTH, page.len().into());
        if *self.method != Method::HEAD {
            *answer.body_mut() = Body::from(page);
        }
        answer
    }

    async fn loaded(&self, path: &FilePath) -> io::Result<Option<Arc<StaticFile>>> {
        let limit = self.shop.config.limits.file_in_memory;
        let loaded = load::load(&self.release, path, limit).await?;
        match &self.shop.workbench {
            Some(bench) => load::replaced(bench, path, loaded).await,
            None => Ok(loaded),
        }
    }

    async fn file(&self, path: &FilePath, status: StatusCode) -> io::Result<Option<Response<Body>>> {
        let Some(file) = self.loaded(path).await? else {
            return Ok(None);
        };
        let is_error_page = self
            .release
            .not_found
            .values()
            .any(|error_page| error_page == path.as_str());
        let status = if status == StatusCode::OK && is_error_page {
            StatusCode::NOT_FOUND
        } else {
            status
        };
        self.body_of(&file, status).await.map(Some)
    }

    async fn body_of(&self, file: &StaticFile, status: StatusCode) -> io::Result<Response<Body>> {
        let kind = Kind::of(&file.path);
        let (media_type, compressible) = headers::media_type(&file.path);
        let packed = match headers::accepted(self.asked).filter(|_| compressible) {
            Some(encoding) => load::encoded(&self.shop.compressed, file, encoding)
                .await
                .map(|body| (encoding.name(), body)),
            None => None,
        };
        let mut answer = Response::new(Body::empty());
        let route = if status == StatusCode::OK {
            kind.name()
        } else {
            "not-found"
        };
        answer.extensions_mut().insert(Noted::route(route));
        *answer.headers_mut() = self.head(kind, &file.hash, compressible, packed.as_ref().map(|(name, _)| *name));
        if status == StatusCode::OK && headers::has_already(self.asked, &file.hash) {
            *answer.status_mut() = StatusCode::NOT_MODIFIED;
            return Ok(answer);
        }
        *answer.status_mut() = status;
        let length = packed.as_ref().map_or(file.length, |(_, body)| body.len() as u64);
        let out = answer.headers_mut();
        out.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
        out.insert(header::CONTENT_LENGTH, length.into());
        if let Some((encoding, _)) = packed {
            out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        if *self.method != Method::HEAD {
            *answer.body_mut() = match (packed, &file.bytes) {
                (Some((_, body)), _) => Body::from(body),
                (None, Some(bytes)) => Body::from(bytes.clone()),
                (None, None) => load::streamed(&self.release, &file.path).await?,
            };
        }
        Ok(answer)
    }

    /// The headers that a 200 and a 304 share. Each encoding has an ETag of its own, since strong tags name bytes.
    fn head(&self, kind: Kind, hash: &str, compressible: bool, encoding: Option<&str>) -> HeaderMap {
        let mut out = HeaderMap::new();
        if kind == Kind::Page {
            out.extend(self.shop.page_headers.clone());
            // A workbench's pages have styles of their own.
            let link = self.release.link.clone().filter(|_| self.shop.workbench.is_none());
            out.extend(link.map(|link| (header::LINK, link)));
        }
        out.insert(header::CACHE_CONTROL, HeaderValue::from_static(kind.cache_control()));
        out.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if compressible {
            out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        }
        let tag = match encoding {
            Some(encoding) => format!("\"{hash}-{encoding}\""),
            None => format!("\"{hash}\""),
        };
        out.extend(HeaderValue::from_str(&tag).map(|value| (header::ETAG, value)));
        out
    }

    /// The target with the request's query, unless it has one of its own or the query is none that could be kept.
    fn keep_query(&self, to: &LocalPath) -> String {
        let href = to.href();
        match self.uri.query() {
            Some(query) if !href.contains('?') => {
                LocalPath::parse(&format!("{href}?{query}")).map_or(href, |with_query| with_query.href())
            }
            _ => href,
        }
    }

    fn redirect(&self, location: &str, status: u16) -> Response<Body> {
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

/// A short text without a page of its own.
pub(crate) fn plain(status: StatusCode, route: &'static str, text: &str) -> Response<Body> {
    let mut answer = Response::new(Body::from(text.to_owned()));
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer.extensions_mut().insert(Noted::route(route));
    answer
}

/// 503 until the first release is there.
async fn no_release(shop: &Shop, path: &str) -> Response<Body> {
    let code = shop.code(shop.config.locales.of_path(path));
    let text = messages(None).text(code, "errors.no_release", &[]);
    let mut answer = plain(StatusCode::SERVICE_UNAVAILABLE, "no-release", "");
    let page = Bytes::from(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"robots\" content=\"noindex\">\n<title>503</title>\n</head>\n\
         <body>\n<p>{text}</p>\n</body>\n</html>\n"
    ));
    let worked_on = match &shop.workbench {
        Some(bench) => load::worked_on(bench, "503.html", Some(page.clone()))
            .await
            .ok()
            .flatten(),
        None => None,
    };
    *answer.body_mut() = Body::from(worked_on.unwrap_or(page));
    let headers = answer.headers_mut();
    headers.extend(shop.page_headers.clone());
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    headers.insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
    answer
}
