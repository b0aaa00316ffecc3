//! Responses that contain a cart: adds the changes since the cart that the browser was shown last, and sets the
//! cookies.
//!
//! **Invariant:** every response with a cart is made here, so that the browser's cookie always names the cart that it
//! was shown last.

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

/// The response to a read, or to a change of anything but line items.
pub(crate) fn shown(context: &mut RequestContext, cart: &Cart) -> CartResponse {
    let before = context.jar.seen().map(str::to_owned);
    answer(context, cart, before.as_deref(), None)
}

/// The response to an order with this cart hash, if the cart has changed since.
pub(crate) fn other_than(context: &mut RequestContext, cart: &Cart, hash: &str) -> CartResponse {
    answer(context, cart, Some(hash), None)
}

/// The response to a change of this line item.
pub(crate) fn changed(context: &mut RequestContext, cart: &Cart, touched: &str) -> CartResponse {
    let before = context.jar.seen().map(str::to_owned);
    answer(context, cart, before.as_deref(), Some(touched))
}

/// The response to a session change that affects the sums: an address, a method.
pub(crate) fn recalculated(context: &mut RequestContext, cart: &Cart) -> CartResponse {
    changed(context, cart, "")
}

fn answer(context: &mut RequestContext, cart: &Cart, before: Option<&str>, touched: Option<&str>) -> CartResponse {
    let name = seen::name_of(cart);
    // An expired session has no cart to compare with; the notice explains that.
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

/// Whether the cart's own errors already report the difference; the key of such an error ends with the line item's id
/// (Shopware §7.3).
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
        Difference::Added { id, label } => change(
            CartChangeKind::Added,
            Some(id),
            text("changes.added", &[("name", label)]),
        ),
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
