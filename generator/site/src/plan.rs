//! The plan: every page of every kind by path, with collisions, redirects, rewrites and valid link targets.
//!
//! **Invariant:** a path and a file belong to one page; two claims are an error that names both sources (R-ROUTE-07): an
//! entry is left out, two products stop the build.
//! The plan contains ids and paths, never views. No link leads to a shell, because its path is only known at run time
//! (R-ROUTE-04).

mod categories;
mod context;
mod entries;
mod feeds;
mod index;
pub mod kind;
mod left_out;
pub(crate) mod mail_landings;
mod place;
mod redirect_table;
mod redirects;
mod seo_urls;

use std::collections::HashMap;

use foldhash::fast::FixedState;
use rayon::prelude::*;
use vitrine_model::{diagnostic::Diagnostic, path::SitePath};

pub(crate) use self::place::{place, place_of_entry};
pub use self::{context::PlanContext, feeds::Feed, index::PlanIndex, redirect_table::RedirectTable};
use crate::{
    page::{ListPage, PlannedPage, Subject},
    routes::{Routes, Shell},
};

impl PlanIndex {
    /// Sorts the pages by path, leaves out entries at the paths of others, reports further collisions (R-ROUTE-07), and
    /// resolves the redirects (R-ROUTE-09).
    pub fn new(cx: &PlanContext<'_>, mut pages: Vec<PlannedPage>) -> Result<Self, Vec<Diagnostic>> {
        seo_urls::report_none(cx);
        entries::give_way(cx, &mut pages);
        categories::give_way(cx, &mut pages);
        pages.par_sort_by(|a, b| (&a.path, &a.file, &a.source).cmp(&(&b.path, &b.file, &b.source)));
        let faults = collisions(&pages);
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut index = Self {
            pages,
            ..Self::default()
        };
        for (place, page) in index.pages.iter().enumerate() {
            match shell(page, cx.routes) {
                Some(shell) => index.rewrites.push(shell.clone()),
                None => _ = index.by_path.insert(page.path.clone(), place),
            }
            match &page.subject {
                Subject::Entry(_) if page.list.as_ref().is_some_and(ListPage::is_further) => {}
                Subject::Entry(id) => {
                    let group = cx.catalog.entry(id).map_or(id, |r| &r.value().group);
                    index.entries.entry(group.clone()).or_default().set(page.locale, place);
                }
                Subject::Product(id) => {
                    index.products.entry(id.clone()).or_default().set(page.locale, place);
                }
                Subject::Screen(name) => {
                    index.screens.entry(name).or_default().set(page.locale, place);
                }
            }
        }
        for record in cx.catalog.entries() {
            let entry = record.value();
            index.groups.insert(entry.id.clone(), entry.group.clone());
        }
        let landings = mail_landings::shells(cx, &index);
        index.rewrites.extend(landings);
        index.rewrites.sort_by(|a, b| order(a).cmp(order(b)));
        index.redirects = RedirectTable::settle(cx, &index);
        let moved = cx.catalog.redirects().iter().filter_map(|redirect| {
            let entry = cx.catalog.entry(redirect.entry.as_ref()?)?.value();
            Some(((entry.group.clone(), entry.locale), redirect.from.path().clone()))
        });
        index.moved = moved.collect();
        let locales = cx.catalog.locales().iter();
        index.feeds = locales
            .map(|(locale, _)| feeds::feed(index.news(cx.catalog, locale)))
            .collect();
        index.hrefs = index
            .by_path
            .keys()
            .map(SitePath::href)
            .chain(index.redirects.iter().map(|r| r.from.href()))
            .chain(index.feeds.iter().flatten().map(|feed| feed.href.clone()))
            .collect();
        Ok(index)
    }
}

/// The shell of a page; `None` if it is not one.
fn shell<'a>(page: &PlannedPage, routes: &'a Routes) -> Option<&'a Shell> {
    let Subject::Screen(name) = &page.subject else {
        return None;
    };
    routes.get(name, page.locale)?.shell()
}

/// Sort key, segment by segment: a fixed segment before a parameter, so that the more specific of two matching patterns
/// comes first.
fn order(shell: &Shell) -> impl Iterator<Item = (bool, &str)> {
    shell
        .pattern
        .split('/')
        .map(|segment| (segment.starts_with(':'), segment))
}

/// Reports paths and files that are claimed twice, with both sources.
fn collisions(pages: &[PlannedPage]) -> Vec<Diagnostic> {
    let mut files: HashMap<&str, &PlannedPage, FixedState> = HashMap::default();
    let mut faults = Vec::new();
    let mut before: Option<&PlannedPage> = None;
    for page in pages {
        match before.filter(|b| b.path == page.path) {
            Some(first) => faults.push(collision(&page.path.to_string(), first, page)),
            None => {
                if let Some(first) = files.insert(&page.file, page) {
                    faults.push(collision(&page.file, first, page));
                }
            }
        }
        before = Some(page);
    }
    faults
}

fn collision(what: &str, first: &PlannedPage, second: &PlannedPage) -> Diagnostic {
    Diagnostic::stop(
        "path-collision",
        format!("{what} is claimed twice: by {} and by {}", first.source, second.source),
        place(second),
    )
    .hint("change the slug or SEO path of one of them")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R-ROUTE-04: of two matching patterns, the one with a fixed segment in place of the other's parameter is tried
    /// first.
    #[test]
    fn r_route_04_the_closer_pattern_is_tried_first() {
        let shell = |pattern: &str| Shell::at(pattern.to_owned(), String::new(), String::new());
        let mut shells = ["/a/:id", "/:x/b", "/a/b/:id", "/a/b", "/a/:id/c", "/%C3%A9/:id"].map(shell);
        shells.sort_by(|a, b| order(a).cmp(order(b)));
        assert_eq!(
            shells.map(|shell| shell.pattern),
            ["/%C3%A9/:id", "/a/b", "/a/b/:id", "/a/:id", "/a/:id/c", "/:x/b"]
        );
    }
}
