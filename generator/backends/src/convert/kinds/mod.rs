//! How the entries of a collection are read: as one of the shop's own kinds by its handle, as configured by
//! `[[content.kinds]]`, or as pages and articles whose text, image, date and excerpt are detected.
//!
//! **Invariant:** every collection is read the same way in all locales, and all field names used are fields of the CMS.

mod article;
mod found;
mod not_shown;
mod roles;

use std::collections::BTreeMap;

use vitrine_model::content::EntryKind;

use self::{found::Seen, roles::Roles};
use super::{collection_kind::own_names, error::ConvertError, findings::Findings, input::Input};
use crate::{
    snapshot::name,
    statamic::wire::{Fields, Names},
};

pub(super) use article::{article, leading};
pub(super) use not_shown::Filled;

/// How the entries of a collection are read.
#[derive(Debug)]
pub(super) struct Reading {
    pub(super) kind: EntryKind,
    pub(super) roles: Roles,
    /// The CMS's field names by those of the kind.
    pub(super) names: Names,
}

/// The readings of all configured collections.
pub(super) fn readings<'c>(input: &Input<'c>, findings: &Findings) -> Result<BTreeMap<&'c str, Reading>, ConvertError> {
    let collections = input.config.collections.iter();
    collections
        .map(|collection| Ok((collection.as_str(), Reading::of(input, collection, findings)?)))
        .collect()
}

impl Reading {
    fn of(input: &Input<'_>, collection: &str, findings: &Findings) -> Result<Self, ConvertError> {
        let named = input.config.kinds.iter().find(|kind| kind.collection == collection);
        let known = named.map(|table| table.kind).or_else(|| by_handle(collection));
        let looked_for = matches!(known, None | Some(EntryKind::Page | EntryKind::Article));
        let seen = match looked_for {
            true => seen(input, collection, named.is_none() && known.is_some(), findings)?,
            false => Seen::default(),
        };
        let kind = known.unwrap_or_else(|| seen.kind());
        let mut roles = seen.roles(kind, &input.config.taxonomies);
        if let Some(named) = named.cloned() {
            roles.text = named.text.or(roles.text);
            roles.picture = named.picture.or(roles.picture);
            roles.date = named.date.or(roles.date);
            roles.excerpt = named.excerpt.or(roles.excerpt);
        }
        Ok(Self {
            kind,
            names: names(kind, &roles),
            roles,
        })
    }

    /// Whether the kind has no field for the text, which then comes before the entry's blocks.
    pub(super) fn leads(&self) -> bool {
        self.kind != EntryKind::Article && own_names(self.kind).text.is_none()
    }
}

/// Statistics about the entries of a collection; not collected for pages of blocks.
fn seen(input: &Input<'_>, collection: &str, own_blocks: bool, findings: &Findings) -> Result<Seen, ConvertError> {
    let mut seen = Seen::default();
    for (_, locale) in input.locales() {
        let file = name(&["statamic", "entries", collection, locale.code.as_str()])?;
        for record in input.records(&file, findings)? {
            let record = record?;
            if own_blocks && Fields::of(&record).has("blocks") {
                return Ok(Seen::default());
            }
            seen.note(&record);
        }
    }
    Ok(seen)
}

/// The kinds with collections of their own.
const HANDLES: [(&str, EntryKind); 12] = [
    ("pages", EntryKind::Page),
    ("brands", EntryKind::Brand),
    ("designers", EntryKind::Designer),
    ("collections", EntryKind::Collection),
    ("projects", EntryKind::Project),
    ("events", EntryKind::Event),
    ("news", EntryKind::News),
    ("showrooms", EntryKind::Showroom),
    ("stores", EntryKind::Store),
    ("vacancies", EntryKind::Vacancy),
    ("faq", EntryKind::Faq),
    ("catalogues", EntryKind::Catalogue),
];

fn by_handle(collection: &str) -> Option<EntryKind> {
    let known = HANDLES.iter().find(|(handle, _)| *handle == collection);
    known.map(|(_, kind)| *kind)
}

/// The CMS's field names for a kind with fixed names; pages and articles use roles.
fn names(kind: EntryKind, roles: &Roles) -> Names {
    if matches!(kind, EntryKind::Page | EntryKind::Article) {
        return Names::default();
    }
    let own = own_names(kind);
    let pairs = [
        (own.text, &roles.text),
        (own.picture, &roles.picture),
        (own.date, &roles.date),
        (own.excerpt, &roles.excerpt),
    ];
    let pairs = pairs
        .into_iter()
        .filter_map(|(own, theirs)| Some((own?, theirs.clone()?)));
    Names::of(pairs)
}
