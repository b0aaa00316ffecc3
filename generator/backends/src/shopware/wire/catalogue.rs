//! Search results, languages, currencies, categories and SEO URLs (Shopware §4.1, §9, §17). See [`super`].

use serde::Deserialize;
use serde_json::{Number, Value};

use super::{Dict, List};

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
    pub(crate) name: Option<String>,
    pub(crate) translated: Dict<Value>,
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
