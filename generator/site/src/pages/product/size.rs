//! How big a product is: a line among the facts, and its measures with their drawing.
//!
//! **Invariant:** depends on the measures alone.

use serde::Serialize;
use vitrine_model::product::Dimensions;

use crate::{
    context::ViewContext,
    view::{
        drawing::{self, DrawingView},
        facts::{self, FactView},
    },
};

/// A line among the facts, and a part of the page.
#[derive(Debug, Serialize)]
pub(super) struct SizeView {
    line: Option<String>,
    facts: Vec<FactView>,
    drawing: Option<DrawingView>,
}

/// How big it is.
pub(super) fn view(cx: &ViewContext<'_>, size: &Dimensions) -> SizeView {
    SizeView {
        line: facts::size_line(cx, size),
        facts: facts::dimensions(cx, size),
        drawing: drawing::drawing(cx, size),
    }
}
