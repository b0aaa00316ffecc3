//! What of the CMS is published, and what is not: the answers of its API hold more than its front end shows.

use serde_json::{Value, json};

use crate::support::{Shop, tree, warnings};

/// The shop's own address, in lists for crawlers and models.
const BASE: &str = "http://127.0.0.1:3000";
/// Words that stand in protected entries alone.
const SECRET: &str = "GEHEIMWOORD";

/// Entries of several collections, each with the way in which it is protected: a page with pages below it and in the main
/// navigation, one that only a link leads to, one with a teaser, one whose text other pages show, one in all languages.
const PROTECTED: [(&str, &str, &str); 6] = [
    ("pages/zitten", "nl-NL", "password"),
    ("pages/duurzaamheid", "nl-NL", "logged_in"),
    ("news/breda-open", "nl-NL", "password"),
    ("faq/aanbetaling", "nl-NL", "ip_address"),
    ("brands/kante", "en-GB", "members"),
    ("vacancies/bezorger", "nl-NL", "logged_in"),
];
/// Their localizations: those of an origin inherit the field.
const LOCALIZATIONS: usize = 3 + 3 + 3 + 3 + 1 + 2;

fn entries_of<'r>(report: &'r Value, code: &str) -> Vec<&'r Value> {
    let all = report["warnings"].as_array().unwrap().iter();
    all.filter(|warning| warning["code"] == code).collect()
}

/// R-ROUTE-02, rule 17: an entry with `protect` is no page. Neither its words nor its address are in HTML, Markdown, search,
/// `llms.txt`, a feed, a sitemap or a teaser; a finding with the edit link says so, and what is below it stays.
#[test]
fn r_route_02_a_protected_entry_is_nowhere() {
    let shop = Shop::small();
    shop.build();
    let before = tree(&shop.path("dist/current/site"));
    for (entry, site, scheme) in PROTECTED {
        let fields = json!({ "protect": scheme, "title": format!("{SECRET} {scheme}"), "intro": SECRET });
        let has_intro = !entry.starts_with("pages/") && !entry.starts_with("faq/");
        let fields = match has_intro {
            true => fields,
            false => json!({ "protect": scheme, "title": format!("{SECRET} {scheme}") }),
        };
        shop.edit(entry, site, &fields);
    }
    let report = shop.build();
    let told = entries_of(&report, "entry-protected");
    assert_eq!(told.len(), LOCALIZATIONS, "{told:#?}");
    for finding in &told {
        let edit = finding["place"]["edit_url"].as_str().unwrap();
        assert!(edit.contains("/cp/collections/"), "{finding}");
        assert!(!finding.to_string().contains(SECRET), "{finding}");
    }
    let after = tree(&shop.path("dist/current"));
    for (file, bytes) in &after {
        let text = String::from_utf8_lossy(bytes);
        assert!(!text.contains(SECRET), "{SECRET} stands in {file}");
    }
    let of_entries: Vec<String> = told.iter().filter_map(|finding| address(&shop, finding)).collect();
    assert!(of_entries.len() >= 10, "{of_entries:?}");
    for path in &of_entries {
        assert!(
            before.contains_key(&format!("{}.html", &path[1..])),
            "{path} was a page"
        );
        is_no_page(&shop, path);
    }
    for file in before.keys().filter(|file| file.ends_with(".html")) {
        let path = format!("/{}", file.trim_end_matches(".html"));
        let is_left = after.contains_key(&format!("site/{file}")) || of_entries.contains(&path);
        assert!(is_left, "{path} is gone too");
    }
    // What is below a protected page is a page of its own, and is still found by the navigation.
    let home = shop.file("site/index.html");
    assert!(home.contains("/stoelen\""), "the pages below are linked");
    for path in &of_entries {
        assert!(!home.contains(&format!("href=\"{path}\"")), "{path} is linked");
    }
}

/// The path of the entry that a finding is about, if it has one.
fn address(shop: &Shop, finding: &Value) -> Option<String> {
    let (id, locale) = (&finding["place"]["id"], finding["place"]["locale"].as_str()?);
    let collections = ["pages", "news", "faq", "brands", "vacancies"];
    let files = collections.map(|collection| shop.pulled(&format!("statamic/entries.{collection}.{locale}")));
    let mut records = files.iter().flatten();
    let url = records.find(|record| record["id"] == *id)?["url"].as_str()?;
    Some(url.to_owned())
}

/// What does not read as open is protected, whatever a blueprint makes of the field; what is unset is not.
#[test]
fn r_route_02_an_unset_field_protects_nothing() {
    let shop = Shop::small();
    shop.build();
    let pages = |shop: &Shop| tree(&shop.path("dist/current/site")).len();
    let all = pages(&shop);
    let is = |record: &Value| record["slug"] == "duurzaamheid";
    for (value, is_page) in [
        (json!(null), true),
        (json!(false), true),
        (json!({"value": null, "label": null, "key": null}), true),
        (json!([]), true),
        (
            json!({"value": "password", "label": "Password", "key": "password"}),
            false,
        ),
        (json!(true), false),
        (json!(["logged_in"]), false),
    ] {
        shop.change_pulled("statamic/entries.pages.nl", is, |record| {
            record["protect"] = value.clone()
        });
        let report = shop.offline(&[]).report();
        let id = shop.pulled("statamic/entries.pages.nl");
        let id = id.iter().find(|record| is(record)).unwrap()["id"].clone();
        let told = warnings(&report, "entry-protected", id.as_str().unwrap()).len();
        assert_eq!(told, usize::from(!is_page), "{value}");
        assert_eq!(pages(&shop) == all, is_page, "{value}");
    }
}

/// Whether a page is somewhere in what is published of a release: a file, a list for crawlers or models, search.
#[track_caller]
fn is_no_page(shop: &Shop, path: &str) {
    let files = tree(&shop.path("dist/current"));
    for file in [format!("site{path}.html"), format!("site{path}.md")] {
        assert!(!files.contains_key(&file), "{file} is there");
    }
    for (file, bytes) in &files {
        let text = String::from_utf8_lossy(bytes);
        let absolute = format!("{BASE}{path}");
        let entries = [
            format!("{absolute}</loc>"),
            format!("{absolute})"),
            format!("{absolute}.md)"),
            format!("\"href\":\"{path}\""),
        ];
        let lists = file.contains("sitemap") || file.ends_with("llms.txt") || file.contains("server/search/");
        if let Some(found) = entries.iter().find(|entry| lists && text.contains(*entry)) {
            panic!("{file} has {found}");
        }
    }
}
