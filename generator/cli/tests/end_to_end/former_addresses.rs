//! Redirects from the former address of a page after its entry, or a parent entry, was renamed (R-ROUTE-09).

use serde_json::{Value, json};

use crate::support::{Shop, warnings};

/// Number of pages at and below /service in Dutch, and in English.
const OF_SERVICE: [usize; 2] = [11, 10];

fn build(shop: &Shop, day: &str, more: &[&str]) -> Value {
    let now = format!("{day}T09:00:00Z");
    shop.vitrine(&[&["build", "--json", "--now", &now], more].concat())
        .report()
}

/// The live redirects from former addresses: from, to, status and last day.
fn former(shop: &Shop) -> Vec<(String, String, u64, String)> {
    let redirects: Vec<Value> = serde_json::from_str(&shop.file("server/redirects.json")).unwrap();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let line = |one: &Value| {
        (
            text(&one["from"]),
            text(&one["to"]),
            one["status"].as_u64().unwrap(),
            text(&one["former"]["until"]),
        )
    };
    redirects
        .iter()
        .filter(|one| one["former"].is_object())
        .map(line)
        .collect()
}

/// The redirect target of a path in the live release.
fn leads(shop: &Shop, path: &str) -> Option<String> {
    let redirects: Vec<Value> = serde_json::from_str(&shop.file("server/redirects.json")).unwrap();
    let one = redirects.iter().find(|one| one["from"] == path)?;
    Some(one["to"].as_str()?.to_owned())
}

fn rename(shop: &Shop, entry: &str, site: &str, slug: &str) {
    shop.edit(entry, site, &json!({ "slug": slug }));
}

/// Generated redirects cause no findings. (A redirect of the CMS to a former address does.)
fn no_former_is_told(shop: &Shop, report: &Value) {
    let of_former = former(shop);
    let is_former = |told: &&Value| of_former.iter().any(|(from, ..)| told["place"]["id"] == from.as_str());
    let all = report["warnings"].as_array().unwrap().iter();
    let told: Vec<&Value> = all.filter(is_former).collect();
    assert!(told.is_empty(), "{told:#?}");
}

/// R-ROUTE-09: a page whose slug changed, and all pages below it, redirect from their former addresses in each language
/// where the slug changed, also across several changes; `vitrine check` lists them with entry, edit link and last day;
/// changing back causes no loop, and another page that takes such an address replaces the redirect.
#[test]
fn r_route_09_former_addresses_redirect_to_their_entries() {
    let shop = Shop::small();
    shop.build();
    assert_eq!(former(&shop), []);
    rename(&shop, "pages/service", "nl-NL", "hulp");
    rename(&shop, "pages/service", "en-GB", "help");
    let report = build(&shop, "2026-11-22", &[]);
    no_former_is_told(&shop, &report);
    for (from, to) in [
        ("/service", "/hulp"),
        ("/service/retourneren", "/hulp/retourneren"),
        ("/en/service", "/en/help"),
        ("/en/service/returns", "/en/help/returns"),
    ] {
        let wanted = (from.to_owned(), to.to_owned(), 301, "2027-11-22".to_owned());
        assert!(former(&shop).contains(&wanted), "{from}: {:#?}", former(&shop));
    }
    assert_eq!(
        former(&shop).len(),
        OF_SERVICE[0] + OF_SERVICE[1],
        "{:#?}",
        former(&shop)
    );
    assert!(
        shop.file("site/_redirects")
            .contains("/service/retourneren /hulp/retourneren 301")
    );
    assert!(
        shop.path("dist/current/site/de/service.html").exists(),
        "nothing changed in German"
    );
    listed_by_check(&shop);
    // No page links to them: content that refers to an entry uses its new address.
    let home = shop.file("site/index.html");
    assert!(home.contains("href=\"/hulp\"") && !home.contains("href=\"/service\""));

    rename(&shop, "pages/service", "nl-NL", "bijstand");
    let report = build(&shop, "2026-11-24", &[]);
    no_former_is_told(&shop, &report);
    for from in ["/service/retourneren", "/hulp/retourneren"] {
        assert_eq!(leads(&shop, from).as_deref(), Some("/bijstand/retourneren"), "{from}");
    }
    rename(&shop, "pages/service", "nl-NL", "service");
    let report = build(&shop, "2026-11-25", &[]);
    no_former_is_told(&shop, &report);
    assert_eq!(leads(&shop, "/service"), None, "the page is there again");
    assert!(shop.file("site/service.html").contains("<h1"));
    for from in ["/hulp", "/bijstand"] {
        assert_eq!(leads(&shop, from).as_deref(), Some("/service"), "{from}");
    }
    rename(&shop, "pages/contact", "nl-NL", "hulp");
    let report = build(&shop, "2026-11-26", &[]);
    no_former_is_told(&shop, &report);
    assert_eq!(leads(&shop, "/hulp"), None, "another page has it");
    assert_eq!(
        leads(&shop, "/hulp/retourneren").as_deref(),
        Some("/service/retourneren")
    );
    assert_eq!(leads(&shop, "/contact").as_deref(), Some("/hulp"));
    rename(&shop, "pages/contact", "nl-NL", "schrijf-ons");
    build(&shop, "2026-11-27", &[]);
    assert_eq!(
        leads(&shop, "/hulp").as_deref(),
        Some("/schrijf-ons"),
        "the last that was there keeps it"
    );
}

/// Every former address is a hint of `vitrine check` and does not affect the exit status.
fn listed_by_check(shop: &Shop) {
    let run = shop.vitrine(&["check", "--format", "json"]);
    let found: Value = serde_json::from_str(&run.stdout).unwrap();
    let all = found["findings"].as_array().unwrap().iter();
    let told: Vec<&Value> = all.filter(|one| one["code"] == "former-address").collect();
    assert_eq!(told.len(), former(shop).len());
    let one = told.iter().find(|one| one["page"] == "/service/retourneren").unwrap();
    assert_eq!(one["severity"], "hint", "{one}");
    assert_eq!(one["source"], "entry pages/retourneren (nl)", "{one}");
    assert!(
        one["edit_url"]
            .as_str()
            .unwrap()
            .contains("/cp/collections/pages/entries/"),
        "{one}"
    );
    for words in ["was at /service/retourneren", "/hulp/retourneren", "2027-11-22"] {
        assert!(one["message"].as_str().unwrap().contains(words), "{one}");
    }
}

/// R-ROUTE-09: it lasts for the configured number of days, counted from the pull that found the new address, and with 0
/// days there is none.
#[test]
fn r_route_09_former_addresses_end() {
    let shop = Shop::small();
    let keep = |days: &str| {
        shop.configure(
            "vitrine.toml",
            &[("keep_addresses_days = ", &format!("keep_addresses_days = {days}"))],
        )
    };
    keep("30");
    shop.build();
    rename(&shop, "pages/over-ons", "nl-NL", "wie-wij-zijn");
    build(&shop, "2026-11-22", &[]);
    for (day, is_there) in [("2026-12-21", true), ("2026-12-22", false)] {
        build(&shop, day, &["--offline"]);
        assert_eq!(leads(&shop, "/over-ons").is_some(), is_there, "{day}");
        assert_eq!(leads(&shop, "/over-ons/team").is_some(), is_there, "{day}");
    }
    build(&shop, "2026-12-23", &[]);
    keep("365");
    build(&shop, "2026-12-24", &[]);
    assert_eq!(former(&shop), [], "what was forgotten does not come back");
    keep("0");
    rename(&shop, "pages/over-ons", "nl-NL", "over-ons");
    build(&shop, "2026-12-25", &[]);
    assert_eq!(former(&shop), []);
}

/// R-ROUTE-09: a CMS redirect from such an address takes precedence, without a finding; so does the redirect of an
/// entry.
#[test]
fn r_route_09_a_redirect_of_the_cms_takes_precedence_over_a_former_address() {
    let shop = Shop::small();
    shop.build();
    rename(&shop, "pages/service", "nl-NL", "hulp");
    rename(&shop, "pages/privacy", "nl-NL", "privacybeleid");
    build(&shop, "2026-11-22", &[]);
    let own = json!({"id": "r1", "source": "/service", "destination": "/contact", "type": "302", "site": "nl-NL", "enabled": true});
    shop.put_pulled("statamic/redirects", &[own]);
    let elsewhere = "https://elders.example/privacy";
    let is_privacy = |record: &Value| record["slug"] == "privacybeleid";
    shop.change_pulled("statamic/entries.pages.nl", is_privacy, |record| {
        record["redirect"] = json!(elsewhere)
    });
    let report = build(&shop, "2026-11-22", &["--offline"]);
    no_former_is_told(&shop, &report);
    assert_eq!(leads(&shop, "/service").as_deref(), Some("/contact"));
    assert_eq!(
        leads(&shop, "/service/retourneren").as_deref(),
        Some("/hulp/retourneren")
    );
    assert_eq!(leads(&shop, "/privacybeleid").as_deref(), Some(elsewhere));
    assert_eq!(
        leads(&shop, "/privacy").as_deref(),
        Some(elsewhere),
        "an entry that redirects is followed"
    );
    assert!(warnings(&report, "redirect-twice", "/service").is_empty());
}

/// R-ROUTE-09: an entry that was unpublished for a while and returns with another slug redirects from its former
/// address; in between, that address is 404. The further pages of a list move with it.
#[test]
fn r_route_09_entries_that_come_back_and_lists_are_found() {
    let shop = Shop::small();
    // The page about the legal guarantee is away for a while.
    let accepted = "accept = [\"law-guarantee-link\", \"law-guarantee-notice\"]";
    shop.configure("vitrine.toml", &[("accept = ", accepted)]);
    let list = json!([{"type": "products_overview", "id": "list", "per_page": 4, "text_top": "", "text_bottom": ""}]);
    shop.edit("pages/onderhoud", "nl-NL", &json!({ "blocks": list }));
    shop.build();
    assert!(shop.path("dist/current/site/service/onderhoud/pagina/2.html").exists());
    let publish = |publish: bool| {
        let edit = json!({ "entry": "pages/garantie", "site": "nl-NL", "fields": {}, "publish": publish });
        shop.control("POST", "entries", &edit);
    };
    publish(false);
    build(&shop, "2026-11-22", &[]);
    assert_eq!(leads(&shop, "/wettelijke-garantie"), None);
    publish(true);
    rename(&shop, "pages/garantie", "nl-NL", "garantie");
    rename(&shop, "pages/onderhoud", "nl-NL", "verzorging");
    build(&shop, "2026-11-23", &[]);
    for (from, to) in [
        ("/wettelijke-garantie", "/garantie"),
        ("/service/onderhoud", "/service/verzorging"),
        ("/service/onderhoud/pagina/2", "/service/verzorging/pagina/2"),
    ] {
        assert_eq!(leads(&shop, from).as_deref(), Some(to), "{from}");
    }
}
