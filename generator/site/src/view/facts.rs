//! Facts as words and values: measures in centimetres, numbers, properties.
//!
//! **Invariant:** a row always has a value; what is not known has no row (R-PDP-06 says what stands instead).

use serde::Serialize;
use vitrine_model::product::{Dimensions, Product};

use super::links::LinkView;
use crate::context::ViewContext;

/// One fact.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FactView {
    /// What it is.
    pub term: String,
    /// How it is, each value possibly a link.
    pub values: Vec<LinkView>,
}

impl FactView {
    /// A fact with one value in plain words.
    pub fn plain(term: String, value: impl Into<String>) -> Self {
        Self {
            term,
            values: vec![LinkView::text(value)],
        }
    }
}

/// The measures that are known, in cm with at most one decimal, and the weight in kg or, below one, in g (R-PDP-01).
pub fn dimensions(cx: &ViewContext<'_>, size: &Dimensions) -> Vec<FactView> {
    let centimetres = |mm: u32| cx.t("product.centimetres", &[("length", &cx.format.tenths(mm))]);
    let lengths = [
        (cx.t("product.width", &[]), size.width),
        (cx.t("product.depth", &[]), size.depth),
        (cx.t("product.length", &[]), size.length),
        (cx.t("product.height", &[]), size.height),
        (cx.t("product.diameter", &[]), size.diameter),
    ];
    let mut rows: Vec<FactView> = lengths
        .into_iter()
        .filter_map(|(term, mm)| Some(FactView::plain(term, centimetres(mm?))))
        .collect();
    if let Some(grams) = size.weight {
        rows.push(FactView::plain(cx.t("product.weight", &[]), weight(cx, grams)));
    }
    rows
}

/// In kg with at most one decimal, and in grams where that would round to next to nothing.
fn weight(cx: &ViewContext<'_>, grams: u32) -> String {
    if grams < 1000 {
        cx.t("product.grams", &[("weight", &cx.format.integer(grams.into()))])
    } else {
        let kilograms = cx.format.tenths(grams.saturating_add(50) / 100);
        cx.t("product.kilograms", &[("weight", &kilograms)])
    }
}

/// What it takes of the floor, and its height, in one line, where at least two are known.
pub fn size_line(cx: &ViewContext<'_>, size: &Dimensions) -> Option<String> {
    // A table is named by its length first, a chair by its width.
    let floor = match (size.diameter, size.depth, size.length) {
        (Some(diameter), _, _) => [Some(diameter), None],
        (None, None, Some(length)) => [Some(length), size.width],
        (None, depth, _) => [size.width, depth],
    };
    let parts: Vec<String> = [floor[0], floor[1], size.height]
        .into_iter()
        .flatten()
        .map(|mm| cx.format.tenths(mm))
        .collect();
    (parts.len() > 1).then(|| cx.t("product.centimetres", &[("length", &parts.join(" × "))]))
}

/// A number that a product is known by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NumberView<'a> {
    /// Which of its numbers it is.
    pub term: String,
    /// The number.
    pub value: &'a str,
}

/// The numbers a product is known by.
pub fn numbers<'a>(cx: &ViewContext<'_>, product: &'a Product) -> Vec<NumberView<'a>> {
    let known = [
        ("product.number", Some(product.number.as_str())),
        ("product.manufacturer_number", product.manufacturer_number.as_deref()),
        ("product.ean", product.ean.as_deref()),
    ];
    let rows = known.into_iter().filter_map(|(term, value)| {
        Some(NumberView {
            term: cx.t(term, &[]),
            value: value?,
        })
    });
    rows.collect()
}

/// A size in bytes in words.
pub fn file_size(cx: &ViewContext<'_>, bytes: u64) -> String {
    if bytes >= 1_000_000 {
        let tenths = u32::try_from(bytes / 100_000).unwrap_or(u32::MAX);
        return cx.t("product.megabytes", &[("size", &cx.format.tenths(tenths))]);
    }
    let kilobytes = i64::try_from(bytes.div_ceil(1_000)).unwrap_or(i64::MAX);
    cx.t("product.kilobytes", &[("size", &cx.format.integer(kilobytes))])
}
