//! Responses that contain a cart: adds the changes since the cart that the browser was shown last, and sets the
//! cookies.
//!
//! **Invariant:** every response with a cart is made here, so that the browser's cookie always names the cart that it
//! was shown last.

use vitrine_backends::shopware::session::Cart;
use vitrine_model::{ids::ProductId, product::StockState};

use super::{
    types::{AmountChange, CartChange, CartChangeKind, CartResponse, QuantityChange},
    view,
};
use crate::{
    request::{Page, RequestContext},
    types::{money::Money, notice::NoticeCode},
    visitors::seen::{self, Difference},
};

/// Maximum number of removed products that are looked up.
const MAX_ASKED: usize = 100;

/// The response to a read, or to a change of anything but line items.
pub(crate) async fn shown(context: &mut RequestContext, cart: &Cart) -> CartResponse {
    let before = context.jar.seen().map(str::to_owned);
    answer(context, cart, before.as_deref(), None).await
}

/// The response to an order with this cart hash, if the cart has changed since.
pub(crate) async fn other_than(context: &mut RequestContext, cart: &Cart, hash: &str) -> CartResponse {
    answer(context, cart, Some(hash), None).await
}

/// The response to a change of this line item.
pub(crate) async fn changed(context: &mut RequestContext, cart: &Cart, touched: &str) -> CartResponse {
    let before = context.jar.seen().map(str::to_owned);
    answer(context, cart, before.as_deref(), Some(touched)).await
}

/// The response to a session change that affects the sums: an address, a method.
pub(crate) async fn recalculated(context: &mut RequestContext, cart: &Cart) -> CartResponse {
    changed(context, cart, "").await
}

async fn answer(
    context: &mut RequestContext,
    cart: &Cart,
    before: Option<&str>,
    touched: Option<&str>,
) -> CartResponse {
    let name = seen::name_of(cart);
    let notice = context.notice();
    // An expired session has no cart to compare with; the notice explains that.
    let mut differences = match before.filter(|before| *before != name && notice.is_none()) {
        Some(before) => context.state.seen.differences(before, cart, touched),
        None => Vec::new(),
    };
    let mut response = view::cart(cart, &context.page());
    differences.retain(|difference| !is_said(difference, &response));
    let sold = still_sold(context, &differences).await;
    // Only the added items are left, and none was removed because it is sold out.
    let is_left = |id: &str| touched.is_some_and(|touched| touched == id);
    let all_gone = cart.line_items.iter().all(|item| is_left(item.id.as_str()));
    let unknown = cart.line_items.is_empty() && differences.contains(&Difference::Other { amounts: None });
    response.notice = notice.or_else(|| {
        let ended = unknown || (all_gone && !sold.is_empty());
        ended.then(|| context.notice_of(NoticeCode::CartEnded, "notices.cart-ended"))
    });
    if response.notice.is_some() {
        differences.clear();
    }
    context.state.seen.keep(cart);
    context.jar.set_seen(name);
    context.jar.set_count(cart.item_count());
    let page = context.page();
    response.changes = differences
        .iter()
        .map(|difference| change(difference, &sold, &page))
        .collect();
    response
}

/// The removed products that Shopware still sells: they were lost with the cart's row, or removed elsewhere. If that
/// cannot be read, all count as no longer sold.
async fn still_sold(context: &RequestContext, differences: &[Difference]) -> Vec<ProductId> {
    let removed = differences.iter().filter_map(|difference| match difference {
        Difference::Removed { product, .. } => product.clone(),
        _ => None,
    });
    let removed: Vec<ProductId> = removed.take(MAX_ASKED).collect();
    if removed.is_empty() {
        return Vec::new();
    }
    let limited_at_most = context.state.config.limited_at_most;
    let asked = context
        .call_as_stranger(|shopware, session| {
            Box::pin(async move { shopware.products(session, &removed, limited_at_most).await })
        })
        .await;
    match asked {
        Ok(found) => found
            .products
            .into_iter()
            .filter(|product| product.stock.state != StockState::OutOfStock)
            .map(|product| product.id)
            .collect(),
        Err(problem) => {
            problem.log_unread("whether products are still sold");
            Vec::new()
        }
    }
}

/// Whether the cart's own errors already report the difference; the key of such an error ends with the line item's id
/// (Shopware §7.3).
fn is_said(difference: &Difference, response: &CartResponse) -> bool {
    let (Difference::Removed { id, .. } | Difference::Quantity { id, .. }) = difference else {
        return false;
    };
    response.errors.iter().any(|error| error.key.ends_with(id.as_str()))
}

fn change(difference: &Difference, sold: &[ProductId], page: &Page<'_>) -> CartChange {
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
        Difference::Removed { id, label, product } => {
            let is_sold = product.as_ref().is_some_and(|product| sold.contains(product));
            let key = if is_sold { "changes.left" } else { "changes.removed" };
            change(CartChangeKind::Removed, Some(id), text(key, &[("name", label)]))
        }
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
