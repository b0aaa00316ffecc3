//! Notices about an ended session or cart (R-SESS-02): correct, shown once, on whichever page the visitor continues.

use serde_json::{Value, json};

use crate::customers::{Browser, CHAIR, Customers, PASSWORD, WAX};

async fn expire(browser: &Browser<'_>) {
    let token = browser.session_cookie().expect("a session").to_owned();
    browser
        .customers
        .control("POST", &format!("/sessions/{token}/expire"), None)
        .await;
}

/// Guests may order in every language.
async fn open_everywhere() -> Customers {
    Customers::with(|config| config.ordering.consumer_locales = ["nl", "en", "de"].map(str::to_owned).into()).await
}

fn hints<'b>(browser: &'b Browser<'_>) -> [Option<&'b str>; 3] {
    ["vitrine-cart", "vitrine-customer", "vitrine-ended"]
        .map(|name| browser.cookies.get(name).map(String::as_str))
        .map(|value| value.filter(|value| *value != "0"))
}

fn text(locale: &str, key: &str) -> String {
    let file = format!("{}/../../locales/{locale}/errors.json", env!("CARGO_MANIFEST_DIR"));
    let texts = std::fs::read_to_string(file).expect("the texts");
    let texts: Value = serde_json::from_str(&texts).expect("JSON");
    texts[key].as_str().expect("a text").to_owned()
}

/// The session ends while the visitor is on a product page: that answer removes name and number from the pages and
/// leaves the notice to the next page that can show it, which shows it once and says nothing about removed products.
#[tokio::test]
async fn the_end_of_a_session_is_reported_once_on_whatever_page_is_next() {
    let offers = format!("/api/offers?ids={WAX}");
    let next = ["/api/cart", "/api/session", "/api/checkout"];
    for (locale, (logged_in, path)) in ["nl", "en", "de"]
        .into_iter()
        .cycle()
        .zip([false, true].into_iter().flat_map(|is| next.map(|path| (is, path))))
    {
        let customers = Customers::start().await;
        let mut browser = customers.browser();
        browser.add(WAX, 2).await;
        browser.add(CHAIR, 1).await;
        if logged_in {
            browser.register("noor@example.test").await;
        }
        let shown = browser.cart().await;
        assert_eq!(shown["item_count"], 3);
        expire(&browser).await;
        browser.locale = locale;
        // A process that has not seen the session within the last seconds.
        let other = customers.beside().await;
        let mut browser = Browser {
            customers: &other,
            ..browser
        };
        browser.done("GET", &offers, None).await;
        let word = if logged_in { "customer" } else { "cart" };
        assert_eq!(hints(&browser), [None, None, Some(word)], "{path}");

        let answer = browser.done("GET", path, None).await;
        let cart = if path == "/api/checkout" {
            &answer["cart"]
        } else {
            &answer
        };
        let key = if logged_in {
            "notices.customer-session-expired"
        } else {
            "notices.session-expired"
        };
        assert_eq!(cart["notice"]["code"], "session-expired", "{path}");
        assert_eq!(cart["notice"]["message"], json!(text(locale, key)), "{path}");
        if path != "/api/session" {
            assert_eq!(cart["changes"], json!([]), "{path}");
        }
        assert_eq!(hints(&browser), [None, None, None], "it was told");
        assert_eq!(browser.cart().await["notice"], Value::Null, "once");
    }
}

/// A request refused because the session ended leaves the notice to the login page; after the login no notice is left,
/// and the cart is restored.
#[tokio::test]
async fn a_customers_cart_comes_back_with_the_login() {
    for path in ["/api/account", "/api/orders", "/api/addresses"] {
        let customers = Customers::start().await;
        let mut noor = customers.browser();
        noor.register("noor@example.test").await;
        noor.add(WAX, 2).await;
        let token = noor.session_cookie().expect("a session").to_owned();
        // 25 hours later.
        customers
            .control("POST", "/clock", Some(&json!({"now": "2026-11-22T07:40:00Z"})))
            .await;
        assert_eq!(noor.call("GET", path, None).await.status, 403, "{path}");
        assert_ne!(noor.session_cookie(), Some(token.as_str()));
        assert_eq!(hints(&noor), [None, None, Some("customer")], "{path}");
        assert_eq!(noor.log_in("noor@example.test", PASSWORD).await.status, 200);
        assert_eq!(hints(&noor), [Some("2"), Some("1"), None]);
        let cart = noor.cart().await;
        assert_eq!((&cart["item_count"], &cart["notice"]), (&json!(2), &Value::Null));
    }
}

/// The cart page shows the notice in its own region only, whether the session ended before the request or in it.
#[tokio::test]
async fn the_cart_page_reports_the_end_of_a_session_once() {
    for (logged_in, is_known) in [(false, false), (false, true), (true, false)] {
        let customers = Customers::start().await;
        let mut browser = customers.browser();
        browser.add(WAX, 2).await;
        if logged_in {
            browser.register("noor@example.test").await;
        }
        browser.cart().await;
        expire(&browser).await;
        let other = customers.beside().await;
        if !is_known {
            browser = Browser {
                customers: &other,
                ..browser
            };
        }
        let page = browser.done("GET", "/api/cart/overview", None).await;
        assert_eq!(page["cart"]["notice"]["code"], "session-expired", "{page}");
        assert_eq!(page["cart"]["item_count"], 0);
        assert_eq!(
            (&page["visitor"]["notice"], &page["visitor"]["customer"]),
            (&Value::Null, &Value::Null)
        );
        let again = browser.done("GET", "/api/cart/overview", None).await;
        assert_eq!(
            (&again["cart"]["notice"], &again["visitor"]["notice"]),
            (&Value::Null, &Value::Null)
        );
    }
}

/// A visitor without a cart or login has lost nothing.
#[tokio::test]
async fn a_session_without_anything_in_it_ends_without_a_word_on_later_pages() {
    let customers = Customers::start().await;
    let mut browser = customers.browser();
    browser.done("GET", "/api/session", None).await;
    expire(&browser).await;
    browser.done("GET", &format!("/api/offers?ids={WAX}"), None).await;
    assert_eq!(hints(&browser), [None, None, None]);
    assert_eq!(browser.cart().await["notice"], Value::Null);
}

/// The cart expired and the session did not: one correct sentence, in each language, on a read and on a change.
#[tokio::test]
async fn an_expired_cart_is_not_reported_as_removed_products() {
    for (locale, read) in [("nl", true), ("en", false), ("de", true)] {
        let customers = open_everywhere().await;
        let mut browser = customers.browser();
        browser.locale = locale;
        browser.add(WAX, 2).await;
        browser.cart().await;
        customers
            .control("POST", "/clock", Some(&json!({"now": "2027-03-25T07:27:00Z"})))
            .await;
        let token = browser.session_cookie().map(str::to_owned);
        let cart = match read {
            true => browser.cart().await,
            false => browser.add(CHAIR, 1).await,
        };
        assert_eq!(browser.session_cookie().map(str::to_owned), token);
        assert_eq!(cart["notice"]["code"], "cart-ended", "{locale}");
        assert_eq!(cart["notice"]["message"], json!(text(locale, "notices.cart-ended")));
        assert_eq!(cart["changes"], json!([]));
        assert_eq!(browser.cart().await["notice"], Value::Null, "once");
    }
}

/// "No longer available" is only used for products that Shopware no longer sells.
#[tokio::test]
async fn only_products_no_longer_sold_are_reported_as_removed() {
    for locale in ["nl", "en", "de"] {
        for gone in [true, false] {
            let customers = open_everywhere().await;
            let mut browser = customers.browser();
            browser.locale = locale;
            browser.add(CHAIR, 1).await;
            let label = browser.add(WAX, 2).await["line_items"]
                .as_array()
                .expect("lines")
                .iter()
                .find(|line| line["product_id"] == WAX)
                .expect("the line")["label"]
                .clone();
            let mut other = browser.clone();
            if gone {
                let number = json!({"product_number": "CA-400", "active": false});
                customers.control("POST", "/active", Some(&number)).await;
                // A read without the cart's errors repairs the cart.
                other.done("GET", "/api/session", None).await;
            } else {
                other.done("DELETE", &format!("/api/cart/line-items/{WAX}"), None).await;
            }
            let cart = browser.cart().await;
            let key = if gone { "changes.removed" } else { "changes.left" };
            let wanted = text(locale, key).replace("{name}", label.as_str().expect("a name"));
            let changes = cart["changes"].as_array().expect("changes");
            assert_eq!(changes.len(), 1, "{cart}");
            assert_eq!(
                (&changes[0]["kind"], &changes[0]["message"]),
                (&json!("removed"), &json!(wanted))
            );
            assert_eq!(cart["notice"], Value::Null);
        }
    }
}
