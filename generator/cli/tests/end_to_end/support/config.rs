//! A temporary configuration made from the project's own, and a minimal folder of built assets for the templates.

use std::{fs, path::Path};

use serde_json::{Map, Value, json};
use vitrine_demo::Demo;

use super::root;

/// The project's `vitrine.toml` for a demo and a folder.
pub(super) fn of(folder: &Path, demo: &Demo) -> String {
    let (root, folder) = (root().display().to_string(), folder.display().to_string());
    let lines = [
        (
            "endpoint = \"http://127.0.0.1:4010/",
            format!("endpoint = \"{}/store-api\"", demo.shopware_url()),
        ),
        (
            "endpoint = \"http://127.0.0.1:4011\"",
            format!("endpoint = \"{}\"", demo.statamic_url()),
        ),
        (
            "hosts = [\"http://127.0.0.1:4012\"]",
            format!("hosts = [\"{}\"]", demo.images_url()),
        ),
        (
            "port = 4013",
            format!("port = {}", demo.mail_address().rsplit(':').next().unwrap()),
        ),
        ("dist = ", format!("dist = \"{folder}/dist\"")),
        ("state_dir = ", format!("state_dir = \"{folder}/state\"")),
        ("templates = ", format!("templates = \"{root}/templates\"")),
        ("locales = ", format!("locales = \"{root}/locales\"")),
        ("assets = ", format!("assets = \"{folder}/assets\"")),
        ("listen = ", "listen = \"127.0.0.1:0\"".to_owned()),
        ("hosts = [\"127.0.0.1:3000\"", "hosts = [\"127.0.0.1:0\"]".to_owned()),
        ("origins = ", "origins = [\"http://127.0.0.1:0\"]".to_owned()),
    ];
    let text = fs::read_to_string(format!("{root}/vitrine.toml")).unwrap();
    lines
        .iter()
        .fold(text, |text, (begin, line)| replace_line(&text, begin, line))
}

/// Replaces the one line that starts with `begin`.
pub(crate) fn replace_line(text: &str, begin: &str, new: &str) -> String {
    let mut found = 0;
    let lines = text.lines().map(|line| {
        if line.starts_with(begin) {
            found += 1;
            new
        } else {
            line
        }
    });
    let text = lines.collect::<Vec<_>>().join("\n") + "\n";
    assert_eq!(found, 1, "lines that begin with {begin:?}");
    text
}

/// Writes a manifest with the islands that templates use, and its files.
pub(super) fn write_assets(folder: &Path) {
    fs::create_dir_all(folder.join("assets")).unwrap();
    let mut files = Map::new();
    let mut add = |name: &str| {
        let (file, bytes) = (format!("assets/{name}"), format!("/* {name} */"));
        fs::write(folder.join(&file), &bytes).unwrap();
        let integrity = format!("sha384-{}", "A".repeat(64));
        files.insert(file.clone(), json!({ "integrity": integrity, "bytes": bytes.len() }));
        json!({ "file": file, "integrity": integrity, "preload": [] })
    };
    let (loader, styles) = (add("loader-A1B2C3D4.js"), add("styles-A1B2C3D4.css"));
    let sheets = json!({ "frames": add("frames-A1B2C3D4.css"), "form": add("form-A1B2C3D4.css") });
    let _of_previews = (add("preview-A1B2C3D4.js"), add("preview-A1B2C3D4.css"));
    let font = add("text-A1B2C3D4.woff2")["file"].clone();
    let mut islands: Map<String, Value> = ["buy-box", "cart", "cart-count", "form"]
        .into_iter()
        .map(|island| (island.to_owned(), add(&format!("{island}-A1B2C3D4.js"))))
        .collect();
    // The others have the script of the header, which pages load anyway.
    let of_header = islands["cart-count"].clone();
    for island in fs::read_dir(root().join("islands/src/islands")).unwrap() {
        let name = island.unwrap().file_name().into_string().unwrap();
        islands.entry(name).or_insert_with(|| of_header.clone());
    }
    let manifest = json!({
        "version": env!("CARGO_PKG_VERSION"), "loader": loader, "styles": styles, "sheets": sheets, "fonts": [font], "islands": islands, "files": files
    });
    fs::write(folder.join("manifest.json"), manifest.to_string()).unwrap();
}

/// Adds what islands of a shop's own import to minimal assets: React and the program's own module.
pub(super) fn publish_modules(folder: &Path) {
    let file = folder.join("manifest.json");
    let mut manifest: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let published: [(&str, &str, &[&str]); 5] = [
        ("react", "react", &["useState"]),
        ("react/jsx-runtime", "react", &["jsx", "jsxs"]),
        ("vitrine/react", "react", &["mountReact", "useStore"]),
        (
            "vitrine",
            "vitrine",
            &["call", "createTranslate", "formatMoney", "pageLocale"],
        ),
        ("vitrine/cart", "vitrine-cart", &["cartStore"]),
    ];
    for (name, stem, exports) in published {
        let asset = format!("assets/{stem}-A1B2C3D4.js");
        let text = format!("/* {stem} */");
        fs::write(folder.join(&asset), &text).unwrap();
        manifest["files"][&asset] = json!({ "integrity": format!("sha384-{}", "A".repeat(64)), "bytes": text.len() });
        manifest["modules"][name] = json!({ "file": asset, "preload": [], "exports": exports });
    }
    fs::write(file, manifest.to_string()).unwrap();
}
