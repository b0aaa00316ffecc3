//! The trait of page kinds.

use super::sheet;
use crate::{
    context::ViewContext,
    page::{PageView, PlannedPage},
    plan::PlanContext,
    routes::Layout,
};

/// Why a view could not be built. The caller adds path and source entry (R-GEN-02).
#[derive(Debug, thiserror::Error)]
pub enum ViewError {
    /// The plan refers to a record that the Catalog does not contain.
    #[error(
        "the page is planned for {what} {id}, which the catalogue does not hold: run the build again; if it stays, it is a fault of the planner"
    )]
    Missing {
        /// `product`, `entry`, …
        what: &'static str,
        /// Its id.
        id: String,
    },
    /// A page was passed to a kind that does not support its subject.
    #[error("a page of kind {kind} was planned with another kind's subject: this is a fault of the planner")]
    Subject {
        /// The kind.
        kind: &'static str,
    },
}

/// One kind of page.
pub trait PageKind: Sync {
    /// Its name, one of [`kind`](super::kind) or that of a screen.
    fn name(&self) -> &'static str;
    /// Path of its template below `templates/`.
    fn template(&self) -> &'static str;
    /// Its layout: the value of `layout` for its template.
    fn layout(&self) -> Layout {
        Layout::Default
    }
    /// Additional style sheets of its pages: names in `templates/styles/sheets/`.
    fn sheets(&self) -> &'static [&'static str] {
        &[sheet::CONTENT]
    }
    /// All pages of this kind.
    fn plan(&self, cx: &PlanContext<'_>) -> Vec<PlannedPage>;
    /// The view of one page.
    fn view(&self, cx: &ViewContext<'_>, page: &PlannedPage) -> Result<PageView, ViewError>;
}
