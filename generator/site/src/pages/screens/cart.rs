//! The cart screen: the fallback until the island is loaded, and the island's props.

use serde::Serialize;
use utoipa::ToSchema;
use vitrine_model::content::DropdownType;

use super::screen::{Content, IslandProps};
use crate::{
    context::ViewContext,
    page::PlannedPage,
    routes::name,
    view::{
        self,
        links::{self, LinkView},
        ordering,
    },
};

/// The props of the island `cart`.
#[derive(Serialize, ToSchema)]
pub(crate) struct CartProps {
    /// Whether a visitor who is not logged in may order here.
    ordering_allowed: bool,
    /// Links to alternatives if ordering is closed; otherwise empty.
    ways: Vec<LinkView>,
    /// The path of the home page.
    home_path: String,
    /// The product links of the main navigation, for an empty cart.
    categories: Vec<LinkView>,
    /// The path of the checkout; `null` if there is none.
    #[schema(required)]
    checkout_path: Option<String>,
    /// The shop's delivery and return terms, as written by its editors.
    promises: Vec<LinkView>,
    /// Telephone, showrooms, contact.
    help: Vec<LinkView>,
    /// The URL template of the image CDN, with `{url}`, `{width}`, `{height}` and `{quality}`.
    image_template: String,
}

#[derive(Serialize)]
struct CartView {
    ordering_allowed: bool,
    ways: Vec<LinkView>,
    help: Vec<LinkView>,
}

impl IslandProps for CartProps {
    fn of(cx: &ViewContext<'_>, page: &PlannedPage) -> Self {
        Self {
            ordering_allowed: cx.ordering_allowed(),
            ways: ordering::ways(cx, page),
            home_path: cx.home_href(),
            categories: categories(cx),
            checkout_path: cx.route_href(name::CHECKOUT),
            promises: promises(cx),
            help: ordering::help(cx),
            image_template: cx.config.image_template_of_islands(),
        }
    }
}

/// The cart's values for the template.
pub(super) fn content(cx: &ViewContext<'_>, page: &PlannedPage) -> Content {
    let view = CartView {
        ordering_allowed: cx.ordering_allowed(),
        ways: ordering::ways(cx, page),
        help: ordering::help(cx),
    };
    Content::new(cx.t("common.cart", &[]), view::value(view))
}

/// The main navigation's items with product panels that lead to a page.
fn categories(cx: &ViewContext<'_>) -> Vec<LinkView> {
    let navigation = cx.reader.navigation(&cx.config.navigations.main, cx.locale);
    let pages = navigation.map_or(&[][..], |navigation| &navigation.pages);
    pages
        .iter()
        .filter(|page| page.dropdown_type == Some(DropdownType::Products))
        .filter_map(|page| {
            Some(LinkView::to(
                page.title.clone(),
                Some(links::href(cx, page.target.as_ref())?),
            ))
        })
        .collect()
}

fn promises(cx: &ViewContext<'_>) -> Vec<LinkView> {
    let site = cx.reader.globals(cx.locale).map(|globals| &globals.site);
    site.map_or_else(Vec::new, |site| links::promises(cx, &site.usps))
}
