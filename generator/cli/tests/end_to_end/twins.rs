//! Duplicate records of the shop that visitors cannot distinguish (R-CMS-07, R-HEAD-10): two manufacturers or options
//! with one name, two categories with one code, two variants with the same options.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use serde_json::{Value, json};

use crate::support::{Shop, change_json, lindhoven, read_json, started};

/// Replaces the link to one of Lindhoven's files by a changed copy.
fn changed(data: &Path, name: &str, change: impl FnOnce(&mut Value)) {
    let file = data.join(name);
    let mut value = read_json(&lindhoven().join(name));
    change(&mut value);
    fs::remove_file(&file).unwrap();
    fs::write(file, value.to_string()).unwrap();
}

fn variant<'p>(product: &'p mut Value, number: &str) -> &'p mut Value {
    let mut variants = product["variants"].as_array_mut().unwrap().iter_mut();
    variants.find(|variant| variant["number"] == number).unwrap()
}

fn shop_with_twins() -> Shop {
    let shop = Shop::small_with(with_twins);
    // The second brands have no address.
    shop.configure(
        "vitrine.toml",
        &[("accept = ", "accept = [\"law-guarantee-notice\", \"law-manufacturer\"]")],
    );
    shop
}

fn with_twins(data: &Path) {
    changed(data, "brands.json", |brands| {
        // One with the same name and no code, one with another name and the same code.
        brands["kante-bis"] = json!({ "name": " KANTE " });
        brands["plet-bis"] = json!({ "name": "Plet Staal", "custom_fields": { "vitrine_brand_code": "plet" } });
        // Names that result in an empty slug are not treated as equal.
        brands["oost"] = json!({ "name": "東" });
        brands["west"] = json!({ "name": "西" });
    });
    changed(data, "properties.json", |groups| {
        for (group, option) in [("material", "oak"), ("cloth", "rust")] {
            let twin = groups[group]["options"][option].clone();
            groups[group]["options"][format!("{option}-bis")] = twin;
        }
        // The same name in two of three languages: a different option.
        let mut other = groups["cloth"]["options"]["moss"].clone();
        other["name"]["de-DE"] = json!("Moosgrün");
        groups["cloth"]["options"]["moss-anders"] = other;
    });
    changed(data, "categories.json", |tree| {
        let twin = json!({
            "key": "kapstokken-bis", "name": { "nl-NL": "Haken", "en-GB": "Hooks", "de-DE": "Haken" },
            "custom_fields": { "vitrine_code": "kapstokken" },
        });
        tree.as_array_mut().unwrap().push(twin);
    });
    let product = |name: &str| data.join(format!("products/{name}.json"));
    change_json(&product("plisse"), |lamp| {
        lamp["brand"] = json!("kante-bis");
        lamp["properties"]["material"] = json!(["oak", "oak-bis", "cotton"]);
        lamp["categories"] = json!(["tafellampen", "kapstokken-bis"]);
    });
    change_json(&product("alkoof"), |bed| {
        bed["brand"] = json!("plet-bis");
        bed["properties"]["material"] = json!(["oak-bis", "linen"]);
    });
    change_json(&product("eb-vloed"), |table| table["brand"] = json!("oost"));
    change_json(&product("verzorgset"), |set| set["brand"] = json!("west"));
    change_json(&product("ravel"), |chair| {
        variant(chair, "RAVEL-IN-OA")["options"]["cloth"] = json!("rust-bis");
        variant(chair, "RAVEL-MO-WA")["options"]["cloth"] = json!("moss-anders");
    });
}

fn between<'h>(html: &'h str, begin: &str, end: &str) -> &'h str {
    let rest = html.split_once(begin).unwrap_or_else(|| panic!("no {begin}: {html}")).1;
    rest.split_once(end).unwrap().0
}

/// The facet values of a list page with their counts and labels. No value occurs twice.
fn on_page(html: &str) -> BTreeMap<String, BTreeMap<String, u64>> {
    let mut facets: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    for part in html.split("data-facet=\"").skip(1) {
        let (key, rest) = part.split_once('"').unwrap();
        let list = between(rest, ">", "</ul>");
        let mut labels = BTreeSet::new();
        let values = facets.entry(key.to_owned()).or_default();
        for item in list.split("<li data-value=\"").skip(1) {
            let value = item.split_once('"').unwrap().0.to_owned();
            let count = between(item, "data-count=\"", "\"").parse().unwrap();
            let label = between(between(item, ">", "</li>"), "", "<span").to_owned();
            assert!(labels.insert(label.clone()), "{key}: {label} is there twice");
            assert_eq!(
                values.insert(value.clone(), count),
                None,
                "{key}: {value} is there twice"
            );
        }
    }
    facets
}

/// The counts of a page equal those of the API, and every value leads to as many products, in each language.
#[test]
fn r_cms_07_pages_and_the_api_count_records_of_one_name_once() {
    let shop = shop_with_twins();
    let report = shop.build();
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    let dutch = shop.get(&format!("{}/producten", served.url)).1;
    for (locale, path) in [
        ("nl", "/producten".to_owned()),
        (
            "en",
            between(&dutch, "hreflang=\"en-GB\" href=\"http://127.0.0.1:3000", "\"").to_owned(),
        ),
        (
            "de",
            between(&dutch, "hreflang=\"de-DE\" href=\"http://127.0.0.1:3000", "\"").to_owned(),
        ),
    ] {
        let (status, html) = shop.get(&format!("{}{path}", served.url));
        assert_eq!(status, 200, "{path}");
        let shown = on_page(&html);
        let search = |query: &str| shop.api(&format!("{}/api/search?{query}", served.url), locale);
        let all = search("q=");
        assert_eq!(
            between(&html, "data-total=\"", "\""),
            all["total"].to_string(),
            "{path}"
        );
        assert_eq!(shown["brand"]["kante"], 2, "{shown:#?}");
        assert_eq!(shown["brand"]["plet"], 2, "{shown:#?}");
        assert_eq!(shown["brand"].len(), 5, "two without a slug stay two: {shown:#?}");
        let facets = all["facets"].as_array().unwrap();
        for (key, values) in &shown {
            let facet = facets.iter().find(|facet| facet["key"] == *key).unwrap();
            for (value, count) in values {
                let mut told = facet["values"].as_array().unwrap().iter();
                let told = told.find(|told| told["key"] == *value);
                assert_eq!(
                    told.map(|told| &told["count"]),
                    Some(&json!(count)),
                    "{locale} {key} {value}"
                );
                assert_eq!(
                    search(&format!("{key}={value}"))["total"],
                    *count,
                    "{locale} {key} {value}"
                );
            }
        }
    }
    told(&report);
    the_category_without_the_code_counts_for_itself(&shop, &served.url);
}

/// The list of the category with the code has only its products, although another one has the same code.
fn the_category_without_the_code_counts_for_itself(shop: &Shop, url: &str) {
    for (locale, path) in [("nl", "/haken"), ("en", "/en/hooks"), ("de", "/de/haken")] {
        let (status, html) = shop.get(&format!("{url}{path}"));
        assert_eq!(status, 200, "{path}");
        let category = between(&html, " data-category=\"", "\"");
        assert_eq!(category.len(), 32, "its id: {category}");
        assert_eq!(between(&html, "data-total=\"", "\""), "1");
        assert_eq!(
            shop.api(&format!("{url}/api/search?category={category}"), locale)["total"],
            1
        );
        assert_eq!(
            shop.api(&format!("{url}/api/search?category=kapstokken"), locale)["total"],
            1
        );
    }
}

/// Each pair is reported with both ids and the place to correct it.
fn told(report: &Value) {
    let all = report["warnings"].as_array().unwrap();
    let of = |code: &'static str| all.iter().filter(move |found| found["code"] == code);
    let twice: Vec<(&str, &str)> = of("key-twice")
        .map(|found| {
            (
                found["message"].as_str().unwrap(),
                found["place"]["edit_url"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(twice.len(), 4, "{twice:#?}");
    for (words, screen) in [
        ("\"Kante\"", "/admin#/sw/manufacturer/detail/"),
        ("\"Plet Staal\"", "/admin#/sw/manufacturer/detail/"),
        ("\"Massief eiken\"", "/admin#/sw/property/detail/"),
        ("\"Roest\"", "/admin#/sw/property/detail/"),
    ] {
        let named = |(message, link): &&(&str, &str)| {
            message.to_lowercase().contains(&words.to_lowercase()) && link.contains(screen)
        };
        assert!(twice.iter().any(|found| named(&found)), "{words}: {twice:#?}");
    }
    assert_eq!(of("category-code-twice").count(), 1);
    let alike: Vec<&Value> = of("variants-alike").collect();
    assert_eq!(alike.len(), 1, "{alike:#?}");
    assert!(
        alike[0]["message"]
            .as_str()
            .unwrap()
            .contains("RAVEL-IN-OA, RAVEL-RU-OA")
    );
    assert!(
        alike[0]["place"]["edit_url"]
            .as_str()
            .unwrap()
            .contains("/admin#/sw/product/detail/")
    );
}

/// Variants with the same options have the number in their title, link to each other, and each marks its own option.
#[test]
fn r_head_10_variants_with_the_same_options_are_distinguished_by_their_number() {
    let shop = shop_with_twins();
    shop.build();
    let products = read_json(&shop.path("dist/current/server/products.json"));
    for (locale, also) in [
        ("nl", "Ook te koop: "),
        ("en", "Also for sale: "),
        ("de", "Auch erhältlich: "),
    ] {
        let paths: Vec<&str> = products
            .as_object()
            .unwrap()
            .values()
            .filter_map(|paths| paths[locale].as_str())
            .collect();
        let page_of = |number: &str| {
            let mut pages = paths.iter().map(|path| (*path, shop.file(&format!("site{path}.html"))));
            pages
                .find(|(_, html)| html.contains(&format!("class=\"facts__value\">{number}</dd>")))
                .unwrap()
        };
        let (first, second, other) = (page_of("RAVEL-RU-OA"), page_of("RAVEL-IN-OA"), page_of("RAVEL-MO-OA"));
        for ((path, html), own, (href, _), number) in [
            (&first, "RAVEL-RU-OA", &second, "RAVEL-IN-OA"),
            (&second, "RAVEL-IN-OA", &first, "RAVEL-RU-OA"),
        ] {
            let title = between(html, "<title>", "</title>");
            assert!(title.contains(own), "{title}");
            assert!(
                between(html, "name=\"description\" content=\"", "\"").contains(own),
                "{path}"
            );
            assert!(
                html.contains(&format!("<a href=\"{href}\">{also}{number}</a>")),
                "{path}"
            );
            let own = format!("href=\"{path}\" aria-current=\"page\"");
            let options = html.split("<a class=\"option").skip(1);
            let marked = options
                .filter(|option| option.split_once('>').unwrap().0.contains(&own))
                .count();
            assert_eq!(marked, 2, "its own option in each group: {path}");
            let cloths = between(html, "<ul class=\"options__list\">", "</ul>");
            let titles = cloths
                .split(" title=\"")
                .skip(1)
                .map(|rest| rest.split_once('"').unwrap().0);
            let names: Vec<&str> = titles
                .map(|title| title.split_once(':').map_or(title, |(name, _)| name))
                .collect();
            let each: BTreeSet<&&str> = names.iter().collect();
            assert!(
                names.len() > 2 && each.len() == names.len() - usize::from(locale != "de"),
                "{names:?}"
            );
        }
        assert!(
            !between(&other.1, "<title>", "</title>").contains("RAVEL"),
            "one that is alone"
        );
        assert!(!other.1.contains(also), "one that is alone");
    }
    shop.is_the_same_without_sharing();
}
