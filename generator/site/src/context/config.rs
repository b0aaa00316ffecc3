//! What the configuration says about the site.

use serde::{Deserialize, Serialize};
use vitrine_model::path::SitePath;

use crate::{routes::WithoutSeoUrl, view::offer_terms::OfferTerms};

/// Which navigation stands where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NavigationHandles {
    /// The mega menu.
    pub main: String,
    /// Above the header.
    pub top: String,
    /// Link groups.
    pub footer: String,
    /// Below them.
    pub colophon: String,
}

impl Default for NavigationHandles {
    fn default() -> Self {
        Self {
            main: "main".into(),
            top: "top".into(),
            footer: "footer".into(),
            colophon: "colophon".into(),
        }
    }
}

/// What the configuration says about the site; part of every fingerprint.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SiteConfig {
    /// Absolute, without a slash at its end: `https://shop.example`.
    pub base_url: String,
    /// Between page title and site name.
    pub title_separator: String,
    /// Whether those who are no known customer may order.
    pub consumer_ordering: bool,
    /// The locales they may order in, by code (R-HEAD-02).
    pub consumer_locales: Vec<String>,
    /// `{url}?width={width}&height={height}&quality={quality}`
    pub image_template: String,
    /// The same for packshots, which pages multiply onto their ground; `None` = as any other picture.
    pub packshot_template: Option<String>,
    /// Hosts (with port) that pictures may come from; empty = any (rule 22).
    pub image_hosts: Vec<String>,
    /// Query parameters that a canonical URL keeps.
    pub canonical_query: Vec<String>,
    /// Where products without SEO URL are.
    pub without_seo_url: WithoutSeoUrl,
    /// What search engines are told about every offer beside its price.
    pub offers: OfferTerms,
    /// Navigations by place.
    pub navigations: NavigationHandles,
    /// The year in the footer's copyright line; `None` = none stands there. The time of a build is given, never asked for.
    pub copyright_year: Option<i16>,
}

impl Default for SiteConfig {
    fn default() -> Self {
        Self {
            base_url: "http://127.0.0.1:3000".into(),
            title_separator: " | ".into(),
            consumer_ordering: true,
            consumer_locales: vec!["nl".into()],
            image_template: "{url}?width={width}&height={height}&quality={quality}".into(),
            packshot_template: None,
            image_hosts: Vec::new(),
            canonical_query: vec!["q".into()],
            without_seo_url: WithoutSeoUrl::Detail,
            offers: OfferTerms::default(),
            navigations: NavigationHandles::default(),
            copyright_year: None,
        }
    }
}

impl SiteConfig {
    /// A path with scheme and host, percent-encoded.
    pub fn absolute(&self, path: &SitePath) -> String {
        format!("{}{}", self.base_url.trim_end_matches('/'), path.href())
    }
}
