//! Renders all pages of a build, or takes them over from the live release.
//!
//! **Invariant:** results are in the order of the plan, whatever order the pages are rendered in; page content is not
//! kept in memory.

use std::{
    cell::RefCell,
    sync::atomic::{AtomicUsize, Ordering},
};

use rayon::prelude::*;
use vitrine_model::{diagnostic::Diagnostic, review::Remark};

use crate::{
    context::value_store::Fragments,
    error::{PageFailure, Reason, SiteError},
    output::{
        manifest::PageLine,
        page_records::{NoteNumbers, PageRecord},
        search_file::SearchFile,
        staging::Staging,
    },
    page::PlannedPage,
    render::{Buffers, Renderer, Written, failure_of},
    report::{Progress, Stage},
    reuse::Reusable,
    review::Reviewer,
    units,
};

/// Number of pages rendered before their results are ordered and released from memory.
const CHUNK: usize = 2_048;
/// Progress is reported after this many pages.
const PROGRESS_EVERY: usize = 64;

thread_local! {
    /// A page has a hundred kilobytes, so each worker reuses its buffers.
    static BUFFERS: RefCell<Buffers> = RefCell::default();
}

/// What rendering needs besides the pages.
pub(crate) struct Rendering<'r> {
    pub(crate) renderer: &'r Renderer<'r>,
    pub(crate) reviewer: &'r Reviewer<'r>,
    pub(crate) staging: &'r Staging<'r>,
    pub(crate) numbers: &'r NoteNumbers<'r>,
    /// `None` = every page is rendered.
    pub(crate) reusable: Option<&'r Reusable<'r>>,
}

/// The results of all pages, in the order of the plan.
#[derive(Default)]
pub(crate) struct Pages {
    pub(crate) lines: Vec<PageLine>,
    pub(crate) remarks: Vec<Vec<Remark>>,
    /// The records, without the findings that stand beside them.
    pub(crate) records: Vec<(PageRecord, Vec<Diagnostic>)>,
    /// Number of pages that were taken over.
    pub(crate) reused: usize,
}

/// A page's index in the plan, and its result.
type Rendered<'p> = (usize, &'p PlannedPage, Result<Written, PageFailure>);

impl Rendering<'_> {
    /// Renders the pages in chunks of the plan, so that search documents are written in its order. Within a chunk, the
    /// pages of a family are rendered together.
    pub(crate) fn all(&self, progress: &dyn Progress) -> Result<Pages, SiteError> {
        let (catalog, pages) = (self.renderer.catalog, self.renderer.plan.pages());
        let files: Vec<String> = pages.iter().map(|p| format!("site/{}", p.file)).collect();
        self.staging
            .prepare(files.iter().map(String::as_str).chain(["site/x"]))?;
        let mut search = Vec::new();
        for (index, locale) in catalog.locales().iter() {
            let earlier = self.reusable.and_then(|reusable| reusable.index(index));
            search.push(SearchFile::new(locale.code.as_str(), self.staging, earlier));
        }
        let done = AtomicUsize::new(0);
        progress.step(Stage::Render, 0, pages.len());
        let mut all = Pages::default();
        for chunk in units::chunks(&units::families(catalog, pages), CHUNK) {
            let mut results: Vec<Rendered<'_>> = chunk
                .into_par_iter()
                .map(|unit| {
                    let fragments = Fragments::new(&self.renderer.fragments);
                    let pages_of_unit = unit.into_iter().filter_map(|place| Some((place, pages.get(place)?)));
                    let rendered = pages_of_unit.map(|(place, page)| {
                        let result = self.page(page, &fragments).map_err(failure_of(page));
                        let now = done.fetch_add(1, Ordering::Relaxed) + 1;
                        if now.is_multiple_of(PROGRESS_EVERY) || now == pages.len() {
                            progress.step(Stage::Render, now, pages.len());
                        }
                        (place, page, result)
                    });
                    rendered.collect::<Vec<_>>()
                })
                .flatten_iter()
                .collect();
            results.sort_unstable_by_key(|(place, ..)| *place);
            self.take_results(results, &mut search, &mut all)?;
        }
        search.into_iter().try_for_each(SearchFile::close)?;
        Ok(all)
    }

    fn page(&self, page: &PlannedPage, fragments: &Fragments<'_>) -> Result<Written, Reason> {
        let to = (self.staging, self.reviewer);
        if let Some(reusable) = self.reusable
            && let Some(written) = reusable.take(page, to, self.renderer.catalog.locales())?
        {
            return Ok(written);
        }
        BUFFERS.with_borrow_mut(|buffers| self.renderer.page(page, fragments, buffers, to, self.numbers))
    }

    fn take_results(
        &self,
        results: Vec<Rendered<'_>>,
        search: &mut [SearchFile<'_>],
        all: &mut Pages,
    ) -> Result<(), SiteError> {
        let mut failures = Vec::new();
        for (_, page, result) in results {
            match result {
                Err(failure) => failures.push(failure),
                Ok(written) => {
                    if let (Some(line), Some(file)) = (written.search, search.get_mut(usize::from(page.locale.0))) {
                        file.add(line)?;
                    }
                    self.renderer.diagnostics.extend(&written.found);
                    all.lines.push(written.line);
                    all.remarks.push(written.remarks);
                    all.records.push((written.record, written.found));
                    all.reused += usize::from(written.is_reused);
                }
            }
        }
        if failures.is_empty() {
            Ok(())
        } else {
            Err(SiteError::Pages(failures))
        }
    }
}
