//! Shipping methods and their prices as the Store API prints them (Shopware §9).

use serde_json::{Value, json};

use super::master_data::{CURRENCY_ID, delivery_time, place};
use super::out::{Out, num};
use super::{CREATED, Ctx};
use vitrine_demo_shop::{Shipping, id_of};

/// Id of a shipping method.
pub(crate) fn shipping_id(row: &Shipping) -> String {
    id_of("shipping", &row.key, row.id.as_deref())
}

/// A shipping method; `prices` only if requested.
pub(crate) fn shipping_method(ctx: &Ctx, index: usize, row: &Shipping, with_prices: bool) -> Value {
    let (name, description) = (Some(&row.name), row.description.as_ref());
    let time = row
        .delivery_time
        .as_deref()
        .and_then(|key| ctx.shop.delivery_times.iter().find(|time| time.key == key));
    let mut out = Out::new(&ctx.includes, "shipping_method");
    out.with("translated", || {
        json!({"name": ctx.translated(name), "customFields": {}, "description": ctx.translated(description), "trackingUrl": row.tracking_url})
    });
    out.put("createdAt", CREATED)
        .put("updatedAt", Value::Null)
        .with("name", || ctx.exact(name))
        .put("active", true);
    out.put("position", row.position.unwrap_or_else(|| place(index)))
        .with("description", || ctx.exact(description))
        .put("trackingUrl", row.tracking_url.clone());
    out.put(
        "deliveryTimeId",
        time.map_or(Value::Null, |time| time.id.clone().into()),
    );
    out.with("deliveryTime", || {
        time.map_or(Value::Null, |time| delivery_time(ctx, time))
    });
    out.nulls(&["translations", "availabilityRule"]);
    out.with("prices", || {
        if with_prices {
            shipping_prices(ctx, row)
        } else {
            json!([])
        }
    });
    out.nulls(&["mediaId", "media", "tags"])
        .put("taxType", "auto")
        .put("technicalName", format!("shipping_{}", row.key));
    out.nulls(&["tax", "customFields"]).put("id", shipping_id(row));
    out.done()
}

fn shipping_prices(ctx: &Ctx, row: &Shipping) -> Value {
    let standard = ctx.shop.shop.taxes.first().map_or(0.0, |(_, tax)| tax.rate);
    let price = |from: f64, to: Option<f64>, gross: f64, calculation: i64, place: Option<usize>| {
        let key = place.map_or_else(|| row.key.clone(), |place| format!("{}.{place}", row.key));
        let rule = place.map(|_| id_of("rule", &key, None));
        let net = (gross / (100.0 + standard) * 1e6).round() / 1e4;
        json!({
            "translated": [], "createdAt": CREATED, "updatedAt": null, "shippingMethodId": shipping_id(row), "ruleId": rule, "calculation": calculation,
            "quantityStart": num(from), "quantityEnd": to.map_or(Value::Null, num), "calculationRuleId": null,
            "currencyPrice": [{
                "currencyId": CURRENCY_ID, "net": num(net), "gross": num(gross), "linked": false, "listPrice": null, "percentage": null,
                "regulationPrice": null, "apiAlias": "price"
            }],
            "customFields": null, "id": id_of("shipping_price", &format!("{key}.{from}"), None), "apiAlias": "shipping_method_price"
        })
    };
    // By subtotal if the price depends on it, otherwise by number of lines, as in Shopware's defaults.
    let rows = |gross: f64, free_from: Option<f64>, place: Option<usize>| match free_from {
        None => vec![price(0.0, None, gross, 1, place)],
        Some(free) => vec![
            price(0.0, Some(free - 0.01), gross, 2, place),
            price(free, None, 0.0, 2, place),
        ],
    };
    let default = rows(row.price, row.free_from, None);
    let of_countries = row.prices.iter().enumerate();
    let of_countries = of_countries.flat_map(|(place, one)| rows(one.price, one.free_from, Some(place)));
    of_countries.chain(default).collect()
}
