//! Checkout, and the screens after an order: what stands there before their islands come, and without JavaScript.
//!
//! **Invariant:** says nothing of an order, which only the island knows: anybody can open these addresses.

use serde::Serialize;
use utoipa::ToSchema;

use super::screen::{Content, IslandProps};
use crate::{
    context::ViewContext,
    header_footer::views,
    page::{Crumb, PlannedPage},
    routes::name,
    view::{self, links::LinkView, ordering},
};

#[derive(Serialize)]
struct CheckoutView {
    ordering_allowed: bool,
    /// Ways on where ordering is closed.
    ways: Vec<LinkView>,
    /// Telephone, showrooms, contact.
    help: Vec<LinkView>,
    /// The header without navigation.
    around: minijinja::Value,
}

#[derive(Serialize)]
struct OutcomeView {
    /// Telephone, showrooms, contact.
    help: Vec<LinkView>,
}

/// What the island `order-outcome` is given.
#[derive(Serialize, ToSchema)]
pub(crate) struct OrderOutcomeProps {
    /// Which of the screens after an order this is. What became of the order only the order itself says.
    screen: OutcomeScreen,
    /// The path of the screen, with `{id}` where the order's id or the code of its link stands.
    pattern: String,
    /// The path of the home page.
    home_path: String,
    /// The page where somebody can be asked; `null` where there is none.
    #[schema(required)]
    contact_path: Option<String>,
}

/// A screen after an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum OutcomeScreen {
    /// Where the checkout and the links of mails lead.
    Placed,
    /// Where a payment that was made returns to.
    Paid,
    /// Where a payment that was not made returns to.
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
        Self {
            screen,
            pattern: route.map_or_else(|| page.path.href(), |route| route.pattern.clone()),
            home_path: cx.home_href(),
            contact_path: ordering::help(cx).into_iter().rev().find_map(|way| way.href),
        }
    }
}

/// The checkout. It says of closed ordering what the cart says (R-HEAD-02).
pub(super) fn checkout(cx: &ViewContext<'_>, page: &PlannedPage) -> Content {
    let view = CheckoutView {
        ordering_allowed: cx.ordering_allowed(),
        ways: ordering::ways(cx, page),
        help: ordering::help(cx),
        around: views::simple(cx),
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
