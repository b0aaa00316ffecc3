//! The size of a product: a row in the facts, and the dimensions with a drawing. Most variants of a family have the same.
//!
//! **Invariant:** depends only on the dimensions.

use std::sync::Arc;

use minijinja::Value;
use serde::Serialize;
use vitrine_model::product::Dimensions;

use crate::{
    context::ViewContext,
    fragments::{FragmentView, Shared},
    markdown::Markdown,
    view::{
        drawing::{self, DrawingView},
        facts::{self, FactView},
        value,
    },
};

/// The parts about the size, shared by all variants with the same size.
#[derive(Debug)]
pub(super) struct Size {
    /// Whether no dimension is known.
    pub(super) unknown: bool,
    /// Items of the list of facts in the page's Markdown form.
    pub(super) markdown: String,
    /// Values for the template.
    pub(super) view: Value,
}

/// A row in the facts, and a section of the page.
#[derive(Serialize)]
struct SizeView {
    line: Option<String>,
    /// The weight, if no length is known.
    weight: Option<FactView>,
    /// If a length is known.
    measures: Option<FragmentView>,
}

/// All lengths and the weight, with a drawing.
#[derive(Serialize)]
struct MeasuresView {
    facts: Vec<FactView>,
    drawing: Option<DrawingView>,
}

/// The size of a product with these dimensions.
pub(super) fn size(cx: &ViewContext<'_>, dimensions: &Dimensions) -> Arc<Size> {
    cx.shared::<Size>(dimensions)
}

impl Shared for Size {
    type Input = Dimensions;
    type Value = Self;

    fn value(dimensions: &Dimensions, cx: &ViewContext<'_>) -> Self {
        let mut facts = facts::dimensions(cx, dimensions);
        let only_weight = Dimensions {
            weight: None,
            ..*dimensions
        }
        .is_empty();
        let unknown = facts.is_empty();
        let weight = if only_weight { facts.pop() } else { None };
        let mut markdown = Markdown::new(cx.config);
        markdown.facts(&facts);
        let measures = (!facts.is_empty()).then(|| MeasuresView {
            facts,
            drawing: drawing::drawing(cx, dimensions),
        });
        Self {
            unknown,
            markdown: markdown.finish(),
            view: value(SizeView {
                line: facts::size_line(cx, dimensions),
                weight,
                measures: measures.map(|view| FragmentView::new("components/product/measures.html", view)),
            }),
        }
    }
}
