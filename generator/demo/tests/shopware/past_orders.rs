//! Lindhoven's customers have orders from before the start, with documents and bought files: R-ACCT-03, ORDER-3, ORDER-4.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::support::{Reply, Shop, config};

const LINDHOVEN: &str = "SWSCLINDHOVEN0DEMO0KEY0AAA";
const NOOR: (&str, &str) = ("noor@example.com", "lindehout-2026");
const RUBEN: (&str, &str) = ("inkoop@atelier-maas.example", "eikenblad-2026");

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("shops/lindhoven")
}

async fn call(shop: &Shop, token: Option<&str>, path: &str, body: Value) -> Reply {
    let mut headers = vec![("sw-access-key", LINDHOVEN), ("content-type", "application/json")];
    headers.extend(token.map(|token| ("sw-context-token", token)));
    shop.send("POST", &format!("/store-api{path}"), &headers, Some(body.to_string()))
        .await
}

async fn log_in(shop: &Shop, (username, password): (&str, &str)) -> String {
    let reply = call(
        shop,
        None,
        "/account/login",
        json!({"username": username, "password": password}),
    )
    .await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.token().unwrap()
}

fn everything() -> Value {
    let state = json!({"stateMachineState": {}});
    json!({
        "lineItems": {"associations": {"cover": {}, "downloads": {"associations": {"media": {}}}}},
        "transactions": {"associations": {"stateMachineState": {}, "paymentMethod": {}}},
        "deliveries": {"associations": {"stateMachineState": {}, "shippingMethod": {}}},
        "stateMachineState": state["stateMachineState"], "documents": {"associations": {"documentType": {}}}
    })
}

async fn orders(shop: &Shop, token: &str) -> Vec<Value> {
    let body =
        json!({"limit": 100, "sort": [{"field": "orderDateTime", "order": "DESC"}], "associations": everything()});
    let reply = call(shop, Some(token), "/order", body).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.body["orders"]["elements"].as_array().unwrap().clone()
}

fn file() -> Vec<Value> {
    let text = std::fs::read_to_string(folder().join("orders.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The account shows everything that the file contains about a customer's orders.
#[tokio::test]
async fn r_acct_03_a_customer_has_the_orders_of_the_file() {
    let shop = Shop::of(config(folder())).await;
    for customer in [NOOR, RUBEN] {
        let token = log_in(&shop, customer).await;
        let found = orders(&shop, &token).await;
        let wanted: Vec<Value> = file().into_iter().filter(|row| row["customer"] == customer.0).collect();
        assert_eq!(found.len(), wanted.len(), "{}", customer.0);
        for (order, row) in found.iter().zip(&wanted) {
            let number = row["number"].as_str().unwrap();
            assert_eq!(order["orderNumber"], number, "newest first");
            assert_eq!(order["stateMachineState"]["technicalName"], row["state"], "{number}");
            assert_eq!(
                order["transactions"][0]["stateMachineState"]["technicalName"], row["transaction"],
                "{number}"
            );
            assert_eq!(
                order["transactions"][0]["paymentMethod"]["technicalName"],
                format!("payment_{}", row["payment"].as_str().unwrap())
            );
            let delivery = &order["deliveries"][0];
            if !delivery.is_null() {
                let state = row.get("delivery").cloned().unwrap_or(json!("open"));
                assert_eq!(delivery["stateMachineState"]["technicalName"], state, "{number}");
                assert_eq!(
                    delivery["shippingMethod"]["technicalName"],
                    format!("shipping_{}", row["shipping"].as_str().unwrap())
                );
                assert_eq!(
                    delivery["trackingCodes"],
                    row.get("tracking").cloned().unwrap_or(json!([])),
                    "{number}"
                );
            }
            let lines = order["lineItems"].as_array().unwrap();
            let codes = usize::from(row.get("code").is_some());
            assert_eq!(
                lines.len(),
                row["lines"].as_array().unwrap().len() + codes,
                "{number}: each product is one of the shop's"
            );
            for (line, sold) in lines.iter().zip(row["lines"].as_array().unwrap()) {
                assert_eq!(line["payload"]["productNumber"], sold["product"], "{number}");
                assert_eq!(
                    line["quantity"],
                    sold.get("quantity").cloned().unwrap_or(json!(1)),
                    "{number}"
                );
            }
            let kinds: Vec<&Value> = order["documents"]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| &one["documentType"]["technicalName"])
                .collect();
            assert_eq!(
                json!(kinds),
                row.get("documents").cloned().unwrap_or(json!([])),
                "{number}"
            );
            let cents = |value: &Value| (value.as_f64().unwrap() * 100.0).round() as i64;
            let sum: i64 = lines.iter().map(|line| cents(&line["totalPrice"])).sum();
            let costs = cents(&order["shippingCosts"]["totalPrice"]);
            assert_eq!(cents(&order["positionPrice"]), sum, "{number}: prices to the cent");
            if order["taxStatus"] == "gross" {
                assert_eq!(cents(&order["amountTotal"]), sum + costs, "{number}");
            }
        }
    }
}

/// R-ACCT-03: each status of Shopware §12.3 occurs in an order of the demo, so that its text can be reviewed.
#[tokio::test]
async fn r_acct_03_each_status_occurs_in_an_order() {
    let shop = Shop::of(config(folder())).await;
    let token = log_in(&shop, NOOR).await;
    let found = orders(&shop, &token).await;
    let states = |pointer: &str| -> BTreeSet<String> {
        let names = found.iter().filter_map(|order| order.pointer(pointer)?.as_str());
        names.map(str::to_owned).collect()
    };
    let all = |names: &[&str]| -> BTreeSet<String> { names.iter().map(|name| (*name).to_owned()).collect() };
    assert_eq!(
        states("/stateMachineState/technicalName"),
        all(&["open", "in_progress", "completed", "cancelled"])
    );
    assert_eq!(
        states("/deliveries/0/stateMachineState/technicalName"),
        all(&[
            "open",
            "shipped_partially",
            "shipped",
            "returned_partially",
            "returned",
            "cancelled"
        ])
    );
    assert_eq!(
        states("/transactions/0/stateMachineState/technicalName"),
        all(&[
            "open",
            "unconfirmed",
            "authorized",
            "in_progress",
            "reminded",
            "paid_partially",
            "paid",
            "failed",
            "cancelled",
            "refunded_partially",
            "refunded",
            "chargeback"
        ])
    );
}

/// ORDER-3: newest first, paged, filter by year: the API's requests are answered, and a new order follows the old ones.
#[tokio::test]
async fn order_3_pages_and_years() {
    let shop = Shop::of(config(folder())).await;
    let token = log_in(&shop, NOOR).await;
    let ask = |page: u64| {
        json!({"page": page, "limit": 10, "total-count-mode": "exact", "sort": [{"field": "orderDateTime", "order": "DESC"}],
               "aggregations": [{"name": "by-year", "type": "histogram", "field": "orderDateTime", "interval": "year"}]})
    };
    let first = call(&shop, Some(&token), "/order", ask(1)).await.body["orders"].clone();
    assert_eq!(first["total"], 16);
    assert_eq!(first["elements"].as_array().unwrap().len(), 10);
    let second = call(&shop, Some(&token), "/order", ask(2)).await.body["orders"].clone();
    assert_eq!(second["elements"].as_array().unwrap().len(), 6);
    let buckets = first["aggregations"]["by-year"]["buckets"].as_array().unwrap().clone();
    let counted: i64 = buckets.iter().filter_map(|one| one["count"].as_i64()).sum();
    assert_eq!(counted, 16);
    let years: BTreeSet<&str> = buckets.iter().filter_map(|one| one["key"].as_str()?.get(..4)).collect();
    assert!(years.len() >= 2, "{years:?}");
    let oldest = years.first().unwrap();
    let mut of_year = ask(1);
    of_year["post-filter"] = json!([{"type": "range", "field": "orderDateTime", "parameters": {
        "gte": format!("{oldest}-01-01 00:00:00"), "lt": format!("{}-01-01 00:00:00", oldest.parse::<i64>().unwrap() + 1)
    }}]);
    let old = call(&shop, Some(&token), "/order", of_year).await.body["orders"].clone();
    let dates: Vec<&str> = old["elements"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|one| one["orderDateTime"].as_str())
        .collect();
    assert!(
        !dates.is_empty() && dates.iter().all(|date| date.starts_with(oldest)),
        "{dates:?}"
    );
    assert_eq!(
        old["aggregations"]["by-year"]["buckets"].as_array().unwrap().len(),
        buckets.len(),
        "a post-filter leaves them alone"
    );
}

/// ORDER-4: an invoice is a PDF of the order, only for its customer and only by its code; a bought file is available
/// once it is paid.
#[tokio::test]
async fn order_4_documents_and_bought_files() {
    let shop = Shop::of(config(folder())).await;
    let token = log_in(&shop, NOOR).await;
    let other = log_in(&shop, RUBEN).await;
    let found = orders(&shop, &token).await;
    let order = found.iter().find(|order| order["orderNumber"] == "9861").unwrap();
    let document = &order["documents"][0];
    let path = |code: &str| {
        format!(
            "/store-api/document/download/{}/{code}",
            document["id"].as_str().unwrap()
        )
    };
    let right = path(document["deepLinkCode"].as_str().unwrap());
    let get = async |token: Option<&str>, path: &str| {
        let mut request = shop
            .client
            .get(format!("{}{path}", shop.demo.shopware_url()))
            .header("sw-access-key", LINDHOVEN);
        if let Some(token) = token {
            request = request.header("sw-context-token", token);
        }
        let response = request.send().await.unwrap();
        let header = |name: &str| {
            response
                .headers()
                .get(name)
                .map(|value| value.to_str().unwrap().to_owned())
        };
        let (status, kind, disposition) = (
            response.status().as_u16(),
            header("content-type"),
            header("content-disposition"),
        );
        (
            status,
            kind.unwrap_or_default(),
            disposition.unwrap_or_default(),
            response.bytes().await.unwrap(),
        )
    };
    let (status, kind, disposition, content) = get(Some(&token), &right).await;
    assert_eq!(
        (status, kind.as_str(), disposition.as_str()),
        (200, "application/pdf", "inline; filename=invoice_9861-1.pdf")
    );
    let text = String::from_utf8_lossy(&content);
    assert!(text.starts_with("%PDF-1.4") && text.contains("Factuur 9861-1") && text.contains("Keizersgracht 241"));
    for (who, path, expected) in [
        (Some(&token), path("verkeerd"), (404, "DOCUMENT__DOCUMENT_NOT_FOUND")),
        (None, right.clone(), (403, "CHECKOUT__CUSTOMER_NOT_LOGGED_IN")),
        (Some(&other), right.clone(), (403, "CHECKOUT__CUSTOMER_NOT_LOGGED_IN")),
    ] {
        let (status, _, _, content) = get(who.map(String::as_str), &path).await;
        let body: Value = serde_json::from_slice(&content).unwrap();
        assert_eq!((status, body["errors"][0]["code"].as_str().unwrap()), expected);
    }
    let files = &order["lineItems"][0]["downloads"];
    assert_eq!(files[0]["accessGranted"], true);
    let path = |id: &str| format!("/store-api/order/download/{}/{id}", order["id"].as_str().unwrap());
    let bought = path(files[0]["id"].as_str().unwrap());
    let (status, kind, disposition, content) = get(Some(&token), &bought).await;
    assert_eq!((status, kind.as_str()), (200, "application/octet-stream"));
    assert!(
        disposition.starts_with("attachment; filename=") && content.starts_with(b"%PDF-"),
        "{disposition}"
    );
    for (who, path) in [(&token, path(&"0".repeat(32))), (&other, bought)] {
        let (status, _, _, content) = get(Some(who), &path).await;
        let body: Value = serde_json::from_slice(&content).unwrap();
        assert_eq!(
            (status, body["errors"][0]["code"].as_str().unwrap()),
            (404, "CHECKOUT__LINE_ITEM_DOWNLOAD_FILE_NOT_FOUND")
        );
    }
}

/// The control API changes the state of an order and creates its documents; a reset restores the initial ones.
#[tokio::test]
async fn a_document_is_made_and_orders_come_back() {
    let shop = Shop::of(config(folder())).await;
    let token = log_in(&shop, NOOR).await;
    let change = json!({"order": "in_progress", "delivery": "shipped", "transaction": "paid", "tracking_codes": ["3S1"], "document": "invoice"});
    shop.control("POST", "/orders/9874/state", change).await;
    let found = orders(&shop, &token).await;
    let order = &found[0];
    assert_eq!(order["documents"][0]["documentNumber"], "9874-1");
    assert_eq!(order["deliveries"][0]["trackingCodes"], json!(["3S1"]));
    let refused = shop
        .send(
            "POST",
            "/_demo/orders/9874/state",
            &[],
            Some(json!({"document": "brief"}).to_string()),
        )
        .await;
    assert!(refused.status >= 400 && refused.status < 500, "{}", refused.body);
    shop.control("POST", "/reset", json!({})).await;
    let token = log_in(&shop, NOOR).await;
    let again = orders(&shop, &token).await;
    assert_eq!((again.len(), &again[0]["documents"]), (16, &json!([])));
    assert_eq!(again[0]["id"], order["id"], "under the same ids");
}
