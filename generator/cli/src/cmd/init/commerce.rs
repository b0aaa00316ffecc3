//! What the sales channel tells a new shop.
//!
//! **Invariant:** nothing is written in Shopware; the access key comes from the environment and stays there.

use vitrine_backends::{
    BackendError,
    shopware::{Language, ShopwareClient, ShopwareConfig, session::SessionCall},
};

use super::{
    answers::Given,
    cms::{limits, line},
};
use crate::config::Environment;

/// What Shopware told.
#[derive(Debug, Default)]
pub(super) struct Shop {
    /// Whether the environment has an access key.
    pub(super) has_key: bool,
    /// Why nothing was told.
    pub(super) why_not: Option<String>,
    pub(super) languages: Vec<Language>,
    /// `EUR`
    pub(super) currency: Option<String>,
    /// The countries that it sends to, by their codes.
    pub(super) countries: Vec<String>,
    /// The first level of its categories in the first language, which menus without a navigation of the CMS show.
    pub(super) categories: Vec<String>,
}

impl Shop {
    pub(super) fn not_asked() -> Self {
        Self::silent("it was not asked (--offline)".to_owned())
    }

    fn silent(why: String) -> Self {
        Self {
            why_not: Some(why),
            ..Self::default()
        }
    }
}

/// Asks for everything.
pub(super) async fn ask(given: &Given, environment: &Environment) -> Shop {
    let Some(key) = environment.shopware_access_key.clone() else {
        return Shop::silent("VITRINE_SHOPWARE_ACCESS_KEY is not set".to_owned());
    };
    let told = match asked(given, key.clone()).await {
        Ok(shop) => shop,
        // Shopware repeats a key that it refuses.
        Err(error) => Shop::silent(line(&error).replace(key.trim(), "…")),
    };
    Shop { has_key: true, ..told }
}

async fn asked(given: &Given, key: String) -> Result<Shop, BackendError> {
    let client = ShopwareClient::new(ShopwareConfig {
        endpoint: given.shopware.clone(),
        access_key: key.into(),
        http: limits(),
    })?;
    let languages = client.languages().await?;
    let state = client.channel_state().await?;
    let (mut categories, mut countries) = (Vec::new(), Vec::new());
    if let Some(language) = languages.first() {
        categories = client.navigation(&language.id).await.unwrap_or_default();
        let call = SessionCall {
            token: None,
            language: language.id.clone(),
            visitor: None,
        };
        countries = client
            .countries(&call)
            .await
            .map_or_else(|_| Vec::new(), |answer| answer.value);
    }
    countries.retain(|country| country.shipping_available);
    let name = |category: &serde_json::Value| {
        let name = category.pointer("/translated/name").or_else(|| category.get("name"))?;
        Some(name.as_str()?.to_owned())
    };
    Ok(Shop {
        currency: Some(state.channel.currency.as_str().to_owned()),
        countries: countries.into_iter().map(|country| country.iso).collect(),
        categories: categories.iter().filter_map(name).collect(),
        languages,
        ..Shop::default()
    })
}
