//! A product's price and stock right now, for the visitor who asks (R-PDP-03).
//!
//! **Invariant:** the same rules as for the build's products, by the same functions.

use vitrine_model::ids::ProductId;

use super::{Answer, Failure, SessionCall};
use crate::{
    convert::{LiveProduct, live_product},
    shopware::{
        client::ShopwareClient,
        criteria,
        wire::{WireProduct, WireSearchResult},
    },
};

impl ShopwareClient {
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
