//! Concurrent and killed builders (rule 19, R-GEN-02): one works and the others wait; the last good pull is complete at
//! all times.

use std::{
    fs,
    io::{BufRead, BufReader},
    process::{Child, ChildStderr, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::support::{Shop, read_json, tree};

/// Timeout of the test for a call to arrive.
const PATIENCE: Duration = Duration::from_secs(60);

/// Rounds of concurrent builds, and builds in each.
const ROUNDS: usize = 2;
const AT_ONCE: usize = 2;

fn begun(shop: &Shop, arguments: &[&str]) -> Child {
    let mut command = shop.command(arguments);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Exit status and output.
fn ended(child: Child) -> (Option<i32>, String) {
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!said.contains("panicked"), "{said}");
    (output.status.code(), said)
}

/// A build that hangs during its pull, while the demo holds its call.
fn hanging(shop: &Shop) -> Child {
    let calls = || shop.control("GET", "calls", &Value::Null)["calls"].clone();
    shop.control("DELETE", "calls", &Value::Null);
    let fault = json!({ "backend": "statamic", "path": "/api/globals", "kind": "hang" });
    shop.control("POST", "faults", &fault);
    let child = begun(shop, &["build"]);
    let since = Instant::now();
    while !calls().as_array().unwrap().iter().any(|call| call["fault"] == "hang") {
        assert!(since.elapsed() < PATIENCE, "the pull does not come to the globals");
    }
    child
}

/// The pull is complete: each file has the number of records in the metadata, each a JSON value, and there are no other
/// files.
fn snapshot_is_whole(shop: &Shop) {
    let mut files = tree(&shop.path("state/snapshot"));
    let about: Value = serde_json::from_slice(&files.remove("pull.json").unwrap()).unwrap();
    let counts = about["counts"].as_object().unwrap();
    assert!(files.keys().eq(sorted(counts.keys())), "{:?}", files.keys());
    for (file, bytes) in files {
        let text = String::from_utf8(bytes).unwrap();
        for line in text.lines() {
            serde_json::from_str::<Value>(line).unwrap_or_else(|error| panic!("{file}: {error}"));
        }
        assert_eq!(Some(text.lines().count() as u64), counts[&file].as_u64(), "{file}");
    }
}

fn sorted<'k>(keys: impl Iterator<Item = &'k String>) -> impl Iterator<Item = &'k String> {
    let mut keys: Vec<&String> = keys.collect();
    keys.sort();
    keys.into_iter()
}

/// The state folder contains only the lock, the ledger of prices, the snapshot's link and the directory it points to, and the format of
/// the state.
fn nothing_is_left_over(shop: &Shop) {
    let names = fs::read_dir(shop.path("state")).unwrap();
    let mut names: Vec<String> = names
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let pull = names.iter().position(|name| name.starts_with("snapshot."));
    names.remove(pull.unwrap_or_else(|| panic!("{names:?}")));
    assert_eq!(names, ["build.lock", "prices", "snapshot", "version.json"]);
}

/// Rule 19: one builder; the others wait and report it. None fails, and the last pull is complete and can be built
/// offline.
#[test]
fn rule_19_builds_at_once_wait_for_each_other() {
    let shop = Shop::small();
    shop.build();
    for round in 0..ROUNDS {
        shop.edit("pages/privacy", "nl-NL", &json!({ "title": format!("Ronde {round}") }));
        let mut builds: Vec<Child> = (0..AT_ONCE).map(|_| begun(&shop, &["build"])).collect();
        builds.push(begun(&shop, &["build", "--offline"]));
        let ends: Vec<(Option<i32>, String)> = builds.into_iter().map(ended).collect();
        for (code, said) in &ends {
            assert_eq!(*code, Some(0), "round {round}: {said}");
        }
        let waited = ends
            .iter()
            .filter(|(_, said)| said.contains(" is building in "))
            .count();
        assert!(waited >= 1, "nobody said that it waits: {ends:?}");
        snapshot_is_whole(&shop);
        nothing_is_left_over(&shop);
        assert!(shop.file("site/privacy.html").contains(&format!("Ronde {round}")));
        let live = shop.live();
        let offline = shop.vitrine(&["build", "--offline"]);
        assert_eq!(offline.code, Some(0), "{}", offline.stderr);
        assert_eq!(shop.live(), live, "offline gives the same release");
    }
}

/// R-GEN-02, rule 19: a kill during a pull leaves the last good pull; a waiting build continues, and the next build
/// removes leftovers.
#[test]
fn r_gen_02_a_kill_in_the_middle_of_a_pull_leaves_the_last_good_one() {
    let shop = Shop::small();
    shop.build();
    let kept = shop.kept();
    for _ in 0..2 {
        let mut pulling = hanging(&shop);
        // It reads the last pull, which the other build may replace, so it waits until the kernel releases the lock.
        let mut offline = begun(&shop, &["build", "--offline"]);
        let mut said = BufReader::new(offline.stderr.take().unwrap());
        let line = first_line(&mut said);
        let holder = format!("vitrine build (process {}) is building in ", pulling.id());
        assert!(
            line.starts_with(&holder) && line.contains("waiting up to 600 s"),
            "{line}"
        );
        assert_eq!(offline.try_wait().unwrap(), None, "it does not build meanwhile");
        pulling.kill().unwrap();
        pulling.wait().unwrap();
        assert!(offline.wait().unwrap().success());
        shop.control("DELETE", "faults", &Value::Null);
        let now = shop.kept();
        assert!(
            now.0 == kept.0 && now.1 == kept.1 && now.2 == kept.2,
            "something changed"
        );
    }
    shop.build();
    nothing_is_left_over(&shop);
    snapshot_is_whole(&shop);
}

fn first_line(said: &mut BufReader<ChildStderr>) -> String {
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    line
}

/// Rule 19: waiting for another builder has a timeout, and the error names the command that holds the lock.
#[test]
fn rule_19_a_wait_that_is_too_long_names_the_builder() {
    let shop = Shop::small();
    shop.build();
    let kept = shop.kept();
    shop.configure("hasty.toml", &[("lock = ", "lock = 0")]);
    let mut pulling = hanging(&shop);
    for arguments in [
        &["--config", "hasty.toml", "build"][..],
        &["--config", "hasty.toml", "build", "--offline"],
    ] {
        let run = shop.vitrine(arguments);
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        let said = run.said();
        for words in [
            &format!("vitrine build (process {}) is building in ", pulling.id()),
            "did not end within 0 s, so nothing was built",
            "Build again when it has ended, or raise timeouts.lock",
        ] {
            assert!(said.contains(words), "{words:?} is not in: {said}");
        }
    }
    pulling.kill().unwrap();
    pulling.wait().unwrap();
    let now = shop.kept();
    assert!(
        now.0 == kept.0 && now.1 == kept.1 && now.2 == kept.2,
        "something changed"
    );
}

/// A pull of an older version is a directory in the place of the link: it can be built offline, and the next pull
/// replaces it.
#[test]
fn a_pull_of_a_former_version_is_read_and_replaced() {
    let shop = Shop::small();
    shop.build();
    let link = shop.path("state/snapshot");
    let pulled = shop.path("state").join(fs::read_link(&link).unwrap());
    fs::remove_file(&link).unwrap();
    fs::rename(pulled, &link).unwrap();
    let live = shop.live();
    let offline = shop.vitrine(&["build", "--offline"]);
    assert_eq!(offline.code, Some(0), "{}", offline.stderr);
    assert_eq!(shop.live(), live);
    shop.build();
    nothing_is_left_over(&shop);
    assert_eq!(read_json(&link.join("pull.json"))["format"], 1);
}
