//! Pictures of products and categories (Shopware §15). See [`super`].

use serde::Deserialize;
use serde_json::{Number, Value};

use super::{Dict, List, plain};

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireMedia {
    pub(crate) id: String,
    pub(crate) url: Option<String>,
    #[serde(deserialize_with = "plain::text")]
    pub(crate) alt: Option<String>,
    pub(crate) mime_type: Option<String>,
    pub(crate) meta_data: Dict<Value>,
    pub(crate) thumbnails: List<WireThumbnail>,
    #[serde(deserialize_with = "plain::translated")]
    pub(crate) translated: Dict<Value>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct WireThumbnail {
    pub(crate) url: Option<String>,
    pub(crate) width: Option<Number>,
    pub(crate) height: Option<Number>,
}
