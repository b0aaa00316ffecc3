//! The kinds of pages: one file each, one row in [`PAGE_KINDS`]; screens are rows of a table of their own.
//!
//! **Invariant:** a kind plans from the Catalog alone and views through the page's own reader; it never looks at another page's view.

mod content;
mod editorial;
mod product;
pub mod screens;

use std::sync::LazyLock;

pub(crate) use self::{
    product::{BuyBoxProps, ProductProps},
    screens::{SCREENS, Schemas},
};
use crate::{
    context::ViewContext,
    page::{PageView, PlannedPage},
    plan::PlanContext,
    routes::Layout,
};

/// Names of the page kinds but screens, as they stand in [`PlannedPage::kind`].
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
}

/// Names of the style sheets in `templates/styles/sheets/`.
pub mod sheet {
    /// For pages of entries, and the error pages.
    pub const CONTENT: &str = "content";
    /// For pages of products.
    pub const PRODUCT: &str = "product";
    /// For what is done: cart, checkout, account.
    pub const SCREENS: &str = "screens";
    /// For the cart in the header's panel: of no page, fetched when the panel opens.
    pub const CART_PANEL: &str = "cart-panel";
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
    /// Its name, one of [`kind`] or that of a screen.
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

/// Every kind there is. A new one: a file here, a row, a template; a screen is a row of [`SCREENS`].
pub static PAGE_KINDS: LazyLock<Vec<&'static dyn PageKind>> = LazyLock::new(|| {
    let screens = SCREENS.iter().map(|screen| screen as &dyn PageKind);
    CONTENT_KINDS.iter().copied().chain(screens).collect()
});

static CONTENT_KINDS: [&dyn PageKind; 10] = [
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
];
