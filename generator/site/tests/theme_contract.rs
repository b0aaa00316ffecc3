//! The templates that a shop's own look may build on are those of `templates/contract.json`.

#![allow(clippy::unwrap_used, reason = "a panic is a failed test")]

mod support;

use std::collections::BTreeSet;

use support::own;
use vitrine_site::{
    sources::Place,
    theme::{Contract, blocks_of, values_of},
};

/// A block or value that goes, or that another template has now, is told here before it surprises a shop: keep it, or
/// name its new one in `renamed`.
#[test]
fn documented_templates_have_their_blocks_and_values() {
    let templates = Place::Folder(own("../../templates"));
    let contract = Contract::read(&templates).unwrap();
    assert!(contract.templates.len() >= 15, "the contract is read");
    let mut expected = Vec::new();
    for (name, entry) in &contract.templates {
        let source = templates.read_text(name).unwrap();
        let blocks: BTreeSet<String> = blocks_of(&source).into_iter().map(|(_, block)| block).collect();
        let documented: BTreeSet<String> = entry.blocks.keys().cloned().collect();
        assert_eq!(blocks, documented, "blocks of {name}");
        for text in entry.blocks.values().chain([&entry.about]) {
            assert!(!text.is_empty(), "a description in {name} is missing");
        }
        let values = values_of(&source).unwrap();
        if values != entry.values {
            expected.push(format!("{name} {}", serde_json::to_string(&values).unwrap()));
        }
    }
    assert!(
        expected.is_empty(),
        "the values in templates/contract.json should be:\n{}",
        expected.join("\n")
    );
}

#[test]
fn new_names_exist() {
    let templates = Place::Folder(own("../../templates"));
    for (old, new) in Contract::read(&templates).unwrap().renamed {
        let (template, block) = old.split_once('#').unwrap_or((&old, ""));
        let current = if block.is_empty() { new.as_str() } else { template };
        let source = templates.read_text(current).unwrap();
        let exists = block.is_empty() || blocks_of(&source).iter().any(|(_, name)| *name == new);
        assert!(exists, "{old} -> {new}");
    }
}
