//! The inputs of an answer besides the content: base URLs, profile and version.

use super::options::StatamicVersion;

/// Base URLs, profile and version of one answer.
#[derive(Debug, Clone)]
pub(crate) struct Hosts {
    /// Origin of the request, such as `http://127.0.0.1:8123`.
    pub(crate) own: String,
    /// Origin of the image CDN.
    pub(crate) images: String,
    /// Extended profile.
    pub(crate) extended: bool,
    /// Version.
    pub(crate) version: StatamicVersion,
}
