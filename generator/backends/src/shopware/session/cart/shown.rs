//! One text for what a visitor saw of a cart.
//!
//! **Invariant:** the same rows, amounts and methods give the same text, in any language and on any call; another amount, quantity, row or method gives another.

use std::fmt::Write as _;

use vitrine_model::money::Money;

use super::{Cart, LineItem};

impl Cart {
    /// 64 hex digits of what the visitor sees and agrees to: rows (id, quantity, unit price, total, in their order), sums, taxes by rate, tax state, currency,
    /// shipping method and costs, payment method. Names, pictures, stock and delivery dates are not in it: they change with the language or the hour.
    pub fn shown_hash(&self) -> String {
        // Lengths before texts and a line for each value: no two carts write the same.
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
        money(text, "unit", item.unit_price);
        money(text, "sum", item.total_price);
        rows(text, &item.children);
    }
}

fn word(text: &mut String, what: &str, value: &str) {
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{what} {} {value}", value.len());
}

fn money(text: &mut String, what: &str, amount: Money) {
    word(text, what, &format!("{} {}", amount.minor, amount.currency.as_str()));
}
