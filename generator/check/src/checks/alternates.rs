//! `hreflang` alternates: their pages exist, link back, and the page's own URL is among them.

use crate::{
    facts::alternate_links,
    finding::{Kind, Notes},
    page::{Check, Page, Site},
    release::{Locale, Target},
};

pub(super) const CHECK: Check = Check {
    name: "alternates",
    title: "Addresses for search engines (canonical, hreflang)",
    page: Some(page),
    site: Some(site),
};

static CANONICAL: Kind = Kind::error(
    "wrong-canonical",
    "Tell whoever builds the shop: a page's canonical address is its own.",
);
static DEAD: Kind = Kind::error("dead-alternate", "Publish the page in that language, or build again.");
static LANGUAGE: Kind = Kind::error(
    "wrong-alternate",
    "Tell whoever builds the shop: hreflang names the language of the other page.",
);
static ONE_WAY: Kind = Kind::error(
    "one-way-alternate",
    "Build again; if it stays, tell whoever builds the shop.",
);
static ALONE: Kind = Kind::hint(
    "untranslated-page",
    "Translate the entry, if readers of the other languages should find it.",
);

/// `hreflang` of the page for all other languages.
const DEFAULT: &str = "x-default";

fn page(page: &Page<'_>, notes: &mut Notes) {
    // Pages with `noindex` have neither canonical link nor alternates.
    if page.facts.noindex {
        return;
    }
    canonical(page, notes);
    alternates(page, notes);
}

fn canonical(page: &Page<'_>, notes: &mut Notes) {
    let base = page.release.base.as_deref().unwrap_or_default();
    let own = format!("{base}{}", page.entry.href);
    let links = page
        .dom
        .elements()
        .filter(|e| e.is("link") && e.has_word("rel", "canonical"));
    let given: Vec<&str> = links.filter_map(|e| e.get("href")).collect();
    match given.as_slice() {
        [one] if *one == own => {}
        [] => page.note(notes, &CANONICAL, "the page has no canonical address"),
        [one] => page.note(
            notes,
            &CANONICAL,
            format!("the canonical address is {one}; the page's own is {own}"),
        ),
        _ => page.note(
            notes,
            &CANONICAL,
            format!("the page has {} canonical addresses", given.len()),
        ),
    }
}

fn alternates(page: &Page<'_>, notes: &mut Notes) {
    for (language, href) in alternate_links(page.dom) {
        let Target::Page(to) = page.release.resolve(href).target else {
            page.note(
                notes,
                &DEAD,
                format!("the page in {language} is said to be {href}, where there is no page"),
            );
            continue;
        };
        let wanted = page.release.page(to).and_then(|other| page.release.locale_of(other));
        let wanted = wanted.map_or("", |locale| {
            if language == DEFAULT {
                default(page)
            } else {
                locale.iso.as_str()
            }
        });
        let given = if language == DEFAULT {
            iso_of(page, to)
        } else {
            language
        };
        if given != wanted {
            page.note(
                notes,
                &LANGUAGE,
                format!("hreflang={language} leads to {href}, a page in {}", iso_of(page, to)),
            );
        }
    }
    let others = page
        .facts
        .alternates
        .iter()
        .filter(|(language, to)| &**language != DEFAULT && *to != page.number);
    if others.count() == 0 && page.release.locales.len() > 1 {
        page.note(notes, &ALONE, format!("{} is in no other language", page.entry.path));
    }
}

fn default<'a>(page: &Page<'a>) -> &'a str {
    page.release
        .locales
        .first()
        .map_or("", |locale: &Locale| locale.iso.as_str())
}

fn iso_of<'a>(page: &Page<'a>, number: u32) -> &'a str {
    let other = page
        .release
        .page(number)
        .and_then(|other| page.release.locale_of(other));
    other.map_or("", |locale| locale.iso.as_str())
}

fn site(site: &Site<'_>, notes: &mut Notes) {
    for (number, entry, facts) in site.pages() {
        for (language, to) in facts.alternates.iter().filter(|(_, to)| *to != number) {
            let (Some(target), Some(other)) = (site.release.page(*to), site.facts(*to)) else {
                continue;
            };
            if other.noindex {
                let message = format!("the page in {language}, {}, is kept from search engines", target.path);
                notes.page(number, &ONE_WAY, message);
            } else if !other.alternates.iter().any(|(_, back)| *back == number) {
                let message = format!(
                    "the page in {language}, {}, does not name {} as its translation",
                    target.path, entry.path
                );
                notes.page(number, &ONE_WAY, message);
            }
        }
        let own = facts.alternates.iter().any(|(_, to)| *to == number);
        if !own && !facts.alternates.is_empty() {
            notes.page(
                number,
                &ONE_WAY,
                "the page names translations and not itself among them",
            );
        }
    }
}
