//! A stored order.

use jiff::Timestamp;
use serde_json::{Map, Value};

use super::document::Document;
use super::states::State;

/// An order.
#[derive(Debug, Clone)]
pub(crate) struct Order {
    pub(crate) id: String,
    pub(crate) number: String,
    /// The deep link code, by which a guest finds it.
    pub(crate) deep_link: String,
    /// ISO code of the language it was placed in.
    pub(crate) iso: String,
    /// Id of the currency it was placed in; `None` = the shop's own.
    pub(crate) currency: Option<String>,
    pub(crate) placed: Timestamp,
    pub(crate) updated: Option<Timestamp>,
    pub(crate) buyer: Buyer,
    /// The billing address first.
    pub(crate) addresses: Vec<OrderAddress>,
    /// `cart_price`.
    pub(crate) price: Value,
    /// `calculated_price`.
    pub(crate) shipping_costs: Value,
    pub(crate) lines: Vec<OrderLine>,
    pub(crate) deliveries: Vec<Delivery>,
    /// Newest last.
    pub(crate) transactions: Vec<Transaction>,
    /// Oldest first.
    pub(crate) documents: Vec<Document>,
    pub(crate) state: State,
    pub(crate) comment: Option<String>,
    pub(crate) affiliate: Option<String>,
    pub(crate) campaign: Option<String>,
}

/// The customer's data in the order.
#[derive(Debug, Clone)]
pub(crate) struct Buyer {
    pub(crate) id: String,
    /// Id of the customer.
    pub(crate) customer: String,
    pub(crate) number: String,
    pub(crate) email: String,
    pub(crate) first_name: String,
    pub(crate) last_name: String,
    pub(crate) title: Option<String>,
    /// Id of the salutation.
    pub(crate) salutation: String,
    pub(crate) company: Option<String>,
    pub(crate) vat_ids: Vec<String>,
}

/// An address in the order.
#[derive(Debug, Clone)]
pub(crate) struct OrderAddress {
    pub(crate) id: String,
    /// Id of the country.
    pub(crate) country: String,
    /// Id of its state.
    pub(crate) state: Option<String>,
    /// Fields that are printed unchanged.
    pub(crate) fields: Map<String, Value>,
}

/// A line.
#[derive(Debug, Clone)]
pub(crate) struct OrderLine {
    pub(crate) id: String,
    /// Id of the product, for a product.
    pub(crate) product: Option<String>,
    pub(crate) quantity: i64,
    /// Label, in the language of the order.
    pub(crate) label: String,
    pub(crate) total: f64,
    /// Fields that are printed unchanged.
    pub(crate) fields: Map<String, Value>,
}

/// A delivery.
#[derive(Debug, Clone)]
pub(crate) struct Delivery {
    pub(crate) id: String,
    /// Id of the address in the order.
    pub(crate) address: String,
    /// Id of the shipping method.
    pub(crate) method: String,
    pub(crate) costs: Value,
    pub(crate) earliest: Value,
    pub(crate) latest: Value,
    pub(crate) tracking: Vec<String>,
    pub(crate) state: State,
    pub(crate) updated: Option<Timestamp>,
}

/// A payment or an attempt.
#[derive(Debug, Clone)]
pub(crate) struct Transaction {
    pub(crate) id: String,
    /// Id of the payment method.
    pub(crate) method: String,
    /// `calculated_price`.
    pub(crate) amount: Value,
    pub(crate) state: State,
    pub(crate) created: Timestamp,
    pub(crate) updated: Option<Timestamp>,
    /// `customFields`, in which a provider's plug-in stores its data.
    pub(crate) fields: Value,
}

impl Order {
    /// Amount to pay, gross.
    pub(crate) fn total(&self) -> f64 {
        self.price.get("totalPrice").and_then(Value::as_f64).unwrap_or(0.0)
    }

    /// Shipping costs in the total.
    pub(crate) fn shipping(&self) -> f64 {
        self.shipping_costs
            .get("totalPrice")
            .and_then(Value::as_f64)
            .unwrap_or(0.0)
    }

    /// The newest transaction.
    pub(crate) fn transaction(&self) -> Option<&Transaction> {
        self.transactions.last()
    }

    /// Changes the state of a transaction. Returns whether the transition is allowed and the state is different.
    pub(crate) fn pay(&mut self, transaction: &str, name: &str, now: Timestamp) -> bool {
        let row = self.transactions.iter_mut().find(|row| row.id == transaction);
        let Some(row) = row else { return false };
        match row.state.then(name) {
            Some(next) if next != row.state => {
                row.state = next;
                row.updated = Some(now);
                true
            }
            _ => false,
        }
    }

    /// Marks a transaction as paid on behalf of a provider, after a payment in another tab that the shop had cancelled:
    /// it is reopened first (Shopware §25.4).
    pub(crate) fn settle(&mut self, transaction: &str, name: &str, now: Timestamp) -> bool {
        let row = self.transactions.iter().find(|row| row.id == transaction);
        if name != "cancelled" && row.is_some_and(|row| row.state.name() == "cancelled") {
            self.pay(transaction, "open", now);
        }
        self.pay(transaction, name, now)
    }

    /// Whether downloads are granted: a transaction is paid.
    pub(crate) fn granted(&self) -> bool {
        self.transactions.iter().any(|row| row.state.name() == "paid")
    }

    /// The postal code of the billing address.
    pub(crate) fn zipcode(&self) -> Option<&str> {
        self.addresses.first()?.fields.get("zipcode")?.as_str()
    }
}
