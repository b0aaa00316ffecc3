//! A site with one language and without the demo shop's additional content: all these keys are optional (R-GEN-01).

use std::fs;

use serde_json::json;

use crate::support::{NO_FOOTER, Shop, change_json};

/// Keys of `[statamic]` that a small site does not need.
const LEFT_OUT: [&str; 6] = [
    "navigations",
    "taxonomies",
    "asset_containers",
    "alt_fields",
    "honeypots",
    "future_private",
];

/// The shop's configuration with the first of its locales, and without some keys.
fn one_language(shop: &Shop, left_out: &[&str]) {
    shop.configure("vitrine.toml", &[]);
    let path = shop.path("vitrine.toml");
    let text = fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once("[[locales]]").unwrap();
    let (first, rest) = rest.split_once("[[locales]]").unwrap();
    let others = rest.find("\n[account]").unwrap();
    let text = format!("{before}[[locales]]{first}{}", &rest[others..]);
    let is_left_out = |line: &str| left_out.iter().any(|key| line.starts_with(&format!("{key} = ")));
    let lines: Vec<&str> = text.lines().filter(|line| !is_left_out(line)).collect();
    let only_known = lines
        .join("\n")
        .replace("alt_fields = { en = \"alt_en\", de = \"alt_de\" }", "alt_fields = {}");
    let text = match left_out.contains(&"navigations") {
        true => only_known.replace(crate::support::ACCEPTED, NO_FOOTER),
        false => only_known,
    };
    fs::write(path, text + "\n").unwrap();
}

/// R-GEN-01: without each of the keys, and without all of them; the CMS has neither navigations nor taxonomies nor
/// globals. Only the content of the globals is missing, with a finding.
#[test]
fn r_gen_01_a_site_of_one_language_has_only_its_own_keys() {
    let shop = Shop::small();
    for key in LEFT_OUT {
        one_language(&shop, &[key]);
        assert_eq!(shop.vitrine(&["build"]).code, Some(0), "without {key}");
        for folder in ["state", "dist"] {
            fs::remove_dir_all(shop.path(folder)).unwrap();
        }
    }
    one_language(&shop, &LEFT_OUT);
    for version in [5, 6] {
        shop.control(
            "POST",
            "statamic",
            &json!({"version": version, "off": ["navs", "taxonomies", "globals"]}),
        );
        let report = shop.build();
        let absent: Vec<_> = report["warnings"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|warning| warning["code"] == "globals-absent")
            .collect();
        assert_eq!(absent.len(), 1, "{absent:?}");
        assert!(
            absent[0]["hint"].as_str().unwrap().contains("config/statamic/api.php"),
            "{absent:?}"
        );
        assert!(shop.file("site/contact.html").contains("<html lang=\"nl-NL\""));
        assert!(!shop.path("dist/current/site/en.html").exists());
    }
}

/// Rule 18: globals that existed and are disabled now are a loss, not an absence.
#[test]
fn rule_18_globals_that_are_switched_off_stop_the_build() {
    let shop = Shop::small();
    shop.build();
    let kept = shop.kept();
    shop.control("POST", "statamic", &json!({"off": ["globals"]}));
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.said().contains("globals"), "{}", run.said());
    assert!(shop.kept() == kept);
}

/// R-BACK-04: a collection that allows no filter, as after `'collections' => true`, is reported with the correct
/// setting.
#[test]
fn r_back_04_a_forbidden_filter_names_the_setting() {
    for collection in ["pages", "news"] {
        let shop = Shop::small_with(|data| {
            change_json(&data.join("content/collections.json"), |all| {
                all[collection]["allowed_filters"] = json!([]);
            });
        });
        let run = shop.vitrine(&["build"]);
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        for part in [
            "Forbidden filter: site",
            &format!("/collections/{collection}/entries"),
            "config/statamic/api.php",
            "'allowed_filters' => ['site', 'published']",
        ] {
            assert!(run.said().contains(part), "{part:?} is not in: {}", run.said());
        }
    }
}
