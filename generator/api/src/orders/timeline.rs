//! The known history of an order, and the end of its withdrawal period.
//!
//! **Invariant:** only times from Shopware: it stores when a payment or a delivery was last changed, not when the order
//! itself reached its state, and never when goods arrived.

use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use vitrine_backends::shopware::session as shopware;

use super::{
    status::status,
    types::{OrderLineItem, TimelineEntry, TimelineKind, Withdrawal},
};
use crate::{cart::types::LineItemKind, types::withdrawal_right::WithdrawalRight};

/// The days in which a consumer may withdraw, from the delivery.
const PERIOD: u32 = 14;

/// The entries of an order, oldest first; those without a time come last.
pub(super) fn entries(order: &shopware::Order) -> Vec<TimelineEntry> {
    let mut known: Vec<(Option<Timestamp>, TimelineEntry)> = Vec::new();
    let mut add = |kind, state: Option<&shopware::Status>, about: Option<&str>, at: Option<Timestamp>| {
        let entry = TimelineEntry {
            kind,
            status: state.map(status),
            about: about.filter(|text| !text.is_empty()).map(str::to_owned),
            at: at.map(|at| at.to_string()),
        };
        known.push((at, entry));
    };
    add(TimelineKind::Placed, None, None, order.placed_at);
    for payment in order
        .transactions
        .iter()
        .filter(|one| one.state != shopware::PaymentState::Open)
    {
        let method = payment.method.as_ref().map(|method| method.name.as_str());
        add(
            TimelineKind::Payment,
            Some(&payment.status),
            method,
            payment.updated_at.or(payment.created_at),
        );
    }
    let moved = shown_deliveries(order).filter(|one| one.state != shopware::DeliveryState::Open);
    for delivery in moved {
        add(
            TimelineKind::Delivery,
            Some(&delivery.status),
            Some(&delivery.name),
            delivery.updated_at,
        );
    }
    for document in &order.documents {
        add(
            TimelineKind::Document,
            None,
            Some(&document.number),
            document.created_at,
        );
    }
    if order.state != shopware::OrderState::Open {
        add(TimelineKind::Order, Some(&order.status), None, None);
    }
    known.sort_by_key(|(at, _)| (at.is_none(), *at));
    known.into_iter().map(|(_, entry)| entry).collect()
}

/// Deliveries with goods; a discount on delivery is a separate one with negative costs (Shopware §7.2).
fn shown_deliveries(order: &shopware::Order) -> impl Iterator<Item = &shopware::OrderDelivery> {
    order.deliveries.iter().filter(|delivery| delivery.costs.minor >= 0)
}

/// A consumer's right to withdraw, as far as the shop knows it; `None` if every one of the lines is excluded.
pub(super) fn withdrawal(order: &shopware::Order, lines: &[OrderLineItem], now: Timestamp) -> Option<Withdrawal> {
    if order.company.is_some() || order.state == shopware::OrderState::Cancelled || all_excluded(lines) {
        return None;
    }
    let gone = |state: &shopware::DeliveryState| {
        !matches!(
            state,
            shopware::DeliveryState::Open
                | shopware::DeliveryState::ShippedPartially
                | shopware::DeliveryState::Cancelled
        )
    };
    let shipped = shown_deliveries(order).filter(|delivery| gone(&delivery.state));
    let last = shipped.filter_map(|delivery| delivery.updated_at).max();
    let until = last.and_then(|at| at.checked_add(SignedDuration::from_hours(24 * i64::from(PERIOD))).ok());
    let left = until.map(|until| until.duration_since(now).as_hours().max(0) / 24);
    Some(Withdrawal {
        period_days: PERIOD,
        until: until.map(|at| at.to_zoned(TimeZone::UTC).date().to_string()),
        days_left: left.and_then(|days| u32::try_from(days).ok()),
    })
}

/// Whether a line is excluded from withdrawal and no other one can be withdrawn from (law §4). A download counts for
/// neither: the customer's consent ends the right.
fn all_excluded(lines: &[OrderLineItem]) -> bool {
    let mut any = false;
    let mut left: Vec<&OrderLineItem> = lines.iter().collect();
    while let Some(line) = left.pop() {
        left.extend(&line.children);
        let counts = line.kind != LineItemKind::Promotion && !line.digital;
        // A container without a product of its own counts by its parts.
        if counts && (line.children.is_empty() || line.withdrawal_right != WithdrawalRight::Unknown) {
            if line.withdrawal_right != WithdrawalRight::Excluded {
                return false;
            }
            any = true;
        }
    }
    any
}
