//! Prices, tiers, stock and purchase limits of a product (Shopware §6, §15.2; shopware-fields.md).
//!
//! **Invariant:** amounts are parsed from their digits; with tiers, each tier's own list and 30-day price is used, not
//! that of the single price.

use serde_json::Number;
use vitrine_model::{
    decimal::Decimal,
    diagnostic::Place,
    money::{Currency, TaxStatus},
    product::{DayRange, PriceTier, Prices, PurchaseLimits, ReferencePrice, Stock, UnitPrice},
};

use super::findings::Findings;
use crate::shopware::wire::{WireDeliveryTime, WirePrice, WireProduct, WireReferencePrice, count, money};

fn unit_price(price: &WirePrice, currency: Currency) -> Result<UnitPrice, String> {
    let optional = |number: Option<&serde_json::Number>| number.map(|n| money(n, currency)).transpose();
    let unit = price.unit_price.as_ref().ok_or("a price has no unitPrice")?;
    let reference = match &price.reference_price {
        Some(reference) => reference_price(reference, currency)?,
        None => None,
    };
    Ok(UnitPrice {
        unit: money(unit, currency)?,
        list: optional(price.list_price.as_ref().and_then(|l| l.price.as_ref()))?,
        regulation: optional(price.regulation_price.as_ref().and_then(|l| l.price.as_ref()))?,
        reference,
    })
}

/// `None` without a price, or without an amount above 0.
fn reference_price(reference: &WireReferencePrice, currency: Currency) -> Result<Option<ReferencePrice>, String> {
    let amount = reference.reference_unit.as_ref().and_then(Number::as_f64);
    let Some((price, amount)) = reference.price.as_ref().zip(amount.and_then(Decimal::new)) else {
        return Ok(None);
    };
    Ok(Some(ReferencePrice {
        price: money(price, currency)?,
        amount,
    }))
}

/// The name of the unit of a product's reference prices, in the language of the response.
pub(super) fn unit(product: &WireProduct) -> Option<String> {
    let tiers = product.calculated_prices.0.iter();
    let references = tiers
        .chain(&product.calculated_price)
        .filter_map(|price| price.reference_price.as_ref());
    let mut names = references.filter_map(|reference| reference.unit_name.as_deref());
    names.find(|name| !name.trim().is_empty()).map(str::to_owned)
}

/// Prices in the tax state of the request. `recommended` is added by the caller, because it is a custom field.
pub(crate) fn prices(product: &WireProduct, currency: Currency, tax_status: TaxStatus) -> Result<Prices, String> {
    let single = product.calculated_price.as_ref().ok_or("it has no calculatedPrice")?;
    let mut rows: Vec<(u32, &WirePrice)> = product
        .calculated_prices
        .0
        .iter()
        .map(|row| (count(row.quantity.as_ref()).unwrap_or(1), row))
        .collect();
    rows.sort_by_key(|(quantity, _)| *quantity);
    // If the only tier of a rule starts at one piece, it is the price of every quantity: a customer group's own price.
    if let [(0 | 1, only)] = rows.as_slice() {
        return Ok(Prices {
            single: unit_price(only, currency)?,
            tiers: Vec::new(),
            tax_status,
            recommended: None,
            baseline: None,
        });
    }
    let last = rows.len().saturating_sub(1);
    let mut tiers = Vec::with_capacity(rows.len());
    let mut from = 1;
    for (place, (quantity, row)) in rows.into_iter().enumerate() {
        let to = (place != last).then_some(quantity);
        tiers.push(PriceTier {
            from,
            to,
            price: unit_price(row, currency)?,
        });
        from = quantity.saturating_add(1);
    }
    Ok(Prices {
        single: unit_price(single, currency)?,
        tiers,
        tax_status,
        recommended: None,
        baseline: None,
    })
}

/// Refuses a product with a negative price, naming the field; a negative list or 30-day price is reported and left out.
pub(crate) fn not_negative(mut prices: Prices, place: &Place, findings: &Findings) -> Result<Prices, String> {
    let tiers = prices
        .tiers
        .iter_mut()
        .map(|tier| ("calculatedPrices", &mut tier.price));
    for (field, price) in std::iter::once(("calculatedPrice", &mut prices.single)).chain(tiers) {
        if price.unit.minor < 0 {
            return Err(format!("{field}.unitPrice is negative ({})", price.unit.decimal()));
        }
        let reference = price.reference.as_ref().map(|reference| reference.price);
        for (name, money) in [
            ("listPrice", price.list),
            ("regulationPrice", price.regulation),
            ("referencePrice", reference),
        ] {
            if money.is_none_or(|money| money.minor >= 0) {
                continue;
            }
            findings.shape(place, &format!("{field}.{name}.price"), "it is negative");
            match name {
                "listPrice" => price.list = None,
                "regulationPrice" => price.regulation = None,
                _ => price.reference = None,
            }
        }
    }
    Ok(prices)
}

pub(crate) fn stock(product: &WireProduct, limited_at_most: u32) -> Stock {
    let pieces = count(product.available_stock.as_ref().or(product.stock.as_ref())).unwrap_or(0);
    Stock {
        delivery_days: product.delivery_time.as_ref().and_then(delivery_days),
        ..Stock::derive(
            product.available.unwrap_or(true),
            pieces,
            product.is_closeout.unwrap_or(false),
            count(product.restock_time.as_ref()).filter(|days| *days > 0),
            limited_at_most,
        )
    }
}

/// A delivery time in days; `None` without numbers, or in a unit that Shopware does not have.
fn delivery_days(time: &WireDeliveryTime) -> Option<DayRange> {
    let days = |amount: u32| match time.unit.as_deref()? {
        "hour" => Some(amount.div_ceil(24)),
        "day" => Some(amount),
        "week" => Some(amount.saturating_mul(7)),
        "month" => Some(amount.saturating_mul(30)),
        "year" => Some(amount.saturating_mul(365)),
        _ => None,
    };
    let from = days(count(time.min.as_ref())?)?;
    let to = days(count(time.max.as_ref())?)?;
    (from <= to).then_some(DayRange { from, to })
}

pub(crate) fn limits(product: &WireProduct) -> PurchaseLimits {
    let max = product
        .calculated_max_purchase
        .as_ref()
        .or(product.max_purchase.as_ref());
    PurchaseLimits {
        min: count(product.min_purchase.as_ref()).unwrap_or(1).max(1),
        max: count(max).unwrap_or(100),
        step: count(product.purchase_steps.as_ref()).unwrap_or(1).max(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R-PDP-03: every unit of Shopware's delivery times converts to days, and an invalid range is ignored.
    #[test]
    fn r_pdp_03_delivery_times_are_days() {
        let days = |json: serde_json::Value| {
            let time: WireDeliveryTime = serde_json::from_value(json).unwrap();
            delivery_days(&time).map(|days| (days.from, days.to))
        };
        let time = |min: i64, max: i64, unit: &str| serde_json::json!({"min": min, "max": max, "unit": unit});
        assert_eq!(days(time(8, 10, "week")), Some((56, 70)));
        assert_eq!(days(time(2, 4, "day")), Some((2, 4)));
        assert_eq!(days(time(12, 48, "hour")), Some((1, 2)));
        assert_eq!(days(time(1, 2, "month")), Some((30, 60)));
        assert_eq!(days(time(1, 1, "year")), Some((365, 365)));
        assert_eq!(days(time(1, 2, "moon")), None);
        assert_eq!(days(time(10, 8, "week")), None, "it ends before it begins");
        assert_eq!(days(time(-1, 2, "day")), Some((0, 2)), "nothing arrives before today");
        assert_eq!(days(serde_json::json!({"unit": "week"})), None);
    }
}
