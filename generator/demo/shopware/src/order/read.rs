//! POST|GET /order (Shopware §12.1, Shopware §12.2): the orders of the session's customer, or one order by its deep link with e-mail and postal code.

use std::collections::HashSet;

use http::StatusCode;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value, json};

use super::super::criteria::{Associations, Criteria};
use super::super::errors::ApiError;
use super::super::filter::{Field, Row};
use super::super::out::Includes;
use super::super::search_result::{JsonRow, select};
use super::super::throttle::LOGIN;
use super::super::{Ctx, ShopwareState};
use super::{Order, Orders, view};

/// How long a deep link is valid after the order was last written.
const LINK_LIFETIME: SignedDuration = SignedDuration::from_hours(30 * 24);

/// An order with the values for filters and sorts.
#[derive(Clone)]
struct Found<'o> {
    place: usize,
    order: &'o Order,
    whole: JsonRow,
}

impl Row for Found<'_> {
    fn field(&self, path: &str) -> Field {
        self.whole.field(path)
    }
}

/// POST|GET /order.
pub(crate) fn list(state: &ShopwareState, ctx: &mut Ctx) -> Result<Value, ApiError> {
    let mut criteria = Criteria::parse(ctx.input(), "order")?;
    for always in ["billingAddress", "orderCustomer", "documents"] {
        criteria.associations.add(always);
    }
    ctx.includes = Includes::default();
    let customer = ctx.customer.as_deref().map(|customer| customer.id.clone());
    let link = deep_link(ctx.input());
    let guest = link.as_deref().filter(|_| customer.is_none());
    if customer.is_none() && guest.is_none() {
        return Err(ApiError::not_logged_in());
    }
    let accounts = match guest {
        Some(_) => accounts(state),
        None => HashSet::new(),
    };
    let mut orders = state.orders();
    if let Some(code) = guest {
        let attempt = orders.lookups.attempt(&LOGIN, &code.to_lowercase(), ctx.now);
        attempt.map_err(throttled)?;
    }
    let wanted = |order: &Order| {
        let own = customer.as_ref().is_none_or(|id| *id == order.buyer.customer);
        own && (link.is_none() || order.link_lives(ctx.now))
    };
    let answer = found(ctx, &orders, &criteria, guest.map(|_| &accounts), &wanted)?;
    forget_attempts(&mut orders, guest);
    Ok(criteria.includes.prune(answer))
}

/// The page of orders that match; for a guest, after verifying e-mail and postal code for the first of them.
fn found(
    ctx: &Ctx,
    orders: &Orders,
    criteria: &Criteria,
    guest: Option<&HashSet<String>>,
    wanted: &dyn Fn(&Order) -> bool,
) -> Result<Value, ApiError> {
    let everything = Associations::of("order", &everything())?;
    let rows = orders
        .all()
        .filter(|(_, order)| wanted(order))
        .map(|(place, order)| Found {
            place,
            order,
            whole: JsonRow(view::entity(ctx, order, &everything, Some(place))),
        })
        .collect();
    let page = select(rows, criteria, "order", |row: &Found<'_>| row.whole.id(), &|_, _| {
        Vec::new()
    })?;
    if let Some(accounts) = guest {
        authenticate(ctx, page.rows.first().map(|row| row.order), accounts)?;
    }
    let changeable = changeable(ctx, page.rows.iter().map(|row| row.order));
    let print = |row: Found<'_>| view::entity(ctx, row.order, &criteria.associations, Some(row.place));
    let list = page.answer(&Includes::default(), "order", print);
    Ok(json!({"orders": list, "paymentChangeable": changeable, "apiAlias": "order-route-response-struct"}))
}

/// Resets the rate limit after a successful look-up.
fn forget_attempts(orders: &mut Orders, guest: Option<&str>) {
    if let Some(code) = guest {
        orders.lookups.forget(&code.to_lowercase());
    }
}

/// Whether promotions allow a change of payment; only returned for JSON `true` in the body.
fn changeable<'o>(ctx: &Ctx, orders: impl Iterator<Item = &'o Order>) -> Value {
    if ctx.is_get || ctx.body.get("checkPromotion") != Some(&Value::Bool(true)) {
        return json!([]);
    }
    super::super::out::list_if_empty(orders.map(|order| (order.id.clone(), true.into())).collect())
}

/// The code of a filter `equals` on the deep link, at the top level.
fn deep_link(input: &Map<String, Value>) -> Option<String> {
    let names = |field: &str| matches!(field, "deepLinkCode" | "order.deepLinkCode");
    match input.get("filter")? {
        Value::Array(list) => {
            let filter = list.iter().find(|filter| {
                filter.get("type").and_then(Value::as_str) == Some("equals")
                    && filter.get("field").and_then(Value::as_str).is_some_and(names)
            })?;
            filter.get("value")?.as_str().map(str::to_owned)
        }
        Value::Object(map) => {
            let (_, value) = map.iter().find(|(field, _)| names(field))?;
            value.as_str().map(str::to_owned)
        }
        _ => None,
    }
}

/// Whether e-mail and postal code match the order; compared exactly.
fn authenticate(ctx: &Ctx, order: Option<&Order>, accounts: &HashSet<String>) -> Result<(), ApiError> {
    // Values that PHP treats as false count as missing.
    let sent = |name: &str| ctx.parameter(name).filter(|text| !matches!(text.as_str(), "" | "0"));
    let forbidden = |code: &str, detail: &str| ApiError::new(StatusCode::FORBIDDEN, code, detail, json!({}));
    let unknown = || forbidden("CHECKOUT__GUEST_NOT_AUTHENTICATED", "Guest not authenticated.");
    let order = order.ok_or_else(unknown)?;
    // An order of an account is only returned to its logged-in owner (Shopware §25.4).
    if accounts.contains(&order.buyer.customer) {
        return Err(ApiError::not_logged_in());
    }
    let (email, zipcode) = sent("email").zip(sent("zipcode")).ok_or_else(unknown)?;
    if email == order.buyer.email && Some(zipcode.as_str()) == order.zipcode() {
        return Ok(());
    }
    Err(forbidden(
        "CHECKOUT__GUEST_WRONG_CREDENTIALS",
        "Wrong credentials for guest authentication.",
    ))
}

/// The ids of the customers with an account.
fn accounts(state: &ShopwareState) -> HashSet<String> {
    let sessions = state.sessions();
    let accounts = sessions.customers().filter(|customer| !customer.guest);
    accounts.map(|customer| customer.id.clone()).collect()
}

fn throttled(seconds: i64) -> ApiError {
    ApiError::new(
        StatusCode::TOO_MANY_REQUESTS,
        "CHECKOUT__CUSTOMER_AUTH_THROTTLED",
        format!("Customer auth throttled for {seconds} seconds."),
        json!({"seconds": seconds}),
    )
}

impl Order {
    /// Whether the link is still valid.
    fn link_lives(&self, now: Timestamp) -> bool {
        let written = self.updated.unwrap_or(self.placed).max(self.placed);
        now.duration_since(written) < LINK_LIFETIME
    }
}

/// All associations that filters and sorts may refer to.
fn everything() -> Value {
    let state = json!({"stateMachineState": {}});
    json!({
        "orderCustomer": {}, "billingAddress": {}, "addresses": {"associations": {"country": {}}}, "currency": {}, "language": {},
        "lineItems": {}, "deliveries": {"associations": {"stateMachineState": {}, "shippingMethod": {}}},
        "transactions": {"associations": {"stateMachineState": state["stateMachineState"], "paymentMethod": {}}},
        "stateMachineState": {}, "documents": {}, "tags": {}
    })
}
