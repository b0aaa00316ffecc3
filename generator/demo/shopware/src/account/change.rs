//! The customer's own data (Shopware §13.5, §13.6).

use http::StatusCode;
use serde_json::{Map, Value, json};

use super::super::address_rules::{BLANK, blank, salutation_error, text, unspecified};
use super::super::criteria::Criteria;
use super::super::customer::Customer;
use super::super::customer_view;
use super::super::errors::{ApiError, all_or_nothing, is_id};
use super::super::login_settings::{Violation, data_layer};
use super::super::master_data::payment_id;
use super::super::{Ctx, ShopwareState, language_id, mails};
use super::answers::{success, token_answer};
use super::checks::vat_ids;
use super::checks::{differs, new_password_errors, own, password_errors, unstorable_password, vat_id_errors};
use super::register::{email_error, taken};

/// POST|GET /account/customer.
pub(crate) fn read(ctx: &Ctx) -> Result<Value, ApiError> {
    // The session of a deactivated customer stays valid, but this call is refused (Shopware §25.3).
    let row = ctx.login()?;
    if !row.active {
        return Err(ApiError::not_logged_in());
    }
    let criteria = Criteria::parse(ctx.input(), "customer")?;
    let whole = customer_view::requested(ctx, row, &criteria.associations);
    Ok(criteria.includes.prune(whole))
}

/// DELETE /account/customer: the token stays, without a customer.
pub(crate) fn delete(state: &ShopwareState, ctx: &Ctx) -> Result<(), ApiError> {
    let id = ctx.login()?.id.clone();
    state.sessions().forget_customer(&id);
    Ok(())
}

/// POST /account/change-profile: fields that are not sent are cleared, company and VAT ids unless `business`.
pub(crate) fn profile(state: &ShopwareState, ctx: &Ctx) -> Result<Value, ApiError> {
    let customer = ctx.login()?;
    let body = &ctx.body;
    let mut found: Vec<ApiError> = salutation_error(ctx, body, "/salutationId")?.into_iter().collect();
    for key in ["firstName", "lastName"] {
        found.extend(blank(body, key, &format!("/{key}"), BLANK));
    }
    let business = text(body, "accountType").as_deref() == Some("business");
    if business {
        if ctx.login.account_type_shown {
            found.extend(blank(body, "company", "/company", BLANK));
        }
        let country = customer
            .address(&customer.default_billing)
            .map(|row| row.country.as_str());
        found.extend(vat_id_errors(ctx, body, country));
    }
    all_or_nothing(found)?;
    all_or_nothing(too_long(body))?;
    write(state, ctx, |customer| {
        customer.first_name = text(body, "firstName").unwrap_or_default();
        customer.last_name = text(body, "lastName").unwrap_or_default();
        customer.title = text(body, "title");
        customer.salutation = text(body, "salutationId")
            .or_else(|| unspecified(ctx))
            .unwrap_or_default();
        customer.account_type = if business { "business" } else { "private" }.to_owned();
        customer.company = text(body, "company").filter(|_| business);
        customer.vat_ids = if business { vat_ids(body) } else { Vec::new() };
    })?;
    Ok(success())
}

/// Names of a customer may have 255 characters, those of an address fewer (Shopware §25.3).
fn too_long(body: &Map<String, Value>) -> Vec<ApiError> {
    let mut found = Vec::new();
    for (key, longest) in [("firstName", 255), ("lastName", 255), ("title", 100), ("company", 255)] {
        if let Some(sent) = text(body, key).filter(|sent| sent.chars().count() > longest) {
            found.push(data_layer(Violation::TooLong(longest), &sent, &format!("/0/{key}")));
        }
    }
    found
}

/// POST /account/change-email.
pub(crate) fn email(state: &ShopwareState, ctx: &Ctx) -> Result<Value, ApiError> {
    let customer = own(ctx)?;
    let mut found: Vec<ApiError> = email_error(&ctx.body, "This value is not a valid email address.")
        .into_iter()
        .collect();
    let email = text(&ctx.body, "email").unwrap_or_default();
    found.extend(differs(&email, &ctx.body, "emailConfirmation", "/email"));
    if !email.eq_ignore_ascii_case(&customer.email) && state.sessions().account(&email).is_some() {
        found.push(taken(&email));
    }
    found.extend(password_errors(&ctx.body, customer));
    all_or_nothing(found)?;
    write(state, ctx, |customer| customer.email = email)?;
    Ok(success())
}

/// POST /account/change-password: the session continues under a new token, all others are logged out.
pub(crate) fn password(state: &ShopwareState, ctx: &mut Ctx) -> Result<Value, ApiError> {
    let customer = own(ctx)?.clone();
    let mut found = new_password_errors(ctx);
    found.extend(password_errors(&ctx.body, &customer));
    all_or_nothing(found)?;
    let new = text(&ctx.body, "newPassword").unwrap_or_default();
    unstorable_password(&new).map_or(Ok(()), Err)?;
    let new = text(&ctx.body, "newPassword");
    write(state, ctx, |customer| customer.password = new)?;
    ctx.token = state.sessions().renew(&ctx.token, &customer.id, ctx.now);
    state
        .orders()
        .mails
        .send(mails::account::password_changed(ctx, &customer));
    Ok(token_answer())
}

/// POST /account/change-language.
pub(crate) fn language(state: &ShopwareState, ctx: &Ctx) -> Result<Value, ApiError> {
    own(ctx)?;
    let id = text(&ctx.body, "languageId").unwrap_or_default();
    if !is_id(&id) {
        return Err(ApiError::invalid_uuid(&id));
    }
    let mut known = ctx.shop.shop.languages.iter();
    if !known.any(|language| language_id(&ctx.shop, &language.iso) == id) {
        return Err(ApiError::no_entity("language", &id, "/languageId"));
    }
    write(state, ctx, |customer| customer.language = id)?;
    Ok(success())
}

/// POST /account/change-payment-method/{id}.
pub(crate) fn payment_method(state: &ShopwareState, ctx: &Ctx, id: &str) -> Result<Value, ApiError> {
    own(ctx)?;
    if !is_id(id) {
        return Err(ApiError::invalid_uuid(id));
    }
    if !ctx.shop.shop.payment.iter().any(|row| payment_id(row) == id) {
        return Err(ApiError::new(
            StatusCode::BAD_REQUEST,
            "CHECKOUT__CUSTOMER_CHANGE_PAYMENT_METHOD_NOT_FOUND",
            format!("Change Payment to method {id} not possible."),
            json!({"paymentMethodId": id}),
        ));
    }
    write(state, ctx, |customer| customer.default_payment = Some(id.to_owned()))?;
    Ok(success())
}

fn write(state: &ShopwareState, ctx: &Ctx, change: impl FnOnce(&mut Customer)) -> Result<(), ApiError> {
    let id = ctx.login()?.id.as_str();
    let mut sessions = state.sessions();
    let customer = sessions.customer_entry(id).ok_or_else(ApiError::not_logged_in)?;
    change(customer);
    customer.updated = Some(ctx.now);
    Ok(())
}
