//! The plan: every page of every kind by path, with collisions, redirects, rewrites and what links may lead to.
//!
//! **Invariant:** a path and a file belong to one page; two claims are an error that names both sources (R-ROUTE-07). The plan holds ids and paths, never views.
//! No link leads to a shell: where it is reached is known at run time alone (R-ROUTE-04).

use std::collections::{BTreeMap, HashMap, HashSet};

use foldhash::fast::FixedState;
use vitrine_model::{
    catalog::Catalog,
    diagnostic::{Diagnostic, Place},
    ids::{EntryId, ProductId},
    locale::LocaleIndex,
    path::SitePath,
    product::Product,
};

use crate::{
    context::{Diagnostics, SiteConfig},
    page::{PlannedPage, Subject},
    redirects::RedirectTable,
    routes::{Routes, Shell, name},
};

/// What a page kind plans from.
pub struct PlanContext<'a> {
    /// The shop. Plans read it without notes: a page's own place in the plan is noted for it.
    pub catalog: &'a Catalog,
    /// Configuration.
    pub config: &'a SiteConfig,
    /// Route table.
    pub routes: &'a Routes,
    /// Findings.
    pub diagnostics: &'a Diagnostics,
}

impl PlanContext<'_> {
    /// Where a product's page is (R-ROUTE-06). A SEO path that cannot be a path is a finding, and the product is at `/detail/{id}`.
    pub fn product_path(&self, product: &Product, locale: LocaleIndex) -> Option<SitePath> {
        let found = self.routes.product_path(product, locale, self.config.without_seo_url);
        match found.and_then(|path| path.for_content()) {
            Ok(path) => Some(path),
            Err(error) => {
                let place = Place {
                    source: "shopware".to_owned(),
                    kind: "product".to_owned(),
                    id: product.number.to_string(),
                    locale: self.catalog.locales().get(locale).map(|l| l.code.to_string()),
                    field: Some("seoUrls".to_owned()),
                    edit_url: None,
                };
                self.diagnostics.push(
                    Diagnostic::warning("seo-path", format!("{error}; the product is at its detail path"), place)
                        .hint("mend the SEO URL of the product in Shopware"),
                );
                self.routes.detail_path(&product.id, locale).ok()
            }
        }
    }
}

/// All pages of a build and what leads to them.
#[derive(Debug, Default)]
pub struct PlanIndex {
    pages: Vec<PlannedPage>,
    by_path: HashMap<SitePath, usize>,
    entries: HashMap<(EntryId, LocaleIndex), usize>,
    groups: HashMap<EntryId, EntryId>,
    products: HashMap<(ProductId, LocaleIndex), usize>,
    screens: HashMap<(&'static str, LocaleIndex), usize>,
    redirects: RedirectTable,
    rewrites: Vec<Shell>,
    /// Asked for every link of every page.
    hrefs: HashSet<String, FixedState>,
}

impl PlanIndex {
    /// Sorts the pages by path, finds collisions and claims of reserved paths (R-ROUTE-07), and settles the redirects (R-ROUTE-09).
    pub fn new(cx: &PlanContext<'_>, mut pages: Vec<PlannedPage>) -> Result<Self, Vec<Diagnostic>> {
        pages.sort_by(|a, b| (&a.path, &a.file, &a.source).cmp(&(&b.path, &b.file, &b.source)));
        let mut faults = collisions(&pages);
        faults.extend(reserved_claims(&pages, cx.routes));
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
                Subject::Entry(id) => {
                    let group = cx.catalog.entry(id).map_or(id, |r| &r.value().group);
                    index.entries.insert((group.clone(), page.locale), place);
                }
                Subject::Product(id) => {
                    index.products.insert((id.clone(), page.locale), place);
                }
                Subject::Screen(name) => {
                    index.screens.insert((name, page.locale), place);
                }
            }
        }
        for record in cx.catalog.entries() {
            let entry = record.value();
            index.groups.insert(entry.id.clone(), entry.group.clone());
        }
        index.rewrites.sort_by(|a, b| order(a).cmp(order(b)));
        index.redirects = RedirectTable::settle(cx, &index);
        index.hrefs = index
            .by_path
            .keys()
            .map(SitePath::href)
            .chain(index.redirects.iter().map(|r| r.from.href()))
            .collect();
        Ok(index)
    }

    /// An index of pages alone, for tests of what reads a plan.
    #[cfg(test)]
    pub(crate) fn of_pages(pages: Vec<PlannedPage>) -> Self {
        Self {
            pages,
            ..Self::default()
        }
    }

    /// Every page, by path.
    pub fn pages(&self) -> &[PlannedPage] {
        &self.pages
    }

    /// Redirects that are applied.
    pub fn redirects(&self) -> &RedirectTable {
        &self.redirects
    }

    /// Shells and the patterns of their paths, in the order in which they are tried.
    pub fn rewrites(&self) -> &[Shell] {
        &self.rewrites
    }

    /// The page at a path; a shell is at none.
    pub fn page(&self, path: &SitePath) -> Option<&PlannedPage> {
        self.at(self.by_path.get(path))
    }

    /// Whether a page or a redirect is at a percent-encoded path without query.
    pub fn has_href(&self, href: &str) -> bool {
        self.hrefs.contains(href)
    }

    /// The page of an entry's localization in a locale; any localization's id will do.
    pub fn entry(&self, id: &EntryId, locale: LocaleIndex) -> Option<&PlannedPage> {
        let group = self.groups.get(id).unwrap_or(id);
        self.at(self.entries.get(&(group.clone(), locale)))
    }

    /// The page of a product.
    pub fn product(&self, id: &ProductId, locale: LocaleIndex) -> Option<&PlannedPage> {
        self.at(self.products.get(&(id.clone(), locale)))
    }

    /// The page of a screen, by route name; `None` while it is not planned.
    pub fn screen(&self, name: &str, locale: LocaleIndex) -> Option<&PlannedPage> {
        let name = name::ALL.into_iter().chain(name::ERROR_PAGES).find(|n| *n == name)?;
        self.at(self.screens.get(&(name, locale)))
    }

    fn at(&self, place: Option<&usize>) -> Option<&PlannedPage> {
        self.pages.get(*place?)
    }
}

/// How a page is reached that is a shell.
fn shell<'a>(page: &PlannedPage, routes: &'a Routes) -> Option<&'a Shell> {
    let Subject::Screen(name) = &page.subject else {
        return None;
    };
    routes.get(name, page.locale)?.shell()
}

/// Segment by segment, a word before a parameter: of two patterns that match a path, the first is the closer one.
fn order(shell: &Shell) -> impl Iterator<Item = (bool, &str)> {
    shell
        .pattern
        .split('/')
        .map(|segment| (segment.starts_with(':'), segment))
}

/// Two claims of one path or one file, each an error with both sources.
fn collisions(pages: &[PlannedPage]) -> Vec<Diagnostic> {
    let mut files: BTreeMap<&str, &PlannedPage> = BTreeMap::new();
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
    Diagnostic::error(
        "path-collision",
        format!("{what} is claimed twice: by {} and by {}", first.source, second.source),
        place(second),
    )
    .hint("change the slug or SEO path of one of them")
}

/// Content at the path of a screen, built or not.
fn reserved_claims(pages: &[PlannedPage], routes: &Routes) -> Vec<Diagnostic> {
    pages
        .iter()
        .filter(|page| matches!(page.subject, Subject::Entry(_)))
        .filter_map(|page| {
            let (_, route) = routes.reserved(&page.path)?;
            Some(
                Diagnostic::error(
                    "reserved-path",
                    format!(
                        "{} is claimed twice: by {} and by the screen {} ({})",
                        page.path, page.source, route.name, route.pattern
                    ),
                    place(page),
                )
                .hint("give the entry another slug, or the screen other words in routes.json"),
            )
        })
        .collect()
}

/// Where a planned page's findings belong.
pub(crate) fn place(page: &PlannedPage) -> Place {
    let (source, kind) = match &page.subject {
        Subject::Entry(_) => ("statamic", "entry"),
        Subject::Product(_) => ("shopware", "product"),
        Subject::Screen(_) => ("templates", "screen"),
    };
    Place {
        source: source.to_owned(),
        kind: kind.to_owned(),
        id: page.path.to_string(),
        ..Place::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R-ROUTE-04: of two patterns that match a path, the one with a word where the other has a parameter is tried first.
    #[test]
    fn r_route_04_the_closer_pattern_is_tried_first() {
        let shell = |pattern: &str| Shell {
            pattern: pattern.to_owned(),
            file: String::new(),
        };
        let mut shells = ["/a/:id", "/:x/b", "/a/b/:id", "/a/b", "/a/:id/c", "/%C3%A9/:id"].map(shell);
        shells.sort_by(|a, b| order(a).cmp(order(b)));
        assert_eq!(
            shells.map(|shell| shell.pattern),
            ["/%C3%A9/:id", "/a/b", "/a/b/:id", "/a/:id", "/a/:id/c", "/:x/b"]
        );
    }
}
