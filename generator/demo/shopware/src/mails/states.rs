//! The mails about the states of an order, its payments and its deliveries: one for each state for which Shopware's
//! default flows send one.
//!
//! **Invariant:** each links to the order by its deep link code (Shopware §25.1).

use super::super::Ctx;
use super::super::order::Order;
use super::{Kind, Mail, Words, mail};

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

const IN_PROGRESS: Kind = [
    Words {
        subject: "Bestelling {order} wordt klaargemaakt",
        text: "Wij zijn met uw bestelling {order} bezig.",
        link: "Bekijk uw bestelling:",
    },
    Words {
        subject: "Order {order} is being prepared",
        text: "We are preparing your order {order}.",
        link: "See your order:",
    },
    Words {
        subject: "Bestellung {order} wird bearbeitet",
        text: "Wir bearbeiten Ihre Bestellung {order}.",
        link: "Bestellung ansehen:",
    },
];

const COMPLETED: Kind = [
    Words {
        subject: "Bestelling {order} is afgerond",
        text: "Uw bestelling {order} is afgerond.",
        link: "Bekijk uw bestelling:",
    },
    Words {
        subject: "Order {order} is complete",
        text: "Your order {order} is complete.",
        link: "See your order:",
    },
    Words {
        subject: "Bestellung {order} ist abgeschlossen",
        text: "Ihre Bestellung {order} ist abgeschlossen.",
        link: "Bestellung ansehen:",
    },
];

const REOPENED: Kind = [
    Words {
        subject: "Bestelling {order} staat weer open",
        text: "Uw bestelling {order} staat weer open.",
        link: "Bekijk uw bestelling:",
    },
    Words {
        subject: "Order {order} is open again",
        text: "Your order {order} is open again.",
        link: "See your order:",
    },
    Words {
        subject: "Bestellung {order} ist wieder offen",
        text: "Ihre Bestellung {order} ist wieder offen.",
        link: "Bestellung ansehen:",
    },
];

const PAID_PARTIALLY: Kind = [
    Words {
        subject: "Een deel van bestelling {order} is betaald",
        text: "Wij hebben een deel van uw betaling voor bestelling {order} ontvangen.",
        link: "Bekijk uw bestelling:",
    },
    Words {
        subject: "Order {order} has been paid in part",
        text: "We received a part of your payment for order {order}.",
        link: "See your order:",
    },
    Words {
        subject: "Bestellung {order} ist teilweise bezahlt",
        text: "Ein Teil Ihrer Zahlung für Bestellung {order} ist eingegangen.",
        link: "Bestellung ansehen:",
    },
];

const AUTHORIZED: Kind = [
    Words {
        subject: "Uw betaling voor bestelling {order} is goedgekeurd",
        text: "De betaling van bestelling {order} is goedgekeurd.",
        link: "Bekijk uw bestelling:",
    },
    Words {
        subject: "Your payment for order {order} is authorised",
        text: "The payment of order {order} has been authorised.",
        link: "See your order:",
    },
    Words {
        subject: "Ihre Zahlung für Bestellung {order} ist freigegeben",
        text: "Die Zahlung von Bestellung {order} ist freigegeben.",
        link: "Bestellung ansehen:",
    },
];

const REMINDED: Kind = [
    Words {
        subject: "Herinnering: bestelling {order} is nog niet betaald",
        text: "Bestelling {order} is nog niet betaald.",
        link: "Betaal alsnog:",
    },
    Words {
        subject: "Reminder: order {order} has not been paid yet",
        text: "Order {order} has not been paid yet.",
        link: "Pay it now:",
    },
    Words {
        subject: "Erinnerung: Bestellung {order} ist noch nicht bezahlt",
        text: "Bestellung {order} ist noch nicht bezahlt.",
        link: "Jetzt bezahlen:",
    },
];

const REFUNDED: Kind = [
    Words {
        subject: "Uw betaling voor bestelling {order} is terugbetaald",
        text: "Wij hebben uw betaling voor bestelling {order} terugbetaald.",
        link: "Bekijk uw bestelling:",
    },
    Words {
        subject: "Your payment for order {order} has been refunded",
        text: "We refunded your payment for order {order}.",
        link: "See your order:",
    },
    Words {
        subject: "Ihre Zahlung für Bestellung {order} wurde erstattet",
        text: "Wir haben Ihre Zahlung für Bestellung {order} erstattet.",
        link: "Bestellung ansehen:",
    },
];

const REFUNDED_PARTIALLY: Kind = [
    Words {
        subject: "Een deel van bestelling {order} is terugbetaald",
        text: "Wij hebben een deel van uw betaling voor bestelling {order} terugbetaald.",
        link: "Bekijk uw bestelling:",
    },
    Words {
        subject: "Order {order} has been refunded in part",
        text: "We refunded a part of your payment for order {order}.",
        link: "See your order:",
    },
    Words {
        subject: "Bestellung {order} wurde teilweise erstattet",
        text: "Wir haben einen Teil Ihrer Zahlung für Bestellung {order} erstattet.",
        link: "Bestellung ansehen:",
    },
];

const CHARGEBACK: Kind = [
    Words {
        subject: "Uw betaling voor bestelling {order} is teruggeboekt",
        text: "De betaling van bestelling {order} is teruggeboekt.",
        link: "Bekijk uw bestelling:",
    },
    Words {
        subject: "Your payment for order {order} was charged back",
        text: "The payment of order {order} was charged back.",
        link: "See your order:",
    },
    Words {
        subject: "Ihre Zahlung für Bestellung {order} wurde zurückgebucht",
        text: "Die Zahlung von Bestellung {order} wurde zurückgebucht.",
        link: "Bestellung ansehen:",
    },
];

const SHIPPED_PARTIALLY: Kind = [
    Words {
        subject: "Een deel van bestelling {order} is onderweg",
        text: "Een deel van uw bestelling {order} is verzonden.",
        link: "Bekijk uw bestelling:",
    },
    Words {
        subject: "A part of order {order} is on its way",
        text: "A part of your order {order} has been shipped.",
        link: "See your order:",
    },
    Words {
        subject: "Ein Teil von Bestellung {order} ist unterwegs",
        text: "Ein Teil Ihrer Bestellung {order} wurde versandt.",
        link: "Bestellung ansehen:",
    },
];

const RETURNED: Kind = [
    Words {
        subject: "Bestelling {order} is terug",
        text: "Wij hebben uw bestelling {order} terug ontvangen.",
        link: "Bekijk uw bestelling:",
    },
    Words {
        subject: "Order {order} has been returned",
        text: "We received your order {order} back.",
        link: "See your order:",
    },
    Words {
        subject: "Bestellung {order} ist zurück",
        text: "Ihre Bestellung {order} ist wieder bei uns.",
        link: "Bestellung ansehen:",
    },
];

const RETURNED_PARTIALLY: Kind = [
    Words {
        subject: "Een deel van bestelling {order} is terug",
        text: "Wij hebben een deel van uw bestelling {order} terug ontvangen.",
        link: "Bekijk uw bestelling:",
    },
    Words {
        subject: "A part of order {order} has been returned",
        text: "We received a part of your order {order} back.",
        link: "See your order:",
    },
    Words {
        subject: "Ein Teil von Bestellung {order} ist zurück",
        text: "Ein Teil Ihrer Bestellung {order} ist wieder bei uns.",
        link: "Bestellung ansehen:",
    },
];

const NOT_DELIVERED: Kind = [
    Words {
        subject: "De levering van bestelling {order} is geannuleerd",
        text: "De levering van bestelling {order} is geannuleerd.",
        link: "Bekijk uw bestelling:",
    },
    Words {
        subject: "The delivery of order {order} has been cancelled",
        text: "The delivery of order {order} has been cancelled.",
        link: "See your order:",
    },
    Words {
        subject: "Die Lieferung von Bestellung {order} wurde storniert",
        text: "Die Lieferung von Bestellung {order} wurde storniert.",
        link: "Bestellung ansehen:",
    },
];

/// A mail about a payment; none for states without a mail.
pub(crate) fn payment(ctx: &Ctx, order: &Order, state: &str) -> Option<Mail> {
    let (kind, words) = match state {
        "paid" => ("payment_paid", &PAID),
        "paid_partially" => ("payment_paid_partially", &PAID_PARTIALLY),
        "authorized" => ("payment_authorized", &AUTHORIZED),
        "reminded" => ("payment_reminded", &REMINDED),
        "cancelled" => ("payment_cancelled", &UNPAID),
        "failed" => ("payment_failed", &UNPAID),
        "refunded" => ("payment_refunded", &REFUNDED),
        "refunded_partially" => ("payment_refunded_partially", &REFUNDED_PARTIALLY),
        "chargeback" => ("payment_chargeback", &CHARGEBACK),
        _ => return None,
    };
    Some(mail(ctx, order, kind, words, &[]))
}

/// A mail about the state of the order itself.
pub(crate) fn progress(ctx: &Ctx, order: &Order, state: &str) -> Option<Mail> {
    let (kind, words) = match state {
        "in_progress" => ("order_in_progress", &IN_PROGRESS),
        "completed" => ("order_completed", &COMPLETED),
        "open" => ("order_open", &REOPENED),
        _ => return None,
    };
    Some(mail(ctx, order, kind, words, &[]))
}

/// A mail about the deliveries of an order, with their tracking codes.
pub(crate) fn delivery(ctx: &Ctx, order: &Order, state: &str) -> Option<Mail> {
    let (kind, words) = match state {
        "shipped" => ("order_shipped", &SHIPPED),
        "shipped_partially" => ("delivery_shipped_partially", &SHIPPED_PARTIALLY),
        "returned" => ("delivery_returned", &RETURNED),
        "returned_partially" => ("delivery_returned_partially", &RETURNED_PARTIALLY),
        "cancelled" => ("delivery_cancelled", &NOT_DELIVERED),
        _ => return None,
    };
    let codes: Vec<String> = order.deliveries.iter().flat_map(|row| row.tracking.clone()).collect();
    Some(mail(ctx, order, kind, words, &codes))
}

/// A cancelled order.
pub(crate) fn cancelled(ctx: &Ctx, order: &Order) -> Mail {
    mail(ctx, order, "order_cancelled", &CANCELLED, &[])
}
