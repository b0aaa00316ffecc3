//! Error pages that servers return: during maintenance (503), and for failures (500), one of each for every locale
//! (R-SESS-03, R-HEAD-11, R-ROUTE-14).
//!
//! They need no script and no backend. Like the 404 page they link to the home page and other pages; their texts come
//! from `locales/`, because editors cannot know the error.

use serde::Serialize;

use super::{not_found, screen::Content};
use crate::{
    context::ViewContext,
    view::{self, links::LinkView, ordering},
};

#[derive(Serialize)]
struct FailureView {
    text: String,
    home_label: String,
    home_href: String,
    /// Links for help: telephone, showrooms, contact.
    help: Vec<LinkView>,
    tiles: Vec<not_found::TileView>,
}

/// An error page with title and text, given by their keys.
pub(super) fn content(cx: &ViewContext<'_>, title: &str, text: &str) -> Content {
    let view = FailureView {
        text: cx.t(text, &[]),
        home_label: cx.t("content.not_found_home", &[]),
        home_href: cx.home_href(),
        help: ordering::help(cx),
        tiles: not_found::tiles(cx),
    };
    Content::new(cx.t(title, &[]), view::value(view))
}
