//! `vitrine doctor`: it finds each planted fault and only that one, says nothing about whole backends, and only reads.

mod faults;
mod planting;
mod reads;
mod server;

use serde_json::Value;

use crate::support::{NOW, Run, Shop, root};

/// Runs the doctor and returns its document.
fn examined(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {}", run.stderr))
}

fn doctor(shop: &Shop, arguments: &[&str]) -> Run {
    shop.vitrine(&[&["doctor", "--format", "json", "--now", NOW], arguments].concat())
}

/// The codes of the findings, sorted.
fn codes(document: &Value) -> Vec<&str> {
    let findings = document["findings"].as_array().unwrap();
    let mut codes: Vec<&str> = findings.iter().map(|one| one["code"].as_str().unwrap()).collect();
    codes.sort_unstable();
    codes
}

/// Both formats, on the demo's backends as they are.
#[test]
fn the_doctor_says_nothing_about_whole_backends() {
    let shop = Shop::start();
    let run = doctor(&shop, &["--logins", "--strict"]);
    let document = examined(&run);
    assert_eq!(codes(&document), [] as [&str; 0], "{:#}", document["findings"]);
    assert_eq!(run.code, Some(0));
    assert_eq!(document["format"], 1);
    assert_eq!(document["summary"]["errors"], 0);
    assert_eq!(document["summary"]["warnings"], 0);
    let seen = document["seen"].to_string();
    for part in [
        "EUR",
        "nl-NL",
        "iDEAL",
        "eleven visitors",
        "contact",
        "image CDN",
        "vitrine_energy",
    ] {
        assert!(seen.contains(part), "{part}: {seen}");
    }
    // What nothing told is reported as that.
    let unchecked = document["not_checked"].to_string();
    for part in ["double opt-in of guests", "time zone", "base_url is on this machine"] {
        assert!(unchecked.contains(part), "{part}: {unchecked}");
    }

    let run = shop.vitrine(&["doctor", "--now", NOW]);
    assert_eq!(run.code, Some(0));
    assert_eq!(run.stdout, "");
    let said = run.said();
    assert!(said.contains("nothing is wrong"), "{said}");
    assert!(said.contains("\n0 errors, 0 warnings, "), "{said}");
    let left: Vec<_> = std::fs::read_dir(shop.path("state/doctor")).unwrap().collect();
    assert!(left.is_empty(), "what was read is removed: {left:?}");
}

/// Codes without a planted fault: the running server's own findings, which its tests plant, and a full disk.
const NOT_PLANTED: [&str; 4] = ["outbox-full", "outbox-old", "release-refused", "disk-small"];

/// The tests of this folder.
const TABLES: [&str; 5] = [
    include_str!("faults/cms.rs"),
    include_str!("faults/orders.rs"),
    include_str!("faults/records.rs"),
    include_str!("faults/shopware.rs"),
    include_str!("server.rs"),
];

/// A new code needs a planted fault.
#[test]
fn each_code_of_the_contract_has_a_planted_fault() {
    let contract = std::fs::read_to_string(root().join("generator/docs/contracts/doctor.md")).unwrap();
    let (_, table) = contract.split_once("## Codes").unwrap();
    let codes = table
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let missing: Vec<&str> = codes
        .filter(|code| !TABLES.iter().any(|table| table.contains(&format!("\"{code}\""))))
        .collect();
    assert_eq!(missing, NOT_PLANTED);
}
