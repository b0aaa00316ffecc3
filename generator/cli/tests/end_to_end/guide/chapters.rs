//! Types the commands of README.md and of the chapters that have no test of their own, in a shop that serves its second
//! release.

use std::{fs, os::unix::fs::symlink};

use serde_json::json;

use super::{
    documents::{self, bare},
    first_shop, own_island,
    untyped::UNTYPED,
};
use crate::{
    deploying,
    support::{CMS_SECRET, Served, Shop, root, started},
};

/// `curl` with the addresses of the documents redirected to this shop's; what is typed where a command asks.
const ADDRESSES: &str = r#"
command -v curl >/dev/null || { echo "curl is missing: install it with  sudo apt-get install curl" >&2; exit 3; }
here() { local text="${1//https:\/\/shop.example/$SHOP}"; printf %s "${text//http:\/\/127.0.0.1:4010\//$SHOPWARE/}"; }
curl() { local all=() one; for one in "$@"; do all+=("$(here "$one")"); done; command curl --fail --silent --show-error "${all[@]}"; }
exec <<<"lindehout-2026"
"#;

/// Commands that end with 1 if they found something.
const FINDS: [&str; 2] = ["vitrine check", "vitrine doctor"];

pub(super) fn is_untyped(document: &str, command: &str) -> bool {
    UNTYPED
        .iter()
        .any(|(place, line, _)| *place == document && *line == bare(command))
}

/// The commands of a document that are typed here: all but those that other tests type, and those of the list.
fn typed_here(document: &str) -> Vec<String> {
    if [first_shop::CHAPTER, own_island::CHAPTER].contains(&document) {
        return Vec::new();
    }
    let elsewhere: Vec<String> = deploying::typed_blocks()
        .iter()
        .flat_map(|block| documents::split(block))
        .collect();
    let mut commands = documents::commands(document);
    commands.retain(|command| !elsewhere.contains(command) && !is_untyped(document, command));
    commands
}

/// A script that types the commands one after another, and ends at the first that fails.
fn script(shop: &Shop, served: &Served, commands: &[String]) -> String {
    let store = shop.store_api();
    let shopware = store.strip_suffix("/store-api").unwrap();
    let mut script = format!(
        "SHOP={}\nSHOPWARE={shopware}\nexport VITRINE_CONTENT_HOOK_SECRET={CMS_SECRET}\n{ADDRESSES}",
        served.url
    );
    for (number, command) in commands.iter().enumerate() {
        let most = i32::from(FINDS.iter().any(|finds| command.starts_with(finds)));
        let command = command.replace("/path/to/shopware", "shopware");
        script += &format!(
            "{command}\nended=$?\n[ $ended -le {most} ] || {{ echo \"command {number} ended with $ended\" >&2; exit 1; }}\n"
        );
    }
    script
}

/// A shop with two releases, in a folder that has the scripts.
fn shop() -> Shop {
    let shop = Shop::small();
    shop.build();
    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Privacy in drie zinnen" }));
    shop.build();
    symlink(root().join("scripts"), shop.path("scripts")).unwrap();
    fs::create_dir_all(shop.path("shopware/custom/apps")).unwrap();
    shop
}

/// R-GEN-01: what the documents tell operators to type works as it stands there. A command that cannot be typed is in the
/// list of `untyped.rs`; any other is typed.
#[test]
fn every_command_of_the_guide_and_the_readme_works() {
    let shop = shop();
    let mut command = shop.command(&["serve", "--no-builder"]);
    command.env("VITRINE_CONTENT_HOOK_SECRET", CMS_SECRET);
    let served = started(command, shop.path("serve.log"));
    let mut typed = 0;
    for document in documents::all() {
        let commands = typed_here(&document);
        let run = shop.shell(&script(&shop, &served, &commands));
        assert_eq!(
            run.code,
            Some(0),
            "{document}: {commands:#?}\n{}\n{}",
            run.stdout,
            run.stderr
        );
        typed += commands.len();
    }
    assert!(typed >= 25, "{typed} commands were typed");
    let manifest = shop.path("shopware/custom/apps/VitrineShopWindow/manifest.xml");
    assert!(manifest.is_file(), "the app for Shopware was written");
    assert!(served.terminate().success());
}

/// A command that is gone from its document is gone from the list too, and each has a reason.
#[test]
fn commands_that_are_not_typed_are_in_their_documents() {
    for (document, line, reason) in UNTYPED {
        let commands = documents::commands(document);
        assert!(
            commands.iter().any(|command| bare(command) == line),
            "{document} does not have the command {line:?}"
        );
        assert!(!reason.is_empty(), "{document}: {line}");
    }
}

/// What the documents are searched with finds commands with all their lines, and no comments.
#[test]
fn commands_are_found_with_the_lines_that_continue_them() {
    let block = "# a comment\nvitrine init \\\n  --listen x  # why\n\ncat > file <<'END'\n# not a comment\nEND\nvitrine build\n";
    assert_eq!(
        documents::split(block),
        [
            "vitrine init \\\n  --listen x  # why",
            "cat > file <<'END'\n# not a comment\nEND",
            "vitrine build"
        ]
    );
    assert_eq!(bare("scripts/start     # all of it"), "scripts/start");
}
