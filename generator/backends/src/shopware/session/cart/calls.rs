//! The calls of the cart (Shopware §10).
//!
//! **Invariant:** the currency is known before a write is sent.

use serde_json::{Value, json};
use vitrine_model::money::Currency;

use super::{Cart, LineItemId, NewLineItem};
use crate::{
    error::BackendError,
    http::{Answered, Write},
    shopware::{
        client::ShopwareClient,
        session::{Answer, Failure, SessionCall},
        wire::WireCart,
    },
};

const LINE_ITEMS: &str = "/checkout/cart/line-item";

impl ShopwareClient {
    /// `GET /checkout/cart`; `taxed` runs external tax providers (checkout summary).
    pub async fn cart(&self, call: &SessionCall, taxed: bool) -> Result<Answer<Cart>, Failure> {
        let currency = self.currency().await?;
        let parameters = if taxed { json!({"taxed": 1}) } else { Value::Null };
        self.session_get(call, "/checkout/cart", &parameters, |a| read_cart(a, currency))
            .await
    }

    /// `POST /checkout/cart/line-item`. The answer is a cart even if nothing was added: check its errors.
    pub async fn add_line_items(&self, call: &SessionCall, items: &[NewLineItem]) -> Result<Answer<Cart>, Failure> {
        let items: Vec<Value> = items
            .iter()
            .map(|item| match item {
                NewLineItem::Product { product_id, quantity } => {
                    json!({"id": product_id.as_str(), "referencedId": product_id.as_str(), "type": "product", "quantity": quantity})
                }
                // Without an id: Shopware derives it from the code (Shopware §10).
                NewLineItem::Promotion { code } => json!({"referencedId": code, "type": "promotion"}),
            })
            .collect();
        self.change_cart(call, Write::Post, LINE_ITEMS, &json!({ "items": items }))
            .await
    }

    /// `PATCH /checkout/cart/line-item`: new quantities, each at least 1.
    pub async fn change_line_items(
        &self,
        call: &SessionCall,
        quantities: &[(LineItemId, u32)],
    ) -> Result<Answer<Cart>, Failure> {
        let items: Vec<Value> = quantities
            .iter()
            .map(|(id, quantity)| json!({"id": id.as_str(), "quantity": quantity}))
            .collect();
        self.change_cart(call, Write::Patch, LINE_ITEMS, &json!({ "items": items }))
            .await
    }

    /// `POST /checkout/cart/line-item/delete`. A single unknown id fails the whole call.
    pub async fn remove_line_items(&self, call: &SessionCall, ids: &[LineItemId]) -> Result<Answer<Cart>, Failure> {
        let ids: Vec<&str> = ids.iter().map(LineItemId::as_str).collect();
        let path = "/checkout/cart/line-item/delete";
        self.change_cart(call, Write::Post, path, &json!({ "ids": ids })).await
    }

    async fn change_cart(
        &self,
        call: &SessionCall,
        write: Write,
        path: &str,
        body: &Value,
    ) -> Result<Answer<Cart>, Failure> {
        // Before the write: an error of this call afterwards would hide that the write was done.
        let currency = self.currency().await?;
        self.session_write(call, write, path, body, |a| read_cart(a, currency))
            .await
    }
}

fn read_cart(answered: &Answered, currency: Currency) -> Result<Cart, BackendError> {
    let wire: WireCart = answered.json()?;
    Cart::from_wire(wire, currency).map_err(|reason| answered.unusable(reason))
}
