//! The order entity as the Store API prints it (Shopware §12.3). Values stored in the order are as they were sold;
//! methods, countries and states are in the language of the call. `includes` are applied to the finished answer.

use serde_json::{Map, Value, json};

use super::super::criteria::{Association, Associations};
use super::super::master_data::{
    country, country_id, currency, language_entity, payment_id, payment_method, salutation, shipping_id,
    shipping_method, state_of,
};
use super::super::out::{LIVE_VERSION, date_time, num};
use super::super::product_parts::{cover_media, download_media};
use super::super::search_result::refined;
use super::super::{Ctx, language_id};
use super::{Delivery, Order, OrderAddress, OrderLine, Transaction};
use vitrine_demo_shop::id_of;

/// The order with the requested associations. `found` is its index among all orders, for a search.
pub(super) fn entity(ctx: &Ctx, order: &Order, asked: &Associations, found: Option<usize>) -> Value {
    let mut map = Map::new();
    if let Some(place) = found {
        let search = json!({
            "extensions": [], "_uniqueIdentifier": null, "translated": [], "autoIncrement": place + 1, "orderNumber": order.number
        });
        map.insert("extensions".to_owned(), json!({"search": search}));
    }
    extend(&mut map, own_fields(ctx, order));
    extend(&mut map, associated(ctx, order, asked));
    map.insert("apiAlias".to_owned(), "order".into());
    Value::Object(map)
}

/// The fields of an order without associations.
fn own_fields(ctx: &Ctx, order: &Order) -> Value {
    let price = |key: &str| order.price.get(key).cloned().unwrap_or_default();
    let currency_of = ctx.currency_of(order.currency.as_ref());
    json!({
        "versionId": LIVE_VERSION, "translated": [], "createdAt": date_time(order.placed), "updatedAt": order.updated.map(date_time),
        "orderNumber": order.number, "currencyId": currency_of.id, "currencyFactor": num(currency_of.factor), "salesChannelId": ctx.channel_id(),
        "billingAddressId": order.addresses.first().map(|row| &row.id), "billingAddressVersionId": LIVE_VERSION,
        "orderDateTime": date_time(order.placed), "orderDate": midnight(order), "price": order.price,
        "amountTotal": price("totalPrice"), "amountNet": price("netPrice"), "positionPrice": price("positionPrice"),
        "taxStatus": price("taxStatus"), "shippingCosts": order.shipping_costs,
        "shippingTotal": order.shipping_costs.get("totalPrice"), "languageId": language_id(&ctx.shop, &order.iso),
        "deepLinkCode": order.deep_link, "affiliateCode": order.affiliate, "campaignCode": order.campaign,
        "customerComment": order.comment, "createdById": null, "updatedById": null, "source": null, "customFields": null, "id": order.id
    })
}

/// The associations of an order: null if they were not requested.
fn associated(ctx: &Ctx, order: &Order, asked: &Associations) -> Value {
    let list = |name: &str, make: &dyn Fn(&Ctx, &Associations) -> Vec<Value>| {
        asked.get(name).map_or(Value::Null, |below| {
            refined(ctx, below, &|ctx: &Ctx| make(ctx, &below.nested))
        })
    };
    let billing = order.addresses.first();
    json!({
        "orderCustomer": customer(ctx, order, asked.get("orderCustomer")), "currency": asked.get("currency").map(|_| currency(ctx, &ctx.currency_of(order.currency.as_ref()))),
        "language": asked.get("language").map(|_| language(ctx, &order.iso)),
        "addresses": list("addresses", &|ctx, below| order.addresses.iter().map(|row| address(ctx, order, row, below)).collect()),
        "billingAddress": asked.get("billingAddress").and_then(|below| Some(address(ctx, order, billing?, &below.nested))),
        "deliveries": list("deliveries", &|ctx, below| order.deliveries.iter().map(|row| delivery(ctx, order, row, below)).collect()),
        "lineItems": list("lineItems", &|ctx, below| order.lines.iter().map(|row| line(ctx, order, row, below)).collect()),
        "transactions": list("transactions", &|ctx, below| {
            order.transactions.iter().map(|row| transaction(ctx, order, row, below)).collect()
        }),
        "stateMachineState": asked.get("stateMachineState").map(|_| order.state.entity(ctx)),
        "documents": asked.get("documents").map(|below| {
            order.documents.iter().map(|row| row.entity(ctx, order, &below.nested)).collect::<Vec<_>>()
        }),
        "tags": asked.get("tags").map(|_| json!([]))
    })
}

/// The day of the order, at midnight.
fn midnight(order: &Order) -> String {
    let day = order.placed.to_zoned(jiff::tz::TimeZone::UTC).date();
    format!("{day}T00:00:00.000+00:00")
}

fn language(ctx: &Ctx, iso: &str) -> Value {
    let rows = &ctx.shop.shop.languages;
    let row = rows.iter().find(|row| row.iso == iso);
    row.map_or(Value::Null, |row| language_entity(ctx, &row.iso, &row.name))
}

fn customer(ctx: &Ctx, order: &Order, asked: Option<&Association>) -> Option<Value> {
    let asked = asked?;
    let buyer = &order.buyer;
    let salutations = &ctx.shop.shop.salutations;
    let title = salutations
        .iter()
        .filter(|_| asked.nested.get("salutation").is_some())
        .find(|row| id_of("salutation", &row.key, row.id.as_deref()) == buyer.salutation);
    Some(json!({
        "versionId": LIVE_VERSION, "translated": [], "createdAt": date_time(order.placed), "updatedAt": null, "email": buyer.email,
        "salutationId": buyer.salutation, "firstName": buyer.first_name, "lastName": buyer.last_name, "title": buyer.title,
        "vatIds": (!buyer.vat_ids.is_empty()).then_some(&buyer.vat_ids), "company": buyer.company, "customerNumber": buyer.number,
        "salutation": title.map(|row| salutation(ctx, row)), "customFields": null, "id": buyer.id, "apiAlias": "order_customer"
    }))
}

fn address(ctx: &Ctx, order: &Order, row: &OrderAddress, asked: &Associations) -> Value {
    let land = asked.get("country").and_then(|below| {
        let rows = &ctx.shop.shop.countries;
        let land = rows.iter().find(|land| country_id(land) == row.country)?;
        Some(country(ctx, land, &below.nested))
    });
    let state = asked.get("countryState").map(|_| state_of(ctx, row.state.as_ref()));
    let mut map = common(order);
    map.insert("countryId".to_owned(), row.country.clone().into());
    map.insert("countryStateId".to_owned(), row.state.clone().into());
    map.extend(row.fields.clone());
    extend(
        &mut map,
        json!({
            "country": land, "countryState": state, "salutation": null, "customFields": null, "id": row.id, "apiAlias": "order_address"
        }),
    );
    Value::Object(map)
}

fn delivery(ctx: &Ctx, order: &Order, row: &Delivery, asked: &Associations) -> Value {
    let target = order.addresses.iter().find(|address| address.id == row.address);
    let target = asked
        .get("shippingOrderAddress")
        .and_then(|below| Some(address(ctx, order, target?, &below.nested)));
    let method = asked.get("shippingMethod").and_then(|_| {
        let mut rows = ctx.shop.shop.shipping.iter().enumerate();
        let (index, method) = rows.find(|(_, method)| shipping_id(method) == row.method)?;
        Some(shipping_method(ctx, index, method, false))
    });
    let mut map = of_order(order);
    extend(
        &mut map,
        json!({
            "shippingOrderAddressId": row.address, "shippingOrderAddressVersionId": LIVE_VERSION, "shippingMethodId": row.method,
            "trackingCodes": row.tracking, "shippingDateEarliest": row.earliest, "shippingDateLatest": row.latest,
            "shippingCosts": row.costs, "shippingOrderAddress": target, "stateId": row.state.id(),
            "stateMachineState": asked.get("stateMachineState").map(|_| row.state.entity(ctx)), "shippingMethod": method,
            "positions": null, "updatedAt": row.updated.map(date_time), "customFields": null, "id": row.id, "apiAlias": "order_delivery"
        }),
    );
    Value::Object(map)
}

fn transaction(ctx: &Ctx, order: &Order, row: &Transaction, asked: &Associations) -> Value {
    let method = asked.get("paymentMethod").and_then(|_| {
        let mut rows = ctx.shop.shop.payment.iter().enumerate();
        let (index, method) = rows.find(|(_, method)| payment_id(method) == row.method)?;
        Some(payment_method(ctx, index, method))
    });
    let mut map = of_order(order);
    extend(
        &mut map,
        json!({
            "createdAt": date_time(row.created), "updatedAt": row.updated.map(date_time), "paymentMethodId": row.method, "amount": row.amount,
            "paymentMethod": method, "stateMachineState": asked.get("stateMachineState").map(|_| row.state.entity(ctx)),
            "stateId": row.state.id(), "captures": null, "validationData": [], "customFields": row.fields, "id": row.id,
            "apiAlias": "order_transaction"
        }),
    );
    Value::Object(map)
}

fn line(ctx: &Ctx, order: &Order, row: &OrderLine, asked: &Associations) -> Value {
    let product = row.product.as_deref().and_then(|id| ctx.shop.product_by_id.get(id));
    let product = product.and_then(|index| ctx.shop.products.get(*index));
    let cover = asked.get("cover").and_then(|_| Some(cover_media(ctx, product?)));
    let downloads = asked.get("downloads").map(|below| {
        let media = product.and_then(|product| download_media(product));
        let rows = media.into_iter().map(|(id, media)| {
            let media = below.nested.get("media").map(|_| &media);
            download(order, row, &id, media)
        });
        Value::Array(rows.collect())
    });
    let mut map = of_order(order);
    map.extend(row.fields.clone());
    extend(
        &mut map,
        json!({
            "parent": null, "orderDeliveryPositions": null, "cover": cover, "children": null, "downloads": downloads,
            "productVersionId": LIVE_VERSION, "parentVersionId": LIVE_VERSION, "customFields": null,
            "id": row.id, "apiAlias": "order_line_item"
        }),
    );
    Value::Object(map)
}

fn download(order: &Order, line: &OrderLine, media_id: &str, media: Option<&Value>) -> Value {
    let mut map = common(order);
    extend(
        &mut map,
        json!({
            "orderLineItemId": line.id, "orderLineItemVersionId": LIVE_VERSION, "mediaId": media_id, "position": 1, "media": media,
            "orderLineItem": null, "accessGranted": order.granted(), "customFields": null, "id": id_of("order_download", &line.id, None),
            "apiAlias": "order_line_item_download"
        }),
    );
    Value::Object(map)
}

/// The fields common to all parts of an order.
fn common(order: &Order) -> Map<String, Value> {
    let mut map = Map::new();
    let start =
        json!({"versionId": LIVE_VERSION, "translated": [], "createdAt": date_time(order.placed), "updatedAt": null});
    extend(&mut map, start);
    map
}

/// The same, with the id of the order.
fn of_order(order: &Order) -> Map<String, Value> {
    let mut map = common(order);
    extend(&mut map, json!({"orderId": order.id, "orderVersionId": LIVE_VERSION}));
    map
}

fn extend(map: &mut Map<String, Value>, with: Value) {
    if let Value::Object(with) = with {
        map.extend(with);
    }
}
