//! One order: lines, addresses, timeline, parcels and documents, and no order of another customer (R-ACCT-03, ux ORDER-4).

use serde_json::{Value, json};

use super::{OPEN, SHIPPED, get, order, post, shipped, shop_with};
use crate::shopware::{DOCUMENT, DOWNLOAD, Recorded, own_order};

/// R-ACCT-03: detail with lines (product, quantity, item price, sub total); ORDER-4: timeline, track link, invoice download, pay again,
/// withdraw/return with the remaining days.
#[tokio::test]
async fn r_acct_03_the_detail_has_lines_addresses_timeline_tracking_and_documents() {
    let mut orders = shipped();
    let row = order(&mut orders);
    row["deliveries"][0]["shippingMethod"]["translated"]["trackingUrl"] = json!("https://carrier.example/t?c=%s");
    row["deliveries"][0]["trackingCodes"] = json!(["3STEST123", "3S/&x", " "]);
    let (_shopware, shop) = shop_with(orders).await;
    let answer = get(&shop, &format!("/api/orders/{SHIPPED}")).await;
    let order = answer.json()["order"].clone();
    let lines = order["line_items"].as_array().expect("lines");
    let line = &lines[0];
    assert_eq!(
        (&line["label"], &line["kind"]),
        (&json!("Houtwas"), &json!("product")),
        "product"
    );
    assert_eq!(line["quantity"], 2, "quantity");
    assert_eq!(line["unit_price"]["minor"], 2_495, "item price");
    assert_eq!(line["total_price"]["minor"], 4_990, "sub total");
    assert_eq!(lines[2]["options"], json!([{"group": "Kleur", "option": "Zwart"}]));
    assert!(
        lines[2]["cover"]["url"]
            .as_str()
            .is_some_and(|url| url.starts_with("http"))
    );
    assert_eq!(lines[3]["kind"], "promotion");
    assert_eq!(
        lines[1]["downloads"],
        json!([{"id": DOWNLOAD, "file_name": "onderhoudsgids.pdf", "bytes": 125, "path": format!("/api/orders/{SHIPPED}/downloads/{DOWNLOAD}")}])
    );
    for address in ["billing_address", "shipping_address"] {
        assert_eq!(
            (&order[address]["street"], &order[address]["city"]),
            (&json!("Keizersgracht 1"), &json!("Amsterdam"))
        );
    }
    assert_eq!(
        order["tracking"],
        json!([{"code": "3STEST123", "url": "https://carrier.example/t?c=3STEST123"},
               {"code": "3S/&x", "url": "https://carrier.example/t?c=3S%2F%26x"}])
    );
    let timeline: Vec<(&str, &Value, &Value)> = order["timeline"]
        .as_array()
        .expect("a timeline")
        .iter()
        .map(|entry| {
            (
                entry["kind"].as_str().unwrap_or_default(),
                &entry["status"]["code"],
                &entry["at"],
            )
        })
        .collect();
    assert_eq!(
        timeline,
        [
            ("placed", &Value::Null, &json!("2026-11-21T06:27:18.844Z")),
            ("payment", &json!("cancelled"), &json!("2026-11-21T06:27:19.243Z")),
            ("payment", &json!("paid"), &json!("2026-11-21T06:27:19.376Z")),
            ("delivery", &json!("shipped"), &json!("2026-11-21T06:27:19.724Z")),
            ("document", &Value::Null, &json!("2026-11-21T06:27:20.038Z")),
            ("order", &json!("in_progress"), &Value::Null),
        ],
        "what Shopware says, oldest first; it does not say when an order got its state"
    );
    assert_eq!(
        order["documents"],
        json!([{"id": DOCUMENT, "kind": "invoice", "name": "Invoice", "number": "1000", "made_at": "2026-11-21T06:27:20.038Z",
                "path": format!("/api/orders/{SHIPPED}/documents/{DOCUMENT}")}])
    );
    let withdrawal = &order["withdrawal"];
    assert_eq!(
        (&withdrawal["period_days"], &withdrawal["until"]),
        (&json!(14), &json!("2026-12-05"))
    );
    assert!(withdrawal["days_left"].is_u64());
    assert_eq!(order["can_be_cancelled"], false, "it is shipped");
    for secret in ["2Uhrufso2478VglVTQJxBdbm_LJfTdAg", "EUfBzBIJevTBHdU6JPLtkpdy6b61V4Vz"] {
        assert!(!answer.text().contains(secret), "secret codes stay here");
    }
}

/// ORDER-4: a tracking link that is not http(s) is left out, and the withdrawal period has no end before delivery.
#[tokio::test]
async fn order_4_an_open_order_has_no_end_of_its_period_and_no_foreign_link() {
    let mut orders = own_order();
    let row = order(&mut orders);
    row["deliveries"][0]["trackingCodes"] = json!(["3S1"]);
    row["deliveries"][0]["shippingMethod"]["trackingUrl"] = json!("javascript:alert('%s')");
    let (_shopware, shop) = shop_with(orders).await;
    let order = get(&shop, &format!("/api/orders/{OPEN}")).await.json()["order"].clone();
    assert_eq!(order["tracking"], json!([{"code": "3S1", "url": null}]));
    assert_eq!(
        order["withdrawal"],
        json!({"period_days": 14, "until": null, "days_left": null})
    );
    assert_eq!(order["can_be_cancelled"], true);
}

/// Data of another customer is answered like missing data, and Shopware is not asked for its file.
#[tokio::test]
async fn another_customers_order_and_its_files_are_unknown() {
    let mut none = shipped();
    none["orders"]["elements"] = json!([]);
    let (shopware, shop) = shop_with(none).await;
    for path in [
        format!("/api/orders/{SHIPPED}"),
        format!("/api/orders/{SHIPPED}/documents/{DOCUMENT}"),
        format!("/api/orders/{SHIPPED}/downloads/{DOWNLOAD}"),
        format!("/api/orders/{}", "0".repeat(32)),
    ] {
        assert_eq!(
            get(&shop, &path).await.refused(),
            (404, "ORDER_NOT_FOUND".to_owned()),
            "{path}"
        );
    }
    for path in ["reorder", "cancel"] {
        let answer = post(&shop, &format!("/api/orders/{SHIPPED}/{path}")).send().await;
        assert_eq!(answer.refused(), (404, "ORDER_NOT_FOUND".to_owned()), "{path}");
    }
    let calls = shopware.calls().await;
    assert!(
        calls
            .iter()
            .all(|call| !call.contains("download") && !call.contains("cancel")),
        "{calls:?}"
    );
    // A document of another of the customer's orders, and a file that is not paid.
    let (shopware, shop) = shop_with(Recorded::read("464-order-mixed-read").body()).await;
    for path in [
        format!("/api/orders/{SHIPPED}/documents/{}", "1".repeat(32)),
        format!("/api/orders/{SHIPPED}/documents/{DOCUMENT}"),
        format!("/api/orders/{SHIPPED}/downloads/{}", "1".repeat(32)),
        format!("/api/orders/{SHIPPED}/downloads/{DOWNLOAD}"),
    ] {
        assert_eq!(
            get(&shop, &path).await.refused(),
            (404, "DOCUMENT_NOT_FOUND".to_owned()),
            "{path}"
        );
    }
    assert!(shopware.calls().await.iter().all(|call| !call.contains("download")));
}
