//! Current price and stock of products for a visitor (R-PDP-03).
//!
//! **Invariant:** uses the same functions as the build, so the same rules apply.

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
    /// `GET /product` by ids (at most 100): price and stock for this visitor. Unknown and hidden products are left out.
    /// `limited_at_most` as in [`vitrine_model::product::Stock::derive`].
    pub async fn products(
        &self,
        call: &SessionCall,
        ids: &[ProductId],
        limited_at_most: u32,
    ) -> Result<Answer<Vec<LiveProduct>>, Failure> {
        let asked: Vec<&str> = ids.iter().take(100).map(ProductId::as_str).collect();
        // Only the context has the tax state of a visitor's prices; without a session, those of the channel apply.
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
        let call = SessionCall {
            token,
            language,
            visitor: call.visitor,
        };
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
