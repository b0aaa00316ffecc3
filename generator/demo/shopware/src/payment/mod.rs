//! Payment of an order (Shopware §11.2): for a method with a gateway, /handle-payment redirects the visitor to it, and
//! the gateway redirects back through `/payment/finalize-transaction`, which updates the transaction and redirects to
//! the shop. A token is valid once, for half an hour.

mod gateway;
mod page;

use http::StatusCode;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

pub(crate) use self::gateway::routes;

use super::kept::{Outcome, Payment};

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

/// POST|GET /handle-payment: neither login nor ownership is checked, as in 6.6. A provider's plug-in sets the initial
/// state of its payments before the shopper has seen its page (Shopware §25.4).
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
    let method = open.and_then(|open| methods.iter().find(|row| row.gateway && payment_id(row) == open.method));
    let (Some(open), Some(method)) = (open, method) else {
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
        by_webhook: method.begins.is_some(),
        used: false,
        order: id.clone(),
    };
    let url = format!("{}{GATEWAY}/{}", state.addresses.shopware, payment.id);
    if let Some(state) = &method.begins
        && let Some(order) = orders.find_mut(&id)
    {
        order.pay(&payment.transaction, state, ctx.now);
        let fields = plugin_fields(&payment, &url, state == "in_progress");
        let mut rows = order.transactions.iter_mut();
        if let Some(row) = rows.find(|row| row.id == payment.transaction) {
            row.fields = fields;
        }
    }
    orders.payments.add(payment);
    Ok(json!({"apiAlias": "array_struct", "redirectUrl": url}))
}

/// The data that the plug-in stores with the transaction, in Mollie's format; including the bank's details for a
/// transfer.
fn plugin_fields(payment: &Payment, url: &str, transfer: bool) -> Value {
    let mut own = json!({"status": "open", "checkoutUrl": url, "id": payment.id});
    if transfer {
        own["bankName"] = "Stichting Demo Payments".into();
        own["bankAccount"] = "NL53ABNA0627535577".into();
        own["bankBic"] = "ABNANL2A".into();
        own["transferReference"] = "RF12-3456-7890-1234".into();
    }
    json!({"mollie_payments": own})
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
    if outcome == Some(Outcome::Lapsed) {
        return Err(illegal_transition());
    }
    if !payment.by_webhook {
        settle(state, &payment, now);
    }
    let failed = outcome
        .and_then(Outcome::error_code)
        .zip(payment.error_url.as_deref())
        .map(|(code, url)| format!("{url}{}error-code={code}", if has_query(url) { '&' } else { '?' }));
    Ok(failed.or(payment.finish_url))
}

/// On return from an expired payment, the plug-in fails it, but Shopware does not change a payment that has ended
/// (Shopware §25.4).
fn illegal_transition() -> ApiError {
    ApiError::new(
        StatusCode::BAD_REQUEST,
        "SYSTEM__ILLEGAL_STATE_TRANSITION",
        "Illegal transition \"fail\" from state \"cancelled\". Possible transitions are: reopen".to_owned(),
        json!({"transition": "fail", "fromState": "cancelled"}),
    )
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

/// Changes the state of the transaction to the result, if allowed, and stores a mail: on the return, or earlier if the
/// provider reports the result by webhook.
fn settle(state: &ShopwareState, payment: &Payment, now: Timestamp) {
    let next = payment.outcome.and_then(Outcome::state);
    let Some(next) = next.filter(|next| !payment.by_webhook || *next != "in_progress") else {
        return;
    };
    let mut orders = state.orders();
    let Some(order) = orders.find_mut(&payment.order) else {
        return;
    };
    if !order.settle(&payment.transaction, next, now) {
        return;
    }
    let order = order.clone();
    let ctx = state.ctx_in(&order.iso);
    let ready = (next == "paid").then(|| mails::downloads_ready(&ctx, &order)).flatten();
    for mail in mails::payment(&ctx, &order, next).into_iter().chain(ready) {
        orders.mails.send(mail);
    }
}

/// Whether PHP's `parse_url` finds a non-empty query.
fn has_query(url: &str) -> bool {
    let before = url.split('#').next().unwrap_or_default();
    before.split_once('?').is_some_and(|(_, query)| !query.is_empty())
}
