//! What a process keeps from one conversion for the next changes nothing (R-GEN-01).

use std::path::Path;

use serde_json::{Value, json};
use vitrine_backends::{
    convert::{ConvertConfig, Converter, convert},
    seen_names::{NameCounter, Named, WantedNames},
};
use vitrine_model::{
    catalog::Catalog,
    ids::ProductNumber,
    price_history::{PriceHistories, PublishedPrice},
};

use crate::backends::{backends, convert_config, pulled};

/// What a converter and a counter of names keep changes nothing: after each kind of change they give what others that kept
/// nothing give. The shop's records are converted again only if something of them differs.
#[tokio::test]
async fn r_gen_01_what_a_converter_kept_changes_nothing() {
    let (temp, server) = (tempfile::tempdir().unwrap(), backends().await);
    let dir = temp.path().join("snapshot");
    let snapshot = pulled(&server, &dir).await.unwrap();
    let mut config = convert_config("http://127.0.0.1:8123");
    let edit = |file: &str, from: &str, to: &str| {
        let path = dir.join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} has {from}");
        std::fs::write(&path, text.replace(from, to)).unwrap();
    };
    let mut converter = Converter::for_more();
    let mut counter = NameCounter::default();
    let wanted = WantedNames {
        locales: vec!["nl".to_owned(), "en".to_owned()],
        collections: vec!["pages".to_owned()],
        navigations: vec!["main".to_owned()],
        asset_containers: vec!["assets".to_owned()],
        assets: true,
        entries: vec!["pages".to_owned()],
        ..WantedNames::default()
    };
    let names = |counter: &mut NameCounter| counter.count(&snapshot, &wanted).unwrap();
    let counts_field =
        |counter: &mut NameCounter, field: &str| names(counter)[&Named::Products].names.contains_key(field);
    let mut before: Option<Catalog> = None;
    let lamp = ProductNumber::parse("KA-200").unwrap();
    let mut step = |config: &ConvertConfig, name: &str, shop_is_kept: bool| {
        let (catalog, findings) = converter.convert(&snapshot, config).unwrap();
        let (alone, found_alone) = convert(&snapshot, config).unwrap();
        assert_eq!(findings, found_alone, "{name}");
        assert_eq!(names(&mut counter), names(&mut NameCounter::default()), "{name}");
        assert_eq!(format!("{catalog:?}"), format!("{alone:?}"), "{name}");
        let product = |catalog: &Catalog| std::ptr::from_ref(catalog.product_by_number(&lamp).unwrap());
        let is_same = before
            .as_ref()
            .is_some_and(|before| product(before) == product(&catalog));
        assert_eq!(is_same, shop_is_kept, "{name}");
        before = Some(catalog);
    };
    step(&config, "the first time", false);
    step(&config, "nothing", true);
    edit("statamic/entries.pages.nl.jsonl", "\"title\":\"", "\"title\":\"Nu: ");
    step(&config, "a text of the CMS", true);
    edit("shopware/products.nl.jsonl", "KA-200", "KA-201");
    edit("shopware/products.nl.jsonl", "KA-201", "KA-200");
    step(&config, "a file of the shop that was written again", false);
    edit("shopware/products.en.jsonl", "\"name\":\"", "\"name\":\"New ");
    step(&config, "a text of the shop", false);
    config.now = "2026-11-22T09:00:00Z".parse().unwrap();
    step(&config, "a day later", true);
    let published = |minor| PublishedPrice {
        since: "2026-10-01T09:00:00Z".parse().unwrap(),
        minor: Some(minor),
        reduced: false,
    };
    let id = convert(&snapshot, &config).unwrap().0;
    let id = id.product_by_number(&lamp).unwrap().value().id.to_string();
    config.price_histories =
        PriceHistories::new("2026-01-01T09:00:00Z".parse().ok(), [(id.clone(), published(44_900))]);
    step(&config, "what was published is known, and changes nothing", true);
    config.now = "2026-11-23T09:00:00Z".parse().unwrap();
    step(&config, "one more day later", true);
    config.price_histories = PriceHistories::new("2026-01-01T09:00:00Z".parse().ok(), [(id, published(20_000))]);
    step(&config, "a lower price that was published", false);
    config.limited_at_most = 40;
    step(&config, "a setting of the shop", false);
    config.future_private = Vec::new();
    step(&config, "a setting of the CMS", true);
    edit("shopware/products.nl.jsonl", "\"vitrine_faq\"", "\"vitrine_fag\"");
    step(&config, "the name of a custom field", false);
    assert!(counts_field(&mut NameCounter::default(), "vitrine_fag"));
}

/// A change to the lines of a file, and what it does.
type Edit = (&'static str, &'static str, fn(&mut Vec<Value>));

const DUTCH: &str = "shopware/products.nl.jsonl";
const ENGLISH: &str = "shopware/products.en.jsonl";

fn numbered<'a>(lines: &'a mut [Value], number: &str) -> &'a mut Value {
    let found = lines.iter_mut().find(|line| line["productNumber"] == number);
    found.unwrap_or_else(|| panic!("{number}"))
}

/// What can happen to the lines of products: everything that one line tells about another, or that depends on the order.
const EDITS: [Edit; 15] = [
    ("a price", DUTCH, |lines| {
        numbered(lines, "KA-200")["calculatedPrice"]["unitPrice"] = json!(17);
    }),
    ("a name in one language", ENGLISH, |lines| {
        numbered(lines, "KA-200")["translated"]["name"] = json!("Another lamp");
    }),
    ("the order of the lines", DUTCH, |lines| lines.reverse()),
    ("the order in another language", ENGLISH, |lines| lines.reverse()),
    ("a product that another names as its parent", DUTCH, |lines| {
        let id = numbered(lines, "KA-200")["id"].clone();
        let child = lines
            .iter_mut()
            .find(|line| line["parentId"].is_null() && line["id"] != id);
        child.unwrap()["parentId"] = id;
    }),
    ("and no longer", DUTCH, |lines| {
        let id = numbered(lines, "KA-200")["id"].clone();
        lines
            .iter_mut()
            .filter(|line| line["parentId"] == id)
            .for_each(|line| line["parentId"] = Value::Null);
    }),
    ("a product that cannot be sold", DUTCH, |lines| {
        numbered(lines, "KA-200")["calculatedPrice"] = Value::Null;
    }),
    ("a product of unknown price in the other language", ENGLISH, |lines| {
        numbered(lines, "KA-200")["calculatedPrice"] = json!({"unitPrice": "much"});
    }),
    ("a number that is no text", DUTCH, |lines| {
        numbered(lines, "KA-200")["productNumber"] = json!(200);
    }),
    ("and again a text", DUTCH, |lines| {
        let line = lines.iter_mut().find(|line| line["productNumber"] == 200);
        line.unwrap()["productNumber"] = json!("KA-200");
    }),
    ("a price again", DUTCH, |lines| {
        numbered(lines, "KA-200")["calculatedPrice"] = json!({"unitPrice": 449, "totalPrice": 449, "quantity": 1});
    }),
    ("an option that two lines name differently", DUTCH, |lines| {
        let line = lines
            .iter_mut()
            .rev()
            .find(|line| line["options"].as_array().is_some_and(|list| !list.is_empty()));
        line.unwrap()["options"][0]["translated"]["name"] = json!("Anders");
    }),
    (
        "a manufacturer that a line names differently, with a bad address",
        DUTCH,
        |lines| {
            let line = lines.iter_mut().find(|line| line["manufacturer"].is_object());
            let maker = &mut line.unwrap()["manufacturer"];
            maker["translated"]["name"] = json!("Anders");
            maker["link"] = json!("nowhere");
        },
    ),
    ("a line that comes twice instead of another", DUTCH, |lines| {
        lines[0] = lines[1].clone()
    }),
    ("a field of a template that nobody filled", DUTCH, |lines| {
        numbered(lines, "KA-200")["translated"]["description"] = json!("<p>{{ shop }} <img src=\"x\"></p>");
    }),
];

fn edit_lines(dir: &Path, file: &str, edit: fn(&mut Vec<Value>)) {
    let path = dir.join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    edit(&mut lines);
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    assert_ne!(text.trim_end(), lines.join("\n"), "{file} changed");
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
}

/// The products of which the first catalogue has the same record in memory.
fn shared(before: &Catalog, after: &Catalog) -> usize {
    let is_shared = |id| {
        before
            .product(id)
            .zip(after.product(id))
            .is_some_and(|(a, b)| std::ptr::eq(a.value(), b.value()))
    };
    after
        .products()
        .filter(|product| is_shared(&product.value().id))
        .count()
}

/// Only lines that differ are read again, and the catalogue and its findings are those of a conversion that kept nothing:
/// after each change, with all changes before it, and after two at once.
#[tokio::test]
async fn r_gen_01_lines_of_products_that_were_kept_change_nothing() {
    for at_once in [1, 2] {
        let (temp, server) = (tempfile::tempdir().unwrap(), backends().await);
        let dir = temp.path().join("snapshot");
        let snapshot = pulled(&server, &dir).await.unwrap();
        let config = convert_config("http://127.0.0.1:8123");
        let mut converter = Converter::for_more();
        let mut before = converter.convert(&snapshot, &config).unwrap().0;
        for edits in EDITS.chunks(at_once) {
            let names: Vec<&str> = edits.iter().map(|(name, ..)| *name).collect();
            edits.iter().for_each(|(_, file, edit)| edit_lines(&dir, file, *edit));
            let (catalog, findings) = converter.convert(&snapshot, &config).unwrap();
            let (alone, found_alone) = convert(&snapshot, &config).unwrap();
            assert_eq!(findings, found_alone, "{names:?}");
            assert_eq!(format!("{catalog:?}"), format!("{alone:?}"), "{names:?}");
            let is_order = names.iter().all(|name| name.contains("order"));
            assert!(!is_order || shared(&before, &catalog) == 8, "{names:?}");
            before = catalog;
        }
        edit_lines(&dir, DUTCH, |lines| numbered(lines, "KA-200")["stock"] = json!(3));
        let (catalog, _) = converter.convert(&snapshot, &config).unwrap();
        assert!(
            shared(&before, &catalog) + 1 >= catalog.products().len(),
            "the others are as they were"
        );
    }
}

/// Texts of pictures are read with the assets of the CMS: with other assets, no line is as it was.
#[tokio::test]
async fn r_gen_01_products_are_read_again_when_a_picture_of_the_cms_changes() {
    let (temp, server) = (tempfile::tempdir().unwrap(), backends().await);
    let dir = temp.path().join("snapshot");
    let snapshot = pulled(&server, &dir).await.unwrap();
    let config = convert_config("http://127.0.0.1:8123");
    let assets = dir.join("statamic/assets.assets.jsonl");
    let address = "https://cms.example/assets/lamp.jpg";
    let path = dir.join(DUTCH);
    let mut lines: Vec<Value> = std::fs::read_to_string(&path)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    numbered(&mut lines, "KA-200")["translated"]["description"] = json!(format!("<p>A <img src=\"{address}\"></p>"));
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    let mut converter = Converter::for_more();
    for alt in ["A first text", "Another text"] {
        let text = std::fs::read_to_string(&assets).unwrap();
        let mut all: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        (all[0]["url"], all[0]["alt"]) = (json!(address), json!(alt));
        (all[0]["width"], all[0]["height"]) = (json!(640), json!(480));
        let all: Vec<String> = all.iter().map(Value::to_string).collect();
        std::fs::write(&assets, all.join("\n") + "\n").unwrap();
        let (catalog, findings) = converter.convert(&snapshot, &config).unwrap();
        let (alone, found_alone) = convert(&snapshot, &config).unwrap();
        assert_eq!(findings, found_alone);
        assert_eq!(format!("{catalog:?}"), format!("{alone:?}"));
        let lamp = catalog
            .product_by_number(&ProductNumber::parse("KA-200").unwrap())
            .unwrap();
        assert!(
            format!("{:?}", lamp.value().texts).contains(alt),
            "{:?}",
            lamp.value().texts
        );
    }
}
