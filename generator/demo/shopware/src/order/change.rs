//! Changes of an order by its customer: another payment method (Shopware §12.4), and cancelling (Shopware §12.5).

use http::StatusCode;
use jiff::Timestamp;
use serde_json::{Value, json};

use super::super::errors::{ApiError, is_id};
use super::super::ids::random_id;
use super::super::master_data::{country_id, payment_id, shipping_id};
use super::super::{Ctx, ShopwareState, mails};
use super::place::pieces;
use super::states::Machine;
use super::{Order, OrderLine, Transaction};
use vitrine_demo_shop::Facts;

/// States of the newest transaction in which the payment may be changed.
const CHANGEABLE: [&str; 6] = ["open", "unconfirmed", "cancelled", "reminded", "failed", "chargeback"];

/// POST /order/payment.
pub(crate) fn payment(state: &ShopwareState, ctx: &Ctx) -> Result<Value, ApiError> {
    let customer = ctx.login()?.id.clone();
    let text = |key: &str| ctx.body.get(key).and_then(Value::as_str).unwrap_or_default();
    let (id, method) = (text("orderId"), text("paymentMethodId"));
    if !is_id(id) {
        return Err(ApiError::invalid_uuid(id));
    }
    let mut orders = state.orders();
    let order = orders.find_mut(id).filter(|order| order.buyer.customer == customer);
    let order = order.ok_or_else(|| no_order(id))?;
    if !is_id(method) {
        return Err(ApiError::invalid_uuid(method));
    }
    if !offered(ctx, order, method) {
        return Err(unknown_method(method));
    }
    let last = order.transaction().map(|row| row.state.name());
    if last.is_some_and(|last| !CHANGEABLE.contains(&last)) {
        return Err(unchangeable(id));
    }
    switch(order, method, ctx.now);
    Ok(json!({"apiAlias": "array_struct", "success": true}))
}

/// Whether the shop has this payment method and it is available for the order.
fn offered(ctx: &Ctx, order: &Order, method: &str) -> bool {
    let shop = &ctx.shop.shop;
    let delivery = order.deliveries.first();
    let sent_to = delivery.and_then(|row| order.addresses.iter().find(|address| address.id == row.address));
    let country = sent_to
        .or(order.addresses.first())
        .map(|address| address.country.as_str());
    let country = shop
        .countries
        .iter()
        .find(|row| Some(country_id(row).as_str()) == country);
    let shipping = shop
        .shipping
        .iter()
        .find(|row| delivery.is_some_and(|delivery| delivery.method == shipping_id(row)));
    let goods = || {
        order
            .lines
            .iter()
            .filter(|line| line.fields.get("good") == Some(&Value::Bool(true)))
    };
    let facts = Facts {
        country: country.map_or("", |row| row.iso.as_str()),
        amount: goods().map(|line| line.total).sum(),
        weight: goods().map(|line| weight(ctx, line)).sum(),
        sent: delivery.is_some(),
        shipping: shipping.map_or("", |row| row.key.as_str()),
    };
    let mut methods = shop.payment.iter().filter(|row| payment_id(row) == method);
    methods.any(|row| row.available.as_ref().is_none_or(|rule| rule.matches(&facts)))
}

/// Weight of a line, kg.
fn weight(ctx: &Ctx, line: &OrderLine) -> f64 {
    let product = line.product.as_ref().and_then(|id| ctx.shop.product_by_id.get(id));
    let product = product.and_then(|index| ctx.shop.products.get(*index));
    #[expect(clippy::cast_precision_loss, reason = "quantities are small")]
    let pieces = line.quantity as f64;
    product.and_then(|product| product.file.weight).unwrap_or(0.0) * pieces
}

fn no_order(id: &str) -> ApiError {
    ApiError::new(
        StatusCode::NOT_FOUND,
        "FRAMEWORK__ENTITY_NOT_FOUND",
        format!("order for id {id} not found."),
        json!({"entity": "order", "identifier": id}),
    )
}

fn unknown_method(id: &str) -> ApiError {
    ApiError::new(
        StatusCode::BAD_REQUEST,
        "CHECKOUT__UNKNOWN_PAYMENT_METHOD",
        format!("Could not find payment method with id \"{id}\""),
        json!({"entity": "payment method", "field": "id", "value": id}),
    )
}

fn unchangeable(order: &str) -> ApiError {
    ApiError::new(
        StatusCode::BAD_REQUEST,
        "CHECKOUT__PAYMENT_METHOD_UNCHANGEABLE",
        format!("The order has an active transaction - {order}"),
        json!({"id": order}),
    )
}

/// If the newest transaction has this method, it continues, and is reopened if it has ended; otherwise open
/// transactions are cancelled and a new one is added.
fn switch(order: &mut Order, method: &str, now: Timestamp) {
    let same = order.transactions.last_mut().filter(|row| row.method == method);
    if let Some(row) = same
        && let Some(open) = row.state.then("open")
    {
        if open != row.state {
            row.state = open;
            row.updated = Some(now);
        }
        return;
    }
    for row in &mut order.transactions {
        let ended = matches!(row.state.name(), "cancelled" | "failed");
        // A completed payment is cancelled too (Shopware §25.4), although the administration does not allow this
        // transition.
        let paid = row.state.name() == "paid";
        let next = row
            .state
            .then("cancelled")
            .or(Machine::Transaction.state("cancelled").filter(|_| paid));
        if let Some(cancelled) = next.filter(|_| !ended) {
            row.state = cancelled;
            row.updated = Some(now);
        }
    }
    let amount = order.transaction().map(|row| row.amount.clone()).unwrap_or_default();
    order.updated = Some(now);
    order.transactions.push(Transaction {
        id: random_id(),
        method: method.to_owned(),
        amount,
        state: Machine::Transaction.initial(),
        created: now,
        updated: None,
        fields: Value::Null,
    });
}

/// POST /order/state/cancel: from any state, and repeatedly; transaction and delivery do not change.
pub(crate) fn cancel(state: &ShopwareState, ctx: &Ctx) -> Result<Value, ApiError> {
    let customer = ctx.login()?.id.clone();
    let id = ctx.parameter("orderId").filter(|id| !id.is_empty());
    let id = id.ok_or_else(|| {
        ApiError::new(
            StatusCode::BAD_REQUEST,
            "FRAMEWORK__INVALID_REQUEST_PARAMETER",
            "The parameter \"orderId\" is invalid.",
            json!({"parameter": "orderId"}),
        )
    })?;
    let own = state
        .orders()
        .find(&id)
        .is_some_and(|order| order.buyer.customer == customer);
    let cancelled = Machine::Order.state("cancelled").filter(|_| own).ok_or_else(|| {
        ApiError::new(
            StatusCode::NOT_FOUND,
            "CHECKOUT__ORDER_ORDER_NOT_FOUND",
            format!("Could not find order with id \"{id}\""),
            json!({"entity": "order", "field": "id", "value": id}),
        )
    })?;
    state.cancel_order(&id, ctx.now);
    Ok(cancelled.entity(ctx))
}

impl ShopwareState {
    /// Cancels an order: its pieces return to the stock and a mail is stored, once.
    pub(super) fn cancel_order(&self, id: &str, now: Timestamp) {
        let mut orders = self.orders();
        let Some(order) = orders.find_mut(id) else { return };
        let Some(cancelled) = Machine::Order.state("cancelled").filter(|next| *next != order.state) else {
            return;
        };
        order.state = cancelled;
        order.updated = Some(now);
        let order = order.clone();
        let ctx = self.ctx_in(&order.iso);
        orders.mails.send(mails::cancelled(&ctx, &order));
        drop(orders);
        self.move_stock(&pieces(&order, 1));
    }
}
