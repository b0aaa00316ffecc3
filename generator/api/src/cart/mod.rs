//! `/api/cart`: read, add, change, remove, promotion codes (R-CART-01).

pub(crate) mod answer;
mod handlers;
mod numbers;
mod overview;
pub(crate) mod types;
pub(crate) mod view;

use self::types::{
    AddByNumberRequest, AddLineItemRequest, AddPromotionRequest, AddedByNumberResponse, CartOverviewResponse,
    CartResponse, ChangeLineItemRequest, ChangeLineItemsRequest,
};
use crate::{
    request::row::Row,
    web::policy::{Action, Policy},
};

/// Maximum body size in bytes: a promotion code at its maximum length, fully escaped.
const MAX_CODE_BODY: usize = 4 * 1024;
/// Maximum body size in bytes: 100 line items with their quantities.
const MAX_QUANTITIES_BODY: usize = 16 * 1024;
/// Maximum body size in bytes: 100 lines with numbers at their maximum length, fully escaped.
const MAX_NUMBERS_BODY: usize = 48 * 1024;

pub(crate) fn rows() -> Vec<Row> {
    let write = Policy::public(Action::CartWrite);
    vec![
        Row::get::<CartResponse>("getCart", "/api/cart", Policy::public(Action::Read), |context| {
            Box::pin(handlers::read(context))
        })
        .summary("Returns the cart; it is empty for a visitor without a session."),
        Row::get::<CartOverviewResponse>(
            "getCartOverview",
            "/api/cart/overview",
            Policy::public(Action::Read),
            |context| Box::pin(overview::read(context)),
        )
        .summary("Returns what the page of the cart shows: the cart, its visitor, where the shop delivers to and how one may pay."),
        Row::post::<AddLineItemRequest, CartResponse>("addLineItem", "/api/cart/line-items", write, |context, body| {
            Box::pin(handlers::add(context, body))
        })
        .summary("Adds a product to the cart; the quantity is added to that of the same product.")
        .begins_session(),
        Row::patch::<ChangeLineItemRequest, CartResponse>(
            "changeLineItem",
            "/api/cart/line-items/{id}",
            write,
            |context, body| Box::pin(handlers::change(context, body)),
        )
        .summary("Sets the quantity of a line item."),
        Row::patch::<ChangeLineItemsRequest, CartResponse>(
            "changeLineItems",
            "/api/cart/line-items",
            write,
            |context, body| Box::pin(handlers::change_several(context, body)),
        )
        .summary("Sets the quantities of several line items in one change.")
        .max_body(MAX_QUANTITIES_BODY),
        Row::delete::<CartResponse>("removeLineItem", "/api/cart/line-items/{id}", write, |context| {
            Box::pin(handlers::remove(context))
        })
        .summary("Removes a line item from the cart."),
        Row::post::<AddPromotionRequest, CartResponse>(
            "addPromotion",
            "/api/cart/promotions",
            write,
            |context, body| Box::pin(handlers::add_promotion(context, body)),
        )
        .summary("Adds a promotion code to the cart; it is removed like any other line item.")
        .max_body(MAX_CODE_BODY),
        Row::post::<AddByNumberRequest, AddedByNumberResponse>(
            "addByNumber",
            "/api/cart/numbers",
            write,
            |context, body| Box::pin(numbers::add(context, body)),
        )
        .summary("Adds products by number to the cart of a business customer; each line gets an outcome.")
        .max_body(MAX_NUMBERS_BODY),
    ]
}
