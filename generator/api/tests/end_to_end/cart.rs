//! The cart through the API: R-CART-01, R-CART-06, R-HEAD-02, R-I18N-05.

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    client::Answer,
    shop::{EN, NL, Shop},
    shopware::{MINTED, Recorded, Shopware, header},
};

const CHAIR: &str = "f299c748b1eba1a51c7918faf24d013c";
const SESSION: &str = "vitrine-session=GCelL0NV8HlF13HKkv0HrY0lM2OoESvl";
const LINE_ITEM: &str = "/checkout/cart/line-item";

/// The cookie that identifies the cart of an answer: 32 hex digits, only used by the API.
fn seen_cookie(answer: &Answer) -> String {
    let lines = answer.set_cookies();
    let line = lines
        .iter()
        .find_map(|line| line.strip_prefix("vitrine-seen="))
        .expect("the cookie");
    let (name, rest) = line.split_once(';').expect("attributes");
    assert!(
        name.len() == 32 && name.bytes().all(|b| b.is_ascii_hexdigit()),
        "{name}"
    );
    assert_eq!(rest, " Max-Age=31536000; Path=/api; HttpOnly; SameSite=Lax");
    format!("vitrine-seen={line}")
}

fn add(product: &str, quantity: impl Into<Value>) -> Value {
    json!({"product_id": product, "quantity": quantity.into()})
}

/// R-CART-01: adds a product; the answer is the new cart, the session begins, and the count cookie is updated.
#[tokio::test]
async fn r_cart_01_adds_a_product_and_begins_a_session() {
    let shopware = Shopware::anonymous().await;
    shopware.answer("POST", LINE_ITEM, Recorded::read("056-cart-add")).await;
    let shop = Shop::start(shopware.client()).await;
    let answer = shop
        .ask("POST", "/api/cart/line-items")
        .by_page()
        .json(&add(CHAIR, 1))
        .send()
        .await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let cart = answer.json();
    assert_eq!(cart["item_count"], 1);
    assert_eq!(cart["subtotal"], json!({"minor": 129_900, "currency": "EUR"}));
    assert_eq!(cart["shipping"]["total"]["minor"], 695);
    assert_eq!(cart["total"]["minor"], 130_595);
    assert_eq!(cart["net_total"]["minor"], 107_929);
    assert_eq!(cart["tax_status"], "gross");
    assert_eq!(
        cart["taxes"],
        json!([{"rate": "21", "amount": {"minor": 22_666, "currency": "EUR"}}])
    );
    assert_eq!(cart["errors"], json!([]));
    let row = &cart["line_items"][0];
    assert_eq!(row["id"], CHAIR);
    assert_eq!(row["kind"], "product");
    assert_eq!(row["product_number"], "LU-100-BL");
    assert_eq!(row["path"], "/producten/ovo-stoel--zwart");
    assert_eq!(row["options"], json!([{"group": "Kleur", "option": "Zwart"}]));
    assert_eq!(row["limits"], json!({"min": 1, "max": 10, "step": 1}));
    assert_eq!(row["delivery"], json!(["Levertijd 6-8 weken"]));
    let token = answer.new_token().expect("a session begins");
    assert_ne!(token, MINTED, "the API makes the first token, not Shopware (rule 10)");
    assert_eq!(
        answer.set_cookies(),
        [
            format!("vitrine-session={token}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax"),
            "vitrine-cart=1; Max-Age=31536000; Path=/; SameSite=Lax".to_owned(),
            seen_cookie(&answer),
        ]
    );
    let sent = shopware.changes().await;
    assert_eq!(
        header(&sent[0], "sw-context-token"),
        Some(token.as_str()),
        "it is sent with the add"
    );
    let body: Value = sent.last().expect("the add").body_json().expect("JSON");
    assert_eq!(
        body["items"],
        json!([{"id": CHAIR, "referencedId": CHAIR, "type": "product", "quantity": 1}]),
        "a newly built request"
    );
}

/// R-CART-01: reads, changes, removes, each with the session's token.
#[tokio::test]
async fn r_cart_01_reads_changes_and_removes() {
    let shopware = Shopware::anonymous().await;
    shopware
        .answer("GET", "/checkout/cart", Recorded::read("064-cart-promotion"))
        .await;
    shopware
        .answer("PATCH", LINE_ITEM, Recorded::read("067-cart-update"))
        .await;
    shopware
        .answer(
            "POST",
            "/checkout/cart/line-item/delete",
            Recorded::read("071-cart-remove"),
        )
        .await;
    let shop = Shop::start(shopware.client()).await;

    let read = shop.get("/api/cart").with("Cookie", SESSION).send().await;
    assert_eq!(read.json()["item_count"], 9, "promotions do not count");
    let rows = read.json();
    let promotion = &rows["line_items"][3];
    assert_eq!(
        (&promotion["kind"], &promotion["good"]),
        (&json!("promotion"), &json!(false))
    );
    assert_eq!(promotion["total_price"]["minor"], -33_689);
    assert_eq!(promotion["path"], Value::Null);
    assert_eq!(promotion["limits"], json!({"min": 1, "max": 100, "step": 1}));

    let path = format!("/api/cart/line-items/{CHAIR}");
    let changed = shop
        .ask("PATCH", &path)
        .by_page()
        .with("Cookie", SESSION)
        .json(&json!({"quantity": 2}))
        .send()
        .await;
    assert_eq!(changed.json()["line_items"][0]["quantity"], 2);
    assert_eq!(
        changed.set_cookies(),
        [
            "vitrine-cart=10; Max-Age=31536000; Path=/; SameSite=Lax".to_owned(),
            seen_cookie(&changed),
        ]
    );

    let removed = shop.ask("DELETE", &path).by_page().with("Cookie", SESSION).send().await;
    assert_eq!(removed.status, 200);
    for call in shopware
        .requests()
        .await
        .iter()
        .filter(|r| r.url.path().contains("cart"))
    {
        assert_eq!(
            header(call, "sw-context-token"),
            SESSION.split_once('=').map(|(_, token)| token)
        );
    }
    let removal: Value = shopware
        .changes()
        .await
        .last()
        .expect("the removal")
        .body_json()
        .expect("JSON");
    assert_eq!(removal, json!({"ids": [CHAIR]}));
}

/// No session: the cart is empty, and the backend is not asked.
#[tokio::test]
async fn r_cart_01_without_a_session_the_cart_is_empty_and_shopware_is_not_called() {
    let shopware = Shopware::anonymous().await;
    let shop = Shop::start(shopware.client()).await;
    for cookies in ["x=1", "vitrine-session=short", "vitrine-session=..%2f..%2fetc"] {
        let answer = shop.get("/api/cart").with("Cookie", cookies).send().await;
        let cart = answer.json();
        assert_eq!((&cart["line_items"], &cart["item_count"]), (&json!([]), &json!(0)));
        assert_eq!(cart["total"], json!({"minor": 0, "currency": "EUR"}));
        assert!(answer.set_cookies().is_empty());
    }
    assert!(shopware.requests().await.is_empty());
}

/// R-CART-06: Shopware's cart errors are in the answer, in the page's language, never with Shopware's own text.
#[tokio::test]
async fn r_cart_06_cart_errors_are_in_the_pages_language() {
    let shopware = Shopware::anonymous().await;
    shopware
        .answer("PATCH", LINE_ITEM, Recorded::read("068-cart-update-above-max"))
        .await;
    let shop = Shop::with(shopware.client(), |config| {
        config.ordering.consumer_locales = vec!["nl".to_owned(), "en".to_owned(), "de".to_owned()];
    })
    .await;
    for (locale, text) in [
        (
            "nl",
            "Ovo stoel: er kunnen er nog maar 10 worden besteld. Het aantal is aangepast naar 10.",
        ),
        (
            "en",
            "Ovo stoel: only 10 can be ordered. The quantity was changed to 10.",
        ),
        (
            "de",
            "Ovo stoel: Nur noch 10 können bestellt werden. Die Menge wurde auf 10 geändert.",
        ),
    ] {
        let answer = shop
            .ask("PATCH", &format!("/api/cart/line-items/{CHAIR}"))
            .by_page()
            .locale(locale)
            .with("Cookie", SESSION)
            .json(&json!({"quantity": 99}))
            .send()
            .await;
        assert_eq!(answer.status, 200);
        assert_eq!(
            answer.json()["errors"],
            json!([{"key": format!("product-stock-reached{CHAIR}"), "message_key": "product-stock-reached", "level": "warning",
                    "blocks_order": true, "message": text}])
        );
    }
}

/// An add that adds nothing is refused, with our text for Shopware's reason if there is one.
#[tokio::test]
async fn an_add_that_adds_nothing_is_409_cart_rejected() {
    for (recording, product, text) in [
        (
            "058-cart-add-soldout",
            "9916091f35189fe527a7011967281a81",
            "Piet kruk is uitverkocht.",
        ),
        (
            "060-cart-add-unknown",
            "ffffffffffffffffffffffffffffffff",
            "Dit product is niet leverbaar.",
        ),
        (
            "307-cart-parent-with-variants",
            "4aebf74af34345a7cd7118f4547f8587",
            "Dit product kan zo niet in de winkelwagen.",
        ),
    ] {
        let shopware = Shopware::anonymous().await;
        shopware.answer("POST", LINE_ITEM, Recorded::read(recording)).await;
        let shop = Shop::start(shopware.client()).await;
        let ask = shop
            .ask("POST", "/api/cart/line-items")
            .by_page()
            .with("Cookie", SESSION);
        let answer = ask.json(&add(product, 1)).send().await;
        assert_eq!(answer.refused(), (409, "CART_REJECTED".to_owned()), "{recording}");
        assert_eq!(answer.json()["errors"][0]["detail"], text);
    }
}

#[tokio::test]
async fn failures_of_the_backend_have_one_code_each() {
    for (recording, expected) in [
        ("069-cart-update-unknown", (404, "LINE_ITEM_NOT_FOUND")),
        ("350-cart-promo-quantity", (409, "CART_REJECTED")),
        ("550-maintenance-context", (503, "MAINTENANCE_MODE")),
    ] {
        let shopware = Shopware::anonymous().await;
        shopware.answer("PATCH", LINE_ITEM, Recorded::read(recording)).await;
        let shop = Shop::start(shopware.client()).await;
        let ask = shop
            .ask("PATCH", &format!("/api/cart/line-items/{CHAIR}"))
            .by_page()
            .with("Cookie", SESSION);
        let answer = ask.json(&json!({"quantity": 2})).send().await;
        let (status, code) = answer.refused();
        assert_eq!((status, code.as_str()), expected, "{recording}");
        assert!(
            !answer.text().contains("identifier"),
            "Shopware's detail is not told: {}",
            answer.text()
        );
        // R-SESS-03: the answer has a `Retry-After`.
        assert_eq!(answer.header("retry-after").is_some(), status == 503);
    }
}

#[tokio::test]
async fn a_broken_backend_is_502_and_a_slow_one_504() {
    let shopware = Shopware::anonymous().await;
    let broken = ResponseTemplate::new(200).set_body_raw("{\"lineItems\": [", "application/json");
    shopware.answer("GET", "/checkout/cart", broken).await;
    let shop = Shop::start(shopware.client()).await;
    let answer = shop.get("/api/cart").with("Cookie", SESSION).send().await;
    assert_eq!(answer.refused(), (502, "BACKEND_UNAVAILABLE".to_owned()));

    let slow = Shopware::anonymous().await;
    let late = ResponseTemplate::new(200).set_delay(std::time::Duration::from_secs(60));
    slow.answer("GET", "/checkout/cart", late).await;
    let shop = Shop::with(slow.client(), |config| {
        config.limits.backend_timeout = std::time::Duration::from_millis(50);
    })
    .await;
    let answer = shop.get("/api/cart").with("Cookie", SESSION).send().await;
    assert_eq!(answer.refused(), (504, "BACKEND_TIMEOUT".to_owned()));
}

/// R-HEAD-02: where guests may not order, cart writes without a login are 403; a guest counts as not logged in, a
/// customer is allowed.
#[tokio::test]
async fn r_head_02_cart_writes_are_refused_where_ordering_is_not_open() {
    for (context, expected) in [
        ("000-context-anonymous", 403),
        ("091-context-guest", 403),
        ("105-context-customer", 200),
        ("139-context-business", 200),
    ] {
        let shopware = Shopware::start().await;
        shopware.answer("GET", "/context", Recorded::read(context)).await;
        shopware.answer("POST", LINE_ITEM, Recorded::read("056-cart-add")).await;
        let shop = Shop::start(shopware.client()).await;
        let ask = || {
            shop.ask("POST", "/api/cart/line-items")
                .by_page()
                .locale("en")
                .json(&add(CHAIR, 1))
        };
        let answer = ask().with("Cookie", SESSION).send().await;
        assert_eq!(answer.status, expected, "{context}: {}", answer.text());
        if expected == 403 {
            assert_eq!(answer.refused().1, "ORDERING_NOT_ALLOWED");
            assert!(answer.text().contains("Ordering online is not open in this language."));
            assert!(shopware.changes().await.is_empty(), "nothing was changed");
        }
        let stranger = ask().send().await;
        assert_eq!(
            stranger.refused(),
            (403, "ORDERING_NOT_ALLOWED".to_owned()),
            "no session, no customer"
        );
    }
}

/// R-HEAD-02: with consumer ordering off, not even the default locale is open.
#[tokio::test]
async fn r_head_02_consumer_ordering_can_be_off() {
    let shopware = Shopware::anonymous().await;
    let shop = Shop::with(shopware.client(), |config| config.ordering.consumer_ordering = false).await;
    let remove = shop
        .ask("DELETE", &format!("/api/cart/line-items/{CHAIR}"))
        .by_page()
        .send()
        .await;
    assert_eq!(remove.refused(), (403, "ORDERING_NOT_ALLOWED".to_owned()));
}

/// R-I18N-05: reads and changes use the page's language by header; an anonymous session is never written to for it,
/// because Shopware would expire it, with its cart, after a day (Shopware §25.5).
#[tokio::test]
async fn r_i18n_05_the_session_follows_the_pages_language() {
    let shopware = Shopware::anonymous().await;
    shopware
        .answer("GET", "/checkout/cart", Recorded::read("056-cart-add"))
        .await;
    shopware
        .answer("PATCH", LINE_ITEM, Recorded::read("067-cart-update"))
        .await;
    let shop = Shop::with(shopware.client(), |config| {
        config.ordering.consumer_locales.push("en".to_owned())
    })
    .await;
    let change = |locale: &'static str| {
        shop.ask("PATCH", &format!("/api/cart/line-items/{CHAIR}"))
            .by_page()
            .locale(locale)
            .with("Cookie", SESSION)
            .json(&json!({"quantity": 2}))
    };
    shop.get("/api/cart").locale("en").with("Cookie", SESSION).send().await;
    for locale in ["nl", "nl", "en", "en", "nl"] {
        assert_eq!(change(locale).send().await.status, 200);
    }
    let requests = shopware.requests().await;
    let read = requests
        .iter()
        .find(|r| r.url.path().ends_with("/checkout/cart"))
        .expect("the read");
    assert_eq!(header(read, "sw-language-id"), Some(EN));
    let changes: Vec<_> = requests.iter().filter(|r| r.method.as_str() != "GET").collect();
    assert!(
        changes.iter().all(|r| r.url.path().ends_with(LINE_ITEM)),
        "nothing else is changed"
    );
    let languages: Vec<_> = changes.iter().map(|r| header(r, "sw-language-id")).collect();
    assert_eq!(languages, [Some(NL), Some(NL), Some(EN), Some(EN), Some(NL)]);
}

/// Rule 15: parallel changes of one session reach Shopware sequentially.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_of_one_session_reach_shopware_one_after_another() {
    use std::{
        sync::{Arc, Mutex},
        time::{Duration, Instant},
    };
    const WORK: Duration = Duration::from_millis(25);
    let shopware = Shopware::anonymous().await;
    let arrivals = Arc::new(Mutex::new(Vec::new()));
    let (recorded, noted) = (Recorded::read("067-cart-update"), Arc::clone(&arrivals));
    shopware
        .answer("PATCH", LINE_ITEM, move |request: &wiremock::Request| {
            noted.lock().expect("no panic").push(Instant::now());
            wiremock::Respond::respond(&recorded, request).set_delay(WORK)
        })
        .await;
    let shop = Shop::start(shopware.client()).await;
    let all = (0..6).map(|_| {
        shop.ask("PATCH", &format!("/api/cart/line-items/{CHAIR}"))
            .by_page()
            .with("Cookie", SESSION)
            .json(&json!({"quantity": 2}))
            .send()
    });
    for answer in futures::future::join_all(all).await {
        assert_eq!(answer.status, 200, "{}", answer.text());
    }
    let arrivals = arrivals.lock().expect("no panic");
    assert_eq!(arrivals.len(), 6);
    for pair in arrivals.windows(2) {
        assert!(
            pair[1] - pair[0] >= WORK,
            "the next call came before the answer to the one before"
        );
    }
}

/// Two parallel first adds share nothing that can be trusted: each begins a session, and each answer is that session's
/// cart, with its cookie.
#[tokio::test]
async fn first_adds_at_once_answer_with_their_own_carts() {
    let shopware = Shopware {
        server: wiremock::MockServer::start().await,
    };
    let added = Recorded::read("056-cart-add");
    let product = added.body()["lineItems"][0]["referencedId"].clone();
    shopware
        .answer(
            "POST",
            "/checkout/cart/line-item",
            move |request: &wiremock::Request| {
                wiremock::Respond::respond(&added, request).set_delay(std::time::Duration::from_millis(100))
            },
        )
        .await;
    shopware
        .answer("GET", "/context", Recorded::read("000-context-anonymous"))
        .await;
    let shop = Shop::start(shopware.client()).await;
    let add = || {
        shop.ask("POST", "/api/cart/line-items")
            .by_page()
            .json(&json!({"product_id": product, "quantity": 1}))
            .send()
    };
    let (one, two) = (tokio::spawn(add()), tokio::spawn(add()));
    let mut cookies = Vec::new();
    for answer in [one.await.expect("no panic"), two.await.expect("no panic")] {
        assert_eq!(answer.status, 200, "{}", answer.text());
        let session = answer
            .set_cookies()
            .into_iter()
            .find(|line| line.starts_with("vitrine-session="))
            .map(str::to_owned);
        cookies.push(session.expect("its cookie"));
    }
    assert_ne!(
        cookies[0], cookies[1],
        "no session is shared between those that nothing links"
    );
    let mut begun: Vec<&str> = cookies
        .iter()
        .filter_map(|line| line.split([';', '=']).nth(1))
        .collect();
    begun.sort_unstable();
    let adds = shopware.changes().await;
    let mut sent: Vec<&str> = adds.iter().filter_map(|add| header(add, "sw-context-token")).collect();
    sent.sort_unstable();
    assert_eq!(begun, sent, "each line went into its own cart");
    let calls = shopware.calls().await;
    let sent = calls.iter().filter(|call| *call != "GET /context").count();
    assert_eq!(sent, 2, "a first add is one call of Shopware: {calls:?}");
}

/// R-CART-02: all pending edits of a page that is left are sent in one request, which is one call of Shopware; a
/// duplicate line, none, too many, or an invalid quantity is refused before anything is sent.
#[tokio::test]
async fn r_cart_02_several_quantities_are_one_change() {
    let shopware = Shopware::anonymous().await;
    shopware
        .answer("PATCH", "/checkout/cart/line-item", Recorded::read("067-cart-update"))
        .await;
    let shop = Shop::start(shopware.client()).await;
    let (one, two) = (CHAIR, "e".repeat(32));
    let ask = |body: Value| {
        let ask = shop.ask("PATCH", "/api/cart/line-items").by_page();
        ask.with("Cookie", SESSION).json(&body).send()
    };
    let line = |id: &str, quantity: i64| json!({"id": id, "quantity": quantity});
    for refused in [
        json!([]),
        json!([line(one, 2), line(one, 3)]),
        json!([line(one, 0)]),
        json!([line("x", 1)]),
        Value::from(
            (0..101)
                .map(|place| line(&format!("{place:032x}"), 1))
                .collect::<Vec<_>>(),
        ),
    ] {
        let answer = ask(json!({ "line_items": refused })).await;
        assert_eq!(answer.refused(), (400, "INVALID_REQUEST".to_owned()), "{refused}");
    }
    assert!(
        shopware
            .changes()
            .await
            .iter()
            .all(|call| call.url.path() != "/store-api/checkout/cart/line-item")
    );
    let answer = ask(json!({"line_items": [line(one, 2), line(&two, 4)]})).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let changes = shopware.changes().await;
    let sent: Vec<Value> = changes
        .iter()
        .filter(|call| call.url.path() == "/store-api/checkout/cart/line-item")
        .map(|call| call.body_json().expect("JSON"))
        .collect();
    assert_eq!(sent, [json!({"items": [line(one, 2), line(&two, 4)]})]);
}
