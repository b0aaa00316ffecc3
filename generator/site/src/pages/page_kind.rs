//! What a kind of page is.

use super::sheet;
use crate::{
    context::ViewContext,
    page::{PageView, PlannedPage},
    plan::PlanContext,
    routes::Layout,
};

/// Why a page has no view. The caller adds path and source entry (R-GEN-02).
#[derive(Debug, thiserror::Error)]
pub enum ViewError {
    /// The plan names a record that the Catalog does not hold.
    #[error(
        "the page is planned for {what} {id}, which the catalogue does not hold: run the build again; if it stays, it is a fault of the planner"
    )]
    Missing {
        /// `product`, `entry`, …
        what: &'static str,
        /// Its id.
        id: String,
    },
    /// A page was given to a kind that cannot show its subject.
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
    /// Its template below `templates/`.
    fn template(&self) -> &'static str;
    /// What stands around it: what `layout` is for its template.
    fn layout(&self) -> Layout {
        Layout::Default
    }
    /// The style sheets that it has beside that of every page: names in `templates/styles/sheets/`.
    fn sheets(&self) -> &'static [&'static str] {
        &[sheet::CONTENT]
    }
    /// Every page of this kind.
    fn plan(&self, cx: &PlanContext<'_>) -> Vec<PlannedPage>;
    /// The finished values of one page.
    fn view(&self, cx: &ViewContext<'_>, page: &PlannedPage) -> Result<PageView, ViewError>;
}
