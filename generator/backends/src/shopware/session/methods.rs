//! Shipping and payment methods that a session may have (Shopware §9).
//!
//! **Invariant:** texts are in the call's language; a method without an id that can be sent back is an error.

use serde_json::{Value, json};
use vitrine_model::money::Money;

use super::{Answer, Cover, Failure, PaymentMethodId, SessionCall, ShippingMethodId, cart::from_wire::cover};
use crate::shopware::{
    channel::Channel,
    client::ShopwareClient,
    criteria,
    wire::{Dict, WirePaymentMethod, WireSearchResult, WireShippingMethod, WireShippingPrice, money, whole},
};

/// A way to send goods.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShippingMethod {
    /// Its id.
    pub id: ShippingMethodId,
    /// `shipping_standard`; empty where the shop gave none (6.6).
    pub technical_name: String,
    /// What is shown.
    pub name: String,
    /// More about it.
    pub description: Option<String>,
    /// How long it takes, in words.
    pub delivery_time: Option<String>,
    /// A logo.
    pub picture: Option<Cover>,
    /// What it costs whatever is in the cart, in the channel's currency. `None` where the costs depend on the cart, or were not asked for
    /// ([`ShopwareClient::shipping_methods`] asks): the cart tells them once the method is chosen.
    pub price: Option<ShippingPrice>,
}

/// A fixed price; which of the two a visitor sees says their tax state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShippingPrice {
    /// With tax.
    pub gross: Money,
    /// Without tax.
    pub net: Money,
}

/// A way to pay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PaymentMethod {
    /// Its id.
    pub id: PaymentMethodId,
    /// `payment_invoicepayment`; empty where the shop gave none (6.6).
    pub technical_name: String,
    /// What is shown.
    pub name: String,
    /// More about it.
    pub description: Option<String>,
    /// A logo.
    pub picture: Option<Cover>,
    /// May be chosen for an order that was placed already.
    pub after_order: bool,
}

fn text(translated: &Dict<Value>, key: &str, plain: Option<&str>) -> Option<String> {
    translated
        .text(key)
        .or(plain)
        .filter(|text| !text.trim().is_empty())
        .map(str::to_owned)
}

impl WireShippingMethod {
    /// The name in the call's language.
    pub(super) fn shown_name(&self) -> &str {
        self.translated
            .text("name")
            .or(self.name.as_deref())
            .unwrap_or_default()
    }
}

impl ShippingMethod {
    pub(super) fn from_wire(wire: &WireShippingMethod, channel: &Channel) -> Result<Self, String> {
        Ok(Self {
            id: ShippingMethodId::parse(&wire.id).map_err(|e| format!("a shipping method: {e}"))?,
            technical_name: wire.technical_name.clone().unwrap_or_default(),
            name: wire.shown_name().to_owned(),
            description: text(&wire.translated, "description", wire.description.as_deref()),
            delivery_time: wire
                .delivery_time
                .as_ref()
                .and_then(|time| time.shown_name())
                .map(str::to_owned),
            picture: wire.media.as_ref().and_then(cover),
            price: fixed_price(&wire.prices.0, channel),
        })
    }
}

/// The one price of a method whose table has one row, for every cart, in the channel's currency (Shopware §7.2).
fn fixed_price(rows: &[WireShippingPrice], channel: &Channel) -> Option<ShippingPrice> {
    let [row] = rows else { return None };
    let from_nothing = row.quantity_start.as_ref().is_none_or(|start| whole(start) == Some(0));
    if row.rule_id.is_some() || row.calculation_rule_id.is_some() || !from_nothing || row.quantity_end.is_some() {
        return None;
    }
    let price = row
        .currency_price
        .0
        .iter()
        .find(|price| price.currency_id.is_some() && price.currency_id == channel.currency_id)?;
    Some(ShippingPrice {
        gross: money(price.gross.as_ref()?, channel.currency).ok()?,
        net: money(price.net.as_ref()?, channel.currency).ok()?,
    })
}

impl PaymentMethod {
    pub(super) fn from_wire(wire: &WirePaymentMethod) -> Result<Self, String> {
        Ok(Self {
            id: PaymentMethodId::parse(&wire.id).map_err(|e| format!("a payment method: {e}"))?,
            technical_name: wire.technical_name.clone().unwrap_or_default(),
            name: text(&wire.translated, "name", wire.name.as_deref()).unwrap_or_default(),
            description: text(&wire.translated, "description", wire.description.as_deref()),
            picture: wire.media.as_ref().and_then(cover),
            after_order: wire.after_order_enabled.unwrap_or(false),
        })
    }
}

/// Only what this cart and session may have; media are always loaded, `associations` says what else.
fn available(associations: &Value) -> Value {
    let mut criteria = criteria::all();
    if let Some(map) = criteria.as_object_mut() {
        map.insert("onlyAvailable".into(), 1.into());
        map.insert("associations".into(), associations.clone());
    }
    criteria
}

impl ShopwareClient {
    /// `GET /shipping-method`: those that this cart and session may have, the channel's default first.
    pub async fn shipping_methods(&self, call: &SessionCall) -> Result<Answer<Vec<ShippingMethod>>, Failure> {
        let channel = self.known_channel().await?;
        let criteria = available(&json!({"deliveryTime": {}, "prices": {}}));
        self.session_get(call, "/shipping-method", &criteria, |answered| {
            let wire: WireSearchResult<WireShippingMethod> = answered.json()?;
            let methods = wire.elements.0.iter();
            let read: Result<_, _> = methods.map(|m| ShippingMethod::from_wire(m, channel)).collect();
            read.map_err(|reason: String| answered.unusable(reason))
        })
        .await
    }

    /// `GET /payment-method`: those that this cart and session may have, the session's first.
    pub async fn payment_methods(&self, call: &SessionCall) -> Result<Answer<Vec<PaymentMethod>>, Failure> {
        self.session_get(call, "/payment-method", &available(&Value::Null), |answered| {
            let wire: WireSearchResult<WirePaymentMethod> = answered.json()?;
            let read: Result<_, _> = wire.elements.0.iter().map(PaymentMethod::from_wire).collect();
            read.map_err(|reason: String| answered.unusable(reason))
        })
        .await
    }
}
