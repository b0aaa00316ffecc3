//! Payments (Shopware §11.2, §12.4).

use serde_json::json;
use vitrine_backends::{
    BackendError,
    shopware::session::{OrderId, PaymentMethodId, PaymentStart, PaymentStep, Refusal},
};
use wiremock::MockServer;

use super::{ORDER, PREPAYMENT, answering, body};
use crate::common::{call, mount, ok, shopware};

fn start() -> PaymentStart {
    PaymentStart {
        order: OrderId::parse(ORDER).unwrap(),
        finish_url: "http://127.0.0.1:8000/ok?order=1".to_owned(),
        error_url: "http://127.0.0.1:8000/fout?order=1".to_owned(),
    }
}

async fn step(address: &str) -> Result<PaymentStep, BackendError> {
    let server = MockServer::start().await;
    let answer = ok(&json!({"redirectUrl": address, "apiAlias": "array_struct"}));
    mount(&server, "POST", "/store-api/handle-payment", answer).await;
    let result = shopware(&server).handle_payment(&call(), &start()).await;
    result.map(|answer| answer.value).map_err(|failure| failure.error)
}

/// R-CHK-05: whether the visitor is redirected to the payment gateway, and its URL.
#[tokio::test]
async fn r_chk_05_a_payment_begins_with_a_redirect_or_with_nothing() {
    let server = answering("POST", "/handle-payment", "094-handle-payment").await;
    let answer = shopware(&server).handle_payment(&call(), &start()).await.unwrap();
    assert_eq!(answer.value, PaymentStep::Nothing);
    assert_eq!(
        body(&server, "POST", "/handle-payment").await,
        json!({
            "orderId": ORDER, "finishUrl": "http://127.0.0.1:8000/ok?order=1", "errorUrl": "http://127.0.0.1:8000/fout?order=1",
        })
    );
    let gateway = "https://psp.example/pay/1?x=%20y";
    assert_eq!(step(gateway).await.unwrap(), PaymentStep::Redirect(gateway.to_owned()));
    assert_eq!(step("").await.unwrap(), PaymentStep::Nothing);
}

/// A handler that fails immediately redirects to the error URL with its code; that is not a gateway.
#[tokio::test]
async fn a_payment_that_fails_immediately_is_distinguished() {
    for (address, code) in [
        (
            "http://127.0.0.1:8000/fout?order=1&error-code=CHECKOUT__PAYMENT_DECLINED",
            Some("CHECKOUT__PAYMENT_DECLINED"),
        ),
        ("http://127.0.0.1:8000/fout?error-code=A%20B", Some("A B")),
        ("http://127.0.0.1:8000/fout", None),
    ] {
        assert_eq!(
            step(address).await.unwrap(),
            PaymentStep::Failed(code.map(str::to_owned))
        );
    }
}

/// A visitor is only redirected to http and https URLs.
#[tokio::test]
async fn an_address_that_is_no_web_page_is_refused() {
    for address in [
        "javascript:alert(1)",
        "data:text/html,x",
        "/pay",
        "file:///etc/passwd",
        "http://",
    ] {
        let error = step(address).await.unwrap_err();
        assert!(matches!(error, BackendError::BadAnswer { .. }), "{address}: {error}");
    }
}

/// R-CHK-06: "retry of payment": another method for an order that is not paid.
#[tokio::test]
async fn r_chk_06_the_payment_method_of_an_order_is_changed() {
    let order = OrderId::parse(ORDER).unwrap();
    let method = PaymentMethodId::parse(PREPAYMENT).unwrap();
    let server = answering("POST", "/order/payment", "477-order-payment-switch").await;
    shopware(&server)
        .change_order_payment(&call(), &order, &method)
        .await
        .unwrap();
    assert_eq!(
        body(&server, "POST", "/order/payment").await,
        json!({"orderId": ORDER, "paymentMethodId": PREPAYMENT})
    );
    for (name, refusal) in [
        ("474-order-payment-unknown-method", Refusal::PaymentMethodNotAvailable),
        ("475-order-payment-unknown-order", Refusal::OrderNotFound),
        ("480-order-payment-after-paid", Refusal::PaymentNotChangeable),
    ] {
        let server = answering("POST", "/order/payment", name).await;
        let failure = shopware(&server)
            .change_order_payment(&call(), &order, &method)
            .await
            .unwrap_err();
        assert_eq!(failure.refusal(), refusal, "{name}");
    }
    let server = answering("POST", "/handle-payment", "472-handle-payment-unknown").await;
    let failure = shopware(&server).handle_payment(&call(), &start()).await.unwrap_err();
    assert_eq!(failure.refusal(), Refusal::OrderNotFound);
}
