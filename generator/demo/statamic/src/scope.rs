//! The scope in which a value is answered: content, site, and live preview.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::Value;

use super::content::{Content, Status, Term};
use super::hosts::Hosts;

/// The preview of a valid token.
#[derive(Debug)]
pub(crate) struct Shown {
    /// Content with the edited item in place of the saved one, at the same index.
    pub(crate) content: Arc<Content>,
    pub(crate) item: ShownItem,
    /// `live_preview` of that item.
    pub(crate) mark: Value,
}

/// The edited item.
#[derive(Debug)]
pub(crate) enum ShownItem {
    /// An entry, by its index.
    Entry(usize),
    /// A term in a site.
    Term { taxonomy: String, key: String, site: usize },
}

impl Shown {
    /// Whether the edited entry was never saved. Both versions answer every call with its token with 500 (Statamic, Part C,
    /// "Preview").
    pub(crate) fn is_unsaved(&self) -> bool {
        match self.item {
            ShownItem::Entry(index) => self.content.entry(index).is_some_and(|entry| entry.id.is_empty()),
            ShownItem::Term { .. } => false,
        }
    }
}

/// Format of relations to entries and terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relations {
    /// As shallow objects.
    Shallow,
    /// As lists of raw ids: below nav and tree nodes, and in globals of version 5.
    Raw,
}

/// The scope in which a value is answered.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scope<'c> {
    /// The content for answers.
    pub(crate) content: &'c Content,
    /// The content for queries: the same, without the entry of a live preview.
    pub(crate) saved: &'c Content,
    /// The live preview of this request; if there is one, drafts can be requested individually.
    pub(crate) preview: Option<&'c Shown>,
    pub(crate) hosts: &'c Hosts,
    pub(crate) now: Timestamp,
    /// Site of the answer.
    pub(crate) site: usize,
    /// Site that stores the value; links inside its HTML point to it.
    pub(crate) owner: usize,
    pub(crate) relations: Relations,
    /// The entry the value belongs to, for `@child`.
    pub(crate) entry: Option<usize>,
    /// At the top level of an entry: its collection, which is part of the URLs of terms of the collection's own
    /// taxonomies.
    pub(crate) collection: Option<&'c str>,
}

impl Scope<'_> {
    /// The `live_preview` of an entry, if it is the edited one.
    pub(crate) fn edited_entry(&self, index: usize) -> Option<&Value> {
        let shown = self.preview?;
        matches!(shown.item, ShownItem::Entry(edited) if edited == index).then_some(&shown.mark)
    }

    /// The edited site and the `live_preview` of a term, if it is the edited one.
    pub(crate) fn edited_term(&self, term: &Term) -> Option<(usize, &Value)> {
        let shown = self.preview?;
        match &shown.item {
            ShownItem::Term { taxonomy, key, site } if *taxonomy == term.taxonomy && *key == term.key => {
                Some((*site, &shown.mark))
            }
            _ => None,
        }
    }
}

/// Whether an entry is currently published.
pub(crate) fn is_live(index: usize, scope: &Scope<'_>) -> bool {
    scope
        .saved
        .entry(index)
        .is_some_and(|entry| scope.saved.status(entry, scope.now) == Status::Published)
}
