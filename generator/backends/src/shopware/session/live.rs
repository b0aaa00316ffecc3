//! Current price and stock of products for a visitor (R-PDP-03).
//!
//! **Invariant:** uses the same functions as the build, so the same rules apply.

use vitrine_model::ids::ProductId;

use super::{Answer, Customer, Failure, SessionCall};
use crate::{
    convert::{LiveProduct, live_product},
    shopware::{
        client::ShopwareClient,
        criteria,
        wire::{WireProduct, WireSearchResult},
    },
};

/// Products as one visitor is sold them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveProducts {
    /// The products, in Shopware's order.
    pub products: Vec<LiveProduct>,
    /// The visitor is a business customer who is logged in.
    pub business: bool,
}

impl ShopwareClient {
    /// `GET /product` by ids (at most 100): price and stock for this visitor. Unknown and hidden products are left out.
    /// `limited_at_most` as in [`vitrine_model::product::Stock::derive`].
    pub async fn products(
        &self,
        call: &SessionCall,
        ids: &[ProductId],
        limited_at_most: u32,
    ) -> Result<Answer<LiveProducts>, Failure> {
        let asked: Vec<&str> = ids.iter().take(100).map(ProductId::as_str).collect();
        // Only the context has the tax state of a visitor's prices; without a session, those of the channel apply.
        let (token, currency, tax, business) = match &call.token {
            Some(sent) => {
                let context = self.context(call).await?;
                let token = context.token.unwrap_or_else(|| sent.clone());
                let customer = context.value.customer.as_ref();
                let business = customer.is_some_and(Customer::is_business);
                (Some(token), context.value.currency, context.value.tax_status, business)
            }
            None => {
                let channel = self.known_channel().await?;
                (None, channel.currency, channel.tax_status, false)
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
            let products = wire.elements.0.iter();
            let read = |p| live_product(p, currency, tax, limited_at_most).map_err(|reason| answered.unusable(reason));
            let products: Result<_, _> = products.map(read).collect();
            Ok(LiveProducts {
                products: products?,
                business,
            })
        })
        .await
    }
}
