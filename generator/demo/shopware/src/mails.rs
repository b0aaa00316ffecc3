//! The mails of the shop. They are not sent but stored for `GET /_demo/mailbox`.

pub(crate) mod account;

use std::collections::VecDeque;

use jiff::Timestamp;
use serde::Serialize;

use super::Ctx;
use super::money::money;
use super::order::Order;

/// Maximum number of stored mails; the oldest are dropped first.
const MOST: usize = 1_000;

/// A mail that Shopware would have sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mail {
    /// The kind: `order_placed`, `payment_paid`, `payment_cancelled`, `payment_failed`, `order_cancelled`,
    /// `order_shipped`, `customer_registered`, `customer_opt_in`, `customer_recovery` or
    /// `customer_password_changed`; `revocation_request` of the withdrawal route; `smtp` if the shop itself sent it.
    pub kind: &'static str,
    /// Time, by the demo's clock.
    pub at: Timestamp,
    /// The recipient's address.
    pub to: String,
    /// ISO code of its language, such as `nl-NL`.
    pub language: String,
    /// Number of the order; empty if it is about none.
    pub order_number: String,
    /// Its subject.
    pub subject: String,
    /// Its text, lines ending with a line feed.
    pub text: String,
    /// The URLs in the text, in order.
    pub links: Vec<String>,
}

/// Mails, newest first.
#[derive(Debug, Default)]
pub(crate) struct Mailbox(VecDeque<Mail>);

impl Mailbox {
    pub(crate) fn send(&mut self, mail: Mail) {
        self.0.push_front(mail);
        self.0.truncate(MOST);
    }

    pub(crate) fn list(&self) -> Vec<Mail> {
        self.0.iter().cloned().collect()
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// The texts of one kind of mail in one language; `{order}` is the order number, `{shop}` the name of the shop.
struct Words {
    subject: &'static str,
    text: &'static str,
    /// Text before the link.
    link: &'static str,
}

/// The texts of one kind of mail, in Dutch, English and German.
type Kind = [Words; 3];

const PLACED: Kind = [
    Words {
        subject: "Bestelling {order} bij {shop}",
        text: "Bedankt voor uw bestelling {order}. Dit hebt u besteld:",
        link: "Bekijk of betaal uw bestelling (met uw e-mailadres en postcode):",
    },
    Words {
        subject: "Your order {order} at {shop}",
        text: "Thank you for your order {order}. This is what you ordered:",
        link: "See or pay your order (with your e-mail address and postal code):",
    },
    Words {
        subject: "Ihre Bestellung {order} bei {shop}",
        text: "Vielen Dank für Ihre Bestellung {order}. Das haben Sie bestellt:",
        link: "Bestellung ansehen oder bezahlen (mit E-Mail-Adresse und Postleitzahl):",
    },
];

const PAID: Kind = [
    Words {
        subject: "Uw betaling voor bestelling {order} is ontvangen",
        text: "Wij hebben uw betaling voor bestelling {order} ontvangen.",
        link: "Bekijk uw bestelling:",
    },
    Words {
        subject: "We received your payment for order {order}",
        text: "We received your payment for order {order}.",
        link: "See your order:",
    },
    Words {
        subject: "Ihre Zahlung für Bestellung {order} ist eingegangen",
        text: "Ihre Zahlung für Bestellung {order} ist bei uns eingegangen.",
        link: "Bestellung ansehen:",
    },
];

const UNPAID: Kind = [
    Words {
        subject: "Bestelling {order} is nog niet betaald",
        text: "De betaling van bestelling {order} is niet gelukt. Uw bestelling staat nog open.",
        link: "Betaal alsnog:",
    },
    Words {
        subject: "Order {order} has not been paid yet",
        text: "The payment of order {order} did not succeed. Your order is still open.",
        link: "Pay it now:",
    },
    Words {
        subject: "Bestellung {order} ist noch nicht bezahlt",
        text: "Die Zahlung von Bestellung {order} ist nicht zustande gekommen. Ihre Bestellung ist noch offen.",
        link: "Jetzt bezahlen:",
    },
];

const CANCELLED: Kind = [
    Words {
        subject: "Bestelling {order} is geannuleerd",
        text: "Uw bestelling {order} is geannuleerd.",
        link: "Bekijk uw bestelling:",
    },
    Words {
        subject: "Order {order} has been cancelled",
        text: "Your order {order} has been cancelled.",
        link: "See your order:",
    },
    Words {
        subject: "Bestellung {order} wurde storniert",
        text: "Ihre Bestellung {order} wurde storniert.",
        link: "Bestellung ansehen:",
    },
];

const SHIPPED: Kind = [
    Words {
        subject: "Bestelling {order} is onderweg",
        text: "Uw bestelling {order} is verzonden.",
        link: "Bekijk uw bestelling:",
    },
    Words {
        subject: "Order {order} is on its way",
        text: "Your order {order} has been shipped.",
        link: "See your order:",
    },
    Words {
        subject: "Bestellung {order} ist unterwegs",
        text: "Ihre Bestellung {order} wurde versandt.",
        link: "Bestellung ansehen:",
    },
];

/// The confirmation of an order.
pub(crate) fn placed(ctx: &Ctx, order: &Order) -> Mail {
    let amount = |amount| money(&order.iso, &ctx.shop.shop.currency, amount);
    let (shipping, total) = match order.iso.get(..2) {
        Some("nl") => ("Verzending", "Totaal"),
        Some("de") => ("Versand", "Gesamt"),
        _ => ("Shipping", "Total"),
    };
    let lines = order.lines.iter();
    let mut text: Vec<String> = lines
        .map(|line| format!("{} x {}: {}", line.quantity, line.label, amount(line.total)))
        .collect();
    text.push(format!("{shipping}: {}", amount(order.shipping())));
    text.push(format!("{total}: {}", amount(order.total())));
    mail(ctx, order, "order_placed", &PLACED, &text)
}

/// A mail about a payment; none for states without a mail.
pub(crate) fn payment(ctx: &Ctx, order: &Order, state: &str) -> Option<Mail> {
    match state {
        "paid" => Some(mail(ctx, order, "payment_paid", &PAID, &[])),
        "cancelled" => Some(mail(ctx, order, "payment_cancelled", &UNPAID, &[])),
        "failed" => Some(mail(ctx, order, "payment_failed", &UNPAID, &[])),
        _ => None,
    }
}

/// A cancelled order.
pub(crate) fn cancelled(ctx: &Ctx, order: &Order) -> Mail {
    mail(ctx, order, "order_cancelled", &CANCELLED, &[])
}

/// A shipped order, with its tracking codes.
pub(crate) fn shipped(ctx: &Ctx, order: &Order) -> Mail {
    let codes: Vec<String> = order.deliveries.iter().flat_map(|row| row.tracking.clone()).collect();
    mail(ctx, order, "order_shipped", &SHIPPED, &codes)
}

/// The words of a kind in a language.
fn words_in<'k>(kind: &'k Kind, iso: &str) -> &'k Words {
    let [dutch, english, german] = kind;
    match iso.get(..2) {
        Some("nl") => dutch,
        Some("de") => german,
        _ => english,
    }
}

fn mail(ctx: &Ctx, order: &Order, kind: &'static str, words: &Kind, lines: &[String]) -> Mail {
    let words = words_in(words, &order.iso);
    let fill = |text: &str| {
        text.replace("{order}", &order.number)
            .replace("{shop}", &ctx.shop.shop.name)
    };
    let link = ctx.order_page(&order.iso, &order.deep_link);
    let mut text = format!("{}\n", fill(words.text));
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    text.push_str(&format!("{}\n{link}\n", words.link));
    Mail {
        kind,
        at: ctx.now,
        to: order.buyer.email.clone(),
        language: order.iso.clone(),
        order_number: order.number.clone(),
        subject: fill(words.subject),
        text,
        links: vec![link],
    }
}
