//! The payment status of an order, derived from all of its transactions, and the checks before anything is sent:
//! R-CHK-05, R-CHK-06, R-CHK-08.

use std::time::Duration;

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::{ORDER, SESSION, order, place, placed_now, provider, sent};
use crate::{
    client::{Answer, Ask},
    shop::Shop,
    shopware::{Recorded, Shopware},
};

const PAGE: &str = "https://psp.example/checkout/tr_1";
const ANEW: &str = "https://psp.example/checkout/tr_2";
const CASH: &str = "01a1fca6a8b7720cb904eb511c56e9b2";

/// The data that a provider's plug-in stores with the transaction.
fn kept_page(page: &str) -> Value {
    json!({"provider_payments": {"status": "open", "checkoutUrl": page, "id": "tr_1"}})
}

/// The recorded order in this state, with transactions in these states, oldest first, of which the last has a page.
fn order_of(state: &str, transactions: &[&str], fields: &Value) -> Value {
    let mut orders = placed_now("093-orders-guest");
    let order = &mut orders["orders"]["elements"][0];
    order["stateMachineState"]["technicalName"] = json!(state);
    let first = order["transactions"][0].clone();
    let rows = transactions.iter().enumerate().map(|(index, name)| {
        let mut row = first.clone();
        row["id"] = json!(format!("{index:032x}"));
        row["createdAt"] = json!(format!("2026-11-26T01:47:5{index}.000+00:00"));
        row["stateMachineState"]["technicalName"] = json!(name);
        if index + 1 == transactions.len() {
            row["customFields"] = fields.clone();
        }
        row
    });
    order["transactions"] = rows.collect();
    orders
}

struct Case {
    shopware: Shopware,
    shop: Shop,
}

impl Case {
    async fn of(orders: Value) -> Self {
        let shopware = Shopware::anonymous().await;
        for verb in ["GET", "POST"] {
            let answer = ResponseTemplate::new(200).set_body_json(&orders);
            shopware.answer(verb, "/order", answer).await;
        }
        shopware.answer("POST", "/handle-payment", provider(ANEW)).await;
        shopware.answers_checkout().await;
        let shop = Shop::start(shopware.client()).await;
        Self { shopware, shop }
    }

    async fn payment(&self) -> Value {
        let read = self.shop.get(&format!("/api/orders/{ORDER}")).with("Cookie", SESSION);
        read.send().await.json()["order"]["payment"].clone()
    }

    fn ask(&self, method: &Value, lookup: &Value) -> Ask {
        self.shop
            .ask("POST", &format!("/api/orders/{ORDER}/payment"))
            .by_page()
            .json(&json!({"payment_method_id": method, "lookup": lookup}))
    }

    async fn pay(&self, method: Value) -> Answer {
        self.ask(&method, &Value::Null).with("Cookie", SESSION).send().await
    }

    async fn writes(&self) -> Vec<String> {
        let calls = self.shopware.calls().await;
        let writes = ["POST /order/payment", "POST /handle-payment"];
        calls
            .into_iter()
            .filter(|call| writes.contains(&call.as_str()))
            .collect()
    }
}

const OTHERS: [&str; 7] = [
    "open",
    "unconfirmed",
    "in_progress",
    "reminded",
    "failed",
    "cancelled",
    "chargeback",
];

/// R-CHK-06: a settled payment is decisive, whatever was tried before and after it: the visitor is not asked to pay,
/// and paying is refused with the current order before anything is sent to Shopware, which would cancel the completed
/// payment.
#[tokio::test]
async fn r_chk_06_a_settled_payment_decides_whatever_came_later() {
    for (settled, state) in [
        ("paid", "paid"),
        ("authorized", "paid"),
        ("paid_partially", "pending"),
        ("refunded_partially", "refunded"),
    ] {
        for other in OTHERS {
            for row in [
                vec![settled, other],
                vec![other, settled],
                vec!["failed", settled, other],
            ] {
                let case = Case::of(order_of("open", &row, &Value::Null)).await;
                let payment = case.payment().await;
                let told = (&payment["state"], &payment["can_be_paid"], &payment["page"]);
                assert_eq!(told, (&json!(state), &json!(false), &Value::Null), "{row:?}");
                for method in [Value::Null, json!(CASH)] {
                    let answer = case.pay(method).await;
                    assert_eq!(answer.json()["order"]["payment"], payment, "{row:?}");
                    assert_eq!(answer.refused(), (409, "ORDER_NOT_PAYABLE".to_owned()), "{row:?}");
                }
                // The same through the link of the mail.
                let known = json!({"code": "O81m5isnHPbYQmfqPCf4iLxpdvHfr9ZQ", "email": "gast@example.com", "zipcode": "1015 CN"});
                let found = case.shop.ask("POST", "/api/orders/lookup").by_page().json(&known);
                assert_eq!(found.send().await.json()["order"]["payment"], payment, "{row:?}");
                let paid = case.ask(&Value::Null, &known).send().await;
                assert_eq!(paid.refused(), (409, "ORDER_NOT_PAYABLE".to_owned()), "{row:?}");
                assert_eq!(case.writes().await, Vec::<String>::new(), "{row:?}");
            }
        }
    }
    let row = ["paid", "authorized", "open"];
    let case = Case::of(order_of("open", &row, &Value::Null)).await;
    let read = case.shop.get(&format!("/api/orders/{ORDER}")).with("Cookie", SESSION);
    let read = read.send().await.json();
    assert_eq!(
        read["order"]["payment_status"]["code"], "paid",
        "of two settled ones the one that says more"
    );
    assert_eq!(read["payment_methods"], json!([]));
}

/// R-CHK-06: a cancelled order is never charged, whatever the state of its payment; nor is one whose payment is in
/// progress at a bank without a page.
#[tokio::test]
async fn r_chk_06_cancelled_orders_and_transfers_on_their_way_are_not_charged() {
    for name in OTHERS {
        let case = Case::of(order_of("cancelled", &[name], &kept_page(PAGE))).await;
        let payment = case.payment().await;
        assert_eq!(
            (&payment["can_be_paid"], &payment["page"]),
            (&json!(false), &Value::Null),
            "{name}"
        );
        for method in [Value::Null, json!(CASH)] {
            assert_eq!(
                case.pay(method).await.refused(),
                (409, "ORDER_NOT_PAYABLE".to_owned()),
                "{name}"
            );
        }
        assert_eq!(case.writes().await, Vec::<String>::new(), "{name}");
    }
    let case = Case::of(order_of("open", &["in_progress"], &Value::Null)).await;
    for method in [Value::Null, json!(CASH)] {
        assert_eq!(case.pay(method).await.refused(), (409, "ORDER_NOT_PAYABLE".to_owned()));
    }
    assert_eq!(case.writes().await, Vec::<String>::new());
}

/// R-CHK-06: a method that the shop does not offer for existing orders is refused before anything is sent.
#[tokio::test]
async fn r_chk_06_a_method_that_is_not_for_placed_orders_is_refused() {
    let mut methods = Recorded::read("014-payment-method").body();
    for row in methods["elements"].as_array_mut().expect("methods") {
        row["afterOrderEnabled"] = json!(false);
    }
    for method in [CASH, &"0".repeat(32)] {
        let shopware = Shopware::anonymous().await;
        let answer = ResponseTemplate::new(200).set_body_json(&methods);
        shopware.answer("GET", "/payment-method", answer).await;
        let orders = order_of("open", &["failed"], &Value::Null);
        shopware
            .answer("GET", "/order", ResponseTemplate::new(200).set_body_json(orders))
            .await;
        shopware.answers_checkout().await;
        let shop = Shop::start(shopware.client()).await;
        let case = Case { shopware, shop };
        let (status, code) = case.pay(json!(method)).await.refused();
        assert_eq!((status, code.as_str()), (400, "INVALID_REQUEST"), "{method}");
        assert_eq!(case.writes().await, Vec::<String>::new());
    }
}

/// R-CHK-05: a payment in progress continues at its own page, and restarts if another method is chosen; one without a
/// known page is reopened. A page is only used if it is a URL that browsers would open as such.
#[tokio::test]
async fn r_chk_05_a_started_payment_continues() {
    let open = "POST /order/payment";
    let start = "POST /handle-payment";
    let chosen = json!(CASH);
    for (state, fields, method, url, writes) in [
        ("unconfirmed", kept_page(PAGE), Value::Null, PAGE, vec![]),
        ("in_progress", kept_page(PAGE), Value::Null, PAGE, vec![]),
        ("unconfirmed", kept_page(PAGE), chosen.clone(), ANEW, vec![open, start]),
        ("unconfirmed", Value::Null, Value::Null, ANEW, vec![open, start]),
        (
            "unconfirmed",
            kept_page("javascript:alert(1)"),
            Value::Null,
            ANEW,
            vec![open, start],
        ),
        ("unconfirmed", json!("text"), Value::Null, ANEW, vec![open, start]),
        ("unconfirmed", json!([]), Value::Null, ANEW, vec![open, start]),
        ("failed", kept_page(PAGE), Value::Null, ANEW, vec![open, start]),
        ("cancelled", kept_page(PAGE), Value::Null, ANEW, vec![open, start]),
        ("open", kept_page(PAGE), Value::Null, ANEW, vec![start]),
    ] {
        let case = Case::of(order_of("open", &[state], &fields)).await;
        let answer = case.pay(method).await;
        let expected = json!({"payment": {"outcome": "redirect", "redirect_url": url}});
        assert_eq!(answer.json(), expected, "{state} {fields}");
        assert_eq!(case.writes().await, writes, "{state} {fields}");
    }
}

/// R-CHK-05: with the link of the mail, the payment continues at its page without a session.
#[tokio::test]
async fn r_chk_05_the_link_of_the_mail_continues_at_the_payment_page() {
    let case = Case::of(order_of("open", &["unconfirmed"], &kept_page(PAGE))).await;
    let known = json!({"code": "O81m5isnHPbYQmfqPCf4iLxpdvHfr9ZQ", "email": "gast@example.com", "zipcode": "1015 CN"});
    let found = case.shop.ask("POST", "/api/orders/lookup").by_page().json(&known);
    assert_eq!(found.send().await.json()["order"]["payment"]["page"], PAGE);
    let answer = case.ask(&Value::Null, &known).send().await;
    assert_eq!(answer.json()["payment"]["redirect_url"], PAGE);
    assert_eq!(case.writes().await, Vec::<String>::new());
}

/// R-CHK-08: after a lost answer, the same key leads to the same payment page, even if the plug-in has set
/// `unconfirmed` at the start of the payment; a payment completed in the meantime is not started again.
#[tokio::test]
async fn r_chk_08_the_page_is_given_again_with_the_key() {
    for (after, fields, outcome, url) in [
        ("unconfirmed", Value::Null, "redirect", json!(ANEW)),
        ("in_progress", Value::Null, "redirect", json!(ANEW)),
        ("unconfirmed", kept_page(PAGE), "redirect", json!(PAGE)),
        ("paid", Value::Null, "none", Value::Null),
        ("authorized", kept_page(PAGE), "none", Value::Null),
    ] {
        let case = Case::of(order_of("open", &[after], &fields)).await;
        let first = place(&case.shop, &order(&[])).send().await;
        assert_eq!(first.json()["payment"]["redirect_url"], ANEW);
        let again = place(&case.shop, &order(&[])).send().await.json();
        assert_eq!(again["repeated"], true);
        assert_eq!(
            again["payment"],
            json!({"outcome": outcome, "redirect_url": url}),
            "{after}"
        );
        assert_eq!(sent(&case.shopware.calls().await, "POST /checkout/order"), 1);
        assert_eq!(sent(&case.shopware.calls().await, "POST /handle-payment"), 1, "{after}");
    }
}

/// R-CHK-08, rule 14: a start that exceeds its deadline is not reported as failed, because it continues; the next
/// request finds its outcome.
#[tokio::test]
async fn r_chk_08_a_slow_start_is_unknown_and_is_found_again() {
    let shopware = Shopware::anonymous().await;
    let slow = provider(ANEW).set_delay(Duration::from_secs(2));
    shopware.answer("POST", "/handle-payment", slow).await;
    let orders = order_of("open", &["unconfirmed"], &kept_page(PAGE));
    shopware
        .answer("GET", "/order", ResponseTemplate::new(200).set_body_json(orders))
        .await;
    shopware.answers_checkout().await;
    let shop = Shop::with(shopware.client(), |config| {
        config.limits.payment_timeout = Duration::from_millis(50);
    })
    .await;
    let first = place(&shop, &order(&[])).send().await;
    assert_eq!((first.status, &first.json()["order_number"]), (200, &json!("10000")));
    assert_eq!(
        first.json()["payment"],
        json!({"outcome": "unknown", "redirect_url": null})
    );
    let again = place(&shop, &order(&[])).send().await.json();
    assert_eq!(again["payment"]["redirect_url"], PAGE, "{again}");
    assert_eq!(sent(&shopware.calls().await, "POST /handle-payment"), 1);
}
