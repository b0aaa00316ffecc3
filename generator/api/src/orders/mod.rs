//! `/api/orders`: placing an order once, reading it, paying it later (R-CHK-03, -05, -06, -08), and the orders of the
//! account (R-ACCT-03).

mod files;
mod handlers;
mod invoice_account;
mod legal_texts;
mod list;
mod nested;
mod payment;
mod place;
mod reorder;
mod spellings;
mod standing;
mod status;
mod timeline;
mod types;
mod view;

use self::types::{
    CancelOrderRequest, CartChangedResponse, LookUpOrderRequest, OrderNotPayableResponse, OrderPaymentResponse,
    OrderResponse, OrdersResponse, PayOrderRequest, PlaceOrderRequest, PlacedOrderResponse, ReorderRequest,
    ReorderResponse,
};
pub(crate) use self::{list::newest, types::OrderSummary};
use crate::{
    request::row::Row,
    web::policy::{Action, Policy},
};

/// Maximum body size in bytes: an order's comment at its maximum length, fully escaped.
const MAX_ORDER_BODY: usize = 16 * 1024;

const HTML: &str = "text/html; charset=utf-8";
const PDF: &str = "application/pdf";
/// The content type of bought files: a browser never shows one as a page.
const ANY_FILE: &str = "application/octet-stream";

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = placing();
    rows.extend(account());
    rows
}

/// Orders of an account.
fn account() -> Vec<Row> {
    let read = Policy::guest(Action::Read);
    let order = Policy::guest(Action::Order);
    vec![
        Row::find::<list::ListQuery, OrdersResponse>("listOrders", "/api/orders", read, |context, query| {
            Box::pin(list::list(context, query))
        })
        .summary("Returns a page of the orders of the session's customer, newest first."),
        Row::post::<ReorderRequest, ReorderResponse>(
            "reorder",
            "/api/orders/{id}/reorder",
            Policy::guest(Action::CartWrite),
            |context, body| Box::pin(reorder::reorder(context, body)),
        )
        .summary("Adds the products of an order to the cart, and tells what could not be added."),
        Row::post::<CancelOrderRequest, OrderResponse>(
            "cancelOrder",
            "/api/orders/{id}/cancel",
            order,
            |context, body| Box::pin(handlers::cancel(context, body)),
        )
        .summary("Cancels an order of which nothing was shipped, where the shop allows it."),
        Row::file(
            "getDocument",
            "/api/orders/{id}/documents/{document_id}",
            read,
            PDF,
            |context| Box::pin(files::document(context)),
        )
        .summary("Returns a document of an order as a PDF.")
        .without_locale(),
        Row::file(
            "getDownload",
            "/api/orders/{id}/downloads/{download_id}",
            read,
            ANY_FILE,
            |context| Box::pin(files::download(context)),
        )
        .summary("Returns a bought file of an order that was paid.")
        .without_locale(),
        Row::file(
            "getLegalText",
            "/api/legal-texts/{id}",
            Policy::public(Action::Read),
            HTML,
            |context| Box::pin(legal_texts::file(context)),
        )
        .summary("Returns terms or information on withdrawal that were in force when orders were placed.")
        .without_locale(),
    ]
}

/// An order from its placing to its payment.
fn placing() -> Vec<Row> {
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
        .summary("Returns the order of a link: to its own customer, or to a guest who knows its e-mail address and postal code."),
        Row::post::<PayOrderRequest, OrderPaymentResponse>(
            "payOrder",
            "/api/orders/{id}/payment",
            Policy::public(Action::Order),
            |context, body| Box::pin(handlers::pay(context, body)),
        )
        .summary("Begins the payment of an order that was not paid, with the same payment method or another one.")
        .conflict::<OrderNotPayableResponse>(
            "The order was not paid: it is paid, cancelled or being paid, as `order` tells.",
        ),
    ]
}
