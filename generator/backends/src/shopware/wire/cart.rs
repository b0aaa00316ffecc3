//! The cart (Shopware §7). See [`super`].

use serde::Deserialize;
use serde_json::{Number, Value};

use super::{
    Dict, Lenient, List, WireMedia, WirePrice, WireShippingLocation, WireShippingMethod, plain,
    product::WireDeliveryTime,
};

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireCart {
    pub(crate) price: Option<WireCartPrice>,
    pub(crate) line_items: List<Lenient<WireLineItem>>,
    pub(crate) errors: List<WireCartError>,
    pub(crate) deliveries: List<WireDelivery>,
    pub(crate) transactions: List<WireCartTransaction>,
    pub(crate) hash: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireCartPrice {
    pub(crate) net_price: Option<Number>,
    pub(crate) total_price: Option<Number>,
    pub(crate) raw_total: Option<Number>,
    pub(crate) position_price: Option<Number>,
    pub(crate) tax_status: Option<String>,
    pub(crate) calculated_taxes: List<WireTax>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireTax {
    pub(crate) tax: Option<Number>,
    pub(crate) tax_rate: Option<Number>,
    pub(crate) price: Option<Number>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireCartTransaction {
    pub(crate) payment_method_id: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireLineItem {
    pub(crate) id: String,
    #[serde(rename = "type")]
    pub(crate) kind: Option<String>,
    pub(crate) referenced_id: Option<String>,
    #[serde(deserialize_with = "plain::text")]
    pub(crate) label: Option<String>,
    pub(crate) quantity: Option<Number>,
    pub(crate) good: Option<bool>,
    pub(crate) removable: Option<bool>,
    pub(crate) stackable: Option<bool>,
    pub(crate) price: Option<WirePrice>,
    pub(crate) cover: Option<WireMedia>,
    pub(crate) delivery_information: Option<WireDeliveryInformation>,
    pub(crate) quantity_information: Option<WireQuantityInformation>,
    pub(crate) children: List<Lenient<WireLineItem>>,
    pub(crate) states: List<String>,
    pub(crate) payload: Dict<Value>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireDeliveryInformation {
    pub(crate) stock: Option<Number>,
    pub(crate) free_delivery: Option<bool>,
    pub(crate) restock_time: Option<Number>,
    pub(crate) delivery_time: Option<WireDeliveryTime>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireQuantityInformation {
    pub(crate) min_purchase: Option<Number>,
    pub(crate) max_purchase: Option<Number>,
    pub(crate) purchase_steps: Option<Number>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireDelivery {
    pub(crate) shipping_method: Option<WireShippingMethod>,
    pub(crate) shipping_costs: Option<WirePrice>,
    pub(crate) delivery_date: Option<WireDeliveryDate>,
    pub(crate) location: Option<WireShippingLocation>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct WireDeliveryDate {
    pub(crate) earliest: Option<String>,
    pub(crate) latest: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireCartError {
    pub(crate) key: Option<String>,
    pub(crate) message_key: Option<String>,
    pub(crate) message: Option<String>,
    pub(crate) level: Option<Number>,
    pub(crate) block: Option<bool>,
    pub(crate) parameters: Dict<Value>,
}
