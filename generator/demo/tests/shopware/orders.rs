//! Compares orders with the recordings of a real 6.6.7.1: the same calls in the same sessions, every value except ids
//! and times, prices and taxes to the cent.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::{Change, Recorded, Shop, WAX, changed_recorded, recording};
use crate::values::differences;

/// Structs whose ids each shop generates.
const MADE: [&str; 10] = [
    "customer",
    "customer_address",
    "document",
    "order",
    "order_address",
    "order_customer",
    "order_delivery",
    "order_line_item",
    "order_line_item_download",
    "order_transaction",
];

/// Tokens, ids, deep link codes and cart hashes of the recorded shop, mapped to ours.
#[derive(Default)]
struct Names(BTreeMap<String, String>);

impl Names {
    fn know(&mut self, theirs: Option<&str>, ours: Option<&str>) {
        if let (Some(theirs), Some(ours)) = (theirs, ours) {
            self.0.insert(theirs.to_owned(), ours.to_owned());
        }
    }

    fn ours(&self, text: &str) -> String {
        let rows = self.0.iter();
        rows.fold(text.to_owned(), |text, (theirs, ours)| text.replace(theirs, ours))
    }

    /// Records the corresponding values of two answers.
    fn learn(&mut self, theirs: &Value, ours: &Value) {
        match (theirs, ours) {
            (Value::Object(a), Value::Object(b)) => {
                let alias = a.get("apiAlias").and_then(Value::as_str).unwrap_or_default();
                let keys: &[&str] = match alias {
                    "order" => &["id", "deepLinkCode"],
                    "cart" => &["hash"],
                    "customer_address" => &["id", "customerId"],
                    made if MADE.contains(&made) => &["id"],
                    _ => &[],
                };
                for key in keys {
                    self.know(a.get(*key).and_then(Value::as_str), b.get(*key).and_then(Value::as_str));
                }
                for (key, value) in a {
                    self.learn(value, b.get(key).unwrap_or(&Value::Null));
                }
            }
            (Value::Array(a), Value::Array(b)) => a.iter().zip(b).for_each(|(a, b)| self.learn(a, b)),
            _ => {}
        }
    }
}

/// A shop, and the mapping of the recorded shop's values to its own.
struct Replay {
    shop: Shop,
    names: Names,
    found: Vec<String>,
}

impl Replay {
    fn new(shop: Shop) -> Self {
        let mut names = Names::default();
        names.know(Some("http://127.0.0.1:8000"), Some(shop.demo.shopware_url()));
        Self {
            shop,
            names,
            found: Vec::new(),
        }
    }

    /// Calls whose answers must equal the recorded ones.
    async fn same(&mut self, numbers: &[&str]) {
        self.same_but(numbers, &[]).await;
    }

    /// The same, except for some paths, each of which must differ.
    async fn same_but(&mut self, numbers: &[&str], but: &[&str]) {
        for number in numbers {
            let recorded = recording(number);
            let (status, ours) = self.send(&recorded).await;
            let theirs: Value = serde_json::from_str(&self.names.ours(&recorded.body.to_string())).unwrap();
            let mut wrong = differences(&ours, &theirs);
            for path in but {
                let before = wrong.len();
                wrong.retain(|line| !line.starts_with(path));
                assert!(wrong.len() < before, "{}: {path} does not differ", recorded.name);
            }
            if status != recorded.status {
                wrong.insert(0, format!("status {status} instead of {}", recorded.status));
            }
            wrong.truncate(12);
            self.found
                .extend(wrong.into_iter().map(|line| format!("{}: {line}", recorded.name)));
        }
    }

    /// Makes a call whose answer is compared elsewhere, and records its values.
    async fn played(&mut self, number: &str) {
        let recorded = recording(number);
        let (status, _) = self.send(&recorded).await;
        assert_eq!(status, recorded.status, "{}", recorded.name);
    }

    async fn send(&mut self, recorded: &Recorded) -> (u16, Value) {
        let headers: Vec<(&str, String)> = recorded
            .headers
            .iter()
            .map(|(name, value)| (name.as_str(), self.names.ours(value)))
            .collect();
        let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let body = recorded.request_body.as_ref().map(|body| self.names.ours(body));
        let reply = self
            .shop
            .send(&recorded.method, &self.names.ours(&recorded.path), &headers, body)
            .await;
        let token = reply.token();
        self.names.know(recorded.answer_token.as_deref(), token.as_deref());
        self.names.learn(&recorded.body, &reply.body);
        (reply.status, reply.body)
    }

    /// A guest with the name and address of all recorded customers; the session is used in place of theirs.
    async fn guest(&mut self, email: &str, token: Option<&str>, theirs: &str) -> String {
        let own = token.map(|token| self.names.ours(token));
        let token = self.shop.guest(own.as_deref(), email).await;
        self.names.know(Some(theirs), Some(&token));
        token
    }

    /// Adds customers and orders of the recorded shop that no replayed call created.
    async fn others(&mut self, customers: usize, orders: usize) {
        for place in 0..customers {
            let token = self.guest("andere@example.com", None, "nobody").await;
            if place < orders {
                let line = json!({"items": [{"id": WAX, "referencedId": WAX, "type": "product"}]});
                self.shop
                    .call(Some(&token), "POST", "/checkout/cart/line-item", Some(line))
                    .await;
                let placed = self
                    .shop
                    .call(Some(&token), "POST", "/checkout/order", Some(json!({})))
                    .await;
                assert_eq!(placed.status, 200, "{}", placed.body);
            }
        }
    }

    fn finish(self) {
        let found = self.found;
        assert!(found.is_empty(), "{} differences:\n{}", found.len(), found.join("\n"));
    }
}

/// R-BACK, Shopware §11.1, Shopware §12: an anonymous visitor cannot order; a guest orders once, reads the order,
/// changes its payment, cancels it, and opens it again by its link.
#[tokio::test]
async fn a_guest_orders_changes_cancels_and_finds_the_order_as_recorded() {
    let mut replay = Replay::new(Shop::recorded().await);
    replay.same(&["082", "084", "086"]).await;
    replay.played("090").await;
    replay
        .same(&["092", "093", "094", "095", "096", "097", "098", "099", "100", "101"])
        .await;
    replay
        .same(&["496", "497", "498", "499", "500", "501", "502", "503", "504"])
        .await;
    replay.finish();
}

/// Shopware §12.2, Shopware §19: eleven wrong look-ups of one link; after the wait one more is accepted.
#[tokio::test]
async fn look_ups_by_deep_link_are_throttled_as_recorded() {
    let mut replay = Replay::new(Shop::recorded().await);
    replay.played("086").await;
    replay.played("090").await;
    replay.played("092").await;
    for _ in 0..9 {
        replay.same(&["577"]).await;
    }
    replay.same(&["586", "587", "587"]).await;
    replay
        .shop
        .control("POST", "/clock", json!({"now": "2026-11-21T06:28:00Z"}))
        .await;
    replay.same(&["577", "587"]).await;
    replay
        .shop
        .control("POST", "/clock", json!({"now": "2026-11-21T06:29:00Z"}))
        .await;
    replay.same(&["503"]).await;
    replay.same(&["577"]).await;
    replay.finish();
}

/// Shopware §12.3 to §12.5: an order with a promotion and a download, in all its calls and states.
#[tokio::test]
async fn a_mixed_order_is_paid_shipped_and_cancelled_as_recorded() {
    let mut replay = Replay::new(Shop::recorded().await);
    replay.others(13, 4).await;
    replay
        .guest("optin@example.com", None, "dCibIYskKuizE7PFNRfYbTmtTyyJJOA1")
        .await;
    replay
        .same(&[
            "462", "463", "464", "465", "466", "467", "468", "470", "471", "472", "473",
        ])
        .await;
    replay.same(&["474", "475", "476", "477", "478"]).await;
    let state = |change: Value| ("POST", "/orders/10004/state", change);
    let (method, path, paid) = state(json!({"transaction": "paid"}));
    replay.shop.control(method, path, paid).await;
    replay.same(&["479", "480", "481", "482"]).await;
    let (method, path, sent) =
        state(json!({"order": "in_progress", "delivery": "shipped", "tracking_codes": ["3STEST123"]}));
    replay.shop.control(method, path, sent).await;
    // The demo has no invoices and no staff.
    let but = [".orders.elements[0].documents", ".orders.elements[0].updatedById"];
    replay.same_but(&["485"], &but).await;
    replay.same(&["489", "490", "491", "492"]).await;
    replay.same_but(&["493"], &but).await;
    replay
        .guest("vreemd@example.com", None, "ruc5TKM0pzSnBcqTK8qaGKdBUFs1v6Kh")
        .await;
    replay.same(&["510", "511", "512"]).await;
    replay.finish();
}

/// Shopware §11.1: the order call sends the hash of the cart that was shown.
#[tokio::test]
async fn a_hash_of_another_cart_is_refused_and_the_right_one_ordered_as_recorded() {
    let mut replay = Replay::new(Shop::recorded().await);
    replay.others(4, 2).await;
    let stock = json!({"product_number": "CA-400", "stock": 500});
    replay.shop.control("POST", "/stock", stock).await;
    // Recorded while availability rules blocked the methods, which are not active here.
    replay.played("364").await;
    replay.same(&["365"]).await;
    let before = "jkKc2E2bFYmOwOimj72VpLPDE2v5qBM3";
    replay
        .guest("blok@example.com", Some(before), "9f74f2KUdbd0wNAC4iVwp2XbVMZS0rfQ")
        .await;
    replay.same(&["373", "374", "375"]).await;
    replay.finish();
}

/// Shopware §7.3: the order call reports that the stock is insufficient, repairs the cart, and succeeds when repeated.
#[tokio::test]
async fn an_order_with_too_little_stock_is_refused_once_as_recorded() {
    let closeout = |file: &mut Value| file["closeout"] = true.into();
    let changes: [Change<'_>; 2] = [("products/fi-008.json", &closeout), ("products/fi-009.json", &closeout)];
    let (shop, _folder) = changed_recorded(&changes).await;
    let mut replay = Replay::new(shop);
    replay.others(15, 5).await;
    replay.played("513").await;
    let before = recording("513").answer_token.unwrap();
    replay
        .guest("wissel@example.com", Some(&before), "7JnTNRjp4hj6ZPbgyOA53jKqhhv1KztD")
        .await;
    for (path, change) in [
        ("/price", json!({"product_number": "FI-006", "price": 150})),
        ("/active", json!({"product_number": "FI-007", "active": false})),
        ("/stock", json!({"product_number": "FI-009", "stock": 1})),
    ] {
        replay.shop.control("POST", path, change).await;
        replay.played("515").await;
    }
    let drop = json!({"product_number": "FI-008", "stock": 2});
    replay.shop.control("POST", "/stock", drop).await;
    replay.same(&["520", "521", "522", "523"]).await;
    replay.finish();
}

/// Five concurrent calls make one order of a cart, as in 6.7; the others find an empty cart.
#[tokio::test]
async fn calls_at_the_same_time_make_one_order_of_a_cart() {
    let mut replay = Replay::new(Shop::recorded().await);
    replay.others(1, 0).await;
    let token = replay.guest("dubbel@example.com", None, "nobody").await;
    let line = json!({"items": [{"id": WAX, "referencedId": WAX, "type": "product"}]});
    let shop = &replay.shop;
    shop.call(Some(&token), "POST", "/checkout/cart/line-item", Some(line))
        .await;
    let place = || shop.call(Some(&token), "POST", "/checkout/order", Some(json!({})));
    let replies = futures::future::join_all((0..5).map(|_| place())).await;
    let mut statuses: Vec<(u16, &str)> = replies.iter().map(|reply| (reply.status, reply.code())).collect();
    statuses.sort_unstable();
    let empty = (400, "CHECKOUT__CART_EMPTY");
    assert_eq!(statuses, [(200, ""), empty, empty, empty, empty]);
    let orders = shop.control("GET", "/orders", json!({})).await;
    assert_eq!(orders["orders"].as_array().unwrap().len(), 1);
}
