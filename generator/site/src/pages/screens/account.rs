//! The account area: the fallback until its islands are loaded and without JavaScript, and the props of the islands.
//!
//! **Invariant:** the HTML contains nothing about a customer, because these URLs are public; only the islands load it.

use std::collections::BTreeMap;

use minijinja::context;
use serde::Serialize;
use utoipa::ToSchema;
use vitrine_model::locale::{Locale, LocaleIndex};

use super::{
    layouts,
    screen::{Content, IslandProps},
};
use crate::{
    context::ViewContext,
    page::PlannedPage,
    routes::{Layout, Route, name},
    view::{
        self,
        links::{self, LinkView},
        ordering,
    },
};

/// The states of orders, deliveries and payments that Shopware has (Shopware §12.3); each has a text below
/// `account.order_state_`, `account.delivery_state_` and `account.payment_state_`.
const ORDER_STATES: [&str; 4] = ["open", "in_progress", "completed", "cancelled"];
const DELIVERY_STATES: [&str; 6] = [
    "open",
    "shipped_partially",
    "shipped",
    "returned_partially",
    "returned",
    "cancelled",
];
const PAYMENT_STATES: [&str; 12] = [
    "open",
    "unconfirmed",
    "authorized",
    "in_progress",
    "reminded",
    "paid_partially",
    "paid",
    "failed",
    "cancelled",
    "refunded_partially",
    "refunded",
    "chargeback",
];

/// Labels of order states by Shopware's technical name; a state without one is shown with Shopware's label (R-ACCT-03).
#[derive(Serialize, ToSchema)]
struct StateWords {
    /// Of orders.
    order: BTreeMap<&'static str, String>,
    /// Of deliveries.
    delivery: BTreeMap<&'static str, String>,
    /// Of payments.
    payment: BTreeMap<&'static str, String>,
}

impl StateWords {
    fn of(cx: &ViewContext<'_>) -> Self {
        let order = |state: &str| cx.t(&format!("account.order_state_{state}"), &[]);
        let delivery = |state: &str| cx.t(&format!("account.delivery_state_{state}"), &[]);
        let payment = |state: &str| cx.t(&format!("account.payment_state_{state}"), &[]);
        Self {
            order: ORDER_STATES.map(|state| (state, order(state))).into(),
            delivery: DELIVERY_STATES.map(|state| (state, delivery(state))).into(),
            payment: PAYMENT_STATES.map(|state| (state, payment(state))).into(),
        }
    }
}

/// The pages that the account area links to.
#[derive(Serialize, ToSchema)]
struct AccountPlaces {
    /// The path of the home page.
    home_path: String,
    /// The path of the log-in screen; `null` if there is none.
    #[schema(required)]
    login_path: Option<String>,
    /// The path of the screen for a forgotten password; `null` if there is none.
    #[schema(required)]
    forgot_path: Option<String>,
    /// The path of the account's overview.
    overview_path: String,
    /// The path of the list of orders.
    orders_path: String,
    /// The path of an order, with `:order` for its id.
    order_path: String,
    /// The path of the profile.
    profile_path: String,
    /// The contact page; `null` if there is none.
    #[schema(required)]
    contact_path: Option<String>,
    /// The telephone number.
    #[schema(required)]
    phone: Option<LinkView>,
}

impl AccountPlaces {
    fn of(cx: &ViewContext<'_>) -> Self {
        let home = cx.home_href();
        let path = |route| cx.route_href(route).unwrap_or_else(|| home.clone());
        let order = cx.routes.get(name::ACCOUNT_ORDER, cx.locale);
        let order = order.and_then(Route::shell).map(|shell| shell.pattern.clone());
        let site = cx.reader.globals(cx.locale).map(|globals| &globals.site);
        Self {
            login_path: cx.route_href(name::LOGIN),
            forgot_path: cx.route_href(name::FORGOT_PASSWORD),
            overview_path: path(name::ACCOUNT),
            orders_path: path(name::ACCOUNT_ORDERS),
            order_path: order.unwrap_or_else(|| home.clone()),
            profile_path: path(name::ACCOUNT_PROFILE),
            contact_path: ordering::help(cx).into_iter().rev().find_map(|way| way.href),
            phone: site.and_then(links::shop_phone),
            home_path: home,
        }
    }
}

/// The props of the island `account-overview`.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountOverviewProps {
    /// The pages that it links to.
    places: AccountPlaces,
    /// Labels of order states.
    states: StateWords,
    /// The URL template of the image CDN, with `{url}`, `{width}`, `{height}` and `{quality}`.
    image_template: String,
}

impl IslandProps for AccountOverviewProps {
    fn of(cx: &ViewContext<'_>, _: &PlannedPage) -> Self {
        Self {
            places: AccountPlaces::of(cx),
            states: StateWords::of(cx),
            image_template: cx.config.image_template_of_islands(),
        }
    }
}

/// The props of the island `account-orders`.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountOrdersProps {
    /// The pages that it links to.
    places: AccountPlaces,
    /// Labels of order states.
    states: StateWords,
    /// The URL template of the image CDN, with `{url}`, `{width}`, `{height}` and `{quality}`.
    image_template: String,
}

impl IslandProps for AccountOrdersProps {
    fn of(cx: &ViewContext<'_>, _: &PlannedPage) -> Self {
        Self {
            places: AccountPlaces::of(cx),
            states: StateWords::of(cx),
            image_template: cx.config.image_template_of_islands(),
        }
    }
}

/// The props of the island `account-order`.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountOrderProps {
    /// The pages that it links to.
    places: AccountPlaces,
    /// Labels of order states.
    states: StateWords,
    /// The URL template of the image CDN, with `{url}`, `{width}`, `{height}` and `{quality}`.
    image_template: String,
    /// The path of the cart.
    #[schema(required)]
    cart_path: Option<String>,
    /// The path of the withdrawal function (law §4a).
    #[schema(required)]
    withdrawal_path: Option<String>,
    /// The path of an order in each locale, by its code, with `:order` for its id (R-I18N-04).
    order_paths: BTreeMap<String, String>,
}

impl IslandProps for AccountOrderProps {
    fn of(cx: &ViewContext<'_>, _: &PlannedPage) -> Self {
        Self {
            places: AccountPlaces::of(cx),
            states: StateWords::of(cx),
            image_template: cx.config.image_template_of_islands(),
            cart_path: cx.route_href(name::CART),
            withdrawal_path: cx.route_href(name::WITHDRAWAL),
            order_paths: order_paths(cx),
        }
    }
}

fn order_paths(cx: &ViewContext<'_>) -> BTreeMap<String, String> {
    let path = |(index, locale): (LocaleIndex, &Locale)| {
        let shell = cx.routes.get(name::ACCOUNT_ORDER, index)?.shell()?;
        Some((locale.code.to_string(), shell.pattern.clone()))
    };
    cx.reader.locales().iter().filter_map(path).collect()
}

/// The props of the island `account-profile`.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountProfileProps {
    /// The pages that it links to.
    places: AccountPlaces,
    /// The path of the privacy page.
    #[schema(required)]
    privacy_path: Option<String>,
}

impl IslandProps for AccountProfileProps {
    fn of(cx: &ViewContext<'_>, _: &PlannedPage) -> Self {
        let site = cx.reader.globals(cx.locale).map(|globals| &globals.site);
        Self {
            places: AccountPlaces::of(cx),
            privacy_path: site.and_then(|site| cx.entry_href(site.privacy_page.as_ref()?)),
        }
    }
}

/// A screen of the account area, by the key of its title.
pub(super) fn content(cx: &ViewContext<'_>, title: &str) -> Content {
    let values = context! {
        help => view::value(ordering::help(cx)),
        // The order's own layout is `none`, so that its template adds the tabs.
        tabs => layouts::values(cx, Layout::Account),
        orders_href => cx.route_href(name::ACCOUNT_ORDERS),
        login_href => cx.route_href(name::LOGIN),
    };
    Content::new(cx.t(title, &[]), values)
}
