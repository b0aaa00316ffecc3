//! View values that more than one page kind or block uses.
//!
//! **Invariant:** a view value is finished: words in the page's language, hrefs that lead somewhere, safe HTML; a template decides nothing but where it stands.

pub mod breadcrumbs;
pub mod drawing;
pub mod energy;
pub mod entry_card;
pub mod entry_face;
pub mod facts;
pub mod links;
pub mod nodes;
pub mod offer;
pub mod offer_terms;
pub mod options;
pub mod ordering;
pub mod outline;
pub mod price;
pub mod product_card;
pub mod properties;
pub mod structured;

pub(crate) use crate::templates::from_serde as value;
