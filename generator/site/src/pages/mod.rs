//! The kinds of pages: one file each, one row in [`PAGE_KINDS`]; screens are rows of a table of their own.
//!
//! **Invariant:** a kind plans from the Catalog alone and views through the page's own reader; it never looks at another page's view.

mod content;
mod editorial;
pub mod kind;
mod page_kind;
mod product;
pub mod screens;
pub mod sheet;

use std::sync::LazyLock;

pub use self::page_kind::{PageKind, ViewError};
pub(crate) use self::{
    product::{BuyBoxProps, ProductProps},
    screens::{SCREENS, collect},
};

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
