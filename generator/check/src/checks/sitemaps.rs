//! The sitemaps list every indexable page and nothing else.

use std::collections::BTreeSet;

use quick_xml::{Reader, events::Event};

use crate::{
    finding::{Kind, Notes},
    page::{Check, Site},
    release::{Release, Target},
};

pub(super) const CHECK: Check = Check {
    name: "sitemaps",
    title: "Sitemaps",
    page: None,
    site: Some(site),
};

static UNREADABLE: Kind = Kind::error("unreadable-sitemap", "Build again; the release is not whole.");
static DEAD: Kind = Kind::error(
    "dead-sitemap-entry",
    "Build again; if it stays, tell whoever builds the shop.",
);
static HIDDEN: Kind = Kind::error(
    "hidden-sitemap-entry",
    "Build again; if it stays, tell whoever builds the shop.",
);
static LEFT_OUT: Kind = Kind::error(
    "not-in-sitemap",
    "Build again; if it stays, tell whoever builds the shop.",
);

const INDEX: &str = "sitemap.xml";

fn site(site: &Site<'_>, notes: &mut Notes) {
    let mut listed = BTreeSet::new();
    for sitemap in addresses(site.release, INDEX, notes) {
        let Target::File(file) = site.release.resolve(&sitemap).target else {
            notes.other(
                INDEX,
                INDEX,
                &DEAD,
                format!("{INDEX} names {sitemap}, and there is no such file"),
            );
            continue;
        };
        for address in addresses(site.release, &file, notes) {
            let Target::Page(page) = site.release.resolve(&address).target else {
                notes.other(
                    &file,
                    &file,
                    &DEAD,
                    format!("{file} names {address}, where there is no page"),
                );
                continue;
            };
            listed.insert(page);
            if site.facts(page).is_some_and(|facts| facts.noindex) {
                notes.page(
                    page,
                    &HIDDEN,
                    format!("{file} names the page, and the page says noindex"),
                );
            }
        }
    }
    for (number, entry, facts) in site.pages() {
        if !facts.noindex && entry.has_address && !listed.contains(&number) {
            notes.page(number, &LEFT_OUT, format!("no sitemap names {}", entry.path));
        }
    }
}

/// The URLs in the `<loc>` elements of a sitemap or sitemap index.
fn addresses(release: &Release, file: &str, notes: &mut Notes) -> Vec<String> {
    let read = release.read(&format!("site/{file}")).map_err(|error| error.to_string());
    read.and_then(|xml| locations(&xml)).unwrap_or_else(|why| {
        notes.other(file, file, &UNREADABLE, format!("{file} cannot be read: {why}"));
        Vec::new()
    })
}

fn locations(xml: &str) -> Result<Vec<String>, String> {
    let mut reader = Reader::from_str(xml);
    let (mut found, mut inside) = (Vec::new(), None::<String>);
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Start(tag) if tag.local_name().as_ref() == "loc" => inside = Some(String::new()),
            Event::End(tag) if tag.local_name().as_ref() == "loc" => found.extend(inside.take()),
            Event::Text(words) => {
                if let Some(text) = &mut inside {
                    text.push_str(words.trim());
                }
            }
            Event::GeneralRef(entity) => {
                if let Some(text) = &mut inside {
                    text.push_str(&resolved(&entity));
                }
            }
            Event::Eof => return Ok(found),
            _ => {}
        }
    }
}

/// The character of an XML entity that URLs may contain.
fn resolved(entity: &str) -> String {
    quick_xml::escape::resolve_predefined_entity(entity).map_or_else(|| format!("&{entity};"), str::to_owned)
}
