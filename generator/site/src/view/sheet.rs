//! Names of the style sheets in `templates/styles/sheets/`, which pages link in addition to the common one.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::{assets::Asset, context::ViewContext};

/// A style sheet that is loaded when it is needed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct SheetProps {
    /// Its URL.
    href: String,
    /// Its hash.
    integrity: String,
}

impl SheetProps {
    /// The sheet of this name.
    pub(crate) fn of(cx: &ViewContext<'_>, name: &str) -> Option<Self> {
        cx.sheets.get(name).map(|asset| Self {
            href: format!("/{}", asset.file),
            integrity: asset.integrity.clone(),
        })
    }
}

/// For pages of entries.
pub const CONTENT: &str = "content";
/// For the page that is not there, with [`CONTENT`].
pub const NOT_FOUND: &str = "not-found";
/// For pages with a paged list, with all that [`CONTENT`] has.
pub const LISTS: &str = "lists";
/// For pages of products.
pub const PRODUCT: &str = "product";
/// For cart, checkout and log-in.
pub const SCREENS: &str = "screens";
/// For the error pages that a server returns in place of a page: maintenance and internal errors.
pub const FAILURE: &str = "failure";
/// For the search.
pub const SEARCH: &str = "search";
/// For the account area.
pub const ACCOUNT: &str = "account";
/// For the cart panel of the header; linked by no page, loaded when the panel opens.
pub const CART_PANEL: &str = "cart-panel";
/// For the suggestions of the header's search; linked by no page, loaded on first use.
pub const SEARCH_PANEL: &str = "search-panel";
/// For the layer that asks before a tag manager; linked by no page, loaded when the layer is shown.
pub const CONSENT: &str = "consent";
/// For the filters of a list; linked by no page, loaded on first use.
pub const LISTING: &str = "listing";
/// For every page of a shop whose pictures the browser crops, in addition to that of its kind.
pub const FRAMES: &str = "frames";
/// For pages with a store locator, in addition to that of their kind. Named like its island.
pub const STORE_LOCATOR: &str = "store-locator";
/// For pages with a form, in addition to that of their kind. It has the name of its island.
pub const FORM: &str = "form";
/// For the chosen cloths in the form for samples; linked by no page, loaded by their island.
pub const SAMPLES: &str = "samples";
/// For the calendar of a form: of no page, fetched when it opens.
pub const CALENDAR: &str = "calendar";
/// Sheets that are one file where a page has both: compressed as one they share what they repeat, and a page of both
/// keeps within its 14 KB (budgets.md).
const JOINED: [(&str, &str, &str); 2] = [
    (CONTENT, FORM, "content-form"),
    (LISTS, STORE_LOCATOR, "lists-store-locator"),
];

/// The sheets of a page by name, each pair of [`JOINED`] replaced by its one file, if there is one.
pub(crate) fn joined<'n>(mut names: Vec<&'n str>, known: &BTreeMap<String, Asset>) -> Vec<&'n str> {
    for (first, second, both) in JOINED {
        let has = |name| names.contains(&name);
        if has(first) && has(second) && known.contains_key(both) {
            names.retain(|name| *name != second);
            names
                .iter_mut()
                .filter(|name| **name == first)
                .for_each(|name| *name = both);
        }
    }
    names
}
