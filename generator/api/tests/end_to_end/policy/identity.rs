//! The identity of the visitor (rule 10): no answer to a read, whoever it was made for, changes it.

use std::collections::HashMap;

use serde_json::{Value, json};
use vitrine_api::routes::Row;
use wiremock::{Mock, Request, Respond, ResponseTemplate, matchers};

use super::{good, json_rows, own_order, path_of, query_of, with_context, without_limits};
use crate::{
    customers::{Browser, CHAIR, Customers, PASSWORD, WAX},
    shop::Shop,
    shopware::{Recorded, header},
};

const FOREIGN: &str = "foreignforeignforeignforeign0000";

fn gets() -> impl Iterator<Item = &'static Row> {
    json_rows().filter(|row| !row.is_write())
}

/// An answer with a token issued to another visitor, and the headers that a cache adds.
struct Foreign(Value, &'static [(&'static str, &'static str)]);

impl Respond for Foreign {
    fn respond(&self, _: &Request) -> ResponseTemplate {
        let answer = ResponseTemplate::new(200).set_body_json(&self.0);
        let answer = answer.insert_header("sw-context-token", FOREIGN);
        self.1
            .iter()
            .fold(answer, |answer, (name, value)| answer.insert_header(*name, *value))
    }
}

/// Rule 10: "never because a read said so: a different token on the answer to a GET (a shared cache in front of the
/// Store API can replay anybody's) is a claim"; "a cached answer (Age, public Cache-Control) never carries a session".
/// Every GET of the Store API in turn, and all at once, for every endpoint that reads.
#[tokio::test]
async fn rule_10_a_foreign_token_on_a_read_never_becomes_the_visitors() {
    let read = |name: &str| Recorded::read(name).body();
    let bodies: HashMap<&str, Value> = HashMap::from([
        ("/context", read("139-context-business")),
        ("/checkout/cart", read("056-cart-add")),
        ("/country", read("011-country")),
        ("/salutation", read("012-salutation")),
        ("/shipping-method", read("013-shipping-method")),
        ("/payment-method", read("014-payment-method")),
        ("/product", read("017-product-list-nl-NL")),
        ("/account/customer", read("106-customer")),
        ("/account/list-address", read("115-address-list")),
        ("/order", own_order()),
    ]);
    let caches: [&'static [(&str, &str)]; 3] = [&[], &[("age", "7")], &[("cache-control", "public, max-age=60")]];
    let each = bodies.keys().map(|path| vec![*path]);
    let all = [bodies.keys().copied().collect::<Vec<_>>()];
    for poisoned in each.chain(all) {
        for cache in caches {
            let shopware = with_context("139-context-business").await;
            for path in &poisoned {
                Mock::given(matchers::method("GET"))
                    .and(matchers::path(format!("/store-api{path}")))
                    .respond_with(Foreign(bodies[path].clone(), cache))
                    .with_priority(1)
                    .mount(&shopware.server)
                    .await;
            }
            let shop = Shop::with(shopware.client(), without_limits).await;
            for row in gets() {
                for cookie in [super::SESSION, ""] {
                    let answer = good(&shop, row).with("Cookie", cookie).send().await;
                    let set = answer.set_cookies().join("\n");
                    let what = format!("{} with {poisoned:?} {cache:?}: {set}", row.name);
                    assert!(!set.contains(FOREIGN), "{what}");
                    assert!(cookie.is_empty() || !set.contains("vitrine-session="), "{what}");
                    let public = !poisoned
                        .iter()
                        .any(|path| path.starts_with("/account") || path.starts_with("/order"));
                    let public = public && !poisoned.contains(&"/context") && !poisoned.contains(&"/checkout/cart");
                    assert!(
                        !public || cookie.is_empty() || answer.status == 200,
                        "{what}: {}",
                        answer.text()
                    );
                }
            }
            // Reads within a change do not change the visitor's identity either.
            for row in json_rows().filter(|row| row.is_write() && cache.is_empty()) {
                let answer = good(&shop, row).with("Cookie", super::SESSION).send().await;
                let set = answer.set_cookies().join("\n");
                assert!(!set.contains(FOREIGN), "{} with {poisoned:?}: {set}", row.name);
            }
            let sent = shopware.requests().await;
            assert!(
                sent.iter()
                    .all(|request| header(request, "sw-context-token") != Some(FOREIGN)),
                "it is never sent: {poisoned:?}"
            );
        }
    }
}

/// Reads everything that a page reads.
async fn read_all(browser: &mut Browser<'_>) -> String {
    let mut said = String::new();
    // The OpenAPI document contains examples.
    for row in gets().filter(|row| row.locale) {
        let path = format!("{}{}", path_of(row), query_of(row));
        said.push_str(&browser.call("GET", &path, None).await.text());
    }
    said
}

/// A cache in front of the Store API that sends the first answer to a URL to everybody: visitors keep their identity,
/// read nothing of others, and an expired session is replaced in one round trip without becoming another visitor's.
#[tokio::test]
async fn rule_10_a_cache_in_front_of_the_store_api_exposes_no_visitor() {
    let customers = Customers::with(without_limits).await;
    let mut owner = customers.browser();
    owner.register("eigenaar@example.test").await;
    owner.add(CHAIR, 3).await;
    let mut other = customers.browser();
    let mut registration = customers.registration("ander@example.test");
    registration["first_name"] = json!("Femke");
    registration["billing_address"]["first_name"] = json!("Femke");
    other.post("/api/account/register", &registration).await;
    let mut anonymous = customers.browser();
    anonymous.add(WAX, 1).await;
    let fault = json!({"backend": "shopware", "path": "/store-api/", "kind": "replay"});
    customers.control("POST", "/faults", Some(&fault)).await;
    assert!(read_all(&mut owner).await.contains("Noor"), "the cache is filled");

    for (browser, name) in [(&mut other, json!("Femke")), (&mut anonymous, json!(null))] {
        let token = browser.session_cookie().expect("a session").to_owned();
        let said = read_all(browser).await;
        assert!(!said.contains("Noor") && !said.contains("eigenaar@"), "{said}");
        assert_eq!(browser.session_cookie(), Some(token.as_str()));
        assert_eq!(browser.customer().await["first_name"], name);
    }
    assert_eq!(anonymous.cart().await["item_count"], 1);

    let mut newcomer = customers.browser();
    assert_eq!(newcomer.customer().await, json!(null), "without a session");
    let stolen = owner.session_cookie().map(str::to_owned);
    assert_ne!(newcomer.session_cookie().map(str::to_owned), stolen);

    for path in ["/api/cart", "/api/session", "/api/checkout"] {
        let mut visitor = customers.browser();
        visitor.add(WAX, 1).await;
        let old = visitor.session_cookie().expect("a session").to_owned();
        customers
            .control("POST", &format!("/sessions/{old}/expire"), Some(&json!({})))
            .await;
        let healed = visitor.done("GET", path, None).await;
        assert_eq!(
            healed["notice"]["code"]
                .as_str()
                .or(healed["cart"]["notice"]["code"].as_str()),
            Some("session-expired"),
            "{path}"
        );
        let new = visitor.session_cookie().expect("a session").to_owned();
        assert!(new != old && Some(&new) != stolen.as_ref() && new.len() == 32, "{path}");
        assert_eq!(visitor.add(WAX, 2).await["item_count"], 2, "it works at once");
    }

    // The owner has lost nothing: on the earlier device, and after logging in on another one.
    assert_eq!(owner.session_cookie().map(str::to_owned), stolen);
    assert_eq!(owner.customer().await["first_name"], "Noor");
    assert_eq!(owner.cart().await["item_count"], 3);
    let mut device = customers.browser();
    device.log_in("eigenaar@example.test", PASSWORD).await;
    for browser in [&mut device, &mut owner] {
        assert_eq!(browser.customer().await["first_name"], "Noor");
        assert_eq!(browser.cart().await["item_count"], 3);
    }
}

/// The names, quantities and prices of the lines, and the sums.
fn sums(cart: &Value) -> Value {
    let lines = cart["line_items"].as_array().expect("lines").iter();
    let lines: Vec<Value> = lines
        .map(|line| json!([line["label"], line["quantity"], line["unit_price"]["minor"]]))
        .collect();
    json!([lines, cart["item_count"], cart["total"]["minor"]])
}

/// A cache that keeps the first answer to a URL does not make the visitor's own cart, session or prices stale: after
/// each change the new state is read, in the language of the page, and as in Shopware's next answer to a change.
#[tokio::test]
async fn rule_10_behind_a_cache_cart_session_and_prices_stay_true() {
    let customers = Customers::with(without_limits).await;
    let fault = json!({"backend": "shopware", "path": "/store-api/", "kind": "replay"});
    customers.control("POST", "/faults", Some(&fault)).await;
    let mut noor = customers.browser();
    noor.add(WAX, 1).await;
    read_all(&mut noor).await;
    let line = format!("/api/cart/line-items/{WAX}");
    let changes = [
        (
            "POST",
            "/api/cart/line-items",
            Some(json!({"product_id": CHAIR, "quantity": 1})),
        ),
        ("PATCH", line.as_str(), Some(json!({"quantity": 4}))),
        ("POST", "/api/cart/promotions", Some(json!({"code": "WELKOM10"}))),
        ("DELETE", line.as_str(), None),
    ];
    for (method, path, body) in changes {
        let changed = noor.done(method, path, body.as_ref()).await;
        assert_eq!(sums(&noor.cart().await), sums(&changed), "{method} {path}");
        let checkout = noor.done("GET", "/api/checkout", None).await;
        assert_eq!(sums(&checkout["cart"]), sums(&changed), "{method} {path}");
        let session = noor.done("GET", "/api/session", None).await;
        assert_eq!(
            session["cart"]["item_count"]
                .as_i64()
                .or(session["item_count"].as_i64()),
            changed["item_count"].as_i64(),
            "{method} {path}: {session}"
        );
    }

    let offers = format!("/api/offers?ids={WAX}");
    let label = |cart: &Value| cart["line_items"][0]["label"].as_str().expect("a name").to_owned();
    let dutch = label(&noor.cart().await);
    noor.done("GET", &offers, None).await;
    noor.locale = "en";
    assert_ne!(label(&noor.cart().await), dutch, "the language of the page");
    noor.locale = "nl";
    assert_eq!(label(&noor.cart().await), dutch);

    let mut stranger = customers.browser();
    stranger.done("GET", &offers, None).await;
    customers
        .control(
            "POST",
            "/price",
            Some(&json!({"product_number": "CA-400", "price": 777.0})),
        )
        .await;
    for browser in [&mut noor, &mut stranger] {
        let read = browser.done("GET", &offers, None).await;
        assert_eq!(read["offers"][0]["unit"]["price"]["minor"], 77_700, "{read}");
    }

    noor.register("noor@example.test").await;
    assert_eq!(noor.customer().await["first_name"], "Noor");
    let streets = |book: Value| -> Vec<String> {
        let rows = book["addresses"].as_array().expect("addresses").iter();
        rows.map(|row| row["street"].as_str().expect("a street").to_owned())
            .collect()
    };
    assert_eq!(streets(noor.done("GET", "/api/addresses", None).await), ["Spui 3"]);
    let mut second = customers.address();
    second["street"] = json!("Herengracht 1");
    noor.post("/api/addresses", &second).await;
    assert_eq!(streets(noor.done("GET", "/api/addresses", None).await).len(), 2);
    let profile = json!({"salutation_id": null, "first_name": "Femke", "last_name": "Bos"});
    noor.done("PATCH", "/api/account/profile", Some(&profile)).await;
    let account = noor.done("GET", "/api/account", None).await;
    assert!(account.to_string().contains("Femke"), "{account}");
    assert_eq!(noor.customer().await["first_name"], "Femke");
    assert_eq!(noor.done("GET", "/api/orders", None).await["orders"], json!([]));
    let checkout = noor.done("GET", "/api/checkout", None).await;
    let order = json!({"idempotency_key": "een-sleutel-voor-een-order", "cart_hash": checkout["cart"]["hash"],
        "accept_terms": true, "reference": null, "comment": null});
    let placed = noor.post("/api/orders", &order).await;
    let orders = noor.done("GET", "/api/orders", None).await;
    assert_eq!(orders["orders"].as_array().map(Vec::len), Some(1));
    assert_eq!(noor.cart().await["item_count"], 0, "it was ordered");
    let one = format!("/api/orders/{}", placed["order_id"].as_str().expect("an id"));
    noor.done("GET", &one, None).await;
    let cancelled = noor.post(&format!("{one}/cancel"), &json!({})).await;
    assert_eq!(
        noor.done("GET", &one, None).await["order"]["state"],
        cancelled["order"]["state"]
    );
    noor.post("/api/account/logout", &json!({"everywhere": false})).await;
    assert_eq!(noor.customer().await, json!(null));
}
