//! The search: a form that works without JavaScript, and placeholders for its results.
//!
//! If the API's host serves the results page, it fills these placeholders (`api/src/search/page.rs`); otherwise the
//! island shows the results.

use serde::Serialize;

use super::screen::Content;
use crate::{
    context::ViewContext,
    page::PlannedPage,
    routes::name,
    view::{self, category, links::LinkView, ordering, properties::name_in},
};

/// Maximum number of suggested categories.
const MAX_KINDS: usize = 6;

#[derive(Serialize)]
struct SearchView {
    /// The page's own path, the form's action.
    search_href: String,
    /// Suggested categories, without a query and for a search without results.
    kinds: Vec<LinkView>,
    /// Links for help: telephone, showrooms, contact.
    help: Vec<LinkView>,
}

pub(super) fn content(cx: &ViewContext<'_>, _: &PlannedPage) -> Content {
    let view = SearchView {
        search_href: own_path(cx),
        kinds: kinds(cx),
        help: ordering::help(cx),
    };
    Content::new(cx.t("search.title", &[]), view::value(view))
}

fn own_path(cx: &ViewContext<'_>) -> String {
    cx.route_href(name::SEARCH).unwrap_or_default()
}

/// The first categories that have products and a page.
fn kinds(cx: &ViewContext<'_>) -> Vec<LinkView> {
    let top = cx.reader.child_categories(None).iter();
    let kind = |id| {
        let found = cx.reader.category(id).filter(|_| cx.reader.size_of_category(id) > 0)?;
        let href = category::page_href(cx, found)?;
        Some(LinkView::to(name_in(cx, &found.names), Some(href)))
    };
    top.filter_map(kind).take(MAX_KINDS).collect()
}
