//! The size of a product: a row in the facts, and the dimensions with a drawing.
//!
//! **Invariant:** depends only on the dimensions.

use serde::Serialize;
use vitrine_model::product::Dimensions;

use crate::{
    context::ViewContext,
    view::{
        drawing::{self, DrawingView},
        facts::{self, FactView},
    },
};

/// A row in the facts, and a section of the page.
#[derive(Debug, Serialize)]
pub(super) struct SizeView {
    line: Option<String>,
    facts: Vec<FactView>,
    drawing: Option<DrawingView>,
}

impl SizeView {
    /// The dimensions in words.
    pub(super) fn facts(&self) -> &[FactView] {
        &self.facts
    }
}

/// The views of a product's size.
pub(super) fn view(cx: &ViewContext<'_>, size: &Dimensions) -> SizeView {
    SizeView {
        line: facts::size_line(cx, size),
        facts: facts::dimensions(cx, size),
        drawing: drawing::drawing(cx, size),
    }
}
