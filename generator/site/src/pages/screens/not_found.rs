//! The 404 page, one for each locale (R-HEAD-11).
//!
//! It is a file without a route: nothing links to it and it is not indexed. Without content from the CMS it still has a
//! message and a link to the home page.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::ids::EntryId;

use super::screen::Content;
use crate::{
    context::ViewContext,
    image::ImageView,
    page::PlannedPage,
    routes::name,
    view::{self, links},
};

#[derive(Serialize)]
struct NotFoundView {
    text: Option<Value>,
    image: Option<ImageView>,
    home_label: String,
    home_href: String,
    search_href: Option<String>,
    tiles: Vec<TileView>,
}

/// A suggested page.
#[derive(Serialize)]
pub(super) struct TileView {
    label: String,
    /// Intro of the page.
    text: Option<String>,
    href: String,
    new_tab: bool,
}

const SHAPE: (u32, u32) = (4, 5);
const SIZES: &str = "(width >= 1024px) 33vw, 13rem";

/// The 404 page; it also works without JavaScript and on a plain CDN. Its template has a small island for the requested
/// path.
pub(super) fn content(cx: &ViewContext<'_>, _: &PlannedPage) -> Content {
    let globals = cx.reader.globals(cx.locale).map(|globals| &globals.not_found);
    let title = globals
        .and_then(|g| g.title.clone())
        .unwrap_or_else(|| cx.t("content.not_found_title", &[]));
    let text = globals.filter(|g| !g.text.is_empty()).map(|g| cx.rich_text(&g.text));
    let view = NotFoundView {
        text,
        image: globals
            .and_then(|g| g.image.as_ref())
            .map(|image| cx.picture(image, Some(SHAPE), SIZES, true)),
        home_label: cx.t("content.not_found_home", &[]),
        home_href: cx.home_href(),
        search_href: cx.route_href(name::SEARCH),
        tiles: tiles(cx),
    };
    Content::new(title, view::value(view))
}

/// The suggested pages and configured buttons, without duplicates; the link to the home page is separate.
pub(super) fn tiles(cx: &ViewContext<'_>) -> Vec<TileView> {
    let Some(globals) = cx.reader.globals(cx.locale).map(|globals| &globals.not_found) else {
        return Vec::new();
    };
    let suggested = globals.suggestions.iter().filter_map(|id| suggestion(cx, id));
    let buttons = links::buttons(cx, &globals.buttons).into_iter().map(|button| TileView {
        label: button.label,
        text: None,
        href: button.href,
        new_tab: button.new_tab,
    });
    let mut tiles: Vec<TileView> = Vec::new();
    for tile in suggested.chain(buttons) {
        if tile.href != cx.home_href() && tiles.iter().all(|other| other.href != tile.href) {
            tiles.push(tile);
        }
    }
    tiles
}

/// A page of this locale, given the id of any localization; `None` if it is not published.
fn suggestion(cx: &ViewContext<'_>, id: &EntryId) -> Option<TileView> {
    let href = cx.entry_href(id)?;
    let entry = cx.reader.entry_in(id, cx.locale)?;
    Some(TileView {
        label: entry.title.clone(),
        text: entry.seo.description.clone(),
        href,
        new_tab: false,
    })
}
