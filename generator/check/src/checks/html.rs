//! The HTML is valid as far as the parser reports errors, plus a few rules that browsers repair silently. Allowed
//! attributes are not checked.

use std::collections::{BTreeMap, BTreeSet};

use super::{nesting, references};
use crate::{
    finding::{Kind, Notes},
    page::{Check, Page},
};

pub(super) const CHECK: Check = Check {
    name: "html",
    title: "HTML that browsers have to repair",
    page: Some(page),
    site: None,
};

static PARSE_ERROR: Kind = Kind::error(
    "parse-error",
    "If the text of an entry holds HTML, correct it there; otherwise tell whoever builds the shop.",
);
static DUPLICATE_ID: Kind = Kind::error(
    "duplicate-id",
    "If two blocks of the entry have the same anchor, change one; otherwise tell whoever builds the shop.",
);
static BAD_ID: Kind = Kind::error(
    "unusable-id",
    "An id has at least one character and no space; tell whoever builds the shop.",
);
static OBSOLETE: Kind = Kind::error(
    "obsolete-element",
    "Remove it from the text; styles say how something looks.",
);
static LANGUAGE: Kind = Kind::error(
    "wrong-language",
    "Tell whoever builds the shop: <html lang> is the page's language.",
);

/// Elements that the HTML standard lists as obsolete.
const OBSOLETE_ELEMENTS: [&str; 28] = [
    "acronym",
    "applet",
    "basefont",
    "bgsound",
    "big",
    "blink",
    "center",
    "dir",
    "font",
    "frame",
    "frameset",
    "isindex",
    "keygen",
    "listing",
    "marquee",
    "menuitem",
    "multicol",
    "nextid",
    "nobr",
    "noembed",
    "noframes",
    "plaintext",
    "rb",
    "rtc",
    "spacer",
    "strike",
    "tt",
    "xmp",
];

fn page(page: &Page<'_>, notes: &mut Notes) {
    for error in &page.dom.errors {
        page.note(notes, &PARSE_ERROR, format!("line {}: {}", error.line, error.message));
    }
    ids(page, notes);
    let mut obsolete = BTreeSet::new();
    for element in page.dom.elements().filter(|e| e.is_one_of(&OBSOLETE_ELEMENTS)) {
        if obsolete.insert(element.name()) {
            page.note(notes, &OBSOLETE, format!("<{}> is obsolete", element.name()));
        }
    }
    language(page, notes);
    references::check_page(page, notes);
    nesting::check_page(page, notes);
}

fn ids(page: &Page<'_>, notes: &mut Notes) {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for id in page.dom.elements().filter_map(|e| e.get("id")) {
        if id.is_empty() || id.contains(|c: char| c.is_ascii_whitespace()) {
            page.note(notes, &BAD_ID, format!("the id {id:?} cannot be used"));
        }
        *seen.entry(id).or_default() += 1;
    }
    for (id, count) in seen.into_iter().filter(|(_, count)| *count > 1) {
        page.note(notes, &DUPLICATE_ID, format!("{count} elements have the id {id:?}"));
    }
}

fn language(page: &Page<'_>, notes: &mut Notes) {
    let given = page
        .dom
        .first("html")
        .and_then(|html| html.get("lang"))
        .unwrap_or_default();
    let wanted = page
        .release
        .locale_of(page.entry)
        .map_or("", |locale| locale.iso.as_str());
    if given != wanted {
        page.note(
            notes,
            &LANGUAGE,
            format!("the page says that its language is {given:?}; it is {wanted:?}"),
        );
    }
}
