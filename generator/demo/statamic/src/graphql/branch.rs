//! The nodes of navs.

use super::super::content::Nav;
use super::super::files::NavFileNode;
use super::schema::type_name;

/// A node of a nav's tree.
#[derive(Clone)]
pub(super) struct Branch<'c> {
    pub(super) node: &'c NavFileNode,
    pub(super) tree: Tree<'c>,
    pub(super) depth: u64,
    /// Identifies the node if it has no id.
    pub(super) place: String,
}

/// The tree of a nav in a site.
#[derive(Clone, Copy)]
pub(super) struct Tree<'c> {
    pub(super) handle: &'c str,
    pub(super) nav: &'c Nav,
    pub(super) site: usize,
}

impl Branch<'_> {
    /// Name of its page's type.
    pub(super) fn page_type(&self) -> String {
        let kind = if self.node.entry.is_some() {
            "NavEntryPage"
        } else {
            "NavBasicPage"
        };
        type_name(kind, &[self.tree.handle])
    }
}
