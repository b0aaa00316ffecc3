//! A picture as a value of a view.

use serde::Serialize;

/// Everything an `<img>` needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ImageView {
    /// For browsers without srcset, and for early fetching.
    pub src: String,
    /// By width (`… 320w, … 640w`) or by density (`… 1x, … 2x`).
    pub srcset: String,
    /// The `sizes` attribute; `None` with densities.
    pub sizes: Option<String>,
    /// The `width` attribute.
    pub width: Option<u32>,
    /// The `height` attribute.
    pub height: Option<u32>,
    /// The `alt` attribute; empty for decoration.
    pub alt: String,
    /// Classes that move it to its focal point, in steps of ten: `focus-x-40 focus-y-60`; `None` in the middle.
    pub focus: Option<String>,
}
