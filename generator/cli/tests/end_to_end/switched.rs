//! Failures after `dist/current` was switched: the release is live, and the error says so.

use std::fs;

use serde_json::Value;

use crate::values::recorded;

/// R-GEN-02: if the list of releases cannot be written, the error says that the new release is live and what to do;
/// report and exit status agree, no release is removed, and the next build succeeds once it can be written.
#[test]
fn r_gen_02_a_failure_after_the_switch_says_that_the_release_is_live() {
    let shop = recorded();
    let before = shop.live();
    let history = shop.path("dist/releases/history");
    fs::remove_file(&history).unwrap();
    // Even root cannot write to a folder as if it were a file.
    fs::create_dir(&history).unwrap();
    shop.change_pulled(
        "statamic/entries.brands.nl",
        |record| record["slug"] == "lumo",
        |record| record["title"] = "Anders".into(),
    );
    let run = shop.offline(&[]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    let live = shop.live();
    assert_ne!(live, before, "it went live");
    let id = live.file_name().unwrap().to_str().unwrap();
    let said = run.said();
    assert!(said.contains(&format!("the new release {id} is live")), "{said}");
    assert!(
        said.contains("history") && said.contains("build again"),
        "what failed and what to do: {said}"
    );
    for false_word in ["as it was", "live release stays", "build stopped"] {
        assert!(!said.contains(false_word), "{said}");
    }
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(report["report"]["release"], id);
    assert!(
        report["report"]["unfinished"].as_str().unwrap().contains("is live"),
        "{}",
        report["report"]["unfinished"]
    );
    assert!(shop.file("site/merken/lumo.html").contains("Anders"));
    assert!(
        shop.path("dist").join(&before).exists(),
        "no release is removed by a list that could not be read"
    );

    fs::remove_dir(&history).unwrap();
    let report = shop.offline(&[]).report();
    assert_eq!(
        (&report["release"], &report["unfinished"]),
        (&Value::from(id), &Value::Null)
    );
}
