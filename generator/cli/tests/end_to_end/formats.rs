//! Program, assets, theme, state and release carry a version: what does not fit is refused before anything is lost, with
//! what to do (the version policy in docs/guide/upgrade.md).

use std::fs;

use serde_json::{Value, json};

use crate::support::{Packed, Run, Shop, change_json, read_json, started, tree};

/// Ended with 2, and said these parts.
fn refused(run: &Run, parts: &[&str]) {
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    let said = run.said();
    for part in parts {
        assert!(said.contains(part), "{part:?} is missing in {said}");
    }
}

/// An island that a template or a screen has and that was not built is an error that names both, before the pull: its page
/// would stay as it is without its script.
#[test]
fn r_ui_01_an_island_that_was_not_built_stops_the_build_with_its_name() {
    for (island, place) in [
        ("samples", "templates/components/"),
        ("checkout", "the screen checkout"),
    ] {
        let shop = Shop::small();
        change_json(&shop.path("assets/manifest.json"), |manifest| {
            manifest["islands"].as_object_mut().unwrap().remove(island).unwrap();
        });
        refused(
            &shop.vitrine(&["build"]),
            &[&format!("the island {island:?}"), place, "npm run build"],
        );
        assert!(!shop.path("state/snapshot").exists(), "{island}: it pulled first");
        assert!(!shop.path("dist/current").exists(), "{island}: a release is live");
    }
}

/// The same for a template of a shop's own look, with the nearest name.
#[test]
fn r_ui_01_an_unknown_island_of_a_theme_is_named_with_the_nearest() {
    let packed = Packed::small();
    packed.init();
    packed.put(
        "theme/templates/own/stock.html",
        "<div data-island=\"buybox\" data-when=\"load\"></div>",
    );
    refused(
        &packed.vitrine(&["build"]),
        &["theme/templates/own/stock.html", "\"buybox\"", "\"buy-box\""],
    );
}

/// Scripts, styles and templates agree only within one version.
#[test]
fn assets_of_another_version_are_refused() {
    let own = env!("CARGO_PKG_VERSION");
    for (version, named) in [
        (json!("0.0.9"), "of version 0.0.9"),
        (Value::Null, "of an unknown version"),
    ] {
        let shop = Shop::small();
        change_json(&shop.path("assets/manifest.json"), |manifest| {
            let manifest = manifest.as_object_mut().unwrap();
            manifest.remove("version");
            if !version.is_null() {
                manifest.insert("version".to_owned(), version.clone());
            }
        });
        let this = format!("this is vitrine {own}");
        refused(
            &shop.vitrine(&["build"]),
            &[named, &this, "npm run build", "build.assets"],
        );
    }
}

/// A theme says which contract it was made for: a newer one is refused, this one and none are not.
#[test]
fn a_theme_of_a_newer_contract_is_refused() {
    let packed = Packed::small();
    packed.init();
    let written = read_json(&packed.path("theme/contract.json"));
    assert_eq!(written, json!({ "version": 1 }), "what init writes");
    packed.build();
    packed.put("theme/contract.json", "{ \"version\": 2 }");
    refused(
        &packed.vitrine(&["build"]),
        &[
            "theme/contract.json",
            "version 2 of the theme contract",
            "this vitrine has 1",
            "run a newer vitrine",
        ],
    );
    packed.put("theme/contract.json", "{ \"contract\": 2 }");
    refused(
        &packed.vitrine(&["build"]),
        &["theme/contract.json", "could not be read", "{\"version\": 1}"],
    );
    fs::remove_file(packed.path("theme/contract.json")).unwrap();
    packed.build();
}

/// A state that a newer program wrote is neither read nor written by any command; the words name that program, and what
/// brings the shop back.
#[test]
fn rule_19_a_state_of_a_newer_program_is_refused_and_stays_as_it_is() {
    let shop = Shop::small();
    shop.build();
    let file = shop.path("state/version.json");
    assert_eq!(
        read_json(&file),
        json!({ "format": 1, "program": env!("CARGO_PKG_VERSION") })
    );
    fs::write(&file, "{\"format\":2,\"program\":\"9.1.0\",\"more\":{}}").unwrap();
    let before = tree(&shop.path("state"));
    for command in [
        "build",
        "serve",
        "check",
        "withdrawals",
        "outbox",
        "prices",
        "releases",
        "rollback",
    ] {
        refused(
            &shop.vitrine(&[command]),
            &[
                "format 2",
                "written by vitrine 9.1.0",
                "reads up to 1",
                "the copy of the folder",
            ],
        );
    }
    assert!(tree(&shop.path("state")) == before, "the state changed");
    fs::write(&file, "{\"form").unwrap();
    refused(
        &shop.vitrine(&["build"]),
        &["version.json", "could not be read", "the last backup"],
    );
    // The first programs wrote no such file.
    fs::remove_file(&file).unwrap();
    shop.build();
    assert_eq!(read_json(&file)["format"], 1);
}

/// A release that a newer program made is not served, not checked, and not taken over by a build, which makes one of this
/// program's.
#[test]
fn rule_20_a_release_of_a_newer_program_is_refused_until_this_one_builds() {
    let shop = Shop::small();
    shop.build();
    let file = shop.path("dist/current/release.json");
    let text = fs::read_to_string(&file).unwrap();
    let newer = text.replacen("{\"format\":2,", "{\"format\":3,", 1);
    assert_ne!(newer, text);
    fs::remove_file(&file).unwrap();
    fs::write(&file, newer).unwrap();
    let words = ["release format 3", "reads up to 2", "build a release with this one"];
    refused(&shop.vitrine(&["check"]), &words);
    let served = started(shop.command(&["serve", "--no-builder"]), shop.path("serve.log"));
    let (status, _) = shop.get(&format!("{}/", served.url));
    assert_eq!(status, 503);
    for part in words {
        assert!(served.log().contains(part), "{part:?} is missing in {}", served.log());
    }
    // Another release: the one that a build would give again has the newer format.
    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Privacy in vier zinnen" }));
    let report = shop.build();
    assert!(
        report["rendered"].as_u64() > Some(100),
        "pages of the other format were taken over"
    );
    served.follows(&shop);
    assert_eq!(shop.get(&format!("{}/", served.url)).0, 200);
    assert_eq!(served.terminate().code(), Some(0));
}

/// The program says what it is and what it reads; a build of a work tree has no commit.
#[test]
fn the_program_says_its_version_commit_and_formats() {
    let packed = Packed::small();
    let version = env!("CARGO_PKG_VERSION");
    let bare = packed.shop.vitrine(&["version"]);
    assert_eq!(bare.code, Some(0), "{}", bare.stderr);
    for part in [
        &*format!("vitrine {version}\n"),
        "unknown commit (built from a work tree)",
        "debug build for linux",
        "release 2, state 1, pull 1, theme contract 1",
        "carries no templates",
    ] {
        assert!(bare.stdout.contains(part), "{part:?} is missing in {}", bare.stdout);
    }
    let run = packed.vitrine(&["version", "--format", "json"]);
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(document["format"], 1);
    assert_eq!(document["version"], version);
    assert_eq!(document["commit"], Value::Null);
    assert_eq!(
        document["formats"],
        json!({"release": 2, "state": 1, "pull": 1, "theme_contract": 1})
    );
    assert_eq!(document["carries_files"], true);
}
