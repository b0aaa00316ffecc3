//! Serves the files of the live release: pages, assets, redirects, rewrites, 404 pages by locale.
//!
//! **Invariant:** only `GET` and `HEAD`; a `Location` is built from parsed paths, never from raw request text (rule 4);
//! one URL has one content type.

mod bodies;
mod coding;
mod failure;
mod former;
mod guarded;
mod hash;
mod headers;
mod layout_guard;
mod missing;
mod path;
mod pieces;
mod searched;
mod table;
mod text;

use std::{
    io::{self, Read},
    net::IpAddr,
    sync::Arc,
};

use axum::body::Body;
use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, Uri, header};
use tokio::task::spawn_blocking;
use vitrine_model::path::{LocalPath, SitePath};

pub(crate) use bodies::Bodies;
pub(crate) use former::{ASSETS, FormerAssets};
pub(crate) use guarded::{Guarded, Layouts};
pub(crate) use headers::{HSTS, of_pages};
pub(crate) use table::{FileTable, Listed};
pub(crate) use text::plain;

use self::{
    coding::Coding,
    failure::Failure,
    hash::Hash,
    headers::Kind,
    layout_guard::{Asked, Verdict, verdict},
    path::{FilePath, Wanted, link_path},
};
use crate::{
    app_state::{AppState, messages},
    observe::Noted,
    overlay::Overlay,
    release::{Moved, Release},
};

/// Minimum size of a file to be compressed, in bytes.
const WORTH_COMPRESSING: u64 = 256;

/// Handles a request that is not for the API.
pub(crate) async fn serve(
    state: &AppState,
    method: &Method,
    uri: &Uri,
    asked: &HeaderMap,
    address: IpAddr,
) -> Response<Body> {
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
    let Some(release) = state.releases.live().await else {
        return no_release(state, uri.path()).await;
    };
    let visit = Visit {
        state,
        release,
        method,
        uri,
        asked,
    };
    match visit.guarded(address).await {
        Ok(answer) => answer,
        Err(error) => {
            let cause = format!("a file of the release could not be read: {error}");
            fault(state, method, uri, &cause).await
        }
    }
}

/// The 500 page for an internal error; the cause is only logged.
pub(crate) async fn fault(state: &AppState, method: &Method, uri: &Uri, cause: &str) -> Response<Body> {
    let failure = failure::FAULT;
    let page = match state.releases.live().await {
        Some(release) => {
            let asked = HeaderMap::new();
            let visit = Visit {
                state,
                release,
                method,
                uri,
                asked: &asked,
            };
            visit.failed(&failure).await.ok()
        }
        None => None,
    };
    let mut answer = page.unwrap_or_else(|| plain(failure.status, failure.route, "Internal error\n"));
    answer.extensions_mut().insert(Noted {
        cause: Some(cause.into()),
        ..Noted::route(failure.route)
    });
    answer
}

/// A page of the live release that the API fills, by its file below `site/`.
pub(crate) async fn page_to_fill(state: &AppState, file: &str) -> io::Result<Option<Bytes>> {
    match FilePath::parse(file) {
        Some(path) => whole(state, &path).await,
        None => Ok(None),
    }
}

/// As [`page_to_fill`], by the path of a screen.
pub(crate) async fn screen_to_fill(state: &AppState, path: &str) -> io::Result<Option<Bytes>> {
    match SitePath::parse(path) {
        Ok(path) => whole(state, &FilePath::of_page(&path)).await,
        Err(_) => Ok(None),
    }
}

async fn whole(state: &AppState, path: &FilePath) -> io::Result<Option<Bytes>> {
    let Some(release) = state.releases.live().await else {
        return Ok(None);
    };
    let (uri, asked) = (Uri::default(), HeaderMap::new());
    let visit = Visit {
        state,
        release,
        method: &Method::GET,
        uri: &uri,
        asked: &asked,
    };
    visit.whole(path).await
}

struct Visit<'a> {
    state: &'a AppState,
    release: Arc<Release>,
    method: &'a Method,
    uri: &'a Uri,
    asked: &'a HeaderMap,
}

/// More headers than any response has, so the map never grows.
const HEADERS: usize = 24;

/// A body with its media type and length.
struct Sent {
    media_type: &'static str,
    length: u64,
    body: Body,
}

impl Visit<'_> {
    /// R-ROUTE-11: an answer that depends on a cookie is stored nowhere.
    async fn guarded(&self, address: IpAddr) -> io::Result<Response<Body>> {
        let path = SitePath::parse(self.uri.path()).ok();
        if let Some(answer) = self.in_maintenance(path.as_ref()).await? {
            return Ok(answer);
        }
        let Some(path) = path else {
            return self.answer().await;
        };
        if let Some(answer) = self.searched(address).await? {
            return Ok(answer);
        }
        let asked = Asked {
            path: &path,
            query: self.uri.query(),
            headers: self.asked,
            address,
        };
        let mut answer = match verdict(&self.release.guarded, self.state, &asked).await {
            Verdict::Served { personal: false } => return self.answer().await,
            Verdict::Served { personal: true } => self.answer().await?,
            Verdict::Led(to) => self.redirect(&to, 303),
        };
        let no_store = HeaderValue::from_static("no-store");
        answer.headers_mut().insert(header::CACHE_CONTROL, no_store);
        Ok(answer)
    }

    async fn answer(&self) -> io::Result<Response<Body>> {
        if self.state.overlay.is_none()
            && let Some((path, listed)) = self.release.files.direct(self.uri.path())
            && let Some(answer) = self.listed(path, listed, StatusCode::OK).await?
        {
            return Ok(answer);
        }
        match Wanted::of(self.uri.path()) {
            Wanted::Nothing => match link_path(self.uri.path()).and_then(|path| self.shell(path)) {
                Some(shell) => self.file_or_not_found(&shell).await,
                None => self.not_found(StatusCode::NOT_FOUND).await,
            },
            Wanted::File(path) => self.file_or_not_found(&path).await,
            Wanted::Page { path, tidy } => match SitePath::parse(self.uri.path()) {
                // A redirect may leave the address of a former file: `/old.html`.
                Ok(asked) if !tidy && self.release.redirects.contains_key(asked.as_str()) => {
                    self.page(asked, true).await
                }
                _ => self.page(path, tidy).await,
            },
        }
    }

    /// The 503 page if the path belongs to a screen that needs the shop, and the shop is in maintenance.
    async fn in_maintenance(&self, path: Option<&SitePath>) -> io::Result<Option<Response<Body>>> {
        let needs_shop = match path {
            Some(path) => self.release.needs_shop(path.as_str()),
            None => link_path(self.uri.path()).is_some_and(|path| self.release.needs_shop(path)),
        };
        if !needs_shop || !failure::is_in_maintenance(self.state).await {
            return Ok(None);
        }
        let mut answer = self.failed(&failure::MAINTENANCE).await?;
        let seconds = self.state.config.limits.maintenance_retry.as_secs().max(1);
        answer.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        Ok(Some(answer))
    }

    /// The error page in the locale of the path, otherwise in the default locale, otherwise a plain text.
    async fn failed(&self, failure: &Failure) -> io::Result<Response<Body>> {
        let locales = &self.state.config.locales;
        let asked = self.state.code(locales.of_path(self.uri.path()));
        for code in [asked, locales.default_locale().code.as_str()] {
            let page = self.release.failure_page(failure.status, code);
            let Some(path) = page.and_then(FilePath::parse) else {
                continue;
            };
            if let Some(page) = self.whole(&path).await? {
                return Ok(failure::answer(self.state, self.method, failure, page));
            }
        }
        let text = messages(Some(&self.release)).text(asked, failure.key, &[]);
        Ok(plain(failure.status, failure.route, &format!("{text}\n")))
    }

    /// R-ROUTE-09 before R-ROUTE-08, so that a moved page is one redirect away, not two.
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
        match self.shell(path.as_str()) {
            Some(shell) => self.file_or_not_found(&shell).await,
            None => self.not_found(StatusCode::NOT_FOUND).await,
        }
    }

    /// The shell that a rewrite maps a path to.
    fn shell(&self, path: &str) -> Option<FilePath> {
        let rewrites = &self.release.rewrites;
        let rewrite = rewrites.iter().find(|rewrite| rewrite.matches(path))?;
        FilePath::parse(&rewrite.file)
    }

    async fn file_or_not_found(&self, path: &FilePath) -> io::Result<Response<Body>> {
        match self.file(path, StatusCode::OK).await? {
            Some(answer) => Ok(answer),
            None => self.not_found(StatusCode::NOT_FOUND).await,
        }
    }

    /// R-HEAD-11: the 404 page in the locale of the path.
    async fn not_found(&self, status: StatusCode) -> io::Result<Response<Body>> {
        let locales = &self.state.config.locales;
        let asked = self.state.code(locales.of_path(self.uri.path()));
        for code in [asked, locales.default_locale().code.as_str()] {
            let Some(path) = self.release.not_found.get(code).and_then(|file| FilePath::parse(file)) else {
                continue;
            };
            if let Some(told) = missing::asked_for(self.uri.path())
                && let Some(page) = self.whole(&path).await?
            {
                let text = messages(Some(&self.release)).text(code, "errors.not_found", &[("path", &told)]);
                if let Some(named) = missing::named(&page, &text) {
                    return Ok(self.missing(named, status));
                }
            }
            if let Some(answer) = self.file(&path, status).await? {
                return Ok(answer);
            }
        }
        let told = missing::asked_for(self.uri.path()).unwrap_or_default();
        let text = messages(Some(&self.release)).text(asked, "errors.not_found", &[("path", &told)]);
        Ok(plain(status, "not-found", &format!("{text}\n")))
    }

    /// A 404 page that contains its path: it differs for each path, so it is neither cached nor compressed.
    fn missing(&self, page: Vec<u8>, status: StatusCode) -> Response<Body> {
        let sent = Sent {
            media_type: "text/html; charset=utf-8",
            length: page.len() as u64,
            body: page.into(),
        };
        self.untagged(status, sent)
    }

    /// A page that is made for one address: it has no version that could be asked for again.
    fn untagged(&self, status: StatusCode, sent: Sent) -> Response<Body> {
        let mut answer = self.answer_with(Kind::Page, false, (Hash::default(), Coding::Identity), status, sent);
        answer.headers_mut().remove(header::ETAG);
        answer
    }

    /// An uncompressed file in memory; `None` if there is none, it is too large, or reading takes too long.
    async fn whole(&self, path: &FilePath) -> io::Result<Option<Bytes>> {
        if let Some(overlay) = &self.state.overlay
            && let Some(bytes) = self.overlaid(overlay, path.as_str()).await?
        {
            return Ok(Some(bytes));
        }
        let most = self.state.config.limits.file_in_memory as u64;
        let listed = self.release.files.get(path.as_str());
        let Some((path, file)) = listed.filter(|(_, file)| file.length <= most) else {
            return Ok(None);
        };
        let key = (file.hash, Coding::Identity);
        Ok(self
            .state
            .bodies
            .get(key, self.make(path, file, Coding::Identity))
            .await)
    }

    async fn file(&self, path: &FilePath, status: StatusCode) -> io::Result<Option<Response<Body>>> {
        if let Some(overlay) = &self.state.overlay
            && let Some(bytes) = self.overlaid(overlay, path.as_str()).await?
        {
            let (media_type, _) = headers::media_type(path.as_str());
            let kind = Kind::of(path.as_str());
            let status = self.status_of(path.as_str(), status);
            let tag = (hash::hash_of(&bytes), Coding::Identity);
            let sent = Sent {
                media_type,
                length: bytes.len() as u64,
                body: bytes.into(),
            };
            return Ok(Some(self.answer_with(kind, false, tag, status, sent)));
        }
        match self.release.listed(path.as_str()) {
            Some((path, listed)) => self.listed(path, listed, status).await,
            None => Ok(None),
        }
    }

    /// The overlay's version of a file; the overlay gets the content of the release's file if there is one.
    async fn overlaid(&self, overlay: &Arc<dyn Overlay>, path: &str) -> io::Result<Option<Bytes>> {
        let (overlay, release, path) = (Arc::clone(overlay), Arc::clone(&self.release), path.to_owned());
        spawn_blocking(move || {
            let released = release.files.get(&path).and_then(|_| read_whole(&release, &path).ok());
            overlay.file(&path, released.map(Bytes::from))
        })
        .await
        .map_err(io::Error::other)
    }

    fn status_of(&self, path: &str, status: StatusCode) -> StatusCode {
        if status == StatusCode::OK && self.release.is_error_page(path) {
            StatusCode::NOT_FOUND
        } else {
            status
        }
    }

    /// A file of the release; `None` if it no longer exists.
    async fn listed(&self, path: &str, file: &Listed, status: StatusCode) -> io::Result<Option<Response<Body>>> {
        let status = if status == StatusCode::OK && file.error_page {
            StatusCode::NOT_FOUND
        } else {
            status
        };
        let known = status == StatusCode::OK && headers::has_already(self.asked, &file.hash);
        if known {
            let coding = self.codings(file).next().unwrap_or(Coding::Identity);
            let tag = (file.hash, coding);
            return Ok(Some(self.not_modified(file.kind, file.compressible, tag)));
        }
        let (coding, length, body) = match self.ready(path, file).await {
            Some((coding, bytes)) => (coding, bytes.len() as u64, Body::from(bytes)),
            None if *self.method == Method::HEAD => (Coding::Identity, file.length, Body::empty()),
            None => match pieces::body(&self.release, path, file.length).await {
                Ok(body) => (Coding::Identity, file.length, body),
                Err(error) if absent(&error) => return Ok(None),
                Err(error) => return Err(error),
            },
        };
        let sent = Sent {
            media_type: file.media_type,
            length,
            body,
        };
        let tag = (file.hash, coding);
        Ok(Some(self.answer_with(file.kind, file.compressible, tag, status, sent)))
    }

    /// The codings to send a file in, best first.
    fn codings(&self, file: &Listed) -> impl Iterator<Item = Coding> {
        let most = self.state.config.limits.file_in_memory as u64;
        let worth = file.compressible && (WORTH_COMPRESSING..=most).contains(&file.length);
        coding::accepted(self.asked).filter(move |_| worth)
    }

    /// The body if it is in memory or gets there in time: in the best coding, otherwise in another one that is already
    /// cached.
    async fn ready(&self, path: &str, file: &Listed) -> Option<(Coding, Bytes)> {
        let bodies = &self.state.bodies;
        if let Some(best) = self.codings(file).next() {
            let body = bodies.get((file.hash, best), self.make(path, file, best)).await;
            if let Some(body) = body.filter(|body| !body.is_empty()) {
                return Some((best, body));
            }
            return self.codings(file).skip(1).find_map(|coding| {
                let body = bodies.kept(&(file.hash, coding))?;
                (!body.is_empty()).then_some((coding, body))
            });
        }
        let stays_plain = !file.compressible || file.length < WORTH_COMPRESSING;
        if !stays_plain || file.length > self.state.config.limits.file_in_memory as u64 {
            return None;
        }
        let key = (file.hash, Coding::Identity);
        let body = bodies.get(key, self.make(path, file, Coding::Identity)).await?;
        Some((Coding::Identity, body))
    }

    /// Reads a file, or its precompressed version, for the cache.
    fn make(&self, path: &str, file: &Listed, coding: Coding) -> impl FnOnce() -> io::Result<Vec<u8>> + Send + 'static {
        let (release, path) = (Arc::clone(&self.release), Box::<str>::from(path));
        let twin = coding.ending().filter(|_| file.has_twin(coding));
        let most = self.state.config.limits.file_in_memory as u64;
        move || {
            let file = match twin {
                Some(ending) => release.server.open(format!("{path}.{ending}"))?,
                None => release.open_file(&path)?,
            };
            let mut bytes = Vec::new();
            file.take(most).read_to_end(&mut bytes)?;
            if twin.is_some() {
                return Ok(bytes);
            }
            coding::encode(bytes, coding)
        }
    }

    fn not_modified(&self, kind: Kind, varies: bool, tag: (Hash, Coding)) -> Response<Body> {
        let mut answer = Response::new(Body::empty());
        answer.extensions_mut().insert(Noted::route(kind.name()));
        *answer.status_mut() = StatusCode::NOT_MODIFIED;
        *answer.headers_mut() = self.head(kind, varies, tag);
        answer
    }

    fn answer_with(
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

    /// The headers that a 200 and a 304 share. Each coding has its own ETag, since strong ETags identify bytes.
    fn head(&self, kind: Kind, varies: bool, (hash, coding): (Hash, Coding)) -> HeaderMap {
        let mut out = HeaderMap::with_capacity(HEADERS);
        if kind == Kind::Page {
            out.extend(self.state.page_headers.clone());
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
        out.insert(header::CACHE_CONTROL, HeaderValue::from_static(kind.cache_control()));
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

    /// The target with the request's query, unless the target has its own query or the request's is not valid.
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

fn read_whole(release: &Release, path: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    release.open_file(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn absent(error: &io::Error) -> bool {
    use io::ErrorKind as K;
    matches!(
        error.kind(),
        K::NotFound | K::NotADirectory | K::IsADirectory | K::InvalidFilename | K::PermissionDenied
    )
}

/// 503 until there is a first release.
async fn no_release(state: &AppState, path: &str) -> Response<Body> {
    let code = state.code(state.config.locales.of_path(path));
    let text = messages(None).text(code, "errors.no_release", &[]);
    let mut answer = plain(StatusCode::SERVICE_UNAVAILABLE, "no-release", "");
    let page = Bytes::from(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"robots\" content=\"noindex\">\n<title>503</title>\n</head>\n\
         <body>\n<p>{text}</p>\n</body>\n</html>\n"
    ));
    let overlaid = match &state.overlay {
        Some(overlay) => {
            let (overlay, page) = (Arc::clone(overlay), page.clone());
            let made = spawn_blocking(move || overlay.file("503.html", Some(page))).await;
            made.ok().flatten()
        }
        None => None,
    };
    *answer.body_mut() = Body::from(overlaid.unwrap_or(page));
    let headers = answer.headers_mut();
    headers.extend(state.page_headers.clone());
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    headers.insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
    answer
}
