//! Consecutive releases and rollbacks (R-GEN-03; rule 21).

use std::{fs, time::Duration};

use serde_json::{Value, json};

use crate::support::{Shop, started};

/// Builds a release with this title of the privacy page; returns its id.
fn release(shop: &Shop, title: &str) -> String {
    shop.edit("pages/privacy", "nl-NL", &json!({ "title": title }));
    shop.build()["release"].as_str().unwrap().to_owned()
}

fn listed(shop: &Shop) -> Vec<Value> {
    let run = shop.vitrine(&["releases", "--format", "json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(document["format"], 1);
    document["releases"].as_array().unwrap().clone()
}

fn live_id(shop: &Shop) -> String {
    shop.live().file_name().unwrap().to_str().unwrap().to_owned()
}

fn rolled_back(shop: &Shop, arguments: &[&str]) -> String {
    let run = shop.vitrine(&[&["rollback"], arguments].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run.said()
}

/// R-GEN-03 "the new release goes live atomically; the last releases can be rolled back to": `vitrine releases` lists
/// them with the live one marked, `vitrine rollback` goes back by one, again by one more, or to a given one; a running
/// server follows without a restart; the next build goes live as usual, and a rollback after it skips releases that
/// were rolled back from.
#[test]
fn r_gen_03_the_last_releases_can_be_rolled_back_to() {
    let shop = Shop::small();
    let empty = shop.vitrine(&["rollback"]);
    assert_eq!(empty.code, Some(2));
    assert!(empty.said().contains("none lies there: build one"), "{}", empty.said());

    let ids: Vec<String> = ["Eén", "Twee", "Drie"]
        .iter()
        .map(|title| release(&shop, title))
        .collect();
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    let shown = || {
        served.follows(&shop);
        shop.get(&format!("{}/privacy", served.url)).1
    };
    assert!(shown().contains("Drie"));
    let list = listed(&shop);
    assert_eq!(
        list.iter().map(|one| one["id"].as_str().unwrap()).collect::<Vec<_>>(),
        [&ids[2], &ids[1], &ids[0]]
    );
    assert_eq!((&list[0]["live"], &list[1]["live"]), (&json!(true), &json!(false)));
    assert!(
        list[0]["pages"].as_u64().unwrap() > 100 && list[0]["built_at"].is_string(),
        "{:?}",
        list[0]
    );
    let told = shop.vitrine(&["releases"]);
    let first = told.stdout.lines().next().unwrap();
    assert!(
        first.starts_with(&format!("* {}", ids[2])) && first.ends_with("live"),
        "{first}"
    );

    let said = rolled_back(&shop, &[]);
    assert!(
        said.contains(&ids[1]) && said.contains(&ids[2]) && said.contains("until the next event"),
        "{said}"
    );
    assert_eq!(live_id(&shop), ids[1]);
    assert!(shown().contains("Twee"), "without a restart");
    assert_eq!(listed(&shop)[0]["rolled_back"], true);
    rolled_back(&shop, &[]);
    assert!(shown().contains("Eén"), "one more");
    let none = shop.vitrine(&["rollback"]);
    assert_eq!(none.code, Some(2));
    assert!(
        none.said()
            .contains("there is no release before the live one to go back to"),
        "{}",
        none.said()
    );
    rolled_back(&shop, &[&ids[2]]);
    assert!(shown().contains("Drie"), "the one that is named, forwards too");
    let wrong = shop.vitrine(&["rollback", "0000"]);
    assert_eq!(wrong.code, Some(2));
    assert!(
        wrong.said().contains("there is no release 0000") && wrong.said().contains(&ids[0]),
        "{}",
        wrong.said()
    );

    rolled_back(&shop, &[&ids[0]]);
    release(&shop, "Vier");
    assert!(shown().contains("Vier"), "the next build is live as ever");
    rolled_back(&shop, &[]);
    assert_eq!(
        live_id(&shop),
        ids[0],
        "the others were taken back, and are not gone back to"
    );
    assert!(served.terminate().success());
}

/// Rule 21 "Keep the assets of the last 5 releases and 7 days": an asset is served as long as a kept release has it,
/// and for seven days after the last release with it was removed; then it is deleted.
#[test]
fn rule_21_assets_of_former_releases_stay_reachable() {
    let shop = Shop::small();
    shop.configure("vitrine.toml", &[("keep_releases = ", "keep_releases = 2")]);
    release(&shop, "Eén");
    let before: Vec<String> = assets(&shop);
    change_an_asset(&shop);
    release(&shop, "Twee");
    let now = assets(&shop);
    let gone: Vec<&String> = before.iter().filter(|name| !now.contains(name)).collect();
    assert!(!gone.is_empty(), "an asset changed");
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    let status = |name: &str| {
        served.follows(&shop);
        shop.answer(&format!("{}/assets/{name}", served.url))
    };
    for name in &gone {
        let (code, headers, text) = status(name);
        assert_eq!(code, 200, "{name} of the release before");
        assert!(
            headers["cache-control"].to_str().unwrap().contains("immutable"),
            "{headers:?}"
        );
        assert!(!text.is_empty());
    }
    release(&shop, "Drie");
    release(&shop, "Vier");
    let kept = listed(&shop);
    assert_eq!(kept.len(), 2, "two releases stay whole: {kept:?}");
    for name in &gone {
        assert_eq!(status(name).0, 200, "{name} of a release that was removed");
        let file = shop.path("dist/former-assets").join(name);
        let aged = fs::metadata(&file).unwrap().modified().unwrap() - Duration::from_secs(7 * 24 * 3_600 + 60);
        fs::File::options()
            .write(true)
            .open(file)
            .unwrap()
            .set_modified(aged)
            .unwrap();
    }
    release(&shop, "Vijf");
    for name in &gone {
        assert_eq!(status(name).0, 404, "{name} after seven days");
    }
    assert_eq!(status("../release.json").0, 404);
    assert!(served.terminate().success());
}

fn assets(shop: &Shop) -> Vec<String> {
    let folder = fs::read_dir(shop.path("dist/current/site/assets")).unwrap();
    folder
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

/// As a new version of the islands would: the loader has another name and other content.
fn change_an_asset(shop: &Shop) {
    let path = shop.path("assets/manifest.json");
    let manifest = fs::read_to_string(&path).unwrap();
    let parsed: Value = serde_json::from_str(&manifest).unwrap();
    let loader = parsed["loader"]["file"].as_str().unwrap().to_owned();
    let other = loader.replace(".js", "-other.js");
    fs::write(shop.path("assets").join(&other), "export const other = 1;\n").unwrap();
    fs::write(&path, manifest.replace(&loader, &other)).unwrap();
}
