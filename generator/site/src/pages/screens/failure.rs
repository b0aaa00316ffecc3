//! What servers answer with in place of a page: while the shop is in maintenance (503), and for what broke (500), one of each a locale (R-SESS-03, R-HEAD-11,
//! R-ROUTE-14).
//!
//! **Invariant:** needs no script and no backend. Like the 404 page it leads home and on; what went wrong is said in the generator's own words, since no editor knows it.

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
    /// Telephone, showrooms, contact.
    help: Vec<LinkView>,
    tiles: Vec<not_found::TileView>,
}

/// A page of this title and text, by their keys.
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
