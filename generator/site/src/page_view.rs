//! The view of a page: all values that its kind's template prints.
//!
//! **Invariant:** views read data through the [`Reader`](crate::reader::Reader), which notes it.

use std::sync::Arc;

use minijinja::Value;
use serde::Serialize;

use crate::{
    image::{ImageView, ShareImage},
    page::{Crumb, Tone},
    templates::InlineJson,
};

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
    /// Its line in the file of search documents, if it is searchable.
    pub search: Option<Vec<u8>>,
    /// The page as Markdown, written next to it; `None` for pages without text of their own.
    pub markdown: Option<String>,
    /// The islands that load immediately, for preloading, and those whose style sheet the page links.
    pub islands: Vec<&'static str>,
}
