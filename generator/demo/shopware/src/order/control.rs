//! Orders in the control API.

use serde::Deserialize;
use serde_json::{Value, json};

use super::super::kept::Mail;
use super::super::out::date_time;
use super::super::{Ctx, ShopwareState, mails};
use super::Order;
use super::document::{Document, Kind};
use super::states::State;

/// States to set, as the shop's staff or a payment provider would. Absent values do not change.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderChange {
    /// Technical name of the order's state: `in_progress`, `completed`, `cancelled`, `open`.
    #[serde(default)]
    pub order: Option<String>,
    /// Technical name of the state of all deliveries: `shipped`, `returned`, ….
    #[serde(default)]
    pub delivery: Option<String>,
    /// Technical name of the state of the newest transaction: `paid`, `refunded`, ….
    #[serde(default)]
    pub transaction: Option<String>,
    /// Tracking codes of all deliveries.
    #[serde(default)]
    pub tracking_codes: Option<Vec<String>>,
    /// A document to make: `invoice`, `delivery_note`, `credit_note` or `storno`.
    #[serde(default)]
    pub document: Option<String>,
}

impl ShopwareState {
    /// Stored mails, newest first.
    #[must_use]
    pub fn mailbox(&self) -> Vec<Mail> {
        self.orders().mails.list()
    }

    /// Empties the mailbox.
    pub fn empty_mailbox(&self) {
        self.orders().mails.clear();
    }

    /// Summaries of all orders, newest first.
    #[must_use]
    pub fn order_list(&self) -> Vec<Value> {
        let orders = self.orders();
        let mut rows: Vec<Value> = orders.all().map(|(_, order)| summary(order)).collect();
        rows.reverse();
        rows
    }

    /// Changes the states of an order, its deliveries and its newest transaction. If one of the transitions is not
    /// allowed, nothing is changed.
    ///
    /// # Errors
    /// When no order has this number, or a state may not follow.
    pub fn change_order(&self, number: &str, change: &OrderChange) -> Result<Value, String> {
        let now = self.clock.now();
        let mut orders = self.orders();
        let order = orders
            .numbered_mut(number)
            .ok_or_else(|| format!("no order has the number `{number}`"))?;
        let moved = Moves::of(order, change)?;
        let document = change.document.as_deref().map(|name| {
            Kind::named(name)
                .ok_or_else(|| format!("`{name}` is none of invoice, delivery_note, credit_note and storno"))
        });
        let document = document.transpose()?;
        moved.apply(order, change, now);
        if let Some(kind) = document {
            let number = format!("{}-{}", order.number, order.documents.len() + 1);
            order.documents.push(Document::new(kind, number, now));
        }
        let (id, copy) = (order.id.clone(), order.clone());
        let ctx = self.ctx_in(&copy.iso);
        for mail in moved.mails(&ctx, &copy) {
            orders.mails.send(mail);
        }
        drop(orders);
        if change.order.as_deref() == Some("cancelled") {
            self.cancel_order(&id, now);
        }
        let orders = self.orders();
        Ok(orders.find(&id).map_or_else(|| summary(&copy), summary))
    }
}

/// A transition between two states.
type Step = (State, State);

/// The transitions of a change, all of them allowed.
struct Moves {
    order: Option<Step>,
    deliveries: Vec<Step>,
    transaction: Option<Step>,
}

impl Moves {
    fn of(order: &Order, change: &OrderChange) -> Result<Self, String> {
        let newest = order.transaction().map(|row| row.state);
        let newest = change.transaction.as_deref().zip(newest);
        let sent = order.deliveries.iter().map(|row| row.state);
        Ok(Self {
            order: change
                .order
                .as_deref()
                .map(|name| step(order.state, name))
                .transpose()?,
            deliveries: match change.delivery.as_deref() {
                None => Vec::new(),
                Some(name) => sent.map(|from| step(from, name)).collect::<Result<_, _>>()?,
            },
            transaction: newest.map(|(name, from)| step(from, name)).transpose()?,
        })
    }

    /// A mail for each changed state, except for a cancelled order.
    fn mails(&self, ctx: &Ctx, order: &Order) -> Vec<Mail> {
        let entered = |step: Option<Step>| step.filter(|(from, to)| from != to).map(|(_, to)| to.name());
        let delivered = self.deliveries.iter().copied().find_map(|step| entered(Some(step)));
        let paid = entered(self.transaction);
        let mails = [
            entered(self.order).and_then(|state| mails::progress(ctx, order, state)),
            delivered.and_then(|state| mails::delivery(ctx, order, state)),
            paid.and_then(|state| mails::payment(ctx, order, state)),
            paid.filter(|state| *state == "paid")
                .and_then(|_| mails::downloads_ready(ctx, order)),
        ];
        mails.into_iter().flatten().collect()
    }

    fn apply(&self, order: &mut Order, change: &OrderChange, now: jiff::Timestamp) {
        // Cancelling also returns the pieces to the stock, so it is done there.
        if let Some((from, to)) = self.order.filter(|(_, to)| to.name() != "cancelled")
            && from != to
        {
            order.state = to;
            order.updated = Some(now);
        }
        for (row, (from, to)) in order.deliveries.iter_mut().zip(&self.deliveries) {
            row.state = *to;
            row.updated = row.updated.filter(|_| from == to).or(Some(now));
        }
        for row in &mut order.deliveries {
            if let Some(codes) = &change.tracking_codes {
                row.tracking.clone_from(codes);
            }
        }
        if let Some((from, to)) = self.transaction
            && from != to
            && let Some(row) = order.transactions.last_mut()
        {
            row.state = to;
            row.updated = Some(now);
        }
    }
}

fn step(from: State, name: &str) -> Result<Step, String> {
    let to = from.then(name).ok_or_else(|| {
        let next = from.next().join("`, `");
        format!("`{name}` does not follow `{}`; `{next}` do", from.name())
    })?;
    Ok((from, to))
}

fn summary(order: &Order) -> Value {
    let transactions: Vec<Value> = order
        .transactions
        .iter()
        .map(|row| json!({"id": row.id, "payment_method": row.method, "state": row.state.name()}))
        .collect();
    json!({
        "id": order.id, "number": order.number, "deep_link_code": order.deep_link, "email": order.buyer.email, "language": order.iso,
        "placed": date_time(order.placed), "total": order.total(), "comment": order.comment, "state": order.state.name(),
        "deliveries": order.deliveries.iter().map(|row| row.state.name()).collect::<Vec<_>>(), "transactions": transactions,
        "lines": order.lines.iter().map(|row| json!({"label": row.label, "quantity": row.quantity})).collect::<Vec<_>>()
    })
}

#[cfg(test)]
mod tests {
    use super::super::states::Machine;
    use super::*;

    #[test]
    fn a_state_that_may_not_follow_is_refused_with_those_that_may() {
        let paid = Machine::Transaction.state("paid").unwrap();
        let error = step(paid, "open").unwrap_err();
        assert!(
            error.contains("`open` does not follow `paid`") && error.contains("`refunded`"),
            "{error}"
        );
        assert_eq!(step(paid, "paid").unwrap(), (paid, paid), "the same state is no step");
    }
}
