//! How big a product is: a line among the facts, and its measures with their drawing.
//!
//! **Invariant:** depends on the measures alone; products of the same size share it.

use std::sync::Arc;

use serde::Serialize;
use vitrine_model::product::{Dimensions, Product};

use crate::{
    context::ViewContext,
    kept::{KeptView, Part},
    view::{
        drawing::{self, DrawingView},
        facts::{self, FactView},
    },
};

/// Parts of the page, each printed by its template.
#[derive(Debug, Serialize)]
pub(super) struct SizeView {
    line: Option<KeptView>,
    measures: KeptView,
}

#[derive(Serialize)]
struct LineView {
    size: String,
}

#[derive(Serialize)]
struct MeasuresView {
    facts: Vec<FactView>,
    drawing: Option<DrawingView>,
}

/// How big it is.
pub(super) fn view(cx: &ViewContext<'_>, product: &Product) -> Arc<SizeView> {
    let Dimensions {
        width,
        depth,
        length,
        height,
        diameter,
        weight,
    } = &product.dimensions;
    let key = format!("{width:?} {depth:?} {length:?} {height:?} {diameter:?} {weight:?}");
    cx.shared(Part::Size, key, |cx| make(cx, &product.dimensions))
}

fn make(cx: &ViewContext<'_>, size: &Dimensions) -> SizeView {
    SizeView {
        line: facts::size_line(cx, size).map(|size| cx.part(LineView { size })),
        measures: cx.part(MeasuresView {
            facts: facts::dimensions(cx, size),
            drawing: drawing::drawing(cx, size),
        }),
    }
}
