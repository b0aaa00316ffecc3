//! Orders and the answers of their calls (Shopware §11, §12). See [`super`].

use serde::Deserialize;
use serde_json::{Number, Value};

use super::{
    Dict, Lenient, List, WireAddress, WireCartPrice, WireCurrency, WireMedia, WirePaymentMethod, WirePrice,
    WireSearchResult, WireShippingMethod, plain,
};

/// `order-route-response-struct`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct WireOrders {
    pub(crate) orders: WireSearchResult<WireOrder>,
}

/// The answer of `/order` to a list, with its aggregation by year.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireOrderPage {
    pub(crate) orders: WireOrderRows,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireOrderRows {
    pub(crate) total: Option<Number>,
    pub(crate) elements: List<WireOrder>,
    pub(crate) aggregations: Dict<WireBuckets>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireBuckets {
    pub(crate) buckets: List<WireBucket>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireBucket {
    pub(crate) key: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireOrder {
    pub(crate) id: String,
    pub(crate) order_number: Option<String>,
    pub(crate) order_date_time: Option<String>,
    pub(crate) language_id: Option<String>,
    pub(crate) deep_link_code: Option<String>,
    pub(crate) customer_comment: Option<String>,
    pub(crate) price: Option<WireCartPrice>,
    pub(crate) shipping_total: Option<Number>,
    pub(crate) currency: Option<WireCurrency>,
    pub(crate) order_customer: Option<WireOrderCustomer>,
    pub(crate) billing_address_id: Option<String>,
    pub(crate) billing_address: Option<WireAddress>,
    pub(crate) addresses: List<WireAddress>,
    pub(crate) line_items: List<Lenient<WireOrderLine>>,
    pub(crate) deliveries: List<WireOrderDelivery>,
    pub(crate) transactions: List<WireOrderTransaction>,
    pub(crate) primary_order_transaction_id: Option<String>,
    pub(crate) state_machine_state: Option<WireState>,
    pub(crate) documents: List<WireOrderDocument>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireOrderCustomer {
    pub(crate) email: Option<String>,
    pub(crate) first_name: Option<String>,
    pub(crate) last_name: Option<String>,
    pub(crate) company: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireOrderLine {
    pub(crate) id: String,
    pub(crate) identifier: Option<String>,
    pub(crate) parent_id: Option<String>,
    #[serde(rename = "type")]
    pub(crate) kind: Option<String>,
    pub(crate) product_id: Option<String>,
    pub(crate) referenced_id: Option<String>,
    #[serde(deserialize_with = "plain::text")]
    pub(crate) label: Option<String>,
    pub(crate) quantity: Option<Number>,
    pub(crate) unit_price: Option<Number>,
    pub(crate) total_price: Option<Number>,
    pub(crate) position: Option<Number>,
    pub(crate) good: Option<bool>,
    pub(crate) cover: Option<WireMedia>,
    pub(crate) payload: Dict<Value>,
    pub(crate) states: List<String>,
    pub(crate) downloads: List<WireOrderDownload>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireOrderDownload {
    pub(crate) id: String,
    pub(crate) access_granted: Option<bool>,
    pub(crate) media: Option<WireFile>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireFile {
    pub(crate) file_name: Option<String>,
    pub(crate) file_extension: Option<String>,
    pub(crate) file_size: Option<Number>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireOrderDelivery {
    pub(crate) updated_at: Option<String>,
    pub(crate) tracking_codes: List<String>,
    pub(crate) shipping_date_earliest: Option<String>,
    pub(crate) shipping_date_latest: Option<String>,
    pub(crate) shipping_costs: Option<WirePrice>,
    pub(crate) shipping_method: Option<WireShippingMethod>,
    pub(crate) shipping_order_address: Option<WireAddress>,
    pub(crate) state_machine_state: Option<WireState>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireOrderTransaction {
    pub(crate) id: String,
    pub(crate) created_at: Option<String>,
    pub(crate) updated_at: Option<String>,
    pub(crate) payment_method_id: Option<String>,
    pub(crate) payment_method: Option<WirePaymentMethod>,
    pub(crate) amount: Option<WirePrice>,
    pub(crate) state_machine_state: Option<WireState>,
    /// Data of the provider's plug-in, below its own key.
    pub(crate) custom_fields: Value,
}

/// `state_machine_state`, which has no id.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireState {
    pub(crate) technical_name: Option<String>,
    #[serde(deserialize_with = "plain::text")]
    pub(crate) name: Option<String>,
    #[serde(deserialize_with = "plain::translated")]
    pub(crate) translated: Dict<Value>,
}

/// A document that the shop shows in the account.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireOrderDocument {
    pub(crate) id: String,
    pub(crate) created_at: Option<String>,
    pub(crate) document_number: Option<String>,
    pub(crate) deep_link_code: Option<String>,
    pub(crate) document_type: Option<WireDocumentType>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireDocumentType {
    pub(crate) technical_name: Option<String>,
    #[serde(deserialize_with = "plain::text")]
    pub(crate) name: Option<String>,
    #[serde(deserialize_with = "plain::translated")]
    pub(crate) translated: Dict<Value>,
}

/// The answer of `/handle-payment`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireRedirect {
    pub(crate) redirect_url: Option<String>,
}
