//! All pages of a shop rendered in memory, each with what it asked, and whether that is still so in another state of the
//! shop.
//!
//! **Invariant:** a page whose bytes, Markdown, search line or findings differ in another state is stale there.

use std::collections::BTreeMap;

use vitrine_model::{catalog::Catalog, diagnostic::Diagnostic, locale::LocaleIndex, record::RecordHash};

use crate::{
    build,
    diagnostics::Diagnostics,
    error::SiteError,
    load::Site,
    plan::PlanIndex,
    query::{Asked, Query},
    reader::Note,
    render::Renderer,
};

/// One page with what it asked.
#[derive(Debug)]
pub struct Trace {
    /// Its HTML.
    pub html: Vec<u8>,
    /// Its Markdown form.
    pub markdown: Option<String>,
    /// Its line of the search index.
    pub search: Option<Vec<u8>>,
    /// What was found while it was rendered.
    pub found: Vec<Diagnostic>,
    locale: LocaleIndex,
    base: RecordHash,
    notes: Vec<Note>,
}

/// The pages of a state of a shop, by path.
pub struct Traces<'a> {
    /// The pages.
    pub pages: BTreeMap<String, Trace>,
    catalog: &'a Catalog,
    plan: PlanIndex,
    /// By locale.
    bases: Vec<RecordHash>,
}

impl std::fmt::Debug for Traces<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Traces")
            .field("pages", &self.pages.len())
            .finish_non_exhaustive()
    }
}

/// Renders all pages without writing them.
pub fn traces<'a>(catalog: &'a Catalog, site: &Site) -> Result<Traces<'a>, SiteError> {
    let diagnostics = Diagnostics::default();
    let plan = build::plan(catalog, site, &diagnostics)?;
    let mut pages = BTreeMap::new();
    let bases = {
        let renderer = Renderer::new(catalog, site, &plan, &diagnostics, true).map_err(SiteError::Pages)?;
        for page in plan.pages() {
            let made = renderer.traced(page);
            let made = made.map_err(|failure| SiteError::Pages(vec![failure]))?;
            let trace = Trace {
                markdown: renderer.markdown(page, &made.view).map(str::to_owned),
                html: made.html,
                search: made.view.search,
                found: made.found,
                locale: page.locale,
                base: made.base,
                notes: made.notes.all(),
            };
            pages.insert(page.path.to_string(), trace);
        }
        renderer.locale_parts.iter().map(|parts| parts.base).collect()
    };
    Ok(Traces {
        pages,
        catalog,
        plan,
        bases,
    })
}

impl Trace {
    /// Why the page has to be rendered again in another state: the questions that have another answer there, and the
    /// base. Empty if it is up to date. `heeds` = the questions that are asked; a test leaves some out.
    pub fn stale(&self, next: &Traces<'_>, heeds: impl Fn(&Query) -> bool) -> Vec<String> {
        let base = next.bases.get(usize::from(self.locale.0));
        let base = (base != Some(&self.base)).then(|| "the base".to_owned());
        let asked = Asked {
            catalog: next.catalog,
            plan: &next.plan,
        };
        let notes = self.notes.iter().filter(|note| heeds(&note.query));
        let differing = notes.filter(|note| note.query.hash(&asked) != note.hash);
        base.into_iter()
            .chain(differing.map(|note| note.query.to_string()))
            .collect()
    }

    /// Everything that it asked, sorted.
    pub fn queries(&self) -> impl Iterator<Item = &Query> {
        self.notes.iter().map(|note| &note.query)
    }
}
