//! The meaning of refusals, by Shopware's codes of both versions (Shopware §21, §22).

use std::time::Duration;

use serde_json::{Value, json};
use vitrine_backends::{
    BackendError,
    shopware::session::{BlockingError, Failure, NewOrder, Refusal},
};
use wiremock::{MockServer, ResponseTemplate};

use super::answering;
use crate::common::{call, mount, mount_context, shopware};

const ORDER: &str = "/checkout/order";

async fn recorded_failure(name: &str) -> Failure {
    let server = answering("POST", ORDER, name).await;
    shopware(&server)
        .place_order(&call(), &NewOrder::default())
        .await
        .unwrap_err()
}

async fn failure(status: u16, body: &Value) -> Failure {
    let server = MockServer::start().await;
    mount_context(&server).await;
    let answer = ResponseTemplate::new(status).set_body_json(body);
    mount(&server, "POST", "/store-api/checkout/order", answer).await;
    shopware(&server)
        .place_order(&call(), &NewOrder::default())
        .await
        .unwrap_err()
}

fn error(status: u16, code: &str, parameters: &Value) -> Value {
    json!({"errors": [{"status": status.to_string(), "code": code, "title": "x", "detail": "y", "meta": {"parameters": parameters}}]})
}

/// Refusals of an order: no customer, empty cart, changed cart, errors of the cart, maintenance.
#[tokio::test]
async fn recorded_refusals_of_an_order() {
    let blocking = |key: &str, kind: &str| BlockingError {
        key: key.to_owned(),
        message_key: kind.to_owned(),
    };
    for (name, refusal) in [
        ("082-order-not-logged-in", Refusal::NotLoggedIn),
        ("099-order-empty-cart", Refusal::CartEmpty),
        ("373-order-hash-mismatch", Refusal::CartChanged),
        ("550-maintenance-context", Refusal::Maintenance(None)),
        (
            "371-order-cart-invalid",
            Refusal::CartBlocked(vec![
                blocking("shipping-method-blocked-Express", "shipping-method-blocked"),
                blocking("payment-method-blocked-Invoice", "payment-method-blocked"),
            ]),
        ),
        (
            "520-order-with-too-little-stock",
            Refusal::CartBlocked(vec![blocking(
                "product-stock-reached52af6b6c52c32906e2199ef3bf2e615e",
                "product-stock-reached",
            )]),
        ),
    ] {
        let failure = recorded_failure(name).await;
        assert_eq!(failure.refusal(), refusal, "{name}");
        assert!(!failure.may_have_been_done(), "{name}");
    }
}

/// Codes that were not observed in 6.6, and pairs with the same meaning in 6.6 and 6.7.
#[tokio::test]
async fn codes_of_both_versions_mean_the_same() {
    let seconds = Some(Duration::from_secs(30));
    for (status, code, parameters, refusal) in [
        (
            403,
            "FRAMEWORK__ROUTING_CUSTOMER_NOT_LOGGED_IN",
            json!([]),
            Refusal::NotLoggedIn,
        ),
        (403, "CHECKOUT__CUSTOMER_NOT_LOGGED_IN", json!([]), Refusal::NotLoggedIn),
        (409, "CHECKOUT__CART_LOCKED", json!({}), Refusal::CartLocked),
        (
            404,
            "CHECKOUT__ORDER_ORDER_NOT_FOUND",
            json!({}),
            Refusal::OrderNotFound,
        ),
        (404, "CHECKOUT__INVALID_ORDER_ID", json!({}), Refusal::OrderNotFound),
        (
            404,
            "FRAMEWORK__ENTITY_NOT_FOUND",
            json!({"entity": "order"}),
            Refusal::OrderNotFound,
        ),
        (
            404,
            "FRAMEWORK__ENTITY_NOT_FOUND",
            json!({"entity": "product"}),
            Refusal::Rejected,
        ),
        (
            404,
            "CHECKOUT__ORDER_PAYMENT_METHOD_NOT_AVAILABLE",
            json!({}),
            Refusal::PaymentMethodNotAvailable,
        ),
        (
            400,
            "CHECKOUT__UNKNOWN_PAYMENT_METHOD",
            json!({}),
            Refusal::PaymentMethodNotAvailable,
        ),
        (
            403,
            "CHECKOUT__ORDER_PAYMENT_METHOD_NOT_CHANGEABLE",
            json!({}),
            Refusal::PaymentNotChangeable,
        ),
        (
            400,
            "CHECKOUT__PAYMENT_METHOD_UNCHANGEABLE",
            json!({}),
            Refusal::PaymentNotChangeable,
        ),
        (
            400,
            "CHECKOUT__ASYNC_PAYMENT_PROCESS_INTERRUPTED",
            json!({}),
            Refusal::PaymentInterrupted,
        ),
        (
            403,
            "CHECKOUT__ORDER_NOT_CANCELLABLE",
            json!({}),
            Refusal::OrderNotCancellable,
        ),
        (
            400,
            "SYSTEM__ILLEGAL_STATE_TRANSITION",
            json!({}),
            Refusal::OrderNotCancellable,
        ),
        (
            404,
            "CHECKOUT__CART_LINE_ITEM_NOT_FOUND",
            json!({}),
            Refusal::LineItemNotFound,
        ),
        (
            400,
            "CHECKOUT__CART_LINE_ITEM_NOT_REMOVABLE",
            json!({}),
            Refusal::LineItemNotRemovable,
        ),
        (
            429,
            "FRAMEWORK__RATE_LIMIT_EXCEEDED",
            json!({"seconds": 30}),
            Refusal::Throttled(seconds),
        ),
        (
            429,
            "CHECKOUT__CUSTOMER_AUTH_THROTTLED",
            json!([]),
            Refusal::Throttled(None),
        ),
        (429, "SOMETHING_ELSE", json!([]), Refusal::Throttled(None)),
        (
            400,
            "CHECKOUT__CUSTOMER_ADDRESS_IS_ACTIVE",
            json!([]),
            Refusal::AddressIsActive,
        ),
        (400, "CHECKOUT__INVALID_UUID", json!([]), Refusal::Rejected),
        (400, "FRAMEWORK__INVALID_FILTER_QUERY", json!([]), Refusal::Other),
        (500, "0", json!([]), Refusal::Other),
    ] {
        assert_eq!(
            failure(status, &error(status, code, &parameters)).await.refusal(),
            refusal,
            "{code}"
        );
    }
}

/// R-CHK-08: only a write that Shopware certainly refused may be repeated without checking.
#[tokio::test]
async fn r_chk_08_a_lost_answer_may_mean_a_placed_order() {
    for (status, code, lost) in [
        (400, "CHECKOUT__CART_EMPTY", false),
        (500, "CHECKOUT__CART_INVALID", false),
        (409, "CHECKOUT__CART_HASH_MISMATCH", false),
        (429, "FRAMEWORK__RATE_LIMIT_EXCEEDED", false),
        (404, "0", false),
        (500, "0", true),
        (502, "", true),
        (504, "", true),
        (408, "", true),
    ] {
        let failure = failure(status, &error(status, code, &json!([]))).await;
        assert_eq!(failure.may_have_been_done(), lost, "{status} {code}");
    }
    // An unreadable answer, and a timeout. `r_back_03_writes_are_never_retried` checks that an order is sent once.
    let server = MockServer::start().await;
    mount_context(&server).await;
    mount(
        &server,
        "POST",
        "/store-api/checkout/order",
        ResponseTemplate::new(200).set_body_json(json!({"id": 7})),
    )
    .await;
    let failure = shopware(&server)
        .place_order(&call(), &NewOrder::default())
        .await
        .unwrap_err();
    assert!(failure.may_have_been_done());
    let lost_on_the_way = Failure {
        error: BackendError::TimedOut {
            call: failure.error.call().unwrap().clone(),
            after: Duration::from_secs(8),
        },
        token: None,
    };
    assert!(lost_on_the_way.may_have_been_done());
}

/// Errors about the cart contain the visitor's token, and violations repeat the input: neither is kept.
#[tokio::test]
async fn no_token_and_no_input_stays_in_a_failure() {
    let failure = recorded_failure("373-order-hash-mismatch").await;
    let printed = format!("{failure} {failure:?} {}", failure.error.failed_request());
    assert!(!printed.contains("9f74f2KUdbd0wNAC4iVwp2XbVMZS0rfQ"), "{printed}");
    assert!(printed.contains("Content hash mismatch"), "{printed}");
    let typed = json!({"{{ value }}": "\"geheim\"", "{{ email }}": "gast@example.com"});
    let failure = self::failure(400, &error(400, "VIOLATION::TOO_SHORT_ERROR", &typed)).await;
    let printed = format!("{failure:?}");
    assert!(!printed.contains("geheim") && !printed.contains("gast@"), "{printed}");
}
