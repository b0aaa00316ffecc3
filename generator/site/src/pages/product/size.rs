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
    /// All lengths and the weight; empty if no length is known.
    facts: Vec<FactView>,
    /// The weight, if no length is known.
    weight: Option<FactView>,
    drawing: Option<DrawingView>,
}

impl SizeView {
    /// The dimensions in words.
    pub(super) fn facts(&self) -> &[FactView] {
        &self.facts
    }

    /// Whether nothing is known.
    pub(super) fn is_empty(&self) -> bool {
        self.facts.is_empty() && self.weight.is_none()
    }
}

/// The views of a product's size.
pub(super) fn view(cx: &ViewContext<'_>, size: &Dimensions) -> SizeView {
    let alone = Dimensions { weight: None, ..*size }.is_empty();
    let facts = facts::dimensions(cx, size);
    let (facts, weight) = if alone {
        (Vec::new(), facts.into_iter().next())
    } else {
        (facts, None)
    };
    SizeView {
        line: facts::size_line(cx, size),
        facts,
        weight,
        drawing: drawing::drawing(cx, size),
    }
}
