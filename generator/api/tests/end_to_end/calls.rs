//! Number of Shopware calls of each page and action: the figures of `calls.md`, counted at the demo.

use serde_json::{Value, json};

use crate::customers::{Browser, CHAIR, Customers, WAX};

const TABLE: &str = include_str!("../../../docs/calls.md");

/// The two numbers of the row with this request.
fn promised(request: &str) -> [usize; 2] {
    let row = TABLE.lines().find(|line| line.contains(&format!("| `{request}` |")));
    let cells: Vec<&str> = row.expect("a row").split('|').map(str::trim).collect();
    [cells[3], cells[4]].map(|cell| cell.parse().expect("a number"))
}

/// The Store API calls that a request causes, without their query.
async fn asked(browser: &mut Browser<'_>, method: &str, path: &str, body: Option<&Value>) -> Vec<String> {
    let customers = browser.customers;
    customers.control("DELETE", "/calls", None).await;
    browser.done(method, path, body).await;
    let calls = customers.control("GET", "/calls", None).await;
    let calls = calls["calls"].as_array().expect("calls").iter();
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    calls
        .map(|call| format!("{} {}", text(&call["method"]), text(&call["path"])))
        .collect()
}

/// A request of the table: its name there, and the request itself.
type Row<'r> = (&'r str, &'r str, String, Option<Value>);

/// Each request of the table is sent in a session that is new to this process, and then again.
#[tokio::test]
async fn each_request_makes_the_calls_of_the_table() {
    let line = format!("/api/cart/line-items/{WAX}");
    let rows: [Row<'_>; 8] = [
        (
            "POST /api/cart/line-items",
            "POST",
            "/api/cart/line-items".to_owned(),
            Some(json!({"product_id": CHAIR, "quantity": 1})),
        ),
        (
            "PATCH /api/cart/line-items/{id}",
            "PATCH",
            line.clone(),
            Some(json!({"quantity": 3})),
        ),
        ("GET /api/offers", "GET", format!("/api/offers?ids={WAX},{CHAIR}"), None),
        ("GET /api/cart", "GET", "/api/cart".to_owned(), None),
        ("GET /api/cart/overview", "GET", "/api/cart/overview".to_owned(), None),
        ("GET /api/checkout", "GET", "/api/checkout".to_owned(), None),
        ("GET /api/session", "GET", "/api/session".to_owned(), None),
        ("DELETE /api/cart/line-items/{id}", "DELETE", line, None),
    ];
    for (name, method, path, body) in rows {
        let customers = Customers::start().await;
        let mut browser = customers.browser();
        browser.add(WAX, 2).await;
        let body = body.as_ref();
        let at_first = asked(&mut browser, method, &path, body).await;
        if method == "DELETE" {
            browser.add(WAX, 2).await;
        }
        let known = asked(&mut browser, method, &path, body).await;
        assert_eq!(
            [at_first.len(), known.len()],
            promised(name),
            "{name}: {at_first:?}, {known:?}"
        );
        for calls in [at_first, known] {
            assert!(
                !calls.iter().any(|call| call.ends_with("/account/list-address")),
                "{name}: {calls:?}"
            );
        }
    }
}

/// The same for a customer; the checkout reads the address book in parallel.
#[tokio::test]
async fn a_customers_requests_make_the_calls_of_the_table() {
    let customers = Customers::start().await;
    let mut noor = customers.browser();
    noor.register("noor@example.test").await;
    noor.add(WAX, 2).await;
    // The shop's requirements for accounts are read once.
    noor.done("GET", "/api/account", None).await;
    for path in [
        "/api/account",
        "/api/account/overview",
        "/api/addresses",
        "/api/orders",
        "/api/session",
    ] {
        let calls = asked(&mut noor, "GET", path, None).await;
        assert_eq!(calls.len(), promised(&format!("GET {path}"))[1], "{path}: {calls:?}");
    }
    let cart = asked(&mut noor, "GET", "/api/cart/overview", None).await;
    assert_eq!(cart.len(), promised("GET /api/cart/overview")[0], "{cart:?}");
    let checkout = asked(&mut noor, "GET", "/api/checkout", None).await;
    assert_eq!(checkout.len(), promised("GET /api/checkout")[1] + 1, "{checkout:?}");
    assert!(checkout.iter().any(|call| call.ends_with("/account/list-address")));
}
