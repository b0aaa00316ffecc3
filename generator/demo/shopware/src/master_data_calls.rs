//! The calls that list master data (Shopware §9). Rows are built completely for filters and sorting, then pruned,
//! because the lists are short.

use serde_json::Value;

use super::criteria::{Associations, Criteria};
use super::errors::{ApiError, is_id};
use super::master_data::{
    country, currency, language_entity, payment_method, salutation, shipping_method, sort_by_id, states,
};
use super::out::Includes;
use super::search_result::{JsonRow, select};
use super::{Ctx, ShopwareState, offered};

/// A list call for one of the master data entities.
pub(crate) fn list(state: &ShopwareState, ctx: &mut Ctx, entity: &'static str) -> Result<Value, ApiError> {
    selected(state, ctx, entity, |_| true)
}

fn selected(
    state: &ShopwareState,
    ctx: &mut Ctx,
    entity: &'static str,
    belongs: impl Fn(&JsonRow) -> bool,
) -> Result<Value, ApiError> {
    let criteria = Criteria::parse(ctx.input(), entity)?;
    ctx.includes = Includes::default();
    let mut rows = rows(ctx, entity, &criteria.associations);
    rows.retain(belongs);
    if ctx.switch("onlyAvailable") {
        let offered = offered::offered(state, ctx);
        rows.retain(|row| !offered.refuses(&row.id()));
    }
    let page = select(rows, &criteria, entity, JsonRow::id, &|_, _| Vec::new())?;
    let answer = page.answer(&Includes::default(), entity, |row| row.0);
    // Currencies are returned as a bare array, unlike other entities.
    let answer = if entity == "currency" {
        answer.get("elements").cloned().unwrap_or_default()
    } else {
        answer
    };
    Ok(criteria.includes.prune(answer))
}

/// `/country-state/{countryId}`.
pub(crate) fn country_states(state: &ShopwareState, ctx: &mut Ctx, country: &str) -> Result<Value, ApiError> {
    if !is_id(country) {
        return Err(ApiError::invalid_uuid(country));
    }
    selected(state, ctx, "country_state", |row| row.0["countryId"] == country)
}

fn rows(ctx: &Ctx, entity: &str, associations: &Associations) -> Vec<JsonRow> {
    let shop = &ctx.shop.shop;
    let mut values: Vec<Value> = match entity {
        "language" => shop
            .languages
            .iter()
            .map(|language| language_entity(ctx, &language.iso, &language.name))
            .collect(),
        "currency" => ctx.currencies().iter().map(|row| currency(ctx, row)).collect(),
        "country" => shop
            .countries
            .iter()
            .filter(|row| row.assigned)
            .map(|row| country(ctx, row, associations))
            .collect(),
        "country_state" => shop.countries.iter().flat_map(states).collect(),
        "salutation" => shop.salutations.iter().map(|row| salutation(ctx, row)).collect(),
        "shipping_method" => shop
            .shipping
            .iter()
            .enumerate()
            .map(|(index, row)| shipping_method(ctx, index, row, associations.get("prices").is_some()))
            .collect(),
        "payment_method" => shop
            .payment
            .iter()
            .enumerate()
            .map(|(index, row)| payment_method(ctx, index, row))
            .collect(),
        _ => Vec::new(),
    };
    match entity {
        // The channel's default first, which is the first in the file.
        "shipping_method" | "payment_method" => {
            let place = |value: &Value| value.get("position").and_then(Value::as_i64);
            if let Some((_, others)) = values.split_first_mut() {
                others.sort_by_key(place);
            }
        }
        _ => sort_by_id(&mut values),
    }
    values.into_iter().map(JsonRow).collect()
}
