//! The entries of the overviews of collections.

use std::cmp::Reverse;

use vitrine_model::content::{Entry, EntryFields, OverviewBlock, OverviewOf, OverviewSort};

use super::scope::ListScope;

/// All entries of an overview. Past events come after upcoming ones, latest first.
pub(crate) fn select<'a>(scope: ListScope<'a>, block: &OverviewBlock) -> Vec<&'a Entry> {
    let ListScope { reader, locale } = scope;
    let ids = reader.entries_of(block.of.kind(), locale);
    let found = ids.iter().filter_map(|id| reader.entry(id));
    let mut found: Vec<&Entry> = found.filter(|entry| belongs(scope, block, entry)).collect();
    sort(&mut found, block);
    match &block.of {
        OverviewOf::Events { show_past } => {
            let (mut past, mut to_come): (Vec<_>, Vec<_>) = found.into_iter().partition(|entry| reader.is_over(entry));
            past.sort_by_key(|entry| Reverse(entry.fields.last_day()));
            to_come.extend(past.into_iter().filter(|_| *show_past));
            to_come
        }
        _ => found,
    }
}

fn belongs(scope: ListScope<'_>, block: &OverviewBlock, entry: &Entry) -> bool {
    match &block.of {
        OverviewOf::Collections { brand: Some(brand) } => {
            let brand = scope.reader.entry_in(brand, scope.locale);
            brand.is_some_and(|brand| entry.fields.relations().contains(&&brand.id))
        }
        OverviewOf::Vacancies => !scope.reader.is_over(entry),
        OverviewOf::Articles { collection } => entry.collection == *collection,
        _ => true,
    }
}

/// Entries without a date or year come last.
fn sort(entries: &mut [&Entry], block: &OverviewBlock) {
    let sort = match (block.sort, &block.of) {
        (None, OverviewOf::Catalogues) => OverviewSort::Newest,
        (None, _) => return,
        (Some(sort), _) => sort,
    };
    match sort {
        OverviewSort::Title => entries.sort_by_cached_key(|entry| entry.title.to_lowercase()),
        OverviewSort::Newest => entries.sort_by_cached_key(|entry| Reverse(age(entry))),
        OverviewSort::Oldest => entries.sort_by_cached_key(|entry| {
            let age = age(entry);
            (age.is_none(), age)
        }),
    }
}

/// Year, month and day, if the entry has them.
fn age(entry: &Entry) -> Option<(i32, i8, i8)> {
    let date = |date: jiff::civil::Date| (i32::from(date.year()), date.month(), date.day());
    let year = |year: i32| (year, 0, 0);
    match &entry.fields {
        EntryFields::Collection(fields) => fields.year.map(year),
        EntryFields::Project(fields) => fields.year.map(year),
        EntryFields::Catalogue(fields) => fields.year.map(year),
        EntryFields::Designer(fields) => fields.born.map(year),
        EntryFields::Event(fields) => fields.start.as_ref().map(|start| date(start.date())),
        EntryFields::News(fields) => fields.date.map(date),
        EntryFields::Article(fields) => fields.date.map(date),
        EntryFields::Vacancy(fields) => fields.posted.map(date),
        _ => None,
    }
}
