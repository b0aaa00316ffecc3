//! The orders of the shop folder (`orders.json`): orders of its customers from before the start. Each is calculated
//! like a cart of its customer and then moved to its states.
//!
//! **Invariant:** the same file, customers and start time make the same orders, except for secret codes.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::super::cart_lines::{Addition, ForeignLine, addition};
use super::super::customer::Customer;
use super::super::master_data::{payment_id, shipping_id};
use super::super::stored_cart::{Cart, Code};
use super::super::{Ctx, ShopwareState, cart_rules, cart_view};
use super::document::{Document, Kind};
use super::place;
use super::states::Machine;
use super::{Order, OrderLine};
use vitrine_demo_shop::catalogue::Catalogue;
use vitrine_demo_shop::{OrderFile, OrderFileLine, id_of};

/// Hours between the order and: shipping, return, invoice, refund.
const SHIPPED: i64 = 45;
const RETURNED: i64 = 12 * 24;
const INVOICED: i64 = 20;
const REFUNDED: i64 = 15 * 24;

/// All orders, oldest first.
pub(crate) fn orders(state: &ShopwareState) -> Vec<Order> {
    let shop = state.catalogue();
    let mut orders: Vec<Order> = shop.orders.iter().filter_map(|file| order(state, file)).collect();
    orders.sort_by_key(|order| order.placed);
    orders
}

fn order(state: &ShopwareState, file: &OrderFile) -> Option<Order> {
    let customer = {
        let sessions = state.sessions();
        let mut customers = sessions.customers();
        customers.find(|row| !row.guest && row.email == file.customer)?.clone()
    };
    let ctx = ctx(state, file, customer.clone());
    let mut cart = Cart {
        lines: file
            .lines
            .iter()
            .filter_map(|line| cart_line(&ctx.shop, line))
            .collect(),
        codes: file
            .code
            .iter()
            .map(|code| Code {
                typed: code.clone(),
                announced: true,
            })
            .collect(),
    };
    let calculated = cart_rules::calculate(&ctx, &mut cart, Vec::new());
    let sold = cart_view::cart(&ctx, &cart, &calculated, true);
    let mut order = place::order(&ctx, &customer, &sold, file.number.clone());
    name(&mut order);
    for (line, sold) in order.lines.iter_mut().zip(&file.lines) {
        withdraw(line, sold);
    }
    order.comment.clone_from(&file.comment);
    advance(&mut order, file, state.clock.now());
    Some(order)
}

/// The context of the order: its time, the customer's language, and the methods of the file.
fn ctx(state: &ShopwareState, file: &OrderFile, customer: Customer) -> Ctx {
    let shop = state.catalogue();
    let languages = shop.shop.languages.iter();
    let iso = languages
        .map(|language| language.iso.clone())
        .find(|iso| super::super::language_id(&shop, iso) == customer.language);
    let mut ctx = state.ctx_in(iso.as_deref().unwrap_or(&shop.shop.default_language));
    ctx.now = before(state.clock.now(), file.days_ago);
    let shipping = shop.shop.shipping.iter().find(|row| row.key == file.shipping);
    ctx.choices.shipping = shipping.map(shipping_id);
    let payment = shop.shop.payment.iter().find(|row| row.key == file.payment);
    ctx.choices.payment = payment.map(payment_id);
    ctx.customer = Some(customer.into());
    ctx
}

fn before(now: Timestamp, days: f64) -> Timestamp {
    let passed = SignedDuration::try_from_secs_f64(days * 24.0 * 3_600.0).unwrap_or(SignedDuration::ZERO);
    now.checked_sub(passed).unwrap_or(now)
}

fn cart_line(shop: &Catalogue, line: &OrderFileLine) -> Option<super::super::cart_lines::Line> {
    if let Some(gone) = &line.gone {
        let foreign = json!({"label": gone.label, "unit_price": gone.price, "quantity": line.quantity});
        let foreign = serde_json::from_value::<ForeignLine>(foreign).ok()?;
        return foreign.into_line(&|_| None).ok();
    }
    let id = shop
        .products
        .iter()
        .find(|product| product.file.number == line.product)?
        .id
        .clone();
    let item = json!({"id": id, "referencedId": id, "type": "product", "quantity": line.quantity});
    match addition(&item).ok()? {
        Addition::Product(line) => Some(*line),
        Addition::Promotion(_) => None,
    }
}

/// Gives the order and its lines the same ids at each start.
fn name(order: &mut Order) {
    order.id = id_of("order", &order.number, None);
    for (place, line) in order.lines.iter_mut().enumerate() {
        line.id = id_of("order_line", &format!("{}-{place}", order.number), None);
    }
}

/// Turns a placeholder line into a product that is no longer sold.
fn withdraw(line: &mut OrderLine, sold: &OrderFileLine) {
    if sold.gone.is_none() {
        return;
    }
    let id = id_of("product", &sold.product, None);
    line.product = Some(id.clone());
    line.fields.extend([
        ("type".to_owned(), Value::from("product")),
        ("productId".to_owned(), id.clone().into()),
        ("referencedId".to_owned(), id.into()),
        (
            "payload".to_owned(),
            json!({"productNumber": sold.product, "options": []}),
        ),
    ]);
}

/// Moves the order to the states of the file, at plausible times.
fn advance(order: &mut Order, file: &OrderFile, now: Timestamp) {
    let placed = order.placed;
    let at = |hours: i64| {
        placed
            .checked_add(SignedDuration::from_hours(hours))
            .map_or(now, |at| at.min(now))
    };
    if let Some(state) = Machine::Order.state(&file.state) {
        order.state = state;
        order.updated = (file.state != "open").then(|| at(SHIPPED));
    }
    for delivery in &mut order.deliveries {
        let Some(state) = Machine::Delivery.state(&file.delivery) else {
            continue;
        };
        delivery.state = state;
        delivery.tracking.clone_from(&file.tracking);
        delivery.updated = match file.delivery.as_str() {
            "open" => None,
            "returned" | "returned_partially" => Some(at(RETURNED)),
            _ => Some(at(SHIPPED)),
        };
    }
    if let (Some(payment), Some(state)) = (
        order.transactions.last_mut(),
        Machine::Transaction.state(&file.transaction),
    ) {
        payment.state = state;
        payment.updated = match file.transaction.as_str() {
            "open" => None,
            "refunded" | "refunded_partially" | "reminded" | "chargeback" => Some(at(REFUNDED)),
            _ => placed
                .checked_add(SignedDuration::from_mins(4))
                .ok()
                .map(|at| at.min(now)),
        };
    }
    for (place, name) in file.documents.iter().enumerate() {
        let Some(kind) = Kind::named(name) else { continue };
        let made = if matches!(kind, Kind::CreditNote | Kind::Cancellation) {
            REFUNDED
        } else {
            INVOICED
        };
        let number = format!("{}-{}", order.number, place + 1);
        let mut document = Document::new(kind, number.clone(), at(made));
        document.id = id_of("document", &number, None);
        order.documents.push(document);
    }
}
