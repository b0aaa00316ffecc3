//! Old URLs of Shopware's own storefront redirect to the pages here (R-ROUTE-09).

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::{Shop, asked, started, warnings};

const ON: (&str, &str) = (
    "old_storefront = ",
    "old_storefront = { nl = \"\", en = \"/en\", de = \"/shop/de\" }",
);
const PREFIXES: [(&str, &str); 3] = [("nl", ""), ("en", "/en"), ("de", "/shop/de")];

/// The redirects of the release, by source as sent by a browser.
fn redirects(shop: &Shop) -> BTreeMap<String, Value> {
    let all: Vec<Value> = serde_json::from_str(&shop.file("server/redirects.json")).unwrap();
    all.into_iter()
        .map(|one| (one["from"].as_str().unwrap().to_owned(), one))
        .collect()
}

fn page_exists(shop: &Shop, path: &str) -> bool {
    let path = vitrine_model::path::SitePath::parse(path).unwrap();
    shop.path("dist/current/site")
        .join(crate::support::page_file(path.as_str()))
        .exists()
}

/// Every SEO path, in each language below that language's prefix, including those that are no longer canonical, and the
/// paths by id redirect directly to a page; a page at such a path takes precedence; without the setting there are no
/// such redirects.
#[test]
fn r_route_09_old_addresses_of_the_storefront_redirect_to_pages() {
    let shop = Shop::small();
    shop.build();
    let before = redirects(&shop);
    let between = shop.before_shopware(&[ON]);
    between.change(|asked, answer| {
        if asked.starts_with("/store-api/seo-url") && answer["elements"].as_array().is_some_and(|list| !list.is_empty())
        {
            let list = answer["elements"].as_array_mut().unwrap();
            let mut former = list[0].clone();
            former["id"] = json!("0".repeat(32));
            former["isCanonical"] = json!(false);
            former["seoPathInfo"] = json!(format!("Heel/Oud/{}", former["languageId"].as_str().unwrap()));
            list.push(former);
            answer["total"] = json!(answer["total"].as_u64().unwrap() + 1);
        }
    });
    let report = shop.build();
    let now = redirects(&shop);
    let mut led = 0;
    for (code, prefix) in PREFIXES {
        let urls = shop.pulled(&format!("shopware/seo-urls.{code}"));
        assert!(urls.len() > 10, "{code}: {}", urls.len());
        assert!(urls.iter().any(|url| url["isCanonical"] == false), "{code}");
        for url in &urls {
            let path = format!("{prefix}/{}", url["seoPathInfo"].as_str().unwrap().trim_matches('/'));
            let is_own = page_exists(&shop, &path);
            match now.get(&asked(&path)) {
                Some(redirect) => {
                    let to = redirect["to"].as_str().unwrap();
                    assert!(page_exists(&shop, to) && !now.contains_key(to), "{path} leads to {to}");
                    led += 1;
                }
                None => assert!(is_own || is_lost(&report, code), "{path} leads nowhere"),
            }
            let folder = match url["routeName"].as_str().unwrap() {
                "frontend.detail.page" => "detail",
                _ => "navigation",
            };
            let by_id_path = format!("{prefix}/{folder}/{}", url["foreignKey"].as_str().unwrap());
            let by_id = now.get(&by_id_path);
            assert!(by_id.is_some() || is_lost(&report, code), "{by_id_path}");
        }
    }
    assert!(led > 40, "{led}");
    for (from, redirect) in &before {
        assert_eq!(now.get(from), Some(redirect), "{from}");
    }
    let check = shop.vitrine(&["check", "--format", "json"]);
    assert!(
        !check.stdout.contains("dead-redirect") && !check.stdout.contains("redirect-chain"),
        "{}",
        check.stdout
    );
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    let (from, redirect) = now
        .iter()
        .find(|(from, _)| from.starts_with("/shop/de/Heel/Oud/"))
        .unwrap();
    let (status, headers, _) = shop.answer(&format!("{}{from}?utm_source=brief", served.url));
    let to = format!("{}?utm_source=brief", redirect["to"].as_str().unwrap());
    assert_eq!((status, headers["location"].to_str().unwrap()), (301, to.as_str()));
}

fn is_lost(report: &Value, code: &str) -> bool {
    let told = warnings(report, "old-paths-lost", "seoUrls");
    told.iter().any(|told| told["place"]["locale"] == code)
}

/// A CMS redirect at an old path takes precedence without a finding; old paths whose target has no page here are
/// reported.
#[test]
fn r_route_09_a_redirect_of_the_cms_takes_precedence_over_an_old_address() {
    let shop = Shop::small();
    shop.configure("vitrine.toml", &[ON]);
    shop.build();
    let own = redirects(&shop);
    let (from, _) = own.iter().find(|(from, _)| from.starts_with("/detail/")).unwrap();
    let from = from.clone();
    let cms = shop.pulled("statamic/redirects");
    let mut more = cms[0].clone();
    for (key, value) in [
        ("id", "eigen"),
        ("source", from.as_str()),
        ("destination", "/contact"),
        ("site", "nl-NL"),
    ] {
        more[key] = json!(value);
    }
    more["enabled"] = json!(true);
    more["match_type"] = json!("exact");
    more["type"] = json!("301");
    shop.put_pulled("statamic/redirects", &[cms, vec![more]].concat());
    let gone = "ffffffffffffffffffffffffffffffff";
    let mut urls = shop.pulled("shopware/seo-urls.nl");
    let mut lost = urls[0].clone();
    lost["foreignKey"] = json!(gone);
    lost["seoPathInfo"] = json!("Verdwenen/Stoel/SW-1");
    urls.push(lost);
    shop.put_pulled("shopware/seo-urls.nl", &urls);
    let report = shop.offline(&[]).report();
    assert_eq!(redirects(&shop)[&from]["to"], "/contact");
    let all = report["warnings"].as_array().unwrap();
    assert!(
        all.iter()
            .all(|told| !["redirect-twice", "redirect-shadowed"].contains(&told["code"].as_str().unwrap())),
        "{all:#?}"
    );
    let told = warnings(&report, "old-paths-lost", "seoUrls");
    let named = told
        .iter()
        .any(|told| told["message"].as_str().unwrap().contains("/Verdwenen/Stoel/SW-1"));
    assert!(named, "{told:#?}");
}

/// A channel without SEO URLs is reported, with the environment variable for the storefront's access key; that key is
/// then sent.
#[test]
fn r_route_09_a_channel_without_seo_urls_is_reported() {
    let shop = Shop::small();
    let between = shop.before_shopware(&[ON]);
    between.change(|asked, answer| {
        if asked.starts_with("/store-api/seo-url") {
            answer["elements"] = json!([]);
            answer["total"] = json!(0);
        }
    });
    let report = shop.build();
    for (code, prefix) in PREFIXES {
        let told = warnings(&report, "old-paths-none", "seoUrls");
        let told = told.iter().find(|told| told["place"]["locale"] == code).unwrap();
        assert!(
            told["hint"]
                .as_str()
                .unwrap()
                .contains("VITRINE_OLD_STOREFRONT_ACCESS_KEY")
        );
        assert!(
            redirects(&shop)
                .keys()
                .any(|from| from.starts_with(&format!("{prefix}/detail/"))),
            "{code}"
        );
    }
    let mut command = shop.command(&["build"]);
    command.env("VITRINE_OLD_STOREFRONT_ACCESS_KEY", "SWSCNOCHANNEL");
    let run = shop.end(&mut command);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(
        run.said().contains("the SEO URLs frontend.detail.page"),
        "{}",
        run.said()
    );
}
