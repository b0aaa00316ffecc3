//! Which content of the CMS is published: its API returns more than its front end shows.

use std::{fs, path::Path};

use serde_json::{Value, json};

use crate::support::{Shop, change_json, tree, warnings};

/// The shop's base URL, in lists for crawlers and language models.
const BASE: &str = "http://127.0.0.1:3000";
/// A word that only occurs in protected entries.
const SECRET: &str = "GEHEIMWOORD";

/// Entries of several collections, each with its protection scheme: a page with child pages in the main navigation, one
/// that is only linked, one with a teaser, one whose text other pages show, one in all languages.
const PROTECTED: [(&str, &str, &str); 6] = [
    ("pages/zitten", "nl-NL", "password"),
    ("pages/duurzaamheid", "nl-NL", "logged_in"),
    ("news/breda-open", "nl-NL", "password"),
    ("faq/aanbetaling", "nl-NL", "ip_address"),
    ("brands/kante", "en-GB", "members"),
    ("vacancies/bezorger", "nl-NL", "logged_in"),
];
/// Number of their localizations: those of an origin inherit the field.
const LOCALIZATIONS: usize = 3 + 3 + 3 + 3 + 1 + 2;

fn entries_of<'r>(report: &'r Value, code: &str) -> Vec<&'r Value> {
    let all = report["warnings"].as_array().unwrap().iter();
    all.filter(|warning| warning["code"] == code).collect()
}

/// R-ROUTE-02, rule 17: an entry with `protect` is not a page. Neither its text nor its path is in HTML, Markdown,
/// search, `llms.txt`, a feed, a sitemap or a teaser; a finding with the edit link reports it, and its child pages
/// remain.
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
    // A child of a protected page is a page of its own, and still in the navigation.
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

/// Values that do not clearly mean "public" are protected, whatever the blueprint's field type; unset fields are
/// public.
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

/// The id of an entry's localization in the last pull, by collection, locale and slug.
fn id_of(shop: &Shop, collection: &str, locale: &str, slug: &str) -> String {
    let records = shop.pulled(&format!("statamic/entries.{collection}.{locale}"));
    let found = records.iter().find(|record| record["slug"] == slug).unwrap();
    found["id"].as_str().unwrap().to_owned()
}

/// The redirect of a path in the live release, with its status.
fn redirect_of(shop: &Shop, path: &str) -> Option<(String, u64)> {
    let redirects: Vec<Value> = serde_json::from_str(&shop.file("server/redirects.json")).unwrap();
    let one = redirects.iter().find(|redirect| redirect["from"] == path)?;
    Some((one["to"].as_str()?.to_owned(), one["status"].as_u64()?))
}

/// Whether a page occurs anywhere in the public part of a release: a file, a list for crawlers or language models,
/// search.
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

/// R-ROUTE-09, R-ROUTE-02: an entry with `redirect` is not a page; its path redirects to its first child, to an entry
/// (following further redirects), to a path or to another site, in the languages that inherit the field; links and
/// navigations point directly to the target. `404` is a missing page, and a redirect without a target is reported with
/// the edit link.
#[test]
fn r_route_09_an_entry_that_redirects_is_no_page() {
    let shop = Shop::small();
    // The imprint becomes a redirect to nowhere, and the terms one to another page.
    shop.configure(
        "vitrine.toml",
        &[(
            "accept = ",
            "accept = [\"law-dispute-settlement\", \"law-guarantee-link\", \"law-guarantee-notice\", \"law-legal-text\", \"law-representative\"]",
        )],
    );
    shop.build();
    let contact = id_of(&shop, "pages", "nl", "contact");
    let service = id_of(&shop, "pages", "nl", "service");
    let elsewhere = "https://elders.example/a?b=1#c";
    let entry_of_6 =
        json!({"id": contact, "title": "Contact", "url": "/contact", "permalink": "https://x.example/contact"});
    for (entry, value) in [
        ("pages/service", json!("@child")),
        ("pages/privacy", json!(format!("entry::{service}"))),
        ("pages/voorwaarden", json!(format!("entry::{contact}#formulier"))),
        ("pages/over-ons", json!("/producten?sort=newest")),
        ("pages/catalogi", json!(elsewhere)),
        ("news/breda-open", json!({"url": elsewhere, "status": 301})),
        ("pages/zakelijk", entry_of_6),
        ("pages/garantie", json!(404)),
        ("pages/nieuwsbrief", json!("@child")),
        (
            "pages/bedrijfsgegevens",
            json!("entry::00000000-0000-4000-8000-000000000000"),
        ),
        ("pages/merken", json!({"id": null, "url": null})),
    ] {
        shop.edit(entry, "nl-NL", &json!({ "redirect": value }));
    }
    let report = shop.build();
    for (from, to, status) in [
        ("/service", "/service/levering-en-montage", 302),
        ("/privacy", "/service/levering-en-montage", 302),
        ("/algemene-voorwaarden", "/contact#formulier", 302),
        ("/over-ons", "/producten?sort=newest", 302),
        ("/catalogi", elsewhere, 302),
        ("/nieuws/breda-is-open", elsewhere, 301),
        ("/zakelijk", "/contact", 302),
        ("/en/service", "/en/service/delivery-and-assembly", 302),
    ] {
        assert_eq!(redirect_of(&shop, from), Some((to.to_owned(), status)), "{from}");
        is_no_page(&shop, from);
    }
    for nothing in ["/wettelijke-garantie", "/nieuwsbrief", "/bedrijfsgegevens"] {
        assert_eq!(redirect_of(&shop, nothing), None, "{nothing}");
        is_no_page(&shop, nothing);
    }
    assert!(
        shop.file("site/merken.html").contains("<h1"),
        "an empty link field is no redirect"
    );
    let told = entries_of(&report, "entry-redirect");
    let slugs: Vec<&str> = told
        .iter()
        .filter_map(|found| found["place"]["locale"].as_str())
        .collect();
    assert!(slugs.iter().filter(|locale| **locale == "nl").count() == 2, "{told:#?}");
    assert!(
        told.iter().all(|found| found["place"]["edit_url"].is_string()),
        "{told:#?}"
    );
    // Header and footer of every page, and the teaser of the news.
    let page = shop.file("site/contact.html");
    for target in ["/service/levering-en-montage", elsewhere] {
        assert!(
            page.contains(&format!("href=\"{}\"", target.replace('&', "&amp;"))),
            "{target} is not linked"
        );
    }
    for own in [
        "/service",
        "/privacy",
        "/voorwaarden",
        "/zakelijk",
        "/wettelijke-garantie",
    ] {
        assert!(!page.contains(&format!("href=\"{own}\"")), "{own} is linked");
    }
    let teaser = "href=\"/nieuws/breda-is-open\"";
    let pages = tree(&shop.path("dist/current/site"));
    let mut lists = pages
        .iter()
        .filter(|(file, _)| file.starts_with("nieuws") && file.ends_with(".html"));
    let has_teaser = lists.any(|(_, html)| String::from_utf8_lossy(html).contains(teaser));
    assert!(has_teaser, "the teaser leads over its own address");
    // Children of such a page have it in their breadcrumbs, unless it redirects to them.
    let below = shop.file("site/service/retourneren.html");
    assert!(below.contains("href=\"/service/levering-en-montage\""));
}

/// R-ROUTE-09: of two redirects from one path, that of the CMS's table takes precedence; entries that redirect to each
/// other are reported as a loop and do not stop the build.
#[test]
fn r_route_09_redirects_of_entries_give_way_and_do_not_circle() {
    let shop = Shop::small();
    shop.build();
    let (service, contact) = (
        id_of(&shop, "pages", "nl", "service"),
        id_of(&shop, "pages", "nl", "contact"),
    );
    let redirects = [
        json!({"id": "r1", "source": "/privacy", "destination": "/merken", "type": "301", "site": "nl-NL", "enabled": true}),
    ];
    for (slug, target) in [
        ("service", contact.as_str()),
        ("contact", service.as_str()),
        ("privacy", service.as_str()),
    ] {
        let is = |record: &Value| record["slug"] == slug;
        shop.change_pulled("statamic/entries.pages.nl", is, |record| {
            record["redirect"] = json!(format!("entry::{target}"))
        });
    }
    shop.put_pulled("statamic/redirects", &redirects);
    let report = shop.offline(&[]).report();
    assert_eq!(redirect_of(&shop, "/privacy"), Some(("/merken".to_owned(), 301)));
    assert_eq!(redirect_of(&shop, "/service"), None);
    assert_eq!(entries_of(&report, "redirect-loop").len(), 2, "{report}");
    is_no_page(&shop, "/service");
}

/// Adds a page in some languages to the shop's data, at the end of the tree or below another one.
fn add_page(data: &Path, key: &str, slugs: &[(&str, &str)], below: Option<&str>) {
    let locales: serde_json::Map<String, Value> = slugs
        .iter()
        .map(|(site, slug)| {
            (
                (*site).to_owned(),
                json!({"title": format!("EXTRA {slug}"), "slug": slug, "published": true}),
            )
        })
        .collect();
    fs::write(
        data.join(format!("content/pages/{key}.json")),
        Value::Object(locales).to_string(),
    )
    .unwrap();
    change_json(&data.join("content/trees.json"), |trees| {
        let roots = trees["pages"].as_array_mut().unwrap();
        let node = json!({"entry": format!("pages/{key}")});
        match below.and_then(|parent| roots.iter_mut().find(|root| root["entry"] == parent)) {
            Some(parent) => match parent["children"].as_array_mut() {
                Some(children) => children.push(node),
                None => parent["children"] = json!([node]),
            },
            None => roots.push(node),
        }
    });
}

/// R-ROUTE-07, rule 18: one entry whose path conflicts with a screen, another page of its tree, an entry of another
/// collection, a product or its own duplicate is left out, in the affected language, with an error finding and its edit
/// link; everything else goes live, including the entry's other languages, and the entry is published once it is
/// corrected.
#[test]
fn r_route_07_one_entry_stops_nothing() {
    let shop = Shop::small_with(|data| {
        let screens = [("nl-NL", "zoeken"), ("en-GB", "search"), ("de-DE", "etwas")];
        add_page(data, "zoek-mij", &screens, None);
        add_page(
            data,
            "tweede-service",
            &[("nl-NL", "service"), ("de-DE", "dienste")],
            None,
        );
        add_page(data, "een-bericht", &[("nl-NL", "breda-is-open")], Some("pages/nieuws"));
        add_page(data, "een-merk", &[("en-GB", "kante")], None);
        let twin = json!({"nl-NL": {"title": "EXTRA kante", "slug": "kante", "published": true}});
        fs::write(data.join("content/brands/een-tweeling.json"), twin.to_string()).unwrap();
    });
    let run = shop.vitrine(&["build", "--json"]);
    let report = run.report();
    assert!(
        run.said().contains("of them errors: what they name is not live"),
        "{}",
        run.said()
    );
    let all = report["warnings"].as_array().unwrap().iter();
    let errors: Vec<&Value> = all.filter(|found| found["severity"] == "error").collect();
    for (path, code, locale) in [
        ("/zoeken", "reserved-path", "nl"),
        ("/en/search", "reserved-path", "en"),
        ("/service", "path-collision", "nl"),
        ("/nieuws/breda-is-open", "path-collision", "nl"),
        ("/merken/kante", "path-collision", "nl"),
    ] {
        let begin = format!("{path} is claimed twice: ");
        let is = |found: &&&Value| found["message"].as_str().unwrap().starts_with(&begin);
        let told: Vec<&&Value> = errors.iter().filter(is).collect();
        assert_eq!(told.len(), 1, "{path}: {errors:#?}");
        assert_eq!(
            (&told[0]["code"], &told[0]["place"]["locale"]),
            (&json!(code), &json!(locale)),
            "{path}"
        );
        assert!(
            told[0]["place"]["edit_url"]
                .as_str()
                .unwrap()
                .contains("/cp/collections/"),
            "{path}"
        );
    }
    assert_eq!(errors.len(), 5, "{errors:#?}");
    assert!(
        !shop.file("site/service.html").contains("EXTRA"),
        "the first in the tree keeps its path"
    );
    assert!(shop.path("dist/current/site/service/retourneren.html").exists());
    let german = shop.file("site/de/etwas.html");
    assert!(german.contains("EXTRA etwas"), "its other language is live");
    for gone in ["/en/search", "/zoeken"] {
        assert!(!german.contains(&format!("{BASE}{gone}\"")), "{gone} is an alternate");
    }
    assert!(
        shop.path("dist/current/site/en/kante.html").exists(),
        "what is in no one's way is live"
    );
    shop.edit("pages/tweede-service", "nl-NL", &json!({ "slug": "tweede" }));
    let report = shop.build();
    assert!(shop.file("site/tweede.html").contains("EXTRA service"), "{report}");
}
