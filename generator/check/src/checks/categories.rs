//! Every category with products has a page in each language. Without one it is missing from menus, breadcrumbs and
//! sitemaps, and links to it lead to all products. The categories are read from the labels of the search, the pages
//! that list them from the pages.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::{
    finding::{Kind, Notes},
    page::{Check, Site},
};

pub(super) const CHECK: Check = Check {
    name: "categories",
    title: "Categories without a page",
    page: None,
    site: Some(site),
};

static WITHOUT_PAGE: Kind = Kind::warning(
    "category-without-page",
    "Let the build make their pages (shopware.category_pages of vitrine.toml), or give each an entry with a list (root_category_code).",
);

/// Maximum number of names in a finding; the rest is given as a count.
const MAX_NAMES: usize = 10;

/// The parts of `server/search/<locale>.labels.json` that the check needs.
#[derive(Debug, Deserialize)]
struct Labels {
    facets: Vec<Facet>,
}

#[derive(Debug, Deserialize)]
struct Facet {
    key: String,
    values: Vec<Label>,
}

#[derive(Debug, Deserialize)]
struct Label {
    key: String,
    label: String,
}

fn site(site: &Site<'_>, notes: &mut Notes) {
    for (number, locale) in site.release.locales.iter().enumerate() {
        let file = format!("server/search/{}.labels.json", locale.code);
        let text = site.release.read(&file).unwrap_or_default();
        let Ok(labels) = serde_json::from_str::<Labels>(&text) else {
            continue;
        };
        let pages = site.pages().filter(|(_, page, _)| page.locale == number);
        let listed: BTreeSet<&str> = pages.filter_map(|(_, _, facts)| facts.category.as_deref()).collect();
        let categories = labels.facets.into_iter().filter(|facet| facet.key == "category");
        let without: Vec<String> = categories
            .flat_map(|facet| facet.values)
            .filter(|label| !listed.contains(label.key.as_str()))
            .map(|label| label.label)
            .collect();
        if !without.is_empty() {
            let message = message(&without, &locale.code);
            notes.other(&file, "the categories of the shop", &WITHOUT_PAGE, message);
        }
    }
}

fn message(names: &[String], locale: &str) -> String {
    let count = names.len();
    let shown = names.get(..MAX_NAMES).unwrap_or(names).join(", ");
    let rest = match count.saturating_sub(MAX_NAMES) {
        0 => String::new(),
        rest => format!(" and {rest} more"),
    };
    let (subject, verb) = if count == 1 {
        ("category", "has")
    } else {
        ("categories", "have")
    };
    format!("{count} {subject} with products {verb} no page in {locale}: {shown}{rest}")
}
