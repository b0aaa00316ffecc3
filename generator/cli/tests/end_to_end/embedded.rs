//! Embedded content in editors' texts: pictures, frames and anchors are shown or reported (R-CMS-04, R-ROUTE-09).

use serde_json::{Value, json};

use crate::support::{Shop, started, warnings};

pub(crate) const LOCALES: [(&str, &str); 3] = [("nl", ""), ("en", "/en"), ("de", "/de")];

/// Adds HTML to the first text in an entry's blocks in one locale of the last pull.
pub(crate) fn add_to_text(shop: &Shop, locale: &str, id: &str, html: &str) {
    let file = format!("statamic/entries.pages.{locale}");
    shop.change_pulled(
        &file,
        |entry| entry["id"] == id,
        |entry| {
            let blocks = entry["blocks"].as_array_mut().unwrap();
            let block = blocks.iter_mut().find(|block| block["type"] == "rich_text").unwrap();
            let part = block["text"]
                .as_array_mut()
                .unwrap()
                .iter_mut()
                .find(|part| part["type"] == "text")
                .unwrap();
            part["text"] = json!(format!("{}{html}", part["text"].as_str().unwrap()));
        },
    );
}

/// The pages of one CMS entry by locale: id, path.
pub(crate) fn service(shop: &Shop) -> Vec<(&'static str, String, String)> {
    let pulled = |locale: &str| shop.pulled(&format!("statamic/entries.pages.{locale}"));
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let dutch = pulled("nl")
        .into_iter()
        .find(|entry| entry["slug"] == "service")
        .unwrap();
    let origin = text(&dutch["id"]).unwrap();
    let found = LOCALES.iter().map(|(locale, prefix)| {
        let entries = pulled(locale);
        let of = |entry: &&Value| entry["id"] == origin.as_str() || entry["origin_id"] == origin.as_str();
        let entry = entries
            .iter()
            .find(of)
            .unwrap_or_else(|| panic!("no service in {locale}"));
        let uri = text(&entry["uri"]).unwrap();
        (*locale, text(&entry["id"]).unwrap(), format!("{prefix}{uri}"))
    });
    found.collect()
}

/// Pictures in the shop's and the CMS's texts are shown with their size, lazily loaded, and only from image hosts;
/// frames become links; everything left out is reported with its record and field.
#[test]
fn r_cms_04_pictures_and_frames_in_texts_are_shown_or_named() {
    let shop = Shop::small();
    shop.build();
    let product = shop
        .pulled("shopware/products.nl")
        .into_iter()
        .find(|product| product["productNumber"] == "PLISSE")
        .unwrap();
    let known = product["media"][0]["media"]["url"].as_str().unwrap().to_owned();
    let elsewhere = "https://pictures.example/a.jpg";
    let frame = "<iframe src=\"https://video.example/e/1?a=1&amp;b=2\" title=\"Film & geluid\"></iframe>";
    for (locale, alt) in [("nl", "Tafel"), ("en", "Table"), ("de", "Tisch")] {
        let html = format!(
            "<p>x <img src=\"{known}?own\" alt=\"{alt} &quot;1&quot;\" width=\"640\" height=\"480\" onload=\"x()\"></p>\
             <img src=\"{elsewhere}\" width=\"10\" height=\"10\"><img src=\"{known}?sizeless\">\
             <img src=\"data:image/png;base64,AAAA\">{frame}<iframe src=\"http://video.example/plain\"></iframe>\
             <video src=\"https://video.example/a.mp4\"></video>"
        );
        let file = format!("shopware/products.{locale}");
        shop.change_pulled(
            &file,
            |product| product["productNumber"] == "PLISSE",
            |product| {
                product["translated"]["description"] = json!(html);
            },
        );
    }
    let pages = service(&shop);
    for (locale, id, _) in &pages {
        add_to_text(
            &shop,
            locale,
            id,
            &format!("<p><img src=\"{known}\" width=\"3\" height=\"2\"></p>{frame}"),
        );
    }
    let report = shop.offline(&[]).report();
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    for ((locale, id, path), alt) in pages.iter().zip(["Tafel", "Table", "Tisch"]) {
        let found = shop.api(&format!("{}/api/search?q=PLISSE", served.url), locale);
        let href = found["products"][0]["href"].as_str().unwrap();
        let html = shop.get(&format!("{}{href}", served.url)).1;
        let picture = html
            .split("<img")
            .find(|tag| tag.contains(&format!("alt=\"{alt} &quot;1&quot;\"")))
            .unwrap();
        let picture = picture.split_once('>').unwrap().0;
        for part in ["width=\"640\"", "height=\"480\"", "loading=\"lazy\"", known.as_str()] {
            assert!(picture.contains(part), "{locale} {part}: {picture}");
        }
        assert!(!picture.contains("onload"), "{picture}");
        let link = "<a href=\"https://video.example/e/1?a=1&amp;b=2\" rel=\"noopener\">Film &amp; geluid</a>";
        assert!(html.contains(link), "{locale}");
        for gone in [
            elsewhere,
            "sizeless",
            "base64,AAAA",
            "video.example/plain",
            "video.example/a.mp4",
            "<iframe",
            "<video",
        ] {
            assert!(!html.contains(gone), "{locale} {gone}");
        }
        let page = shop.get(&format!("{}{path}", served.url)).1;
        assert!(page.contains(link), "{path}");
        // The CMS has the file, so its stated size is used.
        let mut tags = page.split("<img").filter_map(|rest| Some(rest.split_once('>')?.0));
        let picture = tags.find(|tag| tag.starts_with(&format!(" src=\"{known}"))).unwrap();
        assert!(
            picture.contains("height=\"1920\" loading=\"lazy\""),
            "{path}: {picture}"
        );
        assert_eq!(warnings(&report, "embed-not-shown", id).len(), 1, "{locale}");
    }
    told(&report, &pages[0].1);
}

/// Everything left out is reported: with product and field, and for an entry with its edit link.
fn told(report: &Value, service: &str) {
    let of = |code: &str| warnings(report, code, "PLISSE");
    let says = |found: &[&Value], words: &str| {
        found
            .iter()
            .filter(|one| one["message"].as_str().unwrap().contains(words))
            .count()
    };
    let shapes = of("field-shape");
    assert_eq!(says(&shapes, "sizeless"), 3, "{shapes:#?}");
    assert_eq!(says(&shapes, "data:image"), 0, "the sanitiser refuses it: {shapes:#?}");
    let frames = of("embed-not-shown");
    assert_eq!(
        says(&frames, "links to https://video.example/e/1?a=1&b=2"),
        3,
        "{frames:#?}"
    );
    assert_eq!(says(&frames, "left out"), 3, "{frames:#?}");
    assert_eq!(says(&of("element-not-shown"), "<video>"), 3);
    assert!(
        frames.iter().all(|one| one["place"]["field"] == "description"),
        "{frames:#?}"
    );
    let host = of("image-host");
    assert!(says(&host, "pictures.example") >= 1, "{host:#?}");
    let entry = warnings(report, "embed-not-shown", service);
    assert!(
        entry[0]["place"]["edit_url"]
            .as_str()
            .is_some_and(|url| url.starts_with("http")),
        "{entry:#?}"
    );
}

/// The query and the anchor of a link to an entry and of a redirect's target are kept: on pages, at a CDN and by the
/// server, which inserts the visitor's query before the anchor.
#[test]
fn r_route_09_anchors_and_queries_of_destinations_are_kept() {
    let shop = Shop::small();
    shop.build();
    let pages = service(&shop);
    for (locale, id, path) in &pages {
        let html = format!(
            "<p><a href=\"statamic://entry::{id}?kamer=bed&amp;token=GEHEIM#bedden één\">a</a> <a href=\"{path}#hier\">b</a></p>"
        );
        add_to_text(&shop, locale, id, &html);
    }
    let dutch = pages[0].1.as_str();
    let redirect = |from: &str, to: String, site: &str| json!({ "id": from, "enabled": true, "source": from, "destination": to, "type": "301", "match_type": "exact", "site": site });
    shop.put_pulled(
        "statamic/redirects",
        &[
            redirect("/oud-1", "/service#retour".to_owned(), "nl-NL"),
            redirect("/oud-2", format!("statamic://entry::{dutch}?a=1#één"), "nl-NL"),
            redirect("/oud-3", "/oud-4#eerst".to_owned(), "nl-NL"),
            redirect("/oud-4", "/service".to_owned(), "nl-NL"),
            redirect("/old-1", format!("{}#returns", pages[1].2), "en-GB"),
            redirect("/alt-1", "https://x.example/a?b=1#c".to_owned(), "de-DE"),
        ],
    );
    shop.offline(&[]).report();
    for (_, _, path) in &pages {
        let html = shop.file(&format!("site{path}.html"));
        assert!(
            html.contains(&format!("href=\"{path}?kamer=bed#bedden%20%C3%A9%C3%A9n\"")),
            "{path}"
        );
        assert!(html.contains(&format!("href=\"{path}#hier\"")), "{path}");
        assert!(!html.contains("GEHEIM"), "{path}");
    }
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    let lines = shop.file("site/_redirects");
    for (from, to, with_query) in [
        ("/oud-1", "/service#retour".to_owned(), "/service?q=2#retour".to_owned()),
        (
            "/oud-2",
            "/service?a=1#%C3%A9%C3%A9n".to_owned(),
            "/service?a=1#%C3%A9%C3%A9n".to_owned(),
        ),
        ("/oud-3", "/service#eerst".to_owned(), "/service?q=2#eerst".to_owned()),
        ("/oud-4", "/service".to_owned(), "/service?q=2".to_owned()),
        (
            "/en/old-1",
            format!("{}#returns", pages[1].2),
            format!("{}?q=2#returns", pages[1].2),
        ),
        (
            "/de/alt-1",
            "https://x.example/a?b=1#c".to_owned(),
            "https://x.example/a?b=1#c".to_owned(),
        ),
    ] {
        assert!(
            lines.lines().any(|line| line == format!("{from} {to} 301")),
            "{from} {to}: {lines}"
        );
        for (asked, expected) in [(from.to_owned(), to), (format!("{from}?q=2"), with_query)] {
            let (status, headers, _) = shop.answer(&format!("{}{asked}", served.url));
            assert_eq!(status, 301, "{asked}");
            assert_eq!(headers["location"].to_str().unwrap(), expected, "{asked}");
        }
    }
}
