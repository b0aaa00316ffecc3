//! The mail about downloads that are ready, sent when an order with downloads is paid.

use vitrine_demo_shop::id_of;

use super::super::Ctx;
use super::super::order::Order;
use super::{Kind, Mail, Words, mail};

const READY: Kind = [
    Words {
        subject: "De downloads van bestelling {order} staan klaar",
        text: "De bestanden van uw bestelling {order} staan klaar.",
        link: "Bekijk uw bestelling:",
    },
    Words {
        subject: "The downloads of order {order} are ready",
        text: "The files of your order {order} are ready.",
        link: "See your order:",
    },
    Words {
        subject: "Die Downloads zu Bestellung {order} stehen bereit",
        text: "Die Dateien Ihrer Bestellung {order} stehen bereit.",
        link: "Bestellung ansehen:",
    },
];

/// The mail with the links to the files (Shopware §25.1); `None` if the order has none.
pub(crate) fn downloads_ready(ctx: &Ctx, order: &Order) -> Option<Mail> {
    let digital = order.lines.iter().filter(|line| {
        let states = line.fields.get("states").and_then(|states| states.as_array());
        states.is_some_and(|states| states.iter().any(|state| state == "is-download"))
    });
    let links: Vec<String> = digital
        .map(|line| {
            let file = id_of("order_download", &line.id, None);
            ctx.download_page(&order.iso, &order.id, &file, &order.deep_link)
        })
        .collect();
    if links.is_empty() {
        return None;
    }
    let mut mail = mail(ctx, order, "downloads_ready", &READY, &links);
    mail.links.splice(..0, links);
    Some(mail)
}
