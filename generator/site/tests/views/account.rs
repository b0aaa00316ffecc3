//! The screens of the account area, in the small shop of these tests.

use vitrine_site::config::SiteConfig;

use crate::shop::{build_site, part, words};

/// The text between two other texts.
fn between<'a>(html: &'a str, begin: &str, end: &str) -> &'a str {
    let (_, rest) = html.split_once(begin).unwrap_or_else(|| panic!("no {begin} in {html}"));
    rest.split_once(end).unwrap().0
}

const SCREENS: [(&str, &str, &str); 12] = [
    ("account", "Uw account", "account-overview"),
    ("account/bestellingen", "Bestellingen", "account-orders"),
    ("account/bestellingen/_order", "Uw bestelling", "account-order"),
    ("account/profiel", "Profiel", "account-profile"),
    ("en/account", "Your account", "account-overview"),
    ("en/account/orders", "Orders", "account-orders"),
    ("en/account/orders/_order", "Your order", "account-order"),
    ("en/account/profile", "Profile", "account-profile"),
    ("de/account", "Ihr Konto", "account-overview"),
    ("de/account/orders", "Bestellungen", "account-orders"),
    ("de/account/orders/_order", "Ihre Bestellung", "account-order"),
    ("de/account/profil", "Profil", "account-profile"),
];

/// R-ACCT-02: "Account tabs: Overview, Orders, Profile"; R-ROUTE-01: overview, orders and profile have the layout
/// `account`; an order has the layout `none` and renders header, tabs and footer itself. Without JavaScript each states
/// that a login and JavaScript are needed.
#[test]
fn r_acct_02_account_screens_have_three_tabs_and_state_their_requirements() {
    let place = build_site(SiteConfig::default(), |site| site).0;
    for (file, title, island) in SCREENS {
        let html = place.live(&format!("site/{file}.html"));
        let tabs = part(&html, "account__tabs\"", "</nav>");
        assert_eq!(tabs.matches("<a ").count(), 3, "{file}");
        assert_eq!(tabs.matches("aria-current=").count(), 1, "{file}");
        assert!(
            html.contains(&format!("<h1 class=\"order__title\">{title}</h1>")),
            "{file}"
        );
        assert!(html.contains(&format!("data-island=\"{island}\"")), "{file}");
        assert!(html.contains("data-header") && html.contains("<footer "), "{file}");
        assert!(html.contains("<meta name=\"robots\" content=\"noindex\">"), "{file}");
        let without = words(between(&html, "<noscript>", "</noscript>"));
        assert!(without.contains("JavaScript"), "{file}: {without}");
        assert!(!html.contains("breadcrumbs"), "{file}");
    }
}

/// R-ACCT-03: "each status of Shopware §12.3 in words in three languages": order, delivery and payment, each with its
/// own word.
#[test]
fn r_acct_03_each_state_of_the_contract_has_words_in_each_language() {
    let states = [
        ("order", "open in_progress completed cancelled"),
        (
            "delivery",
            "open shipped_partially shipped returned_partially returned cancelled",
        ),
        (
            "payment",
            "open unconfirmed authorized in_progress reminded paid_partially paid failed cancelled refunded_partially refunded \
             chargeback",
        ),
    ];
    let place = build_site(SiteConfig::default(), |site| site).0;
    for file in ["account/bestellingen", "en/account/orders/_order", "de/account"] {
        let html = place.live(&format!("site/{file}.html"));
        let island = between(&html, "data-island=\"account-", "</script>");
        let (_, json) = island.split_once("<script type=\"application/json\">").unwrap();
        let data: serde_json::Value = serde_json::from_str(json).unwrap();
        for (kind, names) in states {
            let told = data["props"]["states"][kind].as_object().unwrap();
            let mut found: Vec<&str> = told.keys().map(String::as_str).collect();
            let mut expected: Vec<&str> = names.split_whitespace().collect();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{file}: {kind}");
            let mut said: Vec<&str> = told.values().map(|word| word.as_str().unwrap()).collect();
            said.sort_unstable();
            said.dedup();
            assert_eq!(said.len(), expected.len(), "{file}: {kind} {said:?}");
        }
    }
}
