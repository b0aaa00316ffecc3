//! Shopware settings that do not match the shop, as reported by `/api/ready`, and the links of mails in the meantime.

use serde_json::{Value, json};
use vitrine_backends::{
    http::HttpConfig,
    shopware::{ShopwareClient, ShopwareConfig},
};

use crate::{
    customers::{Customers, WAX},
    shop::Shop,
};

/// The correct domains of the shop.
fn home() -> Value {
    json!([
        {"language": "nl-NL", "url": "https://shop.example"}, {"language": "en-GB", "url": "https://shop.example/en"},
        {"language": "de-DE", "url": "https://shop.example/de"}
    ])
}

/// A public shop that checks Shopware on every request.
async fn public() -> Customers {
    Customers::with(|config| {
        config.limits.ready_age = std::time::Duration::ZERO;
        config.origins.push("https://shop.example".to_owned());
    })
    .await
}

async fn told(shop: &Shop) -> (Value, Vec<(String, Value)>) {
    shop.get("/api/search").send().await;
    let ready = shop.ask("GET", "/api/ready").send().await;
    assert_eq!(ready.status, 200, "whatever is told, the shop is served");
    let ready = ready.json();
    let setup = ready["setup"].as_array().cloned().unwrap_or_default();
    let codes = setup.iter().map(|found| {
        assert!(found["message"].is_string() && found["remedy"].is_string(), "{found}");
        (
            found["code"].as_str().expect("a code").to_owned(),
            found["locale"].clone(),
        )
    });
    (ready["status"].clone(), codes.collect())
}

/// Each language has one domain, with a scheme, which is the shop's: deviations are reported by language, for as long
/// as they exist.
#[tokio::test]
async fn ready_reports_the_languages_whose_domains_mails_cannot_use() {
    let shop = public().await;
    let nl = |url: &str| json!({"language": "nl-NL", "url": url});
    let en = |url: &str| json!({"language": "en-GB", "url": url});
    let found = |code: &str, locale: &str| (code.to_owned(), json!(locale));
    let (missing, double, bare) = ("domain-missing", "domain-double", "domain-without-scheme");
    let de = || json!({"language": "de-DE", "url": "https://shop.example/de"});
    let ours = (nl("https://shop.example"), en("https://shop.example/en"));
    for (domains, status, expected) in [
        (home(), "ok", vec![]),
        (
            json!([]),
            "degraded",
            vec![found(missing, "nl"), found(missing, "en"), found(missing, "de")],
        ),
        (json!([ours.0, de()]), "degraded", vec![found(missing, "en")]),
        (json!([ours.0, ours.1]), "degraded", vec![found(missing, "de")]),
        (
            json!([ours.0, de(), en("https://shop.example/english")]),
            "degraded",
            vec![found(missing, "en")],
        ),
        (
            json!([ours.1, de(), nl("https://storefront.example")]),
            "degraded",
            vec![found(missing, "nl")],
        ),
        (
            json!([ours.1, de(), nl("http://shop.example")]),
            "degraded",
            vec![found(missing, "nl")],
        ),
        (
            json!([ours.1, de(), nl("default.headless0")]),
            "degraded",
            vec![found(bare, "nl"), found(missing, "nl")],
        ),
        (
            json!([ours.0, ours.1, de(), en("https://storefront.example")]),
            "ok",
            vec![found(double, "en")],
        ),
        (home(), "ok", vec![]),
    ] {
        shop.control("POST", "/domains", Some(&json!({"domains": domains})))
            .await;
        let (ready, mut found) = told(&shop.shop).await;
        // The Shopware of this test is not public.
        found.retain(|(code, _)| code != "endpoint-not-public");
        assert_eq!((ready, found), (json!(status), expected), "{domains}");
    }
}

/// The link of a registration mail begins with the shop's own domain of the language, whatever other domains the
/// channel has, and a corrected channel takes effect without a restart.
#[tokio::test]
async fn mails_link_to_the_shops_own_domain_of_the_language() {
    let shop = public().await;
    shop.control("POST", "/accounts", Some(&json!({"double_opt_in": true})))
        .await;
    let stock = json!([{"language": "nl-NL", "url": "default.headless0"}]);
    let both = json!([
        {"language": "nl-NL", "url": "default.headless0"}, {"language": "nl-NL", "url": "https://old.example"},
        {"language": "en-GB", "url": "https://old.example/en"}, {"language": "nl-NL", "url": "https://shop.example"}
    ]);
    for (number, (domains, begins)) in [
        (stock, "default.headless0/registration"),
        (both, "https://shop.example/registration"),
        (home(), "https://shop.example/registration"),
    ]
    .into_iter()
    .enumerate()
    {
        shop.control("POST", "/domains", Some(&json!({"domains": domains})))
            .await;
        shop.shop.ask("GET", "/api/ready").send().await;
        let email = format!("noor{number}@example.com");
        let mut browser = shop.browser();
        browser.add(WAX, 1).await;
        browser.post("/api/account/register", &shop.registration(&email)).await;
        let mail = shop.mail().await;
        let link = mail["links"][0].as_str().expect("a link");
        assert!(link.starts_with(begins), "{domains}: {link}");
    }
}

/// A public shop whose `shopware.endpoint` is an internal host name is reported: payment providers would redirect
/// customers there.
#[tokio::test]
async fn ready_reports_an_endpoint_that_customers_cannot_reach() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    for (endpoint, origin, is_told) in [
        ("http://shopware:8000/store-api", "https://shop.example", true),
        ("http://127.0.0.1:1/store-api", "https://shop.example", true),
        ("http://127.0.0.1:1/store-api", "https://shop.test", false),
        ("http://127.0.0.1:1/store-api", "http://127.0.0.1:3000", false),
    ] {
        let client = ShopwareClient::new(ShopwareConfig {
            endpoint: endpoint.to_owned(),
            access_key: secrecy::SecretString::from("SWSCVITRINE0REFERENCE00AAA"),
            http: HttpConfig::api(),
        });
        let client = std::sync::Arc::new(client.expect("a client"));
        let shop = Shop::with(client, |config| config.origins = vec![origin.to_owned()]).await;
        let (_, found) = told(&shop).await;
        let expected = is_told.then(|| ("endpoint-not-public".to_owned(), Value::Null));
        assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{endpoint} {origin}");
    }
}

/// If Shopware does not trust this server as a proxy, all visitors count as one, and its limit refuses visitors at
/// their first attempt: several refusals of this kind are detected. If it does, attempts of one visitor do not affect
/// others.
#[tokio::test]
async fn ready_reports_that_shopware_counts_all_visitors_as_one() {
    for trusted in [true, false] {
        let shop = Customers::start().await;
        shop.control("POST", "/proxies", Some(&json!({"on": trusted}))).await;
        shop.browser().register("noor@example.com").await;
        let mut refused = 0;
        for number in 1..=14 {
            let visitor = shop.browser().at(&format!("203.0.{number}.7"));
            let answer = visitor.clone().log_in("noor@example.com", "geraden-wachtwoord").await;
            refused += usize::from(answer.status == 429);
        }
        assert_eq!(refused, if trusted { 0 } else { 4 });
        let (status, found) = told(&shop.shop).await;
        let expected = (!trusted).then(|| ("visitors-count-as-one".to_owned(), Value::Null));
        assert_eq!(
            (status, found),
            (json!("ok"), expected.into_iter().collect::<Vec<_>>()),
            "trusted: {trusted}"
        );
    }
}
