//! Cart errors (Shopware §7.3): repairs and refusals by key, and which of them are returned only once.

use serde_json::{Map, Value, json};

use super::customer::Address;

/// A cart error.
#[derive(Debug, Clone)]
pub(crate) struct CartError {
    key: String,
    message_key: &'static str,
    level: i64,
    block: bool,
    message: String,
    parameters: Map<String, Value>,
    /// Fields of the error's class that are also printed at the top level.
    own: Map<String, Value>,
    /// Only returned by the call that caused it.
    once: bool,
}

/// The purpose of an address in the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Billing,
    Shipping,
}

impl Purpose {
    fn word(self) -> &'static str {
        match self {
            Self::Billing => "billing",
            Self::Shipping => "shipping",
        }
    }
}

impl CartError {
    /// An error; `key` is the part after the message key in its key.
    pub(crate) fn new(
        key: &str,
        message_key: &'static str,
        level: i64,
        block: bool,
        message: String,
        parameters: Value,
    ) -> Self {
        let parameters = if let Value::Object(map) = parameters {
            map
        } else {
            Map::new()
        };
        Self {
            key: format!("{message_key}{key}"),
            message_key,
            level,
            block,
            message,
            parameters,
            own: Map::new(),
            once: true,
        }
    }

    /// Adds fields of the error's class.
    pub(crate) fn with_own(mut self, own: Value) -> Self {
        if let Value::Object(map) = own {
            self.own = map;
        }
        self
    }

    /// An unknown code.
    pub(crate) fn promotion_not_found(code: &str) -> Self {
        let message = format!("Promotion with code {code} not found!");
        Self::new("", "promotion-not-found", 20, false, message, json!({"code": code}))
            .with_own(json!({"promotionCode": code}))
    }

    /// A product that no longer exists, by the line's label.
    pub(crate) fn not_found(label: &str) -> Self {
        let message = "The product %s could not be found".to_owned();
        Self::new(label, "product-not-found", 20, true, message, json!({"id": label})).with_own(json!({"id": label}))
    }

    /// A promotion whose conditions are not met: returned on every read until the code is removed.
    pub(crate) fn not_eligible(name: &str) -> Self {
        let message = format!("Promotion {name} not eligible for cart!");
        let mut error = Self::new("", "promotion-not-eligible", 0, false, message, json!({"name": name}))
            .with_own(json!({"name": name}));
        error.once = false;
        error
    }

    /// A discount that was just added.
    pub(crate) fn discount_added(name: &str, id: &str) -> Self {
        let message = format!("Discount {name} has been added");
        let parameters = json!({"name": name, "discountLineItemId": id});
        Self::new(
            &format!("-{id}"),
            "promotion-discount-added",
            0,
            false,
            message,
            parameters,
        )
    }

    /// A method or a country that blocks the order: returned on every read until another is selected. `key` is the
    /// message key.
    pub(crate) fn blocked(key: &'static str, level: i64, name: &str, message: String) -> Self {
        let mut error = Self::new(&format!("-{name}"), key, level, true, message, json!({"name": name}));
        error.once = false;
        error
    }

    /// An address without a salutation; only selecting another address or editing this one resolves it (Shopware §7.3).
    pub(crate) fn salutation_missing(purpose: Purpose, address: &Address) -> Self {
        let key = match purpose {
            Purpose::Billing => "salutation-missing-billing-address",
            Purpose::Shipping => "salutation-missing-shipping-address",
        };
        Self::incomplete(key, "salutation", purpose, address)
    }

    /// An address without a state in a country that requires one.
    pub(crate) fn region_missing(purpose: Purpose, address: &Address) -> Self {
        let key = match purpose {
            Purpose::Billing => "country-region-missing-billing-address",
            Purpose::Shipping => "country-region-missing-shipping-address",
        };
        Self::incomplete(key, "country region", purpose, address)
    }

    fn incomplete(key: &'static str, what: &str, purpose: Purpose, address: &Address) -> Self {
        let message = format!(
            "A {what} needs to be defined for the {} address \"{} {}, {} {}\".",
            purpose.word(),
            address.first_name,
            address.last_name,
            address.zipcode.as_deref().unwrap_or_default(),
            address.city
        );
        let parameters = json!({"addressId": address.id});
        let mut error = Self::new("", key, 10, true, message, parameters.clone())
            .with_own(json!({"route": {"key": "frontend.account.address.edit.page", "params": parameters}}));
        error.once = false;
        error
    }

    /// The error as an answer.
    pub(crate) fn value(&self) -> Value {
        let mut map = Map::new();
        map.insert("message".to_owned(), self.message.clone().into());
        map.insert("code".to_owned(), 0.into());
        map.extend(self.own.clone());
        map.insert("key".to_owned(), self.key.clone().into());
        map.insert("level".to_owned(), self.level.into());
        map.insert("messageKey".to_owned(), self.message_key.into());
        map.insert("parameters".to_owned(), Value::Object(self.parameters.clone()));
        map.insert("block".to_owned(), self.block.into());
        map.insert("blockResubmit".to_owned(), self.block.into());
        Value::Object(map)
    }
}

/// Cart errors by key.
#[derive(Debug, Clone, Default)]
pub(crate) struct Errors(Vec<CartError>);

impl Errors {
    /// Adds an error; duplicates of a key are ignored.
    pub(crate) fn add(&mut self, error: CartError) {
        self.0.retain(|known| known.key != error.key);
        self.0.push(error);
    }

    /// Drops the errors that are returned once: a read repairs without errors.
    pub(crate) fn forget_repairs(&mut self) {
        self.0.retain(|error| !error.once);
    }

    /// The map `errors`, `[]` when empty.
    pub(crate) fn value(&self) -> Value {
        super::out::list_if_empty(self.0.iter().map(|error| (error.key.clone(), error.value())).collect())
    }

    /// Fingerprint, empty when there are none.
    pub(crate) fn hash(&self) -> String {
        if self.0.is_empty() {
            return String::new();
        }
        let keys: Vec<&str> = self.0.iter().map(|error| error.key.as_str()).collect();
        blake3::hash(keys.join("|").as_bytes())
            .to_hex()
            .chars()
            .take(16)
            .collect()
    }
}

/// The errors of a call, joined with those of the calculation.
pub(crate) fn joined(given: Vec<CartError>) -> Errors {
    let mut errors = Errors::default();
    for error in given {
        errors.add(error);
    }
    errors
}
