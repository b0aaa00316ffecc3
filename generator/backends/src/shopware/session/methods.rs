//! Shipping and payment methods available to a session (Shopware §9).
//!
//! **Invariant:** texts are in the language of the call; a method without a valid id is an error.

use serde_json::{Value, json};
use vitrine_delivery::DeliveryTime;
use vitrine_model::money::Money;

use super::{Answer, Cover, Failure, PaymentMethodId, SessionCall, ShippingMethodId, cart::from_wire::cover};
use crate::{
    error::BackendError,
    http::Answered,
    shopware::{
        channel::Channel,
        client::ShopwareClient,
        criteria,
        wire::{
            Dict, WireDeliveryTime, WirePaymentMethod, WireSearchResult, WireShippingMethod, WireShippingPrice, money,
            whole,
        },
    },
};

/// A shipping method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShippingMethod {
    /// Its id.
    pub id: ShippingMethodId,
    /// `shipping_standard`; empty if the shop has none (6.6).
    pub technical_name: String,
    /// Display name.
    pub name: String,
    /// Description.
    pub description: Option<String>,
    /// Delivery time as text.
    pub delivery_time: Option<String>,
    /// The same as numbers.
    pub time: Option<DeliveryTime>,
    /// Logo.
    pub picture: Option<Cover>,
    /// Fixed costs, in the channel's currency. `None` if the costs depend on the cart or were not requested
    /// ([`ShopwareClient::shipping_methods`] requests them); the cart then has them once the method is selected.
    pub price: Option<ShippingPrice>,
}

/// A fixed price; the visitor's tax state decides which of the two is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShippingPrice {
    /// Including tax.
    pub gross: Money,
    /// Without tax.
    pub net: Money,
}

/// Names of payment methods, or parts of them, with which an order is paid after its delivery: Shopware's own invoice and
/// payment on delivery, and what payment plug-ins call their methods of that kind.
const PAID_LATER: [&str; 9] = [
    "invoice",
    "cashpayment",
    "klarnapaylater",
    "klarnaone",
    "klarna_pay_later",
    "_in3",
    "riverty",
    "afterpay",
    "swag_paypal_pui",
];

/// A payment method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PaymentMethod {
    /// Its id.
    pub id: PaymentMethodId,
    /// `payment_invoicepayment`; empty if the shop has none (6.6).
    pub technical_name: String,
    /// Display name.
    pub name: String,
    /// Description.
    pub description: Option<String>,
    /// Logo.
    pub picture: Option<Cover>,
    /// Can be selected for an existing order.
    pub after_order: bool,
    /// Paid outside of the shop, such as an invoice: there is no page to pay on.
    pub synchronous: bool,
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
    pub(in crate::shopware) fn from_wire(wire: &WireShippingMethod, channel: &Channel) -> Result<Self, String> {
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
            time: wire.delivery_time.as_ref().and_then(WireDeliveryTime::range),
            picture: wire.media.as_ref().and_then(cover),
            price: fixed_price(&wire.prices.0, channel),
        })
    }
}

/// The price of a method whose price table has a single row that applies to every cart, in the channel's currency
/// (Shopware §7.2).
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
    /// Whether an order is paid after its delivery: by a known name, or by one of `also`.
    pub fn is_paid_later(&self, also: &[String]) -> bool {
        let name = self.technical_name.to_lowercase();
        PAID_LATER.iter().any(|known| name.contains(known)) || also.contains(&self.technical_name)
    }

    pub(super) fn from_wire(wire: &WirePaymentMethod) -> Result<Self, String> {
        Ok(Self {
            id: PaymentMethodId::parse(&wire.id).map_err(|e| format!("a payment method: {e}"))?,
            technical_name: wire.technical_name.clone().unwrap_or_default(),
            name: text(&wire.translated, "name", wire.name.as_deref()).unwrap_or_default(),
            description: text(&wire.translated, "description", wire.description.as_deref()),
            picture: wire.media.as_ref().and_then(cover),
            after_order: wire.after_order_enabled.unwrap_or(false),
            synchronous: wire.synchronous.unwrap_or(false),
        })
    }
}

/// Criteria for methods available to this cart and session; media are always loaded, `associations` adds more.
fn available(associations: &Value) -> Value {
    let mut criteria = criteria::all();
    if let Some(map) = criteria.as_object_mut() {
        map.insert("onlyAvailable".into(), 1.into());
        map.insert("associations".into(), associations.clone());
    }
    criteria
}

fn read_shipping_methods(answered: &Answered, channel: &Channel) -> Result<Vec<ShippingMethod>, BackendError> {
    let wire: WireSearchResult<WireShippingMethod> = answered.json()?;
    let methods = wire.elements.0.iter();
    let read: Result<_, _> = methods.map(|m| ShippingMethod::from_wire(m, channel)).collect();
    read.map_err(|reason: String| answered.unusable(reason))
}

fn read_payment_methods(answered: &Answered) -> Result<Vec<PaymentMethod>, BackendError> {
    let wire: WireSearchResult<WirePaymentMethod> = answered.json()?;
    let read: Result<_, _> = wire.elements.0.iter().map(PaymentMethod::from_wire).collect();
    read.map_err(|reason: String| answered.unusable(reason))
}

impl ShopwareClient {
    /// `GET /shipping-method`: the methods available to this cart and session, the channel's default first.
    pub async fn shipping_methods(&self, call: &SessionCall) -> Result<Answer<Vec<ShippingMethod>>, Failure> {
        let channel = self.known_channel().await?;
        let criteria = available(&json!({"deliveryTime": {}, "prices": {}}));
        self.public_get(call, "/shipping-method", &criteria, |answered| {
            read_shipping_methods(answered, channel)
        })
        .await
    }

    /// `GET /shipping-method`: all methods of the sales channel, whatever the cart.
    pub async fn all_shipping_methods(&self, call: &SessionCall) -> Result<Answer<Vec<ShippingMethod>>, Failure> {
        let channel = self.known_channel().await?;
        let mut criteria = criteria::all();
        if let Some(map) = criteria.as_object_mut() {
            map.insert("associations".to_owned(), json!({"deliveryTime": {}, "prices": {}}));
        }
        self.public_get(call, "/shipping-method", &criteria, |answered| {
            read_shipping_methods(answered, channel)
        })
        .await
    }

    /// `GET /payment-method`: the methods available to this cart and session, the session's own first.
    pub async fn payment_methods(&self, call: &SessionCall) -> Result<Answer<Vec<PaymentMethod>>, Failure> {
        self.public_get(call, "/payment-method", &available(&Value::Null), read_payment_methods)
            .await
    }

    /// `GET /payment-method`: all methods of the sales channel, whatever the cart and the session.
    pub async fn all_payment_methods(&self, call: &SessionCall) -> Result<Answer<Vec<PaymentMethod>>, Failure> {
        self.public_get(call, "/payment-method", &criteria::all(), read_payment_methods)
            .await
    }
}
