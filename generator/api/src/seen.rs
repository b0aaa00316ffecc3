//! What a browser was shown of its cart, and what is different now (Shopware §7.3: a read repairs the cart without a word).
//!
//! **Invariant:** the browser keeps a short hash of what it was shown, this process the lines that belong to it; where it does not know them (another process answered,
//! or it was started again) it says that something changed, not what.

use std::sync::Arc;

use vitrine_backends::shopware::session::{Cart, LineItemKind};
use vitrine_model::money::Money;

use crate::generations::Generations;

/// Characters of a hash that a cookie holds.
const LENGTH: usize = 32;

/// A line as it was shown.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    id: String,
    label: String,
    quantity: u32,
    unit_price: Money,
}

/// A cart as it was shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Seen {
    lines: Vec<Line>,
    shipping: Option<Money>,
    total: Money,
}

/// One difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Difference {
    /// A line is gone.
    Removed { id: String, label: String },
    /// A line has another quantity.
    Quantity {
        id: String,
        label: String,
        before: u32,
        now: u32,
    },
    /// A piece has another price.
    UnitPrice {
        id: String,
        label: String,
        before: Money,
        now: Money,
    },
    /// The shipping costs something else.
    Shipping { before: Money, now: Money },
    /// The amount to pay is another one, or nobody knows what was shown.
    Other { amounts: Option<(Money, Money)> },
}

/// The short hash of a cart that a cookie holds.
pub(crate) fn name_of(cart: &Cart) -> String {
    cart.shown_hash().chars().take(LENGTH).collect()
}

/// Whether a text can be such a hash.
pub(crate) fn is_name(text: &str) -> bool {
    text.len() == LENGTH && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

impl Seen {
    pub(crate) fn of(cart: &Cart) -> Self {
        let products = cart.line_items.iter().filter(|item| item.kind == LineItemKind::Product);
        Self {
            lines: products
                .map(|item| Line {
                    id: item.id.as_str().to_owned(),
                    label: item.label.clone(),
                    quantity: item.quantity,
                    unit_price: item.unit_price,
                })
                .collect(),
            shipping: cart.shipping.as_ref().map(|shipping| shipping.total),
            total: cart.total,
        }
    }

    /// What is different now. `touched` is the line that the visitor changed just now: of sums, and of that line, nothing is said then.
    pub(crate) fn differences(&self, now: &Self, touched: Option<&str>) -> Vec<Difference> {
        let mut found = Vec::new();
        for line in self.lines.iter().filter(|line| touched != Some(&line.id)) {
            found.extend(line.differences(now.lines.iter().find(|other| other.id == line.id)));
        }
        if touched.is_some() {
            return found;
        }
        if let (Some(before), Some(now)) = (self.shipping, now.shipping)
            && before != now
            && found.is_empty()
        {
            found.push(Difference::Shipping { before, now });
        }
        if found.is_empty() && self.total != now.total {
            let amounts = Some((self.total, now.total));
            found.push(Difference::Other { amounts });
        }
        found
    }
}

impl Line {
    fn differences(&self, now: Option<&Self>) -> Vec<Difference> {
        let (id, label) = (self.id.clone(), self.label.clone());
        let Some(now) = now else {
            return vec![Difference::Removed { id, label }];
        };
        let mut found = Vec::new();
        if now.quantity != self.quantity {
            found.push(Difference::Quantity {
                id: id.clone(),
                label: label.clone(),
                before: self.quantity,
                now: now.quantity,
            });
        }
        // A price that goes with the quantity is said by the quantity.
        if now.unit_price != self.unit_price && found.is_empty() {
            found.push(Difference::UnitPrice {
                id,
                label,
                before: self.unit_price,
                now: now.unit_price,
            });
        }
        found
    }
}

/// Carts that were shown, by their hashes.
pub(crate) struct SeenCarts(Generations<Box<str>, Arc<Seen>>);

impl SeenCarts {
    /// Carts with so many lines together.
    pub(crate) fn new(lines: usize) -> Self {
        Self(Generations::new(lines))
    }

    /// Keeps a cart under what the cookie and the order call it.
    pub(crate) fn keep(&self, cart: &Cart) {
        let seen = Arc::new(Seen::of(cart));
        let weight = seen.lines.len() + 1;
        for name in [Some(name_of(cart)), cart.hash.clone()].into_iter().flatten() {
            self.0.put(name.into(), Arc::clone(&seen), weight);
        }
    }

    /// What is different from the cart of this name.
    pub(crate) fn differences(&self, name: &str, cart: &Cart, touched: Option<&str>) -> Vec<Difference> {
        match self.0.get(name) {
            Some(seen) => seen.differences(&Seen::of(cart), touched),
            None if touched.is_some() => Vec::new(),
            None => vec![Difference::Other { amounts: None }],
        }
    }
}
