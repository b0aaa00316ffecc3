//! The shop's data types: locales, money, paths, products, entries, navigation, globals, rich text.
//!
//! **Invariant:** pure. No network, files, clock or environment; the same input gives the same value and the same hash.
//! Start at [`catalog::Catalog`], which holds all data that a build reads.

pub mod catalog;
pub mod content;
pub mod decimal;
pub mod diagnostic;
pub mod form;
pub mod format;
pub mod globals;
pub mod host_limits;
pub mod ids;
pub mod link;
pub mod locale;
pub mod media;
pub mod money;
pub mod navigation;
pub mod path;
pub mod planned;
pub mod price_history;
pub mod product;
pub mod record;
pub mod redirect;
pub mod release_format;
pub mod review;
pub mod rich_text;
pub mod slug;
pub mod stored;
pub mod taxonomy;
