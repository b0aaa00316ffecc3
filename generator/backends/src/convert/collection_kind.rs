//! Configuration of a collection, and the field names of each kind of entry.

use serde::Deserialize;
use vitrine_model::content::EntryKind;

/// A table of `[[content.kinds]]`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CollectionKind {
    /// Handle of the collection.
    pub collection: String,
    /// The kind of its entries.
    pub kind: EntryKind,
    /// The field with the text.
    pub text: Option<String>,
    /// The field with the picture.
    pub picture: Option<String>,
    /// The field with the date.
    pub date: Option<String>,
    /// The field with the introduction.
    pub excerpt: Option<String>,
}

impl CollectionKind {
    /// The first key of the table that its kind does not use.
    pub fn without_use(&self) -> Option<&'static str> {
        let own = own_names(self.kind);
        let keys = [
            ("picture", self.picture.is_some(), own.picture.is_none()),
            ("date", self.date.is_some(), own.date.is_none()),
            ("excerpt", self.excerpt.is_some(), own.excerpt.is_none()),
        ];
        let mut keys = keys.into_iter();
        keys.find(|(_, named, missing)| *named && *missing).map(|(key, ..)| key)
    }
}

/// The fields of a kind by configuration key; `None` = it has no such field.
pub(super) struct OwnNames {
    pub(super) text: Option<&'static str>,
    pub(super) picture: Option<&'static str>,
    pub(super) date: Option<&'static str>,
    pub(super) excerpt: Option<&'static str>,
}

pub(super) fn own_names(kind: EntryKind) -> OwnNames {
    let (text, picture, date, excerpt) = match kind {
        EntryKind::Page => (None, Some("picture"), None, Some("excerpt")),
        EntryKind::Article => (Some("text"), Some("picture"), Some("date"), Some("excerpt")),
        EntryKind::Brand | EntryKind::Collection => (Some("text"), Some("image"), None, Some("intro")),
        EntryKind::Designer => (Some("bio"), Some("portrait"), None, None),
        EntryKind::Project | EntryKind::Showroom => (None, Some("image"), None, Some("intro")),
        EntryKind::Event => (None, Some("image"), Some("start"), Some("intro")),
        EntryKind::News => (Some("content"), Some("image"), Some("date"), Some("intro")),
        EntryKind::Store => (None, Some("image"), None, None),
        EntryKind::Vacancy => (Some("text"), Some("image"), Some("date"), Some("intro")),
        EntryKind::Faq => (Some("answer"), None, None, None),
        EntryKind::Catalogue => (None, Some("cover"), None, Some("intro")),
    };
    OwnNames {
        text,
        picture,
        date,
        excerpt,
    }
}
