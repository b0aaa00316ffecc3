//! The stand-in image CDN: originals at `/m/<name>.webp`, and any size of them with
//! `?width=&height=&quality=&focus=&background=` (also `w`, `h`, `q`); the files of the CMS below `/assets/` and the
//! documents of products below `/documents/`. A request is answered exactly, in width, height, quality and crop, or refused;
//! nothing outside the shop folder is read.

mod cache;
pub mod manifest;
mod render;
mod request;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path as UrlPath, RawQuery, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use indexmap::IndexMap;
use tokio::sync::Semaphore;
use walkdir::WalkDir;

use self::cache::{Cache, Stored};
use self::manifest::Picture;
use self::render::render;
use self::request::{Format, Variant, accepts_webp};
use vitrine_demo_shop::ShopError;

/// Maximum number of pictures rendered concurrently; other requests wait.
const WORKERS: usize = 2;

/// Timeout of an answer, including waiting.
const DEADLINE: Duration = Duration::from_secs(30);

/// The originals, other files, and the cache of rendered pictures.
#[derive(Debug)]
pub struct ImageState {
    media_dir: PathBuf,
    pictures: IndexMap<String, Picture>,
    /// Files of `content/assets` and `documents` by URL path.
    files: BTreeMap<String, PathBuf>,
    cache: Cache,
    workers: Semaphore,
}

impl ImageState {
    /// Reads the manifest in `media_dir` and checks every original against it; lists `content/assets` and `documents` next to it.
    ///
    /// # Errors
    /// When the manifest is invalid, or an original is missing or has a size other than the manifest's.
    pub fn load(media_dir: &Path) -> Result<Self, ShopError> {
        let pictures = manifest::read(media_dir)?;
        for (name, picture) in &pictures {
            let path = media_dir.join(format!("{name}.webp"));
            let size = render::size_of(&path).map_err(|error| {
                ShopError::invalid(
                    &path,
                    name.as_str(),
                    format!("the manifest names this master, but reading it failed: {error}"),
                )
            })?;
            if size != (picture.width, picture.height) {
                let problem = format!(
                    "is {} x {} px, the manifest says {} x {}",
                    size.0, size.1, picture.width, picture.height
                );
                return Err(ShopError::invalid(&path, name.as_str(), problem));
            }
        }
        let shop_dir = media_dir.parent().unwrap_or(media_dir);
        let mut files = BTreeMap::new();
        add_files(&mut files, &shop_dir.join("content/assets"), "/assets/");
        add_files(&mut files, &shop_dir.join("documents"), "/documents/");
        let workers = Semaphore::new(WORKERS);
        Ok(Self {
            media_dir: media_dir.to_owned(),
            pictures,
            files,
            cache: Cache::default(),
            workers,
        })
    }

    /// A rendered variant, from the cache or newly rendered.
    async fn variant(&self, name: &str, picture: &Picture, variant: Variant) -> Result<Stored, StatusCode> {
        if let Some(stored) = self.cache.get(name, &variant) {
            return Ok(stored);
        }
        let _permit = self
            .workers
            .acquire()
            .await
            .map_err(|_| StatusCode::SERVICE_UNAVAILABLE)?;
        // Another request may have rendered it meanwhile.
        if let Some(stored) = self.cache.get(name, &variant) {
            return Ok(stored);
        }
        let path = self.media_dir.join(format!("{name}.webp"));
        let focus = variant.focus.map(|(x, y)| (f64::from(x) / 100.0, f64::from(y) / 100.0));
        let focus = focus.or(picture.focus).unwrap_or((50.0, 50.0));
        let rendered = tokio::task::spawn_blocking(move || render(&path, &variant, focus)).await;
        match rendered {
            Ok(Ok(bytes)) => Ok(self.cache.put(name, variant, Bytes::from(bytes))),
            Ok(Err(error)) => {
                tracing::error!(picture = name, %error, "rendering a picture failed");
                Err(StatusCode::INTERNAL_SERVER_ERROR)
            }
            Err(_) => Err(StatusCode::INTERNAL_SERVER_ERROR),
        }
    }
}

/// Adds the files below `dir` by URL path; the folder may be missing.
fn add_files(files: &mut BTreeMap<String, PathBuf>, dir: &Path, below: &str) {
    let items = WalkDir::new(dir).into_iter().flatten();
    for item in items.filter(|item| item.file_type().is_file()) {
        if let Some(path) = item.path().strip_prefix(dir).ok().and_then(Path::to_str) {
            files.insert(format!("{below}{path}"), item.path().to_owned());
        }
    }
}

/// The routes: `/m/…`, `/assets/…` and `/documents/…`.
pub fn router(state: Arc<ImageState>) -> Router {
    Router::new()
        .route("/m/{*file}", get(picture))
        .route("/assets/{*file}", get(asset))
        .route("/documents/{file}", get(document))
        .with_state(state)
}

async fn picture(
    State(state): State<Arc<ImageState>>,
    UrlPath(file): UrlPath<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let Some((name, picture)) = file
        .strip_suffix(".webp")
        .and_then(|name| state.pictures.get_key_value(name))
    else {
        return refuse(StatusCode::NOT_FOUND, "no such picture");
    };
    let format = if accepts_webp(&headers) {
        Format::Webp
    } else {
        Format::Jpeg
    };
    let wanted = match request::parse(query.as_deref(), (picture.width, picture.height), format) {
        Ok(wanted) => wanted,
        Err(problem) => return refuse(StatusCode::BAD_REQUEST, &problem),
    };
    let Some(variant) = wanted else {
        let path = state.media_dir.join(format!("{name}.webp"));
        return whole_file(&path, Format::Webp.content_type(), &headers).await;
    };
    match tokio::time::timeout(DEADLINE, state.variant(name, picture, variant)).await {
        Ok(Ok(stored)) => answer(stored, format.content_type(), &headers),
        Ok(Err(status)) => refuse(status, "the picture could not be rendered"),
        Err(_) => refuse(StatusCode::SERVICE_UNAVAILABLE, "the picture took too long"),
    }
}

async fn document(
    State(state): State<Arc<ImageState>>,
    UrlPath(file): UrlPath<String>,
    headers: HeaderMap,
) -> Response {
    match state.files.get(&format!("/documents/{file}")) {
        Some(path) => whole_file(path, content_type(&file), &headers).await,
        None => refuse(StatusCode::NOT_FOUND, "no such document"),
    }
}

async fn asset(State(state): State<Arc<ImageState>>, UrlPath(file): UrlPath<String>, headers: HeaderMap) -> Response {
    let Some(path) = state.files.get(&format!("/assets/{file}")) else {
        return refuse(StatusCode::NOT_FOUND, "no such file");
    };
    let mut response = whole_file(path, content_type(&file), &headers).await;
    // An SVG opened directly must not run scripts.
    let policy = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

async fn whole_file(path: &Path, content_type: &'static str, headers: &HeaderMap) -> Response {
    match tokio::time::timeout(DEADLINE, tokio::fs::read(path)).await {
        Ok(Ok(bytes)) => answer(Stored::new(Bytes::from(bytes)), content_type, headers),
        _ => refuse(StatusCode::INTERNAL_SERVER_ERROR, "the file could not be read"),
    }
}

/// The bytes with their headers, or 304 if the client has them.
fn answer(stored: Stored, content_type: &'static str, headers: &HeaderMap) -> Response {
    let known = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|known| known.to_str().ok())
        .unwrap_or_default();
    let fresh = known
        .split(',')
        .any(|tag| tag.trim() == "*" || tag.trim().trim_start_matches("W/") == stored.etag);
    let mut response = match fresh {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => Body::from(stored.bytes).into_response(),
    };
    let mut put = |name: HeaderName, value: HeaderValue| response.headers_mut().insert(name, value);
    put(
        header::CACHE_CONTROL,
        HeaderValue::from_static("public, max-age=31536000, immutable"),
    );
    put(header::VARY, HeaderValue::from_static("Accept"));
    put(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    put(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    put(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    );
    if let Ok(etag) = HeaderValue::from_str(&stored.etag) {
        put(header::ETAG, etag);
    }
    response
}

/// An error with a sentence for the client.
fn refuse(status: StatusCode, why: &str) -> Response {
    let no_store = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    (status, no_store, format!("{why}\n")).into_response()
}

/// The content type of a file name.
pub fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "webp" => "image/webp",
        "svg" => "image/svg+xml",
        "pdf" => "application/pdf",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
