//! Routes, icons and error pages of a release built by the generator: R-ROUTE-04, R-ROUTE-05, R-ROUTE-10, R-UI-06.

use std::{collections::BTreeSet, fs};

use serde_json::{Value, json};

use crate::support::{Element, Served, Shop, change_json, read_json, root, started};

/// The shop, built and served.
fn served() -> (Shop, Served) {
    let shop = Shop::small();
    shop.build();
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    (shop, served)
}

/// Paths of a locale's routes with a runtime parameter, as patterns of rewrites (`/account/orders/:order`).
fn run_time_patterns() -> BTreeSet<String> {
    let mut patterns = BTreeSet::new();
    for (code, prefix) in [("nl", ""), ("en", "/en"), ("de", "/de")] {
        let routes = read_json(&root().join("locales").join(code).join("routes.json"));
        for route in [
            "bor.account.order",
            "bor.checkout.success",
            "bor.checkout.paid",
            "bor.checkout.unpaid",
        ] {
            let path = routes[route]["path"]
                .as_str()
                .unwrap()
                .replace('{', ":")
                .replace('}', "");
            patterns.insert(format!("{prefix}{path}"));
        }
    }
    assert!(patterns.contains("/en/checkout/order/:id/paid"), "{patterns:?}");
    patterns
}

/// R-ROUTE-04: "one static shell each, reached by rewrite rules shipped in `dist` for the usual CDNs and honoured by
/// the server": the rules of `_redirects` equal those of the server, each points to a file of the release and is
/// answered with it, except for the account's, which require a login (R-ROUTE-11); an order whose screen is not built
/// is 404.
#[test]
fn r_route_04_shells_are_reached_by_the_same_rules_everywhere() {
    let (shop, served) = served();
    let (mut ours, mut led) = (BTreeSet::new(), 0);
    for rewrite in read_json(&shop.path("dist/current/server/rewrites.json"))
        .as_array()
        .unwrap()
    {
        let (pattern, file) = (rewrite["pattern"].as_str().unwrap(), rewrite["file"].as_str().unwrap());
        let shell = shop.file(&format!("site/{file}"));
        let asked = pattern
            .replace(":order", "10042")
            .replace(":id", "0123456789abcdef0123456789abcdef");
        let (status, headers, text) = shop.answer(&format!("{}{asked}", served.url));
        if status == 303 {
            let login = headers["location"].to_str().unwrap();
            assert!(
                login.contains("?redirect=") && pattern.contains("/account/"),
                "{pattern}: {login}"
            );
            led += 1;
        } else {
            assert_eq!((status, text), (200, shell), "{pattern}");
        }
        ours.insert(format!("{pattern} /{} 200", file.trim_end_matches(".html")));
    }
    assert_eq!(led, 3, "an order of the account in each language");
    let told = shop.file("site/_redirects");
    let told: BTreeSet<String> = told
        .lines()
        .filter(|l| l.ends_with(" 200"))
        .map(str::to_owned)
        .collect();
    assert_eq!(told, ours, "CDN and server know the same rules");
    let built = ours.len();
    for pattern in run_time_patterns() {
        if ours.iter().any(|rule| rule.starts_with(&format!("{pattern} "))) {
            continue;
        }
        let asked = pattern
            .replace(":order", "10042")
            .replace(":id", "0123456789abcdef0123456789abcdef");
        let (status, _, text) = shop.answer(&format!("{}{asked}", served.url));
        assert_eq!(status, 404, "{asked} has no screen yet");
        assert!(text.contains(&asked), "the page says which: {text}");
    }
    assert_eq!(
        built, 24,
        "three screens after an order, an order of the account, and four paths of mails, in three locales: {ours:?}"
    );
    assert!(served.terminate().success());
}

/// R-ROUTE-05: a path with an umlaut "works percent-encoded, in NFC, and is written so that common static hosts find
/// it": the file has the decoded name.
#[test]
fn r_route_05_a_path_with_an_umlaut_is_found_however_it_is_written() {
    let shop = Shop::small();
    shop.edit("pages/privacy", "de-DE", &json!({ "slug": "zurücksetzen" }));
    shop.build();
    let page = shop.file("site/de/zurücksetzen.html");
    let names: BTreeSet<String> = fs::read_dir(shop.path("dist/current/site/de"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("zur"))
        .collect();
    let expected = ["zur\u{fc}cksetzen.html", "zur\u{fc}cksetzen.md"].map(str::to_owned);
    assert_eq!(names, BTreeSet::from(expected), "in NFC, not percent-encoded");
    let encoded = "/de/zur%C3%BCcksetzen";
    assert!(
        page.contains(&format!("href=\"http://127.0.0.1:3000{encoded}\"")),
        "links are percent-encoded"
    );

    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    for asked in [encoded, "/de/zur%c3%bccksetzen", "/de/zuru%CC%88cksetzen"] {
        let (status, _, text) = shop.answer(&format!("{}{asked}", served.url));
        assert_eq!((status, text == page), (200, true), "{asked}");
    }
    assert_eq!(shop.answer(&format!("{}{encoded}/", served.url)).1["location"], encoded);
    assert!(served.terminate().success());
}

/// R-ROUTE-10: "a missing route 'Page not found: {path}'", in the locale of the path, decoded, as text, truncated if
/// long; R-HEAD-11: with status 404.
#[test]
fn r_route_10_the_404_page_names_the_path() {
    let (shop, served) = served();
    let long = "a".repeat(190);
    let cut = format!("Page not found: /en/{long}/{}…<", &long[..5]);
    for (asked, said) in [
        ("/er/is/hier/niets", "Pagina niet gevonden: /er/is/hier/niets<"),
        ("/en/nothing", "Page not found: /en/nothing<"),
        ("/de/stra%C3%9Fe?q=1", "Seite nicht gefunden: /de/straße<"),
        (
            "/en/%3Cimg%20src=x%20onerror=alert(1)%3E",
            "Page not found: /en/&lt;img src=x onerror=alert(1)&gt;<",
        ),
        ("/en/%22%27&amp;", "Page not found: /en/&quot;&#39;&amp;amp;<"),
        (&format!("/en/{long}/{long}"), &cut),
    ] {
        let (status, headers, text) = shop.answer(&format!("{}{asked}", served.url));
        assert_eq!(status, 404, "{asked}");
        assert!(
            text.contains(&format!("<p class=\"not-found__path\">{said}/p>")),
            "{asked}: {text}"
        );
        assert!(!text.contains("<img src=x"), "{asked}");
        assert_eq!(headers["content-length"], text.len().to_string().as_str(), "{asked}");
        assert!(
            headers.contains_key("content-security-policy"),
            "{asked}: a page like any other"
        );
    }
    // An invalid path is not repeated.
    let (status, _, text) = shop.answer(&format!("{}/en/%00", served.url));
    assert_eq!(status, 404);
    assert!(text.contains("<p class=\"not-found__path\" hidden"), "{text}");
    assert!(served.terminate().success());
}

/// All icons are symbols in one hashed file, which pages refer to; no page contains an icon of its own.
fn sprite(shop: &Shop, url: &str, names: &[String]) {
    let home = shop.file("site/index.html");
    let used: Vec<(&str, &str)> = home
        .split("<use href=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().split_once('#').unwrap())
        .collect();
    assert!(used.len() > 1, "{used:?}");
    let (file, _) = used[0];
    assert!(file.starts_with("/assets/icons-") && file.ends_with(".svg"), "{file}");
    let (status, headers, text) = shop.answer(&format!("{url}{file}"));
    assert_eq!(
        (status, &headers["content-type"]),
        (200, &"image/svg+xml".parse().unwrap())
    );
    assert_eq!(headers["cache-control"], "public, max-age=31536000, immutable");
    let sprite = Element::parse(&text);
    let symbols: Vec<&str> = sprite
        .children
        .iter()
        .map(|symbol| symbol.attributes["id"].as_str())
        .collect();
    assert_eq!(
        symbols,
        names
            .iter()
            .map(|name| name.strip_suffix(".svg").unwrap())
            .collect::<Vec<_>>()
    );
    for (other, name) in used {
        assert!(other == file && symbols.contains(&name), "{other}#{name}");
    }
    for symbol in &sprite.children {
        let icon = Element::parse(&shop.file(&format!("site/icons/{}.svg", symbol.attributes["id"])));
        assert_eq!(symbol.attributes["viewBox"], icon.attributes["viewBox"]);
        assert_eq!(symbol.children.len(), icon.children.len());
    }
}

/// R-UI-06: "static files `/icons/<name>.svg` with max-age 604800", from the server and in the header file for CDNs.
#[test]
fn r_ui_06_icons_are_static_files_that_stay_a_week() {
    let (shop, served) = served();
    let mut names: Vec<String> = fs::read_dir(root().join("templates/icons"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert!(names.contains(&"instagram.svg".to_owned()), "{names:?}");
    for name in &names {
        let (status, headers, text) = shop.answer(&format!("{}/icons/{name}", served.url));
        assert_eq!(
            (status, &headers["content-type"]),
            (200, &"image/svg+xml".parse().unwrap()),
            "{name}"
        );
        assert_eq!(headers["cache-control"], "public, max-age=604800", "{name}");
        assert_eq!(text, shop.file(&format!("site/icons/{name}")), "{name}");
        assert!(
            text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" "),
            "{name}: {text}"
        );
    }
    sprite(&shop, &served.url, &names);
    let told = shop.file("site/_headers");
    assert!(
        told.contains("\n/icons/*\n  Cache-Control: public, max-age=604800\n"),
        "{told}"
    );
    assert_eq!(shop.answer(&format!("{}/icons/none.svg", served.url)).0, 404);
    // Files with a hash in their name are cached for a year; files with a fixed name are revalidated.
    let year = "public, max-age=31536000, immutable";
    let (_, headers, _) = shop.answer(&format!("{}/assets/loader-A1B2C3D4.js", served.url));
    assert_eq!(headers["cache-control"], year);
    assert!(
        told.contains(&format!("\n/assets/*\n  Cache-Control: {year}\n")),
        "{told}"
    );
    for name in ["sitemap.xml", "robots.txt", "build.json"] {
        let (status, headers, _) = shop.answer(&format!("{}/{name}", served.url));
        assert_eq!(status, 200, "{name}");
        assert_eq!(headers["cache-control"], "public, max-age=0, must-revalidate", "{name}");
    }
    assert!(served.terminate().success());
}

fn without_german_seo_paths(value: &mut Value) {
    match value {
        Value::Object(map) => {
            if let Some(Value::Object(paths)) = map.get_mut("seo_path") {
                paths.remove("de-DE");
            }
            map.values_mut().for_each(without_german_seo_paths);
        }
        Value::Array(list) => list.iter_mut().for_each(without_german_seo_paths),
        _ => {}
    }
}

/// R-ROUTE-06: if a sales channel has no SEO URLs in a language, the build reports it and names the setting; if paths
/// are made from names instead, there is no finding.
#[test]
fn r_route_06_a_channel_without_seo_urls_is_reported_with_the_setting() {
    let shop = Shop::small_with(|data| {
        for entry in fs::read_dir(data.join("products")).unwrap() {
            change_json(&entry.unwrap().path(), without_german_seo_paths);
        }
    });
    let told = |report: &Value| -> Vec<(String, String)> {
        let all = report["warnings"].as_array().unwrap().iter();
        let own = all.filter(|found| found["code"] == "seo-urls-none");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        own.map(|found| (text(&found["place"]["locale"]), text(&found["hint"])))
            .collect()
    };
    let found = told(&shop.build());
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, "de");
    assert!(found[0].1.contains("routes.without_seo_url"), "{found:?}");

    shop.configure("vitrine.toml", &[("without_seo_url = ", "without_seo_url = \"name\"")]);
    assert_eq!(told(&shop.build()), []);
}
