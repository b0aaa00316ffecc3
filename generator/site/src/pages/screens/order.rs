//! Checkout, and the screens after an order: what stands there before their islands come, and without JavaScript.
//!
//! **Invariant:** says nothing of an order, which only the island knows: anybody can open these addresses.

use serde::Serialize;

use super::screen::Content;
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
