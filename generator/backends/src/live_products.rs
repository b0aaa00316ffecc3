//! Current price and stock of products for a visitor (R-PDP-03).
//!
//! **Invariant:** uses the same functions as the build, so the same rules apply; amounts are in the currency and tax
//! state of the requesting session, and an unreadable product only loses its own offer.

use futures::future::join_all;
use serde_json::Value;
use vitrine_model::{
    ids::ProductId,
    money::{Currency, TaxStatus},
};

use crate::{
    convert::{LiveProduct, live_product},
    error::BackendError,
    http::{Answered, Refused, Target},
    query,
    shopware::{
        ShopwareClient, criteria,
        session::{Answer, Context, Customer, Failure, SessionCall},
        wire::WireSearchResult,
    },
};

/// Number of products of a call: the largest page of the Store API (Shopware §5).
const AT_ONCE: usize = 100;

/// Products with the offers for one visitor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveProducts {
    /// The products, in Shopware's order.
    pub products: Vec<LiveProduct>,
    /// Whether the visitor is a logged-in business customer.
    pub business: bool,
    /// The visitor's context, if it was requested.
    pub context: Option<Context>,
}

/// Currency and tax state of the prices.
#[derive(Clone, Copy)]
struct Terms {
    currency: Currency,
    tax: TaxStatus,
    limited_at_most: u32,
}

impl ShopwareClient {
    /// `GET /product` by ids (at most 100): price and stock for this visitor. Unknown and hidden products are left out.
    /// `limited_at_most` as in [`vitrine_model::product::Stock::derive`]. Only the context has the currency and the tax
    /// state of a visitor's prices: it is requested in parallel.
    pub async fn products(
        &self,
        call: &SessionCall,
        ids: &[ProductId],
        limited_at_most: u32,
    ) -> Result<Answer<LiveProducts>, Failure> {
        self.products_known(call, ids, limited_at_most, None).await
    }

    /// As [`Self::products`], without the context where `known` is the tax state of an anonymous session in the channel's
    /// currency.
    pub async fn products_known(
        &self,
        call: &SessionCall,
        ids: &[ProductId],
        limited_at_most: u32,
        known: Option<TaxStatus>,
    ) -> Result<Answer<LiveProducts>, Failure> {
        let asked: Vec<&str> = ids.iter().take(AT_ONCE).map(ProductId::as_str).collect();
        let criteria = criteria::live(&asked);
        if call.token.is_none() || known.is_some() {
            let channel = self.known_channel().await?;
            let terms = Terms {
                currency: channel.currency,
                tax: known.unwrap_or(channel.tax_status),
                limited_at_most,
            };
            let read = |answered: &Answered| sold(answered, terms, None);
            return self.public_get(call, "/product", &criteria, read).await;
        }
        let (context, answered) = futures::join!(self.context(call), self.catalogue(call, &criteria));
        let Answer { value: context, token } = context?;
        let terms = Terms {
            currency: context.currency,
            tax: context.tax_status,
            limited_at_most,
        };
        let read = answered.map_err(|refused| refused.error);
        let read = read.and_then(|answered| sold(&answered, terms, Some(context)));
        match read {
            Ok(value) => Ok(Answer { value, token }),
            Err(error) => Err(Failure { error, token }),
        }
    }

    /// Prices and stock of a customer's products, of whole families: the context, and a call for every [`AT_ONCE`] products,
    /// all in parallel. No product is returned for a visitor without own prices.
    pub async fn products_of_customer(
        &self,
        call: &SessionCall,
        ids: &[ProductId],
        limited_at_most: u32,
    ) -> Result<Answer<LiveProducts>, Failure> {
        let parts = ids.chunks(AT_ONCE).map(|part| {
            let part: Vec<&str> = part.iter().map(ProductId::as_str).collect();
            let criteria = criteria::live(&part);
            async move { self.catalogue(call, &criteria).await }
        });
        let (context, parts) = futures::join!(self.context(call), join_all(parts));
        let Answer { value: context, token } = context?;
        let mut found = LiveProducts {
            products: Vec::new(),
            business: context.customer.as_ref().is_some_and(Customer::is_business),
            context: None,
        };
        let terms = Terms {
            currency: context.currency,
            tax: context.tax_status,
            limited_at_most,
        };
        if context.customer.as_ref().is_some_and(Customer::has_own_prices) {
            for part in parts {
                let read = part.map_err(|refused| refused.error);
                match read.and_then(|answered| sold(&answered, terms, None)) {
                    Ok(part) => found.products.extend(part.products),
                    Err(error) => return Err(Failure { error, token }),
                }
            }
        }
        found.context = Some(context);
        Ok(Answer { value: found, token })
    }

    async fn catalogue(&self, call: &SessionCall, criteria: &Value) -> Result<Answered, Refused> {
        let target = Target::new("/product").query(query::encode(criteria));
        self.own(call, &target, &Self::session_headers(call)).await
    }
}

fn sold(answered: &Answered, terms: Terms, context: Option<Context>) -> Result<LiveProducts, BackendError> {
    let wire: WireSearchResult<Value> = answered.json()?;
    let read = |record: &Value| {
        let read = live_product(record, terms.currency, terms.tax, terms.limited_at_most);
        read.inspect_err(|reason| {
            let product = record.get("productNumber").and_then(Value::as_str).unwrap_or_default();
            tracing::warn!(product, reason, "a product has no offer");
        })
        .ok()
    };
    let customer = context.as_ref().and_then(|context| context.customer.as_ref());
    Ok(LiveProducts {
        products: wire.elements.0.iter().filter_map(read).collect(),
        business: customer.is_some_and(Customer::is_business),
        context,
    })
}
