//! Converts Shopware's orders for the response.
//!
//! **Invariant:** pure, field by field; no response contains the code of an order's link.

use vitrine_backends::shopware::session as shopware;

use super::types::{DeliveryDays, Order, OrderLineItem, OrderPayment, OrderState, PaymentState};
use crate::{
    addresses,
    cart::types::{Shipping, Tax},
    item_numbers::numbers_of,
    release::Release,
};

pub(super) fn order(order: &shopware::Order, release: Option<&Release>) -> Order {
    let delivery = order.deliveries.first();
    let company = order
        .billing_address
        .as_ref()
        .and_then(|address| address.company.as_ref());
    // Part numbers are for companies (R-PDP-09).
    let release = release.filter(|_| company.is_some());
    Order {
        id: order.id.as_str().to_owned(),
        number: order.number.clone(),
        placed_at: order.placed_at.map(|at| at.to_string()),
        state: state(&order.state),
        payment: payment(order),
        email: order.email.clone(),
        billing_address: order.billing_address.as_ref().map(addresses::view::address),
        shipping_address: order.shipping_address().map(addresses::view::address),
        line_items: order.lines.iter().map(|line| line_item(line, release)).collect(),
        subtotal: order.subtotal.into(),
        shipping: delivery.map(|delivery| Shipping {
            name: delivery.name.clone(),
            total: order.shipping_total.into(),
        }),
        delivery: delivery
            .and_then(|delivery| delivery.dates.as_ref())
            .map(|days| DeliveryDays {
                earliest: days.earliest.to_string(),
                latest: days.latest.to_string(),
            }),
        total: order.total.into(),
        net_total: order.net_total.into(),
        tax_status: order.tax_status.into(),
        taxes: order
            .taxes
            .iter()
            .map(|tax| Tax {
                rate: tax.rate.clone(),
                amount: tax.amount.into(),
            })
            .collect(),
        reference: order.reference.clone(),
        comment: order.comment.clone(),
    }
}

fn line_item(line: &shopware::OrderLine, release: Option<&Release>) -> OrderLineItem {
    OrderLineItem {
        id: line.id.clone(),
        label: line.label.clone(),
        product_number: line.product_number.as_ref().map(|number| number.as_str().to_owned()),
        numbers: numbers_of(release, line.product_id.as_ref(), None),
        quantity: line.quantity,
        unit_price: line.unit_price.into(),
        total_price: line.total_price.into(),
        digital: line.digital,
    }
}

fn state(state: &shopware::OrderState) -> OrderState {
    match state {
        shopware::OrderState::Open => OrderState::Open,
        shopware::OrderState::InProgress => OrderState::InProgress,
        shopware::OrderState::Completed => OrderState::Completed,
        shopware::OrderState::Cancelled => OrderState::Cancelled,
        shopware::OrderState::Other(_) => OrderState::Other,
    }
}

/// Whether an order can be paid: it is not cancelled, and its payment may be started again (Shopware §12.4).
pub(super) fn can_be_paid(order: &shopware::Order) -> bool {
    order.state != shopware::OrderState::Cancelled
        && order.payment().is_some_and(|payment| {
            // A payment that the provider has not confirmed yet must not be made a second time.
            payment.state.is_changeable() && payment.state != shopware::PaymentState::Unconfirmed
        })
}

/// Whether the payment can be started in its current state.
pub(super) fn is_open(order: &shopware::Order) -> bool {
    let payment = order.payment();
    can_be_paid(order) && payment.is_some_and(|payment| payment.state == shopware::PaymentState::Open)
}

fn payment(order: &shopware::Order) -> OrderPayment {
    use shopware::PaymentState as S;
    let payment = order.payment();
    OrderPayment {
        state: match payment.map(|payment| &payment.state) {
            Some(S::Paid | S::Authorized) => PaymentState::Paid,
            Some(S::Unconfirmed | S::InProgress | S::PaidPartially) => PaymentState::Pending,
            Some(S::Open | S::Reminded) => PaymentState::Unpaid,
            Some(S::Failed | S::Chargeback) => PaymentState::Failed,
            Some(S::Cancelled) => PaymentState::Cancelled,
            Some(S::Refunded | S::RefundedPartially) => PaymentState::Refunded,
            Some(S::Other(_)) | None => PaymentState::Unknown,
        },
        method_id: payment
            .and_then(|p| p.method_id.as_ref())
            .map(|id| id.as_str().to_owned()),
        method: payment
            .and_then(|p| p.method.as_ref())
            .map(|method| method.name.clone()),
        can_be_paid: can_be_paid(order),
    }
}
