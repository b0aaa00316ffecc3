//! The page kinds: one file and one row in [`PAGE_KINDS`] for each; screens have their own table.
//!
//! **Invariant:** a kind plans from the Catalog only, and builds a view through the page's own reader; it never uses
//! another page's view.

mod content;
mod editorial;
mod list;
mod page_kind;
mod page_words;
mod product;
pub mod screens;

use std::sync::LazyLock;

pub use self::page_kind::PageKind;
pub(crate) use self::{
    product::{BuyBoxProps, ProductProps},
    screens::{SCREENS, collect},
};

/// All page kinds. A new one needs a file here, a row and a template; a screen needs a row of [`SCREENS`].
pub static PAGE_KINDS: LazyLock<Vec<&'static dyn PageKind>> = LazyLock::new(|| {
    let screens = SCREENS.iter().map(|screen| screen as &dyn PageKind);
    CONTENT_KINDS.iter().copied().chain(screens).collect()
});

static CONTENT_KINDS: [&dyn PageKind; 12] = [
    &content::ContentPage,
    &list::ListPages,
    &editorial::BRAND,
    &editorial::DESIGNER,
    &editorial::COLLECTION,
    &editorial::PROJECT,
    &editorial::NEWS,
    &editorial::ARTICLE,
    &editorial::EVENT,
    &editorial::SHOWROOM,
    &editorial::VACANCY,
    &product::ProductPage,
];
