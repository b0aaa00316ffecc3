//! A Shopware that does not answer, and the settings of its sales channel.

use serde_json::json;

use crate::doctor::planting::{Fault, NOBODY, PUBLIC, broken, domains, each, emptied, rows};

#[test]
fn a_shopware_that_does_not_answer_as_it_should_is_found() {
    each(vec![
        Fault {
            what: "no access key",
            codes: &["shopware-key-missing"],
            environment: &[("VITRINE_SHOPWARE_ACCESS_KEY", None)],
            ..Fault::default()
        },
        Fault {
            what: "another access key",
            codes: &["shopware-key"],
            environment: &[("VITRINE_SHOPWARE_ACCESS_KEY", Some("SWSCANOTHERKEYOFANOTHERCHA"))],
            ..Fault::default()
        },
        Fault {
            what: "nobody at the endpoint",
            codes: &["shopware-unreachable"],
            control: broken("shopware", "/store-api/context", "lost", 0),
            ..Fault::default()
        },
        Fault {
            what: "a silent Shopware",
            codes: &["shopware-silent"],
            lines: &[("backend = ", "backend = 1")],
            control: broken("shopware", "/store-api/context", "hang", 0),
            ..Fault::default()
        },
        Fault {
            what: "a page instead of the Store API",
            codes: &["shopware-address"],
            control: broken("shopware", "/store-api/context", "status", 404),
            ..Fault::default()
        },
        Fault {
            what: "another server at the endpoint",
            codes: &["shopware-address"],
            lines: &[(
                "endpoint = \"{shopware}/store-api\"",
                "endpoint = \"{images}/store-api\"",
            )],
            ..Fault::default()
        },
        Fault {
            what: "maintenance",
            codes: &["shopware-maintenance"],
            control: vec![("maintenance", json!({"on": true}))],
            ..Fault::default()
        },
        Fault {
            what: "a Shopware that fails",
            codes: &["shopware-failed"],
            control: broken("shopware", "/store-api/context", "status", 500),
            ..Fault::default()
        },
        Fault {
            what: "half an answer",
            codes: &["shopware-failed"],
            control: broken("shopware", "/store-api/context", "broken_json", 0),
            ..Fault::default()
        },
        Fault {
            what: "a single call that fails",
            codes: &["shopware-call-failed"],
            control: broken("shopware", "/store-api/payment-method", "status", 500),
            ..Fault::default()
        },
        Fault {
            what: "a cache before the Store API",
            codes: &["shopware-cached"],
            control: broken("shopware", "/store-api/context", "replay", 0),
            ..Fault::default()
        },
    ]);
}

#[test]
fn settings_of_the_sales_channel_are_found() {
    each(vec![
        Fault {
            what: "a channel that is off",
            codes: &["channel-off"],
            shopware: Some(|asked, body| {
                if asked.contains("/context") {
                    body["salesChannel"]["active"] = json!(false);
                }
            }),
            ..Fault::default()
        },
        Fault {
            what: "a language that the channel does not have",
            codes: &["language-missing"],
            lines: &[("iso = \"de-DE\"", "iso = \"de-AT\"")],
            ..Fault::default()
        },
        Fault {
            what: "a language's id of another shop",
            codes: &["language-id"],
            lines: &[(
                "iso = \"de-DE\"",
                "iso = \"de-DE\"\ncommerce_language = \"0123456789abcdef0123456789abcdef\"",
            )],
            ..Fault::default()
        },
        Fault {
            what: "prices without tax",
            codes: &["prices-net"],
            shopware: Some(|asked, body| {
                if asked.contains("/context") {
                    body["context"]["taxState"] = json!("net");
                }
            }),
            ..Fault::default()
        },
        Fault {
            what: "an endpoint that customers cannot reach",
            codes: &["endpoint-not-public", "hook-secret-missing", "server-silent"],
            lines: PUBLIC,
            arguments: NOBODY,
            control: domains(&json!([
                {"language": "nl-NL", "url": "https://shop.example"}, {"language": "en-GB", "url": "https://shop.example/en"},
                {"language": "de-DE", "url": "https://shop.example/de"}
            ])),
            ..Fault::default()
        },
        Fault {
            what: "no domain of a language",
            codes: &[
                "domain-missing",
                "endpoint-not-public",
                "hook-secret-missing",
                "server-silent",
            ],
            lines: PUBLIC,
            arguments: NOBODY,
            control: domains(&json!([
                {"language": "nl-NL", "url": "https://shop.example"}, {"language": "de-DE", "url": "https://shop.example/de"}
            ])),
            ..Fault::default()
        },
        Fault {
            what: "two domains of a language",
            codes: &[
                "domain-double",
                "endpoint-not-public",
                "hook-secret-missing",
                "server-silent",
            ],
            lines: PUBLIC,
            arguments: NOBODY,
            control: domains(&json!([
                {"language": "nl-NL", "url": "https://shop.example"}, {"language": "en-GB", "url": "https://shop.example/en"},
                {"language": "de-DE", "url": "https://shop.example/de"}, {"language": "de-DE", "url": "https://old.example"}
            ])),
            ..Fault::default()
        },
        Fault {
            what: "a domain that is no address",
            codes: &[
                "domain-missing",
                "domain-without-scheme",
                "endpoint-not-public",
                "hook-secret-missing",
                "server-silent",
            ],
            lines: PUBLIC,
            arguments: NOBODY,
            control: domains(&json!([
                {"language": "nl-NL", "url": "default.headless0"}, {"language": "en-GB", "url": "https://shop.example/en"},
                {"language": "de-DE", "url": "https://shop.example/de"}
            ])),
            ..Fault::default()
        },
        Fault {
            what: "no country",
            codes: &["country-none"],
            shopware: Some(|asked, body| {
                if asked.contains("/country?") {
                    emptied(body);
                }
            }),
            ..Fault::default()
        },
        Fault {
            what: "a country that is delivered to by the configuration alone",
            codes: &["country-missing", "country-missing"],
            control: vec![("countries", json!({"iso": "DE", "assigned": false}))],
            ..Fault::default()
        },
        Fault {
            what: "a country that Shopware sends nothing to",
            codes: &["country-not-shipped", "country-not-shipped"],
            control: vec![("countries", json!({"iso": "DE", "shippable": false}))],
            ..Fault::default()
        },
        Fault {
            what: "no salutation for who names none",
            codes: &["salutation-missing"],
            shopware: Some(|asked, body| {
                if asked.contains("/salutation") {
                    rows(body).retain(|row| row["salutationKey"] != "not_specified");
                }
            }),
            ..Fault::default()
        },
        Fault {
            what: "a proxy that Shopware does not trust",
            codes: &["visitors-count-as-one"],
            control: vec![("proxies", json!({"on": false}))],
            arguments: &["--logins"],
            ..Fault::default()
        },
    ]);
}
