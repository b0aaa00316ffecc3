//! `vitrine check` on a finished release (R-GEN-06): the demo shop has no errors, and every kind of damage to a release
//! that a build wrote is found, with page, source entry and edit link.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use serde_json::Value;

mod damage;
mod damages;

use self::{
    damage::{Damage, harm, other_harm},
    damages::{ABOUT, DAMAGES},
};
use crate::support::{Run, Shop, copy, read_json};

/// The checks of a release, and that of the texts.
const CHECKS: [&str; 14] = [
    "texts",
    "files",
    "links",
    "inbound",
    "categories",
    "titles",
    "headings",
    "alternatives",
    "html",
    "alternates",
    "sitemaps",
    "hosts",
    "law",
    "budgets",
];

/// The findings of `check --format json`.
fn findings(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {}", run.stderr))
}

/// R-GEN-06: the demo shop has no broken link, no missing text, no picture without alternative text and no page over
/// budget, nor any other error. Warnings and hints are allowed.
#[test]
fn r_gen_06_the_demo_shop_has_no_errors() {
    let shop = Shop::start();
    let before = shop.vitrine(&["check"]);
    assert_eq!(
        before.code,
        Some(0),
        "without a release the texts are checked: {}",
        before.stderr
    );
    let words = format!(
        "texts: 0 findings in 3 locales; whether all are used cannot be told without the sources of Vitrine\nrelease: none is live in {}, so only the texts were checked; vitrine build makes one",
        shop.path("dist").display()
    );
    assert_eq!(before.said(), words);

    let report = shop.build();
    let run = shop.vitrine(&["check", "--format", "json"]);
    let found = findings(&run);
    let (accepted, errors): (Vec<&Value>, Vec<&Value>) = all(&found)
        .filter(|one| one["severity"] == "error")
        .partition(|one| one["accepted"] == true);
    assert!(errors.is_empty(), "{errors:#?}");
    // The demo has no official file: `[legal]` of its configuration says how a shop gets it.
    assert!(
        accepted.len() == 3 && accepted.iter().all(|one| one["code"] == "law-guarantee-notice"),
        "{accepted:#?}"
    );
    assert_eq!(found["summary"]["accepted"], 3);
    assert_eq!(run.code, Some(0), "warnings and hints do not fail: {}", run.stderr);
    assert_eq!(found["format"], 1);
    assert_eq!(found["release"]["id"], report["release"]);
    assert_eq!(found["release"]["pages"], report["pages"]);
    let checks: Vec<&str> = found["summary"]["checks"]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(checks, CHECKS);
    for one in all(&found) {
        for key in [
            "severity", "check", "code", "page", "locale", "source", "edit_url", "message", "hint",
        ] {
            assert!(one.get(key).is_some(), "{key} of {one}");
        }
    }
}

fn all(found: &Value) -> impl Iterator<Item = &Value> {
    found["findings"].as_array().unwrap().iter()
}

/// R-GEN-06: `check` finds broken links, missing translations (the tests of `check.rs`), missing alternative texts and
/// pages over budget; and orphans, titles, headings, HTML, alternates and legal data. Each finding has the page, its
/// source entry and the edit link of the CMS; JSON for machines; the exit status is 1.
#[test]
fn r_gen_06_every_fault_is_named_with_page_source_and_edit_link() {
    let shop = Shop::small();
    let report = shop.build();
    a_release_is_named_by_its_id(&shop, report["release"].as_str().unwrap());
    let folder = shop.path("damaged");
    copy(&shop.path("dist/current").canonicalize().unwrap(), &folder);
    for damage in DAMAGES {
        harm(&folder, damage);
    }
    other_harm(&folder);

    let named = folder.display().to_string();
    let run = shop.vitrine(&["check", "--release", &named, "--format", "json"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let found = findings(&run);
    let sources = sources(&folder);
    let mut untold = Vec::new();
    for damage in DAMAGES {
        let same = |one: &&Value| one["code"] == damage.code;
        let Some(one) = all(&found).filter(same).find(|one| is_of(one, damage)) else {
            let similar: Vec<&Value> = all(&found).filter(same).map(|one| &one["message"]).collect();
            untold.push((damage.code, damage.page, damage.says, similar));
            continue;
        };
        assert_eq!(one["severity"], damage.severity, "{one}");
        assert!(!one["hint"].as_str().unwrap().is_empty(), "what to do: {one}");
        if let Some((source, edit_url)) = one["page"].as_str().and_then(|page| sources.get(page)) {
            assert_eq!(one["source"].as_str(), Some(source.as_str()), "{one}");
            assert_eq!(one["edit_url"].as_str(), edit_url.as_deref(), "{one}");
        }
    }
    assert!(untold.is_empty(), "{untold:#?}");
    let entry = all(&found)
        .find(|one| one["code"] == "broken-link" && one["page"] == ABOUT)
        .unwrap();
    assert_eq!(entry["source"], "entry pages/over-ons (nl)");
    let edit = entry["edit_url"].as_str().unwrap();
    assert!(
        edit.starts_with(&shop.cms()) && edit.contains("/cp/collections/pages/entries/"),
        "{edit}"
    );
    people_are_told_by_kind(&shop, &named, &found);
}

/// With `--strict` the exit status is 1 for warnings too. A folder that is not a release is reported, with status 2.
fn a_release_is_named_by_its_id(shop: &Shop, id: &str) {
    let strict = shop.vitrine(&["check", "--release", id, "--strict", "--format", "json"]);
    let found = findings(&strict);
    let warned = found["summary"]["warnings"].as_u64().unwrap() > 0;
    assert_eq!(strict.code, Some(i32::from(warned)), "{}", strict.stderr);
    assert_eq!(
        (&found["summary"]["errors"], &found["release"]["id"]),
        (&0.into(), &id.into())
    );
    let wrong = shop.vitrine(&["check", "--release", "nowhere"]);
    assert_eq!(wrong.code, Some(2), "{}", wrong.stderr);
    assert!(
        wrong.said().contains("\"nowhere\" is neither a release in"),
        "{}",
        wrong.stderr
    );
}

/// Whether a finding belongs to a damage. Problems shared by many pages are one finding with all their paths.
fn is_of(one: &Value, damage: &Damage) -> bool {
    let others = one["other_pages"].as_array().unwrap();
    let on_page = one["page"] == damage.page || others.iter().any(|other| other == damage.page);
    on_page && one["message"].as_str().unwrap().contains(damage.says)
}

/// Source and edit link by page, as release.json has them in one.
fn sources(folder: &Path) -> BTreeMap<String, (String, Option<String>)> {
    let release = read_json(&folder.join("release.json"));
    let pages = release["pages"].as_array().unwrap().iter();
    let parts = pages.map(|page| {
        let source = page["source"].as_str().unwrap();
        let (source, url) = match source.rsplit_once(' ') {
            Some((source, url)) if url.starts_with("http") => (source, Some(url.to_owned())),
            _ => (source, None),
        };
        (page["path"].as_str().unwrap().to_owned(), (source.to_owned(), url))
    });
    parts.collect()
}

/// Findings by kind, at most ten of each, with remedy and location; the total number at the end.
fn people_are_told_by_kind(shop: &Shop, named: &str, found: &Value) {
    let run = shop.vitrine(&["check", "--release", named]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{}", run.stderr);
    let said = run.said();
    let counts = &found["summary"]["checks"]["links"];
    let heading = format!(
        "Broken links (links): {} errors, 0 warnings, {} hints",
        counts["errors"], counts["hints"]
    );
    assert!(said.contains(&heading), "{heading}: {said}");
    for text in [
        "  error control-without-label: /over-ons: <input name=\"c\"> has no name\n",
        "    Give the field a label in its form.\n",
        "    [entry pages/over-ons (nl), http://",
    ] {
        assert!(said.contains(text), "{text:?} is not in: {said}");
    }
    let by_check: BTreeSet<&str> = all(found).map(|one| one["check"].as_str().unwrap()).collect();
    let shown = said.lines().filter(|line| {
        ["  error ", "  warning ", "  hint "]
            .iter()
            .any(|level| line.starts_with(level))
    });
    assert!(shown.count() <= 10 * by_check.len(), "{said}");
    assert!(said.contains(" more; --format json has all"), "{said}");
    let last = format!(
        "{} errors, {} warnings",
        found["summary"]["errors"], found["summary"]["warnings"]
    );
    assert!(said.lines().last().unwrap().contains(&last), "{said}");
}
