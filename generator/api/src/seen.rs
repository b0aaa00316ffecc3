//! The cart that a browser was shown last, and its differences from the current one (Shopware §7.3: a read repairs the
//! cart without reporting it).
//!
//! **Invariant:** the browser stores a short hash of the cart it was shown, this process the line items for that hash;
//! if they are unknown (after a restart, or if another process responded), only the fact that something changed is
//! reported.

use std::sync::Arc;

use vitrine_backends::shopware::session::{Cart, LineItemKind};
use vitrine_model::{ids::ProductId, money::Money};
use vitrine_state::ClockCache;

use crate::web::cookies::CART_NAME_LENGTH;

/// A line item that was shown.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    id: String,
    product: Option<ProductId>,
    label: String,
    quantity: u32,
    unit_price: Option<Money>,
}

/// A cart that was shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Seen {
    lines: Vec<Line>,
    shipping: Option<Money>,
    total: Money,
}

/// One difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Difference {
    /// A line item was removed.
    Removed {
        id: String,
        label: String,
        product: Option<ProductId>,
    },
    /// The quantity of a line item changed.
    Quantity {
        id: String,
        label: String,
        before: u32,
        now: u32,
    },
    /// The price of one piece changed.
    UnitPrice {
        id: String,
        label: String,
        before: Money,
        now: Money,
    },
    /// A line item came from elsewhere: the customer's earlier cart, or another device.
    Added { id: String, label: String },
    /// The shipping costs changed.
    Shipping { before: Money, now: Money },
    /// The amount to pay changed, or the cart that was shown is unknown.
    Other { amounts: Option<(Money, Money)> },
}

/// The short hash of a cart for the cookie.
pub(crate) fn name_of(cart: &Cart) -> String {
    cart.shown_hash().chars().take(CART_NAME_LENGTH).collect()
}

impl Seen {
    pub(crate) fn of(cart: &Cart) -> Self {
        let products = cart.line_items.iter().filter(|item| item.kind == LineItemKind::Product);
        Self {
            lines: products
                .map(|item| Line {
                    id: item.id.as_str().to_owned(),
                    product: item.product_id.clone(),
                    label: item.label.clone(),
                    quantity: item.quantity,
                    unit_price: item.price.map(|price| price.unit),
                })
                .collect(),
            shipping: cart.shipping.as_ref().map(|shipping| shipping.total),
            total: cart.total,
        }
    }

    /// The differences. `touched` is the line item that the visitor has just changed: differences of sums and of that
    /// line item are then omitted.
    pub(crate) fn differences(&self, now: &Self, touched: Option<&str>) -> Vec<Difference> {
        let mut found = Vec::new();
        for line in self.lines.iter().filter(|line| touched != Some(&line.id)) {
            found.extend(line.differences(now.lines.iter().find(|other| other.id == line.id)));
        }
        if touched.is_some() {
            return found;
        }
        let new = now.lines.iter();
        let new = new.filter(|line| self.lines.iter().all(|known| known.id != line.id));
        found.extend(new.map(|line| Difference::Added {
            id: line.id.clone(),
            label: line.label.clone(),
        }));
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
            let product = self.product.clone();
            return vec![Difference::Removed { id, label, product }];
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
        // A price that changes with the quantity is not reported separately.
        if let (Some(before), Some(now)) = (self.unit_price, now.unit_price)
            && before != now
            && found.is_empty()
        {
            found.push(Difference::UnitPrice { id, label, before, now });
        }
        found
    }
}

/// Carts that were shown, by their hashes.
pub(crate) struct SeenCarts(ClockCache<Box<str>, Arc<Seen>>);

impl SeenCarts {
    /// A map of carts with at most this many line items in total.
    pub(crate) fn new(lines: usize) -> Self {
        Self(ClockCache::new(lines))
    }

    /// Stores a cart under its hash.
    pub(crate) fn keep(&self, cart: &Cart) {
        let seen = Arc::new(Seen::of(cart));
        let weight = seen.lines.len() + 1;
        for name in [Some(name_of(cart)), cart.hash.clone()].into_iter().flatten() {
            self.0.put(name.into(), Arc::clone(&seen), weight);
        }
    }

    /// The differences between the stored cart of this hash and the current one.
    pub(crate) fn differences(&self, name: &str, cart: &Cart, touched: Option<&str>) -> Vec<Difference> {
        match self.0.get(name) {
            Some(seen) => seen.differences(&Seen::of(cart), touched),
            None if touched.is_some() => Vec::new(),
            None => vec![Difference::Other { amounts: None }],
        }
    }
}
