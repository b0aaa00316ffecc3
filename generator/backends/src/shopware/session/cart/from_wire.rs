//! Converts Shopware's cart to our types.
//!
//! **Invariant:** amounts keep the backend's digits; a missing amount is an error, a missing text is empty.

use serde_json::{Number, Value};
use vitrine_model::{
    ids::{ProductId, ProductNumber},
    money::{Currency, Money},
};

use super::{
    Cart, CartError, CartErrorLevel, CartTax, ChosenOption, Cover, DateRange, LineItem, LineItemId, LineItemKind,
    PaymentMethodId, QuantityLimits, Shipping, ShippingMethodId,
};
use crate::shopware::{
    channel::tax_status,
    wire::{Dict, WireCart, WireCartError, WireCartPrice, WireDelivery, WireLineItem, WireMedia, count, money, whole},
};

pub(in crate::shopware::session) fn amount(
    number: Option<&Number>,
    what: &str,
    currency: Currency,
) -> Result<Money, String> {
    money(number.ok_or_else(|| format!("{what} is missing"))?, currency)
}

impl Cart {
    pub(crate) fn from_wire(wire: WireCart, currency: Currency) -> Result<Self, String> {
        let price = wire.price.ok_or("the cart has no price")?;
        Ok(Self {
            currency,
            tax_status: tax_status(price.tax_status.as_deref())?,
            subtotal: amount(price.position_price.as_ref(), "positionPrice", currency)?,
            total: amount(price.total_price.as_ref(), "totalPrice", currency)?,
            net_total: amount(price.net_price.as_ref(), "netPrice", currency)?,
            taxes: taxes(&price, currency)?,
            payment_method: wire
                .transactions
                .0
                .first()
                .and_then(|t| PaymentMethodId::parse(t.payment_method_id.as_deref()?).ok()),
            shipping: shipping(&wire.deliveries.0, currency)?,
            line_items: line_items(wire.line_items.0, currency)?,
            errors: wire.errors.0.iter().map(CartError::from_wire).collect(),
            hash: wire.hash,
        })
    }
}

/// Tax amounts by rate, of a cart or an order.
pub(in crate::shopware::session) fn taxes(price: &WireCartPrice, currency: Currency) -> Result<Vec<CartTax>, String> {
    price
        .calculated_taxes
        .0
        .iter()
        .map(|tax| {
            Ok(CartTax {
                rate: tax.tax_rate.as_ref().map(Number::to_string).unwrap_or_default(),
                amount: amount(tax.tax.as_ref(), "a tax amount", currency)?,
                base: tax.price.as_ref().map(|base| money(base, currency)).transpose()?,
            })
        })
        .collect()
}

/// A date range; `None` unless both dates are present and valid.
pub(in crate::shopware::session) fn date_range(earliest: Option<&str>, latest: Option<&str>) -> Option<DateRange> {
    Some(DateRange {
        earliest: earliest?.parse().ok()?,
        latest: latest?.parse().ok()?,
    })
}

/// All deliveries as one: promotions on delivery are separate deliveries with negative costs (Shopware §7.2).
fn shipping(deliveries: &[WireDelivery], currency: Currency) -> Result<Option<Shipping>, String> {
    let Some(first) = deliveries.first() else {
        return Ok(None);
    };
    let method = first.shipping_method.as_ref();
    let mut minor = 0_i64;
    for delivery in deliveries {
        let cost = delivery.shipping_costs.as_ref().and_then(|c| c.total_price.as_ref());
        minor = minor.saturating_add(amount(cost, "shippingCosts.totalPrice", currency)?.minor);
    }
    let dates = first.delivery_date.as_ref();
    Ok(Some(Shipping {
        method: method.and_then(|m| ShippingMethodId::parse(&m.id).ok()),
        name: method.map(|m| m.shown_name().to_owned()).unwrap_or_default(),
        total: Money { minor, currency },
        dates: dates.and_then(|d| date_range(d.earliest.as_deref(), d.latest.as_deref())),
    }))
}

fn line_items(items: Vec<WireLineItem>, currency: Currency) -> Result<Vec<LineItem>, String> {
    items
        .into_iter()
        .map(|item| LineItem::from_wire(item, currency))
        .collect()
}

impl LineItem {
    fn from_wire(wire: WireLineItem, currency: Currency) -> Result<Self, String> {
        let id = LineItemId::parse(&wire.id).map_err(|e| e.to_string())?;
        let price = wire
            .price
            .as_ref()
            .ok_or_else(|| format!("line item {id} has no price"))?;
        let kind = LineItemKind::from_wire(wire.kind.as_deref());
        let product = (kind == LineItemKind::Product)
            .then(|| wire.referenced_id.as_deref().or(Some(&wire.id)))
            .flatten();
        let list = price.list_price.as_ref().and_then(|l| l.price.as_ref());
        let delivery = wire.delivery_information.as_ref();
        Ok(Self {
            product_id: product.and_then(|id| ProductId::parse(id).ok()),
            product_number: wire
                .payload
                .text("productNumber")
                .and_then(|n| ProductNumber::parse(n).ok()),
            label: wire.label.clone().unwrap_or_default(),
            options: chosen_options(&wire.payload),
            cover: wire.cover.as_ref().and_then(cover),
            quantity: count(wire.quantity.as_ref()).unwrap_or(1),
            limits: wire.quantity_information.as_ref().map(|q| QuantityLimits {
                min: count(q.min_purchase.as_ref()).unwrap_or(1).max(1),
                max: count(q.max_purchase.as_ref()).unwrap_or(100),
                step: count(q.purchase_steps.as_ref()).unwrap_or(1).max(1),
            }),
            good: wire.good.unwrap_or(true),
            stackable: wire.stackable.unwrap_or(false),
            removable: wire.removable.unwrap_or(false),
            digital: wire.payload.text("productType") == Some("digital")
                || wire.states.0.iter().any(|s| s == "is-download"),
            unit_price: amount(price.unit_price.as_ref(), "unitPrice", currency)?,
            list_price: list.map(|l| money(l, currency)).transpose()?,
            total_price: amount(price.total_price.as_ref(), "totalPrice of a line item", currency)?,
            stock: delivery.and_then(|d| d.stock.as_ref()).and_then(whole),
            delivery_time: delivery
                .and_then(|d| d.delivery_time.as_ref())
                .and_then(|t| t.shown_name())
                .map(str::to_owned),
            children: line_items(wire.children.0, currency)?,
            promotion_code: kind.code_of(&wire.payload, wire.referenced_id.as_deref()),
            referenced_id: wire.referenced_id,
            kind,
            id,
        })
    }
}

impl LineItemKind {
    pub(in crate::shopware::session) fn from_wire(kind: Option<&str>) -> Self {
        match kind {
            Some("product") => Self::Product,
            Some("promotion") => Self::Promotion,
            other => Self::Other(other.unwrap_or_default().to_owned()),
        }
    }

    /// The code of a promotion; automatic promotions have an empty one.
    pub(in crate::shopware::session) fn code_of(
        &self,
        payload: &Dict<Value>,
        referenced: Option<&str>,
    ) -> Option<String> {
        (*self == Self::Promotion)
            .then(|| payload.text("code").or(referenced))
            .flatten()
            .filter(|code| !code.is_empty())
            .map(str::to_owned)
    }
}

/// A picture that has a URL.
pub(in crate::shopware::session) fn cover(media: &WireMedia) -> Option<Cover> {
    Some(Cover {
        url: media.url.clone().filter(|url| !url.is_empty())?,
        alt: media
            .translated
            .text("alt")
            .or(media.alt.as_deref())
            .unwrap_or_default()
            .to_owned(),
    })
}

/// The options in a line item's payload.
pub(in crate::shopware::session) fn chosen_options(payload: &Dict<Value>) -> Vec<ChosenOption> {
    let text = |option: &Value, key: &str| option.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    payload
        .get("options")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .map(|option| ChosenOption {
            group: text(option, "group"),
            option: text(option, "option"),
        })
        .collect()
}

impl CartError {
    fn from_wire(wire: &WireCartError) -> Self {
        let level = match wire.level.as_ref().and_then(whole).unwrap_or(20) {
            n if n < 10 => CartErrorLevel::Notice,
            n if n < 20 => CartErrorLevel::Warning,
            _ => CartErrorLevel::Error,
        };
        let message_key = wire.message_key.clone().unwrap_or_default();
        Self {
            key: wire.key.clone().unwrap_or_else(|| message_key.clone()),
            // Before 6.6.7 this key was not sent; treating an error-level entry as blocking is the safe choice.
            blocks_order: wire.block.unwrap_or(level == CartErrorLevel::Error),
            level,
            message_key,
            parameters: wire
                .parameters
                .0
                .iter()
                .filter_map(|(name, value)| {
                    let text = match value {
                        Value::String(text) => text.clone(),
                        Value::Number(number) => number.to_string(),
                        Value::Bool(flag) => flag.to_string(),
                        _ => return None,
                    };
                    Some((name.clone(), text))
                })
                .collect(),
            message: wire.message.clone().unwrap_or_default(),
        }
    }
}
