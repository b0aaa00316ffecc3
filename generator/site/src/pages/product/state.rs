//! Stock state and delivery time of a product (R-PDP-03). A product that cannot be bought shows no delivery time.

use serde::Serialize;
use vitrine_model::product::{Product, ProductTexts, StockState, restock_weeks};

use crate::context::ViewContext;

#[derive(Serialize)]
pub(super) struct StateView {
    state: StockState,
    /// The stock state as text.
    text: String,
    delivery_time: Option<String>,
    /// Whether the island will show the days of delivery, which a page without a clock cannot.
    arrives: bool,
    digital: bool,
    /// If ordering is allowed, the buy box says that the product is sold out.
    ordering_allowed: bool,
}

impl StateView {
    /// Stock and delivery time in one line.
    pub(super) fn words(&self) -> String {
        match &self.delivery_time {
            Some(time) => format!("{}, {time}", self.text),
            None => self.text.clone(),
        }
    }
}

/// Stock and delivery time.
pub(super) fn view(cx: &ViewContext<'_>, product: &Product, texts: Option<&ProductTexts>) -> StateView {
    let time = texts.and_then(|texts| texts.delivery_time.as_deref());
    StateView {
        state: product.stock.state,
        text: stock_text(cx, product),
        delivery_time: delivery_time(cx, product, time),
        arrives: cx.config.delivery_dates && names_a_time(product),
        digital: product.digital,
        ordering_allowed: cx.ordering_allowed(),
    }
}

fn stock_text(cx: &ViewContext<'_>, product: &Product) -> String {
    let stock = &product.stock;
    match stock.state {
        // In stock with 0 pieces means that it is made or ordered on demand; the delivery time says how long that
        // takes.
        StockState::InStock if stock.pieces == 0 => cx.t("product.to_order", &[]),
        StockState::InStock => cx.t("product.in_stock", &[]),
        StockState::LimitedStock => cx.plural("product.limited_stock", stock.pieces.into(), &[]),
        StockState::OutOfStock => cx.t("product.out_of_stock", &[]),
    }
}

/// Whether the API knows when a product arrives: it has a delivery time as numbers, or waits for its restock time.
fn names_a_time(product: &Product) -> bool {
    let stock = &product.stock;
    stock.state != StockState::OutOfStock && (stock.delivery_days.is_some() || stock.awaited_days().is_some())
}

/// The delivery time as text; while there are no pieces, the restock time, in weeks if it is long (shopware-fields.md).
fn delivery_time(cx: &ViewContext<'_>, product: &Product, time: Option<&str>) -> Option<String> {
    if product.stock.state == StockState::OutOfStock {
        return None;
    }
    match product.stock.awaited_days() {
        Some(days) => Some(match restock_weeks(days) {
            Some(weeks) => cx.plural("product.restock_weeks", weeks.into(), &[]),
            None => cx.plural("product.restock_days", days.into(), &[]),
        }),
        None => time.map(|time| cx.t("product.delivery_time", &[("time", time)])),
    }
}
