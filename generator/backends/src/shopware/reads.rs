//! Calls for a build: channel, languages, product pages, categories and SEO URLs by GET, cross-selling by POST; all
//! without a visitor's session.
//!
//! **Invariant:** a page includes the exact total, so that the pull can detect changes (rule 18).

use reqwest::header::HeaderMap;
use serde::de::DeserializeOwned;
use serde_json::Value;
use vitrine_model::{
    ids::{CategoryId, LanguageId, ProductId},
    locale::LanguageTag,
    money::Currency,
};

use super::{
    channel::{Channel, channel_of},
    client::ShopwareClient,
    criteria::{self, ProductDepth},
    session::Domain,
    wire::{WireContext, WireLanguage, WireSearchResult, whole},
};
use crate::{
    error::BackendError,
    http::{Answered, Refused, Target, Write},
    query,
};

/// A language of the sales channel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Language {
    /// Shopware's id.
    pub id: LanguageId,
    /// `nl-NL`
    pub iso: LanguageTag,
    /// Display name.
    pub name: String,
}

/// One page of unconverted records.
#[derive(Clone, Debug)]
pub struct RecordPage {
    /// The records as received.
    pub records: Vec<Value>,
    /// Number of records of the whole list, not of this page.
    pub total: u64,
}

impl ShopwareClient {
    async fn read(&self, path: &str, criteria: &Value, headers: &HeaderMap) -> Result<Answered, BackendError> {
        let target = Target::new(path).query(query::encode(criteria));
        self.get(&target, headers).await.map_err(|r: Refused| r.error)
    }

    pub(super) async fn page(
        &self,
        path: &str,
        criteria: &Value,
        language: &LanguageId,
    ) -> Result<RecordPage, BackendError> {
        let answered = self.read(path, criteria, &Self::language_header(language)).await?;
        self.record_page(&answered)
    }

    fn record_page(&self, answered: &Answered) -> Result<RecordPage, BackendError> {
        let result: WireSearchResult<Value> = answered.json()?;
        let total = result
            .total
            .as_ref()
            .and_then(whole)
            .and_then(|n| u64::try_from(n).ok())
            .ok_or_else(|| answered.unusable("it has no total, so that nobody knows whether a page is missing"))?;
        self.transport.bounded(answered, total, &format!("{total} records"))?;
        Ok(RecordPage {
            records: result.elements.0,
            total,
        })
    }

    async fn bare<T: DeserializeOwned>(
        &self,
        path: &str,
        criteria: &Value,
        headers: &HeaderMap,
    ) -> Result<T, BackendError> {
        self.read(path, criteria, headers).await?.json()
    }

    /// Currency, tax state and navigation root of the channel: from an anonymous context.
    pub async fn channel(&self) -> Result<Channel, BackendError> {
        self.channel_and_domains().await.map(|(channel, _)| channel)
    }

    /// The channel with its domains, to which Shopware's mails lead.
    pub(crate) async fn channel_and_domains(&self) -> Result<(Channel, Vec<Domain>), BackendError> {
        let answered = self.get(&Target::new("/context"), &HeaderMap::new()).await;
        let answered = answered.map_err(|refused: Refused| refused.error)?;
        let wire: WireContext = answered.json()?;
        let channel = channel_of(&wire).map_err(|reason| answered.unusable(reason))?;
        Ok((channel, Domain::all_of(&wire)))
    }

    /// The address of the Store API.
    pub fn endpoint(&self) -> &str {
        self.transport.base()
    }

    /// The channel, requested once in the life of this client.
    pub(crate) async fn known_channel(&self) -> Result<&Channel, BackendError> {
        self.channel.get_or_try_init(|| self.channel()).await
    }

    /// The channel's currency, requested once in the life of this client.
    pub async fn currency(&self) -> Result<Currency, BackendError> {
        Ok(self.known_channel().await?.currency)
    }

    /// That currency's id in Shopware; `None` if Shopware does not return it.
    pub async fn currency_id(&self) -> Result<Option<&str>, BackendError> {
        Ok(self.known_channel().await?.currency_id.as_deref())
    }

    /// The languages of the channel.
    pub async fn languages(&self) -> Result<Vec<Language>, BackendError> {
        let answered = self.read("/language", &criteria::all(), &HeaderMap::new()).await?;
        let wire: WireSearchResult<WireLanguage> = answered.json()?;
        wire.elements
            .0
            .iter()
            .map(|language| language_of(language).map_err(|reason| answered.unusable(reason)))
            .collect()
    }

    /// One page of products (parents and variants), 1-based, sorted by id.
    pub async fn product_page(
        &self,
        language: &LanguageId,
        depth: ProductDepth,
        page: u32,
    ) -> Result<RecordPage, BackendError> {
        self.page("/product", &criteria::products(depth, page), language).await
    }

    /// Products by their ids, at most a page of them, sorted by id. Those that are not in the sales channel are left out.
    pub(crate) async fn products_by_id(
        &self,
        language: &LanguageId,
        depth: ProductDepth,
        ids: &[&str],
    ) -> Result<Vec<Value>, BackendError> {
        let criteria = criteria::products_by_id(depth, ids);
        Ok(self.page("/product", &criteria, language).await?.records)
    }

    /// The cross-selling groups of a product, sorted by position, unconverted (Shopware §16.4). The route only accepts
    /// POST, so the call is not retried although it only reads (R-BACK-03).
    pub async fn cross_selling(&self, product: &ProductId, language: &LanguageId) -> Result<Vec<Value>, BackendError> {
        let target = Target::new(format!("/product/{product}/cross-selling"));
        let headers = Self::language_header(language);
        let criteria = criteria::cross_selling();
        let sent = self.transport.send(Write::Post, &target, &headers, &criteria).await;
        sent.map_err(|refused: Refused| refused.error)?.json()
    }

    /// One page of the products of a category's list, 1-based; of each only its id and that of its parent. The route
    /// only accepts POST, so the call is not retried although it only reads (R-BACK-03).
    pub(crate) async fn category_page(
        &self,
        category: &CategoryId,
        language: &LanguageId,
        page: u32,
    ) -> Result<RecordPage, BackendError> {
        let target = Target::new(format!("/product-listing/{category}"));
        let headers = Self::language_header(language);
        let criteria = criteria::category(page);
        let sent = self.transport.send(Write::Post, &target, &headers, &criteria).await;
        self.record_page(&sent.map_err(|refused: Refused| refused.error)?)
    }

    /// The navigation tree below the channel's root, as raw categories with their children.
    pub async fn navigation(&self, language: &LanguageId) -> Result<Vec<Value>, BackendError> {
        let path = "/navigation/main-navigation/main-navigation";
        let headers = Self::language_header(language);
        let answered = self.read(path, &criteria::navigation(), &headers).await?;
        if answered.status == 204 {
            return Ok(Vec::new());
        }
        answered.json()
    }

    /// One page of the SEO URLs of one route (`frontend.detail.page`), 1-based, in one language.
    pub async fn seo_url_page(
        &self,
        language: &LanguageId,
        route_name: &str,
        page: u32,
    ) -> Result<RecordPage, BackendError> {
        self.page("/seo-url", &criteria::seo_urls(route_name, page), language)
            .await
    }

    /// The channel's currencies by ISO code.
    pub async fn currencies(&self) -> Result<Vec<Currency>, BackendError> {
        let wire: Vec<super::wire::WireCurrency> = self.bare("/currency", &criteria::all(), &HeaderMap::new()).await?;
        Ok(wire
            .iter()
            .filter_map(|c| Currency::parse(c.iso_code.as_deref()?).ok())
            .collect())
    }
}

fn language_of(wire: &WireLanguage) -> Result<Language, String> {
    let iso = wire.translation_code.as_ref().and_then(|l| l.code.as_deref());
    Ok(Language {
        id: LanguageId::parse(&wire.id).map_err(|e| e.to_string())?,
        iso: iso
            .ok_or_else(|| format!("the language {} has no translationCode.code", wire.id))?
            .into(),
        name: wire.name.clone().unwrap_or_default(),
    })
}
