//! Plans the pages of an entry: its own, and one for each further page of its list.

use vitrine_model::{catalog::Catalog, content::Entry, diagnostic::Diagnostic, locale::LocaleIndex, path::SitePath};

use super::{length::page_count, scope::ListScope};
use crate::{
    page::{ListPage, PlannedPage},
    plan::{PlanContext, place_of_entry},
    reader::Reader,
};

/// A localization of the entry: its locale, its path, the number of pages of its list.
type Localization = (LocaleIndex, SitePath, usize);

/// The entry's own page, and the further pages of its list, of the kind `further`. An entry without a list has only its
/// own page.
pub(crate) fn pages_of_entry(
    cx: &PlanContext<'_>,
    own: PlannedPage,
    entry: &Entry,
    further: &'static str,
) -> Vec<PlannedPage> {
    let Some(count) = count_of(cx.catalog, entry) else {
        return vec![own];
    };
    let first = PlannedPage {
        list: Some(ListPage {
            number: 1,
            count,
            first: own.path.clone(),
        }),
        ..own
    };
    let localizations = if count > 1 {
        localizations(cx.catalog, entry)
    } else {
        Vec::new()
    };
    let behind = (2..=count).map_while(|number| further_page(cx, &first, &localizations, further, number));
    let behind: Vec<PlannedPage> = behind.collect();
    std::iter::once(first).chain(behind).collect()
}

fn count_of(catalog: &Catalog, entry: &Entry) -> Option<usize> {
    let reader = Reader::before_the_plan(catalog);
    let scope = ListScope {
        reader: &reader,
        locale: entry.locale,
    };
    page_count(scope, entry)
}

fn localizations(catalog: &Catalog, entry: &Entry) -> Vec<Localization> {
    let records = catalog.alternates(&entry.id).into_iter();
    let localization = |entry: &Entry| Some((entry.locale, entry.path.clone()?, count_of(catalog, entry).unwrap_or(1)));
    records.filter_map(|record| localization(record.value())).collect()
}

/// A page of the list; `None`, with an error, if it can have no path: the entry is then left out. Its alternates are the localizations that have a
/// page of this number.
fn further_page(
    cx: &PlanContext<'_>,
    first: &PlannedPage,
    localizations: &[Localization],
    kind: &'static str,
    number: usize,
) -> Option<PlannedPage> {
    let path = match cx.routes.list_path(&first.path, first.locale, number) {
        Ok(path) => path,
        Err(error) => {
            cx.diagnostics.push(
                Diagnostic::error(
                    "list-path",
                    format!(
                        "{} is left out, because page {number} of its list can have no path: {error}",
                        first.source
                    ),
                    place_of_entry(cx, first),
                )
                .hint("give the entry a shorter path"),
            );
            return None;
        }
    };
    let with_page = localizations.iter().filter(|(_, _, count)| *count >= number);
    let alternate =
        |(locale, path, _): &Localization| Some((*locale, cx.routes.list_path(path, *locale, number).ok()?));
    Some(PlannedPage {
        file: path.file(),
        path,
        kind,
        alternates: with_page.filter_map(alternate).collect(),
        list: first.list.clone().map(|list| ListPage { number, ..list }),
        ..first.clone()
    })
}
