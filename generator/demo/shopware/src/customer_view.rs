//! Customers and addresses as the Store API prints them (Shopware §13.3, §14).

use serde_json::{Value, json};

use super::Ctx;
use super::criteria::Associations;
use super::customer::{Address, Customer, group_id};
use super::customer_group::customer_group;
use super::master_data::{country, country_id, payment_id, payment_method, salutation, salutation_id, state_of};
use super::out::{date_time, num};

/// The associations that are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Loaded {
    /// For a registration: defaults, salutation, all addresses.
    Registered,
    /// For the context: defaults, active addresses, salutation, payment method.
    Context,
    /// For a confirmed registration: salutation and all addresses, and the unchanged hash.
    Confirmed,
}

/// A customer.
pub(crate) fn customer(ctx: &Ctx, row: &Customer, loaded: Loaded) -> Value {
    let mut customer = columns(ctx, row, loaded);
    let associations = associations(ctx, row, loaded);
    if let (Some(map), Value::Object(more)) = (customer.as_object_mut(), associations) {
        map.extend(more);
        map.insert("id".to_owned(), json!(row.id));
        map.insert("apiAlias".to_owned(), json!("customer"));
        if loaded == Loaded::Confirmed {
            map.insert("extensions".to_owned(), found_by(row));
        }
    }
    customer
}

/// A customer with the requested associations.
pub(crate) fn requested(ctx: &Ctx, row: &Customer, wanted: &Associations) -> Value {
    let mut whole = customer(ctx, row, Loaded::Context);
    let Some(map) = whole.as_object_mut() else { return whole };
    map.insert("group".to_owned(), customer_group(ctx));
    map.insert(
        "addresses".to_owned(),
        row.addresses
            .iter()
            .map(|address| plain_address(row, address))
            .collect(),
    );
    for name in [
        "group",
        "defaultPaymentMethod",
        "salutation",
        "defaultBillingAddress",
        "defaultShippingAddress",
        "addresses",
    ] {
        if wanted.get(name).is_none() {
            map.insert(name.to_owned(), Value::Null);
        }
    }
    for name in ["activeBillingAddress", "activeShippingAddress"] {
        map.insert(name.to_owned(), Value::Null);
    }
    for name in ["defaultBillingAddress", "defaultShippingAddress"] {
        let Some(asked) = wanted.get(name) else { continue };
        let inner = asked.nested.get("country").is_some();
        if let Some(Value::Object(address)) = map.get_mut(name) {
            address.insert("salutation".to_owned(), Value::Null);
            if !inner {
                address.insert("country".to_owned(), Value::Null);
            }
        }
    }
    map.insert("extensions".to_owned(), found_by(row));
    whole
}

/// Fields that the database adds to a customer found by a search.
fn found_by(row: &Customer) -> Value {
    json!({"search": {
        "extensions": [], "_uniqueIdentifier": null, "translated": [], "autoIncrement": 1, "customerNumber": row.number
    }})
}

fn columns(ctx: &Ctx, row: &Customer, loaded: Loaded) -> Value {
    let opt_in = row.opt_in.as_ref();
    let hash = match loaded {
        Loaded::Registered => Some(""),
        Loaded::Context | Loaded::Confirmed => opt_in.map(|opt_in| opt_in.hash.as_str()),
    };
    json!({
        "translated": [], "createdAt": date_time(row.created), "updatedAt": row.updated.map(date_time), "groupId": group_id(&ctx.shop.shop, row.group.as_deref()),
        "defaultPaymentMethodId": row.default_payment, "salesChannelId": ctx.channel_id(), "languageId": row.language,
        "lastPaymentMethodId": row.last_payment, "defaultBillingAddressId": row.default_billing,
        "defaultShippingAddressId": row.default_shipping, "customerNumber": row.number, "salutationId": row.salutation,
        "firstName": row.first_name, "lastName": row.last_name, "company": row.company, "email": row.email, "title": row.title,
        "vatIds": (!row.vat_ids.is_empty()).then_some(&row.vat_ids), "affiliateCode": null, "campaignCode": null, "active": row.active,
        "doubleOptInRegistration": opt_in.is_some(), "doubleOptInEmailSentDate": opt_in.map(|opt_in| date_time(opt_in.sent)),
        "doubleOptInConfirmDate": opt_in.and_then(|opt_in| opt_in.confirmed).map(date_time), "hash": hash,
        "guest": row.guest, "firstLogin": date_time(row.created), "lastLogin": row.last_login.map(date_time), "accountType": row.account_type,
        "birthday": row.birthday.as_ref().map(|day| format!("{day}T00:00:00.000+00:00")),
        "lastOrderDate": row.last_order.map(date_time), "orderCount": row.order_count, "orderTotalAmount": num(row.order_total),
        "reviewCount": 0
    })
}

fn associations(ctx: &Ctx, row: &Customer, loaded: Loaded) -> Value {
    let in_context = loaded == Loaded::Context;
    let full = |address: Option<&Address>| address.map(|address| full_address(ctx, row, address));
    let default = |id: &str| full(row.address(id).filter(|_| loaded != Loaded::Confirmed));
    let active = |address: Option<&Address>| full(address.filter(|_| in_context));
    let plain = || -> Value {
        row.addresses
            .iter()
            .map(|address| plain_address(row, address))
            .collect()
    };
    let mut methods = ctx.shop.shop.payment.iter().enumerate();
    let payment = methods.find(|(_, method)| in_context && row.default_payment.as_deref() == Some(&payment_id(method)));
    json!({
        "group": null, "defaultPaymentMethod": payment.map(|(index, method)| payment_method(ctx, index, method)), "language": null,
        "lastPaymentMethod": null, "salutation": salutation_of(ctx, Some(&row.salutation)),
        "defaultBillingAddress": default(&row.default_billing),
        "defaultShippingAddress": default(&row.default_shipping),
        "activeBillingAddress": active(ctx.billing_address()), "activeShippingAddress": active(ctx.shipping_address()),
        "addresses": (!in_context).then(plain), "tags": null, "tagIds": null, "createdById": null, "updatedById": null,
        "customFields": null
    })
}

/// An address without associations, as returned when it is created or changed.
pub(crate) fn plain_address(of: &Customer, row: &Address) -> Value {
    address(of, row, &Value::Null, &Value::Null, &Value::Null)
}

/// An address with country, state and salutation.
pub(crate) fn full_address(ctx: &Ctx, of: &Customer, row: &Address) -> Value {
    let mut countries = ctx.shop.shop.countries.iter();
    let land = countries.find(|land| country_id(land) == row.country);
    let land = land.map_or(Value::Null, |land| country(ctx, land, &Associations::default()));
    let state = state_of(ctx, row.state.as_ref());
    address(of, row, &land, &state, &salutation_of(ctx, row.salutation.as_ref()))
}

fn address(of: &Customer, row: &Address, country: &Value, state: &Value, salutation: &Value) -> Value {
    json!({
        "translated": [], "createdAt": date_time(row.created), "updatedAt": row.updated.map(date_time), "customerId": of.id,
        "countryId": row.country, "countryStateId": row.state, "salutationId": row.salutation, "firstName": row.first_name,
        "lastName": row.last_name, "zipcode": row.zipcode, "city": row.city, "company": row.company, "department": row.department,
        "title": row.title, "street": row.street, "phoneNumber": row.phone, "additionalAddressLine1": row.line_1,
        "additionalAddressLine2": row.line_2, "country": country, "countryState": state, "salutation": salutation,
        "customFields": null, "id": row.id, "apiAlias": "customer_address"
    })
}

fn salutation_of(ctx: &Ctx, id: Option<&String>) -> Value {
    let mut rows = ctx.shop.shop.salutations.iter();
    rows.find(|row| id == Some(&salutation_id(row)))
        .map_or(Value::Null, |row| salutation(ctx, row))
}
