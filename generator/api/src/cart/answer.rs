//! A cart on its way to the browser: with what changed since the browser was shown one, and with the cookies that go with it.
//!
//! **Invariant:** every answer that shows a cart is made here, so that the browser's cookie always names what it was shown last.

use vitrine_backends::shopware::session::Cart;

use super::{
    types::{AmountChange, CartChange, CartChangeKind, CartResponse, QuantityChange},
    view,
};
use crate::{
    money::Money,
    request_context::{Page, RequestContext},
    seen::{self, Difference},
};

/// The answer to a read, or to a change of something else than lines.
pub(crate) fn shown(context: &mut RequestContext, cart: &Cart) -> CartResponse {
    let before = context.jar.seen().map(str::to_owned);
    answer(context, cart, before.as_deref(), None)
}

/// The answer to an order of a cart of this hash, which is another one by now.
pub(crate) fn other_than(context: &mut RequestContext, cart: &Cart, hash: &str) -> CartResponse {
    answer(context, cart, Some(hash), None)
}

/// The answer to a change of this line.
pub(crate) fn changed(context: &mut RequestContext, cart: &Cart, touched: &str) -> CartResponse {
    let before = context.jar.seen().map(str::to_owned);
    answer(context, cart, before.as_deref(), Some(touched))
}

/// The answer to a change of the session that changes sums by itself: an address, a method.
pub(crate) fn recalculated(context: &mut RequestContext, cart: &Cart) -> CartResponse {
    changed(context, cart, "")
}

fn answer(context: &mut RequestContext, cart: &Cart, before: Option<&str>, touched: Option<&str>) -> CartResponse {
    let name = seen::name_of(cart);
    // An expired session has no cart to compare with: the notice says it all.
    let differences = match before.filter(|before| *before != name && !context.expired) {
        Some(before) => context.state.seen.differences(before, cart, touched),
        None => Vec::new(),
    };
    context.state.seen.keep(cart);
    context.jar.set_seen(name);
    context.jar.set_count(cart.item_count());
    let page = context.page();
    let mut response = view::cart(cart, &page);
    response.changes = differences
        .iter()
        .filter(|difference| !is_said(difference, &response))
        .map(|difference| change(difference, &page))
        .collect();
    response.notice = context.notice();
    response
}

/// Whether the cart's own errors say so of the line, whose key ends with its id (Shopware §7.3).
fn is_said(difference: &Difference, response: &CartResponse) -> bool {
    let (Difference::Removed { id, .. } | Difference::Quantity { id, .. }) = difference else {
        return false;
    };
    response.errors.iter().any(|error| error.key.ends_with(id.as_str()))
}

fn change(difference: &Difference, page: &Page<'_>) -> CartChange {
    let text = |key: &str, parameters: &[(&str, &str)]| page.messages.text(page.code, key, parameters);
    let change = |kind, id: Option<&String>, message| CartChange {
        kind,
        line_item_id: id.cloned(),
        quantity: None,
        amount: None,
        message,
    };
    let amount = |before, now| {
        Some(AmountChange {
            before: Money::from(before),
            now: Money::from(now),
        })
    };
    match difference {
        Difference::Removed { id, label } => change(
            CartChangeKind::Removed,
            Some(id),
            text("changes.removed", &[("name", label)]),
        ),
        Difference::Quantity { id, label, before, now } => {
            let numbers = (before.to_string(), now.to_string());
            let parameters = [("name", label.as_str()), ("before", &numbers.0), ("now", &numbers.1)];
            CartChange {
                quantity: Some(QuantityChange {
                    before: *before,
                    now: *now,
                }),
                ..change(
                    CartChangeKind::Quantity,
                    Some(id),
                    text("changes.quantity", &parameters),
                )
            }
        }
        Difference::UnitPrice { id, label, before, now } => CartChange {
            amount: amount(*before, *now),
            ..change(
                CartChangeKind::UnitPrice,
                Some(id),
                text("changes.unit-price", &[("name", label)]),
            )
        },
        Difference::Shipping { before, now } => CartChange {
            amount: amount(*before, *now),
            ..change(CartChangeKind::Shipping, None, text("changes.shipping", &[]))
        },
        Difference::Other { amounts } => CartChange {
            amount: amounts.and_then(|(before, now)| amount(before, now)),
            ..change(CartChangeKind::Other, None, text("changes.other", &[]))
        },
    }
}
