//! The part of the page that its blocks may depend on.

use vitrine_model::content::{Block, Entry};

use crate::page::{ListPage, PlannedPage};

/// The page that shows the blocks.
#[derive(Clone, Copy, Debug, Default)]
pub struct BlocksOf<'a> {
    /// The entry of the page, if it has one.
    pub(super) entry: Option<&'a Entry>,
    /// The page, if there is one.
    page: Option<&'a PlannedPage>,
    /// Whether the text above the list is shown next to the page's title.
    lead_is_shown: bool,
}

impl<'a> BlocksOf<'a> {
    /// The blocks of an entry, if there is one, without a page.
    pub fn entry(entry: Option<&'a Entry>) -> Self {
        Self {
            entry,
            ..Self::default()
        }
    }

    /// The blocks of an entry on one of its pages.
    pub fn page(entry: &'a Entry, page: &'a PlannedPage) -> Self {
        Self {
            entry: Some(entry),
            page: Some(page),
            lead_is_shown: false,
        }
    }

    /// The same, with the text above the list shown next to the page's title.
    pub(crate) fn below_lead(self) -> Self {
        Self {
            lead_is_shown: true,
            ..self
        }
    }

    /// Whether the text above the list is already shown; a block then leaves it out.
    pub(super) fn lead_is_shown(self) -> bool {
        self.lead_is_shown
    }

    /// The path of the page; empty if there is none.
    pub(super) fn path(self) -> String {
        self.page.map_or_else(String::new, |page| page.path.href())
    }

    /// The part of the list on this page, if this block is the paged list.
    pub(super) fn part_of(self, block: &Block) -> Option<&'a ListPage> {
        let paged = self.entry?.paged_list()?;
        let list = self.page?.list.as_ref();
        list.filter(|_| std::ptr::eq(paged, block))
    }
}
