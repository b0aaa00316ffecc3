//! Renders single pages of the current sources on demand, for `vitrine dev` and the preview of drafts; writes nothing.
//!
//! **Invariant:** a page has the bytes that a build of the same Catalog and sources would write, or the error that
//! would stop that build. Beside a draft ([`Draft::with`]) header and footer stay as published, and so do the other pages'
//! numbers of list pages.

mod shown_terms;

use std::{collections::HashMap, sync::Arc};

use vitrine_model::{
    catalog::Catalog,
    content::Entry,
    ids::EntryId,
    locale::LocaleIndex,
    path::SitePath,
    record::{Record, RecordHash},
    taxonomy::Term,
};

use crate::{
    build,
    diagnostics::Diagnostics,
    error::{PageFailure, SiteError},
    load::Site,
    page::Subject,
    plan::PlanIndex,
    render::{LocaleParts, Renderer},
};

/// A planned shop with its sources and rendered header and footer.
#[derive(Clone)]
pub struct Draft {
    catalog: Arc<Catalog>,
    site: Arc<Site>,
    plan: Arc<PlanIndex>,
    locale_parts: Arc<Vec<LocaleParts>>,
    /// Index in the plan by file below `site/`.
    files: Arc<HashMap<String, usize>>,
}

impl std::fmt::Debug for Draft {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Draft")
            .field("pages", &self.files.len())
            .finish_non_exhaustive()
    }
}

impl Draft {
    /// Plans all pages and renders header and footer of every locale.
    pub fn new(catalog: Arc<Catalog>, site: Arc<Site>) -> Result<Self, SiteError> {
        let diagnostics = Diagnostics::default();
        let plan = build::plan(&catalog, &site, &diagnostics)?;
        let locale_parts = Renderer::new(&catalog, &site, &plan, &diagnostics, true)
            .map_err(SiteError::Pages)?
            .locale_parts;
        Ok(Self {
            catalog,
            site,
            files: Arc::new(files(&plan)),
            plan: Arc::new(plan),
            locale_parts,
        })
    }

    /// The same shop with one entry as a draft has it. Pages are planned anew only if the draft decides where they are.
    pub fn with(&self, entry: Entry) -> Result<Self, SiteError> {
        let published = self.catalog.entry(&entry.id).map(Record::value);
        let is_planned = published.is_some_and(|published| Planned::of(published) == Planned::of(&entry));
        let catalog = Arc::new(self.catalog.with(entry));
        if is_planned {
            return Ok(Self {
                catalog,
                ..self.clone()
            });
        }
        let plan = build::plan(&catalog, &self.site, &Diagnostics::default())?;
        Ok(Self {
            catalog,
            files: Arc::new(files(&plan)),
            plan: Arc::new(plan),
            ..self.clone()
        })
    }

    /// The same shop with one term as a draft has it, on every page that shows it. No page's place depends on a term.
    #[must_use]
    pub fn with_term(&self, term: Term) -> Self {
        Self {
            catalog: Arc::new(self.catalog.with_term(term)),
            ..self.clone()
        }
    }

    /// The catalogue that pages are rendered from.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The file and the subject of the page at a path.
    pub fn at(&self, path: &SitePath) -> Option<(&str, &Subject)> {
        let page = self.plan.page(path)?;
        Some((&page.file, &page.subject))
    }

    /// The page that a build would write to this file below `site/`; `None` if there is none.
    pub fn page(&self, file: &str) -> Option<Result<Vec<u8>, PageFailure>> {
        let page = self.plan.pages().get(*self.files.get(file)?)?;
        Some(self.renderer(&Diagnostics::default()).html(page))
    }

    fn renderer<'d>(&'d self, diagnostics: &'d Diagnostics) -> Renderer<'d> {
        let locale_parts = Arc::clone(&self.locale_parts);
        Renderer::with_locale_parts(&self.catalog, &self.site, &self.plan, diagnostics, locale_parts, true)
    }

    /// A generated file: an icon, the icon sprite, the pictures of the header's links, the gazetteer of a locale.
    pub fn made(&self, file: &str) -> Option<&str> {
        let of_headers = || {
            let mut all = self
                .locale_parts
                .iter()
                .filter_map(|parts| parts.header_footer.link_pictures.as_ref());
            all.find(|pictures| pictures.file == file)
                .map(|pictures| pictures.json.as_str())
        };
        let gazetteers = || {
            let mut all = self.site.locales.iter().filter_map(|locale| locale.gazetteer.as_ref());
            all.find(|made| made.file == file).map(|made| made.json.as_str())
        };
        let icons = self.site.icons.get(file).map(String::as_str);
        icons.or_else(of_headers).or_else(gazetteers)
    }

    /// An asset (`assets/styles-….css`); `None` if it is not in the manifest.
    pub fn asset(&self, file: &str) -> Option<Vec<u8>> {
        self.site.asset(file)
    }
}

/// What planning reads of an entry.
#[derive(PartialEq, Eq)]
struct Planned<'e> {
    place: (&'e str, &'e str, LocaleIndex, &'e EntryId),
    path: Option<&'e SitePath>,
    order: Option<u32>,
    parent: Option<&'e EntryId>,
    is_hidden: (bool, bool),
    list: Option<RecordHash>,
}

impl<'e> Planned<'e> {
    fn of(entry: &'e Entry) -> Self {
        Self {
            place: (&entry.collection, &entry.slug, entry.locale, &entry.group),
            path: entry.path.as_ref(),
            order: entry.order,
            parent: entry.parent.as_ref(),
            is_hidden: (entry.seo.noindex, entry.seo.hidden_in_sitemap),
            list: entry.paged_list().map(RecordHash::of),
        }
    }
}

fn files(plan: &PlanIndex) -> HashMap<String, usize> {
    let places = plan.pages().iter().enumerate();
    places.map(|(place, page)| (page.file.clone(), place)).collect()
}
