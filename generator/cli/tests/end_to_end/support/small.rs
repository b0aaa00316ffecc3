//! Lindhoven with a few of its products: every kind of page, every list of the backends, and a fifth of a build's time.

use std::{fs, os::unix::fs::symlink, path::Path};

use serde_json::{Value, json};

use super::{copy, lindhoven, read_json};

/// Families that are kept: with options, tiers, a single option, no options, a digital product, and a bundle.
const FAMILIES: [&str; 7] = [
    "alkoof",
    "cadeaukaart",
    "eb-vloed",
    "knaap",
    "plisse",
    "ravel",
    "verzorgset",
];

/// Writes the shop's data files into a new folder, with links to Lindhoven's folders: a test may change the files.
pub(super) fn write(folder: &Path) {
    let products = folder.join("products");
    fs::create_dir_all(&products).unwrap();
    for entry in fs::read_dir(lindhoven()).unwrap() {
        let entry = entry.unwrap();
        let (from, to) = (entry.path(), folder.join(entry.file_name()));
        if from.is_file() {
            fs::copy(from, to).unwrap();
        } else if entry.file_name() != "products" {
            symlink(from, to).unwrap();
        }
    }
    for family in FAMILIES {
        add_family(folder, family);
    }
}

/// Adds a family of Lindhoven to a written shop.
pub(super) fn add_family(folder: &Path, family: &str) {
    let file = format!("products/{family}.json");
    let mut product = read_json(&lindhoven().join(&file));
    without_others(&mut product);
    fs::write(folder.join(file), product.to_string()).unwrap();
}

/// Replaces the link to Lindhoven's content by a copy that a test may change.
pub(super) fn own_content(folder: &Path) {
    let content = folder.join("content");
    fs::remove_file(&content).unwrap();
    copy(&lindhoven().join("content"), &content);
}

/// The demo refuses data that refers to a missing product.
fn without_others(family: &mut Value) {
    let variants = family["variants"].as_array().cloned().unwrap_or_default();
    assert!(
        variants.iter().all(|variant| variant["cross_selling"].is_null()),
        "others are named by the family alone"
    );
    family.as_object_mut().unwrap().remove("cross_selling");
}

/// The care set, 0.5 litres, has a base price for this many litres.
pub(crate) fn sold_by_the_litre(data: &Path, amount: f64) {
    let file = data.join("products/verzorgset.json");
    let mut product = read_json(&file);
    product["unit"] = json!("litre");
    product["purchase_unit"] = json!(0.5);
    product["reference_unit"] = json!(amount);
    fs::write(&file, product.to_string()).unwrap();
}
