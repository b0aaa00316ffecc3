//! Renders single pages of the current sources on demand, for `vitrine dev`; writes nothing.
//!
//! **Invariant:** a page has the bytes that a build of the same Catalog and sources would write, or the error that
//! would stop that build.

use std::{collections::HashMap, sync::Arc};

use vitrine_model::catalog::Catalog;

use crate::{
    build,
    diagnostics::Diagnostics,
    error::{PageFailure, SiteError},
    load::Site,
    plan::PlanIndex,
    render::{LocaleParts, Renderer},
};

/// A planned shop with its sources and rendered header and footer.
pub struct Draft {
    catalog: Arc<Catalog>,
    site: Arc<Site>,
    plan: PlanIndex,
    locale_parts: Arc<Vec<LocaleParts>>,
    /// Index in the plan by file below `site/`.
    files: HashMap<String, usize>,
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
        let files = plan
            .pages()
            .iter()
            .enumerate()
            .map(|(place, page)| (page.file.clone(), place))
            .collect();
        Ok(Self {
            catalog,
            site,
            plan,
            locale_parts,
            files,
        })
    }

    /// The page that a build would write to this file below `site/`; `None` if there is none.
    pub fn page(&self, file: &str) -> Option<Result<Vec<u8>, PageFailure>> {
        let page = self.plan.pages().get(*self.files.get(file)?)?;
        let diagnostics = Diagnostics::default();
        let locale_parts = Arc::clone(&self.locale_parts);
        let renderer =
            Renderer::with_locale_parts(&self.catalog, &self.site, &self.plan, &diagnostics, locale_parts, true);
        Some(renderer.html(page))
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
