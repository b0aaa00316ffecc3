//! Customers, and the input of a guest's registration (Shopware §13.3). The calls are in [`super::account`].

use std::fmt;

use serde_json::{Value, json};

use super::{AddressId, CustomerId, NewAddress, PaymentMethodId, Salutation, SalutationId};
use crate::shopware::wire::WireCustomer;

/// Private or business customer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AccountType {
    /// A private person.
    #[default]
    Private,
    /// A company.
    Business,
}

/// A customer, logged in or as a guest.
#[derive(Clone, PartialEq, Eq)]
pub struct Customer {
    /// Shopware's id; `None` if the answer has no valid one.
    pub id: Option<CustomerId>,
    /// Customer number.
    pub number: String,
    /// Ordered without an account (Shopware §3.3).
    pub guest: bool,
    /// Whether the customer can log in and order.
    pub active: bool,
    /// Private or business customer.
    pub account_type: AccountType,
    /// Whether the session's prices may differ from those of visitors ([`Customer::has_own_prices`]).
    pub(super) own_prices: bool,
    /// E-mail address.
    pub email: String,
    /// Salutation, if known.
    pub salutation: Option<Salutation>,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Company.
    pub company: Option<String>,
    /// VAT ids of the company.
    pub vat_ids: Vec<String>,
    /// The payment method stored for the customer, otherwise the last one used (Shopware §22: one of the two exists).
    pub default_payment_method: Option<PaymentMethodId>,
    /// Billing address, unless the session has another.
    pub default_billing_address: Option<AddressId>,
    /// Shipping address, unless the session has another.
    pub default_shipping_address: Option<AddressId>,
}

/// Without personal data (rule 5).
impl fmt::Debug for Customer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Customer")
            .field("id", &self.id)
            .field("guest", &self.guest)
            .field("active", &self.active)
            .field("account_type", &self.account_type)
            .finish_non_exhaustive()
    }
}

fn filled(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.trim().is_empty())
}

impl Customer {
    /// R-ACCT-06: a customer with an id who is active and not a guest is logged in.
    pub fn is_logged_in(&self) -> bool {
        self.id.is_some() && self.active && !self.guest
    }

    /// A company that is logged in to its account.
    pub fn is_business(&self) -> bool {
        self.is_logged_in() && self.account_type == AccountType::Business
    }

    /// Whether the customer's prices may differ from those of visitors: a company, a member of another group than
    /// visitors, or somebody whose prices are without tax. Known only for the customer of a context. No call tells whether
    /// a price rule of Shopware applies to a customer for another reason.
    pub fn has_own_prices(&self) -> bool {
        self.is_logged_in() && (self.own_prices || self.account_type == AccountType::Business)
    }

    pub(super) fn from_wire(wire: &WireCustomer) -> Self {
        let company = filled(wire.company.as_deref());
        let address = |id: &Option<String>| AddressId::parse(id.as_deref()?).ok();
        let payment = |id: &Option<String>| PaymentMethodId::parse(id.as_deref()?).ok();
        Self {
            id: wire.id.as_deref().and_then(|id| CustomerId::parse(id).ok()),
            number: wire.customer_number.clone().unwrap_or_default(),
            guest: wire.guest.unwrap_or(false),
            active: wire.active.unwrap_or(true),
            account_type: match wire.account_type.as_deref() {
                Some("business") => AccountType::Business,
                Some(_) => AccountType::Private,
                None if company.is_some() => AccountType::Business,
                None => AccountType::Private,
            },
            own_prices: false,
            email: wire.email.clone().unwrap_or_default(),
            salutation: wire.salutation.as_ref().and_then(|s| Salutation::from_wire(s).ok()),
            first_name: wire.first_name.clone().unwrap_or_default(),
            last_name: wire.last_name.clone().unwrap_or_default(),
            company: company.map(str::to_owned),
            vat_ids: wire
                .vat_ids
                .0
                .iter()
                .filter(|id| !id.trim().is_empty())
                .cloned()
                .collect(),
            default_payment_method: payment(&wire.default_payment_method_id)
                .or_else(|| payment(&wire.last_payment_method_id)),
            default_billing_address: address(&wire.default_billing_address_id),
            default_shipping_address: address(&wire.default_shipping_address_id),
        }
    }
}

/// Input of a guest registration.
#[derive(Clone, PartialEq, Eq)]
pub struct GuestRegistration {
    /// E-mail address. Several guests may have the same one.
    pub email: String,
    /// Salutation; `None` = not specified.
    pub salutation: Option<SalutationId>,
    /// First name. Shopware also writes it to the billing address.
    pub first_name: String,
    /// Last name. Shopware also writes it to the billing address.
    pub last_name: String,
    /// Private or business. The company's name is in the billing address.
    pub account_type: AccountType,
    /// VAT ids of a company.
    pub vat_ids: Vec<String>,
    /// Where bills go.
    pub billing_address: NewAddress,
    /// Shipping address; `None` = the billing address.
    pub shipping_address: Option<NewAddress>,
    /// The guest accepted the privacy policy.
    pub accepted_data_protection: bool,
    /// URL of one of the channel's domains, without a trailing slash ([`super::Context::storefront_url`]).
    pub storefront_url: String,
}

/// Without personal data (rule 5).
impl fmt::Debug for GuestRegistration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuestRegistration")
            .field("account_type", &self.account_type)
            .field("storefront_url", &self.storefront_url)
            .finish_non_exhaustive()
    }
}

impl GuestRegistration {
    pub(super) fn body(&self) -> Value {
        let mut body = json!({
            "guest": true,
            "email": self.email,
            "salutationId": self.salutation.as_ref().map(SalutationId::as_str),
            "firstName": self.first_name,
            "lastName": self.last_name,
            "acceptedDataProtection": self.accepted_data_protection,
            "storefrontUrl": self.storefront_url,
            "billingAddress": self.billing_address.body(),
        });
        let Some(map) = body.as_object_mut() else { return body };
        // Shopware would validate an empty list as an address and return five violations.
        if let Some(address) = &self.shipping_address {
            map.insert("shippingAddress".into(), address.body());
        }
        if self.account_type == AccountType::Business {
            map.insert("accountType".into(), "business".into());
            map.insert("company".into(), json!(self.billing_address.company));
            map.insert("vatIds".into(), json!(self.vat_ids));
        }
        body
    }
}
