//! Verifying traces: a page whose bytes change between two states asked something whose answer changed.

use std::collections::BTreeSet;

use proptest::{collection::vec, prelude::*, sample::Index, test_runner::Config};
use vitrine_model::catalog::Catalog;
use vitrine_site::{
    Site,
    config::SiteConfig,
    query::Query,
    traces::{Traces, traces},
};

use super::{
    shop::site_in,
    state::{EDITS, state},
};
use crate::support::Place;

/// The site of these tests, with the folder that it was loaded from.
pub(crate) fn site() -> (Place, Site) {
    let place = Place::new();
    let config = SiteConfig {
        base_url: "https://shop.example".to_owned(),
        ..SiteConfig::default()
    };
    let site = site_in(&place, config);
    (place, site)
}

/// The pages that differ and whose trace does not say so.
pub(crate) fn missed(before: &Traces<'_>, after: &Traces<'_>, heeds: impl Fn(&Query) -> bool) -> Vec<String> {
    let both = before
        .pages
        .iter()
        .filter_map(|(path, page)| Some((path, page, after.pages.get(path)?)));
    let differing = both.filter(|(_, one, other)| {
        one.html != other.html
            || one.markdown != other.markdown
            || one.search != other.search
            || one.found != other.found
    });
    differing
        .filter(|(_, one, _)| one.stale(after, &heeds).is_empty())
        .map(|(path, ..)| path.clone())
        .collect()
}

/// The states that edits lead through, as far as they can be built.
fn states(edits: &[(usize, usize)]) -> Vec<Catalog> {
    let state_after = |count: usize| {
        let mut parts = state();
        for (edit, at) in edits.iter().take(count) {
            (EDITS[*edit].1)(&mut parts, *at);
        }
        Catalog::new(parts)
    };
    (0..=edits.len()).map(state_after).collect()
}

fn missed_on_the_way(site: &Site, edits: &[(usize, usize)], heeds: impl Fn(&Query) -> bool) -> Vec<String> {
    let states = states(edits);
    let mut before: Option<Traces<'_>> = None;
    for catalog in &states {
        // A state that no release can be made of: the build before stays live.
        let Ok(after) = traces(catalog, site) else { continue };
        if let Some(before) = &before {
            let missed = missed(before, &after, &heeds);
            if !missed.is_empty() {
                return missed;
            }
        }
        before = Some(after);
    }
    Vec::new()
}

/// R-GEN-01: "a page is rendered anew only if its base … or a query's hash differs", so one whose HTML, Markdown,
/// search line or findings differ must have a query whose answer differs.
#[test]
fn every_page_whose_bytes_change_asked_something_that_changed() {
    let (_place, site) = site();
    let edits = vec((any::<Index>(), 0_usize..40), 1..5);
    let config = Config {
        cases: 24,
        failure_persistence: None,
        ..Config::default()
    };
    proptest!(config, |(edits in edits)| {
        let edits: Vec<(usize, usize)> = edits.iter().map(|(edit, at)| (edit.index(EDITS.len()), *at)).collect();
        let missed = missed_on_the_way(&site, &edits, |_| true);
        let names: Vec<&str> = edits.iter().map(|(edit, _)| EDITS[*edit].0).collect();
        prop_assert!(missed.is_empty(), "{names:?}: {missed:?}");
    });
}

/// The name of a query's variant.
fn variant(query: &Query) -> String {
    let text = format!("{query:?}");
    text.split(['(', ' ', '{']).next().unwrap_or_default().to_owned()
}

/// Kinds whose loss no edit that is made here shows: it also changes the answer to another question of the same page, or
/// the header (`LightLogo`, `Navigation`), or there is no edit yet that reaches what they answer.
const NEVER_ALONE: &[&str] = &[
    "Cards",
    "CategoryByCode",
    "CategoryPath",
    "ChildCategories",
    "DesignerEntry",
    "EntriesWithFamily",
    "EntryElsewhere",
    "Facets",
    "Form",
    "Globals",
    "LightLogo",
    "ListedPrice",
    "Navigation",
    "OverviewOf",
    "ProductHref",
    "ScreenHref",
    "Variants",
];

/// A page has the hash of each question as the question itself gives it, so that it is up to date in the state that it
/// was made of.
#[test]
fn no_page_is_stale_in_the_state_that_it_was_made_of() {
    let (_place, site) = site();
    let catalog = Catalog::new(state());
    let made = traces(&catalog, &site).unwrap();
    for (path, page) in &made.pages {
        assert!(page.queries().next().is_some(), "{path} asked nothing");
        assert_eq!(page.stale(&made, |_| true), Vec::<String>::new(), "{path}");
    }
}

/// "a mutation of the test (a read that is not noted) must be found by it": each kind of query that the shop's pages
/// ask is left out once, and then some edit changes a page that is taken for up to date; but for [`NEVER_ALONE`].
#[test]
fn a_read_that_is_not_noted_is_found() {
    let (_place, site) = site();
    let first = Catalog::new(state());
    let before = traces(&first, &site).unwrap();
    let asked: BTreeSet<String> = before
        .pages
        .values()
        .flat_map(|page| page.queries())
        .map(variant)
        .collect();
    let mut found: BTreeSet<String> = BTreeSet::new();
    for (_, edit) in EDITS {
        for at in 0..8 {
            let mut parts = state();
            edit(&mut parts, at);
            let catalog = Catalog::new(parts);
            let Ok(after) = traces(&catalog, &site) else { continue };
            for kind in asked.difference(&found.clone()) {
                if !missed(&before, &after, |query| variant(query) != *kind).is_empty() {
                    found.insert(kind.clone());
                }
            }
        }
    }
    let unseen: Vec<&String> = asked.iter().filter(|kind| !found.contains(*kind)).collect();
    assert_eq!(unseen, NEVER_ALONE, "of {asked:?}");
}
