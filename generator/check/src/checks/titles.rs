//! Every indexable page has a unique title and a description.

use std::collections::BTreeMap;

use crate::{
    finding::{Kind, Notes},
    page::{Check, Page, Site},
};

pub(super) const CHECK: Check = Check {
    name: "titles",
    title: "Titles and descriptions",
    page: Some(page),
    site: Some(site),
};

static MISSING: Kind = Kind::error("missing-title", "Fill in the title of the entry.");
static DUPLICATE: Kind = Kind::warning(
    "duplicate-title",
    "Give one of the pages another title, or a search title (seo_title) of its own.",
);
static LONG: Kind = Kind::hint(
    "long-title",
    "Write a shorter search title (seo_title); results show about 60 characters.",
);
static NO_DESCRIPTION: Kind = Kind::warning(
    "missing-description",
    "Write a description for search engines (seo_description): one or two sentences.",
);
static LONG_DESCRIPTION: Kind = Kind::hint("long-description", "Shorten it; results show about 155 characters.");

/// Length in characters, including the site's name, above which every search engine truncates a title.
const TITLE: usize = 80;
/// Length in characters above which every search engine truncates a description.
const DESCRIPTION: usize = 200;

fn page(page: &Page<'_>, notes: &mut Notes) {
    let title = &page.facts.title;
    if title.is_empty() {
        page.note(notes, &MISSING, "the page has no title");
    }
    // Search results do not show these pages.
    if page.facts.noindex {
        return;
    }
    let length = title.chars().count();
    if length > TITLE {
        page.note(notes, &LONG, format!("the title has {length} characters: {title:?}"));
    }
    let metas = page
        .dom
        .elements()
        .filter(|e| e.is("meta") && e.get("name") == Some("description"));
    let description = metas
        .filter_map(|e| e.get("content"))
        .map(str::trim)
        .find(|text| !text.is_empty());
    match description.map(|text| text.chars().count()) {
        // Further pages of a list need no description of their own.
        None if is_further_list_page(page) => {}
        None => page.note(notes, &NO_DESCRIPTION, "the page has no description for search engines"),
        Some(length) if length > DESCRIPTION => {
            page.note(
                notes,
                &LONG_DESCRIPTION,
                format!("the description has {length} characters"),
            );
        }
        Some(_) => {}
    }
}

fn is_further_list_page(page: &Page<'_>) -> bool {
    page.dom.elements().any(|e| e.is("a") && e.has_word("rel", "prev"))
}

fn site(site: &Site<'_>, notes: &mut Notes) {
    let mut first: BTreeMap<(usize, &str), &str> = BTreeMap::new();
    for (number, entry, facts) in site.pages() {
        if facts.noindex || facts.title.is_empty() {
            continue;
        }
        if let Some(other) = first.get(&(entry.locale, facts.title.as_str())) {
            let message = format!("the page {other} has the same title: {:?}", facts.title);
            notes.page(number, &DUPLICATE, message);
        } else {
            first.insert((entry.locale, &facts.title), &entry.path);
        }
    }
}
