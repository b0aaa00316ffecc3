//! Types of a page: planned with a route and a subject, viewed as template values, rendered by its kind's template.
//!
//! **Invariant:** a [`PlannedPage`] contains no view; views read data through the [`Reader`](crate::reader::Reader),
//! which notes it.

use std::sync::Arc;

use minijinja::Value;
use serde::Serialize;
use vitrine_model::{
    ids::{EntryId, ProductId},
    locale::LocaleIndex,
    path::SitePath,
};

use crate::{context::ImageView, templates::InlineJson};

/// The subject of a page.
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
    /// Path of the page.
    pub path: SitePath,
    /// Its file below `site/`; `path.file()` except for shells and error pages.
    pub file: String,
    /// Its locale.
    pub locale: LocaleIndex,
    /// Name of its [`PageKind`](crate::pages::PageKind).
    pub kind: &'static str,
    /// What it is about.
    pub subject: Subject,
    /// The same page in every locale that has it, including its own, in the order of locales (R-HEAD-10, R-I18N-04).
    pub alternates: Vec<(LocaleIndex, SitePath)>,
    /// Whether it is in sitemaps and may be indexed.
    pub indexable: bool,
    /// Origin of the page, for messages: `entry pages/service (nl) https://cms…/edit`, `product RAVEL-RU-OA`.
    pub source: String,
    /// Last change of its subject (ISO 8601 date), for the sitemap.
    pub last_modified: Option<String>,
    /// The part of the entry's paged list that it shows, if the entry has one.
    pub list: Option<ListPage>,
}

/// One page of a list (R-CMS-07).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListPage {
    /// From 1; the first one is the entry's own page.
    pub number: usize,
    /// Number of pages, at least 1.
    pub count: usize,
    /// The path of the first page.
    pub first: SitePath,
}

impl ListPage {
    /// Whether it is behind the first page.
    pub fn is_further(&self) -> bool {
        self.number > 1
    }
}

/// Values for `<head>`.
#[derive(Clone, Debug, Serialize)]
pub struct HeadView {
    /// The page's own title; the template appends separator and site name (R-HEAD-10).
    pub title: String,
    /// Description for search engines.
    pub description: Option<String>,
    /// Keep the page out of indexes, as set by the editor or by the kind of page.
    pub noindex: bool,
    /// The picture for social sharing.
    pub image: Option<ShareImage>,
    /// Structured data as JSON objects; printed by the only writer of inline data (rule 3).
    pub structured_data: Vec<InlineJson>,
    /// Pictures to preload, one for each media query.
    pub preload_images: Vec<PreloadImage>,
}

impl HeadView {
    /// The head of a page that is kept out of indexes and has only a title.
    pub fn unindexed(title: String) -> Self {
        Self {
            title,
            description: None,
            noindex: true,
            image: None,
            structured_data: Vec::new(),
            preload_images: Vec::new(),
        }
    }
}

/// A picture to preload.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PreloadImage {
    /// For browsers without srcset.
    pub href: String,
    /// As on the `<img>`.
    pub srcset: String,
    /// As on the `<img>`.
    pub sizes: Option<String>,
    /// Media query of the windows that show it; `None` for all.
    pub media: Option<&'static str>,
}

impl PreloadImage {
    /// The preload for the same picture of an `<img>` or `<source>`.
    pub fn of(image: &ImageView, media: Option<&'static str>) -> Self {
        Self {
            href: image.src.clone(),
            srcset: image.srcset.clone(),
            sizes: image.sizes.clone(),
            media,
        }
    }
}

/// A picture for social sharing (R-HEAD-10); made by `ViewContext::share_image`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ShareImage {
    /// Absolute URL.
    pub url: String,
    /// Pixels; `None` if unknown.
    pub width: Option<u32>,
    /// Pixels; `None` if unknown because the picture is not cropped.
    pub height: Option<u32>,
    /// Alternative text, if there is one.
    pub alt: Option<String>,
}

/// Colours of the header on a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// Dark text on a light background.
    Light,
    /// Light text over a dark hero; the header is transparent until half the window is scrolled (R-HEAD-07).
    Dark,
    /// Dark text over a light hero, also transparent.
    Bright,
}

impl Tone {
    /// Every tone; each has its own rendered header.
    pub const ALL: [Self; 3] = [Self::Light, Self::Dark, Self::Bright];
}

/// A complete view: all values of a template.
pub struct PageView {
    /// For `<head>`.
    pub head: HeadView,
    /// For the header.
    pub tone: Tone,
    /// Values of the body, under `page` in the template.
    pub body: Value,
    /// Breadcrumbs from the home page, ending with the page itself without href; shown if there are at least two
    /// (R-HEAD-09).
    pub breadcrumbs: Arc<[Crumb]>,
    /// Its line in the file of search documents, if it can be found.
    pub search: Option<Vec<u8>>,
    /// The page as Markdown, written beside it; `None` for pages that have no words of their own.
    pub markdown: Option<String>,
    /// The islands that load immediately, for preloading; those that wait for interaction are not preloaded.
    pub islands: Vec<&'static str>,
}

/// One step of the breadcrumb trail.
#[derive(Clone, Debug, Serialize)]
pub struct Crumb {
    /// Label.
    pub label: String,
    /// Link target; `None` for the page itself.
    pub href: Option<String>,
}
