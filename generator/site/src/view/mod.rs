//! Views used by more than one page kind or block.
//!
//! A view contains final values: texts in the page's language, valid hrefs, safe HTML; templates only lay them out.

pub mod all_products;
pub mod breadcrumbs;
pub mod category;
mod color_words;
pub mod drawing;
pub mod energy;
pub mod entry_card;
pub mod entry_face;
pub(crate) mod facet_keys;
pub mod facts;
pub mod filtered;
pub(crate) mod form;
pub mod form_text;
pub(crate) mod guarantee;
pub mod hours;
pub(crate) mod imprint;
pub mod links;
pub mod list_bar;
pub(crate) mod locator;
pub(crate) mod maker_guarantee;
pub mod nodes;
pub mod offer;
pub mod options;
pub mod ordering;
pub mod outline;
pub mod pager;
pub mod place;
pub mod price;
pub mod product_card;
pub mod product_group;
pub mod properties;
pub(crate) mod returns;
pub mod samples;
pub mod sheet;
pub(crate) mod shown;
pub(crate) mod showroom;
pub mod structured;
pub(crate) mod vacancy;
pub mod video;
mod view_error;
pub(crate) mod words;

pub use self::view_error::ViewError;
pub(crate) use crate::templates::from_serde as value;
