//! The trait of page kinds.

use crate::{
    context::ViewContext,
    page::PlannedPage,
    page_view::PageView,
    plan::PlanContext,
    routes::Layout,
    view::{ViewError, sheet},
};

/// One kind of page.
pub trait PageKind: Sync {
    /// Its name, one of [`kind`](crate::plan::kind) or that of a screen.
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
