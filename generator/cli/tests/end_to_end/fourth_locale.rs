//! A fourth language needs only configuration, a locale folder and the shop's data; no Rust code or template changes
//! (R-I18N-01).

use std::{fs, path::Path};

use serde_json::{Map, Value, json};

use crate::support::{Shop, change_json, copy, lindhoven, read_json, root, started, tree};

const TABLE: &str = r#"[[locales]]
code = "fr"
iso = "fr-FR"
name = "Français"
prefix = "/fr"
content_site = "fr-FR"

[ordering]"#;

/// English data as French: the same except for the prefix and route words in its links.
fn french(english: &Value) -> Value {
    let text = english.to_string();
    let text = text.replace("/en/products/", "/fr/produits/");
    let text = text.replace("\"/en/", "\"/fr/").replace("=\\\"/en/", "=\\\"/fr/");
    serde_json::from_str(&text).unwrap()
}

/// Adds French to every map by language.
fn add_french(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.values_mut().for_each(add_french);
            if let Some(english) = map.get("en-GB") {
                let french = french(english);
                map.insert("fr-FR".to_owned(), french);
            }
        }
        Value::Array(list) => list.iter_mut().for_each(add_french),
        _ => {}
    }
}

/// Lindhoven with a fourth language and site.
fn shop_data(folder: &Path) {
    copy(&lindhoven(), folder);
    let files = tree(folder).into_keys();
    for file in files.filter(|f| f.ends_with(".json") && !f.starts_with("media/")) {
        change_json(&folder.join(file), add_french);
    }
    change_json(&folder.join("shop.json"), |shop| {
        let push = |list: &mut Value, item| list.as_array_mut().unwrap().push(item);
        push(&mut shop["languages"], json!({ "iso": "fr-FR", "name": "Français" }));
        let site = json!({ "handle": "fr-FR", "locale": "fr_FR", "lang": "fr", "url": "/fr", "name": "Français" });
        push(&mut shop["sites"], site);
    });
    change_json(&folder.join("content/collections.json"), |collections| {
        collections["brands"]["routes"]["fr-FR"] = json!("/marques/{slug}");
    });
    change_json(&folder.join("content/pages/privacy.json"), |entry| {
        entry["fr-FR"]["title"] = json!("Confidentialité");
        entry["fr-FR"]["slug"] = json!("confidentialite");
    });
}

/// The English texts as a French folder, with French route words, plural forms and number formats.
fn locale_folder(locales: &Path) {
    copy(&root().join("locales"), locales);
    copy(&root().join("locales/en"), &locales.join("fr"));
    change_json(&locales.join("fr/routes.json"), |routes| {
        routes["bor.shopping-cart"]["path"] = json!("/panier");
        routes["bor.product"]["path"] = json!("/produits/{product}--{variant}");
    });
    let words = r#"{"stop": ["le", "la", "les", "à"], "at_most": ["moins de"], "currency": ["euros"]}"#;
    fs::write(locales.join("fr/search-words.json"), words).unwrap();
    change_json(&locales.join("fr/common.json"), |texts| {
        texts["common.cart"] = json!("Panier");
        texts["_plural"] = json!("one-many-other");
    });
    let catalogues = tree(&locales.join("fr")).into_keys();
    for file in catalogues.filter(|f| f != "routes.json" && f != "format.json") {
        change_json(&locales.join("fr").join(file), |texts| {
            for text in texts.as_object_mut().into_iter().flat_map(Map::values_mut) {
                if let Some(other) = text.get("other").cloned() {
                    text["many"] = other;
                }
            }
        });
    }
    change_json(&locales.join("fr/format.json"), |format| {
        format["decimal"] = json!(",");
        format["group"] = json!("\u{202f}");
        format["currency"] = json!("{amount}\u{a0}{symbol}");
    });
}

fn four_locales() -> Shop {
    let data = tempfile::tempdir().unwrap();
    shop_data(data.path());
    let shop = Shop::of(data.path());
    locale_folder(&shop.path("locales"));
    let locales = format!("locales = {:?}", shop.path("locales"));
    shop.configure(
        "vitrine.toml",
        &[
            ("[ordering]", TABLE),
            ("locales = ", &locales),
            ("consumer_locales = ", "consumer_locales = [\"nl\", \"fr\"]"),
        ],
    );
    shop
}

fn links(html: &str, language: &str) -> Vec<String> {
    html.split('<')
        .filter(|tag| tag.contains(&format!("hreflang=\"{language}\"")))
        .filter_map(|tag| tag.split("href=\"").nth(1)?.split('"').next().map(str::to_owned))
        .collect()
}

/// R-I18N-01: a fourth locale is added by configuration, a locale file and route words alone.
#[test]
fn r_i18n_01_a_fourth_locale_needs_no_code() {
    let shop = four_locales();
    let report = shop.build();
    for (kind, counts) in report["pages_by_kind"].as_object().unwrap() {
        assert_eq!(counts["fr"], counts["en"], "{kind}");
    }

    let warnings = report["warnings"].as_array().unwrap();
    let dead: Vec<&Value> = warnings.iter().filter(|w| w["code"] != "block-not-built").collect();
    assert!(dead.is_empty(), "{dead:?}");

    // Its pages, with its route words, texts and numbers.
    let cart = shop.file("site/fr/panier.html");
    assert!(cart.contains("<html lang=\"fr-FR\""), "{cart}");
    assert!(cart.contains("data-locale=\"fr\"") && cart.contains("Panier"));
    assert!(shop.file("site/fr.html").contains("href=\"/fr/panier\""), "route words");
    assert!(
        shop.file("site/fr/confidentialite.html").contains("Confidentialité"),
        "its own slug and title"
    );
    assert!(shop.file("site/fr/marques/kante.html").contains("<h1"));
    assert!(shop.file("site/fr/404.html").contains("<html lang=\"fr-FR\""));
    let product = shop.file("site/fr/produits/plisse-table-lamp.html");
    assert!(product.contains(",00\u{a0}€"), "French prices");
    assert!(
        shop.file("server/search/fr.json")
            .contains("/fr/produits/plisse-table-lamp")
    );
    assert!(
        shop.file("server/search/fr.words.json").contains("moins de"),
        "its search words"
    );
    let site: Value = serde_json::from_str(&shop.file("server/site.json")).unwrap();
    assert_eq!(site["locales"].as_array().unwrap().len(), 4);
    assert_eq!(site["not_found"]["fr"], "fr/404.html");
    assert_eq!(site["routes"]["cart"]["fr"], "/fr/panier");

    // The alternates of every page, in every locale, are reciprocal.
    for file in ["privacy", "en/privacy", "de/datenschutz", "fr/confidentialite"] {
        let html = shop.file(&format!("site/{file}.html"));
        let found = links(&html, "fr-FR");
        assert!(!found.is_empty(), "{file} has no French alternate");
        assert!(
            found.iter().all(|l| l.ends_with("/fr/confidentialite")),
            "{file}: {found:?}"
        );
        for (language, path) in [
            ("nl-NL", "/privacy"),
            ("en-GB", "/en/privacy"),
            ("de-DE", "/de/datenschutz"),
        ] {
            assert!(
                links(&html, language).iter().any(|l| l.ends_with(path)),
                "{file}: {language}"
            );
        }
    }
    let sitemap = shop.file("site/fr-FR-sitemap.xml");
    assert!(sitemap.contains("<loc>http://127.0.0.1:3000/fr/confidentialite</loc>"));
    assert!(shop.file("site/sitemap.xml").contains("/fr-FR-sitemap.xml"));
    assert!(shop.file("site/nl-NL-sitemap.xml").contains("hreflang=\"fr-FR\""));
}

/// R-I18N-01: the server and the API support it too.
#[test]
fn r_i18n_01_a_fourth_locale_is_served() {
    let shop = four_locales();
    shop.build();
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    let (status, html) = shop.get(&format!("{}/fr/panier", served.url));
    assert_eq!(status, 200);
    assert!(html.contains("<html lang=\"fr-FR\""));
    let (status, html) = shop.get(&format!("{}/fr/nulle-part", served.url));
    assert_eq!(status, 404);
    assert!(html.contains("<html lang=\"fr-FR\""), "its own 404 page");
    // Its stop words and the words before a price.
    let found = |query: &str| {
        let answer = shop.api(&format!("{}/api/search?q={query}", served.url), "fr");
        answer["total"].as_u64().unwrap()
    };
    let (all, cheap) = (found("lamp"), found("la+lamp+moins+de+150+euros"));
    assert!(0 < cheap && cheap < all, "{cheap} of {all}");
    assert_eq!(found("la+lamp"), all);
    assert!(served.terminate().success());
}

/// R-I18N-01, R-I18N-06: its texts are checked in the same way.
#[test]
fn r_i18n_01_a_fourth_locale_is_checked() {
    let shop = four_locales();
    for sources in [
        "generator/site/src",
        "generator/api/src",
        "generator/forms/src",
        "islands/src",
    ] {
        copy(&root().join(sources), &shop.path(sources));
    }
    let run = shop.vitrine(&["check", "--texts"]);
    assert_eq!(run.said(), "texts: 0 findings in 4 locales");
    assert_eq!(run.code, Some(0));
    let file = shop.path("locales/fr/common.json");
    change_json(&file, |texts| {
        texts.as_object_mut().unwrap().remove("common.cart").unwrap();
    });
    assert!(read_json(&file)["common.cart"].is_null());
    let run = shop.vitrine(&["check"]);
    assert_eq!(run.code, Some(1));
    assert!(
        run.said().contains("common.cart") && run.said().contains("(fr)"),
        "{}",
        run.said()
    );

    fs::remove_dir_all(shop.path("locales/fr")).unwrap();
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(2), "a locale without its folder");
    assert!(run.said().contains("locales/fr"), "{}", run.said());
}
