//! The layout guard of the static server (R-ROUTE-11), and related rules: R-ROUTE-03, rules 4 and 11.

use std::{fs, time::Duration};

use serde_json::{Value, json};
use vitrine_api::ApiConfig;

use crate::{
    client::Answer,
    customers::{Browser, Customers, PASSWORD, WAX},
    shop::{list_files, page},
};

/// A release with account and login screens.
async fn shop() -> Customers {
    shop_with(|_| {}).await
}

async fn shop_with(change: impl FnOnce(&mut ApiConfig)) -> Customers {
    let shop = Customers::with(change).await;
    let release = shop.shop.folder.path().join("dist/releases/one");
    let read =
        |name: &str| -> Value { serde_json::from_slice(&fs::read(release.join(name)).expect("a file")).expect("JSON") };
    let mut site = read("server/site.json");
    site["routes"] = json!({
        "bor.account.index": {"nl": "/account", "en": "/en/account"},
        "bor.account.orders": {"nl": "/account/bestellingen"},
        "bor.account.order": {"nl": "/account/bestellingen/:order", "en": "/en/account/orders/:order"},
        "bor.checkout.success": {"nl": "/afrekenen/bestelling/:id", "en": "/en/checkout/order/:id"},
        "bor.checkout.paid": {"nl": "/afrekenen/bestelling/:id/betaald"},
        "bor.auth.login": {"nl": "/inloggen", "en": "/en/login"},
        "bor.auth.reset-password": {"nl": "/wachtwoord-herstellen"},
    });
    site["layouts"] = json!({"account": ["bor.account.index", "bor.account.orders"], "auth": ["bor.auth.login", "bor.auth.reset-password"]});
    let shell = |pattern: &str| json!({"pattern": pattern, "file": "_shells/order.html"});
    let shells = json!([
        shell("/account/bestellingen/:order"),
        shell("/en/account/orders/:order"),
        shell("/afrekenen/bestelling/:id"),
        shell("/en/checkout/order/:id"),
        shell("/afrekenen/bestelling/:id/betaald"),
    ]);
    fs::write(release.join("server/site.json"), site.to_string()).expect("written");
    fs::write(release.join("server/rewrites.json"), shells.to_string()).expect("written");
    for name in [
        "account.html",
        "en/account.html",
        "account/bestellingen.html",
        "inloggen.html",
        "en/login.html",
        "wachtwoord-herstellen.html",
        "_shells/order.html",
    ] {
        let file = release.join("site").join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(file, page("Scherm")).expect("written");
    }
    list_files(&release);
    let target = shop.shop.folder.path().join("dist/releases/two");
    fs::rename(&release, &target).expect("renamed");
    crate::shop::go_live(shop.shop.folder.path(), "two");
    shop.shop.switched("two").await;
    shop
}

async fn visit(browser: &Browser<'_>, path: &str) -> Answer {
    let answer = browser.ask("GET", path).send().await;
    assert!(
        answer.set_cookies().is_empty(),
        "static answers never set cookies (rule 11): {path}"
    );
    answer
}

fn location(answer: &Answer) -> (u16, &str) {
    (answer.status, answer.header("location").unwrap_or_default())
}

/// R-ROUTE-11: "an auth screen sends a logged-in customer to the account home; an account screen sends a visitor who is
/// not logged in to login (and back after it). Done before paint where the server sees the request …; account HTML
/// holds no private data."
#[tokio::test]
async fn r_route_11_the_guard_decides_before_paint() {
    let shop = shop().await;
    let mut browser = shop.browser();
    for (path, to) in [
        ("/account", "/inloggen?redirect=%2Faccount"),
        ("/en/account", "/en/login?redirect=%2Fen%2Faccount"),
        (
            "/account/bestellingen?page=2",
            "/inloggen?redirect=%2Faccount%2Fbestellingen%3Fpage%3D2",
        ),
    ] {
        let answer = visit(&browser, path).await;
        assert_eq!(location(&answer), (303, to));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
    }
    assert_eq!(visit(&browser, "/inloggen").await.status, 200);
    browser.add(WAX, 1).await;
    let anonymous = visit(&browser, "/account").await;
    assert_eq!(
        location(&anonymous),
        (303, "/inloggen?redirect=%2Faccount"),
        "a session is no login"
    );
    assert_eq!(visit(&browser, "/inloggen").await.status, 200);

    browser.register("noor@example.com").await;
    let account = visit(&browser, "/account").await;
    assert_eq!(
        (account.status, account.header("cache-control")),
        (200, Some("no-store"))
    );
    assert!(!account.text().contains("Noor"), "account HTML holds no private data");
    for (path, to) in [
        ("/inloggen", "/account"),
        ("/en/login", "/en/account"),
        ("/wachtwoord-herstellen?hash=abc", "/account"),
        (
            "/inloggen?redirect=%2Faccount%2Fbestellingen%3Fpage%3D2",
            "/account/bestellingen?page=2",
        ),
    ] {
        let answer = visit(&browser, path).await;
        assert_eq!(location(&answer), (303, to), "{path}");
        assert_eq!(answer.header("cache-control"), Some("no-store"));
    }
    let logged_in = browser.clone();
    browser.post("/api/account/logout", &json!({"everywhere": false})).await;
    assert_eq!(
        visit(&logged_in, "/account").await.status,
        303,
        "the old cookie opens nothing"
    );
}

/// Rule 4: the return path is a path of this shop, or none.
#[tokio::test]
async fn rule_4_the_return_path_stays_on_this_site() {
    let shop = shop().await;
    let mut browser = shop.browser();
    browser.register("noor@example.com").await;
    for hostile in [
        "https://evil.test/",
        "//evil.test",
        "/\\evil.test",
        "/%09/evil.test",
        "javascript:alert(1)",
        "/../../x",
        "/api/session",
        "%2F%2Fevil.test",
        "/a%0d%0aSet-Cookie:x=1",
        "",
    ] {
        let query: String = hostile.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let answer = visit(&browser, &format!("/inloggen?redirect={query}")).await;
        assert_eq!(location(&answer), (303, "/account"), "{hostile}");
    }
}

/// R-ROUTE-11, rule 14: while the backend is slow or down, the page is served unchanged without delay; its island does
/// the rest. Other pages are never delayed.
#[tokio::test]
async fn r_route_11_a_slow_backend_holds_no_page_up() {
    let shop = shop().await;
    let mut browser = shop.browser();
    browser.register("noor@example.com").await;
    let slow = json!({"backend": "shopware", "method": "GET", "path": "/store-api/context", "kind": "delay", "delay_ms": 4_000});
    shop.control("POST", "/faults", Some(&slow)).await;
    let started = std::time::Instant::now();
    for path in ["/account", "/inloggen"] {
        assert_eq!(visit(&browser, path).await.status, 200, "{path}");
    }
    assert_eq!(
        visit(&browser, "/").await.header("cache-control"),
        Some("public, max-age=0, s-maxage=60, stale-while-revalidate=60, stale-if-error=86400")
    );
    assert!(started.elapsed().as_secs() < 3, "{:?}", started.elapsed());
    let calls = shop.control("GET", "/calls", None).await.to_string();
    assert!(!calls.contains(PASSWORD));
}

/// Rule 15: a guarded page whose check times out or fails does not count as a success of the backend: its wait neither
/// closes a breaker that failures are opening, nor is it blocked by an open one.
#[tokio::test]
async fn rule_15_a_guarded_page_does_not_close_the_breaker() {
    for kind in [
        json!({"kind": "delay", "delay_ms": 4_000}),
        json!({"kind": "status", "status": 502}),
    ] {
        let shop = shop_with(|config| {
            config.limits.breaker_failures = 3;
            config.limits.breaker_pause = Duration::from_secs(600);
        })
        .await;
        let mut browser = shop.browser();
        browser.register("noor@example.com").await;
        browser.add(WAX, 1).await;
        let change = json!({"backend": "shopware", "method": "PATCH", "path": "/store-api/checkout/cart/line-item", "kind": "status", "status": 502});
        shop.control("POST", "/faults", Some(&change)).await;
        let mut page = json!({"backend": "shopware", "method": "GET", "path": "/store-api/context"});
        let fields = page.as_object_mut().expect("an object");
        fields.extend(kind.as_object().expect("an object").clone());
        shop.control("POST", "/faults", Some(&page)).await;
        let path = format!("/api/cart/line-items/{WAX}");
        let mut paused = 0;
        for _ in 0..5 {
            let ask = browser.ask("PATCH", &path);
            let refused = ask.json(&json!({"quantity": 2})).send().await;
            assert_eq!(refused.refused().0, 502, "{kind}");
            paused += u32::from(refused.header("retry-after").is_some());
            assert_eq!(visit(&browser, "/account").await.status, 200, "{kind}");
        }
        assert!(paused >= 2, "{kind}: {paused} of 5 were refused at once");
    }
}

/// R-ROUTE-10: "the order of `/account/orders/{order}` and `/checkout/order/{id}` is checked there and answered with
/// 404", "within the same wait" as the layout guard's; an existing order is 200 in each language, and the code of a
/// mail's link is left to the island.
#[tokio::test]
async fn r_route_10_an_order_that_is_not_there_is_404() {
    let shop = shop().await;
    let (own, none) = ("01a1fcc97e26707a8c3c0b5a852cdc62", "0".repeat(32));
    let mut browser = shop.browser();
    // Another customer's order cannot be distinguished from a missing one: a login, or a proof, is requested.
    let to_login = visit(&browser, "/account/bestellingen/0123").await;
    assert_eq!(
        location(&to_login),
        (303, "/inloggen?redirect=%2Faccount%2Fbestellingen%2F0123")
    );
    let placed = format!("/afrekenen/bestelling/{own}");
    assert_eq!(visit(&browser, &placed).await.status, 200, "no session");
    for malformed in ["0123", "%3Cb%3E", &"0".repeat(65)] {
        let answer = visit(&browser, &format!("/afrekenen/bestelling/{malformed}")).await;
        assert_eq!(answer.status, 404, "{malformed}");
    }
    browser.add(WAX, 1).await;
    assert_eq!(visit(&browser, &placed).await.status, 200, "a session is no login");

    browser.register("noor@example.com").await;
    let order = order_of(&mut browser).await;
    for (id, status) in [(order.as_str(), 200), (own, 404), (none.as_str(), 404), ("0123", 404)] {
        for path in [
            "/account/bestellingen/",
            "/en/account/orders/",
            "/afrekenen/bestelling/",
            "/en/checkout/order/",
        ] {
            let answer = visit(&browser, &format!("{path}{id}")).await;
            assert_eq!(answer.status, status, "{path}{id}");
            assert!(answer.text().contains("Scherm"), "its island says the rest: {path}{id}");
            if id != "0123" {
                assert_eq!(answer.header("cache-control"), Some("no-store"), "{path}{id}");
            }
        }
    }
    let paid = format!("/afrekenen/bestelling/{none}/betaald");
    assert_eq!(visit(&browser, &paid).await.status, 404);
    let code = "/afrekenen/bestelling/zFhGqAy6yQq-_6hEzGAXTlaQ1DhXrQ0Q";
    assert_eq!(visit(&browser, code).await.status, 200, "the code of a link");

    let slow =
        json!({"backend": "shopware", "method": "GET", "path": "/store-api/order", "kind": "delay", "delay_ms": 4_000});
    shop.control("POST", "/faults", Some(&slow)).await;
    let answer = visit(&browser, &format!("/account/bestellingen/{none}")).await;
    assert_eq!(answer.status, 200, "a slow backend holds no page up");
}

/// Orders the cart.
async fn order_of(browser: &mut Browser<'_>) -> String {
    let checkout = browser.done("GET", "/api/checkout", None).await;
    let order = json!({
        "idempotency_key": "order-of-a-guarded-page", "cart_hash": checkout["cart"]["hash"], "accept_terms": true,
        "comment": null
    });
    let placed = browser.call("POST", "/api/orders", Some(&order)).await;
    assert!(placed.status < 300, "{}", placed.text());
    placed.json()["order_id"].as_str().expect("an id").to_owned()
}
