//! **Invariant:** a change runs in its session's queue, in the page's language, and is sent once.

use vitrine_backends::shopware::session::{Cart, LineItemId, NewLineItem};
use vitrine_model::ids::ProductId;

use super::{
    types::{AddLineItemRequest, AddPromotionRequest, CartResponse, ChangeLineItemRequest},
    view,
};
use crate::{
    problem::{Code, Problem},
    release::Release,
    request_context::RequestContext,
};

/// The highest quantity of a request. `types` says the same number in the document.
const MAX_QUANTITY: i64 = 10_000;

/// Without a session there is no cart, and the backend is not asked.
pub(super) async fn read(context: &mut RequestContext) -> Result<CartResponse, Problem> {
    if context.jar.token().is_none() {
        context.jar.set_count(0);
        return Ok(view::empty_cart(Release::currency(context.release.as_deref())));
    }
    context.settled().await?;
    let cart = context
        .call_backend(|shopware, session| Box::pin(shopware.cart(session, false)))
        .await?;
    Ok(answer(context, &cart))
}

pub(super) async fn add(context: &mut RequestContext, wanted: AddLineItemRequest) -> Result<CartResponse, Problem> {
    let product_id = ProductId::parse(&wanted.product_id)
        .map_err(|_| Problem::field("/product_id", "the product id is not 32 hex digits"))?;
    let quantity = quantity(wanted.quantity)?;
    context.may_order().await?;
    let session_lock = context.lock_session().await?;
    let items = [NewLineItem::Product {
        product_id: product_id.clone(),
        quantity,
    }];
    let (cart, _session_lock) = context
        .change(session_lock, |shopware, session| {
            Box::pin(async move { shopware.add_line_items(session, &items).await })
        })
        .await?;
    if cart
        .line_items
        .iter()
        .any(|item| item.product_id.as_ref() == Some(&product_id))
    {
        return Ok(answer(context, &cart));
    }
    // Shopware answers 200 without the row: sold out and unknown with a cart error, a parent without any (Shopware §10).
    context.jar.set_count(cart.item_count());
    let mut problem = Problem::from(Code::CartRejected).because("the product was not put into the cart");
    problem.details = view::cart_errors(&cart.errors, &context.page())
        .into_iter()
        .map(|error| error.message)
        .collect();
    Err(problem)
}

pub(super) async fn change(
    context: &mut RequestContext,
    wanted: ChangeLineItemRequest,
) -> Result<CartResponse, Problem> {
    let items = [(line_item_id(context)?, quantity(wanted.quantity)?)];
    context.may_order().await?;
    let session_lock = context.lock_session().await?;
    let (cart, _session_lock) = context
        .change(session_lock, |shopware, session| {
            Box::pin(async move { shopware.change_line_items(session, &items).await })
        })
        .await?;
    Ok(answer(context, &cart))
}

pub(super) async fn remove(context: &mut RequestContext) -> Result<CartResponse, Problem> {
    let ids = [line_item_id(context)?];
    context.may_order().await?;
    let session_lock = context.lock_session().await?;
    let (cart, _session_lock) = context
        .change(session_lock, |shopware, session| {
            Box::pin(async move { shopware.remove_line_items(session, &ids).await })
        })
        .await?;
    Ok(answer(context, &cart))
}

fn answer(context: &mut RequestContext, cart: &Cart) -> CartResponse {
    context.jar.set_count(cart.item_count());
    view::cart(cart, &context.page())
}

/// The row that the path names.
fn line_item_id(context: &RequestContext) -> Result<LineItemId, Problem> {
    context
        .parameter("id")
        .filter(|id| id.len() == 32 && id.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')))
        .and_then(|id| LineItemId::parse(id).ok())
        .ok_or_else(|| Problem::invalid("the line item id is not 32 hex digits"))
}

fn quantity(wanted: i64) -> Result<u32, Problem> {
    u32::try_from(wanted)
        .ok()
        .filter(|_| (1..=MAX_QUANTITY).contains(&wanted))
        .ok_or_else(|| Problem::field("/quantity", "the quantity is not 1 to 10,000"))
}

pub(super) async fn add_promotion(_: &mut RequestContext, _: AddPromotionRequest) -> Result<CartResponse, Problem> {
    Err(Code::BackendUnavailable.into())
}
