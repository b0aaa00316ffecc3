//! Text typed and pasted by editors becomes a page's own markup, and everything else is reported (R-CMS-04).

use serde_json::json;

use crate::{
    embedded::{LOCALES, add_to_text, service},
    support::{Shop, warnings},
};

const NEW_TAB: [(&str, &str); 3] = [
    ("nl", "(opent in een nieuw tabblad)"),
    ("en", "(opens in a new tab)"),
    ("de", "(öffnet in einem neuen Tab)"),
];

/// A text as produced by the control panel and a word processor: deleted words, items and cells with a paragraph, empty
/// paragraphs, headings with equal text, a picture of an asset with a title, a file, links with and without a target.
fn article(picture: &str, file: &str) -> String {
    format!(
        "<h2>Größe &amp; “Prijs”</h2><p>a <strike>b</strike></p><p></p><p>&nbsp;</p>\
         <ul><li><p>een</p><ul><li><p>twee</p></li></ul></li></ul>\
         <table><tbody><tr><th rowspan=\"1\" colspan=\"1\"><p>kop</p></th><td rowspan=\"1\" colspan=\"1\"><p>cel</p></td></tr></tbody></table>\
         <h2>Größe &amp; “Prijs”</h2><h2>Main</h2>\
         <p><img src=\"{picture}\" alt=\"Zo\" title=\"Een &quot;stoel&quot; &lt;3\"></p><p><img src=\"/assets/gone.jpg\" alt=\"\"></p>\
         <p><a href=\"{file}\">prijslijst</a> <a target=\"_blank\" href=\"https://elsewhere.example/a\" title=\"Meer\">elders</a>\
         <a title=\"x\">weggehaald</a> <a href=\"#main-2\">naar</a></p><p><br></p>"
    )
}

/// R-CMS-04: "Rich text … headings, lists, tables, links, images": in each locale, without the leftovers of editing
/// tools.
#[test]
fn r_cms_04_pasted_text_is_printed_as_intended() {
    let shop = Shop::small();
    shop.build();
    let assets = shop.pulled("statamic/assets.assets");
    let asset = assets
        .iter()
        .find(|asset| asset["width"].as_u64().is_some_and(|width| width > 100) && asset["url"].is_string())
        .expect("a picture");
    let picture = asset["url"].as_str().unwrap().to_owned();
    let pages = service(&shop);
    for (locale, id, _) in &pages {
        add_to_text(&shop, locale, id, &article(&picture, "/assets/prijs%20lijst.pdf"));
    }
    let report = shop.offline(&[]).report();
    for ((locale, id, path), (_, new_tab)) in pages.iter().zip(NEW_TAB) {
        let html = shop.file(&format!("site{path}.html"));
        for part in [
            "<h2 id=\"größe-prijs\">Größe &amp; “Prijs”</h2><p>a <s>b</s></p><ul><li>een<ul><li>twee</li></ul></li></ul>",
            "<tr><th rowspan=\"1\" colspan=\"1\">kop</th><td rowspan=\"1\" colspan=\"1\">cel</td></tr>",
            "<h2 id=\"größe-prijs-2\">",
            "<h2 id=\"main-2\">Main</h2>",
            "<figcaption class=\"figure__caption\">Een &quot;stoel&quot; &lt;3</figcaption></figure>",
            "/assets/prijs%20lijst.pdf\" rel=\"noopener\">prijslijst</a>",
            "weggehaald <a href=\"#main-2\">naar</a></p>",
        ] {
            assert!(html.contains(part), "{locale} {path}: {part}\n{html}");
        }
        let link = format!(
            "<a href=\"https://elsewhere.example/a\" title=\"Meer\" target=\"_blank\" rel=\"noopener\">elders\
             <span class=\"visually-hidden\"> {new_tab}</span></a>"
        );
        assert!(html.contains(&link), "{locale}: {link}\n{html}");
        let figure = html.split("<figure><img").nth(1).expect("a figure");
        let tag = figure.split_once('>').unwrap().0;
        for part in ["loading=\"lazy\"", "width=", "height=", "alt=\"Zo\""] {
            assert!(tag.contains(part), "{locale} {part}: {tag}");
        }
        for gone in [
            "<strike",
            "<p></p>",
            "<p>&nbsp;</p>",
            "<p><br></p>",
            "<li><p>",
            "data-anchor",
            "gone.jpg",
        ] {
            assert!(!html.contains(gone), "{locale} {gone}");
        }
        let mut ids: Vec<&str> = html
            .split(" id=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap())
            .collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all, "{locale}: each id once");
        let told = |code: &str, words: &str| {
            let found = warnings(&report, code, id);
            found
                .iter()
                .filter(|one| one["message"].as_str().unwrap().contains(words))
                .count()
        };
        assert_eq!(told("link-nowhere", "weggehaald"), 1, "{locale}: {report:#}");
        assert_eq!(told("field-shape", "gone.jpg"), 1, "{locale}");
        assert_eq!(told("link-shape", "prijs"), 0, "{locale}: a file is a link");
        assert_eq!(told("dead-link", "prijs"), 0, "{locale}: a file is no page");
    }
}

/// Nothing is made up if a title, a term or the page of a button is missing; each is reported with its entry and field.
#[test]
fn r_cms_04_missing_values_are_reported_and_not_made_up() {
    let shop = Shop::small();
    shop.build();
    let pages = service(&shop);
    for (locale, id, _) in &pages {
        let file = format!("statamic/entries.pages.{locale}");
        shop.change_pulled(
            &file,
            |entry| entry["id"] == id.as_str(),
            |entry| {
                entry["title"] = json!(null);
                let blocks = entry["blocks"].as_array_mut().unwrap();
                let block = blocks.iter_mut().find(|block| block["type"] == "rich_text").unwrap();
                let button = |link: serde_json::Value| json!({"type": "button", "button": {"label": "Kijk verder", "link": link}});
                let parts = block["text"].as_array_mut().unwrap();
                parts.extend([button(json!(null)), button(json!({"url": null, "title": null})), button(json!(""))]);
            },
        );
    }
    let events = shop.pulled("statamic/entries.events.nl");
    let has_type = |event: &&serde_json::Value| event["type"].is_array() || event["type"].is_object();
    let event = events.iter().find(has_type).expect("an event with a type");
    let (id, uri) = (event["id"].clone(), event["uri"].clone());
    shop.change_pulled(
        "statamic/entries.events.nl",
        |entry| entry["id"] == id,
        |entry| entry["type"] = json!([{"id": "event_types::verzonnen", "slug": "verzonnen", "title": "Verzonnen"}]),
    );
    let report = shop.offline(&[]).report();
    for ((locale, _), (_, id, path)) in LOCALES.iter().zip(&pages) {
        let nowhere = warnings(&report, "link-nowhere", id);
        assert!(!nowhere.is_empty(), "{locale}: {report:#}");
        assert!(
            nowhere.iter().all(|one| one["place"]["field"] == "link"),
            "{nowhere:#?}"
        );
        let untitled = warnings(&report, "title-missing", id);
        assert_eq!(untitled.len(), 1, "{locale}");
        assert!(
            untitled[0]["place"]["edit_url"]
                .as_str()
                .is_some_and(|url| url.starts_with("http"))
        );
        let html = shop.file(&format!("site{path}.html"));
        assert!(!html.contains("<a class=\"button\" href=\"\""), "{locale}");
    }
    let unknown = warnings(&report, "term-unknown", uri.as_str().unwrap());
    assert!(!unknown.is_empty(), "{report:#}");
    let message = unknown[0]["message"].as_str().unwrap();
    assert!(message.contains("event_types::verzonnen"), "{message}");
    let html = shop.file(&format!("site{}.html", uri.as_str().unwrap()));
    assert!(!html.contains("Verzonnen"), "what the CMS makes of a slug is not shown");
}

/// A film, a document or a phone's own picture format in a picture field is left out and reported with its field; the
/// pictures of other fields are kept. The editors' text about opening hours is in the footer of each page.
#[test]
fn r_cms_06_files_that_are_no_pictures_are_left_out() {
    let shop = Shop::small();
    shop.build();
    let pages = service(&shop);
    for (locale, id, _) in &pages {
        for (name, kind) in [("film", "mp4"), ("blad", "PDF"), ("foto", "heic")] {
            let file = format!("statamic/entries.pages.{locale}");
            shop.change_pulled(
                &file,
                |entry| entry["id"] == id.as_str(),
                |entry| {
                    let blocks = entry["blocks"].as_array_mut().unwrap();
                    let block = blocks.iter_mut().find(|block| block["type"] == "rich_text").unwrap();
                    let url = format!("https://cms.example/assets/{name}.{kind}?v=1");
                    let image = json!({"id": format!("assets::{name}.{kind}"), "url": url, "permalink": url});
                    block["text"]
                        .as_array_mut()
                        .unwrap()
                        .push(json!({"type": "image", "image": image, "caption": name}));
                },
            );
        }
    }
    let report = shop.offline(&[]).report();
    let notes = [
        "Woensdag tot en met zaterdag open",
        "Open Wednesday to Saturday",
        "Mittwoch bis Samstag geöffnet",
    ];
    for ((_, id, path), note) in pages.iter().zip(notes) {
        let html = shop.file(&format!("site{path}.html"));
        let found = warnings(&report, "field-shape", id);
        for kind in ["mp4", "pdf", "heic"] {
            let of_kind = |one: &&serde_json::Value| one["message"].as_str().unwrap().contains(&format!("{kind:?}"));
            assert_eq!(
                found.iter().copied().filter(of_kind).count(),
                1,
                "{path} {kind}: {found:#?}"
            );
        }
        assert!(!html.contains("cms.example/assets"), "{path}");
        let foot = html.rsplit("<footer").next().unwrap();
        assert!(foot.contains(note), "{path}: {foot}");
    }
}
