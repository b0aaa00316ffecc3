//! Pulls of what changed (R-GEN-01, rule 18): of the CMS only what events name and what shows it, with the same result as
//! a whole pull.

mod cms;
mod shop;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    sync::Mutex,
    time::Duration,
};

use serde_json::Value;
use vitrine_backends::{
    pull::{AcceptEmpty, Named, Progress, PullConfig, PullError, ShopNews, pull, pull_changed},
    shopware::ShopState,
};
use vitrine_model::{
    ids::SiteHandle,
    locale::{Locale, Locales},
};

use crate::support::{COLLECTIONS, NOW, Shop, lindhoven, tree};

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
