//! Shopware settings that do not match the shop, as reported by a build and a server.

use serde_json::{Value, json};

use crate::support::{Shop, started};

/// Code and locale of the findings, in the order of the text.
fn codes(found: &Value, locale: impl Fn(&Value) -> &Value) -> Vec<(String, String)> {
    let mut codes: Vec<_> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            let locale = locale(one).as_str().unwrap_or("-").to_owned();
            (one["code"].as_str().unwrap().to_owned(), locale)
        })
        .filter(|(code, _)| code.starts_with("domain-") || code.starts_with("endpoint-"))
        .collect();
    codes.sort();
    codes
}

/// A build warns about each language whose mails do not link to the shop, and about an endpoint that customers cannot
/// reach; the server logs the same once, and reports it in `/api/ready`. A correct shop has no findings.
#[test]
fn a_build_and_a_server_say_which_settings_of_shopware_do_not_fit() {
    let shop = Shop::small();
    shop.configure(
        "vitrine.toml",
        &[
            ("base_url = ", "base_url = \"https://shop.example\""),
            ("https = ", "https = true"),
            ("origins = ", "origins = [\"https://shop.example\"]"),
        ],
    );
    let home = json!([
        {"language": "nl-NL", "url": "https://shop.example"}, {"language": "en-GB", "url": "https://shop.example/en"},
        {"language": "de-DE", "url": "https://shop.example/de"}
    ]);
    let astray = json!([
        {"language": "nl-NL", "url": "https://shop.example"}, {"language": "nl-NL", "url": "https://storefront.example"},
        {"language": "de-DE", "url": "default.headless0"}
    ]);
    let pair = |code: &str, locale: &str| (code.to_owned(), locale.to_owned());
    let endpoint = pair("endpoint-not-public", "-");
    for (domains, expected) in [
        (home, vec![endpoint.clone()]),
        (
            astray,
            vec![
                pair("domain-double", "nl"),
                pair("domain-missing", "de"),
                pair("domain-missing", "en"),
                pair("domain-without-scheme", "de"),
                endpoint,
            ],
        ),
    ] {
        shop.control("POST", "domains", &json!({ "domains": domains }));
        let report = shop.build();
        assert_eq!(
            codes(&report["warnings"], |one| &one["place"]["locale"]),
            expected,
            "{domains}"
        );

        let served = started(shop.command(&["serve"]), shop.path("serve.log"));
        let (status, _, text) = shop.answer(&format!("{}/api/ready", served.url));
        let ready: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(status, 200);
        let status = if expected.len() > 1 { "degraded" } else { "ok" };
        assert_eq!(ready["status"], status, "{ready}");
        assert_eq!(codes(&ready["setup"], |one| &one["locale"]), expected, "{ready}");
        shop.answer(&format!("{}/api/ready", served.url));
        let log = served.log();
        for found in ready["setup"].as_array().unwrap() {
            let message = found["message"].as_str().unwrap();
            let told = log
                .matches(&message[..message.find('"').unwrap_or(message.len())])
                .count();
            assert!(told >= 1, "{message}: {log}");
        }
        let code = log.matches("endpoint-not-public").count();
        assert_eq!(code, 1, "once: {log}");
        assert!(served.terminate().success());
    }
}
