//! Nothing goes live that lacks a menu, legal data or labels that it should have: misspelt names of the configuration,
//! and what the live release had.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{
    LOCALES,
    damages::{built, refused},
};
use crate::support::Shop;

/// A misspelt name of the configuration is counted in the data and the similar one is named; a menu and legal data are
/// errors, with and without a live release.
#[test]
fn a_misspelt_name_of_the_configuration_does_not_go_live_silently() {
    let shop = Shop::small();
    let man = "navigations = { main = \"man\", top = \"top\", footer = \"footer\", colophon = \"colophon\" }";
    let with = |line: &str, wrong: &str| shop.configure("vitrine.toml", &[(line, wrong)]);
    let cases = [
        (
            "gpsr = ",
            "gpsr = \"vitrine_gspr\"",
            "hole-legal-field",
            "\"vitrine_gpsr\" is in ",
        ),
        (
            "warnings = ",
            "warnings = \"vitrine_warning\"",
            "hole-legal-field",
            "\"vitrine_warnings\" is in ",
        ),
        (
            "external_id = ",
            "external_id = \"externalID\"",
            "hole-legal-field",
            "\"externalId\" is in ",
        ),
        (
            "navigations = ",
            man,
            "hole-menu",
            "statamic.navigations.main names \"man\"",
        ),
    ];
    with("gpsr = ", "gpsr = \"vitrine_gspr\"");
    refused(&shop.vitrine(&["build", "--json"]));
    for live in [false, true] {
        for (line, wrong, code, says) in cases {
            with(line, wrong);
            let all = refused(&shop.offline(&[]));
            let named = |one: &Value| one["code"] == code && one["message"].as_str().unwrap().contains(says);
            assert!(all.iter().any(named), "{code} {says}: {all:#?}");
            assert_eq!(shop.path("dist/current").exists(), live, "{code}");
            match (live, line) {
                (true, "gpsr = ") => lost_in_each_locale(&all, "no product has the address of its manufacturer"),
                (true, "navigations = ") => lost_in_each_locale(&all, "the menu main"),
                _ => {}
            }
        }
        with("gpsr = ", "gpsr = \"vitrine_gpsr\"");
        shop.build();
    }
    let live = shop.live();
    with("navigations = ", man);
    let asked = refused(&shop.vitrine(&["build", "--json"]));
    assert!(asked.iter().any(|one| one["code"] == "hole-menu"), "{asked:#?}");
    assert_eq!(shop.live(), live);
    with("faq = ", "faq = \"vitrine_fqa\"");
    let run = shop.vitrine(&["build", "--json"]);
    let report = run.report();
    let found = crate::support::warnings(&report, "name-not-seen", "shopware.fields.faq");
    assert_eq!(found.len(), 1, "{report:#}");
    let message = found[0]["message"].as_str().unwrap();
    assert!(
        message.contains("\"vitrine_fqa\": it is in none of ") && message.ends_with("is that meant?"),
        "{message}"
    );
    let all: Value = serde_json::from_str(&run.stdout).unwrap();
    let counted = all["names"].as_array().unwrap().iter();
    let counted: Vec<&Value> = counted.filter(|one| one["key"] == "shopware.fields.gpsr").collect();
    assert!(
        counted[0]["count"].as_u64().unwrap() > 0 && counted[0]["what"] == "manufacturers",
        "{counted:?}"
    );
    assert_ne!(shop.live(), live, "other names are a warning");
}

/// What the live release has and the new one has not at all is an error in each locale, whatever the configuration says.
fn lost_in_each_locale(all: &[Value], what: &str) {
    let lost = all.iter().filter(|one| {
        let message = one["message"].as_str().unwrap();
        message.starts_with(what) && message.contains("; the live release has ")
    });
    let locales: BTreeSet<&str> = lost.filter_map(|one| one["locale"].as_str()).collect();
    assert_eq!(locales, LOCALES.into(), "{what}: {all:#?}");
}

/// Legal data that an editor empties, and a name that is left out of the configuration, are holes too; accepted, they
/// are published, and the next build does not miss them any more.
#[test]
fn what_the_live_release_had_and_the_new_one_has_not_is_a_hole() {
    let shop = built();
    for locale in LOCALES {
        let is_site = |set: &Value| set["handle"] == "site";
        shop.change_pulled(&format!("statamic/globals.{locale}"), is_site, |set| {
            assert!(set["vat_number"].as_str().unwrap().starts_with("NL"));
            set["vat_number"] = Value::Null;
        });
    }
    let all = refused(&shop.offline(&[]));
    lost_in_each_locale(&all, "the field vat_number");
    assert!(all.iter().all(|one| one["code"] == "hole-legal-field"), "{all:#?}");
    let report = shop.offline(&["--accept", "hole-legal-field"]).report();
    let accepted = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["code"] == "hole-legal-field");
    assert!(
        accepted.clone().count() == 3 && accepted.clone().all(|one| one["accepted"] == true),
        "{report:#}"
    );
    let again = shop.offline(&[]).report();
    assert_eq!(
        again["release"], report["release"],
        "the live release has none of it either"
    );
}
