//! The one edge where Shopware's cart and context become our types.
//!
//! **Invariant:** amounts keep the backend's digits; a missing amount is an error, a missing word is empty.

use serde_json::{Number, Value};
use vitrine_model::{
    ids::{LanguageId, ProductId, ProductNumber},
    money::{Currency, Money},
};

use super::{
    AccountType, Cart, CartError, CartErrorLevel, CartTax, ChosenOption, Context, Country, Cover, Customer, LineItem,
    LineItemId, LineItemKind, QuantityLimits, Shipping,
};
use crate::shopware::{
    channel::{Channel, tax_status},
    wire::{WireCart, WireCartError, WireContext, WireCountry, WireDelivery, WireLineItem, count, money, whole},
};

fn amount(number: Option<&Number>, what: &str, currency: Currency) -> Result<Money, String> {
    money(number.ok_or_else(|| format!("{what} is missing"))?, currency)
}

impl Cart {
    pub(crate) fn from_wire(wire: WireCart, currency: Currency) -> Result<Self, String> {
        let price = wire.price.ok_or("the cart has no price")?;
        let taxes = price
            .calculated_taxes
            .0
            .iter()
            .map(|tax| {
                Ok(CartTax {
                    rate: tax.tax_rate.as_ref().map(Number::to_string).unwrap_or_default(),
                    amount: amount(tax.tax.as_ref(), "a tax amount", currency)?,
                })
            })
            .collect::<Result<_, String>>()?;
        Ok(Self {
            currency,
            tax_status: tax_status(price.tax_status.as_deref())?,
            subtotal: amount(price.position_price.as_ref(), "positionPrice", currency)?,
            total: amount(price.total_price.as_ref(), "totalPrice", currency)?,
            net_total: amount(price.net_price.as_ref(), "netPrice", currency)?,
            taxes,
            shipping: shipping(&wire.deliveries.0, currency)?,
            line_items: line_items(wire.line_items.0, currency)?,
            errors: wire.errors.0.iter().map(CartError::from_wire).collect(),
            hash: wire.hash,
        })
    }
}

/// All deliveries as one: promotions on delivery are deliveries with negative costs (Shopware §7.2).
fn shipping(deliveries: &[WireDelivery], currency: Currency) -> Result<Option<Shipping>, String> {
    let Some(first) = deliveries.first() else {
        return Ok(None);
    };
    let name = first.shipping_method.as_ref().and_then(|m| m.shown_name());
    let mut minor = 0_i64;
    for delivery in deliveries {
        let cost = delivery.shipping_costs.as_ref().and_then(|c| c.total_price.as_ref());
        minor = minor.saturating_add(amount(cost, "shippingCosts.totalPrice", currency)?.minor);
    }
    Ok(Some(Shipping {
        name: name.unwrap_or_default().to_owned(),
        total: Money { minor, currency },
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
        let kind = match wire.kind.as_deref() {
            Some("product") => LineItemKind::Product,
            Some("promotion") => LineItemKind::Promotion,
            other => LineItemKind::Other(other.unwrap_or_default().to_owned()),
        };
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
            options: wire.payload.get("options").map(options).unwrap_or_default(),
            cover: wire.cover.as_ref().and_then(|media| {
                Some(Cover {
                    url: media.url.clone()?,
                    alt: media
                        .translated
                        .text("alt")
                        .or(media.alt.as_deref())
                        .unwrap_or_default()
                        .to_owned(),
                })
            }),
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
            referenced_id: wire.referenced_id,
            kind,
            id,
        })
    }
}

fn options(value: &Value) -> Vec<ChosenOption> {
    let text = |option: &Value, key: &str| option.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    value
        .as_array()
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
            // Before 6.6.7 the key was not sent; an error by its level is the careful reading.
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

impl Context {
    pub(crate) fn from_wire(wire: &WireContext, channel: &Channel) -> Self {
        Self {
            currency: channel.currency,
            tax_status: channel.tax_status,
            language: wire
                .context
                .language_id_chain
                .0
                .first()
                .and_then(|id| LanguageId::parse(id).ok()),
            customer: wire.customer.as_ref().map(|customer| Customer {
                guest: customer.guest.unwrap_or(false),
                account_type: match customer.account_type.as_deref() {
                    Some("business") => AccountType::Business,
                    Some(_) => AccountType::Private,
                    None if customer.company.as_deref().is_some_and(|c| !c.is_empty()) => AccountType::Business,
                    None => AccountType::Private,
                },
                first_name: customer.first_name.clone().unwrap_or_default(),
                last_name: customer.last_name.clone().unwrap_or_default(),
            }),
            country: wire
                .shipping_location
                .as_ref()
                .and_then(|l| l.country.as_ref())
                .and_then(|c| c.iso.clone()),
        }
    }
}

impl Country {
    pub(crate) fn from_wire(wire: &WireCountry) -> Self {
        Self {
            id: wire.id.clone(),
            iso: wire.iso.clone().unwrap_or_default(),
            name: wire
                .translated
                .text("name")
                .or(wire.name.as_deref())
                .unwrap_or_default()
                .to_owned(),
            shipping_available: wire.shipping_available.unwrap_or(true),
        }
    }
}
