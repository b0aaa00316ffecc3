//! Pulls of what changed (R-GEN-01, rule 18): of the CMS only what events name and what shows it, with the same result as
//! a whole pull.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    sync::Mutex,
    time::Duration,
};

use serde_json::{Value, json};
use vitrine_backends::{
    pull::{AcceptEmpty, Named, Progress, PullConfig, PullError, ShopNews, pull, pull_changed},
    shopware::ShopState,
};
use vitrine_model::{
    ids::SiteHandle,
    locale::{Locale, Locales},
};

use crate::support::{Building, COLLECTIONS, NOW, Shop, lindhoven, read_json, tree};

/// The beginning of what a build says of such a pull.
const PART: &str = "only what changed is pulled";
const TAXONOMIES: [&str; 7] = [
    "categories",
    "materials",
    "topics",
    "sectors",
    "event_types",
    "faq_categories",
    "departments",
];

/// What a pull says.
#[derive(Default)]
struct Told(Mutex<Vec<String>>);

impl Progress for Told {
    fn step(&self, _: &str, _: u64, _: u64) {}
    fn takes(&self, line: &str) {
        self.0.lock().unwrap().push(line.to_owned());
    }
    fn restarts(&self, _: &PullError, _: usize, _: usize, _: Duration) {}
}

fn config() -> PullConfig {
    let locale = |code: &str, iso: &str, prefix: &str| Locale {
        code: code.into(),
        iso: iso.into(),
        name: code.to_owned(),
        prefix: prefix.to_owned(),
        commerce_language: None,
        content_site: SiteHandle::parse(iso).unwrap(),
    };
    let all = |handles: &[&str]| handles.iter().map(|handle| (*handle).to_owned()).collect::<Vec<_>>();
    PullConfig {
        locales: Locales::new(vec![
            locale("nl", "nl-NL", ""),
            locale("en", "en-GB", "/en"),
            locale("de", "de-DE", "/de"),
        ])
        .unwrap(),
        collections: all(&COLLECTIONS),
        future_private: all(&["news"]),
        read_whole: BTreeSet::new(),
        navigations: all(&["colophon", "footer", "main", "top"]),
        taxonomies: all(&TAXONOMIES),
        asset_containers: all(&["assets"]),
        restart_pauses: Vec::new(),
        accept_empty: AcceptEmpty::Named(BTreeSet::new()),
        old_storefront: None,
        keep_addresses: jiff::SignedDuration::from_hours(24 * 365),
        whole_after: None,
        live_counts: BTreeMap::new(),
    }
}

/// A shop whose backends are pulled without building anything.
struct Pulls {
    shop: Shop,
    runtime: tokio::runtime::Runtime,
    events: Vec<Named>,
    news: ShopNews,
    count: u64,
}

impl Pulls {
    /// Two whole pulls: the second one asks only for the fields that have content.
    fn begin() -> Self {
        Self::begin_with(Shop::small())
    }

    fn begin_with(shop: Shop) -> Self {
        let pulls = Self {
            shop,
            runtime: tokio::runtime::Runtime::new().unwrap(),
            events: Vec::new(),
            news: ShopNews::default(),
            count: 0,
        };
        pulls.whole("part");
        pulls.whole("part");
        let news = ShopNews {
            before: Some(pulls.state(None)),
            is_asked: true,
            ..ShopNews::default()
        };
        Self { news, ..pulls }
    }

    fn time(&self) -> jiff::Timestamp {
        let start: jiff::Timestamp = NOW.parse().unwrap();
        start + jiff::SignedDuration::from_secs(i64::try_from(self.count).unwrap())
    }

    fn state(&self, before: Option<&ShopState>) -> ShopState {
        let (shopware, _) = self.shop.backends();
        self.runtime.block_on(shopware.shop_state(before, true)).unwrap()
    }

    fn whole(&self, folder: &str) {
        let (shopware, statamic) = self.shop.backends();
        let dir = self.shop.path(folder).join("snapshot");
        let silent = Told::default();
        let config = config();
        let pulled = pull(&shopware, &statamic, &config, self.time(), &dir, &silent);
        self.runtime.block_on(pulled).unwrap();
    }

    /// A change in the CMS, with what its events name; whether the demo accepted it.
    fn change(&mut self, route: &str, change: &Value) -> bool {
        let url = self.shop.store_api().replace("/store-api", "/_demo");
        let (status, text) = self.shop.post_json(&format!("{url}/{route}"), change);
        if status != 200 {
            return false;
        }
        let answer: Value = serde_json::from_str(&text).unwrap();
        for told in answer["told"].as_array().unwrap() {
            let text = |key: &str| told[key].as_str();
            let named = Named::of(text("event").unwrap(), text("id"), text("handle"), text("collection"));
            self.events.push(named.unwrap());
        }
        true
    }

    /// Pulls what the events name, and compares with a whole pull of the same; returns what the pull says.
    fn pull(&mut self, what: &str) -> String {
        self.count += 60;
        let (part, whole) = (self.shop.path("part"), self.shop.path("whole"));
        copy_state(&part, &whole);
        let (shopware, statamic) = self.shop.backends();
        let told = Told::default();
        let (config, named) = (config(), std::mem::take(&mut self.events));
        let dir = part.join("snapshot");
        let changed = (named.as_slice(), &self.news);
        let pulled = pull_changed(&shopware, &statamic, &config, changed, self.time(), &dir, &told);
        let (_, state) = self.runtime.block_on(pulled).unwrap();
        assert_eq!(state.as_ref(), Some(&self.state(self.news.before.as_ref())), "{what}");
        self.news.events.clear();
        self.news.before = state;
        self.whole("whole");
        let said = told.0.into_inner().unwrap().join("; ");
        same(
            &snapshot(&dir),
            &snapshot(&whole.join("snapshot")),
            &format!("{what}: {said}"),
        );
        fs::remove_dir_all(&whole).unwrap();
        said
    }
}

/// The files of a snapshot. Only the time of the last whole pull may differ.
fn snapshot(link: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = tree(&link.canonicalize().unwrap());
    let about = files.get_mut("pull.json").unwrap();
    let mut read: Value = serde_json::from_slice(about).unwrap();
    assert!(read["whole_at"].is_string());
    read["whole_at"] = Value::Null;
    *about = serde_json::to_vec(&read).unwrap();
    files
}

/// Copies a folder with its files and links.
fn copy_state(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_symlink() {
            std::os::unix::fs::symlink(fs::read_link(entry.path()).unwrap(), target).unwrap();
        } else if entry.path().is_dir() {
            copy_state(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn same(one: &BTreeMap<String, Vec<u8>>, other: &BTreeMap<String, Vec<u8>>, what: &str) {
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(one), names(other), "{what}");
    for (name, bytes) in one {
        let lines = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let (one, other) = (lines(bytes), lines(&other[name]));
        let differs = one.lines().zip(other.lines()).find(|(one, other)| one != other);
        assert!(one == other, "{what}: {name}: {differs:#?}");
    }
}

/// R-GEN-01, rule 18: each kind of change gives the snapshot of a whole pull, byte for byte, and is pulled alone where
/// it can be decided what shows it.
#[test]
fn r_gen_01_a_pull_of_what_changed_is_that_of_everything() {
    let mut pulls = Pulls::begin();
    let edit = |entry: &str, site: &str, fields: Value| json!({"entry": entry, "site": site, "fields": fields});
    let publish = |entry: &str, publish: bool| json!({"entry": entry, "site": "nl-NL", "publish": publish});
    for (what, route, change, is_part) in [
        (
            "a text",
            "entries",
            edit("pages/privacy", "en-GB", json!({"seo_description": "Kort."})),
            true,
        ),
        (
            "a title",
            "entries",
            edit("brands/kante", "nl-NL", json!({"title": "Kante & zoon"})),
            true,
        ),
        (
            "a text that others inherit",
            "entries",
            edit("news/dijkwol", "nl-NL", json!({"intro": "<p>Wol.</p>"})),
            true,
        ),
        (
            "terms",
            "entries",
            edit("news/dijkwol", "nl-NL", json!({"topics": []})),
            true,
        ),
        (
            "the slug of a parent",
            "entries",
            edit("pages/service", "nl-NL", json!({"slug": "hulp"})),
            true,
        ),
        (
            "a place",
            "entries/move",
            json!({"entry": "pages/garantie", "at": 2}),
            true,
        ),
        (
            "a parent",
            "entries/move",
            json!({"entry": "pages/garantie", "below": "pages/producten"}),
            true,
        ),
        ("a draft", "entries", publish("news/getij-winter", false), true),
        (
            "a text of a draft",
            "entries",
            edit("news/getij-winter", "nl-NL", json!({"intro": "<p>x</p>"})),
            true,
        ),
        ("a page as draft", "entries", publish("pages/hanglampen", false), true),
        ("published again", "entries", publish("news/getij-winter", true), false),
        (
            "deleted",
            "entries/delete",
            json!({"entry": "news/silo-muenster"}),
            true,
        ),
        (
            "a deleted page",
            "entries/delete",
            json!({"entry": "pages/consoles"}),
            true,
        ),
        (
            "the home page",
            "entries",
            edit("pages/home", "de-DE", json!({"seo_title": "Start"})),
            true,
        ),
    ] {
        assert!(pulls.change(route, &change), "{what}");
        let said = pulls.pull(what);
        assert_eq!(said.starts_with(PART), is_part, "{what}: {said}");
    }
}

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

/// A generator of numbers: the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most
    }

    fn one<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.below(list.len())]
    }
}

/// The keys of the entries of the demo shop: `news/dijkwol`.
fn keys(collections: &[&str]) -> Vec<String> {
    let mut keys = Vec::new();
    for collection in collections {
        for file in fs::read_dir(lindhoven().join("content").join(collection)).unwrap() {
            let path = file.unwrap().path();
            keys.push(format!("{collection}/{}", path.file_stem().unwrap().to_str().unwrap()));
        }
    }
    keys.sort();
    keys
}

/// A change of an entry, in any way that an editor can make it.
fn any(numbers: &mut Numbers, all: &[String], pages: &[String]) -> (&'static str, Value) {
    let (entry, site) = (numbers.one(all).clone(), *numbers.one(&["nl-NL", "en-GB", "de-DE"]));
    let word = format!("w{}", numbers.below(1_000_000));
    let edit = |fields: Value| json!({"entry": entry, "site": site, "fields": fields});
    match numbers.below(9) {
        0 => ("entries", edit(json!({ "title": word }))),
        1 => ("entries", edit(json!({ "slug": word }))),
        2 => ("entries", json!({"entry": entry, "site": site, "publish": false})),
        3 => ("entries", json!({"entry": entry, "site": site, "publish": true})),
        4 => ("entries/delete", json!({"entry": entry, "site": site})),
        5 => ("entries/delete", json!({ "entry": entry })),
        6 => {
            let (page, below, at) = (numbers.one(pages), numbers.one(pages), numbers.below(4));
            ("entries/move", json!({"entry": page, "below": below, "at": at}))
        }
        _ => ("entries", edit(json!({ "seo_description": word }))),
    }
}

/// R-GEN-01: changes at random, several between two pulls: parents' slugs, moves, drafts, deleted entries, origins of
/// localizations, and texts.
#[test]
fn r_gen_01_any_changes_give_the_snapshot_of_a_whole_pull() {
    let mut pulls = Pulls::begin();
    let all = keys(&[
        "pages",
        "brands",
        "designers",
        "projects",
        "news",
        "events",
        "stores",
        "showrooms",
        "faq",
    ]);
    let pages: Vec<String> = all
        .iter()
        .filter(|key| key.starts_with("pages/") && *key != "pages/home")
        .cloned()
        .collect();
    let mut numbers = Numbers(20_261_129);
    let (mut parts, mut wholes) = (0, Vec::new());
    for round in 0..24 {
        let mut changes = Vec::new();
        while changes.len() <= round % 3 {
            let (route, change) = any(&mut numbers, &all, &pages);
            if pulls.change(route, &change) {
                changes.push(change.to_string());
            }
        }
        let said = pulls.pull(&format!("{round}: {changes:?}"));
        match said.starts_with(PART) {
            true => parts += 1,
            false => wholes.push(said),
        }
    }
    assert!(parts >= 12, "{parts}: {wholes:#?}");
}

/// R-GEN-03: a saved text is live after calls for its entry alone: nothing else of the CMS is asked for, and no product.
#[test]
fn r_gen_03_a_saved_text_asks_for_its_entry_alone() {
    let shop = Shop::small();
    let served = Building::start(&shop, &[]);
    served.until("the first release", |report| report["builds"][0]["outcome"] == "live");
    served.settled();
    shop.control("DELETE", "calls", &json!({}));
    shop.edit(
        "pages/privacy",
        "en-GB",
        &json!({ "seo_description": "Four short sentences." }),
    );
    served.built(1);
    assert!(served.page("/en/privacy").1.contains("Four short sentences."));
    let found = shop.control("GET", "calls", &Value::Null);
    let calls = found["calls"].as_array().unwrap().iter();
    let paths = |backend: &str, path: &str| {
        let of = calls.clone().filter(|call| call["backend"] == backend);
        of.filter(|call| call["path"].as_str().unwrap().contains(path)).count()
    };
    assert_eq!(
        (paths("statamic", ""), paths("statamic", "/collections/pages/entries/")),
        (1, 1),
        "{found:#}"
    );
    assert_eq!(
        (paths("shopware", "/navigation"), paths("shopware", "/cross-selling")),
        (0, 0),
        "{found:#}"
    );
    served.terminate();
}
