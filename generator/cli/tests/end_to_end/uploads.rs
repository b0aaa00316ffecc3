//! Only changed files are uploaded: `vitrine changes`, `scripts/deploy/upload`, and the job of
//! `scripts/deploy/workflow.yml`, whose commands are run literally; two folders of this machine stand in for the CDN
//! and the API's host.

use std::{collections::BTreeMap, fs, os::unix::fs::PermissionsExt, path::Path};

use serde_json::{Value, json};

use crate::{
    deploying::upload as upload_command,
    support::{Run, Shop, root, tree},
};

/// A wrapper that calls the real command with the hosts' folders on this machine, and records its arguments.
const RSYNC: &str = r#"#!/bin/bash
all=(); for one in "$@"; do one="${one//api-host:\/srv\/vitrine/$HOSTS/api}"; all+=("${one//your-cdn:\/shop/$HOSTS/cdn}"); done
[ ! -e "$HOSTS/broken" ] || case "$*" in *your-cdn*) exit 23;; esac
exec /usr/bin/rsync --itemize-changes "${all[@]}" > >(grep -v '/$' >>"$HOSTS/sent")
"#;
const SSH: &str = "#!/bin/bash\n[ \"$1\" = api-host ] && exec bash -ec \"${2//\\/srv\\/vitrine/$HOSTS/api}\"\n";

/// A shop in whose folder a job runs: with the scripts, and `bin/` first in the path.
fn shop() -> Shop {
    assert!(
        Path::new("/usr/bin/rsync").is_file(),
        "rsync is missing: install it with  sudo apt-get install rsync"
    );
    let shop = Shop::small();
    shop.configure(
        "vitrine.toml",
        &[
            ("dist = ", "dist = \"dist\""),
            ("state_dir = ", "state_dir = \".vitrine\""),
            ("accept = ", "accept = [\"law-guarantee-notice\", \"law-privacy-link\"]"),
        ],
    );
    for folder in ["bin", "scripts/deploy", "hosts/api/dist/releases", "hosts/cdn"] {
        fs::create_dir_all(shop.path(folder)).unwrap();
    }
    for (name, text) in [("rsync", RSYNC), ("ssh", SSH)] {
        let file = shop.path("bin").join(name);
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }
    for file in ["upload", "nothing.json"] {
        fs::copy(
            root().join("scripts/deploy").join(file),
            shop.path("scripts/deploy").join(file),
        )
        .unwrap();
    }
    shop
}

fn typed(shop: &Shop, commands: &str) -> Run {
    shop.shell(&format!(
        "export HOSTS=\"$PWD/hosts\" PATH=\"$PWD/bin:$PATH\"\nset -e\n{commands}"
    ))
}

/// Uploads by the command of the guide.
fn upload(shop: &Shop) -> Run {
    typed(shop, &upload_command())
}

/// The CDN has the files of the live release, and the assets of earlier ones.
fn is_whole(shop: &Shop) {
    let (mut held, wanted) = (tree(&shop.path("hosts/cdn")), tree(&shop.path("dist/current/site")));
    held.retain(|file, _| wanted.contains_key(file) || !file.starts_with("assets/"));
    let (held, wanted): (Vec<_>, Vec<_>) = (held.into_iter().collect(), wanted.into_iter().collect());
    assert!(held == wanted, "the CDN has not the files of the release");
    let (ours, theirs) = (shop.live(), fs::read_link(shop.path("hosts/api/dist/current")).unwrap());
    assert_eq!(theirs, ours);
    let (ours, theirs) = (
        tree(&shop.path("dist").join(&ours)),
        tree(&shop.path("hosts/api/dist").join(&theirs)),
    );
    assert!(ours == theirs, "the API's host has another release");
}

/// Files on the CDN that were sent by the last upload.
fn sent(shop: &Shop) -> Vec<String> {
    let log = shop.path("hosts/sent");
    let text = fs::read_to_string(&log).unwrap_or_default();
    let _none = fs::remove_file(&log).is_ok();
    let lines = text
        .lines()
        .filter(|line| line.starts_with("<f") || line.starts_with(">f"));
    lines
        .filter_map(|line| line.split_once(' '))
        .map(|(_, file)| file.trim().to_owned())
        .collect()
}

fn changes(shop: &Shop, arguments: &[&str]) -> Value {
    let all = [&["changes", "--format", "json"], arguments].concat();
    let run = shop.vitrine(&all);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    serde_json::from_str(&run.stdout).unwrap()
}

/// "A report of changed files so that only those are uploaded": for two releases, however they are named.
#[test]
fn r_gen_03_changed_files_are_reported() {
    let shop = Shop::small();
    shop.configure(
        "vitrine.toml",
        &[("accept = ", "accept = [\"law-guarantee-notice\", \"law-privacy-link\"]")],
    );
    let first = shop.build()["release"].as_str().unwrap().to_owned();
    let all = tree(&shop.path("dist/current/site")).len();
    let told = changes(&shop, &[]);
    assert_eq!(
        (&told["format"], &told["from"], &told["to"]),
        (&json!(1), &Value::Null, &json!(first))
    );
    assert_eq!(
        told["added"].as_array().unwrap().len(),
        all,
        "without a former release all files are new"
    );

    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Privacy in vier zinnen" }));
    let gone = json!({ "entry": "pages/privacy", "site": "de-DE", "publish": false });
    shop.control("POST", "entries", &gone);
    let second = shop.build()["release"].as_str().unwrap().to_owned();
    let before = tree(&shop.path("dist/releases").join(&first).join("site"));
    let after = tree(&shop.path("dist/current/site"));
    let mut truth: BTreeMap<&str, Vec<&String>> =
        BTreeMap::from([("added", vec![]), ("changed", vec![]), ("removed", vec![])]);
    for (file, bytes) in &after {
        match before.get(file) {
            None => truth.get_mut("added").unwrap().push(file),
            Some(old) if old != bytes => truth.get_mut("changed").unwrap().push(file),
            Some(_) => {}
        }
    }
    truth.insert(
        "removed",
        before.keys().filter(|file| !after.contains_key(*file)).collect(),
    );
    assert!(truth["removed"].iter().any(|file| *file == "de/datenschutz.html"));
    assert!(truth["changed"].iter().any(|file| *file == "privacy.html"));
    let unchanged = after.len() - truth["added"].len() - truth["changed"].len();
    let manifest = shop
        .path("dist/releases")
        .join(&first)
        .join("release.json")
        .display()
        .to_string();
    let folder = shop.path("dist/releases").join(&first).display().to_string();
    for from in [
        vec![],
        vec!["--from", &first],
        vec!["--from", &manifest],
        vec!["--from", &folder],
    ] {
        let told = changes(&shop, &[from, vec!["--to", &second]].concat());
        for (kind, files) in &truth {
            assert_eq!(told[*kind], json!(files), "{kind}");
        }
        assert_eq!((&told["from"], &told["to"]), (&json!(first), &json!(second)));
        assert_eq!(told["unchanged"], unchanged);
    }
    let text = shop.vitrine(&["changes"]);
    assert!(
        text.stdout.lines().any(|line| line == "~ privacy.html"),
        "{}",
        text.stdout
    );
    assert!(
        text.stdout.lines().any(|line| line == "- de/datenschutz.html"),
        "{}",
        text.stdout
    );
    assert!(
        text.said().contains(&format!("release {second}, since {first}: ")),
        "{}",
        text.stderr
    );
    let wrong = shop.vitrine(&["changes", "--from", "nowhere"]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.said().contains("nowhere"), "{}", wrong.stderr);
}

/// The steps of the job, in order: name and commands.
fn steps() -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("scripts/deploy/workflow.yml")).unwrap();
    assert!(!text.contains('\t'), "YAML has no tabs");
    let job = text.split("\n    steps:\n").nth(1).unwrap();
    let mut steps = Vec::new();
    for step in job.split("\n      - ").map(|step| step.trim_start_matches("      - ")) {
        let name = step
            .lines()
            .find_map(|line| line.trim().strip_prefix("name: "))
            .unwrap_or_default();
        let Some((_, run)) = step.split_once("        run: ") else {
            assert!(step.contains("uses: "), "{step} does nothing");
            continue;
        };
        let commands = match run.strip_prefix("|\n") {
            Some(block) => block.lines().map(str::trim_start).collect::<Vec<_>>().join("\n"),
            None => run.trim().to_owned(),
        };
        steps.push((name.to_owned(), commands));
    }
    steps
}

/// R-GEN-01, R-GEN-02: the job builds, checks and uploads; the second time only changed files; an interrupted upload is
/// completed by the next one; a failed build uploads nothing.
#[test]
fn r_gen_02_the_job_builds_checks_and_uploads_changed_files() {
    let steps = steps();
    let names: Vec<&str> = steps.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["Binary and assets", "Build", "Check", "Upload what changed"]);
    for part in [
        "cargo build --release",
        "--no-default-features",
        "npm ci --ignore-scripts",
        "npm run build",
    ] {
        assert!(steps[0].1.contains(part), "{part}");
    }
    let job: Vec<&str> = steps[1..].iter().map(|(_, commands)| commands.as_str()).collect();
    let job = job
        .join("\n")
        .replace("${{ vars.API_HOST }}", "api-host:/srv/vitrine")
        .replace("${{ vars.CDN }}", "your-cdn:/shop");
    let shop = shop();
    let well = |run: Run| assert_eq!(run.code, Some(0), "{}", run.stderr);
    // This shop has few of the demo's products, so some links are findings; a real job would end there.
    let lenient = job.replace("vitrine check", "vitrine check >checked 2>&1 || [ $? = 1 ]");
    well(typed(&shop, &lenient));
    assert!(shop.path("checked").is_file());
    let job = job.replace("vitrine check\n", "");
    is_whole(&shop);
    let all = sent(&shop).len();

    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Privacy in vier zinnen" }));
    let gone = json!({ "entry": "pages/privacy", "site": "de-DE", "publish": false });
    shop.control("POST", "entries", &gone);
    well(typed(&shop, &job));
    is_whole(&shop);
    let some = sent(&shop);
    assert!(some.len() < all / 4, "{} of {all} files were sent again", some.len());
    assert!(some.iter().any(|file| file.ends_with("privacy.html")), "{some:?}");
    assert!(
        !shop.path("hosts/cdn/de/datenschutz.html").exists(),
        "a page that is gone vanishes"
    );

    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Privacy in drie zinnen" }));
    fs::write(shop.path("hosts/broken"), "").unwrap();
    assert_eq!(typed(&shop, &job).code, Some(23), "what fails ends the job");
    fs::remove_file(shop.path("hosts/broken")).unwrap();
    well(upload(&shop));
    is_whole(&shop);
    let text = fs::read_to_string(shop.path("hosts/cdn/privacy.html")).unwrap();
    assert!(
        text.contains("Privacy in drie zinnen"),
        "the upload that broke off is made good"
    );

    let kept = tree(&shop.path("hosts/cdn"));
    fs::remove_file(shop.path("assets/manifest.json")).unwrap();
    assert_eq!(typed(&shop, &job).code, Some(2));
    assert!(tree(&shop.path("hosts/cdn")) == kept, "a failed build uploads nothing");
    assert_eq!(upload(&shop).code, Some(0), "nothing to do is no fault");
}

/// R-GEN-02: the same between folders of this machine, as they are typed, without ssh.
#[test]
fn r_gen_02_a_release_is_uploaded_to_folders_of_this_machine() {
    let shop = shop();
    fs::remove_dir_all(shop.path("hosts")).unwrap();
    fs::create_dir(shop.path("hosts")).unwrap();
    fs::write(shop.path("bin/ssh"), "#!/bin/bash\nexit 97\n").unwrap();
    shop.build();
    let here = |shop: &Shop| typed(shop, "scripts/deploy/upload hosts/api hosts/cdn");
    let run = here(&shop);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    is_whole(&shop);
    let all = sent(&shop).len();
    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Privacy in vier zinnen" }));
    shop.build();
    let run = here(&shop);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    is_whole(&shop);
    assert!(sent(&shop).len() < all / 4, "only what changed");
}
