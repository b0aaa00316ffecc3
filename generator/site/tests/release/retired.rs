//! A release that is made in the folder of the one that was removed before (rule 17, rule 21): it is whole, and so is every
//! other one.

use std::{fs, path::Path};

use serde_json::Value;
use vitrine_model::path::SitePath;

use crate::support::{NL, Place, Shop, entry, tree};

/// The folders below a folder, without the empty ones of assets that were moved away.
fn folders(folder: &Path) -> Vec<String> {
    let all = walkdir::WalkDir::new(folder).into_iter().map(Result::unwrap);
    let folders = all.filter(|entry| entry.file_type().is_dir());
    let mut names: Vec<String> = folders
        .map(|entry| entry.path().strip_prefix(folder).unwrap().display().to_string())
        .collect();
    names.sort();
    names
}

/// Whether a release has the files of its manifest, as they were written, and no others.
fn is_whole(release: &Path) {
    let mut tree = tree(release);
    let manifest: Value = serde_json::from_slice(&tree.remove("release.json").unwrap()).unwrap();
    let told = manifest["files"].as_object().unwrap();
    let names: Vec<&String> = tree.keys().collect();
    assert_eq!(names, told.keys().collect::<Vec<_>>(), "{}", release.display());
    for (name, bytes) in &tree {
        assert_eq!(told[name]["hash"], blake3::hash(bytes).to_hex().as_str(), "{name}");
    }
}

fn page(shop: &mut Shop, id: &str, path: Option<&str>, title: &str) {
    shop.entries.retain(|entry| entry.id.as_str() != id);
    if let Some(path) = path {
        assert!(SitePath::parse(path).is_ok(), "{path}");
        shop.entries.push(entry(id, id, NL, path, title, "<p>Wij helpen.</p>"));
    }
}

/// R-GEN-01 "the same input gives the same bytes", rule 21 "releases are kept": pages come, change, move, take the place of
/// folders and go; each release equals one that is built into an empty folder, and none that is kept changes.
#[test]
fn rule_21_a_release_in_the_folder_of_a_removed_one_is_whole() {
    let places = [None, Some("/x"), Some("/x.html/b"), Some("/x/b")];
    let others = [Some("/y"), None, Some("/y/z")];
    let (place, mut shop) = (Place::new(), Shop::small());
    let releases = place.dist().join("releases");
    let mut reused = 0;
    for step in 0..24_usize {
        // Every place follows every other one, with other texts, and every fourth release is one that was there before.
        page(&mut shop, "one", places[step % 4], &format!("Een {}", step % 5));
        page(&mut shop, "two", others[step * 5 / 3 % 3], "Twee");
        let had = releases.join("retired.tmp").exists();
        place.build(&shop).unwrap();
        let current = fs::canonicalize(place.dist().join("current")).unwrap();
        let alone = Place::new();
        alone.build(&shop).unwrap();
        let fresh = fs::canonicalize(alone.dist().join("current")).unwrap();
        assert_eq!(current.file_name(), fresh.file_name(), "step {step}");
        assert!(tree(&current) == tree(&fresh), "step {step}");
        assert_eq!(folders(&current), folders(&fresh), "step {step}");
        let mut kept = 0;
        for release in fs::read_dir(&releases).unwrap().map(|entry| entry.unwrap().path()) {
            let is_release = release.is_dir() && release.file_name().is_some_and(|name| name != "retired.tmp");
            if is_release {
                is_whole(&release);
                kept += 1;
            }
        }
        assert!(kept <= 3, "step {step}: {kept}");
        reused += usize::from(had);
    }
    assert!(reused > 12, "{reused} were made of a removed one");
}

/// What is done to the folder, and how.
type Damage = (&'static str, fn(&Path));

/// R-GEN-02: what was done to the folder of the removed release, and a build that was killed in it, leave no trace in the
/// next one.
#[test]
fn r_gen_02_a_damaged_folder_of_a_removed_release_leaves_no_trace() {
    let damages: [Damage; 7] = [
        ("a page is other words of the same length", |retired| {
            let text = fs::read_to_string(retired.join("site/service.html")).unwrap();
            fs::remove_file(retired.join("site/service.html")).unwrap();
            fs::write(retired.join("site/service.html"), text.replace('e', "o")).unwrap();
        }),
        ("a page is gone", |retired| {
            fs::remove_file(retired.join("site/service.html")).unwrap()
        }),
        ("the site is gone", |retired| {
            fs::remove_dir_all(retired.join("site")).unwrap()
        }),
        ("there is a file more", |retired| {
            fs::write(retired.join("site/more.html"), "?").unwrap()
        }),
        ("its manifest is none", |retired| {
            fs::write(retired.join("release.json"), "{").unwrap()
        }),
        ("its manifest names no file", |retired| {
            fs::write(retired.join("release.json"), r#"{"pages": []}"#).unwrap();
            fs::write(retired.join("site/more.html"), "?").unwrap();
        }),
        ("a build was killed in it", |retired| {
            fs::remove_file(retired.join("release.json")).unwrap();
            fs::rename(retired, retired.with_file_name("build.tmp")).unwrap();
        }),
    ];
    for (what, damage) in damages {
        let (place, mut shop) = (Place::new(), Shop::small());
        for round in 0..5 {
            page(&mut shop, "one", Some("/x"), &format!("Ronde {round}"));
            place.build(&shop).unwrap();
        }
        damage(&place.dist().join("releases/retired.tmp"));
        page(&mut shop, "one", Some("/y"), "Daarna");
        place.build(&shop).unwrap();
        let alone = Place::new();
        alone.build(&shop).unwrap();
        let [one, other] = [&place, &alone].map(|place| tree(&place.dist().join("current/")));
        let names: Vec<&String> = one.keys().chain(other.keys()).collect();
        let differing: Vec<_> = names
            .into_iter()
            .filter(|name| one.get(*name) != other.get(*name))
            .collect();
        assert!(differing.is_empty(), "{what}: {differing:?}");
        is_whole(&fs::canonicalize(place.dist().join("current")).unwrap());
    }
}

/// Rule 21: after a rollback to the oldest release, the next one removes it from the history. A server may still send it
/// then, so the one after is not made in its folder.
#[test]
fn rule_21_the_release_that_was_live_is_not_retired() {
    let (place, mut shop) = (Place::new(), Shop::small());
    let mut releases = Vec::new();
    for round in 0..3 {
        page(&mut shop, "one", Some("/x"), &format!("Ronde {round}"));
        releases.push(place.build(&shop).unwrap().release);
    }
    vitrine_site::roll_back(&place.dist(), Some(&releases[0])).unwrap();
    page(&mut shop, "one", Some("/x"), "Daarna");
    place.build(&shop).unwrap();
    let folder = place.dist().join("releases");
    assert!(!folder.join(&releases[0]).exists() && !folder.join("retired.tmp").exists());
    page(&mut shop, "one", Some("/x"), "En dan");
    place.build(&shop).unwrap();
    assert!(folder.join("retired.tmp").exists(), "the one after it is");
}
