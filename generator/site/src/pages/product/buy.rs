//! The buy box: the props of its island, and the fallback until the island is loaded (R-PDP-05, R-HEAD-02).
//!
//! If ordering is closed, the page still shows price and stock, and the buy box says why and links to alternatives.

use serde::Serialize;
use utoipa::{
    ToSchema,
    openapi::{
        ObjectBuilder,
        schema::{Schema, Type},
    },
};
use vitrine_model::{
    ids::BrandId,
    product::{Product, StockState},
};

use super::showrooms;
use crate::{
    context::ViewContext,
    fragments::{Scope, Shared},
    page::PlannedPage,
    routes::name,
    templates::InlineJson,
    view::{links::LinkView, options, ordering},
};

/// The props of the island `buy-box`.
#[derive(Serialize, ToSchema)]
pub(crate) struct BuyBoxProps<'a> {
    /// The product id: 32 hex digits.
    product_id: &'a str,
    /// The name of the product.
    name: &'a str,
    /// The formatted price, shown in the button.
    price_text: &'a str,
    /// The quantities that can be bought (R-CART-03).
    limits: PurchaseLimits,
    /// Whether a visitor who is not logged in may order here.
    ordering_allowed: bool,
    /// Whether the product can be bought.
    #[schema(schema_with = stock_state)]
    stock_state: StockState,
    /// The path of the cart.
    cart_path: String,
    /// Links to alternatives if ordering is closed or the product is sold out.
    ways: &'a [LinkView],
}

/// The schema of stock states, with the model's names.
fn stock_state() -> Schema {
    let states = [StockState::InStock, StockState::LimitedStock, StockState::OutOfStock];
    let words = states.map(|state| serde_json::to_value(state).unwrap_or_default());
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(words))
        .build()
        .into()
}

/// The quantities that can be bought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct PurchaseLimits {
    /// The lowest quantity.
    min: u32,
    /// Maximum quantity; 100 if the product sets none.
    max: u32,
    /// The step between quantities, counted from the minimum.
    step: u32,
}

/// The view of the buy box with its fallback.
#[derive(Serialize)]
pub(super) struct BuyView {
    props: InlineJson,
    form: FormView,
    /// Whether it is replaced by a bar in narrow viewports.
    bar: bool,
}

/// The form shown until the island is loaded.
#[derive(Serialize)]
struct FormView {
    ordering_allowed: bool,
    stock_state: StockState,
    price_text: String,
    min: u32,
    ways: Vec<LinkView>,
    /// Text for visitors without JavaScript.
    without_script: String,
}

/// The buy box of a product with the given name.
pub(super) fn view(cx: &ViewContext<'_>, page: &PlannedPage, product: &Product, name: &str) -> BuyView {
    let form = FormView {
        ordering_allowed: cx.ordering_allowed(),
        stock_state: product.stock.state,
        price_text: cx.format.money(product.first_price().unit),
        min: product.limits.min,
        ways: ways(cx, page, product),
        without_script: without_script(cx),
    };
    let props = BuyBoxProps {
        product_id: product.id.as_str(),
        name,
        price_text: &form.price_text,
        limits: PurchaseLimits {
            min: product.limits.min,
            max: product.limits.max,
            step: product.limits.step,
        },
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

/// Maximum number of variants offered as alternatives.
const MAX_INSTEAD: usize = 3;

/// Alternatives to the buy button: if ordering is closed, other locales and the login; if the product is sold out,
/// other variants, the brand's showrooms, and contact details.
fn ways(cx: &ViewContext<'_>, page: &PlannedPage, product: &Product) -> Vec<LinkView> {
    if !cx.ordering_allowed() {
        return ordering::ways(cx, page);
    }
    let sold_out = product.stock.state == StockState::OutOfStock;
    let instead = if sold_out {
        options::buyable_variants(cx, product, MAX_INSTEAD)
    } else {
        Vec::new()
    };
    let instead = instead.into_iter().map(|variant| {
        let label = cx.t("product.other_variant", &[("options", &variant.label)]);
        LinkView::to(label, variant.href)
    });
    let elsewhere = cx.shared::<Elsewhere>(&product.brand);
    instead.chain(elsewhere.iter().cloned()).collect()
}

/// The brand's showrooms and the contact details: the same for all products of the brand.
struct Elsewhere;

impl Shared for Elsewhere {
    type Input = Option<BrandId>;
    type Value = Vec<LinkView>;
    const SCOPE: Scope = Scope::Site;

    fn value(brand: &Option<BrandId>, cx: &ViewContext<'_>) -> Vec<LinkView> {
        let on_show = showrooms::places_line(cx, brand.as_ref()).map(|places| {
            let label = cx.t("product.on_show", &[("places", &places)]);
            LinkView::to(label, Some("#showrooms".to_owned()))
        });
        on_show.into_iter().chain(ordering::ask(cx)).collect()
    }
}

fn without_script(cx: &ViewContext<'_>) -> String {
    let site = cx.reader.globals(cx.locale).map(|globals| &globals.site);
    match site.and_then(|s| s.phone_display.clone().or_else(|| s.phone.clone())) {
        Some(phone) => cx.t("product.without_script_phone", &[("phone", &phone)]),
        None => cx.t("product.without_script", &[]),
    }
}
