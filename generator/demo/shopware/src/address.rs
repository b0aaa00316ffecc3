//! The address book of the customer of a session (Shopware §14).

use http::StatusCode;
use serde_json::{Value, json};

use super::address_rules::{address, city_fits, refused_by_data_layer, violations};
use super::criteria::Criteria;
use super::customer::{Address, Customer};
use super::customer_view::{full_address, plain_address};
use super::errors::{ApiError, all_or_nothing, is_id};
use super::out::Includes;
use super::routes::Use;
use super::search_result::{JsonRow, select};
use super::{Ctx, ShopwareState};

const ENTITY: &str = "customer_address";
/// Maximum number of addresses of a customer.
const MOST: usize = 1_000;

/// POST|GET /account/list-address.
pub(crate) fn list(ctx: &Ctx) -> Result<Value, ApiError> {
    let customer = ctx.login()?;
    let criteria = Criteria::parse(ctx.input(), ENTITY)?;
    let rows = customer.addresses.iter();
    let rows = rows.map(|row| JsonRow(full_address(ctx, customer, row))).collect();
    let page = select(rows, &criteria, ENTITY, JsonRow::id, &|_, _| Vec::new())?;
    let answer = page.answer(&Includes::default(), ENTITY, |row| row.0);
    Ok(criteria.includes.prune(answer))
}

/// POST /account/address.
pub(crate) fn create(state: &ShopwareState, ctx: &Ctx) -> Result<Value, ApiError> {
    let customer = ctx.login()?;
    let includes = Includes::parse(ctx.body.get("includes"))?;
    all_or_nothing(violations(ctx, &ctx.body, "")?)?;
    all_or_nothing(refused_by_data_layer(&ctx.body, "/0"))?;
    city_fits(&ctx.body)?;
    let row = address(ctx, &ctx.body);
    let answer = plain_address(customer, &row);
    write(state, ctx, |customer| {
        customer.addresses.push(row);
        // The oldest address that is not a default is dropped.
        let defaults = [customer.default_billing.clone(), customer.default_shipping.clone()];
        let oldest = customer.addresses.iter().position(|row| !defaults.contains(&row.id));
        if let Some(oldest) = oldest.filter(|_| customer.addresses.len() > MOST) {
            customer.addresses.remove(oldest);
        }
    })?;
    Ok(includes.prune(answer))
}

/// PATCH /account/address/{id}: replaces the whole address.
pub(crate) fn update(state: &ShopwareState, ctx: &Ctx, id: &str) -> Result<Value, ApiError> {
    let customer = own(ctx, id)?;
    let includes = Includes::parse(ctx.body.get("includes"))?;
    all_or_nothing(violations(ctx, &ctx.body, "")?)?;
    all_or_nothing(refused_by_data_layer(&ctx.body, "/0"))?;
    city_fits(&ctx.body)?;
    let mut row = address(ctx, &ctx.body);
    id.clone_into(&mut row.id);
    row.created = customer.address(id).map_or(ctx.now, |known| known.created);
    row.updated = Some(ctx.now);
    let answer = plain_address(customer, &row);
    write(state, ctx, |customer| {
        if let Some(known) = customer.addresses.iter_mut().find(|known| known.id == id) {
            *known = row;
        }
    })?;
    Ok(includes.prune(answer))
}

/// DELETE /account/address/{id}: refused for default addresses and addresses that the session uses.
pub(crate) fn delete(state: &ShopwareState, ctx: &Ctx, id: &str) -> Result<(), ApiError> {
    let customer = own(ctx, id)?;
    if customer.default_billing == id || customer.default_shipping == id {
        let detail = format!("Customer address with id \"{id}\" is a default address and cannot be deleted.");
        return Err(refused("CUSTOMER_ADDRESS_IS_DEFAULT", id, detail));
    }
    let is_active = |address: Option<&Address>| address.is_some_and(|row| row.id == id);
    if is_active(ctx.billing_address()) || is_active(ctx.shipping_address()) {
        let detail = format!("Customer address with id \"{id}\" is an active address and cannot be deleted.");
        return Err(refused("CUSTOMER_ADDRESS_IS_ACTIVE", id, detail));
    }
    write(state, ctx, |customer| customer.addresses.retain(|row| row.id != id))
}

/// PATCH /account/address/default-billing/{id} and …/default-shipping/{id}.
pub(crate) fn set_default(state: &ShopwareState, ctx: &Ctx, id: &str, use_as: Use) -> Result<(), ApiError> {
    own(ctx, id)?;
    write(state, ctx, |customer| {
        let slot = match use_as {
            Use::Billing => &mut customer.default_billing,
            Use::Shipping => &mut customer.default_shipping,
        };
        id.clone_into(slot);
        customer.updated = Some(ctx.now);
    })
}

/// The customer, if the address is theirs.
fn own<'c>(ctx: &'c Ctx, id: &str) -> Result<&'c Customer, ApiError> {
    let customer = ctx.login()?;
    if !is_id(id) {
        return Err(ApiError::invalid_uuid(id));
    }
    if customer.address(id).is_none() {
        let detail = format!("Customer address with id \"{id}\" not found.");
        return Err(refused("CUSTOMER_ADDRESS_NOT_FOUND", id, detail));
    }
    Ok(customer)
}

fn refused(code: &str, id: &str, detail: String) -> ApiError {
    ApiError::new(
        StatusCode::BAD_REQUEST,
        &format!("CHECKOUT__{code}"),
        detail,
        json!({"addressId": id}),
    )
}

fn write(state: &ShopwareState, ctx: &Ctx, change: impl FnOnce(&mut Customer)) -> Result<(), ApiError> {
    let id = ctx.login()?.id.as_str();
    let mut sessions = state.sessions();
    let customer = sessions.customer_entry(id).ok_or_else(ApiError::not_logged_in)?;
    change(customer);
    Ok(())
}
