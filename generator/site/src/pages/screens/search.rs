//! The search: a form that works without JavaScript, and the places of its results.
//!
//! Where the API's host serves the page of a query, it fills those places (`api/src/search/page.rs`); elsewhere the island
//! shows the results.

use serde::Serialize;
use utoipa::ToSchema;

use super::screen::{Content, IslandProps};
use crate::{
    context::ViewContext,
    page::PlannedPage,
    routes::name,
    view::{self, category, links::LinkView, ordering, properties::name_in},
};

/// Most kinds of products to begin with.
const MAX_KINDS: usize = 6;

#[derive(Serialize)]
struct SearchView {
    /// The page's own path, which the form leads to.
    search_href: String,
    /// Kinds of products, to begin with and for who finds nothing.
    kinds: Vec<LinkView>,
    /// Whom to ask: telephone, showrooms, contact.
    help: Vec<LinkView>,
}

/// What the island `search` is given.
#[derive(Serialize, ToSchema)]
pub(crate) struct SearchProps {
    /// Kinds of products, to begin with and for who finds nothing.
    kinds: Vec<LinkView>,
    /// Whom to ask: telephone, showrooms, contact.
    help: Vec<LinkView>,
}

impl IslandProps for SearchProps {
    fn of(cx: &ViewContext<'_>, _: &PlannedPage) -> Self {
        Self {
            kinds: kinds(cx),
            help: ordering::help(cx),
        }
    }
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
