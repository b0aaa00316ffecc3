//! Converts Shopware's cart to our types.
//!
//! **Invariant:** amounts keep the backend's digits; a missing sum is an error, a missing text is empty. An unreadable
//! line item only affects itself: it is shown without a price, and the cart cannot be ordered.

use serde_json::{Number, Value};
use vitrine_model::{
    ids::{ProductId, ProductNumber},
    media::web_address,
    money::{Currency, Money},
};

use super::{
    Cart, CartError, CartErrorLevel, CartTax, ChosenOption, Cover, DateRange, LineItem, LineItemId, LineItemKind,
    LinePrice, PaymentMethodId, QuantityLimits, Shipping, ShippingMethodId,
};
use crate::shopware::{
    channel::tax_status,
    wire::{
        Dict, Lenient, WireCart, WireCartError, WireCartPrice, WireDelivery, WireLineItem, WireMedia,
        WireQuantityInformation, count, decoded, money, whole,
    },
};

/// The error of a line item whose price cannot be read.
const LINE_WITHOUT_PRICE: &str = "line-without-price";

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
        let line_items = line_items(wire.line_items.0, currency);
        let unpriced: Vec<CartError> = line_items.iter().filter_map(CartError::without_price).collect();
        Ok(Self {
            currency,
            tax_status: tax_status(price.tax_status.as_deref())?,
            subtotal: amount(price.position_price.as_ref(), "positionPrice", currency)?,
            total: amount(price.total_price.as_ref(), "totalPrice", currency)?,
            rounding: rounding(&price, currency)?,
            net_total: amount(price.net_price.as_ref(), "netPrice", currency)?,
            taxes: taxes(&price, currency)?,
            payment_method: wire
                .transactions
                .0
                .first()
                .and_then(|t| PaymentMethodId::parse(t.payment_method_id.as_deref()?).ok()),
            shipping: shipping(&wire.deliveries.0, currency)?,
            line_items,
            hash: wire.hash.filter(|_| unpriced.is_empty()),
            errors: wire.errors.0.iter().map(CartError::from_wire).chain(unpriced).collect(),
        })
    }
}

/// The difference due to cash rounding, of a cart or an order; may be negative.
pub(in crate::shopware::session) fn rounding(price: &WireCartPrice, currency: Currency) -> Result<Money, String> {
    let total = amount(price.total_price.as_ref(), "totalPrice", currency)?;
    // A missing or too large sum only loses its row, not the cart.
    let raw = price.raw_total.as_ref().and_then(|raw| money(raw, currency).ok());
    let difference = raw.and_then(|raw| total.minor.checked_sub(raw.minor));
    Ok(total.with_minor(difference.unwrap_or(0)))
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
        time: method.and_then(|m| m.delivery_time.as_ref()?.range()),
        country: first
            .location
            .as_ref()
            .and_then(|location| location.country.as_ref()?.iso.clone()),
    }))
}

fn line_items(items: Vec<Lenient<WireLineItem>>, currency: Currency) -> Vec<LineItem> {
    let items = items.into_iter().enumerate();
    items
        .map(|(place, item)| LineItem::from_wire(item.0, place, currency))
        .collect()
}

/// The prices; none of them without the other.
pub(in crate::shopware::session) fn line_price(
    unit: Option<&Number>,
    total: Option<&Number>,
    list: Option<&Number>,
    currency: Currency,
) -> Option<LinePrice> {
    let read = |number: Option<&Number>| number.and_then(|number| money(number, currency).ok());
    Some(LinePrice {
        unit: read(unit)?,
        list: read(list),
        total: read(total)?,
    })
}

/// The name of a line item: its label, or the number if it has none.
pub(in crate::shopware::session) fn label(label: Option<&String>, payload: &Dict<Value>) -> String {
    let label = label.map(String::as_str).filter(|label| !label.trim().is_empty());
    label.or(payload.text("productNumber")).unwrap_or_default().to_owned()
}

impl LineItem {
    fn from_wire(wire: WireLineItem, place: usize, currency: Currency) -> Self {
        let read = LineItemId::parse(&wire.id).ok();
        let has_id = read.is_some();
        let price = wire.price.as_ref();
        let list = price.and_then(|price| price.list_price.as_ref()?.price.as_ref());
        let kind = LineItemKind::from_wire(wire.kind.as_deref());
        let product = (kind == LineItemKind::Product)
            .then(|| wire.referenced_id.as_deref().or(Some(&wire.id)))
            .flatten();
        let delivery = wire.delivery_information.as_ref();
        Self {
            product_id: product.and_then(|id| ProductId::parse(id).ok()),
            product_number: wire
                .payload
                .text("productNumber")
                .and_then(|n| ProductNumber::parse(n).ok()),
            label: label(wire.label.as_ref(), &wire.payload),
            options: chosen_options(&wire.payload),
            cover: wire.cover.as_ref().and_then(cover),
            quantity: count(wire.quantity.as_ref()).unwrap_or(1),
            limits: wire.quantity_information.as_ref().map(QuantityLimits::from_wire),
            good: wire.good.unwrap_or(true),
            // A change names the line item by its id.
            stackable: has_id && wire.stackable.unwrap_or(false),
            removable: has_id && wire.removable.unwrap_or(false),
            digital: wire.payload.text("productType") == Some("digital")
                || wire.states.0.iter().any(|s| s == "is-download"),
            price: line_price(
                price.and_then(|price| price.unit_price.as_ref()),
                price.and_then(|price| price.total_price.as_ref()),
                list,
                currency,
            ),
            stock: delivery.and_then(|d| d.stock.as_ref()).and_then(whole),
            free_delivery: delivery.map(|d| d.free_delivery.unwrap_or(false)),
            on_delivery: wire.payload.text("discountScope") == Some("delivery"),
            delivery_time: delivery
                .and_then(|d| d.delivery_time.as_ref())
                .and_then(|t| t.shown_name())
                .map(str::to_owned),
            time: delivery.and_then(|d| d.delivery_time.as_ref()?.range()),
            restock_days: delivery.and_then(|d| count(d.restock_time.as_ref())),
            children: line_items(wire.children.0, currency),
            promotion_code: kind.code_of(&wire.payload, wire.referenced_id.as_deref()),
            referenced_id: wire.referenced_id,
            kind,
            id: read.unwrap_or_else(|| LineItemId::at(place)),
        }
    }
}

impl QuantityLimits {
    fn from_wire(wire: &WireQuantityInformation) -> Self {
        Self {
            min: count(wire.min_purchase.as_ref()).unwrap_or(1).max(1),
            max: count(wire.max_purchase.as_ref()).unwrap_or(100),
            step: count(wire.purchase_steps.as_ref()).unwrap_or(1).max(1),
        }
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
        small: thumbnail(media),
    })
}

/// Width of the box of a thumbnail that shows a line's picture at two pixels per CSS pixel.
const COVER: u32 = 240;

fn thumbnail(media: &WireMedia) -> Option<String> {
    let fitting = media.thumbnails.0.iter().filter_map(|thumbnail| {
        let width = count(thumbnail.width.as_ref()).filter(|width| *width >= COVER)?;
        Some((width, web_address(thumbnail.url.as_deref()?)?))
    });
    fitting.min().map(|(_, url)| url)
}

/// The options in a line item's payload.
pub(in crate::shopware::session) fn chosen_options(payload: &Dict<Value>) -> Vec<ChosenOption> {
    let text = |option: &Value, key: &str| {
        let text = option.get(key).and_then(Value::as_str).unwrap_or_default();
        decoded(text).into_owned()
    };
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
    /// Our own error for a line item without a price, whatever its nested items; the key ends with its id, like
    /// Shopware's own (Shopware §7.3). Nested items of a priced container are included in its price.
    fn without_price(item: &LineItem) -> Option<Self> {
        if item.price.is_some() {
            return None;
        }
        let name = Some(&item.label).filter(|label| !label.is_empty());
        Some(Self {
            key: format!("{LINE_WITHOUT_PRICE}-{}", item.id),
            message_key: LINE_WITHOUT_PRICE.to_owned(),
            level: CartErrorLevel::Error,
            blocks_order: true,
            parameters: name.map(|name| ("name".to_owned(), name.clone())).into_iter().collect(),
            message: String::new(),
        })
    }

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
