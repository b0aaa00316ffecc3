//! The page on which a term is shown. A term has an address in the CMS, and no page of its own in the shop.

use vitrine_model::{
    catalog::Catalog,
    content::{BlockKind, Entry, EntryKind},
    ids::TermId,
    locale::LocaleIndex,
    path::SitePath,
    record::Record,
};

use super::Draft;
use crate::{diagnostics::Diagnostics, query::Query};

/// How many pages are rendered at most to find one: a term that many entries have is shown by the first of them.
const MOST_TRIED: usize = 40;

impl Draft {
    /// The page that shows a term in a locale: the overview of entries that have it, otherwise the page of one of them, otherwise
    /// a page with a block that names it. `None` if none of these shows it.
    pub fn page_of_term(&self, term: &TermId, locale: LocaleIndex) -> Option<&SitePath> {
        let mut paths = candidates(&self.catalog, term, locale);
        paths.dedup();
        let mut pages = paths
            .into_iter()
            .filter_map(|path| self.plan.page(path))
            .take(MOST_TRIED);
        let diagnostics = Diagnostics::default();
        let renderer = self.renderer(&diagnostics);
        let is_read = Query::Term(term.clone());
        let found = pages.find(|page| {
            let notes = renderer.traced(page).map(|traced| traced.notes.all());
            notes.is_ok_and(|notes| notes.iter().any(|note| note.query == is_read))
        });
        found.map(|page| &page.path)
    }
}

/// The pages that may show a term, the one to prefer first.
fn candidates<'c>(catalog: &'c Catalog, term: &TermId, locale: LocaleIndex) -> Vec<&'c SitePath> {
    let of_locale = || {
        let entries = catalog.entries().map(Record::value);
        entries.filter(move |entry| entry.locale == locale)
    };
    let having: Vec<&Entry> = of_locale()
        .filter(|entry| entry.fields.terms().contains(&term))
        .collect();
    let mut kinds: Vec<EntryKind> = having.iter().map(|entry| entry.fields.kind()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let overviews = kinds.into_iter().filter_map(|kind| catalog.overview_of(kind, locale));
    let with_block = of_locale().filter(|entry| entry.blocks.iter().any(|block| may_name_terms(&block.kind)));
    let all = overviews.map(Record::value).chain(having).chain(with_block);
    all.filter_map(|entry| entry.path.as_ref()).collect()
}

/// Whether a block can show entries by their terms, or products by one.
fn may_name_terms(block: &BlockKind) -> bool {
    matches!(
        block,
        BlockKind::BrandsGrid(_)
            | BlockKind::FeaturedProducts(_)
            | BlockKind::FeaturedEntries(_)
            | BlockKind::Overview(_)
    )
}
