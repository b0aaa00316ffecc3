//! Calls to the provider.
//!
//! **Invariant:** only https is called, except on this machine; no redirect is followed, no cookie kept, nothing tried
//! twice; every call has a deadline and every answer a size limit.

use std::time::Duration;

use reqwest::{Client, RequestBuilder, StatusCode, header, redirect::Policy};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use tokio::{sync::Semaphore, time::timeout};
use url::{Url, form_urlencoded};

use super::{
    discovery::{Discovery, SecretGoes},
    refusal::Refusal,
};
use crate::desk_provider::{ProviderSettings, has_no_user, is_of_this_machine};

/// Maximum size of an answer in bytes.
const LARGEST: usize = 256 * 1024;
/// Maximum time until a connection is there.
const CONNECT: Duration = Duration::from_secs(2);
/// Calls at the same time.
const AT_ONCE: usize = 8;

/// Calls one provider.
pub(super) struct Calls {
    client: Client,
    permits: Semaphore,
    timeout: Duration,
    /// Whether the provider is on this machine: only then are its addresses http.
    is_here: bool,
}

impl Calls {
    pub(super) fn new(issuer: &str, timeout: Duration) -> Result<Self, String> {
        let url = Url::parse(issuer).map_err(|error| error.to_string())?;
        let is_here = is_of_this_machine(&url);
        // Another crate may have installed the provider of cryptography already; it is the same one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = Client::builder()
            .connect_timeout(CONNECT)
            .redirect(Policy::none())
            .https_only(!is_here)
            .user_agent(concat!("vitrine/", env!("CARGO_PKG_VERSION")));
        if is_here {
            builder = builder.no_proxy();
        }
        let client = builder
            .build()
            .map_err(|error| format!("no HTTP client could be made: {error}"))?;
        Ok(Self {
            client,
            permits: Semaphore::new(AT_ONCE),
            timeout,
            is_here,
        })
    }

    pub(super) fn timeout(&self) -> Duration {
        self.timeout
    }

    /// An address that the provider names.
    pub(super) fn address(&self, what: &str, named: Option<&Value>) -> Result<Url, Refusal> {
        let url = named.and_then(Value::as_str).and_then(|text| Url::parse(text).ok());
        let is_safe =
            |url: &Url| has_no_user(url) && (url.scheme() == "https" || self.is_here && is_of_this_machine(url));
        url.filter(is_safe)
            .ok_or_else(|| Refusal::Unavailable(format!("the provider's {what} is no address with https://")))
    }

    /// Fetches a document.
    pub(super) async fn document(&self, what: &str, url: Url) -> Result<Value, Refusal> {
        match self.answer(what, self.client.get(url)).await? {
            (StatusCode::OK, document) => Ok(document),
            (status, _) => Err(Refusal::Unavailable(format!("the provider's {what} answered {status}"))),
        }
    }

    /// Exchanges a code for an id token.
    pub(super) async fn id_token(
        &self,
        discovery: &Discovery,
        settings: &ProviderSettings,
        fields: &[(&str, &str)],
    ) -> Result<SecretString, Refusal> {
        let request = self.exchange(discovery, settings, fields);
        let (status, answer) = self.answer("token_endpoint", request).await?;
        if status != StatusCode::OK {
            return Err(refused(status, answer.get("error").and_then(Value::as_str)));
        }
        let token = answer.get("id_token").and_then(Value::as_str);
        token
            .map(SecretString::from)
            .ok_or(Refusal::Unproven("the answer to the code has no id token"))
    }

    fn exchange(&self, discovery: &Discovery, settings: &ProviderSettings, fields: &[(&str, &str)]) -> RequestBuilder {
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.extend_pairs(fields);
        let mut request = self.client.post(discovery.token.clone());
        match (&settings.secret, discovery.secret_goes) {
            (Some(secret), SecretGoes::InHeader) => {
                let encoded = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
                request = request.basic_auth(encoded(&settings.client_id), Some(encoded(secret.expose_secret())));
            }
            (secret, _) => {
                form.append_pair("client_id", &settings.client_id);
                if let Some(secret) = secret {
                    form.append_pair("client_secret", secret.expose_secret());
                }
            }
        }
        request
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(form.finish())
    }

    /// The status and the JSON of an answer.
    async fn answer(&self, what: &str, request: RequestBuilder) -> Result<(StatusCode, Value), Refusal> {
        let failed = |why: String| Refusal::Unavailable(format!("the provider's {what} {why}"));
        let exchange = async {
            let _permit = self
                .permits
                .acquire()
                .await
                .map_err(|_| failed("is closed".to_owned()))?;
            let request = request.header(header::ACCEPT, "application/json");
            // Without their address: a query has no place in the log.
            let broken = |error: reqwest::Error| failed(format!("cannot be reached: {}", error.without_url()));
            let mut response = request.send().await.map_err(broken)?;
            let status = response.status();
            let kind = response
                .headers()
                .get(header::CONTENT_TYPE)
                .and_then(|kind| kind.to_str().ok());
            if !is_json(kind.unwrap_or_default()) {
                return Err(failed(format!("answered {status} without JSON")));
            }
            let mut body = Vec::new();
            while let Some(chunk) = response.chunk().await.map_err(broken)? {
                if body.len() + chunk.len() > LARGEST {
                    return Err(failed(format!("answered more than {LARGEST} bytes")));
                }
                body.extend_from_slice(&chunk);
            }
            let answer =
                serde_json::from_slice(&body).map_err(|_| failed(format!("answered {status} with broken JSON")))?;
            Ok((status, answer))
        };
        let answered = timeout(self.timeout, exchange).await;
        answered.unwrap_or_else(|_| {
            Err(failed(format!(
                "did not answer within {} s",
                self.timeout.as_secs_f32()
            )))
        })
    }
}

/// Why no token was given. The provider's word is told only if it is one of the protocol's (RFC 6749, 5.2).
fn refused(status: StatusCode, error: Option<&str>) -> Refusal {
    const WORDS: [&str; 5] = [
        "invalid_request",
        "invalid_client",
        "unauthorized_client",
        "unsupported_grant_type",
        "invalid_scope",
    ];
    match error {
        Some("invalid_grant") => Refusal::Unproven("the provider did not take the code"),
        Some(word) if WORDS.contains(&word) => Refusal::Unavailable(format!(
            "the provider's token_endpoint answered {word}: look at desk.provider.client_id, VITRINE_DESK_CLIENT_SECRET, and the \
             addresses that the provider knows of the desk"
        )),
        _ => Refusal::Unavailable(format!("the provider's token_endpoint answered {status}")),
    }
}

fn is_json(kind: &str) -> bool {
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind == "application/json" || kind.starts_with("application/") && kind.ends_with("+json")
}
