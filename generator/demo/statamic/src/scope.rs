//! What a value is seen from: whose content, which site, what a live preview shows.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::Value;

use super::content::{Content, Status};
use super::hosts::Hosts;

/// What a valid token shows.
#[derive(Debug)]
pub(crate) struct Shown {
    /// Content with the edited entry in place of the saved one, at the same index.
    pub(crate) content: Arc<Content>,
    /// The edited entry.
    pub(crate) entry: usize,
    /// `live_preview` of that entry.
    pub(crate) mark: Value,
}

/// How relations to entries and terms are answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relations {
    /// As shallow objects.
    Shallow,
    /// As lists of raw ids: in globals and below nav and tree nodes of 5.x.
    Raw,
}

/// What a value is seen from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scope<'c> {
    /// What is shown.
    pub(crate) content: &'c Content,
    /// What queries look at: the same content without the entry of a live preview.
    pub(crate) saved: &'c Content,
    /// The live preview of this request; with one, drafts are answered on their own.
    pub(crate) preview: Option<&'c Shown>,
    pub(crate) hosts: &'c Hosts,
    pub(crate) now: Timestamp,
    /// Site of the answer.
    pub(crate) site: usize,
    /// Site that stores the value; links inside its HTML stay in it.
    pub(crate) owner: usize,
    pub(crate) relations: Relations,
    /// The entry the value belongs to, for `@child`.
    pub(crate) entry: Option<usize>,
    /// Set on the top level of an entry: its collection, which terms of the collection's own taxonomies carry in their URL.
    pub(crate) collection: Option<&'c str>,
}

/// Whether an entry is published now.
pub(crate) fn is_live(index: usize, scope: &Scope<'_>) -> bool {
    scope
        .saved
        .entry(index)
        .is_some_and(|entry| scope.saved.status(entry, scope.now) == Status::Published)
}
