//! The orders of an account through the API: R-ACCT-03, ux ORDER-3 and ORDER-4.

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    client::{Answer, Ask},
    shop::Shop,
    shopware::{DOCUMENT, DOWNLOAD, PDF, Recorded, Shopware, own_order},
};

const SESSION: &str = "vitrine-session=GCelL0NV8HlF13HKkv0HrY0lM2OoESvl";
/// The order of the recordings 464 to 485: shipped, paid after a change of the method, with an invoice.
const SHIPPED: &str = "01a1fcc9b0bc73349b2f21f6dde9614c";
/// The order of [`own_order`].
const OPEN: &str = "01a1fcc97e26707a8c3c0b5a852cdc62";

fn shipped() -> Value {
    Recorded::read("485-order-shipped-with-document").body()
}

fn order(body: &mut Value) -> &mut Value {
    &mut body["orders"]["elements"][0]
}

async fn shop_with(orders: Value) -> (Shopware, Shop) {
    let shopware = Shopware::anonymous().await;
    shopware
        .answer("GET", "/order", ResponseTemplate::new(200).set_body_json(orders))
        .await;
    shopware.answers_checkout().await;
    shopware.answers_account().await;
    let shop = Shop::start(shopware.client()).await;
    (shopware, shop)
}

async fn get(shop: &Shop, path: &str) -> Answer {
    shop.get(path).with("Cookie", SESSION).send().await
}

fn post(shop: &Shop, path: &str) -> Ask {
    shop.ask("POST", path)
        .by_page()
        .with("Cookie", SESSION)
        .json(&json!({}))
}

/// R-ACCT-03: orders: order_number, order_date, order_status, delivery_status, delivery_method, payment_status,
/// payment_method, total; ORDER-3: statuses in words (order, payment, delivery), newest first, paged, filter by year.
#[tokio::test]
async fn r_acct_03_the_list_has_number_date_three_statuses_two_methods_and_total() {
    let mut orders = shipped();
    orders["orders"]["total"] = json!(23);
    let years = json!({"buckets": [{"key": "2025-01-01 00:00:00", "count": 3}, {"key": "2026-01-01 00:00:00", "count": 20}, {"key": "", "count": 0}]});
    orders["orders"]["aggregations"] = json!({"by-year": years});
    let (shopware, shop) = shop_with(orders).await;
    let answer = get(&shop, "/api/orders?page=2&year=2026").await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let list = answer.json();
    let row = &list["orders"][0];
    assert_eq!(row["id"], SHIPPED);
    assert_eq!(row["number"], "10004", "order_number");
    assert_eq!(row["placed_at"], "2026-11-21T06:27:18.844Z", "order_date");
    assert_eq!(
        row["status"],
        json!({"code": "in_progress", "name": "In Progress"}),
        "order_status"
    );
    assert_eq!(
        row["delivery_status"],
        json!({"code": "shipped", "name": "Shipped"}),
        "delivery_status"
    );
    assert_eq!(row["delivery_method"], "Standard", "delivery_method");
    // The newest of two transactions; the older one is cancelled.
    assert_eq!(
        row["payment_status"],
        json!({"code": "paid", "name": "Paid"}),
        "payment_status"
    );
    assert_eq!(row["payment_method"], "Paid in advance", "payment_method");
    assert_eq!(row["total"], json!({"minor": 122_991, "currency": "EUR"}), "total");
    assert_eq!(
        (&row["ordered_by"], &row["item_count"], &row["can_be_paid"]),
        (&Value::Null, &json!(4), &json!(false))
    );
    assert_eq!(row["items"][0]["label"], "Houtwas", "promotions are no products");
    assert_eq!(row["items"].as_array().map(Vec::len), Some(3));
    assert_eq!(
        (
            &list["page"],
            &list["pages"],
            &list["total"],
            &list["year"],
            &list["years"]
        ),
        (&json!(2), &json!(3), &json!(23), &json!(2026), &json!([2026, 2025])),
        "paged, filter by year"
    );
    let asked = asked(&shopware, "/order").await;
    for part in [
        "page=2",
        "limit=10",
        "total-count-mode=exact",
        "sort[0][field]=orderDateTime",
        "sort[0][order]=DESC",
        "post-filter[0][field]=orderDateTime",
        "post-filter[0][parameters][gte]=2026-01-01 00:00:00",
        "post-filter[0][parameters][lt]=2027-01-01 00:00:00",
        "aggregations[0][interval]=year",
    ] {
        assert!(asked.contains(part), "{part}: {asked}");
    }
    assert!(
        !answer.text().contains("2Uhrufso2478VglVTQJxBdbm_LJfTdAg"),
        "the code of the link stays here"
    );
}

/// The decoded query of the last call of a path.
async fn asked(shopware: &Shopware, path: &str) -> String {
    let requests = shopware.requests().await;
    let path = format!("/store-api{path}");
    let last = requests
        .iter()
        .rfind(|request| request.url.path() == path)
        .expect("it was asked");
    let pairs: Vec<String> = last
        .url
        .query_pairs()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    pairs.join("&")
}

/// R-ACCT-03: empty state; without the aggregation, the years are those of the orders shown.
#[tokio::test]
async fn r_acct_03_an_empty_list_is_a_list() {
    let mut none = shipped();
    none["orders"]["elements"] = json!([]);
    none["orders"]["total"] = json!(0);
    let (_shopware, shop) = shop_with(none).await;
    let answer = get(&shop, "/api/orders").await;
    assert_eq!(
        answer.json(),
        json!({"orders": [], "page": 1, "pages": 1, "total": 0, "year": null, "years": []})
    );
    let (_shopware, shop) = shop_with(shipped()).await;
    assert_eq!(get(&shop, "/api/orders").await.json()["years"], json!([2026]));
}

/// ORDER-3: B2B: who ordered.
#[tokio::test]
async fn order_3_a_company_sees_who_ordered() {
    let mut orders = shipped();
    order(&mut orders)["orderCustomer"]["company"] = json!("Atelier Maas BV");
    let (_shopware, shop) = shop_with(orders).await;
    let list = get(&shop, "/api/orders").await.json();
    assert_eq!(list["orders"][0]["ordered_by"], "Test Klant");
    let detail = get(&shop, &format!("/api/orders/{SHIPPED}")).await.json();
    assert_eq!(
        detail["order"]["withdrawal"],
        Value::Null,
        "companies have no right to withdraw"
    );
}

/// R-ACCT-03: each status of CONTRACT §12.3 is handed over by its technical name, for words of ours; an unknown one as it came.
#[tokio::test]
async fn r_acct_03_every_status_and_an_unknown_one_as_it_came() {
    let order_states = ["open", "in_progress", "completed", "cancelled", "on_hold"];
    let deliveries = [
        "open",
        "shipped_partially",
        "shipped",
        "returned_partially",
        "returned",
        "cancelled",
        "at_customs",
    ];
    let payments = [
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
        "chargeback",
        "escrow",
    ];
    let at = |place: usize, list: &[&str]| list[place % list.len()].to_owned();
    for place in 0..payments.len() {
        let (state, delivery, payment) = (at(place, &order_states), at(place, &deliveries), at(place, &payments));
        let mut orders = shipped();
        let row = order(&mut orders);
        let named = |code: &str| json!({"technicalName": code, "name": null, "translated": {"name": format!("Naam van {code}")}});
        row["stateMachineState"] = named(&state);
        row["deliveries"][0]["stateMachineState"] = named(&delivery);
        row["transactions"][1]["stateMachineState"] = named(&payment);
        let (_shopware, shop) = shop_with(orders).await;
        let list = get(&shop, "/api/orders").await.json();
        let detail = get(&shop, &format!("/api/orders/{SHIPPED}")).await.json();
        for row in [&list["orders"][0], &detail["order"]] {
            for (field, code) in [
                ("status", &state),
                ("delivery_status", &delivery),
                ("payment_status", &payment),
            ] {
                assert_eq!(
                    row[field],
                    json!({"code": code, "name": format!("Naam van {code}")}),
                    "{field}"
                );
            }
        }
    }
    let mut nameless = shipped();
    order(&mut nameless)["stateMachineState"] = json!(null);
    order(&mut nameless)["transactions"] = json!([]);
    order(&mut nameless)["deliveries"] = json!([]);
    let (_shopware, shop) = shop_with(nameless).await;
    let row = get(&shop, "/api/orders").await.json()["orders"][0].clone();
    assert_eq!(row["status"], json!({"code": "", "name": null}));
    assert_eq!(
        (&row["delivery_status"], &row["payment_status"]),
        (&Value::Null, &Value::Null)
    );
}

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

/// ORDER-4: nothing is linked that is not https, nothing is promised before the goods left.
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

/// ORDER-4: invoice download: the PDF comes through the API, is saved and never shown as a page, and is stored nowhere.
#[tokio::test]
async fn order_4_a_document_and_a_bought_file_come_through_the_api() {
    let (shopware, shop) = shop_with(shipped()).await;
    for (path, name, content_type) in [
        (
            format!("/api/orders/{SHIPPED}/documents/{DOCUMENT}"),
            "invoice-1000.pdf",
            "application/pdf",
        ),
        (
            format!("/api/orders/{SHIPPED}/downloads/{DOWNLOAD}"),
            "onderhoudsgids.pdf",
            "application/octet-stream",
        ),
    ] {
        // A link of a page sends cookies and no header of ours.
        let answer = shop.ask("GET", &path).with("Cookie", SESSION).send().await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(answer.body, PDF);
        let disposition = format!("attachment; filename=\"{name}\"");
        let length = PDF.len().to_string();
        for (header, value) in [
            ("content-type", content_type),
            ("content-disposition", disposition.as_str()),
            ("content-length", length.as_str()),
            ("cache-control", "no-store"),
            ("x-content-type-options", "nosniff"),
        ] {
            assert_eq!(answer.header(header), Some(value), "{path}");
        }
        let stranger = shop.ask("GET", &path).send().await;
        assert_eq!(stranger.refused(), (403, "LOGIN_REQUIRED".to_owned()));
    }
    let calls = shopware.calls().await;
    assert!(
        calls.contains(&format!(
            "GET /document/download/{DOCUMENT}/EUfBzBIJevTBHdU6JPLtkpdy6b61V4Vz"
        )),
        "{calls:?}"
    );
    assert!(
        calls.contains(&format!("GET /order/download/{SHIPPED}/{DOWNLOAD}")),
        "{calls:?}"
    );
}

/// What belongs to another customer is answered like what does not exist, and Shopware is not asked for its file.
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
    // A document of another order of theirs, and a file that is not paid.
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

/// Rule 13: a document that is HTML, cut short, endless or not there is no file; its code stands in no answer.
#[tokio::test]
async fn a_document_that_is_none_is_refused() {
    let pdf = |bytes: Vec<u8>| ResponseTemplate::new(200).set_body_raw(bytes, "application/pdf");
    let mut large = PDF.to_vec();
    large.resize(9 * 1024 * 1024, b' ');
    for (what, answered, expected) in [
        (
            "HTML",
            ResponseTemplate::new(200).set_body_raw(*b"<script>alert(1)</script>", "text/html"),
            (502, "BACKEND_UNAVAILABLE"),
        ),
        ("HTML as PDF", pdf(b"<html>".to_vec()), (502, "BACKEND_UNAVAILABLE")),
        (
            "PDF as HTML",
            ResponseTemplate::new(200).set_body_raw(PDF, "text/html"),
            (502, "BACKEND_UNAVAILABLE"),
        ),
        ("empty", pdf(Vec::new()), (502, "BACKEND_UNAVAILABLE")),
        ("too large", pdf(large), (502, "BACKEND_UNAVAILABLE")),
        ("never made", ResponseTemplate::new(204), (404, "DOCUMENT_NOT_FOUND")),
        (
            "gone",
            ResponseTemplate::new(404).set_body_json(Recorded::read("487-document-wrong-code").body()),
            (404, "DOCUMENT_NOT_FOUND"),
        ),
        (
            "elsewhere",
            ResponseTemplate::new(302).insert_header("location", "https://evil.test/"),
            (502, "BACKEND_UNAVAILABLE"),
        ),
        ("broken", ResponseTemplate::new(500), (502, "BACKEND_UNAVAILABLE")),
        (
            "too slow",
            pdf(PDF.to_vec()).set_delay(std::time::Duration::from_secs(5)),
            (504, "BACKEND_TIMEOUT"),
        ),
    ] {
        let shopware = Shopware::anonymous().await;
        shopware
            .answer("GET", "/order", ResponseTemplate::new(200).set_body_json(shipped()))
            .await;
        let below = format!("/document/download/{DOCUMENT}/EUfBzBIJevTBHdU6JPLtkpdy6b61V4Vz");
        shopware.answer("GET", &below, answered).await;
        let shop = Shop::with(shopware.client(), |config| {
            config.limits.backend_timeout = std::time::Duration::from_secs(2);
        })
        .await;
        let answer = get(&shop, &format!("/api/orders/{SHIPPED}/documents/{DOCUMENT}")).await;
        let (status, code) = answer.refused();
        assert_eq!((status, code.as_str()), expected, "{what}");
        assert_eq!(answer.header("content-disposition"), None, "{what}");
        for secret in ["EUfBzBIJ", "script", "evil"] {
            assert!(!answer.text().contains(secret), "{what}");
        }
    }
}

/// Rule 13: only so many files are in memory; one more waits for a place until its deadline.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rule_13_files_in_memory_are_counted() {
    let shopware = Shopware::anonymous().await;
    shopware
        .answer("GET", "/order", ResponseTemplate::new(200).set_body_json(shipped()))
        .await;
    shopware.answers_account().await;
    let shop = Shop::with(shopware.client(), |config| config.limits.order_files = 1).await;
    let path = format!("/api/orders/{SHIPPED}/documents/{DOCUMENT}");
    let answers = futures::future::join_all((0..8).map(|_| get(&shop, &path))).await;
    assert!(
        answers.iter().all(|answer| answer.status == 200 && answer.body == PDF),
        "each gets its turn"
    );
}

fn cart_with(rows: &[(&str, u64)], errors: Value) -> Value {
    let mut cart = Recorded::read("056-cart-add").body();
    let model = cart["lineItems"][0].clone();
    let items = rows.iter().map(|(id, quantity)| {
        let mut row = model.clone();
        row["id"] = json!(id);
        row["referencedId"] = json!(id);
        row["quantity"] = json!(quantity);
        row
    });
    cart["lineItems"] = items.collect();
    cart["errors"] = errors;
    cart
}

const WAX: &str = "a5e321383500174c04ffe8e611307cdf";
const GUIDE: &str = "1b9179c46cde8c85cddf6c2846590f2d";
const CHAIR: &str = "f299c748b1eba1a51c7918faf24d013c";

/// ORDER-4: reorder (reports what is no longer sold, and what was cut to the stock).
#[tokio::test]
async fn order_4_reorder_adds_what_is_sold_and_tells_the_rest() {
    let sold_out = json!({format!("product-out-of-stock{CHAIR}"): {
        "key": format!("product-out-of-stock{CHAIR}"), "level": 20, "message": "x", "messageKey": "product-out-of-stock"
    }});
    let item = |label: &str, reason: &str, wanted: u64, added: u64| json!({"label": label, "reason": reason, "wanted": wanted, "added": added});
    for (before, after, errors, added, missing) in [
        (vec![], vec![(WAX, 2), (GUIDE, 1), (CHAIR, 1)], json!([]), 4, json!([])),
        // What lay in the cart before is not counted as added.
        (
            vec![(WAX, 3)],
            vec![(WAX, 5), (GUIDE, 1), (CHAIR, 1)],
            json!([]),
            4,
            json!([]),
        ),
        (
            vec![(WAX, 3)],
            vec![(WAX, 4), (GUIDE, 1), (CHAIR, 1)],
            json!([]),
            3,
            json!([item("Houtwas", "fewer", 2, 1)]),
        ),
        (
            vec![],
            vec![(WAX, 2)],
            sold_out,
            2,
            json!([
                item("Onderhoudsgids (pdf)", "not-sold", 1, 0),
                item("Ovo stoel", "sold-out", 1, 0)
            ]),
        ),
    ] {
        let shopware = Shopware::anonymous().await;
        shopware
            .answer("GET", "/order", ResponseTemplate::new(200).set_body_json(shipped()))
            .await;
        let before = ResponseTemplate::new(200).set_body_json(cart_with(&before, json!([])));
        shopware.answer("GET", "/checkout/cart", before).await;
        let after = ResponseTemplate::new(200).set_body_json(cart_with(&after, errors));
        shopware.answer("POST", "/checkout/cart/line-item", after).await;
        let shop = Shop::start(shopware.client()).await;
        let answer = post(&shop, &format!("/api/orders/{SHIPPED}/reorder")).send().await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(
            (&answer.json()["added"], &answer.json()["missing"]),
            (&json!(added), &missing)
        );
        assert!(answer.json()["cart"]["line_items"].is_array());
        let changes = shopware.changes().await;
        let sent: Value = changes.last().expect("a change").body_json().expect("JSON");
        let items: Vec<(&Value, &Value)> = sent["items"]
            .as_array()
            .expect("items")
            .iter()
            .map(|item| (&item["id"], &item["quantity"]))
            .collect();
        assert_eq!(
            items,
            [
                (&json!(WAX), &json!(2)),
                (&json!(GUIDE), &json!(1)),
                (&json!(CHAIR), &json!(1))
            ],
            "in one call, no promotion"
        );
    }
}

/// R-HEAD-02: where guests may not order, an order is not put into the cart again without a login.
#[tokio::test]
async fn r_head_02_reorder_asks_whether_ordering_is_allowed() {
    let (shopware, shop) = shop_with(shipped()).await;
    let ask = post(&shop, &format!("/api/orders/{SHIPPED}/reorder")).locale("en");
    assert_eq!(ask.send().await.refused(), (403, "ORDERING_NOT_ALLOWED".to_owned()));
    assert!(shopware.changes().await.is_empty());
}

/// Shopware 6.6 cancels whatever it is asked to (§12.5): the shop's setting and the order's state are looked at here.
#[tokio::test]
async fn an_order_is_cancelled_while_nobody_works_on_it_where_the_shop_allows_it() {
    let (shopware, shop) = shop_with(own_order()).await;
    let answer = post(&shop, &format!("/api/orders/{OPEN}/cancel")).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.json()["order"]["id"], OPEN);
    let changes = shopware.changes().await;
    assert_eq!(changes.len(), 1);
    assert_eq!(changes[0].url.path(), "/store-api/order/state/cancel");
    assert_eq!(changes[0].body_json::<Value>().expect("JSON"), json!({"orderId": OPEN}));

    let mut shipped_partially = own_order();
    order(&mut shipped_partially)["deliveries"][0]["stateMachineState"]["technicalName"] = json!("shipped_partially");
    let mut in_progress = own_order();
    order(&mut in_progress)["stateMachineState"]["technicalName"] = json!("in_progress");
    let mut cancelled = own_order();
    order(&mut cancelled)["stateMachineState"]["technicalName"] = json!("cancelled");
    for orders in [shipped_partially, in_progress, cancelled] {
        let (shopware, shop) = shop_with(orders).await;
        let answer = post(&shop, &format!("/api/orders/{OPEN}/cancel")).send().await;
        assert_eq!(answer.refused(), (409, "ORDER_NOT_CANCELLABLE".to_owned()));
        assert!(shopware.changes().await.is_empty());
    }

    let shopware = Shopware::anonymous().await;
    let shop = Shop::with(shopware.client(), |config| config.cancel_orders = false).await;
    let answer = post(&shop, &format!("/api/orders/{OPEN}/cancel")).send().await;
    assert_eq!(answer.refused(), (404, "NOT_FOUND".to_owned()));
    assert!(shopware.requests().await.is_empty());
}

/// No input gets a 500, and none that is wrong reaches Shopware.
#[tokio::test]
async fn hostile_questions_about_orders_are_refused() {
    let (shopware, shop) = shop_with(shipped()).await;
    let long = "9".repeat(7_000);
    for query in [
        "page=0",
        "page=-1",
        "page=1.5",
        "page=1e9",
        "page=99999",
        "page=%00",
        "page=١",
        "page[]=1",
        "page[$gt]=1",
        "page=1&page=2",
        "year=0",
        "year=26",
        "year=20260",
        "year=2026-01",
        "year='OR'1'='1",
        "year=%F0%9F%92%A5",
        "limit=100",
        "filter[0][type]=equals",
        "criteria=x",
        "%ff=%fe",
        "year=2026&year=2026",
        &format!("page={long}"),
        "page=%0d%0aSet-Cookie:x",
    ] {
        let answer = get(&shop, &format!("/api/orders?{}", query.replace('١', "%D9%A1"))).await;
        assert_eq!(answer.refused(), (400, "INVALID_REQUEST".to_owned()), "{query}");
    }
    let body = |text: &str| text.to_owned();
    for action in ["reorder", "cancel"] {
        for text in [
            body("{\"order_id\":1}"),
            body("[]"),
            body("null"),
            body("{\"a\":{\"a\":{}}}"),
            "[".repeat(900),
            body("\u{0}"),
        ] {
            let answer = post(&shop, &format!("/api/orders/{SHIPPED}/{action}"))
                .body(text.clone())
                .send()
                .await;
            assert_eq!(
                answer.refused(),
                (400, "INVALID_REQUEST".to_owned()),
                "{action}: {text}"
            );
        }
    }
    assert!(shopware.requests().await.is_empty(), "{:?}", shopware.calls().await);
}

/// Nothing that Shopware sends about orders makes a panic or a 500.
#[tokio::test]
async fn hostile_answers_about_orders_are_survived() {
    let mutate = |change: fn(&mut Value)| {
        let mut orders = shipped();
        change(order(&mut orders));
        orders
    };
    let cases = [
        ("no price", mutate(|row| row["price"] = json!(null)), 502),
        (
            "an amount without end",
            mutate(|row| row["price"]["totalPrice"] = json!(1e300)),
            502,
        ),
        ("no id", mutate(|row| row["id"] = json!("../x")), 502),
        (
            "documents without code",
            mutate(|row| row["documents"][0]["deepLinkCode"] = json!("a/../b")),
            200,
        ),
        (
            "codes by the thousand",
            mutate(|row| row["deliveries"][0]["trackingCodes"] = json!(vec!["x".repeat(500); 2_000])),
            200,
        ),
        (
            "times that are none",
            mutate(|row| row["deliveries"][0]["updatedAt"] = json!("gisteren")),
            200,
        ),
        (
            "the end of time",
            mutate(|row| row["deliveries"][0]["updatedAt"] = json!("9999-12-30T22:00:00.000+00:00")),
            200,
        ),
        (
            "names in markup",
            mutate(|row| row["stateMachineState"]["translated"]["name"] = json!("<script>")),
            200,
        ),
    ];
    for (what, orders, status) in cases {
        let (_shopware, shop) = shop_with(orders).await;
        for path in ["/api/orders".to_owned(), format!("/api/orders/{SHIPPED}")] {
            let answer = get(&shop, &path).await;
            // An order without its own id is not the one that was asked for.
            assert!(
                answer.status == status || answer.status == 404,
                "{what}: {} {}",
                answer.status,
                answer.text()
            );
        }
    }
}
