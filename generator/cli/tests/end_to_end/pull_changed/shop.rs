//! Changes in Shopware: products are read by their ids where update times say which.

use std::{fs, path::Path};

use serde_json::{Value, json};

use super::{Numbers, PART, Pulls};
use crate::support::{Shop, lindhoven, read_json};

/// R-GEN-01: a change in Shopware is read with all of Shopware, and nothing of the CMS, unless something there is named too.
#[test]
fn r_gen_01_a_change_of_the_shop_reads_nothing_of_the_cms() {
    let mut pulls = Pulls::begin();
    let products = pulls.shop.path("part/snapshot/shopware/products.nl.jsonl");
    let first = fs::read_to_string(products).unwrap();
    let first: Value = serde_json::from_str(first.lines().next().unwrap()).unwrap();
    for active in [false, true] {
        let change = json!({"product_number": first["productNumber"], "active": active});
        pulls.shop.control("POST", "active", &change);
        // Not an event of what products have an update time of.
        pulls.news.events.push("sales_channel.written".to_owned());
        if active {
            let text = json!({"entry": "pages/privacy", "site": "nl-NL", "fields": {"seo_description": "Kort."}});
            assert!(pulls.change("entries", &text));
        }
        let said = pulls.pull("a product");
        let entries = if active { "3 entries" } else { "0 entries" };
        assert!(said.starts_with(PART) && said.contains(entries), "{said}");
    }
}

impl Pulls {
    /// A change by the shop's staff, with the event that Shopware sends of it.
    fn sell(&mut self, route: &str, change: &Value) {
        // Later than what is read again because it may have come late.
        self.count += 120;
        self.shop
            .control("POST", "clock", &json!({"now": self.time().to_string()}));
        let answer = self.shop.control("POST", route, change);
        let event = answer.get("event").map_or(Some("product.written"), Value::as_str);
        // What has no event is found by asking.
        self.news.events.extend(event.map(str::to_owned));
    }

    /// The products of the last pull.
    fn products(&self) -> Vec<Value> {
        let file = self.shop.path("part/snapshot/shopware/products.nl.jsonl");
        let text = fs::read_to_string(file).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// The small shop with single products, and groups of cross-selling that show each other's products.
fn with_groups(data: &Path) {
    let family = |name: &str| read_json(&lindhoven().join("products").join(format!("{name}.json")));
    let write = |name: &str, family: Value| {
        fs::write(data.join("products").join(format!("{name}.json")), family.to_string()).unwrap();
    };
    write("houtwijzer", family("houtwijzer"));
    write("glijder", family("glijder"));
    for (name, shows) in [
        ("ravel", ["PLISSE", "GLIJDER"]),
        ("plisse", ["GLIJDER", "KNAAP"]),
        ("knaap", ["RAVEL", "PLISSE"]),
    ] {
        let mut owner = family(name);
        owner["cross_selling"] = json!([
            {"name": "Past erbij", "products": shows},
            {"name": "Vaak samen", "products": [shows[1]]},
        ]);
        write(name, owner);
    }
}

/// The numbers of some products of the shop of [`with_groups`].
struct Sold {
    single: String,
    variant: String,
    /// The number of products of the variant's family.
    family: usize,
    /// One with cross-selling, and the size of its family.
    owner: (String, usize),
}

impl Sold {
    fn of(products: &[Value]) -> Self {
        let number = |product: &Value| product["productNumber"].as_str().unwrap().to_owned();
        let root = |product: &Value| {
            product["parentId"]
                .as_str()
                .or(product["id"].as_str())
                .unwrap()
                .to_owned()
        };
        let size = |product: &Value| products.iter().filter(|other| root(other) == root(product)).count();
        let has_groups = |product: &Value| product["crossSellings"].as_array().is_some_and(|all| !all.is_empty());
        let first = |is: &dyn Fn(&Value) -> bool| products.iter().find(|product| is(product)).unwrap();
        let variant = first(&|product| product["parentId"].is_string());
        let owner = first(&|product| has_groups(product) && size(product) == 1);
        Self {
            single: number(first(&|product| size(product) == 1 && !has_groups(product))),
            variant: number(variant),
            family: size(variant),
            owner: (number(owner), 1),
        }
    }

    /// Changes: their names, route and body, and how many products they touch, or why all products are read.
    fn changes(&self) -> Vec<(&'static str, &'static str, Value, Result<usize, &'static str>)> {
        let (single, variant, family) = (&self.single, &self.variant, self.family);
        let (owner, owners) = (&self.owner.0, self.owner.1);
        let price = |number: &str, price: f64| json!({"product_number": number, "price": price});
        let active = |active: bool| json!({"product_number": single, "active": active});
        let name = json!({"entity": "product", "product_number": single, "language": "en-GB", "name": "Ever"});
        let tiers = json!({"entity": "product_price", "product_number": single, "tiers": [{"from": 1, "price": 9}]});
        let both = json!([{"product_number": single, "stock": 4}, {"product_number": variant, "stock": 4}]);
        let category = json!({"entity": "category", "key": "meubels", "language": "nl-NL", "name": "Alle meubels"});
        vec![
            ("a price", "price", price(single, 1234.5), Ok(1)),
            ("a variant's price", "price", price(variant, 77.0), Ok(family)),
            (
                "stock",
                "stock",
                json!({"product_number": single, "stock": 0, "closeout": true}),
                Ok(1),
            ),
            ("a name", "edits", name, Ok(1)),
            ("one with groups", "price", price(owner, 55.0), Ok(owners)),
            ("tiers", "edits", tiers, Ok(1)),
            (
                "two at once",
                "edits",
                json!({"entity": "sync", "products": both}),
                Ok(1 + family),
            ),
            ("a category's name", "edits", category, Ok(0)),
            ("hidden", "active", active(false), Err("(Shopware has ")),
            ("shown again", "active", active(true), Err("was not shown before)")),
        ]
    }
}

/// How many products a pull read by their ids.
fn read_by_id(said: &str) -> Option<usize> {
    let words: Vec<&str> = said.split(' ').collect();
    let place = words
        .windows(4)
        .position(|words| words == ["products", "by", "their", "ids,"])?;
    words[place - 1].parse().ok()
}

/// R-GEN-01: each kind of change in the shop gives the snapshot of a whole pull, byte for byte, and reads the products
/// that it touches where update times and the number of products say which, and those of the last minute before it.
#[test]
fn r_gen_01_changed_products_are_read_by_their_ids() {
    let mut pulls = Pulls::begin_with(Shop::small_with(with_groups));
    let products = pulls.products();
    let sold = Sold::of(&products);
    pulls.sell("price", &json!({"product_number": sold.single, "price": 10}));
    let said = pulls.pull("the first change: all products have its time");
    assert_eq!(read_by_id(&said), Some(products.len()), "{said}");
    let mut before = 1;
    for (what, route, change, touched) in sold.changes() {
        pulls.sell(route, &change);
        let said = pulls.pull(what);
        match touched {
            Ok(count) => {
                let read = read_by_id(&said).unwrap_or_else(|| panic!("{what}: {said}"));
                assert!((count..=count + before).contains(&read), "{what}: {said}");
                before = count;
            }
            Err(reason) => assert!(
                said.contains("all of Shopware") && said.contains(reason),
                "{what}: {said}"
            ),
        }
    }
}

/// R-GEN-01: what touches more products than one page lists is read by their ids, too; a new name of a category touches no
/// product.
#[test]
fn r_gen_01_many_changed_products_are_read_by_their_ids() {
    let mut pulls = Pulls::begin_with(Shop::of(&lindhoven()));
    let number = pulls.products()[0]["productNumber"].clone();
    let price = |price: u32| json!({"product_number": number, "price": price});
    let category = json!({"entity": "category", "key": "meubels", "language": "nl-NL", "name": "Alle meubels"});
    let group = json!({"entity": "property_group", "key": "size", "language": "nl-NL", "name": "Afmeting"});
    let bounds = [
        ("a price", "price", price(11), 1..=20),
        ("a category", "edits", category, 0..=20),
        ("a group", "edits", group, 100..=600),
    ];
    for (what, route, change, expected) in bounds {
        pulls.sell(route, &change);
        let said = pulls.pull(what);
        assert!(
            read_by_id(&said).is_some_and(|read| expected.contains(&read)),
            "{what}: {said}"
        );
    }
}

/// R-GEN-01: changes at random in the shop and in the CMS, several between two pulls, of each kind that Shopware sends
/// an event of, and of what it sends none.
#[test]
fn r_gen_01_any_changes_of_the_shop_give_the_snapshot_of_a_whole_pull() {
    let mut pulls = Pulls::begin_with(Shop::small_with(with_groups));
    let numbers_of: Vec<String> = pulls
        .products()
        .iter()
        .map(|product| product["productNumber"].as_str().unwrap().to_owned())
        .collect();
    let mut numbers = Numbers(20_261_130);
    let (mut by_id, mut wholes) = (0, Vec::new());
    for round in 0..24 {
        let mut changes = Vec::new();
        for _ in 0..=round % 3 {
            let (route, change) = any_of_shop(&mut numbers, &numbers_of);
            pulls.sell(route, &change);
            changes.push(change.to_string());
        }
        if round % 4 == 0 {
            let text =
                json!({"entry": "pages/privacy", "site": "nl-NL", "fields": {"seo_description": format!("w{round}")}});
            assert!(pulls.change("entries", &text));
        }
        let said = pulls.pull(&format!("{round}: {changes:?}"));
        match read_by_id(&said) {
            Some(_) => by_id += 1,
            None => wholes.push(said),
        }
    }
    assert!(by_id >= 12, "{by_id}: {wholes:#?}");
}

/// A change in the shop, of any kind that the demo has.
fn any_of_shop(numbers: &mut Numbers, all: &[String]) -> (&'static str, Value) {
    let number = numbers.one(all).clone();
    let word = format!("w{}", numbers.below(1_000_000));
    let count = numbers.below(9);
    match numbers.below(10) {
        0 => ("price", json!({"product_number": number, "price": 10 + count})),
        1 => (
            "stock",
            json!({"product_number": number, "stock": count, "closeout": count > 4}),
        ),
        2 => (
            "edits",
            json!({"entity": "product", "product_number": number, "language": "de-DE", "name": word}),
        ),
        3 => (
            "edits",
            json!({"entity": "product_price", "product_number": number, "tiers": [{"from": 1, "price": count + 2}]}),
        ),
        4 => (
            "edits",
            json!({"entity": "product_manufacturer", "key": "kante", "name": word}),
        ),
        5 => (
            "edits",
            json!({"entity": "category", "key": "meubels", "language": "en-GB", "name": word}),
        ),
        6 => (
            "edits",
            json!({"entity": "sync", "products": [{"product_number": number, "stock": count}]}),
        ),
        7 if count < 3 => ("active", json!({"product_number": number, "active": count == 0})),
        _ => ("price", json!({"product_number": number, "price": 500 + count})),
    }
}
