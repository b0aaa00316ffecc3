//! `/api/orders`: placing an order once, reading it, paying it later (R-CHK-03, -05, -06, -08).

mod handlers;
mod payment;
mod place;
mod types;
mod view;

use self::types::{
    CartChangedResponse, LookUpOrderRequest, OrderPaymentResponse, OrderResponse, PayOrderRequest, PlaceOrderRequest,
    PlacedOrderResponse,
};
use crate::{
    policy::{Action, Policy},
    row::Row,
};

/// Maximum body size in bytes: an order's comment at its maximum length, fully escaped.
const MAX_ORDER_BODY: usize = 16 * 1024;

pub(crate) fn rows() -> Vec<Row> {
    vec![
        Row::post::<PlaceOrderRequest, PlacedOrderResponse>(
            "placeOrder",
            "/api/orders",
            Policy::guest(Action::Order),
            |context, body| Box::pin(place::place(context, body)),
        )
        .summary("Orders the cart that was shown, once for each idempotency key, and begins its payment.")
        .max_body(MAX_ORDER_BODY)
        .conflict::<CartChangedResponse>(
            "The order was not placed; with the code `CART_CHANGED` the cart is not the one that was shown.",
        ),
        Row::get::<OrderResponse>("getOrder", "/api/orders/{id}", Policy::guest(Action::Read), |context| {
            Box::pin(handlers::read(context))
        })
        .summary("Returns an order of the session's customer."),
        Row::post::<LookUpOrderRequest, OrderResponse>(
            "lookUpOrder",
            "/api/orders/lookup",
            Policy::public(Action::OrderLookup),
            |context, body| Box::pin(handlers::look_up(context, body)),
        )
        .summary("Returns the order of a guest who has the code of its link, without a session."),
        Row::post::<PayOrderRequest, OrderPaymentResponse>(
            "payOrder",
            "/api/orders/{id}/payment",
            Policy::public(Action::Order),
            |context, body| Box::pin(handlers::pay(context, body)),
        )
        .summary("Begins the payment of an order that was not paid, with the same payment method or another one."),
    ]
}
