//! The calls of an account (Shopware §13): login, logout, passwords, and the customer's own data.

pub(crate) mod change;
pub(crate) mod login;
pub(crate) mod recovery;

use serde_json::{Map, Value, json};

use super::address_rules::{blank, text};
use super::customer::Customer;
use super::errors::ApiError;
use super::register::{BLANK, PASSWORD_MIN};
use super::routes::Account;
use super::{Ctx, ShopwareState, register};

/// Answers a call of an account: a body, or none with 204.
pub(crate) fn call(state: &ShopwareState, ctx: &mut Ctx, which: Account<'_>) -> Result<Option<Value>, ApiError> {
    Ok(Some(match which {
        Account::LogIn => login::log_in(state, ctx)?,
        Account::LogOut => login::log_out(state, ctx)?,
        Account::Confirm => register::confirm(state, ctx)?,
        Account::Recover => recovery::begin(state, ctx)?,
        Account::RecoveryExpired => recovery::is_expired(state, ctx)?,
        Account::RecoveryConfirm => recovery::confirm(state, ctx)?,
        Account::Read => change::read(ctx)?,
        Account::Delete => {
            change::delete(state, ctx)?;
            return Ok(None);
        }
        Account::Profile => change::profile(state, ctx)?,
        Account::Email => change::email(state, ctx)?,
        Account::Password => change::password(state, ctx)?,
        Account::Language => change::language(state, ctx)?,
        Account::PaymentMethod(id) => change::payment_method(state, ctx, id)?,
    }))
}

/// The answer of calls that change the token.
fn token_answer() -> Value {
    json!({"apiAlias": "array_struct", "redirectUrl": null})
}

/// The answer of calls that only succeed.
fn success() -> Value {
    json!({"apiAlias": "array_struct", "success": true})
}

/// The customer, unless it is a guest.
fn own<'c>(ctx: &'c Ctx) -> Result<&'c Customer, ApiError> {
    ctx.customer
        .as_deref()
        .filter(|customer| !customer.guest)
        .ok_or_else(ApiError::not_logged_in)
}

/// The password of the account, at `/password`.
fn password_errors(body: &Map<String, Value>, customer: &Customer) -> Option<ApiError> {
    if text(body, "password") == customer.password {
        return None;
    }
    let detail = "Your password is wrong";
    Some(ApiError::violation(
        "CUSTOMER_PASSWORD_NOT_CORRECT",
        detail,
        "/password",
        json!({}),
    ))
}

/// A new password and its confirmation.
fn new_password_errors(body: &Map<String, Value>) -> Vec<ApiError> {
    let Some(new) = text(body, "newPassword") else {
        return blank(body, "newPassword", "/newPassword", BLANK).into_iter().collect();
    };
    let mut found = Vec::new();
    found.extend(too_short(&new, "/newPassword"));
    found.extend(differs(&new, body, "newPasswordConfirm", "/newPassword"));
    found
}

/// A password below the minimum length.
pub(crate) fn too_short(password: &str, pointer: &str) -> Option<ApiError> {
    let length = password.chars().count();
    if length >= PASSWORD_MIN {
        return None;
    }
    let detail = format!("This value is too short. It should have {PASSWORD_MIN} characters or more.");
    let parameters = json!({
        "{{ value }}": format!("\"{password}\""), "{{ limit }}": PASSWORD_MIN.to_string(), "{{ value_length }}": length.to_string()
    });
    Some(ApiError::violation("TOO_SHORT_ERROR", detail, pointer, parameters))
}

/// A value that its repetition differs from; 6.6 gives this violation no code.
fn differs(value: &str, body: &Map<String, Value>, key: &str, pointer: &str) -> Option<ApiError> {
    let again = text(body, key).unwrap_or_default();
    (again != value).then(|| ApiError::uncoded(format!("This value should be equal to {again}."), pointer))
}
