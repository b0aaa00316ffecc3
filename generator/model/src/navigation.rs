//! Navigations of the CMS: trees of links, one for each locale (content model §5, specification §3 "Navigation page").
//!
//! A node without a target is text. `site` checks which targets exist.

use serde::{Deserialize, Serialize};

use crate::{
    content::DropdownType,
    ids::EntryId,
    link::{Link, LinkTarget},
    locale::LocaleIndex,
    media::Image,
};

/// The handle of the navigation generated from the shop's categories, for regions without a CMS navigation. No
/// navigation of the CMS can have it.
pub const CATEGORY_TREE: &str = "shopware::categories";

/// Picture with text in a dropdown panel.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Highlight {
    /// Picture.
    pub image: Option<Image>,
    /// Title.
    pub title: Option<String>,
    /// Text.
    pub text: Option<String>,
    /// Link target.
    pub link: Option<LinkTarget>,
}

/// One node of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NavigationPage {
    /// The node's id.
    pub id: String,
    /// Label.
    pub title: String,
    /// Link target; `None` = text only.
    pub target: Option<LinkTarget>,
    /// The entry of the node.
    pub entry: Option<EntryId>,
    /// A badge (`Nieuw`).
    pub label: Option<String>,
    /// A separate link below the children.
    pub call_to_action: Option<Link>,
    /// On narrow screens, children open in place.
    pub expand_on_mobile: bool,
    /// Shown as a pill.
    pub is_highlighted: bool,
    /// Picture with text in the dropdown panel.
    pub highlight: Option<Highlight>,
    /// Content of the dropdown.
    pub dropdown_type: Option<DropdownType>,
    /// Use the light logo over the hero of the target page.
    pub logo_light: bool,
    /// Number of columns for the children.
    pub columns: Option<u8>,
    /// Picture of the page, for tiles.
    pub featured_image: Option<Image>,
    /// Opens in a new tab.
    pub new_tab: bool,
    /// Child nodes.
    pub children: Vec<NavigationPage>,
}

/// One navigation in one locale.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Navigation {
    /// `main`, `footer`, `colophon`, `top`.
    pub handle: String,
    /// Its locale.
    pub locale: LocaleIndex,
    /// The top-level nodes.
    pub pages: Vec<NavigationPage>,
}
