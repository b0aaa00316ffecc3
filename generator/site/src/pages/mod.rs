//! The kinds of pages: one file each, one row in [`PAGE_KINDS`].
//!
//! **Invariant:** a kind plans from the Catalog alone and views through the page's own reader; it never looks at another page's view.

mod cart;
mod content;
mod editorial;
mod not_found;
mod product;

pub(crate) use self::{
    cart::CartProps,
    product::{BuyBoxProps, ProductProps},
};
use crate::{
    context::ViewContext,
    page::{PageView, PlannedPage},
    plan::PlanContext,
};

/// Names of the page kinds, as they stand in [`PlannedPage::kind`].
pub mod kind {
    /// A page built of blocks.
    pub const CONTENT: &str = "content";
    /// A maker's own page.
    pub const BRAND: &str = "brand";
    /// A designer's own page.
    pub const DESIGNER: &str = "designer";
    /// A product line of a brand.
    pub const COLLECTION: &str = "collection";
    /// A room that was furnished.
    pub const PROJECT: &str = "project";
    /// A news item.
    pub const NEWS: &str = "news";
    /// An event.
    pub const EVENT: &str = "event";
    /// A showroom.
    pub const SHOWROOM: &str = "showroom";
    /// A vacancy.
    pub const VACANCY: &str = "vacancy";
    /// A sellable product.
    pub const PRODUCT: &str = "product";
    /// The 404 page of a locale.
    pub const NOT_FOUND: &str = "not_found";
    /// The cart's shell.
    pub const CART: &str = "cart";
}

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
    /// Its name, one of [`kind`].
    fn name(&self) -> &'static str;
    /// Its template below `templates/`.
    fn template(&self) -> &'static str;
    /// Every page of this kind.
    fn plan(&self, cx: &PlanContext<'_>) -> Vec<PlannedPage>;
    /// The finished values of one page.
    fn view(&self, cx: &ViewContext<'_>, page: &PlannedPage) -> Result<PageView, ViewError>;
}

/// Every kind there is. A new one: a file here, a row, a template.
pub static PAGE_KINDS: &[&dyn PageKind] = &[
    &content::ContentPage,
    &editorial::BRAND,
    &editorial::DESIGNER,
    &editorial::COLLECTION,
    &editorial::PROJECT,
    &editorial::NEWS,
    &editorial::EVENT,
    &editorial::SHOWROOM,
    &editorial::VACANCY,
    &product::ProductPage,
    &not_found::NotFoundPage,
    &cart::CartPage,
];
