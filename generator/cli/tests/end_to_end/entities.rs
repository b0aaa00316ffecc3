//! Names that the shop stores with HTML entities (`Oever &amp; Zoon`), as imports and plug-ins do: they are displayed
//! and searched decoded (R-CMS-04, R-SEARCH-01).

use std::{fs, path::Path};

use serde_json::{Value, json};
use walkdir::WalkDir;

use crate::support::{Shop, change_json, lindhoven, read_json, started};

fn changed(data: &Path, name: &str, change: impl FnOnce(&mut Value)) {
    let file = data.join(name);
    let mut value = read_json(&lindhoven().join(name));
    change(&mut value);
    fs::remove_file(&file).unwrap();
    fs::write(file, value.to_string()).unwrap();
}

/// The same text in each language, prefixed with a word of the language.
fn in_each(text: &str) -> Value {
    json!({ "nl-NL": format!("Het {text}"), "en-GB": format!("The {text}"), "de-DE": format!("Das {text}") })
}

fn with_references(data: &Path) {
    changed(data, "brands.json", |brands| {
        brands["schemer"]["name"] = json!("B&ocirc;rdery &amp; Zn")
    });
    changed(data, "properties.json", |groups| {
        groups["material"]["options"]["cotton"]["name"] = in_each("Qu&icirc;lstof &amp; vilt");
        groups["cloth"]["options"]["rust"]["name"] = in_each("Kr&eacute;pp&#111;n &lt;mat&gt;");
    });
    changed(data, "categories.json", |tree| {
        let lamps = json!({ "key": "zolderlicht", "name": in_each("Z&ouml;lderlicht &amp; kap") });
        tree.as_array_mut().unwrap().push(lamps);
    });
    change_json(&data.join("products/plisse.json"), |lamp| {
        lamp["name"] = in_each("Pl&#xef;smann &quot;A&quot; &amp;eacute;");
        lamp["meta_title"] = Value::Null;
        lamp["description"] =
            json!({ "nl-NL": "<p>a &lt;b&gt; &amp;eacute; c</p>", "en-GB": "<p>d</p>", "de-DE": "<p>e</p>" });
        lamp["categories"] = json!(["zolderlicht"]);
    });
}

fn page<'s>(shop: &Shop, locale: &str, word: &'s str, url: &str) -> (String, &'s str) {
    let found = shop.api(&format!("{url}/api/search?q={word}"), locale);
    let href = found["products"][0]["href"]
        .as_str()
        .unwrap_or_else(|| panic!("{locale} {word}: {found:#}"));
    (shop.get(&format!("{url}{href}")).1, word)
}

/// Name, brand, property, variant option and category: the page escapes them once, and the search finds their words.
#[test]
fn r_cms_04_names_that_are_stored_as_html_are_shown_and_found_as_words() {
    let shop = Shop::small_with(with_references);
    shop.build();
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    for (locale, article) in [("nl", "Het"), ("en", "The"), ("de", "Das")] {
        let name = format!("{article} Plïsmann \"A\" &amp;eacute;").replace('"', "&quot;");
        for (word, shown) in [
            ("plismann", name.as_str()),
            ("bordery", "Bôrdery &amp; Zn"),
            ("quilstof", "Quîlstof &amp; vilt"),
            ("zolderlicht", "Zölderlicht &amp; kap"),
            ("kreppon", "Kréppon &lt;mat&gt;"),
        ] {
            let (html, word) = page(&shop, locale, word, &served.url);
            let quoted = html.replace("&#34;", "&quot;").replace("&#x22;", "&quot;");
            assert!(quoted.contains(shown), "{locale} {word}: {shown}");
        }
    }
    let lamp = page(&shop, "nl", "plismann", &served.url).0;
    assert!(lamp.contains("a &lt;b&gt; &amp;eacute; c"), "HTML is left as it is");
    for file in WalkDir::new(shop.path("dist/current/site"))
        .into_iter()
        .map(Result::unwrap)
    {
        if file.path().extension().is_some_and(|end| end == "html") {
            let html = fs::read_to_string(file.path()).unwrap();
            for twice in ["&amp;amp;", "&amp;#", "&amp;quot;", "&amp;lt;", "&amp;ouml;"] {
                assert!(!html.contains(twice), "{twice} in {}", file.path().display());
            }
        }
    }
    // The path of a category is made from the decoded words.
    let category = shop.file("site/het-zoelderlicht-kap.html");
    assert!(category.contains("Het Zölderlicht &amp; kap"), "{category}");
}
