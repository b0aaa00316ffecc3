//! The place of the buy box: what its island needs, and what stands there until it comes (R-PDP-05, R-HEAD-02).
//!
//! **Invariant:** where ordering is closed the page keeps price and stock and says in this place why, with ways on.

use serde::Serialize;
use vitrine_model::product::{Product, StockState};

use crate::{
    context::ViewContext,
    page::PlannedPage,
    routes::name,
    view::{links::LinkView, ordering, price, product_card},
};

/// What the island `buy-box` gets (`islands/src/islands/buy-box/props.ts`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct BuyBoxProps {
    product_id: String,
    product_number: String,
    name: String,
    price_text: String,
    limits: Limits,
    ordering_allowed: bool,
    stock_state: StockState,
    cart_path: String,
    ways: Vec<LinkView>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
struct Limits {
    min: u32,
    max: u32,
    step: u32,
}

/// The buy box and its fallback.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct BuyView {
    props: BuyBoxProps,
    /// Words for visitors without scripts.
    without_script: String,
}

/// The buy box of a product.
pub(super) fn view(cx: &ViewContext<'_>, page: &PlannedPage, product: &Product) -> BuyView {
    let site = cx.reader.globals(cx.locale).map(|globals| &globals.site);
    let phone = site.and_then(|s| s.phone_display.clone().or_else(|| s.phone.clone()));
    BuyView {
        props: BuyBoxProps {
            product_id: product.id.to_string(),
            product_number: product.number.to_string(),
            name: product_card::name(cx, product),
            price_text: cx.format.money(price::first_price(product)),
            limits: Limits {
                min: product.limits.min,
                max: product.limits.max,
                step: product.limits.step,
            },
            ordering_allowed: cx.ordering_allowed(),
            stock_state: product.stock.state,
            cart_path: cx.route_href(name::CART).unwrap_or_else(|| cx.home_href()),
            ways: ordering::ways(cx, page),
        },
        without_script: match phone {
            Some(phone) => cx.t("product.without_script_phone", &[("phone", &phone)]),
            None => cx.t("product.without_script", &[]),
        },
    }
}
