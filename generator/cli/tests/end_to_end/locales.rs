//! The three locales and their languages in the backends come from the configuration (R-I18N-01).

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::{Shop, read_json};

/// The languages in which products were requested, by `sw-language-id`.
fn languages(shop: &Shop) -> BTreeSet<String> {
    let answer = shop.control("GET", "calls", &Value::Null);
    let calls = answer["calls"].as_array().unwrap().iter();
    calls
        .filter(|call| call["path"] == "/store-api/product")
        .map(|call| call["headers"]["sw-language-id"].as_str().unwrap().to_owned())
        .collect()
}

/// R-I18N-01: nl (nl-NL, default, no prefix), en (en-GB, `/en`), de (de-DE, `/de`), each with code, iso, name and a language at the commerce backend.
#[test]
fn r_i18n_01_three_locales_of_the_configuration() {
    let shop = Shop::small();
    shop.build();
    let mut site: Value = serde_json::from_str(&shop.file("server/site.json")).unwrap();
    let expected = json!([
        { "code": "nl", "iso": "nl-NL", "prefix": "", "name": "Nederlands" },
        { "code": "en", "iso": "en-GB", "prefix": "/en", "name": "English" },
        { "code": "de", "iso": "de-DE", "prefix": "/de", "name": "Deutsch" },
    ]);
    let asked_in = languages(&shop);
    for locale in site["locales"].as_array_mut().unwrap() {
        let id = locale.as_object_mut().unwrap().remove("language").unwrap();
        assert!(asked_in.contains(id.as_str().unwrap()), "the release names it: {id}");
    }
    assert_eq!(site["locales"], expected);
    for (file, language, code) in [("index", "nl-NL", "nl"), ("en", "en-GB", "en"), ("de", "de-DE", "de")] {
        let html = shop.file(&format!("site/{file}.html"));
        assert!(
            html.contains(&format!("<html lang=\"{language}\" data-locale=\"{code}\"")),
            "{file}"
        );
    }
    assert_eq!(languages(&shop).len(), 3, "each locale asks in its own language");
}

/// R-I18N-01: a language id in the configuration is used instead of being looked up.
#[test]
fn r_i18n_01_a_language_id_of_the_configuration_is_used() {
    let shop = Shop::small();
    shop.build();
    let product = "Plissé Tischleuchte";
    assert!(shop.file("server/search/de.json").contains(product));
    assert!(!shop.file("server/search/en.json").contains(product));
    let pulled = read_json(&shop.path("state/snapshot/pull.json"));
    let german = pulled["languages"]["de"].as_str().unwrap();
    assert!(languages(&shop).contains(german));

    let line = format!("content_site = \"en-GB\"\ncommerce_language = \"{german}\"");
    shop.configure("vitrine.toml", &[("content_site = \"en-GB\"", &line)]);
    shop.control("DELETE", "calls", &Value::Null);
    shop.build();
    assert_eq!(languages(&shop).len(), 2, "nl in its own, en and de in German");
    assert!(
        shop.file("server/search/en.json").contains(product),
        "English pages with German products"
    );

    // A language that the channel does not have is an error with a remedy.
    shop.configure("vitrine.toml", &[("iso = \"de-DE\"", "iso = \"it-IT\"")]);
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.said().contains("it-IT") && run.said().contains("commerce_language"),
        "{}",
        run.said()
    );
}
