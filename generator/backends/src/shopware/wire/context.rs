//! The sales channel context (Shopware §8.1) and countries (Shopware §9).
//!
//! **Invariant:** mirrors the wire; see [`super`]. The token in the body is not read: the header has it.

use serde::Deserialize;
use serde_json::Value;

use super::{Dict, List, WireCurrency};

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireContext {
    pub(crate) context: WireInnerContext,
    pub(crate) sales_channel: WireSalesChannel,
    pub(crate) currency: WireCurrency,
    pub(crate) customer: Option<WireCustomer>,
    pub(crate) shipping_location: Option<WireShippingLocation>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireInnerContext {
    pub(crate) language_id_chain: List<String>,
    pub(crate) tax_state: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireSalesChannel {
    pub(crate) language_id: Option<String>,
    pub(crate) navigation_category_id: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireCustomer {
    pub(crate) guest: Option<bool>,
    pub(crate) account_type: Option<String>,
    pub(crate) company: Option<String>,
    pub(crate) first_name: Option<String>,
    pub(crate) last_name: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct WireShippingLocation {
    pub(crate) country: Option<WireCountry>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireCountry {
    pub(crate) id: String,
    pub(crate) iso: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) shipping_available: Option<bool>,
    pub(crate) translated: Dict<Value>,
}
