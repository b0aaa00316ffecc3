//! What `vitrine dev` puts in front of the files of the live release. In production there is none.
//!
//! **Invariant:** a server without an overlay answers as if this module did not exist; one with it passes every guard that comes before files.

use axum::body::Body;
use bytes::Bytes;
use http::Response;

/// What an overlay answers itself lies below this path.
pub const PREFIX: &str = "/_dev/";

/// Files that replace those of the live release while it is served.
pub trait Overlay: Send + Sync {
    /// The bytes to serve for a file below `site/`, where they are others than those of the live release. It may take its time.
    fn file(&self, file: &str, released: Option<Bytes>) -> Option<Bytes>;

    /// The answer to a path below [`PREFIX`]; `None` where there is none.
    fn answer(&self, path: &str) -> Option<Response<Body>>;
}
