//! The language ids of the locales, if neither the configuration nor a pull has them: they come from the release, or
//! from Shopware once it answers; the server starts without them.

use std::{fs, sync::Arc, time::Duration};

use serde_json::{Value, json};
use vitrine_backends::{
    http::HttpConfig,
    shopware::{ShopwareClient, ShopwareConfig},
};
use vitrine_model::locale::{Locale, Locales};
use wiremock::{Mock, ResponseTemplate, matchers::path};

use crate::{
    shop::{DE, EN, NL, Shop, go_live, locales, release},
    shopware::{Recorded, Shopware, header},
};

const SESSION: &str = "vitrine-session=GCelL0NV8HlF13HKkv0HrY0lM2OoESvl";
const ALL: [(&str, &str); 3] = [("nl", NL), ("en", EN), ("de", DE)];

/// The shop's locales without language ids.
fn unknown() -> Locales {
    let list = locales();
    let list = list.iter().map(|(_, locale)| Locale {
        commerce_language: None,
        ..locale.clone()
    });
    Locales::new(list.collect()).expect("locales")
}

/// A shop whose configuration has no language ids, and whose release has those of `named`.
async fn shop(client: Arc<ShopwareClient>, named: &[(&str, &str)]) -> Shop {
    let folder = tempfile::tempdir().expect("a folder");
    release(folder.path(), "one");
    let file = folder.path().join("dist/releases/one/server/site.json");
    let mut site: Value = serde_json::from_slice(&fs::read(&file).expect("site.json")).expect("JSON");
    let of = |code: &str| named.iter().find(|(known, _)| *known == code).map(|(_, id)| *id);
    site["locales"] = ALL
        .iter()
        .map(|(code, _)| json!({"code": code, "language": of(code)}))
        .collect();
    fs::write(&file, site.to_string()).expect("written");
    go_live(folder.path(), "one");
    Shop::in_folder(folder, client, |config| {
        config.locales = unknown();
        // Removes the rate limit for clients that poll for an answer.
        config.rates.reads = 1_000_000;
    })
    .await
}

fn client_of(endpoint: &str) -> Arc<ShopwareClient> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = ShopwareClient::new(ShopwareConfig {
        endpoint: endpoint.to_owned(),
        access_key: secrecy::SecretString::from("SWSCVITRINE0REFERENCE00AAA"),
        http: HttpConfig::api(),
    });
    Arc::new(client.expect("a client"))
}

async fn cart(shop: &Shop, locale: &str) -> crate::client::Answer {
    let ask = shop.get("/api/cart").locale(locale).with("Cookie", SESSION);
    ask.send().await
}

/// Each locale's call uses its own language, from the release; Shopware is not asked for any.
#[tokio::test]
async fn a_release_names_the_languages() {
    let shopware = Shopware::anonymous().await;
    shopware
        .answer("GET", "/checkout/cart", Recorded::read("056-cart-add"))
        .await;
    let shop = shop(shopware.client(), &ALL).await;
    for (locale, id) in ALL {
        let answer = cart(&shop, locale).await;
        assert_eq!(answer.status, 200, "{locale}");
        let requests = shopware.requests().await;
        let asked = requests.iter().rfind(|r| r.url.path().ends_with("/checkout/cart"));
        let asked = asked.expect("asked");
        assert_eq!(header(asked, "sw-language-id"), Some(id), "{locale}");
        assert!(
            !requests.iter().any(|r| r.url.path().ends_with("/language")),
            "{locale}"
        );
    }
}

/// While Shopware is unreachable, in maintenance, failing or hanging: pages are served, a locale with an unknown
/// language is 503 with `Retry-After`, and one whose language is in the release fails as usual.
#[tokio::test]
async fn a_language_that_is_not_known_is_503_and_pages_are_served() {
    const HOUR: Duration = Duration::from_secs(3_600);
    for kind in ["gone", "maintenance", "failing", "silent"] {
        let shopware = Shopware::start().await;
        let answer: Box<dyn wiremock::Respond> = match kind {
            "maintenance" => Box::new(Recorded::read("550-maintenance-context")),
            "failing" => Box::new(ResponseTemplate::new(500)),
            _ => Box::new(ResponseTemplate::new(200).set_delay(HOUR)),
        };
        Mock::given(path("/store-api/language"))
            .respond_with(move |request: &wiremock::Request| answer.respond(request))
            .mount(&shopware.server)
            .await;
        let endpoint = match kind {
            // The port of a socket that does not listen.
            "gone" => "http://127.0.0.1:1/store-api".to_owned(),
            _ => format!("{}/store-api", shopware.server.uri()),
        };
        let shop = shop(client_of(&endpoint), &ALL[..1]).await;
        for path in ["/", "/en"] {
            assert_eq!(shop.ask("GET", path).send().await.status, 200, "{kind} {path}");
        }
        for locale in ["en", "de"] {
            let refused = cart(&shop, locale).await;
            assert_eq!(
                refused.refused(),
                (503, "MAINTENANCE_MODE".to_owned()),
                "{kind} {locale}"
            );
            assert_eq!(refused.header("retry-after"), Some("5"), "{kind} {locale}");
        }
        assert_eq!(cart(&shop, "nl").await.refused().0, 502, "{kind}: its call goes out");
        let ready = shop.ask("GET", "/api/ready").send().await;
        assert_eq!(
            (ready.status, &ready.json()["status"]),
            (200, &json!("degraded")),
            "{kind}"
        );
    }
}

/// Languages missing in the release are requested from Shopware in the background, until it answers.
#[tokio::test]
async fn shopware_is_polled_until_it_answers() {
    let shopware = Shopware::anonymous().await;
    Mock::given(path("/store-api/language"))
        .respond_with(ResponseTemplate::new(500))
        .up_to_n_times(1)
        .mount(&shopware.server)
        .await;
    shopware
        .answer("GET", "/language", Recorded::read("009-language"))
        .await;
    shopware
        .answer("GET", "/checkout/cart", Recorded::read("056-cart-add"))
        .await;
    let shop = shop(shopware.client(), &[]).await;
    let known = async {
        while cart(&shop, "de").await.status != 200 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), known)
        .await
        .expect("it finds Shopware later");
    for (locale, _) in ALL {
        assert_eq!(cart(&shop, locale).await.status, 200, "{locale}");
    }
}

/// A sales channel without a locale's language: only that locale is 503, and `/api/ready` names it with the remedy.
#[tokio::test]
async fn a_language_that_the_channel_lacks_is_named_with_its_remedy() {
    let shopware = Shopware::anonymous().await;
    let mut body = Recorded::read("009-language").body();
    let rows = body["elements"].as_array_mut().expect("rows");
    rows.retain(|row| row["translationCode"]["code"] != "de-DE");
    shopware
        .answer("GET", "/language", ResponseTemplate::new(200).set_body_json(body))
        .await;
    shopware
        .answer("GET", "/checkout/cart", Recorded::read("056-cart-add"))
        .await;
    let shop = shop(shopware.client(), &[]).await;
    assert_eq!(shop.get("/api/search").send().await.status, 200);
    let ready = shop.ask("GET", "/api/ready").send().await.json();
    let found = &ready["setup"][0];
    assert_eq!(
        (&ready["status"], &found["code"], &found["locale"]),
        (&json!("degraded"), &json!("language-missing"), &json!("de"))
    );
    assert!(
        found["remedy"].as_str().expect("a remedy").contains("add de-DE"),
        "{found}"
    );
    assert_eq!(cart(&shop, "nl").await.status, 200);
    assert_eq!(cart(&shop, "de").await.refused(), (503, "MAINTENANCE_MODE".to_owned()));
}
