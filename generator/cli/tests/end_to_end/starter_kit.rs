//! The structure of a public Statamic starter kit: one site `default`, the collections `articles` and `pages`, the
//! taxonomy `topics`, a global `settings`, Markdown in `content`. None of these names is used by this shop.

use std::{fs, path::Path};

use serde_json::{Value, json};

use crate::support::{Shop, read_json};

/// Every key that must be set for such a CMS. Each is named by the message of the previous build.
const KEYS: [(&str, &str); 5] = [
    ("statamic.endpoint", ""),
    ("statamic.collections", "collections = [\"pages\", \"articles\"]"),
    ("locales.content_site", "content_site = \"default\""),
    ("statamic.taxonomies", "taxonomies = [\"topics\"]"),
    ("statamic.asset_containers", "asset_containers = [\"assets\"]"),
];

fn write(path: &Path, value: &Value) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, value.to_string()).unwrap();
}

fn field(handle: &str, kind: &str, more: &Value) -> Value {
    let mut field = json!({"handle": handle, "type": kind});
    for (key, value) in more.as_object().into_iter().flatten() {
        field[key] = value.clone();
    }
    field
}

/// The content of the kit, replacing the shop's.
fn kit(data: &Path) {
    // The small shop's file is a link to Lindhoven's.
    let file = data.join("shop.json");
    let mut shop = read_json(&file);
    shop["sites"] =
        json!([{"handle": "default", "locale": "en_GB", "lang": "en", "url": "/", "name": "Harbour Street"}]);
    fs::remove_file(&file).unwrap();
    write(&file, &shop);
    let content = data.join("content");
    let assets = content.join("assets");
    for entry in fs::read_dir(&content).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true if path != assets => fs::remove_dir_all(&path).unwrap(),
            true => {}
            false => fs::remove_file(&path).unwrap(),
        }
    }
    let one = json!({});
    let asset = json!({"container": "assets", "max_files": 1});
    write(
        &content.join("collections.json"),
        &json!({
            "pages": {"title": "Pages", "structured": true, "blueprint": "plain", "routes": {"default": "{parent_uri}/{slug}"}},
            "articles": {"title": "Articles", "dated": true, "blueprint": "story", "mount": "pages/journal",
                "routes": {"default": "/journal/{slug}"}}
        }),
    );
    write(
        &content.join("taxonomies.json"),
        &json!({"topics": {"title": "Topics", "blueprint": "topic"}}),
    );
    write(
        &content.join("trees.json"),
        &json!({"pages": [{"entry": "pages/home"}, {"entry": "pages/about"}, {"entry": "pages/journal"}]}),
    );
    let blueprints = content.join("blueprints");
    let plain =
        json!({"title": "Plain", "fields": [field("content", "markdown", &one), field("template", "template", &one)]});
    write(&blueprints.join("plain.json"), &plain);
    let story = json!({"title": "Story", "fields": [
        field("content", "markdown", &one), field("hero_image", "assets", &asset), field("summary", "textarea", &one),
        field("topics", "terms", &json!({"taxonomies": ["topics"]})), field("colour", "select", &json!({"options": {"red": "Red"}})),
        field("source_note", "text", &one)
    ]});
    write(&blueprints.join("story.json"), &story);
    write(&blueprints.join("topic.json"), &json!({"title": "Topic", "fields": []}));
    let settings = json!({"title": "Settings", "fields": [field("strapline", "text", &one)], "default": {"strapline": "Made by hand"}});
    write(&content.join("globals/settings.json"), &settings);
    write(
        &content.join("terms/topics/wood.json"),
        &json!({"title": {"default": "Wood"}, "slug": {"default": "wood"}}),
    );
    let page =
        |title: &str, slug: &str, text: &str| json!({"default": {"title": title, "slug": slug, "content": text}});
    write(
        &content.join("pages/home.json"),
        &page("Harbour Street", "home", "We mend chairs. Read [about us](/about)."),
    );
    let about = "## How we work\n\nSlowly, and with **linseed oil**.\n\n- steaming\n- caning";
    write(&content.join("pages/about.json"), &page("About us", "about", about));
    write(
        &content.join("pages/journal.json"),
        &page("Journal", "journal", "What we saw."),
    );
    for (place, key) in ["caning", "glue"].into_iter().enumerate() {
        let text = format!("## The {key}\n\nA day in the workshop.\n\n1. First\n2. Then");
        let article = json!({"default": {
            "title": format!("On {key}"), "slug": key, "date": format!("2026-0{}-04", place + 3), "content": text, "summary": "In short.",
            "hero_image": "assets::diningroom-portrait.webp", "topics": ["wood"], "colour": "red", "source_note": "Notebook 4"
        }});
        write(&content.join(format!("articles/{key}.json")), &article);
    }
}

fn shop() -> Shop {
    let shop = Shop::small_with(kit);
    shop.configure("vitrine.toml", &[]);
    shop
}

/// The project's configuration without any setting about the CMS, in one language, with the first keys of [`KEYS`].
fn configured(shop: &Shop, keys: usize) {
    let text = fs::read_to_string(shop.path("vitrine.toml")).unwrap();
    let text = match fs::read_to_string(shop.path("whole.toml")) {
        Ok(whole) => whole,
        Err(_) => {
            fs::write(shop.path("whole.toml"), &text).unwrap();
            text
        }
    };
    let set: Vec<String> = KEYS
        .iter()
        .take(keys)
        .map(|(key, line)| match *key {
            "statamic.endpoint" => format!("endpoint = \"{}\"", shop.cms()),
            _ => (*line).to_owned(),
        })
        .collect();
    let (before, rest) = text.split_once("[[locales]]").unwrap();
    let others = rest.find("\n[account]").unwrap();
    let (between, rest) = rest[others..].split_once("\n[statamic]").unwrap();
    let after = rest.find("\n[images]").unwrap();
    let is_site = |line: &&String| line.starts_with("content_site");
    let site = set.iter().find(is_site).cloned();
    let site = site.unwrap_or_else(|| "content_site = \"en\"".to_owned());
    let lines: Vec<String> = set.iter().filter(|line| !is_site(line)).cloned().collect();
    let locale = format!("[[locales]]\ncode = \"en\"\niso = \"en-GB\"\nname = \"English\"\nprefix = \"\"\n{site}\n");
    let between = between.replace("consumer_locales = [\"nl\"]", "consumer_locales = [\"en\"]");
    let text = format!(
        "{before}{locale}{between}\n[statamic]\n{}\n{}",
        lines.join("\n"),
        &rest[after..]
    );
    // A starter kit has none of the pages that the law requires.
    let text = text.replace(crate::support::ACCEPTED, crate::support::NO_FOOTER);
    fs::write(shop.path("vitrine.toml"), text).unwrap();
}

/// R-GEN-01: from a configuration without CMS settings to readable pages; until there are pages, each message names the
/// next key and its value.
#[test]
fn r_gen_01_a_starter_kit_becomes_readable_pages() {
    let shop = shop();
    let said = |keys: usize| {
        configured(&shop, keys);
        let run = shop.vitrine(&["build"]);
        assert_eq!(run.code, Some(2), "with {keys} keys: {}", run.stderr);
        run.said()
    };
    for (keys, parts) in [
        (0, &["[statamic]", "missing field `endpoint`"][..]),
        (1, &["[statamic]", "missing field `collections`"]),
        (2, &["no site en", "it has default", "content_site", "[[locales]]"]),
    ] {
        let said = said(keys);
        for part in parts {
            assert!(said.contains(part), "with {keys} keys {part:?} is not in: {said}");
        }
    }
    configured(&shop, KEYS.len());
    let report = shop.build();
    let home = shop.file("site/index.html");
    assert!(
        home.contains("We mend chairs.") && home.contains("href=\"/about\""),
        "{home}"
    );
    let about = shop.file("site/about.html");
    for part in [
        "<h2 id=\"how-we-work\">How we work</h2>",
        "<strong>linseed oil</strong>",
        "<li>caning</li>",
    ] {
        assert!(about.contains(part), "{part:?} is not in: {about}");
    }
    let article = shop.file("site/journal/glue.html");
    for part in [
        "On glue",
        "A day in the workshop.",
        "<li>Then</li>",
        "In short.",
        "diningroom-portrait",
        "4 April 2026",
        "Wood",
        "2026-04-04",
    ] {
        assert!(article.contains(part), "{part:?} is not in: {article}");
    }
    let list = shop.file("site/journal.html");
    let place = |words: &str| {
        list.find(words)
            .unwrap_or_else(|| panic!("{words:?} is not in: {list}"))
    };
    assert!(
        place("What we saw.") < place("On glue") && place("On glue") < place("On caning"),
        "the newest first"
    );
    assert!(
        article.contains("href=\"/journal\""),
        "it stands below its list: {article}"
    );
    let found: Vec<&str> = report["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["message"].as_str().unwrap())
        .collect();
    assert!(
        found.contains(&"the field `source_note` of 2 entries of `articles` is shown nowhere"),
        "{found:?}"
    );
    assert!(
        found.contains(&"what the global `settings` has in `strapline` is shown nowhere"),
        "{found:?}"
    );
    let unread = report["warnings"].as_array().unwrap().iter();
    assert_eq!(
        unread.filter(|one| one["code"] == "field-not-shown").count(),
        2,
        "{found:?}"
    );
}

/// R-GEN-01: `[[content.kinds]]` supplements the fields; its errors are reported with the key.
#[test]
fn r_gen_01_a_kind_is_set_by_the_configuration() {
    let shop = shop();
    let kind = |table: &str| {
        configured(&shop, KEYS.len());
        let path = shop.path("vitrine.toml");
        let text = fs::read_to_string(&path).unwrap();
        fs::write(
            path,
            format!("{text}\n[[content.kinds]]\ncollection = \"articles\"\n{table}\n"),
        )
        .unwrap();
    };
    kind("kind = \"article\"\nexcerpt = \"source_note\"");
    let report = shop.build();
    let article = shop.file("site/journal/glue.html");
    assert!(
        article.contains("Notebook 4") && !article.contains("In short."),
        "{article}"
    );
    let messages = report["warnings"].to_string();
    assert!(
        messages.contains("the field `summary` of 2 entries of `articles`"),
        "{messages}"
    );
    kind("kind = \"news\"\ntext = \"content\"\npicture = \"hero_image\"\nexcerpt = \"summary\"");
    shop.build();
    let article = shop.file("site/journal/glue.html");
    for part in [
        "NewsArticle",
        "A day in the workshop.",
        "In short.",
        "diningroom-portrait",
        "Wood",
    ] {
        assert!(article.contains(part), "{part:?} is not in: {article}");
    }
    kind("kind = \"page\"");
    shop.build();
    let page = shop.file("site/journal/glue.html");
    for part in ["A day in the workshop.", "In short.", "diningroom-portrait"] {
        assert!(page.contains(part), "{part:?} is not in: {page}");
    }
    for (table, parts) in [
        ("kind = \"story\"", &["unknown variant `story`", "`article`"][..]),
        (
            "kind = \"designer\"\nexcerpt = \"summary\"",
            &["content.kinds of \"articles\"", "names excerpt", "leave it out"],
        ),
        (
            "kind = \"page\"\ntext = \"a b\"",
            &["content.kinds of \"articles\"", "names \"a b\""],
        ),
        (
            "kind = \"page\"\n[[content.kinds]]\ncollection = \"articles\"\nkind = \"page\"",
            &["stands there twice"],
        ),
        (
            "kind = \"page\"\n[[content.kinds]]\ncollection = \"stories\"\nkind = \"page\"",
            &["\"stories\"", "statamic.collections"],
        ),
    ] {
        kind(table);
        let run = shop.vitrine(&["build"]);
        assert_eq!(run.code, Some(2), "{table}: {}", run.stderr);
        for part in parts {
            assert!(run.said().contains(part), "{part:?} is not in: {}", run.said());
        }
    }
}
