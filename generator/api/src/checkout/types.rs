//! JSON types of the checkout.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    addresses::types::{Address, AddressInput},
    cart::types::CartResponse,
    request::{
        account_rules::RequiredField,
        row::{Answer, Body},
    },
    types::{
        customer::{AccountType, Salutation},
        money::Money,
        payment_method::PaymentMethod,
    },
    web::fields::{Sent, sent},
};

/// The ordering customer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct CheckoutCustomer {
    /// Whether the customer orders without an account.
    pub(super) guest: bool,
    /// Whether the account may order; the shop can deactivate it.
    pub(super) active: bool,
    /// The kind of customer.
    pub(super) account_type: AccountType,
    /// The first name.
    pub(super) first_name: String,
    /// The last name.
    pub(super) last_name: String,
    /// The e-mail address that the confirmation is sent to.
    pub(super) email: String,
    /// The company; `null` if there is none.
    #[schema(required)]
    pub(super) company: Option<String>,
    /// The VAT ids of the company.
    pub(super) vat_ids: Vec<String>,
}

/// A shipping method.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct ShippingMethod {
    /// The id: 32 hex digits.
    pub(super) id: String,
    /// The name, localized.
    pub(super) name: String,
    /// A description, localized.
    #[schema(required)]
    pub(super) description: Option<String>,
    /// The days on which this cart is delivered with it, in a sentence, localized; its delivery time as text if the
    /// shop names no dates.
    #[schema(required)]
    pub(super) delivery: Option<String>,
    /// The price for this cart; `null` if the shop does not send it before the method is chosen.
    #[schema(required)]
    pub(super) price: Option<Money>,
}

/// A country of the shop.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct Country {
    /// The id: 32 hex digits.
    pub(super) id: String,
    /// The ISO 3166-1 code: `NL`.
    pub(super) iso: String,
    /// The name, localized.
    pub(super) name: String,
    /// Whether the shop ships to this country.
    pub(super) shipping_available: bool,
    /// Whether an address in this country requires a postal code.
    pub(super) zipcode_required: bool,
    /// Whether a company in this country requires a VAT id.
    pub(super) vat_id_required: bool,
    /// Whether an address in this country requires a state or province.
    pub(super) state_required: bool,
    /// Its states or provinces; empty if it has none.
    pub(super) states: Vec<CountryState>,
}

/// A state or province.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct CountryState {
    /// The id: 32 hex digits.
    pub(super) id: String,
    /// The name, localized.
    pub(super) name: String,
}

/// The options of an address form.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct AddressFormResponse {
    /// The countries, in the shop's order.
    pub(super) countries: Vec<Country>,
    /// The salutations.
    pub(super) salutations: Vec<Salutation>,
    /// The address fields that this shop requires, in addition to those that every shop requires.
    pub(super) required_fields: Vec<RequiredField>,
    /// The id of the session's country, for an empty form.
    #[schema(required)]
    pub(super) country_id: Option<String>,
}

impl Answer for AddressFormResponse {}

/// A reason why the cart cannot be ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum BlockerCode {
    /// Ordering is not allowed for this visitor on pages of this locale.
    OrderingNotAllowed,
    /// The cart is empty.
    EmptyCart,
    /// There is no customer: neither a guest nor an account.
    NoCustomer,
    /// No billing address is chosen.
    NoBillingAddress,
    /// No shipping address is chosen.
    NoShippingAddress,
    /// No available shipping method is chosen.
    NoShippingMethod,
    /// No available payment method is chosen.
    NoPaymentMethod,
    /// The billing address cannot be used unchanged.
    BillingAddress,
    /// The shipping address cannot be used unchanged.
    ShippingAddress,
    /// The customer's account was deactivated by the shop.
    AccountInactive,
    /// An error of the cart prevents the order; the cart contains the error.
    CartError,
}

/// One reason why the cart cannot be ordered, with its text.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct Blocker {
    /// The reason.
    pub(super) code: BlockerCode,
    /// The text for the visitor, localized.
    pub(super) message: String,
}

/// All data of the checkout.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct CheckoutResponse {
    /// The customer; `null` for an anonymous visitor.
    #[schema(required)]
    pub(super) customer: Option<CheckoutCustomer>,
    /// The billing address.
    #[schema(required)]
    pub(super) billing_address: Option<Address>,
    /// The shipping address.
    #[schema(required)]
    pub(super) shipping_address: Option<Address>,
    /// The address book of the customer.
    pub(super) addresses: Vec<Address>,
    /// The id of the country that the order is shipped to.
    #[schema(required)]
    pub(super) country_id: Option<String>,
    /// The shipping methods that are available for this cart and customer.
    pub(super) shipping_methods: Vec<ShippingMethod>,
    /// The id of the chosen shipping method.
    #[schema(required)]
    pub(super) shipping_method_id: Option<String>,
    /// The payment methods that are available for this cart and customer.
    pub(super) payment_methods: Vec<PaymentMethod>,
    /// The id of the chosen payment method.
    #[schema(required)]
    pub(super) payment_method_id: Option<String>,
    /// The countries of the shop.
    pub(super) countries: Vec<Country>,
    /// The salutations of the shop.
    pub(super) salutations: Vec<Salutation>,
    /// The address fields that this shop requires, in addition to those that every shop requires.
    pub(super) required_fields: Vec<RequiredField>,
    /// The cart with the tax of each rate; its `hash` is sent with the order.
    pub(super) cart: CartResponse,
    /// Whether electrical equipment is delivered with the order, so that an old device may be handed over (law §8).
    pub(super) electrical: bool,
    /// Whether this visitor may order on pages of this locale.
    pub(super) ordering_allowed: bool,
    /// The reasons why the cart cannot be ordered; empty if it can.
    pub(super) blockers: Vec<Blocker>,
}

impl Answer for CheckoutResponse {}

/// The checkout after a change.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct CheckoutChangedResponse {
    /// The data of the checkout; `null` if the change was made but the new state could not be read.
    #[schema(required)]
    pub(super) checkout: Option<CheckoutResponse>,
}

impl Answer for CheckoutChangedResponse {}

/// Whether the visitor is a guest now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum GuestOutcome {
    /// The visitor is a guest, and can order.
    Entered,
    /// A mail was sent: the visitor is a guest when its link is opened.
    ConfirmEmail,
}

/// The result of submitting a guest's details, and the new checkout.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct GuestResponse {
    /// Whether the visitor is a guest now.
    pub(super) outcome: GuestOutcome,
    /// The secret with which this browser requests whether the e-mail address was confirmed elsewhere; `null` if no
    /// confirmation is needed.
    #[schema(required)]
    pub(super) waiting: Option<String>,
    /// The data of the checkout; `null` if the change was made but the new state could not be read.
    #[schema(required)]
    pub(super) checkout: Option<CheckoutResponse>,
}

impl Answer for GuestResponse {}

/// Asks for a guest whose e-mail address may have been confirmed on another device.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"waiting": "q3ZLkVtB8sYxE1mNfR6uJcHaP0dWgT5o"}))]
pub(super) struct WaitingGuestRequest {
    /// The secret that came with the answer to the guest's details.
    #[schema(max_length = 64)]
    pub(super) waiting: String,
}

impl Body for WaitingGuestRequest {}

/// The choices to change. An omitted field is unchanged; a field sent without an id is refused.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"shipping_method_id": "0198ae6f1a3b7c2d8e4f5a6b7c8d9e2b"}))]
pub(super) struct ChangeCheckoutRequest {
    /// The id of a shipping method.
    #[serde(deserialize_with = "sent")]
    #[schema(value_type = Option<String>, pattern = "^[0-9a-f]{32}$")]
    pub(super) shipping_method_id: Sent,
    /// The id of a payment method.
    #[serde(deserialize_with = "sent")]
    #[schema(value_type = Option<String>, pattern = "^[0-9a-f]{32}$")]
    pub(super) payment_method_id: Sent,
    /// The id of an address in the address book, as billing address.
    #[serde(deserialize_with = "sent")]
    #[schema(value_type = Option<String>, pattern = "^[0-9a-f]{32}$")]
    pub(super) billing_address_id: Sent,
    /// The id of an address in the address book, as shipping address.
    #[serde(deserialize_with = "sent")]
    #[schema(value_type = Option<String>, pattern = "^[0-9a-f]{32}$")]
    pub(super) shipping_address_id: Sent,
    /// The id of the country to ship to, for a visitor without an address.
    #[serde(deserialize_with = "sent")]
    #[schema(value_type = Option<String>, pattern = "^[0-9a-f]{32}$")]
    pub(super) country_id: Sent,
}

impl Body for ChangeCheckoutRequest {}

/// Contact and addresses of a guest.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "email": "noor@example.test", "vat_id": null, "accept_privacy": true, "billing_address": {
        "salutation_id": null, "first_name": "Noor", "last_name": "Visser", "company": null, "street": "Spui 3", "additional_line": null,
        "zipcode": "1012 WX", "city": "Amsterdam", "country_id": "0198ae6f1a3b7c2d8e4f5a6b7c8d9e1a", "country_state_id": null, "phone": null
    }, "shipping_address": null
}))]
pub(super) struct GuestRequest {
    /// The e-mail address that the confirmation is sent to.
    #[schema(min_length = 3, max_length = 254)]
    pub(super) email: String,
    /// The VAT id of a company.
    #[schema(max_length = 30)]
    pub(super) vat_id: Option<String>,
    /// Whether the guest accepts the privacy statement, if the shop requires that.
    pub(super) accept_privacy: bool,
    /// The billing address with the guest's name; if it has a company, the guest orders as a business.
    pub(super) billing_address: AddressInput,
    /// The shipping address; `null` means the billing address.
    pub(super) shipping_address: Option<AddressInput>,
}

impl Body for GuestRequest {}
