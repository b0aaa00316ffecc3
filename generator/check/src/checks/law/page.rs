//! What the rules of the law read of a page: of a finished release, or while it is built.

use crate::{
    dom::Dom,
    finding::{Kind, Notes},
};

/// A page, or the part of one that a rule reads.
pub(super) struct Page<'a> {
    /// Index of the page in the release.
    pub(super) number: u32,
    pub(super) html: &'a str,
    pub(super) dom: &'a Dom,
    /// Kind of page: `product`, `checkout`.
    pub(super) kind: &'a str,
    /// Whether it is a screen or an error page.
    pub(super) is_screen: bool,
    /// Primary subtag of its language: `nl`.
    pub(super) language: &'a str,
}

impl Page<'_> {
    /// Adds a note about this page.
    pub(super) fn note(&self, notes: &mut Notes, kind: &'static Kind, message: impl Into<String>) {
        notes.page(self.number, kind, message);
    }
}
