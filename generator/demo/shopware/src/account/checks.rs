//! Who may call, and which passwords are accepted (Shopware §13), with Shopware's violations.

use regex::Regex;
use serde_json::{Map, Value, json};

use super::super::Ctx;
use super::super::address_rules::{BLANK, blank, text};
use super::super::customer::Customer;
use super::super::errors::ApiError;
use super::super::login_settings::{Violation, data_layer};
use super::super::master_data::{country_id, vat_id_pattern};

/// Minimum length that the data layer requires of a password, whatever the setting.
const STORED_PASSWORD_MIN: usize = 8;

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
pub(super) fn new_password_errors(ctx: &Ctx) -> Vec<ApiError> {
    let body = &ctx.body;
    let Some(new) = text(body, "newPassword") else {
        return blank(body, "newPassword", "/newPassword", BLANK).into_iter().collect();
    };
    let mut found = Vec::new();
    found.extend(too_short(ctx, &new, "/newPassword"));
    found.extend(differs(&new, body, "newPasswordConfirm", "/newPassword"));
    found
}

/// A password below the minimum length.
pub(crate) fn too_short(ctx: &Ctx, password: &str, pointer: &str) -> Option<ApiError> {
    let length = password.chars().count();
    let min = ctx.login.password_min_length;
    if length >= min {
        return None;
    }
    let detail = format!("This value is too short. It should have {min} characters or more.");
    let parameters = json!({
        "{{ value }}": format!("\"{password}\""), "{{ limit }}": min.to_string(), "{{ value_length }}": length.to_string()
    });
    Some(ApiError::violation("TOO_SHORT_ERROR", detail, pointer, parameters))
}

/// A value that differs from its confirmation; 6.6 gives this violation no code.
pub(super) fn differs(value: &str, body: &Map<String, Value>, key: &str, pointer: &str) -> Option<ApiError> {
    let again = text(body, key).unwrap_or_default();
    (again != value).then(|| ApiError::uncoded(format!("This value should be equal to {again}."), pointer))
}

/// A password that the setting allows but the data layer refuses (Shopware §25.3).
pub(crate) fn unstorable_password(password: &str) -> Option<ApiError> {
    (password.chars().count() < STORED_PASSWORD_MIN)
        .then(|| data_layer(Violation::TooShort(STORED_PASSWORD_MIN), password, "/0/password"))
}

/// A VAT id that the country requires, and, if enabled, ids that do not match their country's format.
pub(crate) fn vat_id_errors(ctx: &Ctx, body: &Map<String, Value>, country: Option<&str>) -> Vec<ApiError> {
    let mut countries = ctx.shop.shop.countries.iter();
    let row = countries.find(|row| country == Some(&country_id(row)));
    if row.is_some_and(|row| row.vat_id_required)
        && let Some(missing) = blank(body, "vatIds", "/vatIds", BLANK)
    {
        return vec![missing];
    }
    let iso = row.map(|row| row.iso.as_str());
    let Some(pattern) = iso.and_then(vat_id_pattern).filter(|_| ctx.login.vat_ids_checked) else {
        return Vec::new();
    };
    let Ok(pattern) = Regex::new(&format!("^(?:{pattern})$")) else {
        return Vec::new();
    };
    let wrong = vat_ids(body).into_iter().filter(|id| !pattern.is_match(id));
    wrong
        .map(|id| {
            let detail = format!("The format of vat id {id} is not correct.");
            let parameters = json!({"{{ vatId }}": format!("\"{id}\"")});
            ApiError::violation("VAT_ID_FORMAT_NOT_CORRECT", detail, "/vatIds", parameters)
        })
        .collect()
}

/// The VAT numbers of a request, unchecked: `country.checkVatIdPattern` is off.
pub(crate) fn vat_ids(body: &Map<String, Value>) -> Vec<String> {
    let ids = body.get("vatIds").and_then(Value::as_array);
    let ids = ids.into_iter().flatten().filter_map(Value::as_str);
    ids.map(str::to_owned).collect()
}
