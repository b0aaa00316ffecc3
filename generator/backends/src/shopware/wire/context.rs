//! The sales channel context (Shopware §8.1) and countries (Shopware §9). See [`super`]. The session's token is read
//! from the header; that in the body only identifies the context's owner.

use serde::Deserialize;

use super::{List, WireCountry, WireCurrency, WireCustomer, WirePaymentMethod, WireShippingMethod};

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireContext {
    pub(crate) token: Option<String>,
    pub(crate) context: WireInnerContext,
    pub(crate) sales_channel: WireSalesChannel,
    pub(crate) currency: WireCurrency,
    pub(crate) current_customer_group: WireCustomerGroup,
    pub(crate) customer: Option<WireCustomer>,
    pub(crate) shipping_method: Option<WireShippingMethod>,
    pub(crate) payment_method: Option<WirePaymentMethod>,
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
    pub(crate) customer_group_id: Option<String>,
    pub(crate) domains: List<WireDomain>,
}

/// The group whose prices the session has.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct WireCustomerGroup {
    pub(crate) id: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireDomain {
    pub(crate) url: Option<String>,
    pub(crate) language_id: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct WireShippingLocation {
    pub(crate) country: Option<WireCountry>,
}
