//! The cart: a frame, what to read while the island comes, and what it needs to know.

use serde::Serialize;
use utoipa::ToSchema;

use super::screen::{Content, IslandProps};
use crate::{
    context::ViewContext,
    page::PlannedPage,
    view::{self, links::LinkView, ordering},
};

/// What the island `cart` is given.
#[derive(Serialize, ToSchema)]
pub(crate) struct CartProps {
    /// Whether a visitor who is not logged in may order here.
    ordering_allowed: bool,
    /// Ways on where ordering is closed; empty where it is open.
    ways: Vec<LinkView>,
    /// The path of the home page.
    home_path: String,
    /// The URL template of the image CDN, with `{url}`, `{width}`, `{height}` and `{quality}`.
    image_template: String,
}

#[derive(Serialize)]
struct CartView {
    ordering_allowed: bool,
    ways: Vec<LinkView>,
    phone: Option<String>,
}

impl IslandProps for CartProps {
    fn of(cx: &ViewContext<'_>, page: &PlannedPage) -> Self {
        Self {
            ordering_allowed: cx.ordering_allowed(),
            ways: ordering::ways(cx, page),
            home_path: cx.home_href(),
            image_template: cx.config.image_template.clone(),
        }
    }
}

/// The cart without its island.
pub(super) fn content(cx: &ViewContext<'_>, page: &PlannedPage) -> Content {
    let site = cx.reader.globals(cx.locale).map(|globals| &globals.site);
    let phone = site.and_then(|s| s.phone_display.clone().or_else(|| s.phone.clone()));
    let view = CartView {
        ordering_allowed: cx.ordering_allowed(),
        ways: ordering::ways(cx, page),
        phone,
    };
    Content::new(cx.t("common.cart", &[]), view::value(view))
}
