//! Every page can be reached by links from the home page of its language. Excluded are screens (cart, checkout,
//! account), error pages and shells, which `server/site.json` and `server/rewrites.json` list. Language links do not
//! count: visitors look for a page within one language.

use std::collections::VecDeque;

use crate::{
    finding::{Kind, Notes},
    page::{Check, Site},
};

pub(super) const CHECK: Check = Check {
    name: "inbound",
    title: "Pages that nobody finds by links",
    page: None,
    site: Some(site),
};

static ORPHAN: Kind = Kind::warning(
    "orphan-page",
    "Link to it from a menu, an overview or a text, or unpublish it.",
);
static FAR: Kind = Kind::hint("far-page", "Link to it from a menu or an overview.");

/// Maximum number of clicks from the home page before a hint.
const MAX_CLICKS: u32 = 4;

/// Distance of an unreachable page.
const UNREACHED: u32 = u32::MAX;

fn site(site: &Site<'_>, notes: &mut Notes) {
    let clicks = clicks(site);
    let linked = linked(site);
    for (number, entry, _) in site.pages().filter(|(_, entry, _)| !entry.is_screen) {
        let at = usize::try_from(number).unwrap_or(usize::MAX);
        match clicks.get(at).copied() {
            Some(UNREACHED) if linked.get(at) == Some(&true) => notes.page(
                number,
                &ORPHAN,
                format!(
                    "{} cannot be reached by links from the home page of its language: what links to it cannot either",
                    entry.path
                ),
            ),
            Some(UNREACHED) => notes.page(
                number,
                &ORPHAN,
                format!("no page of its language links to {}", entry.path),
            ),
            Some(far) if far > MAX_CLICKS => {
                notes.page(
                    number,
                    &FAR,
                    format!("{} is {far} clicks away from the home page", entry.path),
                );
            }
            _ => {}
        }
    }
}

/// The distance of each page from the home page of its locale, in clicks.
fn clicks(site: &Site<'_>) -> Vec<u32> {
    let mut clicks = vec![UNREACHED; site.facts.len()];
    let mut next: VecDeque<(u32, u32)> = site.release.homes().map(|(_, home)| (home, 0)).collect();
    while let Some((number, distance)) = next.pop_front() {
        let at = usize::try_from(number).unwrap_or(usize::MAX);
        match clicks.get_mut(at) {
            Some(known) if *known == UNREACHED => *known = distance,
            _ => continue,
        }
        next.extend(linked_pages(site, number).map(|to| (to, distance + 1)));
    }
    clicks
}

/// For each page, whether another page of its locale links to it.
fn linked(site: &Site<'_>) -> Vec<bool> {
    let mut linked = vec![false; site.facts.len()];
    for (number, _, _) in site.pages() {
        for to in linked_pages(site, number).filter(|to| *to != number) {
            if let Some(known) = usize::try_from(to).ok().and_then(|to| linked.get_mut(to)) {
                *known = true;
            }
        }
    }
    linked
}

/// The pages of the same locale that a page links to.
fn linked_pages<'s>(site: &'s Site<'_>, number: u32) -> impl Iterator<Item = u32> + 's {
    let locale = site.release.page(number).map(|page| page.locale);
    let links = site.facts(number).map_or(&[][..], |facts| &facts.links);
    let same = move |to: &u32| site.release.page(*to).map(|page| page.locale) == locale;
    links.iter().copied().filter(same)
}
