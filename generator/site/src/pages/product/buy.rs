//! The place of the buy box: what its island needs, and what stands there until it comes (R-PDP-05, R-HEAD-02).
//!
//! **Invariant:** where ordering is closed the page keeps price and stock and says in this place why, with ways on.

use serde::Serialize;
use vitrine_model::product::{Product, PurchaseLimits, StockState};

use crate::{
    context::ViewContext,
    page::PlannedPage,
    routes::name,
    templates::InlineJson,
    view::{links::LinkView, ordering, price},
};

/// What the island `buy-box` gets (`islands/src/islands/buy-box/props.ts`).
#[derive(Serialize)]
struct BuyBoxProps<'a> {
    product_id: &'a str,
    name: &'a str,
    price_text: &'a str,
    limits: PurchaseLimits,
    ordering_allowed: bool,
    stock_state: StockState,
    cart_path: String,
    ways: &'a [LinkView],
}

/// The buy box and its fallback.
#[derive(Serialize)]
pub(super) struct BuyView {
    props: InlineJson,
    form: FormView,
    /// A bar stands in for it on narrow windows.
    bar: bool,
}

/// What stands there until the island comes.
#[derive(Serialize)]
struct FormView {
    ordering_allowed: bool,
    stock_state: StockState,
    price_text: String,
    min: u32,
    ways: Vec<LinkView>,
    /// Words for visitors without scripts.
    without_script: String,
}

/// The buy box of a product with a name.
pub(super) fn view(cx: &ViewContext<'_>, page: &PlannedPage, product: &Product, name: &str) -> BuyView {
    let form = FormView {
        ordering_allowed: cx.ordering_allowed(),
        stock_state: product.stock.state,
        price_text: cx.format.money(price::first_price(product)),
        min: product.limits.min,
        ways: ordering::ways(cx, page),
        without_script: without_script(cx),
    };
    let props = BuyBoxProps {
        product_id: product.id.as_str(),
        name,
        price_text: &form.price_text,
        limits: product.limits,
        ordering_allowed: form.ordering_allowed,
        stock_state: form.stock_state,
        cart_path: cx.route_href(name::CART).unwrap_or_else(|| cx.home_href()),
        ways: &form.ways,
    };
    BuyView {
        props: InlineJson::of(&props),
        bar: form.ordering_allowed && form.stock_state != StockState::OutOfStock,
        form,
    }
}

fn without_script(cx: &ViewContext<'_>) -> String {
    let site = cx.reader.globals(cx.locale).map(|globals| &globals.site);
    match site.and_then(|s| s.phone_display.clone().or_else(|| s.phone.clone())) {
        Some(phone) => cx.t("product.without_script_phone", &[("phone", &phone)]),
        None => cx.t("product.without_script", &[]),
    }
}
