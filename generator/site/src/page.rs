//! A planned page: its route and subject, and plain values that views of every kind share.
//!
//! **Invariant:** contains no views and does not depend on them.

use serde::Serialize;
use vitrine_model::{
    ids::{EntryId, ProductId},
    locale::LocaleIndex,
    path::SitePath,
};

/// The subject of a page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
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
    /// The subject of the page.
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
    /// Whether it comes after the first page.
    pub fn is_further(&self) -> bool {
        self.number > 1
    }
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

/// One step of the breadcrumb trail.
#[derive(Clone, Debug, Serialize)]
pub struct Crumb {
    /// Label.
    pub label: String,
    /// Link target; `None` for the page itself.
    pub href: Option<String>,
}
