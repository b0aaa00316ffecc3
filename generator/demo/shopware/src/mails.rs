//! The mails of the shop. They are not sent but stored for `GET /_demo/mailbox`.

pub(crate) mod account;
mod downloads;
pub(crate) mod newsletter;
mod states;

use super::Ctx;
use super::kept::{Mail, Order};
use super::money::money;

pub(crate) use self::downloads::downloads_ready;
pub(crate) use self::states::{cancelled, delivery, payment, progress};

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
    let mut mail = mail(ctx, order, "order_placed", &PLACED, &text);
    if let Some(link) = ctx.withdrawal_page(&order.iso) {
        let words = match order.iso.get(..2) {
            Some("nl") => "Overeenkomst hier ontbinden:",
            Some("de") => "Vertrag widerrufen:",
            _ => "Withdraw from contract here:",
        };
        mail.text.push_str(&format!("{words}\n{link}\n"));
        mail.links.push(link);
    }
    mail
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
