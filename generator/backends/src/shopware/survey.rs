//! What `vitrine doctor` asks a sales channel beside the calls of a pull and of visitors: its state and totals of its
//! lists.
//!
//! **Invariant:** nothing is written in Shopware, and no token of an answer is kept.

use jiff::Timestamp;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use vitrine_model::ids::LanguageId;

use super::{
    channel::{Channel, channel_of},
    client::{ShopwareClient, is_cached},
    session::Domain,
    wire::WireContext,
};
use crate::{
    error::BackendError,
    http::{Answered, Refused, Target},
};

/// The sales channel as an anonymous visitor's context shows it.
#[derive(Clone, Debug)]
pub struct ChannelState {
    /// Currency, tax state, root of the navigation.
    pub channel: Channel,
    /// Its domains.
    pub domains: Vec<Domain>,
    /// Whether it is switched on; `None` if the context does not say it.
    pub active: Option<bool>,
    /// The time by Shopware's clock.
    pub at: Option<Timestamp>,
    /// Whether a cache answered in Shopware's place.
    pub is_cached: bool,
    /// Whether it is 6.7 or later: only its contexts name their language.
    pub is_6_7: bool,
}

impl ShopwareClient {
    /// `GET /context`, without a token and twice without the parameter by which other calls bypass caches: Shopware makes a new token
    /// for each call, so two equal ones are from a cache.
    pub async fn channel_state(&self) -> Result<ChannelState, BackendError> {
        let (first, second) = (self.plain_context().await?, self.plain_context().await?);
        let token = |answered: &Answered| answered.headers.get("sw-context-token").cloned();
        let body: Value = second.json()?;
        let wire: WireContext = second.json()?;
        Ok(ChannelState {
            channel: channel_of(&wire).map_err(|reason| second.unusable(reason))?,
            domains: Domain::all_of(&wire),
            active: body.pointer("/salesChannel/active").and_then(Value::as_bool),
            at: second.date(),
            is_cached: is_cached(&second.headers) || (token(&first).is_some() && token(&first) == token(&second)),
            is_6_7: body.get("languageInfo").is_some_and(Value::is_object),
        })
    }

    async fn plain_context(&self) -> Result<Answered, BackendError> {
        let answered = self.transport.get(&Target::new("/context"), &HeaderMap::new()).await;
        answered.map_err(|refused: Refused| refused.error)
    }

    /// The number of products in the sales channel.
    pub async fn count_products(&self, language: &LanguageId) -> Result<u64, BackendError> {
        let one = json!({"limit": 1, "total-count-mode": "exact", "includes": {"product": ["id"]}});
        Ok(self.page("/product", &one, language).await?.total)
    }

    /// The number of products' SEO URLs in a language.
    pub async fn count_seo_urls(&self, language: &LanguageId) -> Result<u64, BackendError> {
        let filter = json!([{"type": "equals", "field": "routeName", "value": "frontend.detail.page"}]);
        let one = json!({"limit": 1, "total-count-mode": "exact", "filter": filter, "includes": {"seo_url": ["id"]}});
        Ok(self.page("/seo-url", &one, language).await?.total)
    }
}
