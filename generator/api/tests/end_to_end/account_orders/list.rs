//! The list of orders: R-ACCT-03, ux ORDER-3.

use serde_json::{Value, json};

use super::{SHIPPED, get, order, shipped, shop_with};
use crate::shopware::Shopware;

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

/// R-ACCT-03: each status of Shopware §12.3 is returned by its technical name, for our own texts; an unknown one is
/// returned unchanged.
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

/// R-CHK-06: "a settled payment decides whatever came after it", in the list too: the status is the settled one, and
/// the visitor is not asked to pay.
#[tokio::test]
async fn r_chk_06_a_settled_payment_decides_in_the_list() {
    for settled in ["paid", "authorized", "paid_partially", "refunded_partially"] {
        for other in ["open", "failed", "cancelled", "unconfirmed", "in_progress"] {
            for states in [[settled, other], [other, settled]] {
                let mut orders = shipped();
                let order = &mut orders["orders"]["elements"][0];
                order["stateMachineState"]["technicalName"] = json!("open");
                order["primaryOrderTransactionId"] = Value::Null;
                let first = order["transactions"][0].clone();
                let rows = states.iter().enumerate().map(|(index, state)| {
                    let mut row = first.clone();
                    row["id"] = json!(format!("{index:032x}"));
                    row["createdAt"] = json!(format!("2026-11-26T01:47:5{index}.000+00:00"));
                    row["stateMachineState"]["technicalName"] = json!(state);
                    row
                });
                order["transactions"] = rows.collect();
                let (_, shop) = shop_with(orders).await;
                let list = get(&shop, "/api/orders").await.json();
                let row = &list["orders"][0];
                assert_eq!(row["payment_status"]["code"], settled, "{states:?}");
                assert_eq!(row["can_be_paid"], false, "{states:?}");
            }
        }
    }
}
