//! The place of the buy box: what its island needs, and what stands there until it comes (R-PDP-05, R-HEAD-02).
//!
//! **Invariant:** where ordering is closed the page keeps price and stock and says in this place why, with ways on.

use std::sync::Arc;

use minijinja::Value;
use serde::Serialize;
use vitrine_model::product::{Product, StockState};

use crate::{
    context::ViewContext,
    kept::{KeptView, Part},
    page::PlannedPage,
    routes::name,
    templates::{InlineJson, mark},
    view::{links::LinkView, ordering, price},
};

/// What the island `buy-box` gets (`islands/src/islands/buy-box/props.ts`).
#[derive(Serialize)]
struct BuyBoxProps<'a> {
    product_id: &'a str,
    product_number: &'a str,
    name: &'a str,
    price_text: &'a str,
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
#[derive(Serialize)]
pub(super) struct BuyView {
    props: InlineJson,
    form: KeptView,
    /// The bar that stands in for it on narrow windows.
    bar: Option<KeptView>,
}

/// What stands there until the island comes.
#[derive(Serialize)]
struct FormView {
    ordering_allowed: bool,
    stock_state: StockState,
    price_text: String,
    min: u32,
    ways: Vec<WayView>,
    /// Words for visitors without scripts.
    without_script: String,
}

#[derive(Serialize)]
struct WayView {
    label: String,
    /// A slot where it is the page's own in another locale.
    href: Value,
}

#[derive(Serialize)]
struct BarView {
    price_text: String,
}

/// What products share that are bought alike.
#[derive(Debug)]
struct Form {
    form: KeptView,
    bar: Option<KeptView>,
    cart_path: String,
}

/// The buy box of a product with a name.
pub(super) fn view(cx: &ViewContext<'_>, page: &PlannedPage, product: &Product, name: &str) -> BuyView {
    let price_text = cx.format.money(price::first_price(product));
    let shared = form(cx, page, product, &price_text);
    let props = BuyBoxProps {
        product_id: product.id.as_str(),
        product_number: product.number.as_str(),
        name,
        price_text: &price_text,
        limits: Limits {
            min: product.limits.min,
            max: product.limits.max,
            step: product.limits.step,
        },
        ordering_allowed: cx.ordering_allowed(),
        stock_state: product.stock.state,
        cart_path: shared.cart_path.clone(),
        ways: ordering::ways(cx, page),
    };
    BuyView {
        props: InlineJson::of(&props),
        form: shared.form.clone(),
        bar: shared.bar.clone(),
    }
}

fn form(cx: &ViewContext<'_>, page: &PlannedPage, product: &Product, price_text: &str) -> Arc<Form> {
    let (state, min) = (product.stock.state, product.limits.min);
    let open: Vec<_> = ordering::open_alternates(cx, page).collect();
    let places: Vec<u8> = open.iter().map(|(index, ..)| index.0).collect();
    let key = format!("{state:?} {min} {places:?} {price_text}");
    cx.shared(Part::Buy, key, |cx| {
        let alternates = open.iter().map(|(_, locale, _)| WayView {
            label: ordering::order_in(cx, locale),
            href: mark(&format!("alternate {}", locale.code)),
        });
        let elsewhere = ordering::elsewhere(cx).into_iter().map(|way| WayView {
            label: way.label,
            href: way.href.into(),
        });
        let for_sale = cx.ordering_allowed() && state != StockState::OutOfStock;
        let bar = BarView {
            price_text: price_text.to_owned(),
        };
        Form {
            form: cx.part(FormView {
                ordering_allowed: cx.ordering_allowed(),
                stock_state: state,
                price_text: price_text.to_owned(),
                min,
                ways: alternates.chain(elsewhere).collect(),
                without_script: without_script(cx),
            }),
            bar: for_sale.then(|| cx.part(bar)),
            cart_path: cx.route_href(name::CART).unwrap_or_else(|| cx.home_href()),
        }
    })
}

fn without_script(cx: &ViewContext<'_>) -> String {
    let site = cx.reader.globals(cx.locale).map(|globals| &globals.site);
    match site.and_then(|s| s.phone_display.clone().or_else(|| s.phone.clone())) {
        Some(phone) => cx.t("product.without_script_phone", &[("phone", &phone)]),
        None => cx.t("product.without_script", &[]),
    }
}
