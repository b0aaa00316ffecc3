//! What the API calls in a visitor's name: context and cart (Shopware §8, §10), and live price and stock.
//!
//! **Invariant:** reads may go out twice, writes once; each answer and each failure hands on the token it carried (R-SESS-02).

use serde_json::{Value, json};
use vitrine_model::ids::{LanguageId, ProductId};

use super::{
    channel::channel_of,
    client::{ShopwareClient, with_token},
    criteria,
    session::{Answer, Cart, Context, Country, Failure, LineItemId, LiveProduct, NewLineItem, SessionCall},
    wire::{WireCart, WireContext, WireCountry, WireProduct, WireSearchResult},
};
use crate::{
    convert::live_product,
    error::BackendError,
    http::{Answered, Target, Write},
    query,
};

const LINE_ITEMS: &str = "/checkout/cart/line-item";

impl ShopwareClient {
    async fn session_get<T>(
        &self,
        call: &SessionCall,
        path: &str,
        parameters: &Value,
        read: impl FnOnce(&Answered) -> Result<T, BackendError>,
    ) -> Result<Answer<T>, Failure> {
        let target = Target::new(path).query(query::encode(parameters));
        with_token(self.transport.get(&target, &Self::session_headers(call)).await, read)
    }

    async fn session_write<T>(
        &self,
        call: &SessionCall,
        write: Write,
        path: &str,
        body: &Value,
        read: impl FnOnce(&Answered) -> Result<T, BackendError>,
    ) -> Result<Answer<T>, Failure> {
        let headers = Self::session_headers(call);
        with_token(
            self.transport.send(write, &Target::new(path), &headers, body).await,
            read,
        )
    }

    /// `GET /context`: who the visitor is, their currency and tax state.
    pub async fn context(&self, call: &SessionCall) -> Result<Answer<Context>, Failure> {
        self.session_get(call, "/context", &Value::Null, |answered| {
            let wire: WireContext = answered.json()?;
            let channel = channel_of(&wire).map_err(|reason| answered.unusable(reason))?;
            Ok(Context::from_wire(&wire, &channel))
        })
        .await
    }

    /// `PATCH /context`: the session's own language, in which the cart's texts are kept.
    pub async fn set_language(&self, call: &SessionCall, language: &LanguageId) -> Result<Answer<()>, Failure> {
        let body = json!({"languageId": language.as_str()});
        self.session_write(call, Write::Patch, "/context", &body, |_| Ok(()))
            .await
    }

    /// `GET /checkout/cart`; `taxed` runs external tax providers (checkout summary).
    pub async fn cart(&self, call: &SessionCall, taxed: bool) -> Result<Answer<Cart>, Failure> {
        let currency = self.currency().await?;
        let parameters = if taxed { json!({"taxed": 1}) } else { Value::Null };
        self.session_get(call, "/checkout/cart", &parameters, |a| read_cart(a, currency))
            .await
    }

    /// `POST /checkout/cart/line-item`. The answer is a cart even when nothing was added: look into its errors.
    pub async fn add_line_items(&self, call: &SessionCall, items: &[NewLineItem]) -> Result<Answer<Cart>, Failure> {
        let items: Vec<Value> = items
            .iter()
            .map(|NewLineItem::Product { product_id, quantity }| {
                json!({"id": product_id.as_str(), "referencedId": product_id.as_str(), "type": "product", "quantity": quantity})
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

    /// `POST /checkout/cart/line-item/delete`. One unknown id fails the whole call.
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
        // Before the write: afterwards a failure here would hide that the write was done.
        let currency = self.currency().await?;
        self.session_write(call, write, path, body, |a| read_cart(a, currency))
            .await
    }

    /// `GET /country`: where goods can be sent to.
    pub async fn countries(&self, call: &SessionCall) -> Result<Answer<Vec<Country>>, Failure> {
        self.session_get(call, "/country", &criteria::all(), |answered| {
            let wire: WireSearchResult<WireCountry> = answered.json()?;
            Ok(wire.elements.0.iter().map(Country::from_wire).collect())
        })
        .await
    }

    /// `GET /product` by ids (at most 100 are asked for): price and stock for this visitor. Unknown and hidden products are left out.
    /// `limited_at_most` as in [`vitrine_model::product::Stock::derive`].
    pub async fn products(
        &self,
        call: &SessionCall,
        ids: &[ProductId],
        limited_at_most: u32,
    ) -> Result<Answer<Vec<LiveProduct>>, Failure> {
        let asked: Vec<&str> = ids.iter().take(100).map(ProductId::as_str).collect();
        // The tax state of a visitor's prices stands in their context alone; whoever has no session sees those of the channel.
        let (token, currency, tax) = match &call.token {
            Some(sent) => {
                let context = self.context(call).await?;
                let token = context.token.unwrap_or_else(|| sent.clone());
                (Some(token), context.value.currency, context.value.tax_status)
            }
            None => {
                let channel = self.known_channel().await?;
                (None, channel.currency, channel.tax_status)
            }
        };
        let language = call.language.clone();
        let call = SessionCall { token, language };
        self.session_get(&call, "/product", &criteria::live(&asked), |answered| {
            let wire: WireSearchResult<WireProduct> = answered.json()?;
            wire.elements
                .0
                .iter()
                .map(|p| live_product(p, currency, tax, limited_at_most).map_err(|reason| answered.unusable(reason)))
                .collect()
        })
        .await
    }
}

fn read_cart(answered: &Answered, currency: vitrine_model::money::Currency) -> Result<Cart, BackendError> {
    let wire: WireCart = answered.json()?;
    Cart::from_wire(wire, currency).map_err(|reason| answered.unusable(reason))
}
