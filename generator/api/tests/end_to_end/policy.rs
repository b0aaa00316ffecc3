//! Iterates over the table of routes: every row's policy is visible in its answers (rule 8), and the OpenAPI document
//! has the same rows.

mod answers;
mod document;
mod hostile;
mod identity;
mod requests;

use std::time::Duration;

use serde_json::Value;
use vitrine_api::{
    ApiConfig, openapi,
    routes::{AnswerKind, Caller, ROUTES, Row},
};
use wiremock::{Respond, ResponseTemplate};

use crate::{
    client::Ask,
    shop::Shop,
    shopware::{DOCUMENT, DOWNLOAD, Recorded, Shopware, own_order},
};

const ID: &str = "f299c748b1eba1a51c7918faf24d013c";

/// The recorded order.
const ORDER: &str = "01a1fcc97e26707a8c3c0b5a852cdc62";

const SESSION: &str = "vitrine-session=GCelL0NV8HlF13HKkv0HrY0lM2OoESvl";

/// Separate sessions for rows that end one.
const DELETED: &str = "vitrine-session=DeletedDeletedDeletedDeleted0000";

const RESET: &str = "vitrine-session=ResetResetResetResetResetReset00";

/// The rows that pages call with JSON; forms without JavaScript are in `withdrawals/form.rs`, signed requests of
/// backends in `hooks.rs`.
fn json_rows() -> impl Iterator<Item = &'static Row> {
    ROUTES.iter().filter(|row| row.policy.caller == Caller::Page)
}

/// A shop whose visitor is a logged-in business customer, so that rows for customers are covered too.
async fn backend() -> Shopware {
    with_context("139-context-business").await
}

async fn with_context(recording: &str) -> Shopware {
    let shopware = Shopware::start().await;
    shopware.answer("GET", "/context", Recorded::read(recording)).await;
    shopware
        .answer("GET", "/checkout/cart", Recorded::read("056-cart-add"))
        .await;
    for verb in ["GET", "POST"] {
        let products = Recorded::read("017-product-list-nl-NL");
        shopware.answer(verb, "/product", products).await;
    }
    let (added, promoted) = (Recorded::read("056-cart-add"), Recorded::read("064-cart-promotion"));
    shopware
        .answer(
            "POST",
            "/checkout/cart/line-item",
            move |request: &wiremock::Request| {
                let is_code = String::from_utf8_lossy(&request.body).contains("promotion");
                if is_code { &promoted } else { &added }.respond(request)
            },
        )
        .await;
    shopware
        .answer("PATCH", "/checkout/cart/line-item", Recorded::read("067-cart-update"))
        .await;
    shopware
        .answer(
            "POST",
            "/checkout/cart/line-item/delete",
            Recorded::read("071-cart-remove"),
        )
        .await;
    shopware
        .answer("GET", "/order", ResponseTemplate::new(200).set_body_json(own_order()))
        .await;
    shopware.answers_checkout().await;
    shopware.answers_account().await;
    shopware
}

/// The session of a row's request.
fn cookie_of(row: &Row) -> &'static str {
    match row.name {
        "deleteAccount" => DELETED,
        "resetPassword" => RESET,
        _ => SESSION,
    }
}

/// Rates above the number of requests of a test, no waits, and every row enabled.
fn without_limits(config: &mut ApiConfig) {
    config.rates.orders = 1_000;
    config.rates.order_lookups = 1_000;
    config.rates.checkout_writes = 1_000;
    config.rates.accounts = 1_000;
    config.rates.withdrawals = 1_000;
    config.rates.forms = 1_000;
    config.forms.key = Some(secrecy::SecretString::from("0".repeat(64)));
    config.account.change_email = true;
    config.limits.recovery_answer = Duration::ZERO;
    config.limits.refusal_step = Duration::ZERO;
}

/// The request documented for a row.
fn good(shop: &Shop, row: &Row) -> Ask {
    let ask = shop
        .ask(row.method.as_str(), &format!("{}{}", path_of(row), query_of(row)))
        .with("Cookie", cookie_of(row));
    let ask = if row.is_write() {
        ask.by_page()
    } else {
        ask.locale("nl")
    };
    match row.body {
        Some(body) => ask.json(&example(&body.schema.name())),
        None => ask,
    }
}

/// A path that matches the row's pattern.
fn path_of(row: &Row) -> String {
    let id = if row.path.starts_with("/api/orders") { ORDER } else { ID };
    let path = row.path.replace("{id}", id);
    path.replace("{document_id}", DOCUMENT)
        .replace("{download_id}", DOWNLOAD)
}

/// All parameters of the row, with the examples of its document.
fn query_of(row: &Row) -> String {
    let named: Vec<String> = row
        .queries
        .iter()
        .map(|query| format!("{}={}", query.name, query.example))
        .collect();
    if named.is_empty() {
        String::new()
    } else {
        format!("?{}", named.join("&"))
    }
}

/// The content type of a row's answer.
fn type_of(row: &Row) -> &'static str {
    match row.answer.kind {
        AnswerKind::Json(_) => "application/json",
        AnswerKind::File(content_type) => content_type,
        AnswerKind::Page => "text/html",
    }
}

/// The document's example of a body.
fn example(schema: &str) -> Value {
    let document: Value = serde_json::from_str(&openapi()).expect("JSON");
    let example = document["components"]["schemas"][schema]["example"].clone();
    assert!(example.is_object(), "{schema} has no example");
    example
}
