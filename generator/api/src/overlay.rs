//! Files of `vitrine dev` that replace those of the live release. In production there is no overlay.
//!
//! **Invariant:** without an overlay the server behaves as if this module did not exist; with one, all checks before
//! file serving still apply.

use axum::body::Body;
use bytes::Bytes;
use http::Response;

/// The prefix of paths that the overlay itself responds to.
pub const PREFIX: &str = "/_dev/";

/// Files that replace those of the live release while it is served.
pub trait Overlay: Send + Sync {
    /// The bytes to serve for a file below `site/`; `None` if they are those of the live release. May block.
    fn file(&self, file: &str, released: Option<Bytes>) -> Option<Bytes>;

    /// The response to a path below [`PREFIX`]; `None` if the path is unknown.
    fn answer(&self, path: &str) -> Option<Response<Body>>;
}
