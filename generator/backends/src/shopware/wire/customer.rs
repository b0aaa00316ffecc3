//! Customers, addresses, countries, salutations (Shopware §9, §13, §14). See [`super`].

use serde::Deserialize;
use serde_json::{Number, Value};

use super::{Dict, List, plain};

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireCustomer {
    pub(crate) id: Option<String>,
    pub(crate) guest: Option<bool>,
    pub(crate) active: Option<bool>,
    pub(crate) account_type: Option<String>,
    pub(crate) email: Option<String>,
    pub(crate) customer_number: Option<String>,
    pub(crate) created_at: Option<String>,
    pub(crate) company: Option<String>,
    pub(crate) vat_ids: List<String>,
    pub(crate) first_name: Option<String>,
    pub(crate) last_name: Option<String>,
    pub(crate) salutation: Option<WireSalutation>,
    pub(crate) double_opt_in_registration: Option<bool>,
    pub(crate) double_opt_in_confirm_date: Option<String>,
    pub(crate) default_payment_method_id: Option<String>,
    pub(crate) last_payment_method_id: Option<String>,
    pub(crate) default_billing_address_id: Option<String>,
    pub(crate) default_shipping_address_id: Option<String>,
    pub(crate) active_billing_address: Option<WireAddress>,
    pub(crate) active_shipping_address: Option<WireAddress>,
    pub(crate) default_billing_address: Option<WireAddress>,
    pub(crate) default_shipping_address: Option<WireAddress>,
}

/// `customer_address` and `order_address`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireAddress {
    pub(crate) id: String,
    pub(crate) country_id: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) first_name: Option<String>,
    pub(crate) last_name: Option<String>,
    pub(crate) company: Option<String>,
    pub(crate) department: Option<String>,
    pub(crate) street: Option<String>,
    pub(crate) zipcode: Option<String>,
    pub(crate) city: Option<String>,
    pub(crate) additional_address_line1: Option<String>,
    pub(crate) additional_address_line2: Option<String>,
    pub(crate) phone_number: Option<String>,
    pub(crate) country: Option<WireCountry>,
    pub(crate) country_state_id: Option<String>,
    pub(crate) country_state: Option<WireCountryState>,
    pub(crate) salutation_id: Option<String>,
    pub(crate) salutation: Option<WireSalutation>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireSalutation {
    pub(crate) id: String,
    pub(crate) salutation_key: Option<String>,
    pub(crate) display_name: Option<String>,
    #[serde(deserialize_with = "plain::translated")]
    pub(crate) translated: Dict<Value>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireCountry {
    pub(crate) id: String,
    pub(crate) iso: Option<String>,
    #[serde(deserialize_with = "plain::text")]
    pub(crate) name: Option<String>,
    #[serde(deserialize_with = "plain::translated")]
    pub(crate) translated: Dict<Value>,
    pub(crate) position: Option<Number>,
    pub(crate) shipping_available: Option<bool>,
    pub(crate) postal_code_required: Option<bool>,
    pub(crate) check_postal_code_pattern: Option<bool>,
    pub(crate) default_postal_code_pattern: Option<String>,
    pub(crate) check_advanced_postal_code_pattern: Option<bool>,
    pub(crate) advanced_postal_code_pattern: Option<String>,
    pub(crate) vat_id_required: Option<bool>,
    pub(crate) check_vat_id_pattern: Option<bool>,
    pub(crate) vat_id_pattern: Option<String>,
    pub(crate) display_state_in_registration: Option<bool>,
    pub(crate) force_state_in_registration: Option<bool>,
    pub(crate) states: List<WireCountryState>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireCountryState {
    pub(crate) id: String,
    pub(crate) short_code: Option<String>,
    #[serde(deserialize_with = "plain::text")]
    pub(crate) name: Option<String>,
    #[serde(deserialize_with = "plain::translated")]
    pub(crate) translated: Dict<Value>,
    pub(crate) position: Option<Number>,
    pub(crate) active: Option<bool>,
}
