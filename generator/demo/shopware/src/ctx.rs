//! The resolved context of one call, used for every answer.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::{Map, Value};

use super::customer::{Address, Customer};
use super::errors::ApiError;
use super::given_domains::Given;
use super::login_settings::LoginSettings;
use super::out::{Includes, date_time};
use vitrine_demo_shop::catalogue::Catalogue;
use vitrine_demo_shop::{Fields, Text, documents, id_of, localise};

/// Base URLs of the servers and the shop; no trailing slashes.
#[derive(Debug, Clone)]
pub struct Addresses {
    /// Host of the Store API, which is below `/store-api`.
    pub shopware: String,
    /// Images and documents.
    pub images: String,
    /// The shop's pages; base of the sales channel's domains and of links in mails.
    pub storefront: String,
}

/// The values that PATCH /context can set; ids.
#[derive(Debug, Clone, Default)]
pub(crate) struct Choices {
    pub(crate) language: Option<String>,
    pub(crate) currency: Option<String>,
    pub(crate) country: Option<String>,
    pub(crate) country_state: Option<String>,
    pub(crate) shipping: Option<String>,
    pub(crate) payment: Option<String>,
    pub(crate) billing_address: Option<String>,
    pub(crate) shipping_address: Option<String>,
}

/// The resolved context of one call: session, language, and requested parts of the answer.
#[derive(Debug, Clone)]
pub(crate) struct Ctx {
    pub(crate) shop: Arc<Catalogue>,
    pub(crate) token: String,
    /// The visitor's address, from a trusted proxy's header.
    pub(crate) ip: String,
    pub(crate) choices: Choices,
    /// The logged-in customer.
    pub(crate) customer: Option<Arc<Customer>>,
    /// ISO code of the language of this call.
    pub(crate) iso: String,
    /// ISO code of the system language.
    pub(crate) system: String,
    pub(crate) includes: Includes,
    /// `sw-include-seo-urls` was sent.
    pub(crate) seo_header: bool,
    pub(crate) now: Timestamp,
    pub(crate) addresses: Addresses,
    /// Query string, and the JSON or form body.
    pub(crate) query: Map<String, Value>,
    pub(crate) body: Map<String, Value>,
    pub(crate) is_get: bool,
    /// Settings of accounts.
    pub(crate) login: LoginSettings,
    /// The domains of the channel, if set by the control API.
    pub(crate) domains: Given,
}

impl Ctx {
    /// The input for criteria: the body, or for GET the query string.
    pub(crate) fn input(&self) -> &Map<String, Value> {
        if self.is_get { &self.query } else { &self.body }
    }

    /// A scalar parameter from the body, otherwise from the query string, as text.
    pub(crate) fn parameter(&self, name: &str) -> Option<String> {
        let value = self.body.get(name).or_else(|| self.query.get(name))?;
        match value {
            Value::String(text) => Some(text.clone()),
            Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
            _ => None,
        }
    }

    /// A boolean parameter, parsed as PHP does.
    pub(crate) fn switch(&self, name: &str) -> bool {
        self.parameter(name)
            .is_some_and(|text| matches!(text.to_lowercase().as_str(), "1" | "true" | "on" | "yes"))
    }

    /// Time of the last change of a row other than a product; null if it never changed.
    pub(crate) fn stamp(&self, id: &str) -> Value {
        self.shop.stamps.get(id).map_or(Value::Null, |at| date_time(*at))
    }

    /// A translatable field at the top level: the exact language or null.
    pub(crate) fn exact(&self, text: Option<&Text>) -> Value {
        text.and_then(|text| text.exact(&self.iso))
            .map_or(Value::Null, Value::from)
    }

    /// A translatable field inside `translated`: after the fallback chain.
    pub(crate) fn translated(&self, text: Option<&Text>) -> Value {
        text.and_then(|text| text.translated(&self.iso, &self.system))
            .map_or(Value::Null, Value::from)
    }

    /// The same as a string, empty if there is none.
    pub(crate) fn label(&self, text: &Text) -> String {
        text.translated(&self.iso, &self.system).unwrap_or_default().to_owned()
    }

    /// Custom fields in exactly this language.
    pub(crate) fn own_fields(&self, fields: &Fields) -> Map<String, Value> {
        localise(fields, &self.shop.languages, &self.iso, None)
    }

    /// Custom fields after the fallback chain.
    pub(crate) fn translated_fields(&self, fields: &Fields) -> Value {
        Value::Object(localise(fields, &self.shop.languages, &self.iso, Some(&self.system)))
    }

    /// A product's custom fields in exactly this language.
    pub(crate) fn own_product_fields(&self, fields: &Fields) -> Map<String, Value> {
        self.with_addresses(self.own_fields(fields))
    }

    /// A product's custom fields after the fallback chain.
    pub(crate) fn translated_product_fields(&self, fields: &Fields) -> Value {
        let fields = localise(fields, &self.shop.languages, &self.iso, Some(&self.system));
        Value::Object(self.with_addresses(fields))
    }

    /// Custom fields with the URLs of referenced documents.
    fn with_addresses(&self, mut fields: Map<String, Value>) -> Map<String, Value> {
        for field in fields.values_mut() {
            documents::address(field, &self.addresses.images);
        }
        fields
    }

    /// The customer of the session; an error if there is none.
    pub(crate) fn login(&self) -> Result<&Customer, ApiError> {
        self.customer.as_deref().ok_or_else(ApiError::not_logged_in)
    }

    /// The billing address: the session's, otherwise the customer's default.
    pub(crate) fn billing_address(&self) -> Option<&Address> {
        let customer = self.customer.as_deref()?;
        customer.active(self.choices.billing_address.as_ref(), &customer.default_billing)
    }

    /// The shipping address: the session's, otherwise the customer's default.
    pub(crate) fn shipping_address(&self) -> Option<&Address> {
        let customer = self.customer.as_deref()?;
        customer.active(self.choices.shipping_address.as_ref(), &customer.default_shipping)
    }

    pub(crate) fn language_id(&self) -> String {
        language_id(&self.shop, &self.iso)
    }
}

/// The id of a language of the shop.
pub(crate) fn language_id(shop: &Catalogue, iso: &str) -> String {
    let explicit = shop
        .shop
        .languages
        .iter()
        .find(|language| language.iso == iso)
        .and_then(|language| language.id.as_deref());
    id_of("language", iso, explicit)
}

/// Creation time of everything without its own.
pub(crate) const CREATED: &str = "2026-01-05T09:00:00.000+00:00";
