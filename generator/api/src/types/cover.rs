//! Pictures of line items and of payment methods.

use serde::Serialize;
use utoipa::ToSchema;
use vitrine_backends::shopware;

/// A picture.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Cover {
    /// The absolute URL of the original image.
    pub(crate) url: String,
    /// The alternative text, localized; empty if there is none.
    pub(crate) alt: String,
}

impl Cover {
    /// The original, which the image CDN resizes, or the backend's thumbnail.
    pub(crate) fn of(cover: &shopware::session::Cover, thumbnails: bool) -> Self {
        let small = cover.small.as_ref().filter(|_| thumbnails);
        Self {
            url: small.unwrap_or(&cover.url).clone(),
            alt: cover.alt.clone(),
        }
    }
}
