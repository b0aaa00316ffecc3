//! Who may call, and which passwords are taken (Shopware §13): violations as Shopware writes them.

use serde_json::{Map, Value, json};

use super::super::Ctx;
use super::super::address_rules::{BLANK, blank, text};
use super::super::customer::Customer;
use super::super::errors::ApiError;

/// `core.loginRegistration.passwordMinLength`.
const PASSWORD_MIN: usize = 8;

/// The customer, unless it is a guest.
pub(super) fn own(ctx: &Ctx) -> Result<&Customer, ApiError> {
    ctx.customer
        .as_deref()
        .filter(|customer| !customer.guest)
        .ok_or_else(ApiError::not_logged_in)
}

/// The password of the account, at `/password`.
pub(super) fn password_errors(body: &Map<String, Value>, customer: &Customer) -> Option<ApiError> {
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
pub(super) fn new_password_errors(body: &Map<String, Value>) -> Vec<ApiError> {
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
pub(super) fn differs(value: &str, body: &Map<String, Value>, key: &str, pointer: &str) -> Option<ApiError> {
    let again = text(body, key).unwrap_or_default();
    (again != value).then(|| ApiError::uncoded(format!("This value should be equal to {again}."), pointer))
}
