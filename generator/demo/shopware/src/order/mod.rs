//! Orders (Shopware §11, Shopware §12): what was bought, by whom, in which states, and the mails that tell of it. Kept in memory until a reset.

pub(crate) mod change;
pub(crate) mod control;
pub(crate) mod place;
pub(crate) mod read;
pub(crate) mod states;
mod throttle;
mod view;

use jiff::Timestamp;
use rand::Rng;
use serde_json::{Map, Value};

use self::states::State;
use self::throttle::Throttle;
use super::mails::Mailbox;
use super::payment::Payments;

/// Number of the first order.
const FIRST: usize = 10_000;
/// The most orders that are kept; the oldest go first.
const MOST: usize = 10_000;

/// All orders, and what hangs on them.
#[derive(Debug, Default)]
pub(crate) struct Orders {
    /// In the order they were placed.
    rows: Vec<Order>,
    /// How many are no longer kept.
    dropped: usize,
    /// Look-ups of guests by deep link.
    lookups: Throttle,
    pub(crate) payments: Payments,
    pub(crate) mails: Mailbox,
}

/// An order.
#[derive(Debug, Clone)]
pub(crate) struct Order {
    pub(crate) id: String,
    pub(crate) number: String,
    /// What a guest finds it by.
    pub(crate) deep_link: String,
    /// ISO code of the language it was placed in.
    pub(crate) iso: String,
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
    /// The newest last.
    pub(crate) transactions: Vec<Transaction>,
    pub(crate) state: State,
    pub(crate) comment: Option<String>,
    pub(crate) affiliate: Option<String>,
    pub(crate) campaign: Option<String>,
}

/// The customer as the order keeps it.
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

/// An address as the order keeps it.
#[derive(Debug, Clone)]
pub(crate) struct OrderAddress {
    pub(crate) id: String,
    /// Id of the country.
    pub(crate) country: String,
    /// The fields that are printed as they are.
    pub(crate) fields: Map<String, Value>,
}

/// A line.
#[derive(Debug, Clone)]
pub(crate) struct OrderLine {
    pub(crate) id: String,
    /// Id of the product, for a product.
    pub(crate) product: Option<String>,
    pub(crate) quantity: i64,
    /// What it is called, in the language of the order.
    pub(crate) label: String,
    pub(crate) total: f64,
    /// The fields that are printed as they are.
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

/// A payment, or the attempt at one.
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
}

impl Orders {
    /// Stores the order that is made from the next number.
    fn add(&mut self, make: impl FnOnce(String) -> Order) -> Order {
        let order = make((FIRST + self.dropped + self.rows.len()).to_string());
        self.rows.push(order.clone());
        if self.rows.len() > MOST {
            self.rows.remove(0);
            self.dropped += 1;
        }
        order
    }

    /// The order with this id.
    pub(crate) fn find(&self, id: &str) -> Option<&Order> {
        self.rows.iter().find(|order| order.id == id)
    }

    /// The order with this id, to change it.
    pub(crate) fn find_mut(&mut self, id: &str) -> Option<&mut Order> {
        self.rows.iter_mut().find(|order| order.id == id)
    }

    /// The order with this number, to change it.
    fn numbered_mut(&mut self, number: &str) -> Option<&mut Order> {
        self.rows.iter_mut().find(|order| order.number == number)
    }

    /// All orders with their places.
    fn all(&self) -> impl Iterator<Item = (usize, &Order)> {
        self.rows
            .iter()
            .enumerate()
            .map(|(place, order)| (self.dropped + place, order))
    }
}

impl Order {
    /// What has to be paid, gross.
    pub(crate) fn total(&self) -> f64 {
        self.price.get("totalPrice").and_then(Value::as_f64).unwrap_or(0.0)
    }

    /// What of it are shipping costs.
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

    /// Moves a transaction into a state. Tells whether it may follow and is another one.
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

    /// Whether what was downloaded may be downloaded: something is paid.
    pub(crate) fn granted(&self) -> bool {
        self.transactions.iter().any(|row| row.state.name() == "paid")
    }

    /// The postal code of the billing address.
    fn zipcode(&self) -> Option<&str> {
        self.addresses.first()?.fields.get("zipcode")?.as_str()
    }
}

/// A new deep link code: 32 of the characters that stand in a URL as they are.
fn deep_link_code() -> String {
    const CHARACTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut random = rand::rng();
    (0..32)
        .filter_map(|_| CHARACTERS.get(random.random_range(0..CHARACTERS.len())))
        .map(|byte| char::from(*byte))
        .collect()
}
