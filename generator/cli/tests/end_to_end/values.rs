//! Unexpected values from the backends: each affects at most its record and is reported, and the build continues (rule
//! 18 is for fetches that fail).

use std::{collections::BTreeSet, fs};

use serde_json::{Value, json};

use crate::{
    edge::TAXONOMIES,
    support::{Shop, root, warnings},
};

pub(crate) const COLLECTIONS: &str = "collections = [\"pages\", \"brands\", \"designers\"]";

/// The recorded shop, built once.
pub(crate) fn recorded() -> Shop {
    let shop = Shop::of(&root().join("generator/demo/shops/recorded"));
    // Values that cannot be read leave the fields of globals and of products empty.
    let accepted = crate::support::RECORDED_LACKS.replace('[', "[\"hole-legal-field\", \"hole-label\", ");
    shop.configure(
        "vitrine.toml",
        &[
            ("collections = ", COLLECTIONS),
            ("taxonomies = ", TAXONOMIES),
            ("accept = ", &accepted),
        ],
    );
    shop.build();
    shop
}

/// Nested lists.
fn nested(levels: usize) -> Value {
    (0..levels).fold(json!("x"), |inner, _| json!([inner]))
}

/// Values that no field expects.
fn hostile() -> Vec<Value> {
    vec![
        json!(true),
        json!(-1),
        json!(1e308),
        json!("NaN"),
        json!("1.234,50"),
        json!("{{ x }} [object Object] statamic://y"),
        json!("</script><script>alert(1)</script>"),
        json!("\u{0}\u{7}\u{2028}\"'<"),
        json!("javascript:alert(1)"),
        json!("lang ".repeat(4_000)),
        json!(""),
        json!([]),
        json!({ "a": { "b": 1 } }),
        nested(60),
    ]
}

/// The positions of a record's values, as JSON pointers: two levels deep, and the first element of a list.
fn places(value: &Value, at: &str, levels: usize, found: &mut Vec<String>) {
    let below: Vec<(String, &Value)> = match value {
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(list) => list.iter().take(1).map(|value| ("0".to_owned(), value)).collect(),
        _ => Vec::new(),
    };
    for (key, value) in below {
        let place = format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
        found.push(place.clone());
        if levels > 1 {
            places(value, &place, levels - 1, found);
        }
    }
}

/// A copy of a record for every position and every unexpected value, each with its own name; returned with the
/// modification.
fn poisoned(record: &Value, rename: impl Fn(&mut Value, usize)) -> Vec<(String, Value, Value)> {
    let mut all = Vec::new();
    let mut found = Vec::new();
    places(record, "", 2, &mut found);
    for place in found {
        for value in hostile() {
            let mut copy = record.clone();
            rename(&mut copy, all.len());
            if let Some(slot) = copy.pointer_mut(&place) {
                *slot = value.clone();
            }
            all.push((place.clone(), value, copy));
        }
    }
    all
}

/// The ids of records in the build's diagnostics.
fn named(report: &Value) -> BTreeSet<String> {
    let all = report["warnings"].as_array().unwrap().iter();
    all.map(|warning| warning["place"]["id"].as_str().unwrap().to_owned())
        .collect()
}

fn no_script_of_content(shop: &Shop) {
    for (file, bytes) in crate::support::tree(&shop.path("dist/current/site")) {
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains("<script>alert"), "{file}");
        for attribute in [" href", " src", " action", " srcset"] {
            assert!(!text.contains(&format!("{attribute}=\"javascript:")), "{file}");
        }
    }
}

/// Every field of a recorded product gets every unexpected value: the build succeeds, and each such product has its
/// page or is reported.
#[test]
fn any_value_of_a_product_costs_at_most_that_product() {
    let shop = recorded();
    let mut products = shop.pulled("shopware/products.nl");
    let of = |record: &Value| record["productNumber"] == "KA-200";
    let base = products.iter().find(|record| of(record)).unwrap().clone();
    let all = poisoned(&base, |copy, n| {
        copy["id"] = json!(format!("{:032x}", 0xabc0_0000 + n));
        copy["productNumber"] = json!(format!("GIF-{n}"));
        copy["seoUrls"] = json!([]);
    });
    assert!(all.len() > 800, "{} cases", all.len());
    products.extend(all.iter().map(|(_, _, copy)| copy.clone()));
    shop.put_pulled("shopware/products.nl", &products);
    let report = shop.offline(&[]).report();
    let pages: Value = serde_json::from_str(&shop.file("server/products.json")).unwrap();
    let (pages, named) = (pages.as_object().unwrap(), named(&report));
    for (n, (place, value, copy)) in all.iter().enumerate() {
        let id = copy["id"].as_str().unwrap_or_default();
        let own = format!("GIF-{n}");
        let names = [id, &own, copy["productNumber"].as_str().unwrap_or_default()];
        // Any number of children above zero makes it a family.
        let is_family = place == "/childCount" && value.as_f64().is_some_and(|n| n > 0.0);
        let known = pages.contains_key(id) || names.iter().any(|name| named.contains(*name));
        assert!(known || is_family, "{place} = {value:.60} is neither shown nor named");
    }
    no_script_of_content(&shop);
}

/// The same for an entry: a page with blocks, and a brand.
#[test]
fn any_value_of_an_entry_costs_at_most_that_entry() {
    let shop = recorded();
    for (file, slug) in [
        ("statamic/entries.pages.nl", "home"),
        ("statamic/entries.brands.nl", "lumo"),
    ] {
        let mut entries = shop.pulled(file);
        let base = entries.iter().find(|record| record["slug"] == slug).unwrap().clone();
        let all = poisoned(&base, |copy, n| {
            for (key, value) in [
                ("id", format!("{slug}-gif-{n}")),
                ("slug", format!("{slug}-gif-{n}")),
                ("uri", format!("/{slug}-gif-{n}")),
            ] {
                copy[key] = json!(value);
            }
            copy["origin_id"] = Value::Null;
        });
        assert!(all.len() > 300, "{} cases", all.len());
        entries.extend(all.iter().map(|(_, _, copy)| copy.clone()));
        shop.put_pulled(file, &entries);
        let report = shop.offline(&[]).report();
        let named = named(&report);
        for (n, (place, value, copy)) in all.iter().enumerate() {
            // Values of fields that control publication may hide it.
            let hides = ["/status", "/private", "/live_preview", "/date"].contains(&place.as_str());
            let uri = copy["uri"].as_str().unwrap_or("/-").trim_start_matches('/');
            let shown = shop.path("dist/current/site").join(format!("{uri}.html")).exists();
            let own = copy["id"]
                .as_str()
                .map_or_else(|| copy["id"].to_string(), str::to_owned);
            let known = shown || named.contains(&format!("{slug}-gif-{n}")) || named.contains(&own);
            assert!(known || hides, "{place} = {value:.60} is neither shown nor named");
        }
        no_script_of_content(&shop);
    }
}

/// All other pulled data, with one unexpected value in all fields of all records at once: the build still succeeds.
#[test]
fn any_value_elsewhere_leaves_a_release() {
    let shop = recorded();
    let files: Vec<String> = walkdir::WalkDir::new(shop.path("state/snapshot"))
        .into_iter()
        .map(|entry| {
            entry
                .unwrap()
                .path()
                .strip_prefix(shop.path("state/snapshot"))
                .unwrap()
                .display()
                .to_string()
        })
        .filter_map(|file| file.strip_suffix(".jsonl").map(str::to_owned))
        .filter(|file| !file.contains("/entries") && !file.contains("/products"))
        .collect();
    assert!(files.len() > 10, "{files:?}");
    let good: Vec<(String, Vec<Value>)> = files.iter().map(|file| (file.clone(), shop.pulled(file))).collect();
    for value in hostile() {
        for (file, records) in &good {
            let mut records = records.clone();
            for record in &mut records {
                let mut found = Vec::new();
                places(record, "", 3, &mut found);
                // Innermost first, so that each position still exists.
                for place in found.iter().rev().filter(|place| !place.ends_with("/handle")) {
                    let slot = record.pointer_mut(place).unwrap();
                    if !slot.is_object() && !slot.is_array() {
                        *slot = value.clone();
                    }
                }
            }
            records.push(value.clone());
            shop.put_pulled(file, &records);
        }
        let run = shop.offline(&[]);
        assert_eq!(run.code, Some(0), "{value:.60}: {}", run.stderr);
        no_script_of_content(&shop);
    }
}

/// A price that is not a number, or is negative, leaves the product out; an invalid picture URL leaves the picture out.
/// Both are reported with their field.
#[test]
fn prices_and_pictures_that_cannot_be_are_named() {
    let shop = recorded();
    let file = "shopware/products.nl";
    let good = shop.pulled(file);
    let is = |record: &Value| record["productNumber"] == "KA-200";
    for price in [json!("NaN"), json!("1.234,50"), json!(-5), json!({}), json!(1e300)] {
        shop.put_pulled(file, &good);
        shop.change_pulled(file, is, |record| {
            record["calculatedPrice"]["unitPrice"] = price.clone()
        });
        let report = shop.offline(&[]).report();
        let told: Vec<&Value> = ["left-out", "product-left-out"]
            .into_iter()
            .flat_map(|code| warnings(&report, code, "KA-200"))
            .collect();
        assert_eq!(told.len(), 1, "{price}: {:#}", report["warnings"]);
        let field = told[0]["place"]["field"].as_str().unwrap();
        assert!(field.starts_with("calculatedPrice"), "{}", told[0]);
        assert!(
            !shop
                .path("dist/current/site/producten/halo-hanglamp--ka-200.html")
                .exists(),
            "{price}"
        );
    }
    for url in [
        "media/a.jpg",
        "/media/a.jpg",
        "//x.example/a.jpg",
        "javascript:alert(1)",
        "data:image/png,x",
    ] {
        shop.put_pulled(file, &good);
        shop.change_pulled(file, is, |record| {
            record["cover"]["media"]["url"] = json!(url);
            for media in record["media"].as_array_mut().unwrap() {
                media["media"]["url"] = json!(url);
            }
        });
        let report = shop.offline(&[]).report();
        let told = warnings(&report, "field-shape", "KA-200");
        assert!(
            told.iter()
                .any(|w| w["place"]["field"] == "media" && w["message"].as_str().unwrap().contains(url)),
            "{told:#?}"
        );
        let page = shop.file("site/producten/halo-hanglamp--ka-200.html");
        assert!(!page.contains(&format!("\"{url}")), "{url}");
    }
}

/// An editor's value, with the warning's code and field: the build continues, and the warning names entry, field and
/// edit link.
#[test]
fn values_of_an_editor_are_named_with_field_and_edit_link() {
    let shop = recorded();
    let file = "statamic/entries.brands.nl";
    let good = shop.pulled(file);
    let is = |record: &Value| record["slug"] == "lumo";
    let id = good.iter().find(|record| is(record)).unwrap()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    for (field, value, code) in [
        ("title", json!("Lumo {{ naam }}"), "unfinished-text"),
        ("intro", json!("[object Object]"), "unfinished-text"),
        ("intro", json!("zie statamic://entry::x"), "unfinished-text"),
        ("image", json!({ "id": "x", "url": "lumo.jpg" }), "field-shape"),
        (
            "image",
            json!({ "id": "x", "url": "javascript:alert(1)" }),
            "field-shape",
        ),
        ("blocks", json!("geen lijst"), "field-shape"),
        ("blocks", json!([{ "type": "quote" }, 7]), "field-shape"),
        ("website", json!("javascript:alert(1)"), "link-shape"),
        ("text", json!("<p><a href=\"javascript:x()\">x</a></p>"), "link-shape"),
    ] {
        shop.put_pulled(file, &good);
        shop.change_pulled(file, is, |record| {
            record[field] = value.clone();
            record["edit_url"] = json!("https://cms.example/cp/lumo");
        });
        let report = shop.offline(&[]).report();
        let told = warnings(&report, code, &id);
        let named = told
            .iter()
            .any(|w| w["place"]["field"] == field && w["place"]["edit_url"] == "https://cms.example/cp/lumo");
        assert!(named, "{field} = {value}: {:#}", report["warnings"]);
        let page = shop.file("site/merken/lumo.html");
        if field == "title" {
            assert!(page.contains("Lumo &#123;{ naam }}"), "it is shown as it stands");
        }
    }
    shop.put_pulled(file, &good);
    shop.change_pulled(file, is, |record| {
        record.as_object_mut().unwrap().remove("id");
        record["edit_url"] = json!("https://cms.example/cp/lumo");
    });
    let report = shop.offline(&[]).report();
    let [told] = warnings(&report, "left-out", "lumo")[..] else {
        panic!("{:#}", report["warnings"])
    };
    assert_eq!(
        (&told["place"]["field"], &told["place"]["edit_url"]),
        (&json!("id"), &json!("https://cms.example/cp/lumo"))
    );
}

/// A navigation of 100 levels, and one of 100,000, is cut at the maximum depth, and the navigation is reported.
#[test]
fn deep_navigations_are_cut() {
    let shop = recorded();
    let node = |n: usize| {
        format!("{{\"page\":{{\"id\":\"n{n}\",\"title\":\"Laag {n}\",\"url\":\"/merken/lumo\"}},\"children\":[")
    };
    for levels in [100, 100_000] {
        let begin: String = (0..levels).map(node).collect();
        shop.put_lines("statamic/navs.main.nl", &[format!("{begin}{}", "]}".repeat(levels))]);
        let report = shop.offline(&[]).report();
        let told = warnings(&report, "field-shape", "main");
        assert!(
            told.iter().any(|w| w["place"]["field"] == "children"),
            "{:#}",
            report["warnings"]
        );
        let home = fs::read_to_string(shop.path("dist/current/site/index.html")).unwrap();
        assert!(home.contains("Laag 0") && !home.contains("Laag 9"));
    }
}

/// The choice fields of a page's blocks that a test modifies: the set and the field.
const CHOICES: [(&str, &str); 7] = [
    ("hero", "height"),
    ("hero", "text_position"),
    ("rich_text", "padding_top"),
    ("rich_text", "width"),
    ("featured_products", "layout"),
    ("text_image", "image_position"),
    ("quote", "background_color"),
];

/// Content model §7 and §8: if a field has an unknown choice, a warning names the field with the editor's link, and the
/// page uses the field's default.
#[test]
fn an_unknown_choice_is_reported_and_its_default_is_used() {
    const EDIT: &str = "https://cms.example/cp/home";
    let shop = Shop::small();
    shop.build();
    let file = "statamic/entries.pages.nl";
    let with = |choice: &Value| {
        shop.change_pulled(
            file,
            |page| page["uri"] == "/",
            |page| {
                page["edit_url"] = json!(EDIT);
                for block in page["blocks"].as_array_mut().unwrap() {
                    let set = block["type"].as_str().unwrap().to_owned();
                    for (_, field) in CHOICES.iter().filter(|(known, _)| *known == set) {
                        block[*field] = choice.clone();
                    }
                }
            },
        );
        let report = shop.offline(&[]).report();
        (report, shop.file("site/index.html"))
    };
    let (before, default) = with(&Value::Null);
    assert!(
        !before.to_string().contains("unknown-choice"),
        "{:#}",
        before["warnings"]
    );
    let (report, page) = with(&json!({"value": "\"><script>", "label": "?", "key": "?"}));
    assert!(page == default, "the page is not as with the defaults");
    let told: Vec<&Value> = report["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|warning| warning["code"] == "unknown-choice")
        .collect();
    for (_, field) in CHOICES {
        let found = told
            .iter()
            .find(|warning| warning["place"]["field"] == field)
            .unwrap_or_else(|| panic!("{field}: {told:#?}"));
        assert_eq!(found["place"]["edit_url"], EDIT, "{found}");
    }
    let height = told
        .iter()
        .find(|warning| warning["place"]["field"] == "height")
        .unwrap();
    assert!(
        height["hint"].as_str().unwrap().contains("small, medium, full"),
        "{height}"
    );
}
