//! Payments at the gateway: from /handle-payment through the gateway's page and Shopware's finalize step back to the
//! shop (Shopware §11.2), with the mails.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::checkout::{Checkout, ERROR, FINISH};
use crate::support::{DUTCH, ENGLISH, GERMAN};

/// Shopware §11.2: each button of the gateway, the resulting state, and the final URL.
#[tokio::test]
async fn each_outcome_of_the_gateway_redirects_to_the_shop_with_its_state() {
    let canceled = format!("{ERROR}?error-code=CHECKOUT__CUSTOMER_CANCELED_EXTERNAL_PAYMENT");
    let failed = format!("{ERROR}?error-code=CHECKOUT__ASYNC_PAYMENT_FINALIZE_INTERRUPTED");
    let expired = format!("{ERROR}?error-code=CHECKOUT__PAYMENT_TOKEN_EXPIRED");
    for (outcome, end, state, mail) in [
        ("paid", FINISH, "paid", Some("payment_paid")),
        ("pending", FINISH, "in_progress", None),
        ("cancelled", canceled.as_str(), "cancelled", Some("payment_cancelled")),
        ("failed", failed.as_str(), "failed", Some("payment_failed")),
        ("expired", expired.as_str(), "open", None),
    ] {
        let checkout = Checkout::ordered().await;
        let gateway = checkout.gateway().await;
        let page = checkout.get(&gateway).await;
        assert_eq!(page.status, 200);
        assert!(page.text.contains(&format!("value=\"{outcome}\"")), "{}", page.text);
        assert_eq!(checkout.states().await, ["open"]);
        assert_eq!(checkout.pay(&gateway, outcome).await, end);
        assert_eq!(checkout.states().await, [state], "{outcome}");
        let mut mails: Vec<&str> = mail.into_iter().collect();
        mails.push("order_placed");
        assert_eq!(checkout.mails().await, mails, "{outcome}");
    }
}

/// Shopware §12.4: an unpaid order can be paid later. The same method continues the transaction, another method adds a
/// new one.
#[tokio::test]
async fn an_order_that_was_not_paid_can_be_paid_after_all() {
    let checkout = Checkout::ordered().await;
    checkout.pay(&checkout.gateway().await, "cancelled").await;
    assert_eq!(
        checkout.handle(Some(FINISH), Some(ERROR)).await,
        None,
        "nothing is open"
    );
    let method = checkout.order["transactions"][0]["paymentMethodId"].clone();
    let again = json!({"orderId": checkout.order["id"], "paymentMethodId": method});
    let reply = checkout.call("/order/payment", again.clone()).await;
    assert_eq!(reply.body, json!({"success": true, "apiAlias": "array_struct"}));
    assert_eq!(checkout.states().await, ["open"]);
    checkout.pay(&checkout.gateway().await, "failed").await;
    let invoice = checkout.shop.post("/payment-method", json!({})).await.body["elements"][0]["id"].clone();
    checkout
        .call(
            "/order/payment",
            json!({"orderId": checkout.order["id"], "paymentMethodId": invoice}),
        )
        .await;
    assert_eq!(checkout.states().await, ["failed", "open"]);
    assert_eq!(
        checkout.handle(Some(FINISH), Some(ERROR)).await,
        None,
        "an invoice has no gateway"
    );
    checkout.call("/order/payment", again.clone()).await;
    assert_eq!(checkout.states().await, ["failed", "cancelled", "open"]);
    assert_eq!(checkout.pay(&checkout.gateway().await, "paid").await, FINISH);
    assert_eq!(checkout.states().await, ["failed", "cancelled", "paid"]);
    let refused = checkout.call("/order/payment", again).await;
    assert_eq!(
        (refused.status, refused.code()),
        (400, "CHECKOUT__PAYMENT_METHOD_UNCHANGEABLE")
    );
    assert_eq!(checkout.handle(Some(FINISH), Some(ERROR)).await, None);
}

/// Shopware §12.4: an order can only be paid with a method that is available for it: by its own items, not by the
/// session's cart.
#[tokio::test]
async fn an_order_cannot_change_to_a_method_that_is_not_offered_for_it() {
    for (most, changed) in [(49.89, (400, "CHECKOUT__UNKNOWN_PAYMENT_METHOD")), (49.9, (200, ""))] {
        let rule = |shop: &mut Value| {
            shop["payment"][1]["gateway"] = true.into();
            shop["payment"][0]["available"] = json!({"max_amount": most, "countries": ["NL"]});
        };
        let checkout = Checkout::ordered_at(DUTCH, &rule).await;
        let all = checkout.shop.post("/payment-method", json!({})).await;
        let invoice = all.body["elements"][0]["id"].clone();
        let body = json!({"orderId": checkout.order["id"], "paymentMethodId": invoice});
        let reply = checkout.call("/order/payment", body).await;
        assert_eq!((reply.status, reply.code()), changed, "up to {most}");
    }
}

/// Returning to the gateway and pressing another button: the first one counts, the return is valid once, and the page
/// explains it.
#[tokio::test]
async fn a_payment_is_decided_once_and_its_return_is_good_once() {
    let checkout = Checkout::ordered().await;
    let gateway = checkout.gateway().await;
    let first = checkout.press(&gateway, "cancelled").await;
    let second = checkout.press(&gateway, "paid").await;
    assert_eq!((second.status, &second.location), (303, &first.location));
    let page = checkout.get(&gateway).await;
    assert!(
        page.text.contains("Deze betaling is al afgehandeld") && !page.text.contains("<button"),
        "{}",
        page.text
    );
    let back = checkout.get(&first.location).await;
    assert_eq!(
        (back.status, checkout.states().await),
        (302, vec!["cancelled".to_owned()])
    );
    let again = checkout.get(&first.location).await;
    assert_eq!((again.status, again.location.as_str()), (400, ""));
    assert!(
        again.text.starts_with("{\"errors\":["),
        "raw JSON in a browser too: {}",
        again.text
    );
    let machine = checkout.shop.send("GET", &first.location, &[], None).await;
    assert_eq!(
        (machine.status, machine.code()),
        (400, "CHECKOUT__PAYMENT_TOKEN_INVALIDATED")
    );
    assert_eq!(checkout.states().await, ["cancelled"]);
}

/// Two visits to the gateway for one transaction: a paid transaction stays paid, whatever the result of the other
/// visit.
#[tokio::test]
async fn a_paid_transaction_is_not_undone_by_another_visit_to_the_gateway() {
    let checkout = Checkout::ordered().await;
    let (first, second) = (checkout.gateway().await, checkout.gateway().await);
    assert_ne!(first, second);
    assert_eq!(checkout.pay(&first, "paid").await, FINISH);
    assert!(checkout.pay(&second, "cancelled").await.starts_with(ERROR));
    assert_eq!(checkout.states().await, ["paid"]);
    assert_eq!(checkout.mails().await, ["payment_paid", "order_placed"]);
}

/// A shop whose provider's plug-in starts payments in this state.
async fn with_plugin(state: &'static str) -> Checkout {
    let begins = move |shop: &mut Value| {
        shop["payment"][1]["gateway"] = true.into();
        shop["payment"][1]["begins"] = state.into();
    };
    Checkout::ordered_at(DUTCH, &begins).await
}

/// Shopware §25.4: the state is "begun" before the shopper has seen the provider, the URL and the bank's details are in
/// the transaction, a second start has no page, and reopening it creates another one.
#[tokio::test]
async fn a_plugin_begins_a_payment_and_keeps_its_address() {
    for (state, bank) in [("unconfirmed", false), ("in_progress", true)] {
        let checkout = with_plugin(state).await;
        let page = checkout.gateway().await;
        assert_eq!(checkout.states().await, [state]);
        let fields = checkout.kept().await;
        let own = &fields["mollie_payments"];
        assert_eq!(own["checkoutUrl"], page);
        assert_eq!(own["bankAccount"].is_string(), bank);
        assert_eq!(checkout.handle(Some(FINISH), Some(ERROR)).await, None);
        let again = json!({"orderId": checkout.order["id"], "paymentMethodId": checkout.method().await});
        let opened = checkout.call("/order/payment", again).await;
        if bank {
            assert_eq!(opened.code(), "CHECKOUT__PAYMENT_METHOD_UNCHANGEABLE");
            continue;
        }
        assert_eq!(checkout.states().await, ["open"]);
        assert_ne!(checkout.gateway().await, page);
    }
}

/// The webhook arrives before the return, whose result changes nothing; without a webhook the payment stays begun.
#[tokio::test]
async fn a_plugin_hears_of_the_result_before_the_return() {
    for (outcome, state) in [
        ("paid", "paid"),
        ("authorized", "authorized"),
        ("pending", "unconfirmed"),
        ("cancelled", "cancelled"),
        ("failed", "failed"),
        ("expired", "unconfirmed"),
    ] {
        let checkout = with_plugin("unconfirmed").await;
        let pressed = checkout.press(&checkout.gateway().await, outcome).await;
        assert_eq!(checkout.states().await, [state], "{outcome}");
        assert_eq!(checkout.get(&pressed.location).await.status, 302);
        assert_eq!(checkout.states().await, [state], "{outcome}");
    }
}

/// Shopware §25.4, recorded answer 955: a payment that expired at the provider is cancelled by its webhook before the
/// shopper returns, and the return is then raw JSON, also when repeated. Only the page of such a provider offers this
/// result.
#[tokio::test]
async fn a_return_after_the_provider_gave_up_is_raw_json() {
    for state in ["unconfirmed", "in_progress"] {
        let checkout = with_plugin(state).await;
        let gateway = checkout.gateway().await;
        assert!(checkout.get(&gateway).await.text.contains("value=\"lapsed\""));
        let pressed = checkout.press(&gateway, "lapsed").await;
        assert_eq!(checkout.states().await, ["cancelled"], "{state}");
        for code in [
            "SYSTEM__ILLEGAL_STATE_TRANSITION",
            "CHECKOUT__PAYMENT_TOKEN_INVALIDATED",
        ] {
            let back = checkout.get(&pressed.location).await;
            assert_eq!((back.status, back.location.as_str()), (400, ""), "{state}");
            assert!(
                back.text.starts_with("{\"errors\":[") && back.text.contains(code),
                "{}",
                back.text
            );
        }
        assert_eq!(checkout.states().await, ["cancelled"], "{state}");
        let again = json!({"orderId": checkout.order["id"], "paymentMethodId": checkout.method().await});
        assert_eq!(checkout.call("/order/payment", again).await.status, 200);
        assert_ne!(checkout.gateway().await, gateway);
    }
    let checkout = Checkout::ordered().await;
    let gateway = checkout.gateway().await;
    assert!(!checkout.get(&gateway).await.text.contains("value=\"lapsed\""));
    assert_eq!(checkout.press(&gateway, "lapsed").await.status, 200);
    assert_eq!(checkout.states().await, ["open"]);
}

/// Shopware §25.4: with cash rounding the total is a multiple of the smallest coin and `rawTotal` the sum, in the cart
/// and in the order; the context has the coin.
#[tokio::test]
async fn a_total_is_rounded_to_the_smallest_coin() {
    for (coin, total) in [(0.05, 56.85), (0.2, 56.8), (0.5, 57.0), (0.01, 56.85)] {
        let rounded = move |shop: &mut Value| shop["total_rounding"] = coin.into();
        let checkout = Checkout::ordered_at(DUTCH, &rounded).await;
        let price = &checkout.order["price"];
        let sums = (price["totalPrice"].as_f64(), price["rawTotal"].as_f64());
        assert_eq!(sums, (Some(total), Some(56.85)), "{coin}");
        let context = checkout.shop.call(Some(&checkout.token), "GET", "/context", None).await;
        assert_eq!(context.body["totalRounding"]["interval"], json!(coin));
        assert_eq!(context.body["itemRounding"]["interval"], json!(0.01));
    }
}

/// A recorded answer about payments; their shops are not replayed.
fn recording(number: &str) -> (u16, Value) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded/payments");
    let mut paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().starts_with(number);
    let file: Value = serde_json::from_slice(&std::fs::read(paths.find(is).unwrap()).unwrap()).unwrap();
    let status = u16::try_from(file["status"].as_u64().unwrap()).unwrap();
    (status, file["body"].clone())
}

/// The recordings 913 to 917, 949, 953 and 955: the states that Shopware allowed, the data that a plug-in stores with
/// its transaction, and the refusal of a return.
#[tokio::test]
async fn payments_are_as_recorded() {
    let states = |number: &str| -> Vec<String> {
        let rows = recording(number).1["orders"]["elements"][0]["transactions"].clone();
        let rows: Vec<Value> = serde_json::from_value(rows).unwrap();
        let name = |row: &Value| row["stateMachineState"]["technicalName"].as_str().unwrap().to_owned();
        rows.iter().map(name).collect()
    };
    let checkout = with_plugin("unconfirmed").await;
    let first = checkout.gateway().await;
    assert_eq!(checkout.states().await, states("949"));
    let kept = checkout.kept().await;
    let method = checkout.method().await;
    let all = checkout.shop.post("/payment-method", json!({})).await;
    let rows = all.body["elements"].as_array().unwrap();
    let other = rows.iter().find(|row| row["id"] != method).unwrap()["id"].clone();
    let change = |method: &Value| json!({"orderId": checkout.order["id"], "paymentMethodId": method});
    checkout.call("/order/payment", change(&other)).await;
    checkout.pay(&first, "paid").await;
    assert_eq!(checkout.states().await, states("913"));
    let accepted = checkout.call("/order/payment", change(&method)).await;
    assert_eq!(accepted.body, recording("915").1);
    assert_eq!(checkout.states().await.first(), states("916").first());
    checkout
        .call("/order/state/cancel", json!({"orderId": checkout.order["id"]}))
        .await;
    let accepted = checkout.call("/order/payment", change(&other)).await;
    assert_eq!((accepted.status, accepted.body), (200, recording("917").1));

    let transfer = with_plugin("in_progress").await;
    transfer.gateway().await;
    assert_eq!(transfer.states().await, states("953"));
    for (ours, number) in [(kept, "949"), (transfer.kept().await, "953")] {
        let theirs = &recording(number).1["orders"]["elements"][0]["transactions"][0]["customFields"];
        let (ours, theirs) = (&ours["mollie_payments"], &theirs["mollie_payments"]);
        for (key, value) in ours.as_object().unwrap() {
            assert_eq!(value.is_string(), theirs[key].is_string(), "{number} {key}");
        }
        assert_eq!(ours["bankAccount"].is_string(), theirs["bankAccount"].is_string());
    }

    let pressed = checkout.press(&first, "paid").await;
    let again = checkout.get(&pressed.location).await;
    let (status, body) = recording("955");
    assert_eq!(again.status, status);
    let code = "\"code\":\"CHECKOUT__PAYMENT_TOKEN_INVALIDATED\"";
    assert!(
        body.as_str().unwrap().contains(code) && again.text.contains(code),
        "{}",
        again.text
    );
}

/// Shopware §25.4: a bank transfer stays in progress, with its details, long after the return, until the bank confirms
/// it.
#[tokio::test]
async fn a_bank_transfer_is_in_progress_until_the_bank_confirms_it() {
    let checkout = with_plugin("in_progress").await;
    assert_eq!(checkout.pay(&checkout.gateway().await, "pending").await, FINISH);
    let later = json!({"now": "2026-11-21T23:00:00Z"});
    checkout.shop.control("POST", "/clock", later).await;
    assert_eq!(checkout.states().await, ["in_progress"]);
    assert!(checkout.kept().await["mollie_payments"]["bankAccount"].is_string());
    let number = checkout.order["orderNumber"].as_str().unwrap();
    let paid = json!({"transaction": "paid"});
    checkout
        .shop
        .control("POST", &format!("/orders/{number}/state"), paid)
        .await;
    assert_eq!(checkout.states().await, ["paid"]);
}

/// Shopware §25.4: a payment cancelled in favour of another method, but then completed in the first tab, is paid;
/// Shopware allows paying again and cancels the completed payment.
#[tokio::test]
async fn a_payment_made_in_another_tab_takes_precedence_over_an_open_one() {
    let checkout = with_plugin("unconfirmed").await;
    let first = checkout.gateway().await;
    let method = checkout.method().await;
    let all = checkout.shop.post("/payment-method", json!({})).await;
    let rows = all.body["elements"].as_array().unwrap();
    let other = rows.iter().find(|row| row["id"] != method).unwrap()["id"].clone();
    let change = |method: &Value| json!({"orderId": checkout.order["id"], "paymentMethodId": method});
    checkout.call("/order/payment", change(&other)).await;
    assert_eq!(checkout.states().await, ["cancelled", "open"]);
    assert_eq!(checkout.pay(&first, "paid").await, FINISH);
    assert_eq!(checkout.states().await, ["paid", "open"]);
    assert_eq!(checkout.call("/order/payment", change(&method)).await.status, 200);
    assert_eq!(checkout.states().await, ["cancelled", "cancelled", "open"]);
}

/// A return after half an hour is too late; a return without URLs has no redirect; an unknown token is refused.
#[tokio::test]
async fn a_return_runs_out_and_needs_no_address() {
    let checkout = Checkout::ordered().await;
    let late = checkout.press(&checkout.gateway().await, "paid").await;
    checkout
        .shop
        .control("POST", "/clock", json!({"now": "2026-11-21T06:57:01Z"}))
        .await;
    let back = checkout.get(&late.location).await;
    assert_eq!(
        back.location,
        format!("{ERROR}?error-code=CHECKOUT__PAYMENT_TOKEN_EXPIRED")
    );
    assert_eq!(checkout.states().await, ["open"]);
    let bare = checkout.handle(None, None).await.unwrap();
    let pressed = checkout.press(&bare, "failed").await;
    assert_eq!(checkout.get(&pressed.location).await.status, 204);
    assert_eq!(checkout.states().await, ["failed"]);
    let finalize = async |query: &str| {
        let path = format!("/payment/finalize-transaction{query}");
        let reply = checkout.shop.send("GET", &path, &[], None).await;
        (reply.status, reply.code().to_owned())
    };
    assert_eq!(
        finalize("").await,
        (400, "FRAMEWORK__MISSING_REQUEST_PARAMETER".to_owned())
    );
    assert_eq!(
        finalize("?_sw_payment_token=nope").await,
        (400, "CHECKOUT__INVALID_PAYMENT_TOKEN".to_owned())
    );
    assert_eq!(checkout.get("/payment-gateway/nope").await.status, 404);
    assert_eq!(checkout.press("/payment-gateway/nope", "paid").await.status, 404);
}

/// The code is appended to an error URL that already has a query.
#[tokio::test]
async fn the_error_code_joins_a_query_that_is_there() {
    let checkout = Checkout::ordered().await;
    let url = "http://shop.example/unpaid?order=1";
    let gateway = checkout.handle(Some(FINISH), Some(url)).await.unwrap();
    let end = checkout.pay(&gateway, "failed").await;
    assert_eq!(
        end,
        format!("{url}&error-code=CHECKOUT__ASYNC_PAYMENT_FINALIZE_INTERRUPTED")
    );
}

/// The texts of page and mail in a language.
struct Said {
    language: &'static str,
    iso: &'static str,
    title: &'static str,
    total: &'static str,
    shipping: &'static str,
    subject: &'static str,
    /// The prefix of the language's paths.
    prefix: &'static str,
}

const SAID: [Said; 3] = [
    Said {
        language: DUTCH,
        iso: "nl-NL",
        title: "Betalen",
        total: "€ 56,85",
        shipping: "Verzending: € 6,95",
        subject: "Bestelling 10000 bij",
        prefix: "",
    },
    Said {
        language: ENGLISH,
        iso: "en-GB",
        title: "Payment",
        total: "€56.85",
        shipping: "Shipping: €6.95",
        subject: "Your order 10000 at",
        prefix: "/en",
    },
    Said {
        language: GERMAN,
        iso: "de-DE",
        title: "Bezahlung",
        total: "56,85 €",
        shipping: "Versand: 6,95 €",
        subject: "Ihre Bestellung 10000 bei",
        prefix: "/de",
    },
];

/// The page is in the language of the order, with its number and amount, and needs no script.
#[tokio::test]
async fn the_gateway_speaks_the_language_of_the_order() {
    for said in &SAID {
        let checkout = Checkout::ordered_in(said.language).await;
        let page = checkout.get(&checkout.gateway().await).await.text;
        let lang = said.iso.get(..2).unwrap();
        for part in [
            format!("<html lang=\"{lang}\">"),
            format!("<title>{}</title>", said.title),
            format!("<dd>{}</dd>", said.total),
            "<dd>10000</dd>".to_owned(),
        ] {
            assert!(page.contains(&part), "{part}: {page}");
        }
        assert!(!page.contains("<script"), "{page}");
    }
}

/// The confirmation of an order: recipient, language, items, and the link to the order; the mailbox can be emptied.
#[tokio::test]
async fn the_confirmation_of_an_order_is_in_its_language_and_links_to_it() {
    for said in &SAID {
        let checkout = Checkout::ordered_in(said.language).await;
        let mailbox = checkout.shop.control("GET", "/mailbox", json!({})).await;
        let mail = &mailbox["mails"][0];
        assert_eq!(
            (&mail["to"], &mail["language"], &mail["order_number"]),
            (&json!("gast@example.com"), &json!(said.iso), &json!("10000"))
        );
        assert!(mail["subject"].as_str().unwrap().starts_with(said.subject), "{mail}");
        let code = checkout.order["deepLinkCode"].as_str().unwrap();
        let home = checkout.shop.demo.shopware_url();
        let link = format!("{home}{}/account/order/{code}", said.prefix);
        assert_eq!(mail["links"], json!([link]));
        let text = mail["text"].as_str().unwrap();
        for part in [link.as_str(), said.total, said.shipping, "2 x "] {
            assert!(text.contains(part), "{part}: {text}");
        }
        checkout.shop.control("DELETE", "/mailbox", json!({})).await;
        assert_eq!(checkout.mails().await, Vec::<String>::new());
    }
}
