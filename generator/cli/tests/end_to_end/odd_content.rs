//! Unusual formats written by editors and PHP: they are read, or affect at most their own record, and never stop the
//! shop (rules 13, 17 and 18).

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use serde_json::{Map, Value, json};

use crate::{
    support::{Shop, tree, warnings},
    values::recorded,
};

/// Replaces every list of a value, at any depth, by PHP's form of a list with gaps: an object whose keys are indexes.
fn with_gaps(value: &Value, lists: &mut usize) -> Value {
    match value {
        Value::Array(list) if !list.is_empty() => {
            *lists += 1;
            let step = 1 + *lists % 3;
            let pairs = list.iter().enumerate();
            let map: Map<String, Value> = pairs
                .map(|(index, value)| ((index * step + 1).to_string(), with_gaps(value, lists)))
                .collect();
            Value::Object(map)
        }
        Value::Object(map) => map
            .iter()
            .map(|(key, value)| (key.clone(), with_gaps(value, lists)))
            .collect::<Map<_, _>>()
            .into(),
        other => other.clone(),
    }
}

/// Rule 18: blocks, texts, children of a navigation, rows of a grid, relations, rules and options of a form: the
/// release is the same in both forms of a list.
#[test]
fn rule_18_lists_with_gaps_give_the_same_release() {
    let shop = Shop::small();
    shop.build();
    let before = tree(&shop.path("dist/current/site"));
    let mut lists = 0;
    for entry in fs::read_dir(shop.path("state/snapshot/statamic")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let file = format!("statamic/{}", name.strip_suffix(".jsonl").unwrap());
        let records = shop.pulled(&file);
        let records: Vec<Value> = records.iter().map(|record| with_gaps(record, &mut lists)).collect();
        shop.put_pulled(&file, &records);
    }
    assert!(lists > 1_000, "{lists} lists");
    let run = shop.offline(&[]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let after = tree(&shop.path("dist/current/site"));
    assert_eq!(before.len(), after.len());
    for (file, bytes) in &before {
        assert!(after.get(file) == Some(bytes), "{file} is another one");
    }
}

fn blank(shop: &Shop, handle: &'static str, site: &'static str, most: usize, value: Value) -> crate::support::Between {
    let between = shop.before_statamic(&[]);
    shop.build();
    between.change(move |asked, answer| {
        if asked.starts_with("/api/collections/news/entries") && asked.contains(site) {
            let entries = answer["data"].as_array_mut().unwrap();
            for entry in entries.iter_mut().take(most) {
                entry[handle] = value.clone();
            }
        }
    });
    between
}

/// Rule 18 for fields: a text or a list that had a value in the last pull and now is empty is reported with record,
/// field and edit link; if this affects more than five records of a collection, nothing goes live without the flag.
#[test]
fn rule_18_a_field_that_became_empty_is_reported_and_many_stop_the_build() {
    let shop = Shop::small();
    let between = blank(&shop, "content", "nl-NL", 1, json!(null));
    let run = shop.vitrine(&["build", "--json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let report = run.report();
    let all = report["warnings"].as_array().unwrap();
    let told: Vec<&Value> = all.iter().filter(|told| told["code"] == "field-emptied").collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0]["place"]["field"], "content");
    assert_eq!(told[0]["place"]["locale"], "nl");
    assert!(
        told[0]["place"]["edit_url"].as_str().unwrap().starts_with("http"),
        "{told:?}"
    );
    let again = shop.vitrine(&["build", "--json"]).report();
    let codes = again["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|told| told["code"].clone());
    assert!(codes.into_iter().all(|code| code != "field-emptied"), "it is told once");
    for (handle, value) in [
        ("intro", json!("")),
        ("content", json!([])),
        ("content", json!({ "html": "<p>x</p>" })),
    ] {
        between.leave();
        shop.build();
        between.change(move |asked, answer| {
            if asked.starts_with("/api/collections/news/entries") && asked.contains("en-GB") {
                for entry in answer["data"].as_array_mut().unwrap() {
                    entry[handle] = value.clone();
                }
            }
        });
        let live = shop.live();
        let run = shop.vitrine(&["build"]);
        assert_eq!(run.code, Some(2), "{handle}: {}", run.stderr);
        let flag = format!("--accept-empty entries/news/{handle}");
        for words in [
            &format!("entries/news/{handle} (en)"),
            "records that have none in it now",
            &flag,
        ] {
            assert!(run.said().contains(words), "{words:?} is not in: {}", run.said());
        }
        assert_eq!(shop.live(), live);
    }
    let run = shop.vitrine(&["build", "--accept-empty", "entries/news/content"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}

/// Rule 18 for a navigation: children, at any depth, that existed and now are empty are reported with the node,
/// whatever form the empty value has; if this affects more than five nodes, the build stops.
#[test]
fn rule_18_children_of_a_navigation_that_became_empty_are_reported() {
    fn parents(nodes: &mut Value, deep: bool, each: &mut dyn FnMut(&mut Value)) {
        for node in nodes.as_array_mut().into_iter().flatten() {
            let has = node["children"].as_array().is_some_and(|children| !children.is_empty());
            parents(&mut node["children"], deep, each);
            if has && (deep || node["depth"] == 1) {
                each(node);
            }
        }
    }
    let shop = Shop::small();
    let between = shop.before_statamic(&[]);
    for (site, locale, value, most) in [
        ("nl-NL", "nl", json!(null), 1),
        ("en-GB", "en", json!([]), 2),
        ("de-DE", "de", json!({ "a": "b" }), 3),
        ("nl-NL", "nl", json!(""), usize::MAX),
    ] {
        between.leave();
        shop.build();
        let live = shop.live();
        between.change(move |asked, answer| {
            if asked.starts_with("/api/navs/main/tree") && asked.contains(site) {
                let mut left = most;
                parents(&mut answer["data"], most > 1, &mut |node| {
                    if left > 0 {
                        left -= 1;
                        node["children"] = value.clone();
                    }
                });
            }
        });
        let run = shop.vitrine(&["build", "--json"]);
        if most == usize::MAX {
            assert_eq!(run.code, Some(2), "{}", run.said());
            assert!(
                run.said().contains("--accept-empty navs/main/children"),
                "{}",
                run.said()
            );
            assert_eq!(shop.live(), live);
            continue;
        }
        assert_eq!(run.code, Some(0), "{}", run.said());
        let report = run.report();
        let all = report["warnings"].as_array().unwrap();
        let told: Vec<&Value> = all.iter().filter(|told| told["code"] == "field-emptied").collect();
        assert_eq!(told.len(), most, "{locale}: {told:?}");
        for one in told {
            assert_eq!(one["place"]["field"], "children", "{one}");
            assert_eq!(one["place"]["locale"], locale, "{one}");
            assert!(!one["place"]["id"].as_str().unwrap().is_empty(), "{one}");
        }
    }
}

/// Spellings of the same URL as written by people and devices, with the URL on the page.
const SPELLINGS: [(&str, &str); 6] = [
    ("Https://voorbeeld.example/A", "https://voorbeeld.example/A"),
    ("HTTP://voorbeeld.example", "http://voorbeeld.example"),
    ("hTTps://Voorbeeld.example/b", "https://Voorbeeld.example/b"),
    ("Mailto:Info@voorbeeld.example", "mailto:Info@voorbeeld.example"),
    ("MAILTO:a@voorbeeld.example", "mailto:a@voorbeeld.example"),
    ("Tel:+31 85 000", "tel:+3185000"),
];

/// Rule 17: invalid content affects at most its record. A link in a text, a button and a product's description,
/// whatever the spelling of its scheme, is a link and stops nothing.
#[test]
fn rule_17_however_a_scheme_is_written_it_is_a_link() {
    let shop = recorded();
    let text: String = SPELLINGS
        .iter()
        .map(|(href, _)| format!("<a href=\"{href}\">x</a> "))
        .collect();
    let sets: Vec<Value> = SPELLINGS
        .iter()
        .map(|(href, _)| {
            let link = json!({ "label": "Verder", "link": href, "style": "primary", "new_tab": false });
            json!({ "id": null, "type": "cta", "enabled": true, "heading": "Kop", "buttons": [link] })
        })
        .chain([json!({ "id": null, "type": "rich_text", "enabled": true, "text": format!("<p>{text}</p>") })])
        .collect();
    shop.change_pulled(
        "statamic/entries.pages.nl",
        |record| record["slug"] == "home",
        |record| record["blocks"] = json!(sets),
    );
    shop.change_pulled(
        "shopware/products.nl",
        |record| record["productNumber"] == "KA-200",
        |record| record["translated"]["description"] = json!(format!("<p>{text}</p>")),
    );
    let run = shop.offline(&[]);
    assert_eq!(run.code, Some(0), "{}", run.said());
    let home = shop.file("site/index.html");
    for (_, href) in SPELLINGS {
        assert!(
            home.matches(&format!("href=\"{href}\"")).count() >= 2,
            "{href} is not twice in the home page"
        );
    }
    let is_linked = |(_, bytes): (String, Vec<u8>)| String::from_utf8_lossy(&bytes).contains(SPELLINGS[0].1);
    let pages = tree(&shop.path("dist/current/site")).into_iter();
    assert!(
        pages
            .filter(|(file, _)| file.ends_with(".html"))
            .filter(|page| is_linked(page.clone()))
            .count()
            >= 2
    );
}

/// Rule 17: the same in a navigation and in a channel, in each language.
#[test]
fn rule_17_however_a_navigation_and_a_channel_write_a_scheme_it_is_a_link() {
    let shop = Shop::small();
    shop.build();
    for locale in ["nl", "en", "de"] {
        let file = format!("statamic/navs.main.{locale}");
        let mut nodes = shop.pulled(&file);
        assert!(nodes.len() >= SPELLINGS.len(), "{locale}: {} nodes", nodes.len());
        for (node, (href, _)) in nodes.iter_mut().zip(SPELLINGS) {
            node["page"]["entry_id"] = Value::Null;
            node["page"]["url"] = json!(href);
            node["children"] = json!([]);
        }
        shop.put_pulled(&file, &nodes);
        shop.change_pulled(
            &format!("statamic/globals.{locale}"),
            |record| record["handle"] == "socials",
            |record| {
                for (channel, (href, _)) in record["channels"].as_array_mut().unwrap().iter_mut().zip(SPELLINGS) {
                    channel["url"] = json!(href);
                }
            },
        );
    }
    let run = shop.offline(&[]);
    assert_eq!(run.code, Some(0), "{}", run.said());
    for file in ["index", "en", "de"] {
        let home = shop.file(&format!("site/{file}.html"));
        let (header, footer) = home.split_once("<main").unwrap();
        for (_, href) in SPELLINGS {
            assert!(
                header.contains(&format!("href=\"{href}\"")),
                "{file}: {href} is not in the menu"
            );
        }
        let channel = format!("href=\"{}\"", SPELLINGS[0].1);
        assert!(footer.contains(&channel), "{file}: the channel is not in the footer");
    }
}

/// Appends control characters to the texts with these keys, at any depth.
fn with_controls(value: &mut Value, keys: &[&str], texts: &mut usize) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|value| with_controls(value, keys, texts)),
        Value::Object(map) => {
            for (key, value) in map {
                match value {
                    Value::String(text) if keys.contains(&key.as_str()) && !text.is_empty() => {
                        text.push_str("\u{0}\u{7}\u{8}\u{b}\u{1b}\u{7f}\u{85}\u{9f}\u{fffe}\u{ffff}");
                        *texts += 1;
                    }
                    value => with_controls(value, keys, texts),
                }
            }
        }
        _ => {}
    }
}

/// Control characters, which editors paste and neither HTML nor XML allows, are in no file of a release, whichever
/// backend, text and language they are in.
#[test]
fn rule_2_control_characters_of_content_are_in_no_file() {
    let shop = Shop::small();
    shop.build();
    let of_statamic: &[&str] = &["title", "text", "intro", "description", "content"];
    let of_shopware: &[&str] = &["name", "description", "metaTitle", "metaDescription"];
    for is_of_statamic in [true, false] {
        let (between, keys) = match is_of_statamic {
            true => (shop.before_statamic(&[]), of_statamic),
            false => (shop.before_shopware(&[]), of_shopware),
        };
        let texts = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&texts);
        between.change(move |_, answer| {
            let mut changed = 0;
            with_controls(answer, keys, &mut changed);
            count.fetch_add(changed, Ordering::Relaxed);
        });
        shop.build();
        let texts = texts.load(Ordering::Relaxed);
        assert!(texts > 300, "{texts} texts");
        for (file, bytes) in tree(&shop.path("dist/current/site")) {
            let text = String::from_utf8_lossy(&bytes);
            let found = text.find(is_no_text);
            let around = found.and_then(|at| text.get(at.saturating_sub(60)..at + 10));
            assert!(found.is_none(), "{file}: {around:?}");
        }
    }
}

fn is_no_text(sign: char) -> bool {
    sign.is_control() && !matches!(sign, '\n' | '\t') || matches!(sign, '\u{fffe}' | '\u{ffff}')
}

/// Rule 13: markup that would take a parser too long is dropped: the words are kept, the build continues, and record,
/// field and edit link are reported.
#[test]
fn rule_13_markup_that_is_too_deep_costs_its_markup() {
    let shop = recorded();
    let nested = |tag: &str, many: usize| {
        format!(
            "{}kernwoord{}",
            format!("<{tag}>").repeat(many),
            format!("</{tag}>").repeat(many)
        )
    };
    let texts = [
        nested("div", 200_000),
        nested("blockquote", 25_000),
        (0..25_000).map(|n| format!("<p><b id=x{n}>kernwoord</p>")).collect(),
        format!(
            "<p {}>kernwoord</p>",
            (0..50_000).map(|n| format!("a{n}=''")).collect::<String>()
        ),
        // Not deep, but longer than a text may be.
        format!("<p>kernwoord</p>{}", "<p>Nog een zin.</p>".repeat(60_000)),
    ];
    let products = shop.pulled("shopware/products.nl");
    let product = products
        .iter()
        .find(|record| record["productNumber"] == "KA-200")
        .unwrap();
    let product = product["id"].as_str().unwrap();
    for text in texts {
        shop.change_pulled(
            "shopware/products.nl",
            |record| record["productNumber"] == "KA-200",
            |record| record["translated"]["description"] = json!(text.clone()),
        );
        shop.change_pulled(
            "statamic/entries.pages.nl",
            |record| record["slug"] == "home",
            |record| {
                record["blocks"] = json!([{ "id": null, "type": "rich_text", "enabled": true, "text": text.clone() }])
            },
        );
        let run = shop.offline(&[]);
        assert_eq!(run.code, Some(0), "{}", run.said());
        let report = run.report();
        let told = warnings(&report, "text-too-much", "KA-200");
        assert_eq!(told.len(), 1, "{}", &text[..40]);
        assert_eq!(told[0]["place"]["field"], "description");
        let edit = told[0]["place"]["edit_url"].as_str().unwrap_or_default();
        let screen = format!("/admin#/sw/product/detail/{product}/base");
        assert!(edit.starts_with("http") && edit.ends_with(&screen), "{edit}");
        let all = report["warnings"].as_array().unwrap().iter();
        let entry: Vec<&Value> = all
            .filter(|told| told["code"] == "text-too-much" && told["place"]["kind"] == "entry")
            .collect();
        assert_eq!(entry.len(), 1, "{}", &text[..40]);
        assert!(entry[0]["place"]["edit_url"].is_string(), "{entry:?}");
        assert!(shop.file("site/index.html").contains("kernwoord"));
    }
}

/// R-PDP-01: structured data has a GTIN only if the shop's number is valid; otherwise product and field are reported.
#[test]
fn r_pdp_01_an_invalid_gtin_is_reported_and_left_out() {
    let shop = recorded();
    for (ean, expected) in [
        (json!("4006381333931"), Some("4006381333931")),
        (json!("4 006381 333931"), Some("4006381333931")),
        (json!("n.v.t."), None),
        (json!("4006381333932"), None),
        (json!("123"), None),
        (json!(" "), None),
        (json!(null), None),
    ] {
        shop.change_pulled(
            "shopware/products.nl",
            |record| record["productNumber"] == "KA-200",
            |record| record["ean"] = ean.clone(),
        );
        let run = shop.offline(&[]);
        assert_eq!(run.code, Some(0), "{}", run.said());
        let told = warnings(&run.report(), "gtin-invalid", "KA-200").len();
        let is_wrong = expected.is_none() && ean.as_str().is_some_and(|text| !text.trim().is_empty());
        assert_eq!(told, usize::from(is_wrong), "{ean}");
        let pages: Value = serde_json::from_str(&shop.file("server/products.json")).unwrap();
        let product = shop.pulled("shopware/products.nl");
        let product = product
            .iter()
            .find(|record| record["productNumber"] == "KA-200")
            .unwrap();
        let path = pages[product["id"].as_str().unwrap()]["nl"].as_str().unwrap();
        let html = shop.file(&format!("site{path}.html"));
        match expected {
            Some(gtin) => assert!(html.contains(&format!("\"gtin\":\"{gtin}\"")), "{ean}"),
            None => assert!(!html.contains("\"gtin\""), "{ean}"),
        }
    }
}
