//! The fields specific to each collection, grouped in files by subject (content model §2).
//!
//! **Invariant:** a value of the wrong shape is reported with entry and field, and left out; the entry is kept.

mod maker;
pub(crate) mod place;
mod story;
pub(crate) mod values;

use vitrine_model::content::{EntryFields, PageFields};

use super::scope::Scope;
use crate::statamic::wire::Fields;

type Converter = fn(Fields<'_>, &mut Scope<'_>) -> EntryFields;

const COLLECTIONS: &[(&str, Converter)] = &[
    ("pages", page),
    ("brands", |fields, scope| {
        EntryFields::Brand(Box::new(maker::brand(fields, scope)))
    }),
    ("designers", |fields, scope| {
        EntryFields::Designer(Box::new(maker::designer(fields, scope)))
    }),
    ("collections", |fields, scope| {
        EntryFields::Collection(Box::new(maker::collection(fields, scope)))
    }),
    ("projects", |fields, scope| {
        EntryFields::Project(Box::new(story::project(fields, scope)))
    }),
    ("events", |fields, scope| {
        EntryFields::Event(Box::new(story::event(fields, scope)))
    }),
    ("news", |fields, scope| {
        EntryFields::News(Box::new(story::news(fields, scope)))
    }),
    ("showrooms", |fields, scope| {
        EntryFields::Showroom(Box::new(place::showroom(fields, scope)))
    }),
    ("stores", |fields, scope| {
        EntryFields::Store(Box::new(place::store(fields, scope)))
    }),
    ("vacancies", |fields, scope| {
        EntryFields::Vacancy(Box::new(story::vacancy(fields, scope)))
    }),
    ("faq", |fields, scope| {
        EntryFields::Faq(Box::new(story::faq(fields, scope)))
    }),
    ("catalogues", |fields, scope| {
        EntryFields::Catalogue(Box::new(maker::catalogue(fields, scope)))
    }),
];

/// The fields of an entry of a collection; `Other` for one that is not in the table.
pub(crate) fn own_fields(collection: &str, fields: Fields<'_>, scope: &mut Scope<'_>) -> EntryFields {
    match COLLECTIONS.iter().find(|(handle, _)| *handle == collection) {
        Some((_, convert)) => convert(fields, scope),
        None => EntryFields::Other,
    }
}

fn page(fields: Fields<'_>, scope: &mut Scope<'_>) -> EntryFields {
    EntryFields::Page(PageFields {
        hide_title: fields.toggle("hide_title"),
        dark: scope.word(fields, "theme", &["light", "dark"]) == "dark",
        breadcrumb_title: fields.text("breadcrumb_title"),
        category: None,
    })
}
