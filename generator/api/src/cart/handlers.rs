//! Handlers of the cart.
//!
//! **Invariant:** a change runs in its session's queue, in the page's language, and is sent once.

use vitrine_backends::shopware::session::{Cart, LineItem, LineItemId, LineItemKind, NewLineItem, Refusal};
use vitrine_model::ids::ProductId;

use super::{
    answer,
    types::{
        AddLineItemRequest, AddPromotionRequest, CartError, CartResponse, ChangeLineItemRequest, ChangeLineItemsRequest,
    },
    view,
};
use crate::{
    release::Release,
    request::RequestContext,
    web::{code::Code, fields::Form, problem::Problem},
};

/// The maximum quantity of a request; `types` documents the same number.
const MAX_QUANTITY: i64 = 10_000;
/// The maximum number of line items of a request; `types` documents the same number.
const MAX_LINES: usize = 100;
/// Maximum length of a promotion code in characters, as in Shopware.
const MAX_CODE: usize = 255;

/// Without a session the cart is empty, and Shopware is not called.
pub(super) async fn read(context: &mut RequestContext) -> Result<CartResponse, Problem> {
    if context.jar.token().is_none() {
        context.jar.set_count(0);
        return Ok(view::empty_cart(Release::currency(context.release.as_deref())));
    }
    context.settled().await?;
    let cart = context.cart().await?;
    Ok(answer::shown(context, &cart).await)
}

pub(super) async fn add(context: &mut RequestContext, wanted: AddLineItemRequest) -> Result<CartResponse, Problem> {
    let product_id = ProductId::parse(&wanted.product_id)
        .map_err(|_| Problem::field("/product_id", "the product id is not 32 hex digits"))?;
    let quantity = quantity(wanted.quantity)?;
    context.may_order().await?;
    let session_lock = context.lock_cart().await?;
    let items = [NewLineItem::Product {
        product_id: product_id.clone(),
        quantity,
    }];
    let (cart, _session_lock) = context
        .change(session_lock, |shopware, session| {
            Box::pin(async move { shopware.add_line_items(session, &items).await })
        })
        .await?;
    context.still_may_order()?;
    if cart
        .line_items
        .iter()
        .any(|item| item.product_id.as_ref() == Some(&product_id))
    {
        return Ok(answer::changed(context, &cart, product_id.as_str()).await);
    }
    // Shopware responds 200 without the line item: with a cart error if it is sold out or unknown, without one for a
    // parent product (Shopware §10).
    context.jar.set_count(cart.item_count());
    // Shopware may have repaired the cart without the browser being shown it, so the next cart is not compared.
    context.jar.forget_seen();
    let mut problem = Problem::from(Code::CartRejected).because("the product was not put into the cart");
    problem.details = view::cart_errors(&cart, &context.page())
        .into_iter()
        .map(|error| error.message)
        .collect();
    Err(problem)
}

pub(super) async fn change(
    context: &mut RequestContext,
    wanted: ChangeLineItemRequest,
) -> Result<CartResponse, Problem> {
    let id = line_item_id(context)?;
    let items = vec![(id.clone(), quantity(wanted.quantity)?)];
    let cart = set_quantities(context, items).await?;
    Ok(answer::changed(context, &cart, id.as_str()).await)
}

/// All or none: Shopware refuses the whole change if it does not know one of the line items.
pub(super) async fn change_several(
    context: &mut RequestContext,
    wanted: ChangeLineItemsRequest,
) -> Result<CartResponse, Problem> {
    if !(1..=MAX_LINES).contains(&wanted.line_items.len()) {
        return Err(Problem::field("/line_items", "the request has not 1 to 100 line items"));
    }
    let mut items: Vec<(LineItemId, u32)> = Vec::new();
    for one in &wanted.line_items {
        let id = parsed_id(&one.id).filter(|id| items.iter().all(|(other, _)| other != id));
        let id = id.ok_or_else(|| Problem::field("/line_items", "an id is not 32 hex digits, or is there twice"))?;
        items.push((id, quantity(one.quantity)?));
    }
    let cart = set_quantities(context, items).await?;
    Ok(answer::recalculated(context, &cart).await)
}

async fn set_quantities(context: &mut RequestContext, items: Vec<(LineItemId, u32)>) -> Result<Cart, Problem> {
    context.may_order().await?;
    let session_lock = context.lock_cart().await?;
    let (cart, _session_lock) = context
        .change(session_lock, |shopware, session| {
            Box::pin(async move { shopware.change_line_items(session, &items).await })
        })
        .await?;
    context.still_may_order()?;
    Ok(cart)
}

pub(super) async fn remove(context: &mut RequestContext) -> Result<CartResponse, Problem> {
    let id = line_item_id(context)?;
    let ids = [id.clone()];
    context.may_order().await?;
    let session_lock = context.lock_cart().await?;
    let (cart, _session_lock) = context
        .change(session_lock, |shopware, session| {
            Box::pin(async move { shopware.remove_line_items(session, &ids).await })
        })
        .await?;
    context.still_may_order()?;
    Ok(answer::changed(context, &cart, id.as_str()).await)
}

/// The line item id in the path.
fn line_item_id(context: &RequestContext) -> Result<LineItemId, Problem> {
    context
        .parameter("id")
        .and_then(parsed_id)
        .ok_or_else(|| Problem::invalid("the line item id is not 32 hex digits"))
}

fn parsed_id(id: &str) -> Option<LineItemId> {
    let hex = id.len() == 32 && id.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    LineItemId::parse(id).ok().filter(|_| hex)
}

fn quantity(wanted: i64) -> Result<u32, Problem> {
    quantity_within(wanted).ok_or_else(|| Problem::field("/quantity", "the quantity is not 1 to 10,000"))
}

/// The quantity, if it is 1 to [`MAX_QUANTITY`].
pub(super) fn quantity_within(wanted: i64) -> Option<u32> {
    let wanted = u32::try_from(wanted).ok();
    wanted.filter(|wanted| (1..=MAX_QUANTITY).contains(&i64::from(*wanted)))
}

/// Shopware compares codes case-insensitively but stores them as typed, so they are sent in upper case (Shopware §10).
pub(super) async fn add_promotion(
    context: &mut RequestContext,
    wanted: AddPromotionRequest,
) -> Result<CartResponse, Problem> {
    let mut form = Form::default();
    let code = form.text("/code".to_owned(), &wanted.code, MAX_CODE).to_uppercase();
    form.done().map_err(Problem::fields)?;
    context.may_order().await?;
    let session_lock = context.lock_cart().await?;
    let items = [NewLineItem::Promotion { code: code.clone() }];
    let added = context
        .change(session_lock, |shopware, session| {
            Box::pin(async move { shopware.add_line_items(session, &items).await })
        })
        .await;
    let (cart, _session_lock) = match added {
        // The cart already contains the code, in another spelling.
        Err(problem) if problem.refusal() == Some(&Refusal::LineItemNotStackable) => return read(context).await,
        other => other?,
    };
    context.still_may_order()?;
    let response = answer::changed(context, &cart, "").await;
    let is_in = |item: &LineItem| {
        item.kind == LineItemKind::Promotion
            && item
                .promotion_code
                .as_deref()
                .is_some_and(|own| own.eq_ignore_ascii_case(&code))
    };
    if cart.line_items.iter().any(is_in) {
        return Ok(response);
    }
    let page = context.page();
    let say = |key: &str| page.messages.text(page.code, key, &[("code", &code)]);
    let (excluded, silent) = (say("promotions.excluded"), say(unsaid(&response)));
    Err(refused(&response, code, excluded, silent))
}

/// The text for a code that Shopware does not comment on: that is the case for any code in an empty cart, for a
/// discount on delivery if nothing is shipped, and for a code that is used up.
fn unsaid(cart: &CartResponse) -> &'static str {
    let goods = || cart.line_items.iter().filter(|item| item.good);
    if goods().next().is_none() {
        "promotions.empty"
    } else if goods().all(|item| item.digital) {
        "promotions.digital"
    } else {
        "promotions.used"
    }
}

/// The reason why a code gives no discount, from the cart's errors (Shopware §7.3). Shopware reports an expired code
/// like an unknown one; `silent` is the text if it reports nothing, `excluded` the text for a code excluded by another
/// one: Shopware names its promotion, not the code.
fn refused(cart: &CartResponse, code: String, excluded: String, silent: String) -> Problem {
    let said = |kind: &str| cart.errors.iter().find(|error| error.message_key == kind);
    let problem = |code: Code, error: Option<&CartError>| {
        let mut problem = Problem::from(code).because("the promotion code gives no discount");
        problem.pointer = Some("/code");
        problem.details = error.map(|error| error.message.clone()).into_iter().collect();
        problem
    };
    if said("promotion-not-found").is_some() {
        let mut unknown = problem(Code::PromotionNotFound, None);
        unknown.parameters = vec![("code", code)];
        return unknown;
    }
    // Errors about added or removed promotions belong to other codes.
    let refuses = |error: &&CartError| {
        error.message_key.contains("promotion") && !error.message_key.starts_with("promotion-discount-")
    };
    let reason = cart.errors.iter().find(refuses);
    let mut refusal = problem(Code::PromotionNotEligible, reason);
    match reason {
        None => refusal.details = [silent].into(),
        Some(error) if error.message_key == "promotion-excluded" => refusal.details = [excluded].into(),
        Some(_) => {}
    }
    refusal
}
