//! Reads that no query noted once: each edit changes a page, and the page's trace has to say so.

use vitrine_model::{
    catalog::{Catalog, CatalogParts},
    path::SitePath,
};
use vitrine_site::traces::{Traces, traces};

use super::{
    state::{category_id, leads_away, link, news, node, state},
    traces::{missed, site},
};
use crate::support::entry_id;

/// Makes two states, and checks that each page of `paths` has other bytes in the second, and a query that says so.
fn changes(first: impl Fn(&mut CatalogParts), second: impl Fn(&mut CatalogParts), paths: &[&str], query: &str) {
    let (_place, site) = site();
    let catalog = |change: &dyn Fn(&mut CatalogParts)| {
        let mut parts = state();
        change(&mut parts);
        Catalog::new(parts)
    };
    let (one, other) = (catalog(&first), catalog(&second));
    let (before, after) = (traces(&one, &site).unwrap(), traces(&other, &site).unwrap());
    for path in paths {
        assert_ne!(html(&before, path), html(&after, path), "{path}");
        let why = before.pages[*path].stale(&after, |_| true);
        assert!(why.iter().any(|asked| asked == query), "{path}: {why:?}");
    }
    assert_eq!(missed(&before, &after, |_| true), [""; 0]);
}

fn html<'t>(traces: &'t Traces<'_>, path: &str) -> &'t [u8] {
    &traces.pages[path].html
}

/// The entry's own path stays the answer to where it is, and the link becomes the address on the other site.
#[test]
fn an_entry_that_begins_to_redirect_elsewhere_changes_pages_that_link_to_it() {
    changes(
        |_| (),
        |parts| {
            let service = parts
                .content
                .entries
                .iter_mut()
                .find(|entry| entry.id == entry_id("service-nl"));
            service.unwrap().path = None;
            parts.content.redirects.push(leads_away("service-nl", "/service"));
        },
        &["/links"],
        "elsewhere entry service-nl 0",
    );
}

/// A product's breadcrumbs and its facts in the search begin further up once the parent of its category is there.
#[test]
fn a_parent_category_that_appears_changes_breadcrumbs() {
    let id = category_id(2);
    changes(
        |parts| parts.shop.categories.retain(|category| category.id != category_id(1)),
        |_| (),
        &["/producten/ravel--ravel-ru-oa"],
        &format!("category path {id}"),
    );
}

/// "the news feed, for pages that link it: the home page, the news, and their overview".
#[test]
fn the_first_news_changes_the_home_page() {
    changes(
        |parts| parts.content.entries.retain(|entry| entry.collection != "news"),
        |_| (),
        &["/"],
        "feed 0",
    );
    changes(
        |parts| parts.content.entries.retain(|entry| entry.collection != "news"),
        |_| (),
        &["/nieuws"],
        "page /nieuws",
    );
}

/// The page at a path may be that of another entry from one build to the next.
#[test]
fn a_path_that_passes_to_another_entry_is_another_page() {
    let with = |parts: &mut CatalogParts, at_the_path: &str| {
        for id in ["een", "ander"] {
            let mut entry = news(id);
            entry.title = format!("Bericht {id}");
            entry.path = (id == at_the_path).then(|| SitePath::parse("/nieuws/plek").unwrap());
            parts.content.entries.push(entry);
        }
    };
    changes(
        |parts| with(parts, "een"),
        |parts| with(parts, "ander"),
        &["/nieuws/plek"],
        "page /nieuws/plek",
    );
}

/// Another node of the menu may begin to lead to a page with a hero, for example because localizations were regrouped.
#[test]
fn a_menu_that_leads_to_a_page_otherwise_changes_its_logo() {
    let leads_home = |parts: &mut CatalogParts| {
        let menu = parts.content.navigations.first_mut().unwrap();
        menu.pages = vec![node("Welkom", link("welcome"), true)];
    };
    changes(
        |parts| {
            leads_home(parts);
            parts.content.entries.push(alias("welcome", "welcome"));
        },
        |parts| {
            leads_home(parts);
            parts.content.entries.push(alias("welcome", "home-nl"));
        },
        &["/"],
        "light logo main 0 /",
    );
}

/// A localization without a page, in a group.
fn alias(id: &str, group: &str) -> vitrine_model::content::Entry {
    let mut entry = crate::support::entry(id, group, crate::support::DE, "/de/x", "Alias", "");
    entry.path = None;
    entry
}

/// A menu entry that no page with a hero depends on does not concern such pages' own queries.
#[test]
fn another_node_of_the_menu_is_no_query_of_a_page_with_a_hero() {
    let (_place, site) = site();
    let catalog = Catalog::new(state());
    let home = &traces(&catalog, &site).unwrap().pages["/"];
    let names: Vec<String> = home.queries().map(ToString::to_string).collect();
    assert!(names.iter().any(|name| name == "light logo main 0 /"), "{names:?}");
    assert!(
        !names.iter().any(|name| name.starts_with("navigation main")),
        "{names:?}"
    );
}
