//! The cart's shell: a frame, what to read while the island comes, and what it needs to know.
//!
//! **Invariant:** holds no person's data; what is in a cart only the island knows.

use serde::Serialize;
use utoipa::ToSchema;
use vitrine_model::{locale::LocaleIndex, path::SitePath};

use super::{PageKind, ViewError, kind};
use crate::{
    context::ViewContext,
    page::{HeadView, PageView, PlannedPage, Subject, Tone},
    plan::PlanContext,
    routes::name,
    view::{self, breadcrumbs, links::LinkView, ordering},
};

/// The cart.
pub(super) struct CartPage;

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
    title: String,
    ordering_allowed: bool,
    ways: Vec<LinkView>,
    phone: Option<String>,
    props: CartProps,
}

impl PageKind for CartPage {
    fn name(&self) -> &'static str {
        kind::CART
    }

    fn template(&self) -> &'static str {
        "pages/cart.html"
    }

    fn plan(&self, cx: &PlanContext<'_>) -> Vec<PlannedPage> {
        let alternates: Vec<(LocaleIndex, SitePath)> = cx
            .catalog
            .locales()
            .iter()
            .filter_map(|(locale, _)| Some((locale, cx.routes.path(name::CART, locale)?.clone())))
            .collect();
        alternates
            .iter()
            .map(|(locale, path)| PlannedPage {
                file: path.file(),
                path: path.clone(),
                locale: *locale,
                kind: self.name(),
                subject: Subject::Screen(name::CART),
                alternates: alternates.clone(),
                indexable: false,
                source: format!("screen {}", name::CART),
                last_modified: None,
            })
            .collect()
    }

    fn view(&self, cx: &ViewContext<'_>, page: &PlannedPage) -> Result<PageView, ViewError> {
        let title = cx.t("common.cart", &[]);
        let ways = ordering::ways(cx, page);
        let site = cx.reader.globals(cx.locale).map(|globals| &globals.site);
        let view = CartView {
            title: title.clone(),
            ordering_allowed: cx.ordering_allowed(),
            phone: site.and_then(|s| s.phone_display.clone().or_else(|| s.phone.clone())),
            props: CartProps {
                ordering_allowed: cx.ordering_allowed(),
                ways: ways.clone(),
                home_path: cx.home_href(),
                image_template: cx.config.image_template.clone(),
            },
            ways,
        };
        Ok(PageView {
            head: HeadView {
                title: title.clone(),
                description: None,
                noindex: true,
                image: None,
                structured_data: Vec::new(),
                preload_images: Vec::new(),
            },
            tone: Tone::Light,
            body: view::value(view),
            breadcrumbs: breadcrumbs::trail(cx, Vec::new(), title).into(),
            search: None,
            islands: vec!["cart"],
        })
    }
}
