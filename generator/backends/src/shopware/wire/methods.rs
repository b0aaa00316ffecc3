//! Shipping and payment methods (Shopware §9). See [`super`].

use serde::Deserialize;
use serde_json::{Number, Value};

use super::{Dict, List, WireMedia, plain, product::WireDeliveryTime};

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireShippingMethod {
    pub(crate) id: String,
    pub(crate) technical_name: Option<String>,
    #[serde(deserialize_with = "plain::text")]
    pub(crate) name: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) tracking_url: Option<String>,
    #[serde(deserialize_with = "plain::translated")]
    pub(crate) translated: Dict<Value>,
    pub(crate) delivery_time: Option<WireDeliveryTime>,
    pub(crate) media: Option<WireMedia>,
    pub(crate) prices: List<WireShippingPrice>,
}

/// A row of a shipping method's price table.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireShippingPrice {
    pub(crate) rule_id: Option<String>,
    pub(crate) calculation_rule_id: Option<String>,
    pub(crate) quantity_start: Option<Number>,
    pub(crate) quantity_end: Option<Number>,
    pub(crate) currency_price: List<WireCurrencyPrice>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireCurrencyPrice {
    pub(crate) currency_id: Option<String>,
    pub(crate) net: Option<Number>,
    pub(crate) gross: Option<Number>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WirePaymentMethod {
    pub(crate) id: String,
    pub(crate) technical_name: Option<String>,
    #[serde(deserialize_with = "plain::text")]
    pub(crate) name: Option<String>,
    pub(crate) description: Option<String>,
    #[serde(deserialize_with = "plain::translated")]
    pub(crate) translated: Dict<Value>,
    pub(crate) media: Option<WireMedia>,
    pub(crate) after_order_enabled: Option<bool>,
    pub(crate) synchronous: Option<bool>,
}
