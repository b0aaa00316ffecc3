//! One entry is edited in the CMS: `release.json` shows exactly which pages' inputs changed, and only the bytes of
//! those pages differ (R-GEN-01).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::support::{NOW, Shop, Tree, lindhoven, read_json, tree};

/// The pages of `release.json`.
struct Release(Value);

impl Release {
    fn of(shop: &Shop) -> Self {
        Self(serde_json::from_str(&shop.file("release.json")).unwrap())
    }

    /// Fingerprint by path.
    fn fingerprints(&self) -> BTreeMap<String, String> {
        let pages = self.0["pages"].as_array().unwrap().iter();
        pages.map(|p| (text(&p["path"]), text(&p["fingerprint"]))).collect()
    }
}

/// The id of a page's entry: the last part of its edit link.
fn edited(release: &Release, path: &str) -> String {
    let pages = release.0["pages"].as_array().unwrap();
    let page = pages.iter().find(|p| p["path"] == path).unwrap();
    text(&page["source"]).rsplit('/').next().unwrap().to_owned()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// The keys whose values differ, or that only one of the maps has.
fn differing<V: PartialEq>(before: &BTreeMap<String, V>, after: &BTreeMap<String, V>) -> BTreeSet<String> {
    let keys = before.keys().chain(after.keys());
    keys.filter(|key| before.get(*key) != after.get(*key))
        .cloned()
        .collect()
}

fn set(items: &[&str]) -> BTreeSet<String> {
    items.iter().map(|item| (*item).to_owned()).collect()
}

/// The page that the CMS's global `site` names as the information on withdrawal.
const WITHDRAWAL: &str = "/service/retourneren";

/// Builds after an edit and checks report, fingerprints and files.
fn only_these_change(shop: &Shop, edit: impl FnOnce(), expected: &[&str]) -> (Release, Release) {
    let (before, after, _) = and_why(shop, edit, expected, &[]);
    (before, after)
}

/// The same, with more arguments for the build; its report too.
fn and_why(shop: &Shop, edit: impl FnOnce(), expected: &[&str], why: &[&str]) -> (Release, Release, Value) {
    let (before, files): (Release, Tree) = (Release::of(shop), tree(&shop.path("dist/current")));
    edit();
    let run = shop.vitrine(&[&["build", "--json", "--now", NOW], why].concat());
    let report = run.report();
    let after = Release::of(shop);

    let (old, new) = (before.fingerprints(), after.fingerprints());
    assert_eq!(differing(&old, &new), set(expected), "fingerprints");
    let changes = &report["changes"];
    assert_eq!(changes["changed"], json!(expected), "the report");
    assert_eq!((&changes["added"], &changes["removed"]), (&json!([]), &json!([])));
    assert_eq!(changes["unchanged"], old.len() - expected.len());
    assert_eq!(report["pages"], old.len());

    let now = tree(&shop.path("dist/current"));
    let pages: BTreeSet<String> = differing(&files, &now)
        .into_iter()
        .filter(|file| file.starts_with("site/"))
        .filter(|file| std::path::Path::new(file).extension().is_some_and(|e| e == "html"))
        .collect();
    let wanted = expected.iter().map(|path| format!("site{path}.html")).collect();
    assert_eq!(pages, wanted, "bytes of pages");
    // The Markdown version of a changed page may change too.
    let twins: BTreeSet<String> = expected.iter().map(|path| format!("site{path}.md")).collect();
    let rest = differing(&files, &now)
        .into_iter()
        .filter(|file| !pages.contains(file) && !twins.contains(file));
    let allowed = set(&[
        "pages.bin",
        "release.json",
        "server/search/nl.json",
        "site/llms.txt",
        "site/index-sitemap.xml",
        "site/nl-NL-sitemap.xml",
        "site/sitemap.xml",
    ]);
    // A copy of terms is named by its words, so new words on such a page are another file.
    let terms = |file: &String| file.starts_with("server/legal") && expected == [WITHDRAWAL];
    let others: Vec<String> = rest.filter(|file| !allowed.contains(file) && !terms(file)).collect();
    assert!(others.is_empty(), "{others:?} changed too");
    (before, after, report)
}

#[test]
fn r_gen_01_a_text_only_changes_its_own_page() {
    let shop = Shop::small();
    shop.build();
    let entry = read_json(&lindhoven().join("content/pages/retourneren.json"));
    let stored = entry["nl-NL"]["blocks"].to_string();
    let blocks: Value = serde_json::from_str(&stored.replace("veertien dagen", "dertig dagen")).unwrap();
    assert_ne!(blocks, entry["nl-NL"]["blocks"]);

    let path = WITHDRAWAL;
    let edit = || shop.edit("pages/retourneren", "nl-NL", &json!({ "blocks": blocks }));
    let (_, after, report) = and_why(&shop, edit, &[path], &["--why", path, "--why", "/"]);

    let id = edited(&after, path);
    assert_eq!(
        report["why"],
        json!([{"path": path, "reasons": [format!("entry {id}")]}, {"path": "/", "reasons": []}]),
        "the edited entry is the one input that changed"
    );
    assert_eq!(report["rendered"], 1);
    let html = shop.file("site/service/retourneren.html");
    assert!(
        html.contains("dertig dagen") && !html.contains("veertien dagen na"),
        "the new words are on the page"
    );
}

#[test]
fn r_gen_01_a_title_changes_the_pages_that_show_it_and_no_other() {
    let shop = Shop::start();
    shop.build();
    // The pages below `service` show its title in their breadcrumbs.
    let pages = [
        "/service",
        "/service/afspraak",
        "/service/catalogus-aanvragen",
        "/service/inmeten-aan-huis",
        "/service/levering-en-montage",
        "/service/onderhoud",
        "/service/retourneren",
        "/service/stalen-aanvragen",
        "/service/veelgestelde-vragen",
        "/service/verkooppunten",
        "/service/zakelijk-account",
    ];
    let edit = || shop.edit("pages/service", "nl-NL", &json!({ "title": "Hulp na aankoop" }));
    only_these_change(&shop, edit, &pages);
    for page in pages {
        assert!(
            shop.file(&format!("site{page}.html")).contains("Hulp na aankoop"),
            "{page} shows it"
        );
    }
    let files = tree(&shop.path("dist/current/site"));
    let showing = files
        .iter()
        .filter(|(file, bytes)| file.ends_with("html") && String::from_utf8_lossy(bytes).contains("Hulp na aankoop"));
    assert_eq!(
        showing.count(),
        pages.len(),
        "every page that shows the title counts as changed"
    );
}

#[test]
fn r_gen_01_without_an_edit_nothing_changes() {
    let shop = Shop::small();
    shop.build();
    let nothing = || {};
    let (before, after) = only_these_change(&shop, nothing, &[]);
    assert_eq!(before.0, after.0, "release.json");
}

#[test]
fn r_gen_01_an_unpublished_entry_is_removed_and_reported() {
    let shop = Shop::small();
    shop.configure(
        "vitrine.toml",
        &[("accept = ", "accept = [\"law-guarantee-notice\", \"law-privacy-link\"]")],
    );
    let built = shop.build();
    let gone = json!({ "entry": "pages/privacy", "site": "de-DE", "publish": false });
    shop.control("POST", "entries", &gone);
    let report = shop.build();
    assert_eq!(report["changes"]["removed"], json!(["/de/datenschutz"]));
    assert_eq!(report["pages"], built["pages"].as_u64().unwrap() - 1);
    assert!(!shop.path("dist/current/site/de/datenschutz.html").exists());
    assert!(!shop.file("site/de-DE-sitemap.xml").contains("datenschutz"));
    assert!(
        !shop.file("site/privacy.html").contains("/de/datenschutz"),
        "no alternate that is not there"
    );
}
