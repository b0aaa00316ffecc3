//! A folder of a former tag, opened by this program.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};

use super::leaving::{TOLD, folders, told};
use crate::support::{Building, Packed, Run, read_json, tree};

/// Folders of the state whose records are kept as they are.
const KEPT: [&str; 5] = [
    ".vitrine/withdrawals",
    ".vitrine/forms",
    ".vitrine/newsletter",
    ".vitrine/legal-texts",
    ".vitrine/orders",
];

/// A shop's folder as the program of a tag left it, beside the program and the backends of today.
struct Left {
    packed: Packed,
    told: Value,
}

/// The tags, oldest first.
fn tags() -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = fs::read_dir(folders())
        .unwrap()
        .map(|tag| tag.unwrap().path())
        .collect();
    all.sort();
    assert!(!all.is_empty(), "no folder of a tag");
    all
}

impl Left {
    fn by(tag: &Path) -> Self {
        let packed = Packed::small();
        fs::create_dir(packed.path("")).unwrap();
        let unpacked = Command::new("tar")
            .arg("-xJf")
            .arg(tag.join("left.tar.xz"))
            .arg("-C")
            .arg(packed.path(""))
            .status();
        assert!(unpacked.unwrap().success(), "{}", tag.display());
        let left = Self {
            packed,
            told: read_json(&tag.join("told.json")),
        };
        left.leads_to_todays_backends();
        left
    }

    /// The demo's backends have other ports in each run.
    fn leads_to_todays_backends(&self) {
        let (store, cms, images) = self.packed.backends();
        let now = [store.trim_end_matches("/store-api").to_owned(), cms, images];
        let pulled = self.packed.path(".vitrine/snapshot").canonicalize().unwrap();
        let files = tree(&pulled).into_keys().map(|file| pulled.join(file));
        for file in files.chain([self.packed.path("vitrine.toml")]) {
            let mut text = fs::read_to_string(&file).unwrap();
            for (old, new) in self.told["backends"].as_array().unwrap().iter().zip(&now) {
                text = text.replace(old.as_str().unwrap(), new);
            }
            fs::write(&file, text).unwrap();
        }
    }

    fn run(&self, arguments: &[&str]) -> Run {
        self.packed.vitrine(arguments)
    }

    /// What every document of the former program says, this program says too.
    fn says_what_was_told(&self, when: &str) {
        for (name, arguments) in TOLD {
            let now = told(&self.packed, arguments);
            let before = &self.told["documents"][name];
            assert!(!before.is_null(), "{name} was not told");
            if name == "releases" {
                continue;
            }
            includes(&now, before, &format!("{when}: {name}"));
        }
    }

    /// Records by their files.
    fn records(&self) -> Vec<(String, Vec<u8>)> {
        let of = |folder: &&str| {
            let files = tree(&self.packed.path(folder)).into_iter();
            let named = files.map(move |(file, bytes)| (format!("{folder}/{file}"), bytes));
            // What is delivered gets another state.
            named
                .filter(|(file, _)| !file.contains(".pending.") && !file.contains(".done."))
                .collect::<Vec<_>>()
        };
        KEPT.iter().flat_map(of).collect()
    }

    /// The session at the desk would have ended by now.
    fn keep_the_desk_open(&self) {
        let folder = self.packed.path(".vitrine/desk-sessions");
        let later = jiff::Timestamp::now() + jiff::SignedDuration::from_hours(1);
        for file in tree(&folder).into_keys() {
            let path = folder.join(file);
            let mut session = read_json(&path);
            session["ends_at"] = json!(later.to_string());
            fs::write(path, session.to_string()).unwrap();
        }
    }
}

/// Every value of `before` stands at its place in `now`; more fields and entries may.
fn includes(now: &Value, before: &Value, place: &str) {
    match (now, before) {
        (Value::Object(now), Value::Object(before)) => {
            for (key, value) in before {
                let found = now.get(key).unwrap_or_else(|| panic!("{place}: {key} is gone"));
                includes(found, value, &format!("{place}.{key}"));
            }
        }
        (Value::Array(now), Value::Array(before)) => {
            assert!(
                now.len() >= before.len(),
                "{place}: {} of {} are left",
                now.len(),
                before.len()
            );
            for (at, (now, before)) in now.iter().zip(before).enumerate() {
                includes(now, before, &format!("{place}[{at}]"));
            }
        }
        (now, before) => assert_eq!(now, before, "{place}"),
    }
}

/// Withdrawals, forms, proofs, prices and the terms of orders are read as the former program wrote them, before anything
/// else runs, and the state is brought to today's format by what writes first.
#[test]
fn rule_19_records_of_each_tag_are_read_and_kept() {
    for tag in tags() {
        let left = Left::by(&tag);
        left.says_what_was_told("before the first build");
        let before = left.records();
        assert!(before.len() >= 5, "{before:?}");
        let run = left.run(&["build", "--json"]);
        assert_eq!(run.code, Some(0), "{}: {}", tag.display(), run.stderr);
        left.says_what_was_told("after a build");
        for (file, bytes) in before {
            let now = fs::read(left.packed.path(&file)).unwrap_or_else(|error| panic!("{file}: {error}"));
            assert!(now == bytes, "{file} was changed");
        }
        assert_eq!(read_json(&left.packed.path(".vitrine/version.json"))["format"], 1);
        let check = left.run(&["check"]);
        assert!(matches!(check.code, Some(0 | 1)), "{}", check.stderr);
    }
}

/// The release of the former program is served until there is a new one: pages, search, and the terms of an order; the desk
/// is open for who was logged in, and tells what became of the saves before.
#[test]
fn rule_20_the_release_and_the_desk_of_each_tag_are_served() {
    for tag in tags() {
        let left = Left::by(&tag);
        left.keep_the_desk_open();
        let release = fs::read_link(left.packed.path("dist/current")).unwrap();
        let served = Building::of(&left.packed.shop, left.packed.command(&["serve", "--no-builder"]));
        let (status, page) = served.page("/privacy");
        assert!(status == 200 && page.contains("Privacy in vier zinnen"), "{status}");
        let found = left
            .packed
            .shop
            .api(&format!("{}/api/search?q=knaap", served.url), "nl");
        assert!(!found["products"].as_array().unwrap().is_empty(), "{found:#}");
        let texts = left.told["legal_texts"].as_array().unwrap();
        assert!(!texts.is_empty());
        for text in texts {
            assert_eq!(served.page(text["path"].as_str().unwrap()).0, 200, "{text}");
        }
        let cookie = left.told["desk_cookie"].as_str().unwrap();
        let (status, _, desk) =
            left.packed
                .shop
                .send("GET", &format!("{}/desk", served.url), &[("cookie", cookie)], "");
        assert_eq!(status, 200, "{desk}");
        assert!(desk.contains("Privacy in vier zinnen"), "{desk}");
        served.terminate();
        assert_eq!(
            fs::read_link(left.packed.path("dist/current")).unwrap(),
            release,
            "nothing was built"
        );
    }
}

/// The last pull of the former program is built without the backends, its release stays one to go back to, and an event
/// goes live over it.
#[test]
fn r_gen_02_the_pull_and_the_releases_of_each_tag_go_on() {
    for tag in tags() {
        let left = Left::by(&tag);
        let former = fs::read_link(left.packed.path("dist/current")).unwrap();
        let run = left.run(&["build", "--offline"]);
        assert_eq!(run.code, Some(0), "{}: {}", tag.display(), run.stderr);
        let served = Building::of(&left.packed.shop, left.packed.command(&["serve"]));
        served.settled();
        let title = "Privacy in vijf zinnen";
        left.packed
            .shop
            .edit("pages/privacy", "nl-NL", &json!({ "title": title }));
        served.until("the event is live", |_| served.page("/privacy").1.contains(title));
        served.terminate();
        let id = former.file_name().unwrap().to_str().unwrap();
        let run = left.run(&["rollback", id]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let served = Building::of(&left.packed.shop, left.packed.command(&["serve", "--no-builder"]));
        assert!(served.page("/privacy").1.contains("Privacy in vier zinnen"));
        served.terminate();
    }
}
