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
use vitrine_backends::pull::{AcceptEmpty, Named, Progress, PullConfig, PullError, pull, pull_changed};
use vitrine_model::{
    ids::SiteHandle,
    locale::{Locale, Locales},
};

use crate::support::{Building, COLLECTIONS, NOW, Shop, lindhoven, tree};

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
    count: u64,
}

impl Pulls {
    /// Two whole pulls: the second one asks only for the fields that have content.
    fn begin() -> Self {
        let pulls = Self {
            shop: Shop::small(),
            runtime: tokio::runtime::Runtime::new().unwrap(),
            events: Vec::new(),
            count: 0,
        };
        pulls.whole("part");
        pulls.whole("part");
        pulls
    }

    fn time(&self) -> jiff::Timestamp {
        let start: jiff::Timestamp = NOW.parse().unwrap();
        start + jiff::SignedDuration::from_secs(i64::try_from(self.count).unwrap())
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
        let pulled = pull_changed(&shopware, &statamic, &config, &named, self.time(), &dir, &told);
        self.runtime.block_on(pulled).unwrap();
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
        pulls.events.push(Named::Shop);
        if active {
            let text = json!({"entry": "pages/privacy", "site": "nl-NL", "fields": {"seo_description": "Kort."}});
            assert!(pulls.change("entries", &text));
        }
        let said = pulls.pull("a product");
        let entries = if active { "3 entries" } else { "0 entries" };
        assert!(said.starts_with(PART) && said.contains(entries), "{said}");
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
