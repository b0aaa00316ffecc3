//! Unreachable backends and ended sessions: the breaker (rule 15), expiry and rotation (R-SESS-02).

use std::time::Duration;

use serde_json::{Value, json};
use vitrine_backends::{
    http::HttpConfig,
    shopware::{ShopwareClient, ShopwareConfig},
};
use wiremock::{Respond, ResponseTemplate};

use crate::{
    shop::Shop,
    shopware::{Recorded, Shopware, header},
};

const AGED: &str = "L0q5wdve0silA1clH40aixgMJ4rSh1PY";
const FRESH: &str = "H3uNrMmkUI1NCdDdYyysofTuO0exvjtD";
const OTHER: &str = "otherotherotherotherotherother00";
const SESSION: &str = "vitrine-session=GCelL0NV8HlF13HKkv0HrY0lM2OoESvl";

fn cookie(token: &str) -> String {
    format!("vitrine-session={token}")
}

fn set(token: &str) -> String {
    format!("vitrine-session={token}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax")
}

/// Rule 15: after several calls without an answer, calls fail immediately with `Retry-After`; `/api/ready` reports it;
/// errors caused by a visitor's input do not open the breaker.
#[tokio::test]
async fn rule_15_a_breaker_protects_the_backend() {
    let shopware = Shopware::anonymous().await;
    let gone = ResponseTemplate::new(502);
    shopware.answer("PATCH", "/checkout/cart/line-item", gone).await;
    shopware
        .answer("POST", "/checkout/cart/line-item/delete", ResponseTemplate::new(500))
        .await;
    let shop = Shop::with(shopware.client(), |config| {
        config.limits.breaker_failures = 3;
        config.limits.breaker_pause = Duration::from_secs(600);
    })
    .await;
    let path = "/api/cart/line-items/f299c748b1eba1a51c7918faf24d013c";
    let change = || {
        let ask = shop.ask("PATCH", path).by_page().with("Cookie", SESSION);
        ask.json(&json!({"quantity": 2}))
    };
    for _ in 0..5 {
        let removed = shop.ask("DELETE", path).by_page().with("Cookie", SESSION).send().await;
        assert_eq!(removed.refused(), (502, "BACKEND_UNAVAILABLE".to_owned()));
        assert_eq!(removed.header("retry-after"), None, "an answer of 500 does not open it");
    }
    for _ in 0..3 {
        assert_eq!(change().send().await.refused().0, 502);
    }
    let asked = shopware.requests().await.len();
    let refused = change().send().await;
    assert_eq!(refused.refused(), (502, "BACKEND_UNAVAILABLE".to_owned()));
    let wait: u64 = refused
        .header("retry-after")
        .and_then(|s| s.parse().ok())
        .expect("Retry-After");
    assert!((1..=600).contains(&wait), "{wait}");
    assert_eq!(
        shop.get("/api/cart").with("Cookie", SESSION).send().await.refused().0,
        502
    );
    assert_eq!(shopware.requests().await.len(), asked, "the backend is not asked");
    assert_eq!(
        shop.get("/api/search").send().await.status,
        200,
        "search needs no backend"
    );
    let ready = shop.ask("GET", "/api/ready").send().await;
    assert_eq!(
        (ready.status, ready.json()),
        (
            200,
            json!({"status": "degraded", "backends": {"shopware": "paused"}, "search": "up"})
        )
    );
    let asked = shopware.requests().await.len();
    let refused = change().send().await;
    assert_eq!(refused.refused(), (502, "BACKEND_UNAVAILABLE".to_owned()));
    assert!(refused.header("retry-after").is_some(), "monitoring does not close it");
    assert_eq!(shopware.requests().await.len(), asked, "the backend is not asked");
    assert_eq!(shop.ask("GET", "/").send().await.status, 200, "pages need no backend");
}

/// Rule 15: failing reads open it, whatever they read: one call, several in parallel, or a guarded page.
#[tokio::test]
async fn rule_15_reads_on_refused_connections_open_it() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let nobody = || {
        let client = ShopwareClient::new(ShopwareConfig {
            // The port of a socket that does not listen.
            endpoint: "http://127.0.0.1:1/store-api".to_owned(),
            access_key: secrecy::SecretString::from("SWSCVITRINE0REFERENCE00AAA"),
            http: HttpConfig {
                free_retries: 0,
                ..HttpConfig::api()
            },
        });
        std::sync::Arc::new(client.expect("a client"))
    };
    for (path, reads) in [
        ("/api/session", 1_000),
        ("/api/cart", 20),
        ("/api/checkout", 20),
        ("/api/checkout/form", 20),
        ("/api/account", 20),
        ("/api/addresses", 20),
        ("/api/orders", 20),
        ("/api/orders/01a1fcc9b4e3729fb01f14dbff318123", 20),
        ("/api/offers?ids=f299c748b1eba1a51c7918faf24d013c", 20),
    ] {
        let shop = Shop::with(nobody(), |config| {
            config.rates.reads = 100_000;
            config.limits.breaker_pause = Duration::from_secs(600);
        })
        .await;
        let read = || {
            let cookies = format!("{SESSION}; vitrine-customer=1");
            shop.get(path).with("Cookie", &cookies).send()
        };
        let mut at_once = 0;
        for _ in 0..reads {
            let refused = read().await;
            assert_eq!(refused.refused(), (502, "BACKEND_UNAVAILABLE".to_owned()), "{path}");
            at_once += u32::from(refused.header("retry-after").is_some());
        }
        assert!(
            at_once >= reads - 10,
            "{path}: {at_once} of {reads} were refused at once"
        );
        let ready = shop.ask("GET", "/api/ready").send().await.json();
        assert_eq!(ready["backends"]["shopware"], "paused", "{path}");
    }
}

/// Rule 15: after the pause one call probes the backend, and then all are let through.
#[tokio::test]
async fn rule_15_one_call_finds_out_whether_the_backend_answers_again() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let shopware = Shopware::anonymous().await;
    wiremock::Mock::given(wiremock::matchers::path("/store-api/checkout/cart"))
        .respond_with(ResponseTemplate::new(503))
        .up_to_n_times(2)
        .mount(&shopware.server)
        .await;
    shopware
        .answer("GET", "/checkout/cart", Recorded::read("056-cart-add"))
        .await;
    let client = ShopwareClient::new(ShopwareConfig {
        endpoint: shopware.server.uri(),
        access_key: secrecy::SecretString::from("SWSCVITRINE0REFERENCE00AAA"),
        // A read is not retried here, so that each answer counts.
        http: HttpConfig {
            free_retries: 0,
            ..HttpConfig::api()
        },
    });
    let shop = Shop::with(std::sync::Arc::new(client.expect("a client")), |config| {
        config.limits.breaker_failures = 2;
        config.limits.breaker_pause = Duration::from_millis(1);
    })
    .await;
    let read = || shop.get("/api/cart").with("Cookie", SESSION).send();
    let mut refused = 0;
    loop {
        let answer = read().await;
        if answer.status == 200 {
            break;
        }
        refused += 1;
        assert!(refused < 1_000, "it never passes again");
    }
    assert!(refused >= 2);
    assert_eq!(read().await.status, 200);
}

/// R-SESS-02 and the expired context: resolved in one round trip, with a notice to the visitor in the page's language.
#[tokio::test]
async fn r_sess_02_an_expired_context_heals_in_one_round_trip() {
    for (locale, text) in [
        (
            "nl",
            "Uw sessie was verlopen. Er is een nieuwe begonnen; uw winkelwagen is leeg.",
        ),
        (
            "en",
            "Your session had expired. A new one has begun; your cart is empty.",
        ),
        (
            "de",
            "Ihre Sitzung war abgelaufen. Eine neue hat begonnen; Ihr Warenkorb ist leer.",
        ),
    ] {
        let shopware = Shopware::start().await;
        let (aged, own) = (
            Recorded::read("902-aged-token-get-context").with_token(FRESH),
            Recorded::read("902-aged-token-get-context"),
        );
        shopware
            .answer("GET", "/context", move |request: &wiremock::Request| {
                let is_aged = header(request, "sw-context-token") == Some(AGED);
                if is_aged { &aged } else { &own }.respond(request)
            })
            .await;
        // Each call with the old token begins one more session; those with a new one keep it.
        let (first, later) = (
            Recorded::read("903-aged-token-get-cart").with_token(OTHER),
            Recorded::read("903-aged-token-get-cart"),
        );
        shopware
            .answer("GET", "/checkout/cart", move |request: &wiremock::Request| {
                let aged = header(request, "sw-context-token") == Some(AGED);
                if aged { &first } else { &later }.respond(request)
            })
            .await;
        shopware.answers_checkout().await;
        let shop = Shop::start(shopware.client()).await;
        let seen = "vitrine-cart=3; vitrine-seen=0123456789abcdef0123456789abcdef";
        let ask = |path: &str| {
            let cookies = format!("{}; {seen}", cookie(AGED));
            shop.get(path).locale(locale).with("Cookie", &cookies)
        };
        let answer = ask("/api/session").send().await;
        assert_eq!(answer.status, 200);
        let notice = json!({"code": "session-expired", "message": text});
        assert_eq!(answer.json()["notice"], notice);
        assert_eq!(
            (&answer.json()["customer"], &answer.json()["item_count"]),
            (&Value::Null, &json!(0))
        );
        // None of the tokens in the answers is used: they may have been issued to another visitor (rule 10).
        let new = answer.new_token().expect("a new session");
        assert!(![FRESH, OTHER, AGED].contains(&new.as_str()));
        assert!(answer.set_cookies().contains(&set(&new).as_str()));
        assert!(
            answer
                .set_cookies()
                .contains(&"vitrine-cart=0; Max-Age=31536000; Path=/; SameSite=Lax")
        );
        // Parallel calls with the old cookie get the same session, although Shopware would begin one for each.
        let late = ask("/api/session").send().await;
        assert!(
            late.set_cookies().contains(&set(&new).as_str()),
            "{:?}",
            late.set_cookies()
        );
        let requests = shopware.requests().await;
        let last = requests
            .iter()
            .rfind(|r| r.url.path().ends_with("/context"))
            .expect("asked");
        assert_eq!(header(last, "sw-context-token"), Some(new.as_str()));
    }
}

/// The cart of an expired session has the same notice, and none about removed lines.
#[tokio::test]
async fn r_sess_02_the_cart_of_an_expired_session_is_empty_with_a_word() {
    let shopware = Shopware::start().await;
    let context = Recorded::read("902-aged-token-get-context").with_token(OTHER);
    shopware.answer("GET", "/context", context).await;
    let cart = Recorded::read("903-aged-token-get-cart").with_token(FRESH);
    shopware.answer("GET", "/checkout/cart", cart).await;
    let shop = Shop::start(shopware.client()).await;
    let cookies = format!("{}; vitrine-seen=0123456789abcdef0123456789abcdef", cookie(AGED));
    let answer = shop.get("/api/cart").with("Cookie", &cookies).send().await;
    assert_eq!(answer.json()["notice"]["code"], "session-expired");
    assert_eq!(answer.json()["changes"], json!([]));
    let new = answer.new_token().expect("a new session");
    assert!(![FRESH, OTHER, AGED].contains(&new.as_str()));
}

/// A guest whose session expired during the checkout is informed and gets a new session immediately.
#[tokio::test]
async fn r_sess_02_a_session_that_expired_during_the_checkout_is_reported() {
    let shopware = Shopware::anonymous().await;
    let refused = Recorded::read("082-order-not-logged-in").with_token(FRESH);
    shopware.answer("POST", "/checkout/order", refused).await;
    let shop = Shop::start(shopware.client()).await;
    let order = json!({"idempotency_key": "0b5f2d0e-8c1a-4a6e-9d57-2f1f6f3c9a10", "cart_hash": "0".repeat(64), "accept_terms": true, "comment": null});
    let ask = shop.ask("POST", "/api/orders").by_page().with("Cookie", &cookie(AGED));
    let answer = ask.json(&order).send().await;
    assert_eq!(answer.refused(), (403, "SESSION_EXPIRED".to_owned()));
    assert!(answer.set_cookies().contains(&set(FRESH).as_str()));
}

/// R-HEAD-02: an add to an expired customer session is not kept for an anonymous visitor on a page where guests may not
/// order.
#[tokio::test]
async fn r_head_02_an_expired_customers_add_is_refused_where_ordering_is_not_open() {
    let shopware = Shopware::start().await;
    shopware
        .answer("GET", "/context", Recorded::read("105-context-customer"))
        .await;
    let path = "/checkout/cart/line-item";
    let add = Recorded::read("056-cart-add").with_token(FRESH);
    shopware.answer("POST", path, add).await;
    let shop = Shop::start(shopware.client()).await;
    let ask = shop.ask("POST", "/api/cart/line-items").by_page().locale("de");
    let body = json!({"product_id": "f299c748b1eba1a51c7918faf24d013c", "quantity": 1});
    let answer = ask.with("Cookie", &cookie(AGED)).json(&body).send().await;
    assert_eq!(answer.refused(), (403, "ORDERING_NOT_ALLOWED".to_owned()));
    assert!(answer.set_cookies().iter().all(|line| !line.contains(FRESH)));
}
