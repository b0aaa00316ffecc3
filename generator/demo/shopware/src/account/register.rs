//! POST /account/register and /account/register-confirm (Shopware §13.3, §13.4): the session gets the new customer,
//! under a new token.

use http::StatusCode;
use jiff::civil::Date;
use serde_json::{Map, Value, json};

use super::super::address_rules::{
    BLANK, address, blank, city_fits, refused_by_data_layer, salutation_error, text, unspecified, violations,
};
use super::super::customer::{Address, Customer, OptIn};
use super::super::customer_view::{Loaded, customer};
use super::super::errors::{ApiError, all_or_nothing};
use super::super::ids::random_id;
use super::super::login_settings::{Violation, data_layer};
use super::super::master_data::payment_id;
use super::super::out::Includes;
use super::super::{Ctx, ShopwareState, email_hash::email_hash, mails};
use super::checks::{too_short, unstorable_password, vat_id_errors, vat_ids};
use std::sync::Arc;
use std::sync::atomic::Ordering;

const NO_CHOICE: &str = "The value you selected is not a valid choice.";

/// Registers the customer; afterwards `ctx` is in the new session.
pub(crate) fn register(state: &ShopwareState, ctx: &mut Ctx) -> Result<Value, ApiError> {
    let includes = Includes::parse(ctx.body.get("includes"))?;
    let body = completed(ctx)?;
    all_or_nothing(errors(ctx, &body)?)?;
    all_or_nothing(unstorable(&body))?;
    for address in [part(&body, "billingAddress"), part(&body, "shippingAddress")]
        .into_iter()
        .flatten()
    {
        city_fits(address)?;
    }
    let url = text(&body, "storefrontUrl").unwrap_or_default();
    let setting = match is_guest(&body) {
        true => &state.double_opt_in_of_guests,
        false => &state.double_opt_in,
    };
    let must_confirm = setting.load(Ordering::Relaxed);
    let mut new = new_customer(ctx, &body);
    if must_confirm {
        new.opt_in = Some(OptIn {
            hash: random_id(),
            sent: ctx.now,
            confirmed: None,
        });
    }
    let mut sessions = state.sessions();
    if !new.guest && sessions.account(&new.email).is_some() {
        return Err(taken(&new.email));
    }
    let new = sessions.add(new);
    if !must_confirm {
        ctx.token = sessions.renew(&ctx.token, &new.id, ctx.now);
        ctx.customer = Some(Arc::new(new.clone()));
    }
    drop(sessions);
    let mail = match &new.opt_in {
        Some(opt_in) => Some(mails::account::to_confirm(ctx, &new, &url, &opt_in.hash)),
        None if new.guest => None,
        None => Some(mails::account::registered(ctx, &new, &url)),
    };
    if let Some(mail) = mail {
        state.orders().mails.send(mail);
    }
    Ok(includes.prune(customer(ctx, &new, Loaded::Registered)))
}

/// POST /account/register-confirm: logs the customer in.
pub(crate) fn confirm(state: &ShopwareState, ctx: &mut Ctx) -> Result<Value, ApiError> {
    let not_found = |code: &str, detail: String, parameters: Value| {
        ApiError::new(StatusCode::NOT_FOUND, &format!("CHECKOUT__{code}"), detail, parameters)
    };
    let Some(hash) = text(&ctx.body, "hash") else {
        return Err(not_found(
            "NO_HASH_PROVIDED",
            "The given hash is empty.".to_owned(),
            json!({}),
        ));
    };
    let mut sessions = state.sessions();
    let found = sessions
        .customers()
        .find(|row| row.opt_in.as_ref().is_some_and(|opt_in| opt_in.hash == hash));
    let Some(found) = found.cloned() else {
        let detail = format!("No matching customer for the hash \"{hash}\" was found.");
        return Err(not_found("CUSTOMER_NOT_FOUND_BY_HASH", detail, json!({"hash": hash})));
    };
    confirmable(ctx, &found)?;
    let now = ctx.now;
    let Some(row) = sessions.customer_entry(&found.id) else {
        return Err(ApiError::not_logged_in());
    };
    if let Some(opt_in) = &mut row.opt_in {
        opt_in.confirmed = Some(now);
    }
    let row = row.clone();
    ctx.token = sessions.enter(&ctx.token, &row.id, now);
    ctx.customer = Some(Arc::new(row.clone()));
    Ok(customer(ctx, &row, Loaded::Confirmed))
}

/// Checks that the link belongs to the customer and was not used.
fn confirmable(ctx: &Ctx, found: &Customer) -> Result<(), ApiError> {
    let right = email_hash(&found.email);
    let em = text(&ctx.body, "em").unwrap_or_default();
    if em != right {
        let parameters = json!({
            "{{ value }}": format!("\"{em}\""), "{{ compared_value }}": format!("\"{right}\""), "{{ compared_value_type }}": "string"
        });
        let detail = format!("This value should be equal to \"{right}\".");
        return Err(ApiError::violation("NOT_EQUAL_ERROR", detail, "/em", parameters));
    }
    if found.opt_in.as_ref().is_some_and(|opt_in| opt_in.confirmed.is_some()) {
        return Err(ApiError::new(
            StatusCode::PRECONDITION_FAILED,
            "CHECKOUT__CUSTOMER_IS_ALREADY_CONFIRMED",
            format!("The customer with the id \"{}\" is already confirmed.", found.id),
            json!({"customerId": found.id}),
        ));
    }
    Ok(())
}

/// The error for an e-mail address that another account uses.
pub(crate) fn taken(email: &str) -> ApiError {
    let detail = format!("The email address \"{email}\" is already in use.");
    let parameters = json!({"{{ email }}": format!("\"{email}\"")});
    ApiError::violation("CUSTOMER_EMAIL_NOT_UNIQUE", detail, "/email", parameters)
}

fn is_guest(body: &Map<String, Value>) -> bool {
    match body.get("guest") {
        Some(Value::Bool(guest)) => *guest,
        Some(Value::String(text)) => !text.is_empty() && text != "0",
        Some(Value::Number(number)) => number.as_f64() != Some(0.0),
        _ => false,
    }
}

/// The request with values that Shopware fills in: names from the billing address if missing at the top level, and the
/// other way round.
fn completed(ctx: &Ctx) -> Result<Map<String, Value>, ApiError> {
    let mut body = ctx.body.clone();
    let mut billing = match body.remove("billingAddress") {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(map)) => map,
        Some(Value::Array(list)) if list.is_empty() => Map::new(),
        Some(_) => return Err(no_object()),
    };
    for key in ["firstName", "lastName", "salutationId"] {
        if text(&body, key).is_none()
            && let Some(value) = billing.get(key)
        {
            body.insert(key.to_owned(), value.clone());
        }
        if let Some(value) = body.get(key) {
            billing.insert(key.to_owned(), value.clone());
        }
    }
    body.insert("billingAddress".to_owned(), Value::Object(billing));
    Ok(body)
}

/// PHP's error for a text instead of an address object; the real answer contains a path of its server.
fn no_object() -> ApiError {
    ApiError::plain(
        StatusCode::INTERNAL_SERVER_ERROR,
        "0",
        "Shopware\\Core\\Checkout\\Customer\\SalesChannel\\RegisterRoute::getCreateAddressValidationDefinition(): Argument #3 ($address) must be of type Shopware\\Core\\Framework\\Validation\\DataBag\\DataBag, string given, called in vendor/shopware/core/Checkout/Customer/SalesChannel/RegisterRoute.php on line 341",
    )
}

fn errors(ctx: &Ctx, body: &Map<String, Value>) -> Result<Vec<ApiError>, ApiError> {
    let mut found: Vec<ApiError> = salutation_error(ctx, body, "/salutationId")?.into_iter().collect();
    found.extend(account_type_error(body));
    for key in ["firstName", "lastName"] {
        found.extend(blank(body, key, &format!("/{key}"), BLANK));
    }
    found.extend(email_error(body, "VIOLATION::INVALID_EMAIL_FORMAT_ERROR"));
    if !is_guest(body) {
        found.extend(password_error(ctx, body));
    }
    found.extend(storefront_error(ctx, body));
    if let Some(billing) = part(body, "billingAddress") {
        found.extend(violations(ctx, billing, "/billingAddress")?);
        if text(body, "accountType").as_deref() == Some("business") {
            if ctx.login.account_type_shown {
                found.extend(blank(billing, "company", "/billingAddress/company", BLANK));
            }
            found.extend(vat_id_errors(ctx, body, text(billing, "countryId").as_deref()));
        }
    }
    match body.get("shippingAddress") {
        None | Some(Value::Null) => {}
        // PHP does not distinguish an empty list from an empty object.
        Some(Value::Array(list)) if list.is_empty() => found.extend(violations(ctx, &Map::new(), "/shippingAddress")?),
        Some(Value::Object(map)) => found.extend(violations(ctx, map, "/shippingAddress")?),
        Some(_) => {
            let detail = "This value should satisfy at least one of the following constraints.";
            found.push(ApiError::violation(
                "AT_LEAST_ONE_OF_ERROR",
                detail,
                "/shippingAddress",
                json!({}),
            ));
        }
    }
    Ok(found)
}

/// The data layer's violations: pointers are relative to the customer, whose first address is the billing address.
fn unstorable(body: &Map<String, Value>) -> Vec<ApiError> {
    let mut found = Vec::new();
    let addresses = [part(body, "billingAddress"), part(body, "shippingAddress")];
    if text(body, "accountType").as_deref() == Some("business")
        && let Some(company) = addresses.iter().flatten().find_map(|address| text(address, "company"))
        && company.chars().count() > 255
    {
        found.push(data_layer(Violation::TooLong(255), &company, "/0/company"));
    }
    if let Some(email) = text(body, "email").filter(|email| email.chars().count() > 254) {
        found.push(data_layer(Violation::TooLong(254), &email, "/0/email"));
    }
    if let Some(password) = text(body, "password").filter(|_| !is_guest(body)) {
        found.extend(unstorable_password(&password));
    }
    for (place, address) in addresses.into_iter().flatten().enumerate() {
        found.extend(refused_by_data_layer(address, &format!("/0/addresses/{place}")));
    }
    found
}

fn part<'b>(body: &'b Map<String, Value>, key: &str) -> Option<&'b Map<String, Value>> {
    body.get(key).and_then(Value::as_object)
}

fn account_type_error(body: &Map<String, Value>) -> Option<ApiError> {
    let kind = text(body, "accountType").filter(|kind| kind != "private" && kind != "business")?;
    let parameters = json!({"{{ value }}": format!("\"{kind}\""), "{{ choices }}": "\"private\", \"business\""});
    Some(ApiError::violation(
        "NO_SUCH_CHOICE_ERROR",
        NO_CHOICE,
        "/accountType",
        parameters,
    ))
}

/// Validates the e-mail address; register has another message for its format than the other calls.
pub(crate) fn email_error(body: &Map<String, Value>, detail: &str) -> Option<ApiError> {
    let Some(email) = text(body, "email") else {
        return blank(body, "email", "/email", BLANK);
    };
    if is_email(&email) {
        return None;
    }
    let parameters = json!({"{{ value }}": format!("\"{email}\"")});
    Some(ApiError::violation(
        "INVALID_FORMAT_ERROR",
        detail,
        "/email",
        parameters,
    ))
}

/// The rule of an HTML email input, with a dot in the domain.
fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else {
        return false;
    };
    let in_local = |c: char| c.is_ascii_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-\\".contains(c);
    let label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && label.chars().all(|c| c.is_alphanumeric() || c == '-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    !local.is_empty() && local.chars().all(in_local) && domain.contains('.') && domain.split('.').all(label)
}

fn password_error(ctx: &Ctx, body: &Map<String, Value>) -> Option<ApiError> {
    let Some(password) = text(body, "password") else {
        return blank(body, "password", "/password", BLANK);
    };
    too_short(ctx, &password, "/password")
}

/// `storefrontUrl` is the URL of one of the channel's domains, without a trailing slash.
pub(crate) fn storefront_error(ctx: &Ctx, body: &Map<String, Value>) -> Option<ApiError> {
    let Some(url) = text(body, "storefrontUrl") else {
        return blank(body, "storefrontUrl", "/storefrontUrl", BLANK);
    };
    let domains = ctx.domains();
    if domains.contains(&url) {
        return None;
    }
    let choices: Vec<String> = domains.iter().map(|domain| format!("\"{domain}\"")).collect();
    let parameters = json!({"{{ value }}": format!("\"{url}\""), "{{ choices }}": choices.join(", ")});
    Some(ApiError::violation(
        "NO_SUCH_CHOICE_ERROR",
        NO_CHOICE,
        "/storefrontUrl",
        parameters,
    ))
}

/// A date; invalid parts are dropped.
fn birthday(body: &Map<String, Value>) -> Option<String> {
    let part = |key: &str| text(body, key)?.parse::<i16>().ok();
    let day = i8::try_from(part("birthdayDay")?).ok()?;
    let month = i8::try_from(part("birthdayMonth")?).ok()?;
    let date = Date::new(part("birthdayYear")?, month, day).ok()?;
    Some(date.to_string())
}

/// Company and VAT numbers, only for business customers: the company comes from an address, and numbers require one.
fn business(body: &Map<String, Value>, billing: &Address, shipping: Option<&Address>) -> (Option<String>, Vec<String>) {
    if text(body, "accountType").as_deref() != Some("business") {
        return (None, Vec::new());
    }
    let company = billing.company.clone();
    let company = company.or_else(|| shipping.and_then(|address| address.company.clone()));
    let ids = match company {
        Some(_) => vat_ids(body),
        None => Vec::new(),
    };
    (company, ids)
}

fn new_customer(ctx: &Ctx, body: &Map<String, Value>) -> Customer {
    let empty = Map::new();
    let salutation = text(body, "salutationId")
        .or_else(|| unspecified(ctx))
        .unwrap_or_default();
    let mut billing = address(ctx, part(body, "billingAddress").unwrap_or(&empty));
    billing.salutation = billing.salutation.or_else(|| unspecified(ctx));
    let shipping = part(body, "shippingAddress").map(|sent| address(ctx, sent));
    let guest = is_guest(body);
    let (company, vat_ids) = business(body, &billing, shipping.as_ref());
    Customer {
        id: random_id(),
        number: String::new(),
        email: text(body, "email").unwrap_or_default(),
        password: text(body, "password").filter(|_| !guest),
        guest,
        active: true,
        opt_in: None,
        last_login: None,
        first_name: text(body, "firstName").unwrap_or_default(),
        last_name: text(body, "lastName").unwrap_or_default(),
        title: text(body, "title"),
        salutation,
        group: None,
        account_type: text(body, "accountType").unwrap_or_else(|| "private".to_owned()),
        company,
        vat_ids,
        birthday: birthday(body),
        language: ctx.language_id(),
        default_payment: ctx.payment().map(|(_, row)| payment_id(row)),
        last_payment: None,
        default_billing: billing.id.clone(),
        default_shipping: shipping
            .as_ref()
            .map_or_else(|| billing.id.clone(), |address| address.id.clone()),
        addresses: std::iter::once(billing).chain(shipping).collect(),
        order_count: 0,
        order_total: 0.0,
        last_order: None,
        redeemed: Vec::new(),
        created: ctx.now,
        updated: None,
    }
}
