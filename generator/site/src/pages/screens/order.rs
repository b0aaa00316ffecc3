//! The checkout and the screens after an order: the fallback until their islands are loaded, and without JavaScript.
//!
//! The HTML contains nothing about an order, because these URLs are public; only the island loads it.

use serde::Serialize;
use utoipa::ToSchema;
use vitrine_model::{globals::SiteGlobals, ids::EntryId};

use super::screen::{Content, IslandProps};
use crate::{
    context::ViewContext,
    page::{Crumb, PlannedPage},
    routes::{Route, name},
    view::{
        self,
        guarantee::{self, GuaranteeNoticeView},
        links::{self, LinkView},
        ordering,
    },
};

#[derive(Serialize)]
struct CheckoutView {
    ordering_allowed: bool,
    /// Links to alternatives if ordering is closed.
    ways: Vec<LinkView>,
    /// Links for help: telephone, showrooms, contact.
    help: Vec<LinkView>,
    /// Header and footer of the layout `simple`.
    around: minijinja::Value,
}

/// The props of the island `checkout`.
#[derive(Serialize, ToSchema)]
pub(crate) struct CheckoutProps {
    /// Whether a visitor who is not logged in may order here.
    ordering_allowed: bool,
    /// Links to alternatives if ordering is closed; otherwise empty.
    ways: Vec<LinkView>,
    /// The path of the home page.
    home_path: String,
    /// The path of the cart.
    #[schema(required)]
    cart_path: Option<String>,
    /// The path of the log-in screen; `null` if there is none.
    #[schema(required)]
    login_path: Option<String>,
    /// The path of the screen for a forgotten password.
    #[schema(required)]
    forgot_path: Option<String>,
    /// The path of the screen after an order, with `:id` for the order's id.
    success_path: String,
    /// The path of the page with the terms and conditions.
    #[schema(required)]
    terms_path: Option<String>,
    /// The path of the page about withdrawal.
    #[schema(required)]
    withdrawal_path: Option<String>,
    /// The path of the privacy page.
    #[schema(required)]
    privacy_path: Option<String>,
    /// The notice on the legal guarantee, for consumers (law §5).
    #[schema(required)]
    guarantee_notice: Option<GuaranteeNoticeView>,
    /// The telephone number, for products that cannot be ordered here.
    #[schema(required)]
    phone: Option<LinkView>,
    /// The URL template of the image CDN, with `{url}`, `{width}`, `{height}` and `{quality}`.
    image_template: String,
}

impl IslandProps for CheckoutProps {
    fn of(cx: &ViewContext<'_>, page: &PlannedPage) -> Self {
        let site = cx.reader.globals(cx.locale).map(|globals| &globals.site);
        let entry = |page: fn(&SiteGlobals) -> &Option<EntryId>| cx.entry_href(page(site?).as_ref()?);
        let success = cx.routes.get(name::CHECKOUT_SUCCESS, cx.locale);
        let success = success.and_then(Route::shell);
        Self {
            ordering_allowed: cx.ordering_allowed(),
            ways: ordering::ways(cx, page),
            home_path: cx.home_href(),
            cart_path: cx.route_href(name::CART),
            login_path: cx.route_href(name::LOGIN),
            forgot_path: cx.route_href(name::FORGOT_PASSWORD),
            success_path: success.map_or_else(|| cx.home_href(), |shell| shell.pattern.clone()),
            terms_path: entry(|site| &site.terms_page),
            withdrawal_path: entry(|site| &site.withdrawal_page),
            privacy_path: entry(|site| &site.privacy_page),
            guarantee_notice: guarantee::notice(cx),
            phone: site.and_then(links::shop_phone),
            image_template: cx.config.image_template_of_islands(),
        }
    }
}

#[derive(Serialize)]
struct OutcomeView {
    /// Links for help: telephone, showrooms, contact.
    help: Vec<LinkView>,
}

/// The props of the island `order-outcome`.
#[derive(Serialize, ToSchema)]
pub(crate) struct OrderOutcomeProps {
    /// Which of the screens after an order this is. The order's state comes only from the order itself.
    screen: OutcomeScreen,
    /// The path of the screen, with `:id` for the order's id or the code of its link.
    pattern: String,
    /// Whether a visitor who is not logged in may pay here.
    ordering_allowed: bool,
    /// The path of the registration, which is offered to guests.
    #[schema(required)]
    register_path: Option<String>,
    /// The path of the login, for an order of an account.
    #[schema(required)]
    login_path: Option<String>,
    /// The path of the account, for a visitor who is logged in with another account.
    #[schema(required)]
    account_path: Option<String>,
    /// The path of the home page.
    home_path: String,
    /// The contact page; `null` if there is none.
    #[schema(required)]
    contact_path: Option<String>,
    /// The path of the page about withdrawal.
    #[schema(required)]
    withdrawal_path: Option<String>,
    /// The path of the withdrawal function (law §4a).
    #[schema(required)]
    withdraw_path: Option<String>,
}

/// A screen after an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum OutcomeScreen {
    /// The target of the checkout and of links in mails.
    Placed,
    /// The return URL of a successful payment.
    Paid,
    /// The return URL of a failed payment.
    Unpaid,
}

impl IslandProps for OrderOutcomeProps {
    fn of(cx: &ViewContext<'_>, page: &PlannedPage) -> Self {
        let (screen, route) = match page.kind {
            "checkout_paid" => (OutcomeScreen::Paid, name::CHECKOUT_PAID),
            "checkout_unpaid" => (OutcomeScreen::Unpaid, name::CHECKOUT_UNPAID),
            _ => (OutcomeScreen::Placed, name::CHECKOUT_SUCCESS),
        };
        let route = cx.routes.get(route, cx.locale);
        let site = cx.reader.globals(cx.locale).map(|globals| &globals.site);
        Self {
            screen,
            pattern: route
                .and_then(Route::shell)
                .map_or_else(|| page.path.href(), |shell| shell.pattern.clone()),
            ordering_allowed: cx.ordering_allowed(),
            register_path: cx.route_href(name::REGISTER),
            login_path: cx.route_href(name::LOGIN),
            account_path: cx.route_href(name::ACCOUNT),
            home_path: cx.home_href(),
            contact_path: ordering::help(cx).into_iter().rev().find_map(|way| way.href),
            withdrawal_path: site.and_then(|site| cx.entry_href(site.withdrawal_page.as_ref()?)),
            withdraw_path: cx.route_href(name::WITHDRAWAL),
        }
    }
}

/// The checkout. If ordering is closed, it shows the same text as the cart (R-HEAD-02).
pub(super) fn checkout(cx: &ViewContext<'_>, page: &PlannedPage) -> Content {
    let view = CheckoutView {
        ordering_allowed: cx.ordering_allowed(),
        ways: ordering::ways(cx, page),
        help: ordering::help(cx),
        around: cx.simple.cloned().unwrap_or_default(),
    };
    let cart = Crumb {
        label: cx.t("common.cart", &[]),
        href: cx.route_href(name::CART),
    };
    Content {
        between: vec![cart],
        ..Content::new(cx.t("order.checkout", &[]), view::value(view))
    }
}

/// A screen after an order, by the key of its title.
pub(super) fn outcome(cx: &ViewContext<'_>, title: &str) -> Content {
    let view = OutcomeView {
        help: ordering::help(cx),
    };
    Content::new(cx.t(title, &[]), view::value(view))
}
