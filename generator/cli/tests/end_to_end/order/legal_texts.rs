//! The terms and the information on withdrawal of an order, as they were when it was placed (law §1).

use serde_json::{Value, json};

use super::{KEY, LOCALES, Open, Words, order, text};
use crate::support::Visitor;

/// By locale: the site of the CMS, the titles of the two pages, and words of the terms.
const TEXTS: [(&str, &str, &str, &str); 3] = [
    (
        "nl-NL",
        "Algemene voorwaarden",
        "Retourneren",
        "is Nederlands recht van toepassing",
    ),
    ("en-GB", "Terms and conditions", "Returns", "Dutch law applies"),
    (
        "de-DE",
        "Allgemeine Geschäftsbedingungen",
        "Rücksendung",
        "niederländisches Recht",
    ),
];

/// An order of a visitor of a locale, and what its screens link to: title and content.
struct Ordered<'o> {
    visitor: Visitor<'o>,
    id: String,
}

fn ordered<'o>(open: &'o Open, words: &Words, key: &str) -> Ordered<'o> {
    let visitor = open.visitor(words.locale);
    let checkout = open.guest(&visitor, words);
    let key = format!("{KEY}-{key}-{}", words.locale);
    let placed = visitor.post("/api/orders", &order(&checkout["cart"], &key)).ok();
    let id = text(&placed["order_id"]).to_owned();
    Ordered { visitor, id }
}

fn kept(open: &Open, visitor: &Visitor<'_>, id: &str) -> Vec<(String, String)> {
    let read = visitor.get(&format!("/api/orders/{id}")).ok();
    let texts = read["order"]["legal_texts"].as_array().unwrap();
    let file = |kept: &Value| {
        let (status, headers, content) = open.shop.answer(&format!("{}{}", open.url(), text(&kept["path"])));
        assert_eq!(status, 200, "{kept}");
        assert_eq!(headers["content-type"], "text/html; charset=utf-8");
        // A browser saves it, and never shows it as a page of the shop.
        assert!(
            headers["content-disposition"]
                .to_str()
                .unwrap()
                .starts_with("attachment")
        );
        (text(&kept["title"]).to_owned(), content)
    };
    texts.iter().map(file).collect()
}

fn terms_are_changed(open: &Open, to: &str) {
    for (site, ..) in TEXTS {
        let blocks = json!([{"type": "rich_text", "id": "blk9301", "text": [{"type": "text", "text": format!("<p>{to}</p>")}], "width": "narrow"}]);
        open.shop.edit("pages/voorwaarden", site, &json!({ "blocks": blocks }));
    }
    open.shop.build();
    open.follows();
}

/// Law §1: "Order confirmation on a durable medium with terms and withdrawal instruction". Each order has the whole text
/// that was in force when it was placed, in its language and without scripts: after the editors changed the terms, after
/// its release was removed, and after a rollback.
#[test]
fn law_1_an_order_keeps_the_terms_and_the_instruction_that_were_in_force() {
    let open = Open::start();
    let first: Vec<Ordered<'_>> = LOCALES.iter().map(|words| ordered(&open, words, "first")).collect();
    let texts = |orders: &[Ordered<'_>]| -> Vec<Vec<(String, String)>> {
        orders.iter().map(|one| kept(&open, &one.visitor, &one.id)).collect()
    };
    let before = texts(&first);
    for ((site, terms, withdrawal, words), kept) in TEXTS.iter().zip(&before) {
        let titles: Vec<&str> = kept.iter().map(|(title, _)| title.as_str()).collect();
        assert_eq!(titles, [*terms, *withdrawal], "{site}");
        assert!(kept[0].1.contains(words), "{site}: {}", kept[0].1);
        for (title, content) in kept {
            let language = format!("<!doctype html>\n<html lang=\"{site}\">");
            assert!(
                content.starts_with(&language) && content.contains(&format!("<h1>{title}</h1>")),
                "{content}"
            );
            for needed in ["<script", "<link", "<img", " src="] {
                assert!(!content.contains(needed), "{title} needs another file: {content}");
            }
        }
    }
    for change in 1..=6 {
        terms_are_changed(&open, &format!("Versie {change}."));
    }
    let second: Vec<Ordered<'_>> = LOCALES.iter().map(|words| ordered(&open, words, "second")).collect();
    let changed = texts(&second);
    for (kept, old) in changed.iter().zip(&before) {
        assert!(kept[0].1.contains("<p>Versie 6.</p>"), "{}", kept[0].1);
        assert_eq!(kept[1], old[1], "the instruction did not change");
    }
    let run = open.shop.vitrine(&["rollback"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    open.follows();
    let third: Vec<Ordered<'_>> = LOCALES.iter().map(|words| ordered(&open, words, "third")).collect();
    for kept in texts(&third) {
        assert!(kept[0].1.contains("<p>Versie 5.</p>"), "{}", kept[0].1);
    }
    assert_eq!(texts(&second), changed, "rolled back");
    assert_eq!(texts(&first), before, "its release is gone");
    // The language is that of the order, not of the page on which it is read.
    let dutch = first[0].visitor.on_pages_of("en");
    assert_eq!(kept(&open, &dutch, &first[0].id), before[0]);
}

/// An order from before the texts were kept says that there are none, and shows none of another time.
#[test]
fn law_1_an_order_from_before_the_records_has_no_texts() {
    let open = Open::start();
    let long_ago = json!({ "now": "2024-05-01T12:00:00Z" });
    open.shop.control("POST", "clock", &long_ago);
    let earlier = ordered(&open, &LOCALES[0], "earlier");
    assert_eq!(kept(&open, &earlier.visitor, &earlier.id), []);
}

/// No path, and no text of another place, is read by this address.
#[test]
fn law_1_only_kept_texts_are_handed_out() {
    let open = Open::start();
    for id in [
        "0".repeat(32),
        "..%2f..%2fprices".to_owned(),
        "A".repeat(32),
        "x".to_owned(),
    ] {
        let (status, ..) = open.shop.answer(&format!("{}/api/legal-texts/{id}", open.url()));
        assert!(matches!(status, 400 | 404), "{id}: {status}");
    }
}
