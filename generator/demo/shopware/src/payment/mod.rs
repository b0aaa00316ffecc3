//! Payment of an order (Shopware §11.2): for a method with a gateway, /handle-payment redirects the visitor to it, and
//! the gateway redirects back through `/payment/finalize-transaction`, which updates the transaction and redirects to
//! the shop. A token is valid once, for half an hour.

mod gateway;
mod page;
mod visits;

use http::StatusCode;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

pub(crate) use self::gateway::routes;
pub(crate) use self::visits::Payments;

use self::visits::{Outcome, Payment};

use super::errors::ApiError;
use super::ids::random_id;
use super::master_data::payment_id;
use super::{Ctx, ShopwareState, mails};

/// `core.cart.paymentFinalizeTransactionTime`.
const LIFETIME: SignedDuration = SignedDuration::from_mins(30);

/// Path of the gateway's pages.
const GATEWAY: &str = "/payment-gateway";
/// Path to which the gateway redirects visitors.
const FINALIZE: &str = "/payment/finalize-transaction";
const TOKEN: &str = "_sw_payment_token";

/// POST|GET /handle-payment: neither login nor ownership is checked, as in 6.6.
pub(crate) fn handle(state: &ShopwareState, ctx: &Ctx) -> Result<Value, ApiError> {
    let id = ctx.parameter("orderId").filter(|id| !id.is_empty());
    let id = id.ok_or_else(|| {
        let blank = json!({"{{ value }}": "null"});
        ApiError::violation("IS_BLANK_ERROR", "This value should not be blank.", "/orderId", blank)
    })?;
    let mut orders = state.orders();
    let order = orders.find(&id).ok_or_else(|| invalid_order(&id))?;
    // Transactions that are not open are finished.
    let open = order.transactions.iter().rfind(|row| row.state.name() == "open");
    let methods = &ctx.shop.shop.payment;
    let open = open.filter(|open| methods.iter().any(|row| row.gateway && payment_id(row) == open.method));
    let Some(open) = open else {
        return Ok(json!({"apiAlias": "array_struct", "redirectUrl": null}));
    };
    let payment = Payment {
        id: random_id(),
        token: format!("{}{}", random_id(), random_id()),
        transaction: open.id.clone(),
        finish_url: ctx.parameter("finishUrl").filter(|url| !url.is_empty()),
        error_url: ctx.parameter("errorUrl").filter(|url| !url.is_empty()),
        expires: ctx.now.checked_add(LIFETIME).unwrap_or(ctx.now),
        outcome: None,
        used: false,
        order: id,
    };
    let url = format!("{}{GATEWAY}/{}", state.addresses.shopware, payment.id);
    orders.payments.add(payment);
    Ok(json!({"apiAlias": "array_struct", "redirectUrl": url}))
}

fn invalid_order(id: &str) -> ApiError {
    ApiError::new(
        StatusCode::NOT_FOUND,
        "CHECKOUT__INVALID_ORDER_ID",
        format!("The order with id {id} is invalid or could not be found."),
        json!({"orderId": id}),
    )
}

/// Handles the return from the gateway: redirects the visitor if the payment has a URL.
fn finalize(state: &ShopwareState, query: &serde_json::Map<String, Value>) -> Result<Option<String>, ApiError> {
    let token = query.get(TOKEN).and_then(Value::as_str).ok_or_else(|| {
        ApiError::new(
            StatusCode::BAD_REQUEST,
            "FRAMEWORK__MISSING_REQUEST_PARAMETER",
            format!("Parameter \"{TOKEN}\" is missing."),
            json!({"parameterName": TOKEN}),
        )
    })?;
    let now = state.clock.now();
    let payment = consume(state, token, now)?;
    let outcome = payment.outcome;
    if let Some(next) = outcome.and_then(Outcome::state) {
        settle(state, &payment, next, now);
    }
    let failed = outcome
        .and_then(Outcome::error_code)
        .zip(payment.error_url.as_deref())
        .map(|(code, url)| format!("{url}{}error-code={code}", if has_query(url) { '&' } else { '?' }));
    Ok(failed.or(payment.finish_url))
}

/// Uses up a token. An expired one is used up too, and its payment fails as expired.
fn consume(state: &ShopwareState, token: &str, now: Timestamp) -> Result<Payment, ApiError> {
    let mut orders = state.orders();
    let refused = |code: &str, what: &str| {
        let detail = format!("The provided token {token} is {what} and the payment could not be processed.");
        ApiError::new(StatusCode::BAD_REQUEST, code, detail, json!({"token": token}))
    };
    let payment = orders.payments.returning(token);
    let payment = payment.ok_or_else(|| refused("CHECKOUT__INVALID_PAYMENT_TOKEN", "invalid"))?;
    if payment.used {
        return Err(refused("CHECKOUT__PAYMENT_TOKEN_INVALIDATED", "invalidated"));
    }
    payment.used = true;
    if now >= payment.expires {
        payment.outcome = Some(Outcome::Expired);
    }
    Ok(payment.clone())
}

/// Changes the state of the transaction, if allowed, and stores a mail.
fn settle(state: &ShopwareState, payment: &Payment, next: &str, now: Timestamp) {
    let mut orders = state.orders();
    let Some(order) = orders.find_mut(&payment.order) else {
        return;
    };
    if !order.pay(&payment.transaction, next, now) {
        return;
    }
    let order = order.clone();
    let ctx = state.ctx_in(&order.iso);
    if let Some(mail) = mails::payment(&ctx, &order, next) {
        orders.mails.send(mail);
    }
}

/// Whether PHP's `parse_url` finds a non-empty query.
fn has_query(url: &str) -> bool {
    let before = url.split('#').next().unwrap_or_default();
    before.split_once('?').is_some_and(|(_, query)| !query.is_empty())
}
