//! Configuration of the site. A table of `vitrine.toml` that only the site needs has its type here: a new key is a field of
//! it.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize, Serializer};
use vitrine_model::{ids::TagId, path::SitePath};

use crate::{guarantee_notice::GuaranteeNotices, offer_terms::OfferTerms, routes::WithoutSeoUrl};

/// The navigation handle for each place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NavigationHandles {
    /// The main menu.
    pub main: String,
    /// The bar above the header.
    pub top: String,
    /// The link groups of the footer.
    pub footer: String,
    /// The line below the link groups.
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

/// The map tiles of the store locator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MapTiles {
    /// `https://tiles.example/{z}/{x}/{y}.png`
    pub template: String,
    /// The origin of the template, from which pages may load images.
    pub origin: String,
    /// The attribution shown on the map.
    pub attribution: String,
}

/// `[seo]`: settings for search engines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeoSettings {
    /// Query parameters that a canonical URL keeps.
    pub canonical_query: Vec<String>,
}

impl Default for SeoSettings {
    fn default() -> Self {
        Self {
            canonical_query: vec!["q".into()],
        }
    }
}

/// `[routes]`: the paths of pages.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RouteSettings {
    /// Path of products without a SEO URL.
    pub without_seo_url: WithoutSeoUrl,
}

/// The tag manager, and how visitors are asked before it (R-UI-08, docs/contracts/consent.md).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TagManager {
    /// The configured id, which counts before that of the CMS.
    pub id: Option<TagId>,
    /// The origin of its script.
    pub script_host: String,
    /// Further origins that it sends to.
    pub report_hosts: Vec<String>,
    /// How many months a choice counts.
    pub months: u32,
    /// The version of what visitors are asked.
    pub version: u32,
}

impl Default for TagManager {
    fn default() -> Self {
        Self {
            id: None,
            script_host: "https://www.googletagmanager.com".into(),
            report_hosts: vec![
                "https://*.google-analytics.com".into(),
                "https://*.analytics.google.com".into(),
            ],
            months: 6,
            version: 1,
        }
    }
}

/// Configuration of the site; part of every fingerprint.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SiteConfig {
    /// Absolute, without a trailing slash: `https://shop.example`.
    pub base_url: String,
    /// Separator between page title and site name.
    pub title_separator: String,
    /// Whether visitors without an account may order.
    pub consumer_ordering: bool,
    /// Codes of the locales in which they may order (R-HEAD-02).
    pub consumer_locales: Vec<String>,
    /// `{url}?width={width}&height={height}&quality={quality}`; `None` = no image CDN, so that pages name the files that
    /// the backends have.
    pub image_template: Option<String>,
    /// The same for packshots, which pages blend onto their background; `None` = as other pictures.
    pub packshot_template: Option<String>,
    /// Allowed hosts (with port) of pictures; empty = any (rule 22).
    pub image_hosts: Vec<String>,
    /// The map tiles of the store locator; `None` = outlines, which need no other host.
    pub map_tiles: Option<MapTiles>,
    /// Settings for search engines.
    #[serde(flatten)]
    pub seo: SeoSettings,
    /// The paths of pages.
    #[serde(flatten)]
    pub routes: RouteSettings,
    /// The path prefix of Shopware's own storefront by locale code, if its URLs are to redirect here.
    pub old_storefront: BTreeMap<String, String>,
    /// Delivery and return terms in the structured data of every offer.
    pub offers: OfferTerms,
    /// The navigation handle for each place.
    pub navigations: NavigationHandles,
    /// Whether the API names the days of delivery, for which pages reserve a line.
    pub delivery_dates: bool,
    /// The time zone of dates without a time.
    #[serde(serialize_with = "zone_name")]
    pub time_zone: TimeZone,
    /// The tag manager.
    pub tag_manager: TagManager,
    /// The official notices on the legal guarantee.
    pub guarantee_notices: GuaranteeNotices,
    /// The year in the footer's copyright line; `None` = not shown. It is an input, because builds do not read the
    /// clock.
    pub copyright_year: Option<i16>,
    /// Whether pages are rendered for the preview of a draft: they have no tag manager, and a placeholder for each block
    /// that cannot be shown. No page of a release is, so it is in no fingerprint.
    #[serde(skip)]
    pub is_preview: bool,
}

fn zone_name<S: Serializer>(zone: &TimeZone, serializer: S) -> Result<S::Ok, S::Error> {
    zone.iana_name().serialize(serializer)
}

impl Default for SiteConfig {
    fn default() -> Self {
        Self {
            base_url: "http://127.0.0.1:3000".into(),
            title_separator: " | ".into(),
            consumer_ordering: true,
            consumer_locales: vec!["nl".into()],
            image_template: Some("{url}?width={width}&height={height}&quality={quality}".into()),
            packshot_template: None,
            image_hosts: Vec::new(),
            map_tiles: None,
            seo: SeoSettings::default(),
            routes: RouteSettings::default(),
            old_storefront: BTreeMap::new(),
            offers: OfferTerms::default(),
            navigations: NavigationHandles::default(),
            delivery_dates: true,
            time_zone: TimeZone::UTC,
            tag_manager: TagManager::default(),
            guarantee_notices: GuaranteeNotices::new(),
            copyright_year: None,
            is_preview: false,
        }
    }
}

/// Whether an image template contains a height, so that the CDN crops images to their frame.
pub(crate) fn crops(template: &str) -> bool {
    template.contains("{height}")
}

/// The host of a URL, with its port; empty without one.
pub(crate) fn host_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or("", |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or("")
}

impl SiteConfig {
    /// The absolute, percent-encoded URL of a path.
    pub fn absolute(&self, path: &SitePath) -> String {
        format!("{}{}", self.base_url.trim_end_matches('/'), path.href())
    }

    /// Whether pages may show a file of this URL: its host is in `images.hosts`, or that names none.
    pub(crate) fn is_image_host(&self, url: &str) -> bool {
        let host = host_of(url);
        self.image_hosts.is_empty() || self.image_hosts.iter().any(|allowed| allowed == host)
    }

    /// Whether images may not have the aspect ratio of their frame: without an image CDN that crops.
    pub(crate) fn crops_in_browser(&self) -> bool {
        let pictures = self.image_template.as_deref();
        let packshots = self.packshot_template.as_deref();
        !pictures.is_some_and(crops) || packshots.is_some_and(|template| !crops(template))
    }

    /// The template for small images of islands. Without a CDN the API names a file of the required size.
    pub(crate) fn image_template_of_islands(&self) -> String {
        self.image_template.clone().unwrap_or_else(|| "{url}".into())
    }
}
