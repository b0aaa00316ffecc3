//! Converts Shopware's orders for the response.
//!
//! **Invariant:** pure, field by field; no response contains the code of an order's link.

use jiff::Timestamp;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use vitrine_backends::shopware::session as shopware;

use super::{
    timeline,
    types::{
        DeliveryDays, Order, OrderDocument, OrderDownload, OrderLineItem, OrderPayment, OrderState, PaymentState,
        Status, Tracking,
    },
};
use crate::{
    addresses,
    cart::{
        self,
        types::{Shipping, Tax},
    },
    item_numbers::numbers_of,
    request_context::{Page, RequestContext},
};

pub(super) fn order(order: &shopware::Order, context: &RequestContext) -> Order {
    let delivery = order.deliveries.first();
    let page = context.page();
    let now = Timestamp::try_from((context.state.clock)()).unwrap_or_default();
    let cancels = context.state.config.cancel_orders;
    Order {
        id: order.id.as_str().to_owned(),
        number: order.number.clone(),
        placed_at: order.placed_at.map(|at| at.to_string()),
        state: state(&order.state),
        status: status(&order.status),
        delivery_status: delivery_status(order),
        payment_status: order.payment().map(|payment| status(&payment.status)),
        tracking: order.deliveries.iter().flat_map(tracking).collect(),
        timeline: timeline::entries(order),
        documents: order.documents.iter().map(|row| document(&order.id, row)).collect(),
        can_be_cancelled: cancels && can_be_cancelled(order),
        withdrawal: timeline::withdrawal(order, now),
        payment: payment(order),
        email: order.email.clone(),
        billing_address: order.billing_address.as_ref().map(addresses::view::address),
        shipping_address: order.shipping_address().map(addresses::view::address),
        line_items: order.lines.iter().map(|line| line_item(line, order, &page)).collect(),
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

/// Removes what needs a session of the order's customer.
pub(super) fn without_session(order: &mut Order) {
    order.documents.clear();
    order.can_be_cancelled = false;
    for file in order.line_items.iter_mut().flat_map(|line| &mut line.downloads) {
        file.path = None;
    }
}

fn line_item(line: &shopware::OrderLine, order: &shopware::Order, page: &Page<'_>) -> OrderLineItem {
    let product = line.product_id.as_ref();
    OrderLineItem {
        id: line.id.clone(),
        kind: cart::view::kind(&line.kind),
        path: product
            .and_then(|id| page.release?.product_path(id.as_str(), page.locale))
            .map(str::to_owned),
        options: line.options.iter().map(cart::view::option).collect(),
        cover: line.cover.as_ref().map(cart::view::cover),
        downloads: line.downloads.iter().map(|file| download(&order.id, file)).collect(),
        label: line.label.clone(),
        product_number: line.product_number.as_ref().map(|number| number.as_str().to_owned()),
        // Part numbers are for companies (R-PDP-09).
        numbers: match order.company {
            Some(_) => numbers_of(page.release, product, line.product_number.as_ref()),
            None => Vec::new(),
        },
        quantity: line.quantity,
        unit_price: line.unit_price.into(),
        total_price: line.total_price.into(),
        digital: line.digital,
    }
}

fn download(order: &shopware::OrderId, file: &shopware::OrderDownload) -> OrderDownload {
    OrderDownload {
        id: file.id.as_str().to_owned(),
        file_name: file.file_name.clone(),
        bytes: file.size,
        path: file
            .granted
            .then(|| format!("/api/orders/{order}/downloads/{}", file.id)),
    }
}

fn document(order: &shopware::OrderId, document: &shopware::OrderDocument) -> OrderDocument {
    OrderDocument {
        id: document.id.as_str().to_owned(),
        kind: document.kind.clone(),
        name: filled(&document.name),
        number: document.number.clone(),
        made_at: document.created_at.map(|at| at.to_string()),
        path: format!("/api/orders/{order}/documents/{}", document.id),
    }
}

/// The longest tracking code, in bytes.
const MAX_CODE: usize = 100;
/// The number of parcels that a delivery shows.
const MAX_CODES: usize = 50;

/// The parcels of a delivery. A carrier's page is linked only by https, with the code in place of `%s`.
fn tracking(delivery: &shopware::OrderDelivery) -> Vec<Tracking> {
    let page = delivery
        .tracking_url
        .as_deref()
        .filter(|url| url.starts_with("https://"));
    let usable = |code: &&String| !code.trim().is_empty() && code.len() <= MAX_CODE;
    let codes = delivery.tracking_codes.iter().filter(usable).take(MAX_CODES);
    codes
        .map(|code| Tracking {
            code: code.clone(),
            url: page.map(|page| page.replace("%s", &encoded(code))),
        })
        .collect()
}

/// The text for a URL; what is neither a letter nor a digit is percent-encoded.
fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

fn filled(text: &str) -> Option<String> {
    (!text.trim().is_empty()).then(|| text.to_owned())
}

pub(super) fn status(status: &shopware::Status) -> Status {
    Status {
        code: status.code.clone(),
        name: filled(&status.name),
    }
}

pub(super) fn delivery_status(order: &shopware::Order) -> Option<Status> {
    order.deliveries.first().map(|delivery| status(&delivery.status))
}

pub(super) fn payment_method(order: &shopware::Order) -> Option<String> {
    let payment = order.payment();
    payment
        .and_then(|p| p.method.as_ref())
        .map(|method| method.name.clone())
}

/// Whether an order can be cancelled by its customer: nobody works on it yet.
pub(super) fn can_be_cancelled(order: &shopware::Order) -> bool {
    let waits = |delivery: &shopware::OrderDelivery| delivery.state == shopware::DeliveryState::Open;
    order.state == shopware::OrderState::Open && order.deliveries.iter().all(waits)
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
        method: payment_method(order),
        can_be_paid: can_be_paid(order),
    }
}
