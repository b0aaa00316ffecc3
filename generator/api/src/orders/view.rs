//! Converts Shopware's orders for the response.
//!
//! **Invariant:** field by field; no response contains the code of an order's link.

use jiff::Timestamp;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use vitrine_backends::shopware::session as shopware;

use super::{
    legal_texts, nested,
    standing::Standing,
    status::{filled, status},
    timeline,
    types::{Order, OrderDocument, OrderDownload, OrderLineItem, OrderPayment, OrderState, Status, Tracking, Transfer},
};
use crate::{
    addresses,
    cart::{
        self,
        types::{Shipping, Tax},
    },
    config::BankAccount,
    delivery_dates,
    release::{known_numbers::numbers_of, line_duties::duties_of},
    request::{Page, RequestContext},
    types::{cover::Cover, payment_method::PaymentWay},
};

pub(super) async fn order(order: &shopware::Order, context: &RequestContext) -> Order {
    let days = delivery_dates::orders::of_order(context, order).await;
    let legal_texts = legal_texts::of_order(context, order).await;
    let delivery = order.deliveries.first();
    let page = context.page();
    let now = Timestamp::try_from((context.state.clock)()).unwrap_or_default();
    let cancels = context.state.config.account.cancel_orders;
    let lines = nested::line_items(order, |line| line_item(line, order, &page));
    Order {
        id: order.id.as_str().to_owned(),
        number: order.number.clone(),
        placed_at: order.placed_at.map(|at| at.to_string()),
        state: state(&order.state),
        status: status(&order.status),
        delivery_status: delivery_status(order),
        payment_status: payment_status(order),
        tracking: order.deliveries.iter().flat_map(tracking).collect(),
        timeline: timeline::entries(order),
        documents: order.documents.iter().map(|row| document(&order.id, row)).collect(),
        can_be_cancelled: cancels && can_be_cancelled(order),
        withdrawal: timeline::withdrawal(order, &lines, now),
        payment: payment(order, context.state.config.payment.account.as_ref()),
        email: order.email.clone(),
        billing_address: order.billing_address.as_ref().map(addresses::view::address),
        shipping_address: order.shipping_address().map(addresses::view::address),
        line_items: lines,
        subtotal: order.subtotal.into(),
        shipping: delivery.map(|delivery| Shipping {
            name: delivery.name.clone(),
            total: order.shipping_total.into(),
        }),
        delivery: days,
        rounding: cart::view::rounding(order.rounding),
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
        withdrawal_waived: order.withdrawal_waived.clone(),
        old_device: order.old_device,
        comment: order.comment.clone(),
        legal_texts,
    }
}

/// Removes what needs a session of the order's customer.
pub(super) fn without_session(order: &mut Order) {
    order.documents.clear();
    order.can_be_cancelled = false;
    without_files(&mut order.line_items);
}

fn without_files(lines: &mut [OrderLineItem]) {
    for line in lines {
        for file in &mut line.downloads {
            file.path = None;
        }
        without_files(&mut line.children);
    }
}

fn line_item(line: &shopware::OrderLine, order: &shopware::Order, page: &Page<'_>) -> OrderLineItem {
    let product = line.product_id.as_ref();
    let duties = duties_of(page.release, page.code, product);
    OrderLineItem {
        id: line.id.clone(),
        kind: cart::view::kind(&line.kind),
        path: product
            .and_then(|id| page.release?.product_path(id.as_str(), page.locale))
            .map(str::to_owned),
        options: line.options.iter().map(cart::view::option).collect(),
        cover: line.cover.as_ref().map(|own| Cover::of(own, page.thumbnails)),
        downloads: line.downloads.iter().map(|file| download(&order.id, file)).collect(),
        label: cart::view::label(&line.label, page),
        product_number: line.product_number.as_ref().map(|number| number.as_str().to_owned()),
        // Part numbers are for companies (R-PDP-09).
        numbers: match order.company {
            Some(_) => numbers_of(page.release, product, line.product_number.as_ref()),
            None => Vec::new(),
        },
        quantity: line.quantity,
        unit_price: line.price.map(|price| price.unit.into()),
        total_price: line.price.map(|price| price.total.into()),
        digital: line.digital,
        withdrawal_right: duties.right,
        withdrawal_excluded: duties.excluded,
        children: Vec::new(),
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

/// The text for a URL; everything except letters and digits is percent-encoded.
fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

pub(super) fn delivery_status(order: &shopware::Order) -> Option<Status> {
    order.deliveries.first().map(|delivery| status(&delivery.status))
}

pub(super) fn payment_status(order: &shopware::Order) -> Option<Status> {
    Standing::of(order).transaction.map(|payment| status(&payment.status))
}

pub(super) fn payment_method(order: &shopware::Order) -> Option<String> {
    let payment = Standing::of(order).transaction;
    payment
        .and_then(|payment| payment.method.as_ref())
        .map(|method| method.name.clone())
}

/// Whether the customer can cancel an order: it is not being processed yet.
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

fn payment(order: &shopware::Order, account: Option<&BankAccount>) -> OrderPayment {
    let standing = Standing::of(order);
    let method = standing.transaction.and_then(|one| one.method.as_ref());
    OrderPayment {
        state: standing.state(),
        method_id: standing.method().map(|id| id.as_str().to_owned()),
        method: payment_method(order),
        description: method.and_then(|method| method.description.clone()),
        way: payment_way(order),
        transfer: transfer(order, account),
        can_be_paid: standing.can_be_paid(),
        page: standing.page().map(str::to_owned),
    }
}

/// Where the order is paid; `None` if its method is not known.
fn payment_way(order: &shopware::Order) -> Option<PaymentWay> {
    if order.total.minor == 0 {
        return Some(PaymentWay::Nothing);
    }
    let method = Standing::of(order).transaction?.method.as_ref();
    method.map(PaymentWay::of)
}

/// Whether the order waits to be paid on a page.
pub(super) fn waits_for_page(order: &shopware::Order) -> bool {
    Standing::of(order).can_be_paid() && matches!(payment_way(order), Some(PaymentWay::Page) | None)
}

/// Where the amount is transferred to while it is owed: to the provider's account, or to the shop's own for a
/// prepayment or an invoice.
fn transfer(order: &shopware::Order, account: Option<&BankAccount>) -> Option<Transfer> {
    let standing = Standing::of(order);
    if let Some(to) = standing.transfer() {
        return Some(Transfer {
            holder: to.holder.clone(),
            account: to.account.clone(),
            bic: to.bic.clone(),
            reference: to.reference.clone().unwrap_or_else(|| order.number.clone()),
        });
    }
    let own = matches!(payment_way(order), Some(PaymentWay::Prepayment | PaymentWay::Invoice));
    let account = account.filter(|_| own && standing.is_owed())?;
    Some(Transfer {
        holder: account.holder.clone(),
        account: account.iban.clone(),
        bic: account.bic.clone(),
        reference: order.number.clone(),
    })
}
