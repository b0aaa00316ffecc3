//! The guide's chapter about look and words, typed in a folder of `vitrine init` with the packages that it tells to install:
//! it ends with an island of the shop's own on its pages.

use std::{os::unix::fs::symlink, process::Command};

use super::{chapters::is_untyped, documents};
use crate::support::{Packed, root};

/// The chapter whose commands are typed here.
pub(super) const CHAPTER: &str = "generator/docs/guide/theme.md";

#[test]
fn the_chapter_about_the_look_leads_to_an_island_of_ones_own() {
    let packed = Packed::publishing();
    packed.init();
    packed.add("vitrine.toml", "\n[build]\naccept = [\"law-guarantee-notice\"]\n");
    symlink(root().join("islands/node_modules"), packed.path("node_modules")).unwrap();
    let mut commands = documents::commands(CHAPTER);
    commands.retain(|command| !is_untyped(CHAPTER, command));
    assert!(commands.len() >= 12, "the chapter's commands are found: {commands:#?}");
    let environment: Vec<_> = packed
        .command(&[])
        .get_envs()
        .filter_map(|(key, value)| Some((key.to_owned(), value?.to_owned())))
        .collect();
    let bin = packed.program();
    let mut command = Command::new("/bin/bash");
    command
        .args(["-e", "-o", "pipefail", "-c", &commands.join("\n")])
        .env_clear()
        .envs(environment)
        .env("HOME", packed.shop.path(""))
        .env(
            "PATH",
            format!("{}:/usr/local/bin:/usr/bin:/bin", bin.parent().unwrap().display()),
        )
        .current_dir(packed.path(""));
    let run = packed.shop.end(&mut command);
    assert_eq!(run.code, Some(0), "{}\n{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("theme/bundles/cord-length.js"), "{}", run.stdout);
    let page = packed.page("en/products/alkoof-bed--ink-160-x-200-cm.html");
    assert!(page.contains("Cord under a ceiling of 260 cm: 185 cm"), "its baseline");
    let file = page
        .split("\"file\":\"/")
        .nth(1)
        .expect("its script")
        .split('"')
        .next()
        .unwrap();
    let script = packed.page(file);
    assert!(script.contains("\"./react-A1B2C3D4.js\""), "it shares React: {script}");
}
