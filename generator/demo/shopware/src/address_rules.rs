//! Validation of addresses (Shopware §14, §2.1), for registration and for the address book: all violations are returned
//! together.

use regex::RegexBuilder;
use serde_json::{Map, Value, json};

use super::Ctx;
use super::customer::Address;
use super::errors::{ApiError, is_id};
use super::ids::random_id;
use super::login_settings::{Violation, data_layer};
use super::master_data::{country_id, postal_pattern, salutation_id, state_of};
use http::StatusCode;
use vitrine_demo_shop::Country;

/// The violation of a required field, as Symfony words it.
pub(crate) const BLANK: &str = "This value should not be blank.";

/// A text of a request; `None` if it is empty.
pub(crate) fn text(body: &Map<String, Value>, key: &str) -> Option<String> {
    match body.get(key) {
        Some(Value::String(text)) if !text.is_empty() => Some(text.clone()),
        Some(Value::Number(number)) => Some(number.to_string()),
        _ => None,
    }
}

/// The violation of a required field.
pub(crate) fn blank(body: &Map<String, Value>, key: &str, pointer: &str, detail: &str) -> Option<ApiError> {
    let sent = body.get(key).unwrap_or(&Value::Null);
    let shown = match sent {
        Value::Null => "null".to_owned(),
        Value::String(text) if text.is_empty() => "\"\"".to_owned(),
        Value::Bool(false) => "false".to_owned(),
        Value::Array(list) if list.is_empty() => "array".to_owned(),
        _ => return None,
    };
    Some(ApiError::violation(
        "IS_BLANK_ERROR",
        detail,
        pointer,
        json!({"{{ value }}": shown}),
    ))
}

/// An invalid id, or an id that no salutation has.
pub(crate) fn salutation_error(
    ctx: &Ctx,
    body: &Map<String, Value>,
    pointer: &str,
) -> Result<Option<ApiError>, ApiError> {
    let Some(id) = text(body, "salutationId") else {
        return Ok(None);
    };
    if !is_id(&id) {
        return Err(ApiError::invalid_uuid(&id));
    }
    let known = ctx.shop.shop.salutations.iter().any(|row| salutation_id(row) == id);
    Ok((!known).then(|| ApiError::no_entity("salutation", &id, pointer)))
}

/// The violations of an address whose fields are below `at` (`` or `/billingAddress`). An invalid id, or an unknown
/// country, is returned alone.
pub(crate) fn violations(ctx: &Ctx, body: &Map<String, Value>, at: &str) -> Result<Vec<ApiError>, ApiError> {
    let mut found: Vec<ApiError> = salutation_error(ctx, body, &format!("{at}/salutationId"))?
        .into_iter()
        .collect();
    let country = country_of(ctx, body)?;
    if let Some(id) = text(body, "countryStateId") {
        if !is_id(&id) {
            return Err(ApiError::invalid_uuid(&id));
        }
        if state_of(ctx, Some(&id)).is_null() {
            let pointer = format!("{at}/countryStateId");
            found.push(ApiError::no_entity("country_state", &id, &pointer));
        }
    }
    let required = [
        ("countryId", "COUNTRY"),
        ("firstName", "FIRST_NAME"),
        ("lastName", "LAST_NAME"),
        ("street", "STREET"),
        ("city", "CITY"),
    ];
    found.extend(required.iter().filter_map(|(key, name)| {
        let detail = format!("VIOLATION::{name}_IS_BLANK_ERROR");
        blank(body, key, &format!("{at}/{key}"), &detail)
    }));
    if let Some(country) = country {
        found.extend(zipcode_error(country, body, &format!("{at}/zipcode")));
    }
    found.extend(zipcode_too_long(body, &format!("{at}/zipcode")));
    let login = ctx.login;
    let asked = [
        (
            login.additional_line_1_required,
            "additionalAddressLine1",
            "ADDITIONAL_ADDR1",
        ),
        (
            login.additional_line_2_required,
            "additionalAddressLine2",
            "ADDITIONAL_ADDR2",
        ),
        (login.phone_required, "phoneNumber", "PHONE_NUMBER"),
    ];
    found.extend(asked.iter().filter(|(asked, ..)| *asked).filter_map(|(_, key, name)| {
        let detail = format!("VIOLATION::{name}_IS_BLANK_ERROR");
        blank(body, key, &format!("{at}/{key}"), &detail)
    }));
    Ok(found)
}

/// Maximum lengths of an address's fields in characters, except the city (Shopware §25.3).
const LONGEST: [(&str, usize); 9] = [
    ("firstName", 50),
    ("lastName", 60),
    ("title", 100),
    ("company", 255),
    ("department", 255),
    ("street", 255),
    ("phoneNumber", 40),
    ("additionalAddressLine1", 255),
    ("additionalAddressLine2", 255),
];
/// Length of the database column of the city, which is not validated.
const CITY: usize = 70;

/// The data layer's violations for an address whose entity is at `at`; tags are removed first.
pub(crate) fn refused_by_data_layer(body: &Map<String, Value>, at: &str) -> Vec<ApiError> {
    let mut found = Vec::new();
    for (key, longest) in LONGEST {
        let Some(sent) = text(body, key) else { continue };
        let stored = without_tags(&sent);
        let pointer = format!("{at}/{key}");
        if stored.chars().count() > longest {
            found.push(data_layer(Violation::TooLong(longest), &stored, &pointer));
        } else if stored.is_empty() && matches!(key, "firstName" | "lastName" | "street") {
            found.push(data_layer(Violation::Blank, "", &pointer));
        }
    }
    found
}

/// The database's error for a city that does not fit.
pub(crate) fn city_fits(body: &Map<String, Value>) -> Result<(), ApiError> {
    let city = text(body, "city").unwrap_or_default();
    if city.chars().count() <= CITY {
        return Ok(());
    }
    Err(ApiError::plain(
        StatusCode::INTERNAL_SERVER_ERROR,
        "1406",
        "An exception occurred while executing a query: SQLSTATE[22001]: String data, right truncated: 1406 Data too long for column 'city' at row 1",
    ))
}

/// The text without HTML tags; a tag starts with `<` and anything but white space, and an unclosed one extends to the
/// end.
pub(crate) fn without_tags(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        let (before, tag) = rest.split_at(start);
        kept.push_str(before);
        let is_tag = tag.chars().nth(1).is_some_and(|c| !c.is_whitespace());
        if !is_tag {
            kept.push('<');
            rest = &tag[1..];
            continue;
        }
        rest = tag.find('>').map_or("", |end| &tag[end + 1..]);
    }
    kept.push_str(rest);
    kept
}

/// The route's own check of a postal code.
fn zipcode_too_long(body: &Map<String, Value>, pointer: &str) -> Option<ApiError> {
    let sent = text(body, "zipcode")?;
    let length = sent.chars().count();
    if length <= 50 {
        return None;
    }
    let parameters = json!({
        "{{ value }}": format!("\"{sent}\""), "{{ limit }}": "50", "{{ value_length }}": length.to_string()
    });
    let detail = "This value is too long. It should have 50 characters or less.";
    Some(ApiError::violation("TOO_LONG_ERROR", detail, pointer, parameters))
}

/// The country of an address. One that the channel does not offer is also accepted.
fn country_of<'c>(ctx: &'c Ctx, body: &Map<String, Value>) -> Result<Option<&'c Country>, ApiError> {
    let Some(id) = text(body, "countryId") else {
        return Ok(None);
    };
    if !is_id(&id) {
        return Err(ApiError::invalid_uuid(&id));
    }
    let mut countries = ctx.shop.shop.countries.iter();
    match countries.find(|country| country_id(country) == id) {
        Some(country) => Ok(Some(country)),
        None => Err(ApiError::new(
            StatusCode::BAD_REQUEST,
            "CHECKOUT__CUSTOMER_COUNTRY_NOT_FOUND",
            format!("Country with id \"{id}\" not found."),
            json!({"countryId": id}),
        )),
    }
}

/// Checks a postal code if the country requires one, and its pattern if the shop enforces it.
fn zipcode_error(country: &Country, body: &Map<String, Value>, pointer: &str) -> Option<ApiError> {
    let Some(sent) = text(body, "zipcode") else {
        if !country.postal_code_required {
            return None;
        }
        let detail = "Postal code is required for that country";
        return Some(ApiError::violation("IS_BLANK_ERROR", detail, pointer, json!({})));
    };
    let pattern = postal_pattern(&country.iso).filter(|_| country.check_postal_code)?;
    let pattern = RegexBuilder::new(&format!("^{pattern}$"))
        .case_insensitive(true)
        .build()
        .ok()?;
    if pattern.is_match(&sent) {
        return None;
    }
    let iso = format!("\"{}\"", country.iso);
    let detail = format!("This value is not a valid ZIP code for country {iso}");
    Some(ApiError::violation(
        "ZIP_CODE_INVALID",
        detail,
        pointer,
        json!({"{{ iso }}": iso}),
    ))
}

/// Id of the salutation for those who specify none.
pub(crate) fn unspecified(ctx: &Ctx) -> Option<String> {
    let mut rows = ctx.shop.shop.salutations.iter();
    rows.find(|row| row.key == "not_specified").map(salutation_id)
}

/// The address in a valid request. Without a salutation it has none (Shopware §25.3).
pub(crate) fn address(ctx: &Ctx, body: &Map<String, Value>) -> Address {
    let optional = |key: &str| text(body, key).map(|text| without_tags(&text));
    let required = |key: &str| optional(key).unwrap_or_default();
    Address {
        id: random_id(),
        country: required("countryId"),
        state: optional("countryStateId"),
        salutation: optional("salutationId"),
        title: optional("title"),
        first_name: required("firstName"),
        last_name: required("lastName"),
        company: optional("company"),
        department: optional("department"),
        street: required("street"),
        zipcode: optional("zipcode"),
        city: required("city"),
        phone: optional("phoneNumber"),
        line_1: optional("additionalAddressLine1"),
        line_2: optional("additionalAddressLine2"),
        created: ctx.now,
        updated: None,
    }
}
