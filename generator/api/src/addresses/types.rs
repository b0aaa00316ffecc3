//! JSON types of addresses.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::request::row::{Answer, Body};

/// An address of a customer, or of an order.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Address {
    /// The id of the address: 32 hex digits.
    pub(crate) id: String,
    /// The id of the salutation; `null` if none was chosen.
    #[schema(required)]
    pub(crate) salutation_id: Option<String>,
    /// The first name.
    pub(crate) first_name: String,
    /// The last name.
    pub(crate) last_name: String,
    /// The name of the company.
    #[schema(required)]
    pub(crate) company: Option<String>,
    /// Street and house number.
    pub(crate) street: String,
    /// A second address line, such as an apartment or a floor.
    #[schema(required)]
    pub(crate) additional_line: Option<String>,
    /// A third address line, which some shops require.
    #[schema(required)]
    pub(crate) additional_line_2: Option<String>,
    /// The postal code; empty in countries that have none.
    pub(crate) zipcode: String,
    /// The city.
    pub(crate) city: String,
    /// The id of the country.
    pub(crate) country_id: String,
    /// The name of the country, localized; `null` if the shop does not send it.
    #[schema(required)]
    pub(crate) country: Option<String>,
    /// The id of the state or province.
    #[schema(required)]
    pub(crate) country_state_id: Option<String>,
    /// The telephone number.
    #[schema(required)]
    pub(crate) phone: Option<String>,
}

/// An address of the address book.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct BookAddress {
    /// The address.
    #[serde(flatten)]
    pub(crate) address: Address,
    /// Whether it is the billing address unless the customer chooses another one.
    pub(crate) is_default_billing: bool,
    /// Whether it is the shipping address unless the customer chooses another one.
    pub(crate) is_default_shipping: bool,
}

/// The address book of the session's customer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct AddressesResponse {
    /// The addresses, the default ones first.
    pub(crate) addresses: Vec<BookAddress>,
    /// The id of the address that the request created or changed; `null` for a list and after a deletion.
    #[schema(required)]
    pub(crate) changed_id: Option<String>,
}

impl Answer for AddressesResponse {}

/// The use of a default address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AddressUse {
    /// For bills.
    Billing,
    /// For deliveries.
    Shipping,
}

/// The use for which an address is to be the default one.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"use": "shipping"}))]
pub(crate) struct DefaultAddressRequest {
    /// The use.
    #[serde(rename = "use")]
    pub(crate) use_as: AddressUse,
}

impl Body for DefaultAddressRequest {}

/// An address to create, or to replace an existing one.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "salutation_id": "0198ae6f1a3b7c2d8e4f5a6b7c8d9e0f", "first_name": "Noor", "last_name": "Visser", "company": null, "street": "Spui 3",
    "additional_line": null, "zipcode": "1012 WX", "city": "Amsterdam", "country_id": "0198ae6f1a3b7c2d8e4f5a6b7c8d9e1a",
    "country_state_id": null, "phone": null
}))]
pub(crate) struct AddressInput {
    /// The id of the salutation.
    #[schema(pattern = "^[0-9a-f]{32}$")]
    pub(crate) salutation_id: Option<String>,
    /// The first name.
    #[schema(min_length = 1, max_length = 50)]
    pub(crate) first_name: String,
    /// The last name.
    #[schema(min_length = 1, max_length = 60)]
    pub(crate) last_name: String,
    /// The name of the company.
    #[schema(max_length = 255)]
    pub(crate) company: Option<String>,
    /// Street and house number.
    #[schema(min_length = 1, max_length = 255)]
    pub(crate) street: String,
    /// A second address line, such as an apartment or a floor.
    #[schema(max_length = 255)]
    pub(crate) additional_line: Option<String>,
    /// A third address line, which some shops require.
    #[schema(max_length = 255)]
    pub(crate) additional_line_2: Option<String>,
    /// The postal code; empty in countries that have none.
    #[schema(max_length = 50)]
    pub(crate) zipcode: String,
    /// The city.
    #[schema(min_length = 1, max_length = 70)]
    pub(crate) city: String,
    /// The id of the country.
    #[schema(pattern = "^[0-9a-f]{32}$")]
    pub(crate) country_id: String,
    /// The id of the state or province.
    #[schema(pattern = "^[0-9a-f]{32}$")]
    pub(crate) country_state_id: Option<String>,
    /// The telephone number.
    #[schema(max_length = 40)]
    pub(crate) phone: Option<String>,
}

impl Body for AddressInput {}
