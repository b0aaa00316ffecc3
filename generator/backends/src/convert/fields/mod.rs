//! The fields specific to each kind of entry, grouped in files by subject (content model §2).
//!
//! **Invariant:** a value of the wrong shape is reported with entry and field, and left out; the entry is kept.

mod maker;
pub(crate) mod place;
mod story;
pub(crate) mod values;

use vitrine_model::content::{EntryFields, EntryKind, PageFields};

use super::{
    kinds::{Reading, article},
    scope::Scope,
};
use crate::statamic::wire::Fields;

/// The fields of an entry of a collection. `fields` has them by the names of its kind, for articles by their roles.
pub(crate) fn own_fields(reading: &Reading, fields: Fields<'_>, scope: &mut Scope<'_>) -> EntryFields {
    match reading.kind {
        EntryKind::Page => page(fields, scope),
        EntryKind::Article => EntryFields::Article(Box::new(article(&reading.roles, fields, scope))),
        EntryKind::Brand => EntryFields::Brand(Box::new(maker::brand(fields, scope))),
        EntryKind::Designer => EntryFields::Designer(Box::new(maker::designer(fields, scope))),
        EntryKind::Collection => EntryFields::Collection(Box::new(maker::collection(fields, scope))),
        EntryKind::Project => EntryFields::Project(Box::new(story::project(fields, scope))),
        EntryKind::Event => EntryFields::Event(Box::new(story::event(fields, scope))),
        EntryKind::News => EntryFields::News(Box::new(story::news(fields, scope))),
        EntryKind::Showroom => EntryFields::Showroom(Box::new(place::showroom(fields, scope))),
        EntryKind::Store => EntryFields::Store(Box::new(place::store(fields, scope))),
        EntryKind::Vacancy => EntryFields::Vacancy(Box::new(story::vacancy(fields, scope))),
        EntryKind::Faq => EntryFields::Faq(Box::new(story::faq(fields, scope))),
        EntryKind::Catalogue => EntryFields::Catalogue(Box::new(maker::catalogue(fields, scope))),
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
