//! The settings `core.loginRegistration.*` that the control API can change, and the route of later versions that
//! returns them (Shopware §25.3).

use serde::Deserialize;
use serde_json::{Value, json};

use super::errors::ApiError;

/// The settings; missing keys have the values of a new installation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LoginSettings {
    /// `passwordMinLength`.
    pub password_min_length: usize,
    /// `additionalAddressField1Required`.
    pub additional_line_1_required: bool,
    /// `additionalAddressField2Required`.
    pub additional_line_2_required: bool,
    /// `phoneNumberFieldRequired`.
    pub phone_required: bool,
    /// `showAccountTypeSelection`: business customers must have a company.
    pub account_type_shown: bool,
    /// `checkVatIdPattern` of every country.
    pub vat_ids_checked: bool,
    /// `allowCustomerDeletion`.
    pub deletion_allowed: bool,
    /// Whether the route `/login-registration-settings` of later versions exists.
    pub told: bool,
}

impl Default for LoginSettings {
    fn default() -> Self {
        Self {
            password_min_length: 8,
            additional_line_1_required: false,
            additional_line_2_required: false,
            phone_required: false,
            account_type_shown: false,
            vat_ids_checked: false,
            deletion_allowed: false,
            told: false,
        }
    }
}

/// GET /login-registration-settings.
pub(crate) fn read(settings: &LoginSettings) -> Value {
    json!({
        "passwordMinLength": settings.password_min_length, "phoneNumberFieldRequired": settings.phone_required,
        "additionalAddressField1Required": settings.additional_line_1_required,
        "additionalAddressField2Required": settings.additional_line_2_required,
        "showAccountTypeSelection": settings.account_type_shown, "allowCustomerDeletion": settings.deletion_allowed,
        "apiAlias": "login_registration_settings"
    })
}

/// A violation of Shopware's data layer: its code is a UUID, and its pointer is relative to the written entity.
pub(crate) fn data_layer(code: Violation, value: &str, pointer: &str) -> ApiError {
    let length = value.chars().count();
    let shown = json!(format!("\"{value}\""));
    let (id, template, parameters) = match code {
        Violation::TooLong(limit) => (
            "d94b19cc-114f-4f44-9cc4-4138e80a87b9",
            "This value is too long. It should have {{ limit }} character or less.|This value is too long. It should have {{ limit }} characters or less.",
            json!({"{{ value }}": shown, "{{ limit }}": limit.to_string(), "{{ value_length }}": length.to_string()}),
        ),
        Violation::TooShort(limit) => (
            "9ff3fdc4-b214-49db-8718-39c315e33d45",
            "This value is too short. It should have {{ limit }} character or more.|This value is too short. It should have {{ limit }} characters or more.",
            json!({"{{ value }}": shown, "{{ limit }}": limit.to_string(), "{{ value_length }}": length.to_string()}),
        ),
        Violation::Blank => (
            "c1051bb4-d103-4f74-8988-acbcafc7fdc3",
            "This value should not be blank.",
            json!({"{{ value }}": shown}),
        ),
    };
    let limit = parameters
        .get("{{ limit }}")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let detail = template
        .rsplit('|')
        .next()
        .unwrap_or(template)
        .replace("{{ limit }}", limit);
    ApiError::of_data_layer(id, &detail, template, pointer, &parameters)
}

/// Reasons why the data layer refuses a value.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Violation {
    TooLong(usize),
    TooShort(usize),
    Blank,
}
