//! Reorders: adds the products of an order to the cart (ORDER-4).
//!
//! **Invariant:** added items are counted from the cart before and after, not taken from Shopware's messages; every
//! missing item is reported.

use vitrine_backends::shopware::session::{Cart, LineItemKind, NewLineItem, Order, OrderLine};
use vitrine_model::ids::ProductId;

use super::{
    handlers,
    types::{MissingItem, MissingReason, ReorderRequest, ReorderResponse},
};
use crate::{
    cart::answer,
    request::RequestContext,
    web::{code::Code, problem::Problem},
};

/// Maximum number of different products in one call (rule 13).
const MAX_PRODUCTS: usize = 100;

/// A product of the order.
struct Wanted {
    product_id: Option<ProductId>,
    label: String,
    quantity: u32,
}

pub(super) async fn reorder(context: &mut RequestContext, _: ReorderRequest) -> Result<ReorderResponse, Problem> {
    let id = handlers::order_id(context)?;
    context.may_order().await?;
    let session_lock = context.lock_cart().await?;
    let order = context
        .call_backend(|shopware, session| Box::pin(async move { shopware.order(session, &id).await }))
        .await?;
    let wanted = wanted(&order.ok_or(Code::OrderNotFound)?);
    let before = context
        .call_backend(|shopware, session| Box::pin(shopware.cart(session, false)))
        .await?;
    let items: Vec<NewLineItem> = wanted.iter().take(MAX_PRODUCTS).filter_map(new_line_item).collect();
    if items.is_empty() {
        return Ok(response(context, &before, &before, &wanted).await);
    }
    let (cart, _session_lock) = context
        .change(session_lock, |shopware, session| {
            Box::pin(async move { shopware.add_line_items(session, &items).await })
        })
        .await?;
    context.still_may_order()?;
    Ok(response(context, &before, &cart, &wanted).await)
}

async fn response(context: &mut RequestContext, before: &Cart, cart: &Cart, wanted: &[Wanted]) -> ReorderResponse {
    let missing = missing(before, cart, wanted);
    let asked = wanted.iter().fold(0_u32, |sum, row| sum.saturating_add(row.quantity));
    let lacking = missing
        .iter()
        .fold(0_u32, |sum, row| sum.saturating_add(row.wanted - row.added));
    ReorderResponse {
        cart: answer::shown(context, cart).await,
        added: asked.saturating_sub(lacking),
        missing,
    }
}

/// The distinct products of an order. Promotions are applied again by the shop, nested lines are added with their
/// container.
fn wanted(order: &Order) -> Vec<Wanted> {
    let mut wanted: Vec<Wanted> = Vec::new();
    let is_product = |line: &&OrderLine| line.kind == LineItemKind::Product && line.parent_id.is_none();
    for line in order.lines.iter().filter(is_product) {
        let known = wanted
            .iter_mut()
            .find(|row| row.product_id.is_some() && row.product_id == line.product_id);
        match known {
            Some(row) => row.quantity = row.quantity.saturating_add(line.quantity),
            None => wanted.push(Wanted {
                product_id: line.product_id.clone(),
                label: line.label.clone(),
                quantity: line.quantity,
            }),
        }
    }
    wanted
}

fn new_line_item(wanted: &Wanted) -> Option<NewLineItem> {
    Some(NewLineItem::Product {
        product_id: wanted.product_id.clone()?,
        quantity: wanted.quantity,
    })
}

fn missing(before: &Cart, cart: &Cart, wanted: &[Wanted]) -> Vec<MissingItem> {
    let pieces = |cart: &Cart, id: &ProductId| {
        let rows = cart.line_items.iter().filter(|row| row.product_id.as_ref() == Some(id));
        rows.fold(0_u32, |sum, row| sum.saturating_add(row.quantity))
    };
    let mut missing = Vec::new();
    for row in wanted {
        let id = row.product_id.as_ref();
        let there = id.map_or(0, |id| pieces(cart, id));
        let added = id
            .map_or(0, |id| there.saturating_sub(pieces(before, id)))
            .min(row.quantity);
        if added == row.quantity {
            continue;
        }
        let sold_out = id.is_some_and(|id| said(cart, id, "product-out-of-stock"));
        missing.push(MissingItem {
            label: row.label.clone(),
            reason: match there {
                0 if sold_out => MissingReason::SoldOut,
                0 => MissingReason::NotSold,
                _ => MissingReason::Fewer,
            },
            wanted: row.quantity,
            added,
        });
    }
    missing
}

/// Whether the cart has an error of this kind about the product.
fn said(cart: &Cart, id: &ProductId, kind: &str) -> bool {
    let errors = cart.errors.iter();
    errors
        .filter(|error| error.message_key == kind)
        .any(|error| error.key.contains(id.as_str()))
}
