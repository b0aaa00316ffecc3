//! `scripts/start` with a binary that is given: it has to be one of this commit, with the embedded backends.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Output},
};

use crate::support::root;

/// Runs a line in a folder with what `scripts/start` uses.
fn script(at: &Path, line: &str) -> Output {
    Command::new("bash")
        .args(["-c", line])
        .current_dir(at)
        .env("HOME", at)
        .output()
        .unwrap()
}

/// A program that answers `version` with this, in the folder.
fn program(at: &Path, version: &str) {
    let file = at.join("given");
    fs::write(&file, format!("#!/bin/sh\necho '{version}'\n")).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
}

/// "let `scripts/start` take a release binary of the same commit where one is given (`VITRINE_BIN`)": what is none is
/// refused with what to do, before anything is started.
#[test]
fn start_takes_a_binary_of_its_own_commit() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::create_dir(at.join("scripts")).unwrap();
    fs::copy(root().join("scripts/setup.sh"), at.join("scripts/setup.sh")).unwrap();
    let git = "git -c user.name=a -c user.email=a@example.test -c init.defaultBranch=main -c commit.gpgsign=false";
    let line =
        format!("{git} init --quiet && {git} add --all && {git} commit --quiet --message one && {git} rev-parse HEAD");
    let commit = String::from_utf8(script(at, &line).stdout).unwrap().trim().to_owned();
    assert_eq!(commit.len(), 40, "{commit}");
    let use_it = || {
        let out = script(at, ". scripts/setup.sh; use_binary given; printf %s \"$vitrine\"");
        let said = String::from_utf8(out.stderr).unwrap();
        (out.status.success(), String::from_utf8(out.stdout).unwrap(), said)
    };
    let refused = |parts: &[&str]| {
        let (worked, used, said) = use_it();
        assert!(
            !worked && used.is_empty() && parts.iter().all(|part| said.contains(part)),
            "{parts:?}: {said}"
        );
    };
    refused(&["VITRINE_BIN=given: there is no such file"]);
    fs::write(at.join("given"), "#!/bin/sh\nexit 1\n").unwrap();
    refused(&["given", "does not run on this machine"]);
    let demo = "release build for linux x86_64, with the demo";
    let other = "0123456789abcdef0123456789abcdef01234567";
    program(at, &format!("vitrine 0.1.0\ncommit {other} of 2026\n{demo}"));
    refused(&["is of another commit", &commit[..12], "unset VITRINE_BIN"]);
    program(
        at,
        &format!("vitrine 0.1.0\ncommit {commit} of 2026\nrelease build for linux x86_64, without the demo"),
    );
    refused(&["without the embedded backends", "cargo build --release --locked"]);
    let path = at.canonicalize().unwrap().join("given").display().to_string();
    program(at, &format!("vitrine 0.1.0\ncommit {commit} of 2026\n{demo}"));
    assert_eq!(use_it(), (true, path.clone(), String::new()));
    program(
        at,
        &format!("vitrine 0.1.0\nunknown commit (built from a work tree)\n{demo}"),
    );
    let (worked, used, said) = use_it();
    assert!(
        worked && used == path && said.contains("does not say of which commit it is"),
        "{said}"
    );
}
