//! Paths that content may not use: those of the generator's own files, of previews, of entries that are not public yet,
//! and redirects that a CDN would interpret as patterns.

use std::{collections::BTreeSet, fs};

use serde_json::{Value, json};

use crate::{
    support::{Shop, tree, warnings},
    values::recorded,
};

const PAGES: &str = "statamic/entries.pages.nl";

/// Adds copies of the home page at other paths; each id is the path.
fn add_pages(shop: &Shop, uris: &[String]) {
    let mut entries = shop.pulled(PAGES);
    let base = entries.iter().find(|record| record["slug"] == "home").unwrap().clone();
    for (n, uri) in uris.iter().enumerate() {
        let mut copy = base.clone();
        for (key, value) in [
            ("id", format!("extra-{n}")),
            ("slug", format!("extra-{n}")),
            ("uri", uri.clone()),
        ] {
            copy[key] = json!(value);
        }
        copy["origin_id"] = Value::Null;
        copy["edit_url"] = json!("https://cms.example/cp/extra");
        entries.push(copy);
    }
    shop.put_pulled(PAGES, &entries);
}

/// The path of every file in a release besides the pages, and of every path that the server itself answers, is refused
/// for an entry: reported with entry and edit link, and the release keeps those files unchanged.
#[test]
fn r_route_07_addresses_of_own_files_are_refused() {
    let shop = recorded();
    let before = tree(&shop.path("dist/current/site"));
    let is_page = |file: &str| file.ends_with(".html");
    let mut uris: BTreeSet<String> = before
        .keys()
        .filter(|file| !is_page(file))
        .map(|file| format!("/{file}"))
        .collect();
    assert!(
        uris.contains("/sitemap.xml") && uris.contains("/_headers") && uris.contains("/pulled.json"),
        "{uris:?}"
    );
    for own in [
        "/nl-NL-sitemap-2.xml",
        "/ROBOTS.TXT",
        "/404.html",
        "/service.html",
        "/x.html/y",
        "/index",
        "/index.html",
        "/service/index",
        "/service/INDEX.html",
        "/api",
        "/api/cart",
        "/assets",
        "/assets/x",
        "/icons/x",
        "/hooks",
        "/_demo",
        "/_dev/events",
        "/.well-known/security.txt",
    ] {
        uris.insert(own.to_owned());
    }
    let uris: Vec<String> = uris.into_iter().collect();
    add_pages(&shop, &uris);
    let report = shop.offline(&[]).report();
    for (n, uri) in uris.iter().enumerate() {
        let told = warnings(&report, "path-refused", &format!("extra-{n}"));
        assert_eq!(told.len(), 1, "{uri}: {:#}", report["warnings"]);
        assert_eq!(told[0]["place"]["edit_url"], "https://cms.example/cp/extra");
    }
    let after = tree(&shop.path("dist/current/site"));
    assert!(before.keys().eq(after.keys()), "no file came or went");
    for file in [
        "robots.txt",
        "_headers",
        "_redirects",
        "sitemap.xml",
        "nl-NL-sitemap.xml",
    ] {
        assert!(before[file] == after[file], "{file} is another");
    }
}

/// A product whose SEO path is such a path is at its detail path.
#[test]
fn r_route_07_a_product_keeps_away_from_own_files() {
    let shop = recorded();
    for seo in ["index", "stoel.html", "INDEX.HTML"] {
        let file = "shopware/products.nl";
        shop.change_pulled(
            file,
            |record| record["productNumber"] == "KA-200",
            |record| {
                for url in record["seoUrls"].as_array_mut().unwrap() {
                    url["seoPathInfo"] = json!(seo);
                }
            },
        );
        let report = shop.offline(&[]).report();
        assert_eq!(
            warnings(&report, "seo-path", "KA-200").len(),
            1,
            "{seo}: {:#}",
            report["warnings"]
        );
        let site = tree(&shop.path("dist/current/site"));
        assert!(
            !site
                .keys()
                .any(|file| file.to_lowercase().contains(".html.html") || file == "producten/index.html")
        );
    }
}

/// R-CMS-09: an address with a preview's query is not published, nor is a draft from a preview; links lose the query
/// and its token.
#[test]
fn r_cms_09_nothing_of_a_preview_is_published() {
    let shop = recorded();
    add_pages(
        &shop,
        &[
            "/a?live-preview=x1&token=SECRET40".to_owned(),
            "/b?preview=true".to_owned(),
            "/c%3Ftoken=SECRET40".to_owned(),
            "/d".to_owned(),
        ],
    );
    shop.change_pulled(
        PAGES,
        |record| record["id"] == "extra-3",
        |record| record["live_preview"] = json!(true),
    );
    shop.change_pulled(PAGES, |record| record["slug"] == "home", |record| {
        record["blocks"] = json!([{ "type": "rich_text", "id": "r", "text": "<p><a href=\"/merken/lumo?live-preview=x1&amp;token=SECRET40\">Lumo</a></p>" },
            { "type": "cta", "heading": "x", "buttons": [{ "label": "y", "link": "/merken/lumo?preview=true&token=SECRET40" }] }]);
    });
    let report = shop.offline(&[]).report();
    for n in 0..3 {
        assert_eq!(
            warnings(&report, "path-refused", &format!("extra-{n}")).len(),
            1,
            "{:#}",
            report["warnings"]
        );
    }
    let told = report["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|w| w["code"] == "preview-link")
        .count();
    assert!(told >= 1, "{:#}", report["warnings"]);
    for (file, bytes) in tree(&shop.path("dist/current")) {
        let text = String::from_utf8_lossy(&bytes);
        assert!(file == "release.json" || !text.contains("SECRET40"), "{file}");
        // Assets and the account screens start with the same letter as the page.
        let known = ["site/assets/", "site/account/", "site/account.html"];
        assert!(
            !file.starts_with("site/a") || known.iter().any(|own| file.starts_with(own)),
            "{file}"
        );
        assert!(
            !["site/b.html", "site/c.html", "site/d.html"].contains(&file.as_str()),
            "{file}"
        );
    }
    assert!(shop.file("site/index.html").contains("href=\"/merken/lumo\""));
}

/// R-GEN-05: a published entry whose date is after `--now` is not published if its collection hides future entries. It
/// appears with the first build after its date, and causes no diagnostic.
#[test]
fn r_gen_05_future_entries_are_not_published_yet() {
    let shop = recorded();
    add_pages(&shop, &["/straks".to_owned(), "/ooit".to_owned()]);
    shop.change_pulled(
        PAGES,
        |record| record["id"] == "extra-0",
        |record| record["date"] = json!("2026-12-01T09:00:00.000000Z"),
    );
    // Midnight, as for a date without a time: it starts with the shop's own day, an hour before the UTC day.
    shop.change_pulled(
        PAGES,
        |record| record["id"] == "extra-1",
        |record| record["date"] = json!("2026-12-03T00:00:00.000000Z"),
    );
    let with = |now: &str, hidden: &str| {
        shop.configure(
            "vitrine.toml",
            &[
                ("collections = ", "collections = [\"pages\", \"brands\", \"designers\"]"),
                ("taxonomies = ", crate::edge::TAXONOMIES),
                ("future_private = ", hidden),
                ("accept = ", crate::support::RECORDED_LACKS),
            ],
        );
        let report = shop.offline_at(now, &[]).report();
        assert!(
            !report["warnings"].to_string().contains("extra-"),
            "{:#}",
            report["warnings"]
        );
        ["straks", "ooit"].map(|page| shop.path(&format!("dist/current/site/{page}.html")).exists())
    };
    let hides = "future_private = [\"pages\"]";
    assert_eq!(with("2026-11-21T09:00:00Z", hides), [false, false]);
    assert_eq!(with("2026-12-01T08:59:59Z", hides), [false, false]);
    assert_eq!(with("2026-12-01T09:00:00Z", hides), [true, false]);
    assert_eq!(with("2026-12-02T22:59:59Z", hides), [true, false]);
    assert_eq!(with("2026-12-02T23:00:00Z", hides), [true, true]);
    assert_eq!(
        with("2026-11-21T09:00:00Z", "future_private = []"),
        [true, true],
        "other collections show it"
    );
}

/// R-ROUTE-09: sources and targets that a CDN would interpret as patterns are escaped or left out in `_redirects`;
/// `server/redirects.json` has the same redirects, and `_headers` contains no text from content.
#[test]
fn r_route_09_redirects_are_literal_at_a_cdn() {
    let shop = recorded();
    let headers = shop.file("site/_headers");
    let redirect = |id: &str, source: &str, destination: &str| json!({ "id": id, "title": "Set-Cookie: x", "enabled": true, "source": source, "destination": destination, "type": "301", "match_type": "exact", "site": "nl-NL" });
    let refused = [
        ("/*", "/merken/lumo"),
        ("/oud/*", "/merken/lumo"),
        ("/:alles", "/merken/lumo"),
        ("/oud/:x/y", "/merken/lumo"),
        ("/%2A", "/merken/lumo"),
        ("/%3Ax", "/merken/lumo"),
        ("/oud#deel", "/merken/lumo"),
        ("/regel\nbreuk /x 200", "/merken/lumo"),
        ("/regel%0a/*%20/x%20200", "/merken/lumo"),
        ("/sitemap.xml", "/merken/lumo"),
        ("/robots.txt", "/merken/lumo"),
        ("/naam", "https://naam:wachtwoord@x.example/"),
        ("/breuk", "https://x.example/\n/* /y 200"),
    ];
    let kept = [
        ("/met spatie", "/merken/lumo", "/met%20spatie /merken/lumo 301"),
        (
            "/splat",
            "https://x.example:8443/:splat/*?a=:b",
            "/splat https://x.example:8443/%3Asplat/%2A?a=%3Ab 301",
        ),
        (
            "/vraag",
            "/merken/lumo?a=*&b=:c",
            "/vraag /merken/lumo?a=%2A&b=%3Ac 301",
        ),
        ("/oud.html", "/merken/lumo", "/oud.html /merken/lumo 301"),
    ];
    let mut list: Vec<Value> = Vec::new();
    list.extend(
        refused
            .iter()
            .enumerate()
            .map(|(n, (from, to))| redirect(&format!("slecht-{n}"), from, to)),
    );
    list.extend(
        kept.iter()
            .enumerate()
            .map(|(n, (from, to, _))| redirect(&format!("goed-{n}"), from, to)),
    );
    shop.put_pulled("statamic/redirects", &list);
    let report = shop.offline(&[]).report();
    for (n, (from, _)) in refused.iter().enumerate() {
        assert_eq!(
            warnings(&report, "redirect-refused", &format!("slecht-{n}")).len(),
            1,
            "{from}: {:#}",
            report["warnings"]
        );
    }
    let text = shop.file("site/_redirects");
    for (_, _, line) in kept {
        assert!(text.lines().any(|found| found == line), "{line} is not in:\n{text}");
    }
    let served: Vec<Value> = serde_json::from_str(&shop.file("server/redirects.json")).unwrap();
    // All patterns are those of the generator's own screens, after all redirects.
    let rewrites: Vec<Value> = serde_json::from_str(&shop.file("server/rewrites.json")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let (redirects, patterns) = lines.split_at(lines.len() - rewrites.len());
    for (line, rewrite) in patterns.iter().zip(&rewrites) {
        let file = rewrite["file"].as_str().unwrap().strip_suffix(".html").unwrap();
        assert_eq!(*line, format!("{} /{file} 200", rewrite["pattern"].as_str().unwrap()));
        let names: Vec<&str> = line
            .split(['/', ' '])
            .filter_map(|part| part.strip_prefix(':'))
            .collect();
        let known = [&["id"][..], &["order"], &["code"], &["order", "download"], &[]];
        assert!(!line.contains('*') && known.contains(&names.as_slice()), "{line}");
        assert_eq!(line.matches(':').count(), names.len(), "{line}");
    }
    for line in redirects {
        let [from, to, status] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line:?} has no three words")
        };
        let behind = to
            .split_once("://")
            .map_or(to, |(_, rest)| rest.split_once('/').map_or("", |(_, path)| path));
        assert!(
            !from.contains(['*', ':', '#']) && !behind.contains(['*', ':']),
            "{line}"
        );
        let same = |r: &&Value| r["from"] == from && r["to"] == to && r["status"].as_u64() == status.parse().ok();
        assert_eq!(served.iter().filter(same).count(), 1, "{line} is not what the API has");
    }
    assert_eq!(served.len(), redirects.len());
    assert_eq!(shop.file("site/_headers"), headers);
    assert!(
        fs::read_to_string(shop.path("dist/current/site/_headers"))
            .unwrap()
            .contains("Content-Security-Policy")
    );
}
