//! A hash of the parts of a cart that a visitor sees.
//!
//! **Invariant:** the same line items, amounts and methods give the same hash, in any language and for any call; a
//! different amount, quantity, line item or method gives a different one.

use std::fmt::Write as _;

use vitrine_model::money::Money;

use super::{Cart, LineItem};

impl Cart {
    /// 64 hex digits over what the visitor sees and agrees to: line items (id, quantity, unit price, total, in order),
    /// sums, taxes by rate, tax state, currency, shipping method and costs, payment method. Names, pictures, stock and
    /// delivery dates are excluded: they change with language or time.
    pub fn shown_hash(&self) -> String {
        // Each value has its own line with its length first, so that different carts cannot give the same text.
        let mut text = String::new();
        word(&mut text, "currency", self.currency.as_str());
        word(&mut text, "tax status", &format!("{:?}", self.tax_status));
        for (what, sum) in [
            ("subtotal", self.subtotal),
            ("total", self.total),
            ("net", self.net_total),
        ] {
            money(&mut text, what, sum);
        }
        for tax in &self.taxes {
            word(&mut text, "tax", &tax.rate);
            money(&mut text, "of it", tax.amount);
        }
        if let Some(shipping) = &self.shipping {
            word(
                &mut text,
                "shipping",
                shipping.method.as_ref().map_or("", |id| id.as_str()),
            );
            money(&mut text, "costs", shipping.total);
        }
        word(
            &mut text,
            "payment",
            self.payment_method.as_ref().map_or("", |id| id.as_str()),
        );
        rows(&mut text, &self.line_items);
        blake3::hash(text.as_bytes()).to_hex().to_string()
    }
}

fn rows(text: &mut String, items: &[LineItem]) {
    word(text, "rows", &items.len().to_string());
    for item in items {
        word(text, "row", item.id.as_str());
        word(text, "quantity", &item.quantity.to_string());
        match item.price {
            Some(price) => {
                money(text, "unit", price.unit);
                money(text, "sum", price.total);
            }
            None => word(text, "price", ""),
        }
        rows(text, &item.children);
    }
}

fn word(text: &mut String, what: &str, value: &str) {
    // Writing to a `String` cannot fail.
    let _ = writeln!(text, "{what} {} {value}", value.len());
}

fn money(text: &mut String, what: &str, amount: Money) {
    word(text, what, &format!("{} {}", amount.minor, amount.currency.as_str()));
}
