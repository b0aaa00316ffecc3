//! The headings of a page form an outline: exactly one h1, which comes first, and no skipped levels.

use crate::{
    finding::{Kind, Notes},
    page::{Check, Page},
};

pub(super) const CHECK: Check = Check {
    name: "headings",
    title: "Headings",
    page: Some(page),
    site: None,
};

static NONE: Kind = Kind::error(
    "missing-main-heading",
    "Give the page a title, or its first block a heading.",
);
static SEVERAL: Kind = Kind::error(
    "several-main-headings",
    "Let one block of the page carry the main heading.",
);
static NOT_FIRST: Kind = Kind::error("late-main-heading", "Nothing before the main heading may be a heading.");
static SKIPPED: Kind = Kind::error(
    "skipped-heading",
    "In a text, choose the heading one level lower; in a block, tell whoever builds the shop.",
);
static EMPTY: Kind = Kind::error("empty-heading", "Write the heading, or remove it.");

fn page(page: &Page<'_>, notes: &mut Notes) {
    let headings = page
        .dom
        .exposed_elements()
        .filter_map(|e| Some((level(e.name()).filter(|_| e.is_html())?, e.text())));
    let headings: Vec<(u8, String)> = headings.collect();
    match headings.iter().filter(|(level, _)| *level == 1).count() {
        0 => page.note(notes, &NONE, "the page has no main heading (h1)"),
        1 => {}
        several => page.note(notes, &SEVERAL, format!("the page has {several} main headings (h1)")),
    }
    if let Some((level, text)) = headings.first().filter(|(level, _)| *level != 1) {
        page.note(
            notes,
            &NOT_FIRST,
            format!("the heading {text:?} (h{level}) stands before the main heading"),
        );
    }
    for ((before, after), (level, text)) in headings.iter().zip(headings.iter().skip(1)) {
        if *level > before + 1 {
            page.note(
                notes,
                &SKIPPED,
                format!("the heading {text:?} is an h{level} and follows {after:?}, an h{before}: a level is skipped"),
            );
        }
    }
    for (level, _) in headings.iter().filter(|(_, text)| text.is_empty()) {
        page.note(notes, &EMPTY, format!("a heading (h{level}) has no text"));
    }
}

fn level(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    }
}
