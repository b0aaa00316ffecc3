//! A category tree that is unknown to the CMS, in addition to Lindhoven's own.

use std::{fs, path::Path};

use serde_json::{Value, json};

use crate::support::{change_json, lindhoven, read_json};

/// An additional tree. The key of a category states its purpose.
fn gifts() -> Value {
    json!({
        "key": "cadeaus", "name": { "nl-NL": "Cadeaus", "en-GB": "Gifts", "de-DE": "Geschenke" },
        "description": {
            "nl-NL": "<p>Iets <strong>kleins</strong> om te geven.</p>", "en-GB": "<p>Something small to give.</p>",
            "de-DE": "<p>Etwas Kleines zum Verschenken.</p>",
        },
        "meta_title": { "nl-NL": "Cadeaus voor thuis", "en-GB": "Gifts for the home", "de-DE": "Geschenke" },
        "meta_description": { "nl-NL": "Cadeaus die blijven.", "en-GB": "Gifts that stay.", "de-DE": "Geschenke, die bleiben." },
        "media": "attic-wide", "seo_path": { "nl-NL": "Cadeaus/", "en-GB": "Gift-Ideas/" },
        "children": [
            {
                "key": "zonder-pad", "name": { "nl-NL": "Voor thuis", "en-GB": "For the home", "de-DE": "Für zu Hause" },
                "children": [{
                    "key": "derde", "name": { "nl-NL": "Kaarslicht", "en-GB": "Candlelight", "de-DE": "Kerzenlicht" },
                    "seo_path": { "nl-NL": "Cadeaus/Kaarslicht/" },
                }],
            },
            { "key": "verborgen", "name": "Verborgen", "visible": false, "seo_path": "Verborgen/" },
            { "key": "uit", "name": "Uitgezet", "active": false, "seo_path": "Uitgezet/" },
            { "key": "leeg", "name": "Leeg", "seo_path": "Leeg/" },
            { "key": "groep", "name": "Dynamisch", "stream": [], "seo_path": "Dynamisch/" },
            { "key": "map", "name": "Ideeën", "type": "folder", "children": [{ "key": "klein", "name": "Klein" }] },
            { "key": "elders", "name": "Magazine", "type": "link", "link": { "url": "https://magazine.example/" } },
        ],
    })
}

/// Categories whose path is already taken: by a page of the CMS, by a screen in one language, by each other.
fn colliding() -> [Value; 4] {
    let shared = json!({ "nl-NL": "Zelfde/", "en-GB": "Same/", "de-DE": "Gleich/" });
    let other = json!({ "nl-NL": "Zelfde/", "en-GB": "Other/", "de-DE": "Anders/" });
    [
        json!({ "key": "botst-pagina", "name": "Hulp", "seo_path": { "nl-NL": "Service/", "en-GB": "Help/", "de-DE": "Hilfe/" } }),
        json!({ "key": "botst-scherm", "name": "Kar", "seo_path": { "nl-NL": "Winkelwagen/", "en-GB": "Carts/", "de-DE": "Karren/" } }),
        json!({ "key": "eerste", "name": "Eerste", "seo_path": shared }),
        json!({ "key": "tweede", "name": "Tweede", "seo_path": other }),
    ]
}

const OF_PRODUCTS: [(&str, &[&str]); 4] = [
    ("ravel", &["cadeaus"]),
    ("plisse", &["derde", "eerste"]),
    ("knaap", &["verborgen", "uit", "zonder-pad"]),
    (
        "verzorgset",
        &["klein", "botst-pagina", "botst-scherm", "eerste", "tweede"],
    ),
];

pub(super) fn with_gifts(data: &Path) {
    let mut tree = read_json(&lindhoven().join("categories.json"));
    let list = tree.as_array_mut().unwrap();
    list.push(gifts());
    list.extend(colliding());
    let file = data.join("categories.json");
    fs::remove_file(&file).unwrap();
    fs::write(file, tree.to_string()).unwrap();
    for (product, more) in OF_PRODUCTS {
        change_json(&data.join(format!("products/{product}.json")), |product| {
            product["categories"]
                .as_array_mut()
                .unwrap()
                .extend(more.iter().map(|key| json!(key)));
        });
    }
    // The CMS has a page for this one in two languages.
    change_json(&data.join("content/pages/tafellampen.json"), |page| {
        page["de-DE"]["published"] = json!(false);
    });
}
