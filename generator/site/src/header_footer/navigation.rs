//! Views of navigation pages: links, dropdown panels and pictures (R-HEAD-04, R-CMS-11).
//!
//! **Invariant:** a node is included only if it has a target or contains a node with one. Pictures in a panel are
//! decorative, except for logos of brands.

use serde::Serialize;
use vitrine_model::{
    content::DropdownType,
    content::EntryFields,
    media::Image,
    navigation::{Highlight, NavigationPage},
};

use super::pictures;
use crate::{
    context::ViewContext,
    image::ImageView,
    view::links::{self, LinkView},
};

/// Deeper levels of a navigation are not shown.
const DEEPEST: usize = 3;
/// If a panel of type "other" has at most this many children, all are tiles; otherwise only the first two are, and the
/// rest are text links (R-HEAD-04).
const ALL_TILES: usize = 3;
const SOME_TILES: usize = 2;

/// Width and aspect ratio of pictures in panels, in CSS pixels.
const PICTURE: (u32, (u32, u32)) = (320, (4, 5));
const HIGHLIGHT: (u32, (u32, u32)) = (240, (3, 2));
const LOGO_WIDTH: u32 = 160;

/// A node of a navigation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct NavigationView {
    label: String,
    pub(super) href: Option<String>,
    new_tab: bool,
    badge: Option<String>,
    pill: bool,
    /// On narrow screens its children open in place, not on a separate level (R-HEAD-05).
    expand_on_mobile: bool,
    /// The template of the panel: `products`, `brands`, `other`.
    pub(super) panel: &'static str,
    /// Columns of text links; 0 = as many as fit.
    columns: u8,
    pub(super) picture: Option<PanelPicture>,
    /// Logo of a brand.
    logo: Option<ImageView>,
    highlight: Option<HighlightView>,
    call_to_action: Option<LinkView>,
    /// How many of the children are tiles.
    tiles: usize,
    /// The hrefs of the pages in this section, to mark it as current.
    section: Option<String>,
    pub(super) children: Vec<NavigationView>,
}

/// A picture next to text that describes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct PanelPicture {
    image: ImageView,
    /// Its URL for a device pixel ratio of two.
    #[serde(skip)]
    pub(super) large: String,
    /// A packshot on a plain background, not a photo of a room.
    pub(super) packshot: bool,
}

/// The highlight of a panel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct HighlightView {
    image: Option<ImageView>,
    title: Option<String>,
    text: Option<String>,
    href: Option<String>,
}

/// The top-level nodes of a navigation in the page's locale.
pub(super) fn views(cx: &ViewContext<'_>, handle: &str) -> Vec<NavigationView> {
    cx.reader
        .navigation(handle, cx.locale)
        .map_or_else(Vec::new, |navigation| nodes(cx, &navigation.pages, DEEPEST))
}

fn nodes(cx: &ViewContext<'_>, pages: &[NavigationPage], depth: usize) -> Vec<NavigationView> {
    if depth == 0 {
        return Vec::new();
    }
    let views = pages.iter().map(|page| node(cx, page, depth));
    views
        .filter(|view| view.href.is_some() || !view.children.is_empty())
        .collect()
}

fn node(cx: &ViewContext<'_>, page: &NavigationPage, depth: usize) -> NavigationView {
    let children = nodes(cx, &page.children, depth - 1);
    let href = links::href(cx, page.target.as_ref());
    let packshot = |image: &Image| image.height > image.width;
    NavigationView {
        label: page.title.clone(),
        new_tab: page.new_tab,
        badge: page.label.clone(),
        pill: page.is_highlighted,
        expand_on_mobile: page.expand_on_mobile,
        panel: match page.dropdown_type {
            Some(DropdownType::Brands) => "brands",
            Some(DropdownType::Other) => "other",
            Some(DropdownType::Products) | None => "products",
        },
        columns: page.columns.unwrap_or_default(),
        picture: pictures::picture(cx, page).map(|image| {
            let view = decoration(cx, image, PICTURE);
            PanelPicture {
                large: view.srcset.trim_end_matches(" 2x").to_owned(),
                image: view,
                packshot: packshot(image),
            }
        }),
        logo: logo(cx, page).map(|image| cx.logo(image, LOGO_WIDTH)),
        highlight: page.highlight.as_ref().map(|highlight| highlight_view(cx, highlight)),
        call_to_action: page.call_to_action.as_ref().and_then(|link| {
            let href = links::href(cx, link.target.as_ref())?;
            Some(LinkView {
                new_tab: link.new_tab,
                ..LinkView::to(link.label.clone(), Some(href))
            })
        }),
        tiles: if children.len() <= ALL_TILES {
            ALL_TILES
        } else {
            SOME_TILES
        },
        section: section(href.as_deref(), &children),
        href,
        children,
    }
}

fn logo<'a>(cx: &ViewContext<'a>, page: &NavigationPage) -> Option<&'a Image> {
    match entry_fields(cx, page)? {
        EntryFields::Brand(fields) => fields.logo.as_ref(),
        _ => None,
    }
}

fn entry_fields<'a>(cx: &ViewContext<'a>, page: &NavigationPage) -> Option<&'a EntryFields> {
    Some(&cx.reader.entry(page.entry.as_ref()?)?.fields)
}

fn highlight_view(cx: &ViewContext<'_>, highlight: &Highlight) -> HighlightView {
    HighlightView {
        image: highlight.image.as_ref().map(|image| decoration(cx, image, HIGHLIGHT)),
        title: highlight.title.clone(),
        text: highlight.text.clone(),
        href: links::href(cx, highlight.link.as_ref()),
    }
}

fn decoration(cx: &ViewContext<'_>, image: &Image, (width, ratio): (u32, (u32, u32))) -> ImageView {
    ImageView {
        alt: String::new(),
        ..cx.image_fixed(image, width, Some(ratio))
    }
}

/// The local hrefs of a node and all its descendants, separated by spaces.
fn section(href: Option<&str>, children: &[NavigationView]) -> Option<String> {
    let below = children.iter().filter_map(|child| child.section.as_deref());
    let own = href
        .filter(|href| href.starts_with('/'))
        .and_then(|href| href.split(['?', '#']).next());
    let all: Vec<&str> = own.into_iter().chain(below).collect();
    (!all.is_empty()).then(|| all.join(" "))
}
