//! The view of a picture.

use serde::Serialize;

/// All attributes of an `<img>`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ImageView {
    /// For browsers without srcset, for preloading, and for density 1.
    pub src: String,
    /// By width (`… 320w, … 640w`) or for density 2 (`… 2x`).
    pub srcset: String,
    /// The `sizes` attribute; `None` with densities.
    pub sizes: Option<String>,
    /// The `width` attribute.
    pub width: Option<u32>,
    /// The `height` attribute.
    pub height: Option<u32>,
    /// The `alt` attribute; empty for a decorative picture.
    pub alt: String,
    /// CSS classes for the focal point, in steps of ten: `focus-x-40 focus-y-60`; `None` for the centre.
    pub focus: Option<String>,
}

/// A picture for social sharing (R-HEAD-10); made by `ViewContext::share_image`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ShareImage {
    /// Absolute URL.
    pub url: String,
    /// Pixels; `None` if unknown.
    pub width: Option<u32>,
    /// Pixels; `None` if unknown because the picture is not cropped.
    pub height: Option<u32>,
    /// Alternative text, if there is one.
    pub alt: Option<String>,
}
