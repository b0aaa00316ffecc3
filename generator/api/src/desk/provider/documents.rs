//! What the provider publishes of itself: its addresses and its keys.
//!
//! **Invariant:** a document is used for at most [`KEPT`]; it is fetched once for all who wait for it.

use std::{sync::Arc, time::Duration};

use jsonwebtoken::jwk::Jwk;
use serde_json::Value;
use tokio::{
    sync::{Mutex, MutexGuard},
    time::{Instant, timeout},
};
use url::Url;

use super::{
    calls::Calls,
    discovery::{Discovery, SecretGoes},
    refusal::Refusal,
};

/// How long a document is used.
const KEPT: Duration = Duration::from_secs(60 * 60);
/// Maximum number of keys that are looked at.
const MOST_KEYS: usize = 100;

struct Kept<T> {
    since: Instant,
    document: Arc<T>,
}

type Place<T> = Mutex<Option<Kept<T>>>;

/// The documents that were fetched.
#[derive(Default)]
pub(super) struct Documents {
    discovery: Place<Discovery>,
    keys: Place<Vec<Jwk>>,
}

impl Documents {
    /// The addresses, which the provider has to publish under the name of the configuration.
    pub(super) async fn discovery(&self, calls: &Calls, issuer: &str) -> Result<Arc<Discovery>, Refusal> {
        let mut kept = waited(&self.discovery, calls).await?;
        if let Some(known) = current(&kept) {
            return Ok(known);
        }
        let text = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
        let document = calls
            .document("configuration", calls.address("issuer", Some(&text.into()))?)
            .await?;
        Ok(keep(&mut kept, discovery(calls, &document, issuer)?))
    }

    /// The keys.
    pub(super) async fn keys(&self, calls: &Calls, url: &Url) -> Result<Arc<Vec<Jwk>>, Refusal> {
        let mut kept = waited(&self.keys, calls).await?;
        match current(&kept) {
            Some(known) => Ok(known),
            None => Ok(keep(&mut kept, fetched_keys(calls, url).await?)),
        }
    }

    /// Keys that are newer than `known`, which somebody else may have fetched meanwhile.
    pub(super) async fn newer_keys(
        &self,
        calls: &Calls,
        url: &Url,
        known: &Arc<Vec<Jwk>>,
    ) -> Result<Arc<Vec<Jwk>>, Refusal> {
        let mut kept = waited(&self.keys, calls).await?;
        match current(&kept).filter(|current| !Arc::ptr_eq(current, known)) {
            Some(newer) => Ok(newer),
            None => Ok(keep(&mut kept, fetched_keys(calls, url).await?)),
        }
    }
}

async fn waited<'p, T>(place: &'p Place<T>, calls: &Calls) -> Result<MutexGuard<'p, Option<Kept<T>>>, Refusal> {
    let waited = timeout(calls.timeout(), place.lock()).await;
    waited.map_err(|_| Refusal::Unavailable("other logins wait for the provider's documents".to_owned()))
}

fn current<T>(kept: &Option<Kept<T>>) -> Option<Arc<T>> {
    let kept = kept.as_ref().filter(|kept| kept.since.elapsed() < KEPT)?;
    Some(Arc::clone(&kept.document))
}

fn keep<T>(place: &mut Option<Kept<T>>, document: T) -> Arc<T> {
    let document = Arc::new(document);
    *place = Some(Kept {
        since: Instant::now(),
        document: Arc::clone(&document),
    });
    document
}

fn discovery(calls: &Calls, document: &Value, issuer: &str) -> Result<Discovery, Refusal> {
    if document.get("issuer").and_then(Value::as_str) != Some(issuer) {
        return Err(Refusal::Unavailable(
            "the provider's configuration names another issuer than desk.provider.issuer".to_owned(),
        ));
    }
    let methods = document
        .get("token_endpoint_auth_methods_supported")
        .and_then(Value::as_array);
    let has = |method: &str| methods.is_some_and(|all| all.iter().any(|one| one == method));
    // Without a list the header is the method (OpenID Connect Discovery 1.0, 3).
    let secret_goes = match has("client_secret_post") && !has("client_secret_basic") {
        true => SecretGoes::InForm,
        false => SecretGoes::InHeader,
    };
    let address = |what: &str| calls.address(what, document.get(what));
    Ok(Discovery {
        authorization: address("authorization_endpoint")?,
        token: address("token_endpoint")?,
        keys: address("jwks_uri")?,
        secret_goes,
    })
}

/// Fetches the keys; a key of a kind that is unknown here is left out.
async fn fetched_keys(calls: &Calls, url: &Url) -> Result<Vec<Jwk>, Refusal> {
    let document = calls.document("jwks_uri", url.clone()).await?;
    let keys = document.get("keys").and_then(Value::as_array);
    let keys = keys.ok_or_else(|| Refusal::Unavailable("the provider's jwks_uri answered without keys".to_owned()))?;
    let read = |key: &Value| serde_json::from_value(key.clone()).ok();
    Ok(keys.iter().take(MOST_KEYS).filter_map(read).collect())
}
