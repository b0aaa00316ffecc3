//! Two consecutive faults on every write, followed by a successful attempt: no change is made twice, no change that was
//! made is reported as refused, and no session, cart or notice is lost (rule 15).

use std::collections::BTreeSet;

use serde_json::{Value, json};
use vitrine_api::routes::ROUTES;

use crate::{
    client::Answer,
    customers::{Browser, CHAIR, Customers, PASSWORD, WAX},
};

/// The fault of one call of the Store API.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    /// It is processed, and its answer is lost.
    Lost,
    /// It is processed, and half of its answer arrives.
    Cut,
    /// It is not processed.
    Refused(u16),
}

impl Fault {
    const ALL: [Self; 5] = [
        Self::Lost,
        Self::Cut,
        Self::Refused(500),
        Self::Refused(429),
        Self::Refused(503),
    ];

    fn is_done(self) -> bool {
        matches!(self, Self::Lost | Self::Cut)
    }

    fn at(self, method: &str, path: &str) -> Value {
        let kind = match self {
            Self::Lost => json!({"kind": "lost"}),
            Self::Cut => json!({"kind": "cut"}),
            Self::Refused(429) => json!({"kind": "status", "status": 429, "retry_after": 1}),
            Self::Refused(status) => json!({"kind": "status", "status": status}),
        };
        let mut fault =
            json!({"backend": "shopware", "method": method, "path": format!("/store-api{path}"), "times": 1});
        fault
            .as_object_mut()
            .expect("an object")
            .extend(kind.as_object().expect("an object").clone());
        fault
    }
}

/// A write of the API, by the name of its row.
struct Write {
    name: &'static str,
    /// The call of the Store API that makes the change.
    call: (&'static str, &'static str),
    /// The effect of each processed attempt.
    each: Each,
}

/// Whether repeating a processed write is another change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Each {
    /// Idempotent: the result is the same however often it is processed.
    Once,
    /// Each processed one counts: before repeating it, the visitor sees the cart with the first one.
    Counts,
    /// Once processed it cannot be processed again, and is refused with one of these codes.
    Gone(&'static [&'static str]),
}

const fn write(name: &'static str, method: &'static str, path: &'static str, each: Each) -> Write {
    Write {
        name,
        call: (method, path),
        each,
    }
}

const WRITES: [Write; 21] = [
    write("addLineItem", "POST", "/checkout/cart/line-item", Each::Counts),
    write("changeLineItem", "PATCH", "/checkout/cart/line-item", Each::Once),
    write("changeLineItems", "PATCH", "/checkout/cart/line-item", Each::Once),
    write(
        "removeLineItem",
        "POST",
        "/checkout/cart/line-item/delete",
        Each::Gone(&["LINE_ITEM_NOT_FOUND"]),
    ),
    write("addPromotion", "POST", "/checkout/cart/line-item", Each::Once),
    write("changeCheckout", "PATCH", "/context", Each::Once),
    write("orderAsGuest", "POST", "/account/register", Each::Once),
    write("createAddress", "POST", "/account/address", Each::Once),
    write("changeAddress", "PATCH", "/account/address/", Each::Once),
    write(
        "removeAddress",
        "DELETE",
        "/account/address/",
        Each::Gone(&["ADDRESS_NOT_FOUND"]),
    ),
    write("setDefaultAddress", "PATCH", "/account/address/default", Each::Once),
    write(
        "register",
        "POST",
        "/account/register",
        Each::Gone(&["INVALID_REQUEST"]),
    ),
    write("logIn", "POST", "/account/login", Each::Once),
    write("logOut", "POST", "/account/logout", Each::Once),
    write(
        "changePassword",
        "POST",
        "/account/change-password",
        Each::Gone(&["INVALID_REQUEST", "LOGIN_REQUIRED"]),
    ),
    write("changeProfile", "POST", "/account/change-profile", Each::Once),
    write(
        "changeEmail",
        "POST",
        "/account/change-email",
        Each::Gone(&["INVALID_REQUEST", "LOGIN_REQUIRED"]),
    ),
    write(
        "deleteAccount",
        "DELETE",
        "/account/customer",
        Each::Gone(&["LOGIN_REQUIRED"]),
    ),
    write("placeOrder", "POST", "/checkout/order", Each::Once),
    write(
        "cancelOrder",
        "POST",
        "/order/state/cancel",
        Each::Gone(&["ORDER_NOT_CANCELLABLE"]),
    ),
    write("reorder", "POST", "/checkout/cart/line-item", Each::Counts),
];

/// Writes that are not in the table, with the reason.
const OTHERWISE: [(&str, &str); 12] = [
    ("changeSession", "as changeCheckout, by the same call"),
    ("addByNumber", "as addLineItem, by the same call"),
    ("goOnAsGuest", "it makes no change at Shopware"),
    ("confirmRegistration", "its mail's link works once; `account.rs`"),
    ("confirmNewsletter", "as above"),
    (
        "unsubscribeNewsletter",
        "kept and delivered later; `forms/newsletter.rs`",
    ),
    (
        "recoverPassword",
        "the answer never tells what became of it; `account.rs`",
    ),
    ("checkRecovery", "it reads"),
    ("resetPassword", "its mail's link works once"),
    ("lookUpOrder", "it reads"),
    (
        "payOrder",
        "each start of a payment is one of the provider's; `orders/payment.rs`",
    ),
    ("withdraw", "kept and delivered later; `withdrawals/delivery.rs`"),
];

/// A request and its sender.
struct Prepared<'a> {
    browser: Browser<'a>,
    method: &'static str,
    path: String,
    body: Option<Value>,
}

async fn an_order(noor: &mut Browser<'_>, key: &str) -> Value {
    let checkout = noor.done("GET", "/api/checkout", None).await;
    json!({"idempotency_key": key, "cart_hash": checkout["cart"]["hash"], "accept_terms": true, "reference": null,
        "comment": "Graag bellen."})
}

/// A visitor with a cart, logged in as a customer if the write requires it.
async fn prepare<'a>(customers: &'a Customers, name: &str, number: usize) -> Prepared<'a> {
    let email = format!("noor-{number}@example.test");
    let mut browser = customers.browser().at(&format!("198.51.100.{}", number % 250 + 1));
    browser.add(WAX, 1).await;
    let anonymous = [
        "addLineItem",
        "changeLineItem",
        "changeLineItems",
        "removeLineItem",
        "addPromotion",
        "changeCheckout",
        "orderAsGuest",
        "register",
        "logIn",
    ];
    if name == "logIn" {
        let mut other = customers.browser();
        other.register(&email).await;
        other.post("/api/account/logout", &json!({"everywhere": false})).await;
    } else if !anonymous.contains(&name) {
        browser.register(&email).await;
    }
    let mut method = "POST";
    let line = format!("/api/cart/line-items/{WAX}");
    let (path, body) = match name {
        "addLineItem" => (
            "/api/cart/line-items".to_owned(),
            Some(json!({"product_id": CHAIR, "quantity": 1})),
        ),
        "changeLineItem" => {
            method = "PATCH";
            (line, Some(json!({"quantity": 3})))
        }
        "changeLineItems" => {
            method = "PATCH";
            (
                "/api/cart/line-items".to_owned(),
                Some(json!({"line_items": [{"id": WAX, "quantity": 4}]})),
            )
        }
        "removeLineItem" => {
            method = "DELETE";
            (line, None)
        }
        "addPromotion" => ("/api/cart/promotions".to_owned(), Some(json!({"code": "WELKOM10"}))),
        "changeCheckout" => {
            method = "PATCH";
            let checkout = browser.done("GET", "/api/checkout", None).await;
            let methods = checkout["shipping_methods"].as_array().expect("methods").iter();
            let other = methods
                .map(|method| &method["id"])
                .find(|id| **id != checkout["shipping_method_id"]);
            (
                "/api/checkout".to_owned(),
                Some(json!({"shipping_method_id": other.expect("another one")})),
            )
        }
        "orderAsGuest" => (
            "/api/checkout/guest".to_owned(),
            Some(
                json!({"email": email, "vat_id": null, "accept_privacy": true, "billing_address": customers.address(),
                "shipping_address": null}),
            ),
        ),
        "createAddress" => {
            let mut address = customers.address();
            address["street"] = json!("Herengracht 1");
            ("/api/addresses".to_owned(), Some(address))
        }
        "changeAddress" | "removeAddress" | "setDefaultAddress" => {
            let mut address = customers.address();
            address["street"] = json!("Herengracht 1");
            let book = browser.post("/api/addresses", &address).await;
            let path = format!("/api/addresses/{}", book["changed_id"].as_str().expect("an id"));
            address["street"] = json!("Keizersgracht 2");
            method = "PATCH";
            match name {
                "changeAddress" => (path, Some(address)),
                "setDefaultAddress" => (format!("{path}/default"), Some(json!({"use": "shipping"}))),
                _ => {
                    method = "DELETE";
                    (path, None)
                }
            }
        }
        "register" => ("/api/account/register".to_owned(), Some(customers.registration(&email))),
        "logIn" => (
            "/api/account/login".to_owned(),
            Some(json!({"email": email, "password": PASSWORD})),
        ),
        "logOut" => ("/api/account/logout".to_owned(), Some(json!({"everywhere": false}))),
        "changePassword" => (
            "/api/account/password".to_owned(),
            Some(json!({"password": PASSWORD, "new_password": "ander-wachtwoord-2",
                "new_password_confirmation": "ander-wachtwoord-2"})),
        ),
        "changeProfile" => {
            method = "PATCH";
            (
                "/api/account/profile".to_owned(),
                Some(json!({"salutation_id": null, "first_name": "Femke", "last_name": "Bos"})),
            )
        }
        "changeEmail" => (
            "/api/account/email".to_owned(),
            Some(
                json!({"email": format!("femke-{number}@example.test"), "email_confirmation":
                format!("femke-{number}@example.test"), "password": PASSWORD}),
            ),
        ),
        "deleteAccount" => {
            method = "DELETE";
            ("/api/account".to_owned(), Some(json!({"password": PASSWORD})))
        }
        "placeOrder" => (
            "/api/orders".to_owned(),
            Some(an_order(&mut browser, &format!("sleutel-{number:010}")).await),
        ),
        "cancelOrder" | "reorder" => {
            let order = an_order(&mut browser, &format!("sleutel-{number:010}")).await;
            let placed = browser.post("/api/orders", &order).await;
            let word = if name == "reorder" { "reorder" } else { "cancel" };
            (
                format!("/api/orders/{}/{word}", placed["order_id"].as_str().expect("an id")),
                Some(json!({})),
            )
        }
        other => panic!("{other} is not prepared"),
    };
    Prepared {
        browser,
        method,
        path,
        body,
    }
}

/// The state of a visitor: lines of the cart, methods, addresses, orders, and identity.
async fn has(browser: &mut Browser<'_>) -> Value {
    let session = browser.done("GET", "/api/session", None).await;
    let cart = browser.cart().await;
    let lines: Vec<Value> = cart["line_items"]
        .as_array()
        .expect("lines")
        .iter()
        .map(|line| json!([line["kind"], line["product_id"], line["quantity"]]))
        .collect();
    let checkout = browser.done("GET", "/api/checkout", None).await;
    let mut all = json!({"lines": lines, "shipping": checkout["shipping_method_id"],
        "customer": [session["customer"]["first_name"], session["customer"]["last_name"]]});
    if session["customer"]["logged_in"] == true {
        let book = browser.done("GET", "/api/addresses", None).await;
        let mut streets: Vec<String> = book["addresses"]
            .as_array()
            .expect("addresses")
            .iter()
            .map(|address| format!("{} {}", address["street"], address["is_default_shipping"]))
            .collect();
        streets.sort();
        all["addresses"] = json!(streets);
        let orders = browser.done("GET", "/api/orders", None).await;
        let orders: Vec<&Value> = orders["orders"]
            .as_array()
            .expect("orders")
            .iter()
            .map(|order| &order["state"])
            .collect();
        all["orders"] = json!(orders);
    }
    all
}

async fn send(prepared: &mut Prepared<'_>) -> Answer {
    prepared
        .browser
        .call(prepared.method, &prepared.path, prepared.body.as_ref())
        .await
}

/// The problem with the answer to a failure as reported to the visitor, if any.
fn told_wrong(answer: &Answer) -> Option<String> {
    let body = answer.json();
    if answer.status == 200 {
        return None;
    }
    let detail = body["errors"][0]["detail"].as_str().unwrap_or_default();
    let known = matches!(answer.status, 400..=499 | 502..=504);
    (!known || detail.is_empty()).then(|| format!("{} {body}", answer.status))
}

/// Rule 15: every write of the table, under every combination of two faults.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rule_15_two_faults_one_after_the_other_change_nothing_twice() {
    let mut wrong = Vec::new();
    let mut number = 0;
    for write in &WRITES {
        let customers = Customers::with(|config| {
            config.rates.orders = 10_000;
            config.rates.accounts = 10_000;
            config.rates.checkout_writes = 10_000;
            config.account.change_email = true;
            config.account.delete_account = true;
            config.limits.order_settles = std::time::Duration::from_millis(1);
        })
        .await;
        // An order is searched by its time, which is that of this machine.
        let now = json!({"now": jiff::Timestamp::now()});
        customers.control("POST", "/clock", Some(&now)).await;
        number += 1;
        let mut plain = prepare(&customers, write.name, number).await;
        let answer = send(&mut plain).await;
        if answer.status != 200 {
            wrong.push(format!("{}: {}", write.name, answer.text()));
            continue;
        }
        let once = has(&mut plain.browser).await;
        for first in Fault::ALL {
            for second in Fault::ALL {
                number += 1;
                let what = format!("{}: {first:?}, then {second:?}", write.name);
                let mut prepared = prepare(&customers, write.name, number).await;
                let mut codes = Vec::new();
                for fault in [first, second] {
                    let (method, path) = write.call;
                    customers
                        .control("POST", "/faults", Some(&fault.at(method, path)))
                        .await;
                    let answer = send(&mut prepared).await;
                    let left = customers.control("GET", "/faults", None).await;
                    if codes.is_empty() && left["faults"] != json!([]) {
                        wrong.push(format!("{what}: no such call"));
                    }
                    customers.control("DELETE", "/faults", None).await;
                    wrong.extend(told_wrong(&answer).map(|told| format!("{what}: {told}")));
                    codes.push(answer.status);
                    if answer.status == 200 {
                        break;
                    }
                }
                // A successful write is not repeated.
                let last = match codes.last() {
                    Some(200) => None,
                    _ => Some(send(&mut prepared).await),
                };
                let done = [first, second].iter().filter(|fault| fault.is_done()).count();
                let mut is_gone = false;
                if let Some(last) = last.filter(|last| last.status != 200) {
                    wrong.extend(told_wrong(&last).map(|told| format!("{what}: at last {told}")));
                    let code = last.refused().1;
                    is_gone = done > 0 && matches!(write.each, Each::Gone(known) if known.contains(&code.as_str()));
                    if !is_gone {
                        wrong.push(format!("{what}: at last {} after {codes:?}", last.text()));
                        continue;
                    }
                }
                let mut now = has(&mut prepared.browser).await;
                // Shopware moves the cart to a token that was only in the lost answer.
                if write.name == "orderAsGuest" && [first, second].contains(&Fault::Lost) {
                    now["lines"] = once["lines"].clone();
                }
                // A visitor logged out by a change whose answer was lost sees nothing of the account.
                if is_gone && now["customer"] != once["customer"] {
                    continue;
                }
                if now != once && !(write.each == Each::Counts && done > 0) {
                    wrong.push(format!("{what} ({codes:?}): {now} instead of {once}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Every write of the API is in the table, or has a reason not to be.
#[test]
fn the_table_of_sequences_is_complete() {
    let known: BTreeSet<&str> = WRITES
        .iter()
        .map(|write| write.name)
        .chain(OTHERWISE.iter().map(|(name, _)| *name))
        .collect();
    let rows: BTreeSet<&str> = ROUTES
        .iter()
        .filter(|row| row.is_write() && row.locale)
        .map(|row| row.name)
        .collect();
    assert_eq!(known, rows);
}
