//! Whether a product is there, and when it comes (R-PDP-03).
//!
//! **Invariant:** what cannot be bought promises nothing.

use serde::Serialize;
use vitrine_model::product::{Product, ProductTexts, StockState};

use crate::context::ViewContext;

#[derive(Serialize)]
pub(super) struct StateView {
    state: StockState,
    /// One of the three states in words.
    text: String,
    delivery_time: Option<String>,
    digital: bool,
    /// Where it can be ordered, the buy box says that it is sold out.
    ordering_allowed: bool,
}

/// Stock and delivery time.
pub(super) fn view(cx: &ViewContext<'_>, product: &Product, texts: Option<&ProductTexts>) -> StateView {
    let time = texts.and_then(|texts| texts.delivery_time.as_deref());
    StateView {
        state: product.stock.state,
        text: stock_text(cx, product),
        delivery_time: delivery_time(cx, product, time),
        digital: product.digital,
        ordering_allowed: cx.ordering_allowed(),
    }
}

fn stock_text(cx: &ViewContext<'_>, product: &Product) -> String {
    let stock = &product.stock;
    match stock.state {
        // In stock with none there means that it is made or ordered: the delivery time says the rest.
        StockState::InStock if stock.pieces == 0 => cx.t("product.to_order", &[]),
        StockState::InStock => cx.t("product.in_stock", &[]),
        StockState::LimitedStock => cx.plural("product.limited_stock", stock.pieces.into(), &[]),
        StockState::OutOfStock => cx.t("product.out_of_stock", &[]),
    }
}

/// Delivery time in words; the restock time where there are none (shopware-fields.md).
fn delivery_time(cx: &ViewContext<'_>, product: &Product, time: Option<&str>) -> Option<String> {
    if product.stock.state == StockState::OutOfStock {
        return None;
    }
    let restock = product.stock.restock_days.filter(|_| product.stock.pieces == 0);
    match restock {
        Some(days) => Some(cx.plural("product.restock_days", days.into(), &[])),
        None => time.map(|time| cx.t("product.delivery_time", &[("time", time)])),
    }
}
