//! The cart: read, add, change, remove (R-CART-01).
//!
//! **Invariant:** a change runs in its session's queue, in the page's language, and is sent once.

use vitrine_backends::shopware::session::{Cart, NewLineItem};
use vitrine_model::ids::ProductId;

use crate::{
    call::{Call, Reply},
    problem::{Code, Problem},
    release::Release,
    schema::{AddLineItemRequest, ChangeLineItemRequest},
    view,
};

const MOST: i64 = 10_000;

/// `GET /api/cart`. Without a session there is no cart, and the backend is not asked.
pub(crate) async fn read(call: &mut Call) -> Result<Reply, Problem> {
    if call.jar.token().is_none() {
        call.jar.set_count(0);
        return Reply::json(&view::empty_cart(Release::currency(call.release.as_deref())));
    }
    call.settled().await?;
    let cart = call.ask(|commerce, session| commerce.cart(session)).await?;
    answer(call, &cart)
}

/// `POST /api/cart/line-items`
pub(crate) async fn add(call: &mut Call) -> Result<Reply, Problem> {
    let wanted: AddLineItemRequest = call.json()?;
    let product_id = ProductId::parse(&wanted.product_id)
        .map_err(|_| Problem::field("/product_id", "the product id is not 32 hex digits"))?;
    let quantity = quantity(wanted.quantity)?;
    call.may_order().await?;
    let held = call.begin_change().await?;
    let items = vec![NewLineItem::Product {
        product_id: product_id.clone(),
        quantity,
    }];
    let (cart, _held) = call
        .change(held, |commerce, session| commerce.add(session, items))
        .await?;
    if cart
        .line_items
        .iter()
        .any(|item| item.product_id.as_ref() == Some(&product_id))
    {
        return answer(call, &cart);
    }
    // Shopware answers 200 without the row: sold out and unknown with a cart error, a parent without any (CONTRACT §10).
    call.jar.set_count(cart.item_count());
    let mut problem = Problem::from(Code::CartRejected).because("the product was not put into the cart");
    problem.details = view::cart_errors(&cart.errors, &call.page())
        .into_iter()
        .map(|error| error.message)
        .collect();
    Err(problem)
}

/// `PATCH /api/cart/line-items/{id}`
pub(crate) async fn change(call: &mut Call) -> Result<Reply, Problem> {
    let id = call.line_item_id()?;
    let wanted: ChangeLineItemRequest = call.json()?;
    let items = vec![(id, quantity(wanted.quantity)?)];
    call.may_order().await?;
    let held = call.begin_change().await?;
    let (cart, _held) = call
        .change(held, |commerce, session| commerce.change(session, items))
        .await?;
    answer(call, &cart)
}

/// `DELETE /api/cart/line-items/{id}`
pub(crate) async fn remove(call: &mut Call) -> Result<Reply, Problem> {
    let ids = vec![call.line_item_id()?];
    call.may_order().await?;
    let held = call.begin_change().await?;
    let (cart, _held) = call
        .change(held, |commerce, session| commerce.remove(session, ids))
        .await?;
    answer(call, &cart)
}

fn answer(call: &mut Call, cart: &Cart) -> Result<Reply, Problem> {
    call.jar.set_count(cart.item_count());
    Reply::json(&view::cart(cart, &call.page()))
}

fn quantity(wanted: i64) -> Result<u32, Problem> {
    u32::try_from(wanted)
        .ok()
        .filter(|_| (1..=MOST).contains(&wanted))
        .ok_or_else(|| Problem::field("/quantity", "the quantity is not 1 to 10,000"))
}
