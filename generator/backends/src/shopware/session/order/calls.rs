//! The calls of orders (Shopware §11.1, §12).
//!
//! **Invariant:** an order is sent once, and the currency is known before; e-mail addresses, postal codes and link
//! codes are sent in bodies, never in a URL.

use jiff::Timestamp;
use serde_json::{Value, json};
use vitrine_model::money::Currency;

use super::{GuestLookup, NewOrder, Order, OrderId, OrderState, notes::Notes};
use crate::{
    error::BackendError,
    http::{Answered, Write},
    shopware::{
        client::ShopwareClient,
        session::{Answer, Failure, SessionCall},
        wire::{WireOrder, WireOrders, WireState},
    },
};

/// Associations of an order that outcome screens need.
fn associations() -> Value {
    json!({
        "lineItems": {"associations": {"cover": {}, "downloads": {"associations": {"media": {}}}}},
        "transactions": {"sort": [{"field": "createdAt"}], "associations": {"paymentMethod": {}, "stateMachineState": {}}},
        "deliveries": {"associations": {
            "shippingMethod": {},
            "stateMachineState": {},
            "shippingOrderAddress": {"associations": {"country": {}}},
        }},
        "addresses": {"associations": {"country": {}}},
        "stateMachineState": {},
        "currency": {},
        "documents": {"associations": {"documentType": {}}},
    })
}

fn read_orders(answered: &Answered, currency: Currency) -> Result<Vec<Order>, BackendError> {
    let wire: WireOrders = answered.json()?;
    let orders = wire.orders.elements.0.iter();
    let read: Result<_, _> = orders.map(|order| Order::from_wire(order, currency)).collect();
    read.map_err(|reason: String| answered.unusable(reason))
}

/// The newest orders, and when they were.
#[derive(Clone, Debug)]
pub struct LatestOrders {
    /// Newest first.
    pub orders: Vec<Order>,
    /// The answer's `Date`, with the shop's clock as the orders' own times; `None` if the answer has none that can be read.
    pub at: Option<Timestamp>,
}

impl ShopwareClient {
    /// `POST /checkout/order`: orders the session's cart with its methods and addresses. Afterwards the cart is empty;
    /// the token does not change.
    ///
    /// Shopware has no idempotency key: calling twice may create two orders (Shopware §11.1). After a failure for which
    /// [`Failure::may_have_been_done`] is true, check [`ShopwareClient::latest_orders`] before calling again.
    pub async fn place_order(&self, call: &SessionCall, order: &NewOrder) -> Result<Answer<Order>, Failure> {
        let currency = self.currency().await?;
        let notes = Notes {
            reference: order.reference.clone(),
            waived: order.withdrawal_waived.clone(),
            old_device: order.old_device,
            comment: order.comment.clone(),
        };
        let comment = notes.joined();
        let mut body = json!({});
        if let Some(map) = body.as_object_mut() {
            for (name, value) in [("customerComment", &comment), ("hash", &order.hash)] {
                if let Some(value) = value {
                    map.insert(name.to_owned(), value.as_str().into());
                }
            }
        }
        self.session_write(call, Write::Post, "/checkout/order", &body, |answered| {
            let wire: WireOrder = answered.json()?;
            Order::from_wire(&wire, currency).map_err(|reason| answered.unusable(reason))
        })
        .await
    }

    /// `GET /order`: one order of the session's customer or guest; `None` if it does not exist or belongs to another
    /// customer.
    pub async fn order(&self, call: &SessionCall, id: &OrderId) -> Result<Answer<Option<Order>>, Failure> {
        let currency = self.currency().await?;
        let criteria = json!({
            "filter": [{"type": "equals", "field": "id", "value": id.as_str()}],
            "associations": associations(),
        });
        let answer = self
            .session_get(call, "/order", &criteria, |answered| read_orders(answered, currency))
            .await?;
        Ok(answer.map(|orders| orders.into_iter().find(|order| order.id == *id)))
    }

    /// `GET /order`: the newest orders of the session's customer or guest (1 to 100), newest first.
    pub async fn latest_orders(&self, call: &SessionCall, limit: u8) -> Result<Answer<LatestOrders>, Failure> {
        let currency = self.currency().await?;
        let criteria = json!({
            "page": 1,
            "limit": limit.clamp(1, 100),
            "sort": [{"field": "orderDateTime", "order": "DESC"}],
            "associations": associations(),
        });
        self.session_get(call, "/order", &criteria, |answered| {
            Ok(LatestOrders {
                orders: read_orders(answered, currency)?,
                at: answered.date(),
            })
        })
        .await
    }

    /// `POST /order` with a link's code: an order of a guest, without a session. Not retried although it only reads:
    /// its parameters must not be in a URL, so it is a POST.
    pub async fn order_of_guest(
        &self,
        call: &SessionCall,
        lookup: &GuestLookup,
    ) -> Result<Answer<Option<Order>>, Failure> {
        let currency = self.currency().await?;
        let mut body = json!({
            "email": lookup.email,
            "zipcode": lookup.zipcode,
            "filter": [{"type": "equals", "field": "deepLinkCode", "value": lookup.code.expose()}],
            "associations": associations(),
        });
        if let (true, Some(map)) = (lookup.log_in, body.as_object_mut()) {
            map.insert("login".to_owned(), true.into());
        }
        let read = |answered: &Answered| read_orders(answered, currency);
        let answer = self.session_write(call, Write::Post, "/order", &body, read).await?;
        Ok(answer.map(|orders| orders.into_iter().next()))
    }

    /// `POST /order/state/cancel`: cancels the order and returns its new state.
    pub async fn cancel_order(&self, call: &SessionCall, id: &OrderId) -> Result<Answer<OrderState>, Failure> {
        let body = json!({"orderId": id.as_str()});
        self.session_write(call, Write::Post, "/order/state/cancel", &body, |answered| {
            let wire: WireState = answered.json()?;
            Ok(OrderState::from_wire(Some(&wire)))
        })
        .await
    }
}
