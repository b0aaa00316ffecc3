//! What a release of the program is made of: licenses, manual pages, SBOM, units, and the refusals of `scripts/release`.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use jsonschema::Registry;
use serde_json::Value;

use crate::support::{Packed, read_json, root, tree};

/// `vitrine licenses` prints the program's own licenses and the notices that were packed; without notices it says what is
/// missing.
#[test]
fn the_program_prints_the_licenses_of_what_it_contains() {
    let packed = Packed::small();
    let bare = packed.shop.vitrine(&["licenses"]);
    assert_eq!(bare.code, Some(2));
    assert!(bare.stdout.contains("Permission is hereby granted") && bare.stdout.contains("Apache License"));
    assert!(
        bare.stderr.contains("does not carry them") && bare.stderr.contains("scripts/release"),
        "{}",
        bare.stderr
    );
    let notices = packed.shop.path("notices");
    fs::create_dir(&notices).unwrap();
    fs::write(notices.join("THIRD-PARTY-NOTICES.txt"), "serde 1 (MIT OR Apache-2.0)\n").unwrap();
    let mut pack = packed.shop.command(&["pack", "--notices", "notices"]);
    pack.arg("--into").arg(packed.program());
    for (flag, folder) in [("--templates", "templates"), ("--locales", "locales")] {
        pack.arg(flag).arg(root().join(folder));
    }
    pack.arg("--assets").arg(packed.shop.path("built"));
    let run = packed.shop.end(&mut pack);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let run = packed.vitrine(&["licenses"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.starts_with("Vitrine, licensed under") && run.stdout.ends_with("serde 1 (MIT OR Apache-2.0)\n"));
}

/// A page for every command that the help shows, completions for three shells, twice the same bytes, and nothing of hidden
/// commands.
#[test]
fn manual_pages_and_completions_have_every_command_that_is_not_hidden() {
    let packed = Packed::small();
    for folder in ["one", "two"] {
        let run = packed.shop.vitrine(&["manual", "--into", folder]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
    }
    let files = tree(&packed.shop.path("one"));
    assert!(files == tree(&packed.shop.path("two")), "two runs differ");
    let help = packed.shop.vitrine(&["--help"]).stdout;
    let commands = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let indented = |line: &str| line.starts_with("  ") && !line.starts_with("   ");
    let names: Vec<&str> = commands
        .lines()
        .filter(|line| indented(line))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(names.contains(&"serve") && names.contains(&"licenses"), "{names:?}");
    let text = |file: &str| String::from_utf8(files[file].clone()).unwrap();
    let shells = [
        "completions/vitrine.bash",
        "completions/_vitrine",
        "completions/vitrine.fish",
    ];
    for name in &names {
        assert!(
            files.contains_key(&format!("man/vitrine-{name}.1")),
            "no page of {name}"
        );
        for shell in shells {
            assert!(text(shell).contains(name), "{name} is missing in {shell}");
        }
    }
    for hidden in ["resident-build", "bench-floor", "island-props"] {
        assert!(!files.keys().any(|file| file.contains(hidden)), "{hidden}");
        for shell in shells {
            assert!(!text(shell).contains(hidden), "{hidden} stands in {shell}");
        }
    }
    assert!(
        text("man/vitrine.1").contains("Exit status"),
        "the exit statuses are in the manual"
    );
}

fn script(folder: &Path, line: &str) -> Output {
    Command::new("bash")
        .args(["-c", line])
        .current_dir(folder)
        .output()
        .unwrap()
}

/// The SBOM is valid CycloneDX with a hash of every component; the notices have a text of each.
#[test]
fn the_sbom_is_valid_and_the_notices_name_what_it_has() {
    let made = script(
        &root(),
        "node scripts/releasing/sbom.mjs x86_64-unknown-linux-gnu 0123abc 1700000000",
    );
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let sbom: Value = serde_json::from_slice(&made.stdout).unwrap();
    let schema = |name: &str| read_json(&root().join(format!("scripts/releasing/schema/{name}.json")));
    let registry = ["spdx", "jsf-0.82"]
        .into_iter()
        .fold(Registry::new(), |registry, name| {
            let address = format!("http://cyclonedx.org/schema/{name}.SNAPSHOT.schema.json");
            registry.add(address, schema(name)).unwrap()
        });
    let registry = registry.prepare().unwrap();
    let validator = jsonschema::options()
        .with_registry(&registry)
        .build(&schema("bom-1.5"))
        .unwrap();
    let wrong: Vec<String> = validator.iter_errors(&sbom).map(|error| error.to_string()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let components = sbom["components"].as_array().unwrap();
    let names: Vec<&str> = components.iter().map(|one| one["name"].as_str().unwrap()).collect();
    for name in ["tokio", "react", "leaflet", "ring"] {
        assert!(names.contains(&name), "{name} is missing");
    }
    for of_tests in ["proptest", "vitest", "vitrine-demo", "tempdir"] {
        assert!(!names.contains(&of_tests), "{of_tests} is in the program");
    }
    assert!(
        components.iter().all(|one| one["hashes"].is_array()),
        "one without a hash"
    );
    assert_eq!(sbom["metadata"]["timestamp"], "2023-11-14T22:13:20.000Z");
}

/// A release is of a tag: a changed work tree, a commit without its tag and a changelog without the version are refused with
/// what to do, and nothing is made.
#[test]
fn a_release_is_refused_without_its_tag_or_with_changes() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for file in ["scripts/release", "scripts/setup.sh", "Cargo.toml"] {
        fs::create_dir_all(at.join(file).parent().unwrap()).unwrap();
        fs::copy(root().join(file), at.join(file)).unwrap();
    }
    fs::write(at.join("CHANGELOG.md"), "## [Unreleased]\n").unwrap();
    let git = "git -c user.name=a -c user.email=a@example.test -c init.defaultBranch=main -c commit.gpgsign=false";
    let run = |line: &str| {
        let out = script(at, &line.replace("git ", &format!("{git} ")));
        (out.status.code(), String::from_utf8(out.stderr).unwrap())
    };
    assert_eq!(
        run("git init --quiet && git add --all && git commit --quiet --message one").0,
        Some(0)
    );
    let refused = |parts: &[&str]| {
        let (code, said) = run("scripts/release made");
        assert_eq!(code, Some(1), "{said}");
        for part in parts {
            assert!(said.contains(part), "{part:?} is missing in {said}");
        }
        assert!(!at.join("made").exists(), "something was made");
    };
    let version = env!("CARGO_PKG_VERSION");
    refused(&["has no tag", &format!("git tag --sign v{version}")]);
    run(&format!("git tag v{version}"));
    refused(&[&format!("CHANGELOG.md has no section [{version}]"), "Unreleased"]);
    fs::write(at.join("left.txt"), "").unwrap();
    refused(&["differs from its commit", "left.txt"]);
}

/// What `scripts/release` gives to the Debian package.
fn released(at: &Path) {
    for (file, text) in [
        ("vitrine", "#!/bin/sh\n"),
        ("man/vitrine.1", ".TH vitrine 1\n"),
        ("completions/vitrine.bash", "complete\n"),
        ("completions/_vitrine", "#compdef vitrine\n"),
        ("completions/vitrine.fish", "complete\n"),
        ("THIRD-PARTY-NOTICES.txt", "serde 1\n"),
    ] {
        fs::create_dir_all(at.join(file).parent().unwrap()).unwrap();
        fs::write(at.join(file), text).unwrap();
    }
}

/// The Debian package has the same bytes whenever it is made; what it installs belongs to root, needs the C library that the
/// program needs, and includes units and the user that they run as.
#[test]
fn the_debian_package_is_reproducible_and_complete() {
    let folder = tempfile::tempdir().unwrap();
    let mut packages = Vec::new();
    for (at, umask) in [("one", "022"), ("two", "077")] {
        let at = folder.path().join(at);
        fs::create_dir(&at).unwrap();
        released(&at);
        let build = root().join("scripts/releasing/debian/build");
        let line = format!(
            "umask {umask}; SOURCE_DATE_EPOCH=1700000000 {} . 1.2.3 amd64 2.34 ./vitrine.deb && dpkg-deb --info vitrine.deb && dpkg-deb --contents vitrine.deb",
            build.display()
        );
        let made = script(&at, &line);
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        packages.push((
            fs::read(at.join("vitrine.deb")).unwrap(),
            String::from_utf8(made.stdout).unwrap(),
        ));
    }
    assert!(packages[0].0 == packages[1].0, "two packages differ");
    let told = &packages[0].1;
    for part in [
        "Version: 1.2.3",
        "Depends: libc6 (>= 2.34), libgcc-s1, ca-certificates",
        "./usr/bin/vitrine",
        "./usr/share/man/man1/vitrine.1.gz",
        "./usr/share/bash-completion/completions/vitrine",
        "./usr/lib/systemd/system/vitrine.service",
        "./usr/lib/systemd/system/vitrine-build.service",
        "./usr/lib/systemd/system/vitrine-build.timer",
        "./usr/lib/sysusers.d/vitrine.conf",
        "./usr/share/doc/vitrine/copyright",
        "./usr/share/doc/vitrine/THIRD-PARTY-NOTICES.txt.gz",
    ] {
        assert!(told.contains(part), "{part} is missing in {told}");
    }
    let files = told
        .lines()
        .filter(|line| line.starts_with('-') || line.starts_with('d'));
    assert!(
        files.clone().count() > 10 && files.clone().all(|line| line.contains(" root/root ")),
        "{told}"
    );
    let program = files.clone().find(|line| line.ends_with("./usr/bin/vitrine")).unwrap();
    assert!(program.starts_with("-rwxr-xr-x"), "{program}");
}

/// The units are what systemd reads, and hardened (an exposure of at most 1.5 of 10), where systemd is installed.
#[test]
fn the_units_are_valid_and_hardened() {
    let units = root().join("scripts/releasing/systemd");
    let folder = tempfile::tempdir().unwrap();
    for unit in ["vitrine.service", "vitrine-build.service", "vitrine-build.timer"] {
        let text = fs::read_to_string(units.join(unit)).unwrap();
        if unit.ends_with(".service") {
            for line in [
                "ProtectSystem=strict",
                "ReadWritePaths=/srv/vitrine",
                "NoNewPrivileges=yes",
                "User=vitrine",
            ] {
                assert!(text.lines().any(|one| one == line), "{unit} has no {line}");
            }
        }
        // The program is not installed where the test runs.
        fs::write(folder.path().join(unit), text.replace("/usr/bin/vitrine", "/bin/true")).unwrap();
    }
    if !Path::new("/usr/bin/systemd-analyze").exists() {
        return;
    }
    let verified = script(folder.path(), "systemd-analyze verify --man=no ./*.service ./*.timer");
    let said = String::from_utf8_lossy(&verified.stderr).into_owned();
    assert!(verified.status.success() && said.is_empty(), "{said}");
    for unit in ["vitrine.service", "vitrine-build.service"] {
        let judged = script(
            folder.path(),
            &format!("systemd-analyze security --offline=yes --threshold=15 ./{unit}"),
        );
        assert!(judged.status.success(), "{}", String::from_utf8_lossy(&judged.stdout));
    }
}
