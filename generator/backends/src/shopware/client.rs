//! The client of one sales channel: configuration, headers, tokens, and reads that bypass every cache.
//!
//! **Invariant:** the access key and context tokens are only used as header values marked sensitive.

use std::{fmt, sync::Arc};

use reqwest::header::{AGE, CACHE_CONTROL, HeaderMap, HeaderValue};
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::OnceCell;
use vitrine_model::ids::{LanguageId, ProductId};

use super::{
    administration::AdminScreen,
    call::{Answer, Failure, SessionCall},
    channel::Channel,
    country::{Country, Salutation},
    ids::ContextToken,
    lists::KeptList,
};
use crate::{
    error::{Backend, BackendError},
    http::{Answered, CallObserver, HttpConfig, Refused, Target, Transport},
};

/// Configuration of the client.
#[derive(Clone, Debug)]
pub struct ShopwareConfig {
    /// `https://shop.example` or `https://shop.example/store-api`.
    pub endpoint: String,
    /// The channel's access key (`SWSC…`).
    pub access_key: SecretString,
    /// Limits.
    pub http: HttpConfig,
}

/// A client of one sales channel. It keeps no session, so it can be shared in an `Arc`.
pub struct ShopwareClient {
    pub(super) transport: Transport,
    /// The endpoint without `/store-api`, which has the administration.
    shop: String,
    /// A hash of the sales channel's access key.
    channel_name: String,
    /// The channel, requested once: a cart does not include its currency, and prices without a session do not include
    /// their tax state.
    pub(super) channel: OnceCell<Channel>,
    pub(super) countries: KeptList<Country>,
    pub(super) salutations: KeptList<Salutation>,
}

impl fmt::Debug for ShopwareClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ShopwareClient")
    }
}

impl ShopwareClient {
    /// Checks the configuration; makes no call (R-BACK-05).
    pub fn new(config: ShopwareConfig) -> Result<Self, BackendError> {
        let missing = |reason: &str| BackendError::Configuration {
            backend: Backend::Shopware,
            reason: reason.to_owned(),
        };
        let endpoint = config.endpoint.trim().trim_end_matches('/');
        if endpoint.is_empty() {
            return Err(missing("the endpoint is missing"));
        }
        let key = config.access_key.expose_secret().trim();
        if key.is_empty() {
            return Err(missing("the access token is missing"));
        }
        let mut value =
            HeaderValue::from_str(key).map_err(|_| missing("the access token holds characters it cannot"))?;
        value.set_sensitive(true);
        let mut headers = HeaderMap::new();
        headers.insert("sw-access-key", value);
        let channel_name = blake3::hash(key.as_bytes()).to_hex().to_string();
        let shop = endpoint.strip_suffix("/store-api").unwrap_or(endpoint);
        let base = format!("{shop}/store-api");
        Ok(Self {
            transport: Transport::new(Backend::Shopware, &base, headers, config.http)?,
            shop: shop.to_owned(),
            channel_name,
            channel: OnceCell::new(),
            countries: KeptList::default(),
            salutations: KeptList::default(),
        })
    }

    /// The same client, which tells `observer` of every call.
    #[must_use]
    pub fn observed(mut self, observer: Arc<dyn CallObserver>) -> Self {
        self.transport.observe(observer);
        self
    }

    /// The sales channel that is asked, as text without its key.
    pub(crate) fn asks(&self) -> String {
        format!("{} {}", self.transport.base(), self.channel_name)
    }

    /// The URL of a product in the administration.
    pub(crate) fn product_in_administration(&self, id: &ProductId) -> String {
        AdminScreen::Product(id).url(&self.shop)
    }

    /// A GET that bypasses every cache: one in front of the Store API that only uses the URL as key would send outdated
    /// answers, or those for another language or visitor (rule 10).
    pub(super) async fn get(&self, target: &Target, headers: &HeaderMap) -> Result<Answered, Refused> {
        let (target, headers) = past_caches(target, headers);
        self.transport.get(&target, &headers).await
    }

    pub(super) fn language_header(language: &LanguageId) -> HeaderMap {
        let mut headers = HeaderMap::new();
        if let Ok(value) = HeaderValue::from_str(language.as_str()) {
            headers.insert("sw-language-id", value);
        }
        headers
    }

    pub(crate) fn session_headers(call: &SessionCall) -> HeaderMap {
        let mut headers = Self::language_header(&call.language);
        if let Some(token) = &call.token
            && let Ok(mut value) = HeaderValue::from_str(token.expose())
        {
            value.set_sensitive(true);
            headers.insert("sw-context-token", value);
        }
        if let Some(visitor) = call.visitor
            && let Ok(value) = HeaderValue::from_str(&visitor.to_canonical().to_string())
        {
            headers.insert("x-forwarded-for", value);
        }
        headers
    }
}

/// A unique query, and the header that asks caches to forward the request.
fn past_caches(target: &Target, headers: &HeaderMap) -> (Target, HeaderMap) {
    let mark = format!("uncached={}", ContextToken::random().expose());
    let query = match target.query.as_str() {
        "" => mark,
        query => format!("{query}&{mark}"),
    };
    let mut headers = headers.clone();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    (target.clone().query(query), headers)
}

/// Whether headers say that a cache sent this answer, or may store it for others (rule 10).
pub(super) fn is_cached(headers: &HeaderMap) -> bool {
    let control = headers.get_all(CACHE_CONTROL).iter();
    let mut words = control
        .filter_map(|value| value.to_str().ok())
        .flat_map(|text| text.split(','));
    headers.contains_key(AGE) || words.any(|word| word.trim().eq_ignore_ascii_case("public"))
}

/// The token of a response; an invalid one is ignored (rule 10) and logged without its text. A cached answer carries
/// none.
pub(super) fn token_of(headers: &HeaderMap) -> Option<ContextToken> {
    if is_cached(headers) {
        return None;
    }
    let text = headers.get("sw-context-token")?.to_str().ok()?;
    match ContextToken::parse(text) {
        Ok(token) => Some(token),
        Err(error) => {
            tracing::warn!(%error, "Shopware sent a context token that is not used");
            None
        }
    }
}

/// Combines the token with a value made from the answer.
pub(super) fn with_token<T>(
    result: Result<Answered, Refused>,
    read: impl FnOnce(&Answered) -> Result<T, BackendError>,
) -> Result<Answer<T>, Failure> {
    let answered = result.map_err(|refused| Failure {
        token: token_of(&refused.headers),
        error: refused.error,
    })?;
    let token = token_of(&answered.headers);
    match read(&answered) {
        Ok(value) => Ok(Answer { value, token }),
        Err(error) => Err(Failure { error, token }),
    }
}
