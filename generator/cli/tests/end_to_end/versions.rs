//! Both versions of Statamic: each pull detects the version, and the release is the same (R-BACK-01, R-BACK-02,
//! R-GEN-01).

use std::{
    collections::BTreeSet,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use serde_json::{Value, json};
use vitrine_backends::statamic::StatamicVersion;

use crate::support::{Building, CMS_TOKEN, Shop, Tree, change_json, read_json, tree};

/// Every kind of link, by label: the stored value, and its target on a Dutch page.
const LINKS: [(&str, &str, Option<&str>); 9] = [
    ("entry", "entry::pages/contact", Some("/contact")),
    ("only-english", "entry::pages/only-english", Some("/en/only-english")),
    ("child", "@child", Some("/versies/kind")),
    (
        "address",
        "https://elsewhere.example/a?b=1",
        Some("https://elsewhere.example/a?b=1"),
    ),
    ("path", "/service#top", Some("/service#top")),
    (
        "mail",
        "mailto:shop@lindhoven.example",
        Some("mailto:shop@lindhoven.example"),
    ),
    (
        "asset",
        "asset::assets::site/lindhoven.svg",
        Some("/assets/site/lindhoven.svg"),
    ),
    ("gone", "entry::pages/kind-weg", None),
    ("empty", "", None),
];

/// The small shop with a page that has all kinds of links, the same in a global, a nav and an answer, and further
/// values that the versions write differently.
fn with_links(data: &Path) {
    let content = data.join("content");
    let buttons: Vec<Value> = LINKS
        .iter()
        .map(|(label, link, _)| json!({"id": label, "label": format!("link {label}"), "link": link, "style": "link"}))
        .collect();
    let block = json!([{"type": "cta", "id": "versions", "heading": "Versies", "buttons": buttons}]);
    let page = |title: &str, slug: &str, blocks: &Value| json!({"title": title, "slug": slug, "published": true, "blocks": blocks});
    for (key, file) in [
        ("versies", json!({"nl-NL": page("Versies", "versies", &block)})),
        ("kind", json!({"nl-NL": page("Kind", "kind", &json!([]))})),
        (
            "only-english",
            json!({"en-GB": page("Only English", "only-english", &json!([]))}),
        ),
        // A page that is not published in any site.
        (
            "kind-weg",
            json!({"nl-NL": {"title": "Weg", "slug": "weg", "published": false}}),
        ),
    ] {
        std::fs::write(content.join(format!("pages/{key}.json")), file.to_string()).unwrap();
    }
    change_json(&content.join("trees.json"), |trees| {
        let pages = trees["pages"].as_array_mut().unwrap();
        pages.push(json!({"entry": "pages/versies", "children": [{"entry": "pages/kind"}]}));
        pages.push(json!({"entry": "pages/only-english"}));
        pages.push(json!({"entry": "pages/kind-weg"}));
    });
    change_json(&content.join("globals/site.json"), |site| {
        let usps = site["nl-NL"]["usps"].as_array_mut().unwrap();
        for (usp, link) in usps
            .iter_mut()
            .zip(["asset::assets::site/lindhoven.svg", "", "https://elsewhere.example"])
        {
            usp["link"] = json!(link);
        }
        site["nl-NL"]["announcement"]["enabled"] = json!(true);
        site["nl-NL"]["showroom_page"] = Value::Null;
    });
    change_json(&content.join("globals/shop.json"), |shop| {
        shop["nl-NL"]["main_category"] = json!(["stoelen"]);
    });
}

fn version(shop: &Shop, number: u8) {
    shop.control("POST", "statamic", &json!({"version": number}));
}

/// The version in the last pull of a state folder.
fn pulled_version(shop: &Shop, state: &str) -> Value {
    read_json(&shop.path(&format!("{state}/snapshot/pull.json")))["statamic"].clone()
}

/// Builds into separate folders; returns the release.
fn release(shop: &Shop, number: u8) -> Tree {
    version(shop, number);
    let (config, dist, state) = (
        format!("{number}.toml"),
        format!("dist-{number}"),
        format!("state-{number}"),
    );
    let line = |key: &str, folder: &str| format!("{key} = {:?}", shop.path(folder).display().to_string());
    shop.configure(
        &config,
        &[
            ("dist = ", &line("dist", &dist)),
            ("state_dir = ", &line("state_dir", &state)),
        ],
    );
    let run = shop.vitrine(&["build", "--config", &config]);
    assert_eq!(run.code, Some(0), "Statamic {number}: {}", run.stderr);
    assert_eq!(pulled_version(shop, &state), json!(number.to_string()));
    tree(&shop.path(&dist).join("current"))
}

fn differing(one: &Tree, other: &Tree) -> BTreeSet<String> {
    let all = one.keys().chain(other.keys());
    all.filter(|file| one.get(*file) != other.get(*file)).cloned().collect()
}

/// Files that must differ: a link is stored as received, a path in version 5 or an entry's id in version 6, so that the
/// input fingerprints of the pages differ, and therefore the manifest.
const DIFFERS: [&str; 2] = ["pages.bin", "release.json"];
const DIFFERS_IN_MANIFEST: [&str; 5] = ["id", "inputs_hash", "pages", "files", "warnings"];

/// R-GEN-01, R-BACK-01: content in the format of each version (links to entries, assets and URLs, empty links,
/// relations of globals, empty values) gives byte-identical files.
#[test]
fn r_back_01_both_versions_of_statamic_give_the_same_release() {
    let shop = Shop::small_with(with_links);
    let [five, six] = [5, 6].map(|number| release(&shop, number));
    let html = String::from_utf8(six["site/versies.html"].clone()).unwrap();
    for (label, _, target) in LINKS {
        let words = format!("link {label}");
        let tag = html
            .split("<a ")
            .find(|tag| tag.split("</a>").next().is_some_and(|tag| tag.contains(&words)));
        match target {
            None => assert!(tag.is_none(), "{label}: {tag:?}"),
            Some(target) => {
                let tag = tag.unwrap_or_else(|| panic!("{label} is no link"));
                assert!(
                    tag.split('>').next().unwrap().contains(&format!("{target}\"")),
                    "{label}: {tag}"
                );
            }
        }
    }
    let found = differing(&five, &six);
    assert_eq!(found, DIFFERS.map(str::to_owned).into(), "other files differ");
    let [five, six] = [five, six].map(|files| serde_json::from_slice::<Value>(&files["release.json"]).unwrap());
    let keys = five.as_object().unwrap().keys();
    let differs: Vec<&str> = keys.map(String::as_str).filter(|key| five[*key] != six[*key]).collect();
    assert_eq!(differs, DIFFERS_IN_MANIFEST);
    let without_hashes = |manifest: &Value| {
        let pages = manifest["pages"].as_array().unwrap().iter().cloned();
        pages
            .map(|mut page| {
                page.as_object_mut().unwrap().remove("fingerprint");
                page
            })
            .collect::<Vec<_>>()
    };
    assert!(without_hashes(&five) == without_hashes(&six), "pages of the manifest");
    // A dead link is reported as received.
    let other_words = |list: &Value| {
        let all = list.as_array().unwrap().iter().cloned();
        all.map(|mut warning| {
            if warning["code"] == "dead-link" {
                warning["message"] = Value::Null;
            }
            warning
        })
        .collect::<Vec<_>>()
    };
    assert_eq!(other_words(&five["warnings"]), other_words(&six["warnings"]));
}

/// R-GEN-01, rule 18: upgrading the CMS to version 6 between two builds loses nothing, and no page changes; downgrading
/// to version 5 as well.
#[test]
fn rule_18_a_cms_is_brought_to_the_next_version() {
    let shop = Shop::small_with(with_links);
    let mut last: Option<Tree> = None;
    for number in [5, 6, 5] {
        version(&shop, number);
        let report = shop.build();
        assert_eq!(pulled_version(&shop, "state"), json!(number.to_string()));
        let now = tree(&shop.path("dist/current/site"));
        if let Some(last) = last {
            for changed in ["added", "removed"] {
                let none = report["changes"][changed] == json!([]);
                assert!(none, "Statamic {number}: pages are {changed}");
            }
            assert_eq!(differing(&last, &now), BTreeSet::new(), "Statamic {number}");
        }
        last = Some(now);
    }
}

/// R-BACK-02: the version is queried once per pull, regardless of the number of languages; without dealers GraphQL is
/// not called.
#[test]
fn r_back_02_the_version_is_found_out_once_a_pull() {
    let shop = Shop::small();
    let asked = Arc::new(AtomicUsize::new(0));
    let without = "collections = [\"pages\", \"brands\", \"designers\", \"collections\", \"projects\", \"events\", \"news\", \"showrooms\"]";
    for (number, collections, questions) in [(5, None, 1), (6, None, 1), (5, Some(without), 0), (6, Some(without), 0)] {
        version(&shop, number);
        let lines: Vec<(&str, &str)> = collections.map(|line| ("collections = ", line)).into_iter().collect();
        let between = shop.before_statamic(&lines);
        let counted = Arc::clone(&asked);
        between.change(move |path, _| {
            let is_question = path.contains("__type") || (path.contains("graphql") && questions == 0);
            counted.fetch_add(usize::from(is_question), Ordering::Relaxed);
        });
        let run = shop.vitrine(&["build", "--accept-empty", "entries/stores"]);
        assert_eq!(run.code, Some(0), "Statamic {number}: {}", run.stderr);
        assert_eq!(
            asked.swap(0, Ordering::Relaxed),
            questions,
            "Statamic {number}, {collections:?}"
        );
        assert_eq!(
            pulled_version(&shop, "state"),
            json!(number.to_string()),
            "{collections:?}"
        );
    }
}

/// If an installation has disabled introspection, the version is detected from the headers, and the dealers are still
/// read. If that fails too, the message names the setting, not the CMS's answer.
#[test]
fn r_back_02_dealers_are_read_without_introspection() {
    let shop = Shop::small();
    for number in [5, 6] {
        version(&shop, number);
        let between = shop.before_statamic(&[]);
        between.change(|path, answer| {
            if path.contains("__type") {
                let message = "GraphQL introspection is not allowed, but the query contained __schema or __type";
                *answer = json!({"errors": [{"message": message}]});
            }
        });
        let run = shop.vitrine(&["build"]);
        assert_eq!(run.code, Some(0), "Statamic {number}: {}", run.stderr);
        assert!(shop.pulled("statamic/entries.stores.nl").len() > 20);
        assert_eq!(pulled_version(&shop, "state"), json!(number.to_string()));
    }
    // The types of a field are wrong, as from a cache that was not cleared after the update.
    let between = shop.before_statamic(&[]);
    between.change(|path, answer| {
        if path.contains("__type") {
            let website = json!({"name": "website", "type": {"name": "String", "kind": "SCALAR"}});
            *answer = json!({"data": {"__type": null, "e": {"fields": [website]}}});
        }
    });
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    let said = run.said();
    assert!(
        said.contains("Field \"website\" of type \"LinkValue\" must have a"),
        "{said}"
    );
    assert!(said.contains("disable_introspection"), "{said}");
    assert!(
        !said.contains("config/statamic/graphql.php"),
        "the hint leads astray: {said}"
    );
}

/// R-BACK-01: the token of version 6 (`STATAMIC_API_AUTH_TOKEN`): correct, wrong and missing.
#[test]
fn r_back_01_the_token_of_the_api_is_sent_and_named() {
    let shop = Shop::small();
    shop.control("POST", "statamic", &json!({"version": 6, "bearer": CMS_TOKEN}));
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let mut without = shop.command(&["build"]);
    without.env_remove("VITRINE_STATAMIC_TOKEN");
    let refused = shop.end(&mut without);
    shop.control("POST", "statamic", &json!({"version": 6, "bearer": "another"}));
    for run in [refused, shop.vitrine(&["build"])] {
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        let said = run.said();
        for part in ["status 401", "VITRINE_STATAMIC_TOKEN", "STATAMIC_API_AUTH_TOKEN"] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }
}

/// R-GEN-03: a global saved in the control panel goes live in both versions, although version 5 fires two events: one
/// save is one request.
#[test]
fn r_gen_03_a_saved_global_is_live_in_both_versions() {
    let shop = Shop::small();
    let served = Building::start(&shop, &[]);
    served.until("the first release", |report| report["builds"][0]["outcome"] == "live");
    for (events, number) in [(1, 5), (2, 6)] {
        version(&shop, number);
        let number = format!("085 000 55 0{number}");
        let saved = json!({"global": "site", "site": "nl-NL", "fields": {"phone_display": number}});
        shop.control("POST", "globals", &saved);
        let report = served.built(events);
        assert_eq!(report["accepted"], json!(events));
        assert_eq!(report["events"][0]["kind"], "global.saved");
        let (status, page) = served.page("/contact");
        assert!(status == 200 && page.contains(&number), "{number} is not live");
    }
    served.terminate();
}

/// Dates of forms: each version accepts what the client sends for it, and refuses the format of the other.
#[test]
fn a_date_of_a_form_is_written_for_the_version_that_answers() {
    let shop = Shop::small();
    let url = format!("{}/!/forms/showroom_appointment", shop.cms());
    let day = jiff::civil::date(2026, 12, 24);
    for (number, own, other) in [
        (5, StatamicVersion::Five, StatamicVersion::Six),
        (6, StatamicVersion::Six, StatamicVersion::Five),
    ] {
        version(&shop, number);
        for (written, taken) in [(own, true), (other, false)] {
            let sent = json!({
                "showroom": "breda", "type": "interior", "time_slot": "10:00", "first_name": "a", "last_name": "b",
                "email": "a@example.com", "phone": "1", "privacy": true, "date": written.form_date(day),
            });
            let (status, answer) = shop.post_json(&url, &sent);
            assert_eq!(status == 200, taken, "Statamic {number}, {written:?}: {answer}");
        }
        let all = shop.control("GET", "submissions", &json!({}));
        let stored = all["submissions"].as_array().unwrap().last().unwrap();
        assert!(
            stored["data"]["date"].as_str().unwrap().starts_with("2026-12-24"),
            "{stored}"
        );
    }
}
