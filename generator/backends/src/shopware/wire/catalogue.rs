//! Search results, languages, currencies, categories and SEO URLs (Shopware §4.1, §9, §17). See [`super`].

use serde::Deserialize;
use serde_json::{Number, Value};
use vitrine_model::ids::LanguageId;

use super::{Dict, List, WireMedia, plain};

/// `dal_entity_search_result`.
#[derive(Clone, Debug, Deserialize)]
#[serde(bound = "T: Deserialize<'de>")]
pub(crate) struct WireSearchResult<T> {
    #[serde(default)]
    pub(crate) total: Option<Number>,
    pub(crate) elements: List<T>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireLanguage {
    pub(crate) id: String,
    #[serde(deserialize_with = "plain::text")]
    pub(crate) name: Option<String>,
    pub(crate) translation_code: Option<WireLocale>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct WireLocale {
    pub(crate) code: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireCurrency {
    pub(crate) id: String,
    pub(crate) iso_code: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireCategory {
    pub(crate) id: String,
    pub(crate) parent_id: Option<String>,
    #[serde(deserialize_with = "plain::text")]
    pub(crate) name: Option<String>,
    #[serde(deserialize_with = "plain::translated")]
    pub(crate) translated: Dict<Value>,
    /// `page`, `folder` or `link`.
    #[serde(rename = "type")]
    pub(crate) kind: Option<String>,
    pub(crate) media: Option<WireMedia>,
    pub(crate) seo_urls: List<WireSeoUrl>,
    pub(crate) created_at: Option<String>,
    pub(crate) updated_at: Option<String>,
    pub(crate) children: List<WireCategory>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireSeoUrl {
    pub(crate) language_id: Option<String>,
    pub(crate) route_name: Option<String>,
    pub(crate) foreign_key: Option<String>,
    pub(crate) seo_path_info: Option<String>,
    pub(crate) is_canonical: Option<bool>,
    pub(crate) is_deleted: Option<bool>,
}

/// A product's canonical SEO path in a language, without slashes around it (R-ROUTE-06).
pub(crate) fn canonical_path(urls: &[WireSeoUrl], product: &str, language: Option<&LanguageId>) -> Option<String> {
    path_of("frontend.detail.page", urls, product, language)
}

/// The same of a category.
pub(crate) fn category_path(urls: &[WireSeoUrl], category: &str, language: Option<&LanguageId>) -> Option<String> {
    path_of("frontend.navigation.page", urls, category, language)
}

fn path_of(route: &str, urls: &[WireSeoUrl], of: &str, language: Option<&LanguageId>) -> Option<String> {
    let is = |text: &Option<String>, wanted: &str| text.as_deref().is_none_or(|t| t == wanted);
    let url = urls.iter().find(|url| {
        url.is_canonical != Some(false)
            && url.is_deleted != Some(true)
            && is(&url.route_name, route)
            && is(&url.foreign_key, of)
            && language.is_none_or(|l| is(&url.language_id, l.as_str()))
    })?;
    let path = url.seo_path_info.as_deref()?.trim_matches('/');
    (!path.is_empty()).then(|| path.to_owned())
}
