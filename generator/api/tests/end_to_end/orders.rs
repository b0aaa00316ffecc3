//! Orders through the API: R-CHK-03, R-CHK-05, R-CHK-06, R-CHK-08.

mod logins;
mod once;
mod payment;
mod place;
mod provider_plugins;
mod standing;

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{client::Ask, shop::Shop, shopware::Recorded};

const SESSION: &str = "vitrine-session=6ZiTiId3YsWmxnSXfpJ137u7Z18lsWAs";

const ORDER: &str = "01a1fcc97e26707a8c3c0b5a852cdc62";

const KEY: &str = "0b5f2d0e-8c1a-4a6e-9d57-2f1f6f3c9a10";

const HASH: &str = "b3b31fa627cf5c1ef66d9bf357d91a5a3b9664469a2248bdab6ed54baf4cdf0d";

fn order(change: &[(&str, Value)]) -> Value {
    let mut order = json!({"idempotency_key": KEY, "cart_hash": HASH, "accept_terms": true, "comment": null});
    for (name, value) in change {
        order[*name] = value.clone();
    }
    order
}

fn place(shop: &Shop, body: &Value) -> Ask {
    shop.ask("POST", "/api/orders")
        .by_page()
        .with("Cookie", SESSION)
        .json(body)
}

fn sent(calls: &[String], call: &str) -> usize {
    calls.iter().filter(|c| *c == call).count()
}

const PLACED: &str = "POST /checkout/order";

/// An order as returned right after it was placed.
fn placed_now(name: &str) -> Value {
    let mut body = Recorded::read(name).body();
    let now = jiff::Timestamp::now().to_string();
    body["orders"]["elements"][0]["orderDateTime"] = json!(now);
    body
}

fn provider(url: &str) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json!({"redirectUrl": url, "apiAlias": "array_struct"}))
}
