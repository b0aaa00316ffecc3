//! Navigations of the CMS: trees of links, one a locale (content model §5, specification §3 "Navigation page").
//!
//! **Invariant:** a node without a target is text; which targets exist is `site`'s to find out.

use serde::{Deserialize, Serialize};

use crate::{
    content::DropdownType,
    ids::EntryId,
    link::{Link, LinkTarget},
    locale::LocaleIndex,
    media::Image,
};

/// A panel's picture with words.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Highlight {
    /// Picture.
    pub image: Option<Image>,
    /// Title.
    pub title: Option<String>,
    /// Text.
    pub text: Option<String>,
    /// Where it leads.
    pub link: Option<LinkTarget>,
}

/// One node of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NavigationPage {
    /// The node's id.
    pub id: String,
    /// Its words.
    pub title: String,
    /// Where it leads; `None` = text only.
    pub target: Option<LinkTarget>,
    /// The entry it stands for.
    pub entry: Option<EntryId>,
    /// A badge (`Nieuw`).
    pub label: Option<String>,
    /// A link of its own below the children.
    pub call_to_action: Option<Link>,
    /// Children open in place on narrow screens.
    pub expand_on_mobile: bool,
    /// Shown as a pill.
    pub is_highlighted: bool,
    /// The panel's picture.
    pub highlight: Option<Highlight>,
    /// What opens.
    pub dropdown_type: Option<DropdownType>,
    /// Light logo over the hero of the page it leads to.
    pub logo_light: bool,
    /// How many columns its children stand in.
    pub columns: Option<u8>,
    /// Picture of the page in tiles.
    pub featured_image: Option<Image>,
    /// Opens in a new tab.
    pub new_tab: bool,
    /// Below it.
    pub children: Vec<NavigationPage>,
}

/// One navigation in one locale.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Navigation {
    /// `main`, `footer`, `colophon`, `top`.
    pub handle: String,
    /// Its locale.
    pub locale: LocaleIndex,
    /// The roots.
    pub pages: Vec<NavigationPage>,
}
