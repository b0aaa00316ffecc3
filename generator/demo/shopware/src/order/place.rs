//! POST /checkout/order (Shopware §11.1): creates an order from the session's cart, reduces the stock and deletes the
//! cart. The sessions stay locked meanwhile, so that one cart makes one order, as in 6.7.

use http::StatusCode;
use serde_json::{Value, json};

use super::super::criteria::Associations;
use super::super::customer::{Address, Customer};
use super::super::errors::ApiError;
use super::super::ids::random_id;
use super::super::out::{Includes, num};
use super::super::price::round2;
use super::super::session::Sessions;
use super::super::{Ctx, ShopwareState, cart_rules, cart_view, mails};
use super::states::Machine;
use super::{Buyer, Delivery, Order, OrderAddress, OrderLine, Transaction, deep_link_code, view};

/// POST /checkout/order.
pub(crate) fn place(state: &ShopwareState, ctx: &Ctx) -> Result<Value, ApiError> {
    let includes = Includes::parse(ctx.body.get("includes"))?;
    let customer = ctx.login()?;
    let mut sessions = state.sessions();
    let mut cart = sessions.get(&ctx.token).cart.unwrap_or_default();
    let calculated = cart_rules::calculate(ctx, &mut cart, Vec::new());
    let sold = cart_view::cart(ctx, &cart, &calculated, true);
    if let Err(error) = check(ctx, &sold) {
        // Repairs are stored: a repeated call succeeds with fewer items.
        if !cart.lines.is_empty() {
            sessions.entry(&ctx.token).cart = Some(cart);
        }
        return Err(error);
    }
    let order = state.orders().add(|number| order(ctx, customer, &sold, number));
    state.move_stock(&pieces(&order, -1));
    sessions.entry(&ctx.token).cart = None;
    remember(&order, &mut sessions);
    drop(sessions);
    state.orders().mails.send(mails::placed(ctx, &order));
    Ok(includes.prune(view::entity(ctx, &order, &loaded()?, None)))
}

/// The associations in the answer.
fn loaded() -> Result<Associations, ApiError> {
    Associations::of(
        "order",
        &json!({
            "lineItems": {"associations": {"cover": {}, "downloads": {"associations": {"media": {}}}}},
            "deliveries": {"associations": {
                "shippingMethod": {}, "shippingOrderAddress": {"associations": {"country": {}}}, "stateMachineState": {}
            }},
            "transactions": {"associations": {"paymentMethod": {}, "stateMachineState": {}}},
            "addresses": {"associations": {"country": {}}}, "currency": {}, "orderCustomer": {"associations": {"salutation": {}}},
            "stateMachineState": {}
        }),
    )
}

/// Refuses a cart that differs from the one shown, that is blocked, or that is empty.
fn check(ctx: &Ctx, cart: &Value) -> Result<(), ApiError> {
    let wanted = ctx
        .body
        .get("hash")
        .and_then(Value::as_str)
        .filter(|hash| !hash.is_empty());
    if wanted.is_some() && cart.get("hash").and_then(Value::as_str) != wanted {
        return Err(ApiError::new(
            StatusCode::CONFLICT,
            "CHECKOUT__CART_HASH_MISMATCH",
            format!("Content hash mismatch for cart token: {}", ctx.token),
            json!({"token": ctx.token}),
        ));
    }
    if let Some(error) = blocked(cart) {
        return Err(error);
    }
    if list(cart, "lineItems").is_empty() {
        return Err(ApiError::new(
            StatusCode::BAD_REQUEST,
            "CHECKOUT__CART_EMPTY",
            "Cart is empty",
            json!({}),
        ));
    }
    Ok(())
}

/// The error for a cart that is blocked by a cart error; it contains all errors.
fn blocked(cart: &Value) -> Option<ApiError> {
    let errors = cart.get("errors").and_then(Value::as_object)?;
    let blocks = |error: &Value| error.get("block") == Some(&Value::Bool(true));
    if !errors.values().any(blocks) {
        return None;
    }
    let text = |error: &Value, key: &str| error.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let lines: Vec<String> = errors
        .values()
        .map(|error| format!("{}: {}", text(error, "key"), text(error, "message")))
        .collect();
    let (count, lines) = (lines.len(), lines.join("\n"));
    Some(ApiError::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "CHECKOUT__CART_INVALID",
        format!("The cart is invalid, got {count} error(s): {lines}"),
        json!({"errorCount": count, "errors": lines}),
    ))
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Product ids with the change of their stock.
pub(super) fn pieces(order: &Order, sign: i64) -> Vec<(String, i64)> {
    let products = order
        .lines
        .iter()
        .filter_map(|line| Some((line.product.clone()?, line.quantity)));
    products.map(|(product, quantity)| (product, sign * quantity)).collect()
}

/// Updates the customer after an order. Count and sum of orders only include completed ones, as in the recorded shop.
fn remember(order: &Order, sessions: &mut Sessions) {
    let Some(row) = sessions.customer_entry(&order.buyer.customer) else {
        return;
    };
    row.last_payment = order.transaction().map(|transaction| transaction.method.clone());
    let used = order
        .lines
        .iter()
        .filter_map(|line| line.fields.get("promotionId")?.as_str());
    row.redeemed.extend(used.map(str::to_owned));
}

/// The order created from a calculated cart.
pub(super) fn order(ctx: &Ctx, customer: &Customer, cart: &Value, number: String) -> Order {
    let (addresses, target) = addresses(ctx);
    let text = |key: &str| {
        ctx.body
            .get(key)
            .and_then(Value::as_str)
            .filter(|text| !text.is_empty())
    };
    let deliveries: Vec<Delivery> = list(cart, "deliveries")
        .iter()
        .map(|row| delivery(row, &target))
        .collect();
    Order {
        id: random_id(),
        number,
        deep_link: deep_link_code(),
        iso: ctx.iso.clone(),
        currency: ctx.choices.currency.clone(),
        placed: ctx.now,
        updated: None,
        buyer: buyer(customer),
        addresses,
        price: cart.get("price").cloned().unwrap_or_default(),
        shipping_costs: shipping_costs(&deliveries),
        lines: lines(list(cart, "lineItems"), None),
        deliveries,
        transactions: list(cart, "transactions")
            .iter()
            .map(|row| transaction(ctx, row))
            .collect(),
        documents: Vec::new(),
        state: Machine::Order.initial(),
        comment: text("customerComment").map(str::to_owned),
        affiliate: text("affiliateCode").map(str::to_owned),
        campaign: text("campaignCode").map(str::to_owned),
    }
}

fn buyer(customer: &Customer) -> Buyer {
    Buyer {
        id: random_id(),
        customer: customer.id.clone(),
        number: customer.number.clone(),
        email: customer.email.clone(),
        first_name: customer.first_name.clone(),
        last_name: customer.last_name.clone(),
        title: customer.title.clone(),
        salutation: customer.salutation.clone(),
        company: customer.company.clone(),
        vat_ids: customer.vat_ids.clone(),
    }
}

/// The addresses of the order, the billing address first, and the id of the shipping address. An address that is both
/// is included once.
fn addresses(ctx: &Ctx) -> (Vec<OrderAddress>, String) {
    let (billing, shipping) = (ctx.billing_address(), ctx.shipping_address());
    let mut rows: Vec<OrderAddress> = billing.into_iter().map(address).collect();
    let same = billing.map(|row| &row.id) == shipping.map(|row| &row.id);
    rows.extend(shipping.filter(|_| !same).map(address));
    let target = rows.last().map(|row| row.id.clone()).unwrap_or_default();
    (rows, target)
}

fn address(row: &Address) -> OrderAddress {
    let fields = json!({
        "firstName": row.first_name, "lastName": row.last_name, "street": row.street, "zipcode": row.zipcode, "city": row.city,
        "company": row.company, "department": row.department, "title": row.title, "vatId": null, "phoneNumber": row.phone,
        "additionalAddressLine1": row.line_1, "additionalAddressLine2": row.line_2
    });
    OrderAddress {
        id: random_id(),
        country: row.country.clone(),
        state: row.state.clone(),
        fields: fields.as_object().cloned().unwrap_or_default(),
    }
}

/// The sum of all delivery costs; a discount on delivery is a separate delivery.
fn shipping_costs(deliveries: &[Delivery]) -> Value {
    if let [only] = deliveries {
        return only.costs.clone();
    }
    let sum = |key: &str| {
        let amounts = deliveries.iter().filter_map(|row| row.costs.get(key)?.as_f64());
        num(round2(amounts.sum()))
    };
    let mut taxes: Vec<Value> = Vec::new();
    for tax in deliveries.iter().flat_map(|row| list(&row.costs, "calculatedTaxes")) {
        match taxes.iter_mut().find(|sum| sum.get("taxRate") == tax.get("taxRate")) {
            None => taxes.push(tax.clone()),
            Some(known) => {
                for key in ["tax", "price"] {
                    let of = |value: &Value| value.get(key).and_then(Value::as_f64).unwrap_or(0.0);
                    known[key] = num(round2(of(known) + of(tax)));
                }
            }
        }
    }
    let rules = deliveries.first().map_or(&[][..], |row| list(&row.costs, "taxRules"));
    json!({
        "unitPrice": sum("unitPrice"), "quantity": 1, "totalPrice": sum("totalPrice"), "calculatedTaxes": taxes, "taxRules": rules,
        "referencePrice": null, "listPrice": null, "regulationPrice": null, "apiAlias": "calculated_price"
    })
}

/// All lines of the cart as one list: nested lines refer to their container, and their positions start again at 1.
fn lines(items: &[Value], parent: Option<&str>) -> Vec<OrderLine> {
    let mut found = Vec::new();
    for (place, item) in items.iter().enumerate() {
        let mut line = line(item, place + 1);
        line.fields.insert("parentId".to_owned(), parent.into());
        let inside = lines(list(item, "children"), Some(&line.id));
        found.push(line);
        found.extend(inside);
    }
    found
}

/// A line of the cart in the order's format: its price is two numbers, without base price.
fn line(item: &Value, position: usize) -> OrderLine {
    let of = |key: &str| item.get(key).cloned().unwrap_or_default();
    let price = |key: &str| {
        item.get("price")
            .and_then(|price| price.get(key))
            .cloned()
            .unwrap_or_default()
    };
    let mut definition = of("priceDefinition");
    if let Some(base) = definition.get_mut("referencePriceDefinition") {
        *base = Value::Null;
    }
    let product = (item.get("type").and_then(Value::as_str) == Some("product")).then(|| of("referencedId"));
    let mut payload = of("payload");
    if let Some(map) = payload.as_object_mut().filter(|map| map.contains_key("productNumber")) {
        map.insert("purchasePrices".to_owned(), Value::Null);
    }
    let fields = json!({
        "identifier": of("id"), "referencedId": of("referencedId"), "productId": product,
        "promotionId": item.pointer("/payload/promotionId"), "quantity": of("quantity"), "unitPrice": price("unitPrice"),
        "totalPrice": price("totalPrice"), "label": of("label"), "description": of("description"), "good": of("good"),
        "removable": of("removable"), "coverId": item.pointer("/cover/id"), "stackable": of("stackable"), "position": position,
        "priceDefinition": definition, "payload": payload, "type": of("type"), "states": of("states")
    });
    OrderLine {
        id: random_id(),
        product: product.and_then(|id| id.as_str().map(str::to_owned)),
        quantity: of("quantity").as_i64().unwrap_or(0),
        label: of("label").as_str().unwrap_or_default().to_owned(),
        total: price("totalPrice").as_f64().unwrap_or(0.0),
        fields: fields.as_object().cloned().unwrap_or_default(),
    }
}

fn delivery(row: &Value, target: &str) -> Delivery {
    let day = |key: &str| {
        let at = row.pointer(&format!("/deliveryDate/{key}")).and_then(Value::as_str);
        at.and_then(|at| at.split_once('T'))
            .map_or(Value::Null, |(day, _)| format!("{day}T00:00:00.000+00:00").into())
    };
    Delivery {
        id: random_id(),
        address: target.to_owned(),
        method: row
            .pointer("/shippingMethod/id")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned(),
        costs: row.get("shippingCosts").cloned().unwrap_or_default(),
        earliest: day("earliest"),
        latest: day("latest"),
        tracking: Vec::new(),
        state: Machine::Delivery.initial(),
        updated: None,
    }
}

fn transaction(ctx: &Ctx, row: &Value) -> Transaction {
    Transaction {
        id: random_id(),
        method: row
            .get("paymentMethodId")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned(),
        amount: row.get("amount").cloned().unwrap_or_default(),
        state: Machine::Transaction.initial(),
        created: ctx.now,
        updated: None,
        fields: Value::Null,
    }
}
