//! What a page is: planned as a route with a subject, viewed as finished values, rendered by its kind's template.
//!
//! **Invariant:** a [`PlannedPage`] holds no view; whatever a view needs it reads through the [`Reader`](crate::reader::Reader), which notes it.

use std::sync::Arc;

use minijinja::Value;
use serde::Serialize;
use vitrine_model::{
    ids::{EntryId, ProductId},
    locale::LocaleIndex,
    path::SitePath,
};

use crate::{context::ImageView, templates::InlineJson};

/// What a page is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// An entry's localization.
    Entry(EntryId),
    /// A sellable product.
    Product(ProductId),
    /// A screen of the route table, by its route name (`bor.shopping-cart`).
    Screen(&'static str),
}

/// One page of the plan.
#[derive(Clone, Debug)]
pub struct PlannedPage {
    /// Where it is.
    pub path: SitePath,
    /// Its file below `site/`; `path.file()` but for shells and error pages.
    pub file: String,
    /// Its locale.
    pub locale: LocaleIndex,
    /// Name of its [`PageKind`].
    pub kind: &'static str,
    /// What it is about.
    pub subject: Subject,
    /// The same page in every locale that has it, its own included, in the order of locales (R-HEAD-10, R-I18N-04).
    pub alternates: Vec<(LocaleIndex, SitePath)>,
    /// Stands in sitemaps and may be indexed.
    pub indexable: bool,
    /// Who asked for it, for messages: `entry pages/service (nl) https://cms…/edit`, `product RAVEL-RU-OA`.
    pub source: String,
    /// Last change of its subject (ISO 8601 date), for the sitemap.
    pub last_modified: Option<String>,
}

/// What a page needs beside its body.
#[derive(Clone, Debug, Serialize)]
pub struct HeadView {
    /// The page's own title; the template adds separator and site name (R-HEAD-10).
    pub title: String,
    /// Description for search engines.
    pub description: Option<String>,
    /// The page is kept out of indexes by its editor or by what it is.
    pub noindex: bool,
    /// The picture for sharing.
    pub image: Option<ShareImage>,
    /// Structured data, each already an object; printed by the one writer of inline data (rule 3).
    pub structured_data: Vec<InlineJson>,
    /// The picture to fetch early, once for each kind of window that has one of its own.
    pub preload_images: Vec<PreloadImage>,
}

/// A picture that the browser fetches before it has met it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PreloadImage {
    /// For browsers without srcset.
    pub href: String,
    /// As the `<img>` has it.
    pub srcset: String,
    /// As the `<img>` has it.
    pub sizes: Option<String>,
    /// The windows that show it; `None` for all.
    pub media: Option<&'static str>,
}

impl PreloadImage {
    /// The same picture as an `<img>` or `<source>` will ask for.
    pub fn of(image: &ImageView, media: Option<&'static str>) -> Self {
        Self {
            href: image.src.clone(),
            srcset: image.srcset.clone(),
            sizes: image.sizes.clone(),
            media,
        }
    }
}

/// A picture as other sites show it beside a link (R-HEAD-10); made by `ViewContext::share_image`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ShareImage {
    /// Absolute URL.
    pub url: String,
    /// Pixels.
    pub width: u32,
    /// Pixels; unknown where the picture keeps its own shape.
    pub height: Option<u32>,
    /// What is seen on it, where somebody wrote it.
    pub alt: Option<String>,
}

/// How header and footer look around a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// Dark words on paper.
    Light,
    /// Light words over a dark hero; the header is transparent until half the window is scrolled (R-HEAD-07).
    Dark,
    /// Dark words over a light hero, transparent as well.
    Bright,
}

impl Tone {
    /// Every tone, each with a header of its own.
    pub const ALL: [Self; 3] = [Self::Light, Self::Dark, Self::Bright];
}

/// A finished view: everything a template prints.
pub struct PageView {
    /// For `<head>`.
    pub head: HeadView,
    /// For the header.
    pub tone: Tone,
    /// The body's values, under `page` in the template.
    pub body: Value,
    /// Breadcrumbs from the home page on, the page itself last and without href; shown from two on (R-HEAD-09).
    pub breadcrumbs: Arc<[Crumb]>,
    /// What the search index gets, if anything.
    pub search: Option<SearchDocument>,
    /// The islands that begin at once, for preloading; one that waits for a touch costs nothing before.
    pub islands: Vec<&'static str>,
}

/// One step of the breadcrumb trail.
#[derive(Clone, Debug, Serialize)]
pub struct Crumb {
    /// Words.
    pub label: String,
    /// Where it leads; `None` for the page itself.
    pub href: Option<String>,
}

/// What the API indexes of a page, one line of `server/search/<code>.json`.
#[derive(Clone, Debug, Serialize)]
pub struct SearchDocument {
    /// `product`, `page`, `brand`, `designer`.
    pub kind: &'static str,
    /// Record id.
    pub id: String,
    /// Path.
    pub href: String,
    /// Title.
    pub title: String,
    /// Plain text, at most 2,000 characters.
    pub text: String,
    /// Brand, designer, properties: words that find it.
    pub keywords: Vec<String>,
    /// Article number.
    pub number: Option<String>,
    /// Lowest price in minor units.
    pub price_minor: Option<i64>,
    /// Picture URL at the image CDN.
    pub image: Option<String>,
}
