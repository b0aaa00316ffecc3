//! Facts as text: dimensions, numbers, properties.
//!
//! **Invariant:** a row always has a value; unknown facts have no row (R-PDP-06 defines the replacement).

use serde::Serialize;
use vitrine_model::product::{Dimensions, Product};

use super::links::LinkView;
use crate::context::ViewContext;

/// One fact.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FactView {
    /// Label of the row.
    pub term: String,
    /// Values, each with an optional link.
    pub values: Vec<LinkView>,
}

impl FactView {
    /// A fact with one plain text value.
    pub fn plain(term: String, value: impl Into<String>) -> Self {
        Self {
            term,
            values: vec![LinkView::text(value)],
        }
    }
}

/// The known dimensions, in cm with at most one decimal, and the weight in kg or, below one, in g (R-PDP-01).
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

/// In kg with at most one decimal; in grams if that would be rounded too much.
fn weight(cx: &ViewContext<'_>, grams: u32) -> String {
    if grams < 1000 {
        cx.t("product.grams", &[("weight", &cx.format.integer(grams.into()))])
    } else {
        let kilograms = cx.format.tenths(grams.saturating_add(50) / 100);
        cx.t("product.kilograms", &[("weight", &kilograms)])
    }
}

/// Floor dimensions and height on one line, if at least two are known.
pub fn size_line(cx: &ViewContext<'_>, size: &Dimensions) -> Option<String> {
    // For a table, length is the main dimension; for a chair, width.
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

/// An identification number of a product.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NumberView<'a> {
    /// Label of the number.
    pub term: String,
    /// The number.
    pub value: &'a str,
}

/// The number that identifies a product for everyone; business customers get part numbers by the island `product`
/// (R-PDP-09).
pub fn number<'a>(cx: &ViewContext<'_>, product: &'a Product) -> NumberView<'a> {
    NumberView {
        term: cx.t("product.number", &[]),
        value: product.number.as_str(),
    }
}

/// A file size as text.
pub fn file_size(cx: &ViewContext<'_>, bytes: u64) -> String {
    if bytes >= 1_000_000 {
        let tenths = u32::try_from(bytes / 100_000).unwrap_or(u32::MAX);
        return cx.t("product.megabytes", &[("size", &cx.format.tenths(tenths))]);
    }
    let kilobytes = i64::try_from(bytes.div_ceil(1_000)).unwrap_or(i64::MAX);
    cx.t("product.kilobytes", &[("size", &cx.format.integer(kilobytes))])
}
