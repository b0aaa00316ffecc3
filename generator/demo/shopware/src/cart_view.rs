//! The cart as the Store API prints it (Shopware §7).

use jiff::civil::Date;
use jiff::{Span, Timestamp};
use serde_json::{Map, Value, json};

use super::calculated::{Calculated, Discount, Priced};
use super::cart_rules::{discount_id, promotion_id};
use super::context::shipping_location;
use super::master_data::{shipping_method, tax_id};
use super::out::{Includes, date_time, num};
use super::price::{Price, TaxState, round2, rules, sum_by_rate, taxes};
use super::product::category_tree;
use super::stored_cart::Cart;
use super::{CREATED, Ctx, product_parts as parts};
use vitrine_demo_shop::catalogue::{PromotionKind, PromotionScope};
use vitrine_demo_shop::{Product, id_of};

/// Includes of a cart are applied to the finished answer.
fn all() -> Includes {
    Includes::default()
}

/// The cart. `stored` says whether it was ever written: only then it has the promotion extension.
pub(crate) fn cart(ctx: &Ctx, cart: &Cart, calculated: &Calculated, stored: bool) -> Value {
    let price = total(ctx, calculated);
    let items: Vec<Value> = calculated
        .lines
        .iter()
        .map(|line| line_item(ctx, line))
        .chain(discount_items(&calculated.discounts))
        .collect();
    let mut map = Map::new();
    let mut put = |key: &str, value: Value| map.insert(key.to_owned(), value);
    if stored {
        let codes: Vec<&str> = cart.codes.iter().map(|code| code.typed.as_str()).collect();
        put(
            "extensions",
            json!({"cart-promotions": {
                "addedCodes": codes, "blockedPromotionIds": [],
                "apiAlias": "shopware_core_checkout_promotion_cart_extension_cart_extension"
            }}),
        );
    }
    let amount = price.get("totalPrice").and_then(Value::as_f64).unwrap_or(0.0);
    let transaction = Price {
        unit: amount,
        quantity: 1,
        total: amount,
        taxes: all_taxes(calculated),
        ..Price::default()
    };
    let transaction = Price {
        rules: transaction
            .taxes
            .iter()
            .map(|tax| super::price::Rule {
                rate: tax.rate,
                percentage: 100.0,
            })
            .collect(),
        ..transaction
    };
    let payment = ctx.payment().map(|(_, row)| super::master_data::payment_id(row));
    put("errors", calculated.errors.value());
    put("deliveries", deliveries(ctx, calculated, &items).into());
    put(
        "transactions",
        json!([{
            "amount": transaction.value(&all()), "paymentMethodId": payment, "validationStruct": null, "apiAlias": "cart_transaction"
        }]),
    );
    put("modified", false.into());
    for key in ["customerComment", "affiliateCode", "campaignCode", "source"] {
        put(key, Value::Null);
    }
    put("hash", hash(ctx, &items, &price).into());
    put("errorHash", calculated.errors.hash().into());
    put("price", price);
    put("lineItems", items.into());
    put("token", ctx.token.clone().into());
    put("states", json!([]));
    put("apiAlias", "cart".into());
    Value::Object(map)
}

fn all_taxes(calculated: &Calculated) -> Vec<super::price::Tax> {
    sum_by_rate(calculated.prices().chain(calculated.deliveries()))
}

/// `cart_price` (Shopware §6.3).
fn total(ctx: &Ctx, calculated: &Calculated) -> Value {
    let position = round2(calculated.prices().map(|price| price.total).sum());
    let sum = round2(position + calculated.deliveries().map(|price| price.total).sum::<f64>());
    let sums = all_taxes(calculated);
    let tax: f64 = sums.iter().map(|tax| tax.tax).sum();
    let (net, raw) = match ctx.tax_state() {
        TaxState::Gross => (round2(sum - tax), sum),
        TaxState::Net => (sum, round2(sum + tax)),
        TaxState::Free => (sum, sum),
    };
    let whole: Vec<_> = sums
        .iter()
        .map(|tax| super::price::Rule {
            rate: tax.rate,
            percentage: 100.0,
        })
        .collect();
    json!({
        "netPrice": num(net), "totalPrice": num(in_coins(raw, ctx.shop.shop.total_rounding)), "calculatedTaxes": taxes(&sums), "taxRules": rules(&whole),
        "positionPrice": num(position), "taxStatus": ctx.tax_state().name(), "rawTotal": num(raw), "apiAlias": "cart_price"
    })
}

/// Cash rounding: the nearest multiple of the smallest coin.
fn in_coins(amount: f64, smallest: Option<f64>) -> f64 {
    match smallest {
        Some(coin) if coin > 0.01 => round2((amount / coin).round() * coin),
        _ => amount,
    }
}

fn hash(ctx: &Ctx, items: &[Value], price: &Value) -> String {
    let lines: Vec<Value> = items
        .iter()
        .map(|item| json!([item.get("id"), item.get("quantity"), item.get("price")]))
        .collect();
    let methods = json!([
        ctx.payment().map(|(_, row)| &row.key),
        ctx.shipping().map(|(_, row)| &row.key)
    ]);
    blake3::hash(json!([lines, price, methods]).to_string().as_bytes())
        .to_hex()
        .to_string()
}

fn line_item(ctx: &Ctx, priced: &Priced) -> Value {
    let line = &priced.line;
    let product = priced.product.as_deref();
    let sent = product.filter(|_| priced.physical());
    let context = id_of("data_context", &format!("{}.{}", ctx.iso, line.id), None)
        .chars()
        .take(32)
        .collect::<String>();
    let states = match product {
        Some(product) if product.file.digital.is_some() => json!(["is-download"]),
        Some(_) => json!(["is-physical"]),
        None => json!([]),
    };
    let children: Vec<Value> = priced.children.iter().map(|child| line_item(ctx, child)).collect();
    let definition = json!({
        "price": num(priced.price.unit), "taxRules": rules(&priced.price.rules), "quantity": priced.price.quantity, "isCalculated": true,
        "referencePriceDefinition": priced.price.base.as_ref().map_or(Value::Null, super::price::Base::definition),
        "listPrice": priced.price.list.map_or(Value::Null, num),
        "regulationPrice": priced.price.regulation.map_or(Value::Null, num), "type": "quantity", "apiAlias": "cart_price_quantity"
    });
    json!({
        "payload": payload(ctx, priced), "label": (!priced.label.is_empty()).then_some(&priced.label), "quantity": line.quantity, "priceDefinition": definition,
        "price": (!priced.unpriced()).then(|| priced.price.value(&all())), "good": priced.good(), "description": null,
        "cover": product.map_or(Value::Null, |product| parts::cover_media(ctx, product)),
        "deliveryInformation": sent.map_or(Value::Null, |product| delivery_information(ctx, product)), "children": children, "requirement": null,
        "removable": line.removable, "stackable": line.stackable,
        "quantityInformation": product.map_or(Value::Null, quantity_information), "modified": false, "shippingCostAware": priced.physical(),
        "dataTimestamp": product.map_or(Value::Null, |_| date_time(ctx.now)), "dataContextHash": product.map(|_| context),
        "uniqueIdentifier": line.unique, "states": states, "modifiedByApp": false, "id": line.id, "type": line.kind,
        "referencedId": line.referenced_id, "apiAlias": "cart_line_item"
    })
}

fn quantity_information(product: &Product) -> Value {
    let purchase = &product.file.purchase;
    json!({
        "minPurchase": purchase.min, "maxPurchase": product.calculated_max_purchase(), "purchaseSteps": purchase.steps,
        "apiAlias": "cart_quantity_information"
    })
}

/// The keys sent by the client, then Shopware's own keys, which cannot be overwritten.
fn payload(ctx: &Ctx, priced: &Priced) -> Value {
    let mut payload = priced.line.payload.clone();
    let Some(product) = priced.product.as_deref() else {
        return super::out::list_if_empty(payload);
    };
    let file = &product.file;
    let rows = product.options.iter().filter_map(|index| ctx.shop.options.get(*index));
    let options: Vec<Value> = rows
        .filter_map(|row| {
            let group = ctx.shop.groups.get(row.group)?;
            Some(json!({"group": ctx.label(&group.file.name), "option": ctx.label(&row.file.name)}))
        })
        .collect();
    let created = file.created.map_or_else(
        || CREATED.to_owned(),
        |at| date_time(at).as_str().unwrap_or_default().to_owned(),
    );
    let parent = product
        .parent
        .and_then(|index| ctx.shop.products.get(index))
        .map(|parent| parent.id.clone());
    let own = json!({
        "isCloseout": file.closeout, "customFields": [], "createdAt": created.replace('T', " ").replace("+00:00", ""), "releaseDate": null,
        "isNew": false, "markAsTopseller": false, "productNumber": file.number,
        "manufacturerId": ctx.shop.brands.get(product.brand).map(|brand| brand.id.clone()),
        "taxId": ctx.shop.shop.taxes.get_index(product.tax).map(|(key, tax)| tax_id(key, tax)), "tagIds": null,
        "categoryIds": category_tree(ctx, product), "propertyIds": parts::option_ids(ctx, &product.properties),
        "optionIds": parts::option_ids(ctx, &product.options), "options": options, "streamIds": null, "parentId": parent, "stock": file.stock,
        "features": []
    });
    payload.extend(own.as_object().cloned().unwrap_or_default());
    Value::Object(payload)
}

fn delivery_information(ctx: &Ctx, product: &Product) -> Value {
    let file = &product.file;
    let measure = |value: Option<f64>| value.map_or(Value::Null, num);
    let time = product
        .delivery_time
        .and_then(|index| ctx.shop.delivery_times.get(index));
    let time = time.map_or(Value::Null, |time| {
        let name = ctx.label(&time.file.name);
        json!({"name": name, "min": time.file.min, "max": time.file.max, "unit": time.file.unit, "apiAlias": "cart_delivery_time"})
    });
    json!({
        "stock": file.stock, "weight": measure(file.weight), "freeDelivery": file.shipping_free, "restockTime": file.restock_days,
        "deliveryTime": time, "height": measure(file.height), "width": measure(file.width), "length": measure(file.length),
        "apiAlias": "cart_delivery_information"
    })
}

/// The lines of the discounts. A discount on goods that is followed by another one is marked stackable, although its
/// quantity is fixed.
fn discount_items(discounts: &[Discount]) -> impl Iterator<Item = Value> {
    let on_goods = |discount: &Discount| discount.promotion.scope == PromotionScope::Cart;
    let last = discounts.iter().rposition(on_goods);
    let rows = discounts.iter().enumerate();
    rows.map(move |(place, discount)| {
        let followed = on_goods(discount) && last.is_some_and(|last| place < last);
        discount_item(discount, followed)
    })
}

fn discount_item(discount: &Discount, stackable: bool) -> Value {
    let promotion = &discount.promotion;
    let id = discount_id(promotion);
    let kind = if promotion.kind == PromotionKind::Percentage {
        "percentage"
    } else {
        "absolute"
    };
    let on_delivery = promotion.scope == PromotionScope::Delivery;
    let definition = match promotion.kind {
        _ if on_delivery => json!({
            "price": 0, "taxRules": [], "quantity": 1, "isCalculated": true, "referencePriceDefinition": null, "listPrice": null,
            "regulationPrice": null, "type": "quantity", "apiAlias": "cart_price_quantity"
        }),
        PromotionKind::Percentage => {
            json!({"percentage": num(-promotion.value), "filter": null, "type": kind, "apiAlias": "cart_price_percentage"})
        }
        PromotionKind::Absolute => {
            json!({"price": num(-promotion.value), "filter": null, "type": kind, "apiAlias": "cart_price_absolute"})
        }
    };
    let mut payload = json!({
        "promotionId": promotion_id(promotion), "priority": 1, "discountId": id, "discountType": kind,
        "code": discount.code, "value": num(promotion.value).to_string(), "promotionCodeType": "fixed", "maxValue": "",
        "discountScope": if on_delivery { "delivery" } else { "cart" }, "preventCombination": false, "exclusions": [], "groupId": "",
        "setGroups": [], "filter": {"sorterKey": null, "applierKey": null, "usageKey": null, "pickerKey": null}
    });
    if let Some(payload) = payload.as_object_mut().filter(|_| !on_delivery) {
        let parts = discount
            .composition
            .iter()
            .map(|(id, quantity, share)| json!({"id": id, "quantity": quantity, "discount": num(*share)}));
        payload.insert("composition".to_owned(), parts.collect());
    }
    let requirement =
        (!on_delivery).then(|| json!({"_name": "andContainer", "rules": [], "apiAlias": "rule_andContainer"}));
    json!({
        "payload": payload, "label": discount.label, "quantity": 1, "priceDefinition": definition, "price": discount.price.value(&all()),
        "good": false, "description": discount.label, "cover": null, "deliveryInformation": null, "children": [],
        "requirement": requirement, "removable": true, "stackable": stackable,
        "quantityInformation": null, "modified": false, "shippingCostAware": true, "dataTimestamp": null, "dataContextHash": null,
        "uniqueIdentifier": id, "states": [], "modifiedByApp": false, "id": id, "type": "promotion", "referencedId": discount.code,
        "apiAlias": "cart_line_item"
    })
}

/// One delivery, and one for each discount on it; none if nothing is shipped.
fn deliveries(ctx: &Ctx, calculated: &Calculated, items: &[Value]) -> Vec<Value> {
    let Some((index, method)) = ctx.shipping() else {
        return Vec::new();
    };
    let sent = calculated.lines.iter().zip(items).filter(|(line, _)| line.physical());
    let sent = sent.map(|(line, item)| (dates(ctx, Some(line)), &line.price, position_item(line, item)));
    // A discount on delivery is not a position but a separate delivery.
    let on_goods = |discount: &Discount| discount.promotion.scope == PromotionScope::Cart;
    let promotions = calculated
        .discounts
        .iter()
        .zip(items.iter().skip(calculated.lines.len()));
    let promotions = promotions.filter(|(discount, _)| on_goods(discount));
    let promotions = promotions.map(|(discount, item)| (dates(ctx, None), &discount.price, item.clone()));
    let sent: Vec<_> = sent.chain(promotions).collect();
    let earliest = sent.iter().map(|((from, _), ..)| *from).max();
    let latest = sent.iter().map(|((_, to), ..)| *to).max();
    let positions: Vec<Value> = sent
        .iter()
        .map(|((from, to), price, item)| {
            json!({
                "lineItem": item, "quantity": item.get("quantity"), "price": price.value(&all()), "identifier": item.get("id"),
                "deliveryDate": delivery_date(*from, *to), "apiAlias": "cart_delivery_position"
            })
        })
        .collect();
    let (Some(earliest), Some(latest)) = (earliest, latest) else {
        return Vec::new();
    };
    let delivery = |costs: &Price| {
        json!({
            "positions": positions, "location": shipping_location(ctx), "deliveryDate": delivery_date(earliest, latest),
            "shippingMethod": shipping_method(ctx, index, method, true), "shippingCosts": costs.value(&all()), "apiAlias": "cart_delivery"
        })
    };
    calculated.deliveries().map(delivery).collect()
}

/// The line of a delivery's position: created before the cart is stored, so it still marks the line as changed by the
/// call.
fn position_item(line: &Priced, item: &Value) -> Value {
    let mut item = item.clone();
    if let Some(modified) = item.get_mut("modified") {
        *modified = line.line.touched.into();
    }
    item
}

/// Today plus the delivery time of the product, otherwise of the shipping method; plus the restock time if the stock is
/// insufficient.
fn dates(ctx: &Ctx, line: Option<&Priced>) -> (Date, Date) {
    let product = line.and_then(|line| line.product.as_deref());
    let of_product = product
        .and_then(|product| product.delivery_time)
        .and_then(|index| ctx.shop.delivery_times.get(index));
    let of_method = || {
        let key = ctx.shipping().and_then(|(_, method)| method.delivery_time.as_deref())?;
        ctx.shop.delivery_times.iter().find(|time| time.key == key)
    };
    let today = day(ctx.now);
    let (from, to) = of_product.or_else(of_method).map_or((today, today), |time| {
        (
            later(today, time.file.min, &time.file.unit),
            later(today, time.file.max, &time.file.unit),
        )
    });
    let wait = match (product, line) {
        (Some(product), Some(line)) if product.file.stock < line.line.quantity => {
            product.file.restock_days.unwrap_or(0)
        }
        _ => 0,
    };
    let (from, to) = (later(from, wait, "day"), later(to, wait, "day"));
    if from == to {
        (from, later(to, 1, "day"))
    } else {
        (from, to)
    }
}

fn day(at: Timestamp) -> Date {
    at.to_zoned(jiff::tz::TimeZone::UTC).date()
}

fn later(day: Date, count: i64, unit: &str) -> Date {
    let span = match unit {
        "hour" => Span::new().try_days(count / 24),
        "week" => Span::new().try_weeks(count),
        "month" => Span::new().try_months(count),
        "year" => Span::new().try_years(count),
        _ => Span::new().try_days(count),
    };
    span.and_then(|span| day.checked_add(span)).unwrap_or(day)
}

fn delivery_date(earliest: Date, latest: Date) -> Value {
    let at = |day: Date| format!("{day}T16:00:00.000+00:00");
    json!({"earliest": at(earliest), "latest": at(latest), "apiAlias": "cart_delivery_date"})
}
