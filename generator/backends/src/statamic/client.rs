//! The client of one CMS: configuration, headers, reading.
//!
//! **Invariant:** a failed read is logged with its status and without its query (R-BACK-06).

use std::{fmt, sync::Arc};

use base64::{Engine, engine::general_purpose::STANDARD};
use jiff::Timestamp;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;

use super::envelope::Envelope;
use crate::{
    error::{Backend, BackendError},
    http::{Answered, HttpConfig, Refused, Target, Transport},
    query,
};

/// Configuration of the client.
#[derive(Clone, Debug)]
pub struct StatamicConfig {
    /// `https://cms.example`, to which `/api` is appended, or the URL of the API itself
    /// (`https://cms.example/content-api`).
    pub endpoint: String,
    /// The GraphQL endpoint: `https://cms.example/graphql` (stock), `https://cms.example/api/graphql`.
    pub graphql: String,
    /// Sent as `Authorization: Bearer`, if the CMS requires it.
    pub token: Option<SecretString>,
    /// Name and password for a web server in front of the CMS (basic auth of a staging site). They replace the token:
    /// both use the same header.
    pub basic: Option<(String, SecretString)>,
    /// Additional headers by name.
    pub headers: Vec<(String, SecretString)>,
    /// Limits.
    pub http: HttpConfig,
}

/// A client of one CMS. Cheap to clone.
#[derive(Clone)]
pub struct StatamicClient {
    pub(super) transport: Arc<Transport>,
    pub(super) graphql: Arc<Transport>,
    /// Path of GraphQL, relative to the base URL of its transport: `/graphql`.
    pub(super) graphql_path: String,
    /// The parameter of every call that bypasses the CMS's cache, whose key is the complete query (Statamic §15).
    pub(super) marker: Option<String>,
    /// The marker of calls that are made once more.
    again: String,
}

impl fmt::Debug for StatamicClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StatamicClient")
    }
}

fn secret_value(text: &str, what: &str) -> Result<HeaderValue, BackendError> {
    let mut value = HeaderValue::from_str(text).map_err(|_| BackendError::Configuration {
        backend: Backend::Statamic,
        reason: format!("{what} holds characters it cannot"),
    })?;
    value.set_sensitive(true);
    Ok(value)
}

impl StatamicClient {
    /// Checks the configuration; makes no call (R-BACK-05).
    pub fn new(config: StatamicConfig) -> Result<Self, BackendError> {
        let wrong = |reason: String| BackendError::Configuration {
            backend: Backend::Statamic,
            reason,
        };
        let endpoint = config.endpoint.trim().trim_end_matches('/');
        if endpoint.is_empty() {
            return Err(wrong("the endpoint is missing".to_owned()));
        }
        let mut headers = HeaderMap::new();
        for (name, value) in &config.headers {
            let header =
                HeaderName::from_bytes(name.as_bytes()).map_err(|_| wrong(format!("{name:?} is no header name")))?;
            headers.insert(
                header,
                secret_value(value.expose_secret(), &format!("the header {name}"))?,
            );
        }
        if let Some(token) = config
            .token
            .as_ref()
            .map(|t| t.expose_secret().trim())
            .filter(|t| !t.is_empty())
        {
            headers.insert(
                AUTHORIZATION,
                secret_value(&format!("Bearer {token}"), "the access token")?,
            );
        }
        if let Some((name, password)) = &config.basic {
            let encoded = STANDARD.encode(format!("{name}:{}", password.expose_secret()));
            headers.insert(
                AUTHORIZATION,
                secret_value(&format!("Basic {encoded}"), "the password")?,
            );
        }
        let url = reqwest::Url::parse(endpoint).map_err(|e| wrong(format!("the endpoint is no URL: {e}")))?;
        let base = if url.path() == "/" {
            format!("{endpoint}/api")
        } else {
            endpoint.to_owned()
        };
        let graphql = config.graphql.trim().trim_end_matches('/');
        let (graphql, last) = graphql
            .rsplit_once('/')
            .filter(|(before, last)| before.contains("://") && !last.is_empty())
            .ok_or_else(|| wrong("the address of GraphQL is missing or no URL".to_owned()))?;
        Ok(Self {
            transport: Transport::new(Backend::Statamic, &base, headers.clone(), config.http.clone())?.into(),
            graphql: Transport::new(Backend::Statamic, graphql, headers, config.http)?.into(),
            graphql_path: format!("/{last}"),
            marker: None,
            again: "again".to_owned(),
        })
    }

    /// The same client for a pull at a time: after an event of the CMS, by its number, no older answer of its cache is
    /// used.
    #[must_use]
    pub fn for_pull(mut self, event: Option<u64>, now: Timestamp) -> Self {
        self.marker = event.map(|event| event.to_string());
        let event = self.marker.as_deref().unwrap_or_default();
        self.again = format!("{event}.{}", now.as_second());
        self
    }

    /// The same client, which bypasses the CMS's cache with every call, even if the call was made before.
    #[must_use]
    pub fn anew(&self) -> Self {
        Self {
            marker: Some(self.again.clone()),
            ..self.clone()
        }
    }

    /// What all pulls of the same CMS ask for, as text.
    pub(crate) fn asks(&self) -> String {
        let (rest, graphql, path) = (self.transport.base(), self.graphql.base(), &self.graphql_path);
        format!("{rest} {graphql}{path} {}", super::fields::NAVIGATION_FIELDS)
    }

    /// The parameters as they are sent.
    fn sent(&self, parameters: &Value) -> Value {
        let mut sent = parameters.clone();
        if let (Some(marker), Some(map)) = (&self.marker, sent.as_object_mut()) {
            map.insert("_".to_owned(), marker.as_str().into());
        }
        sent
    }

    async fn fetch(&self, path: &str, parameters: &Value) -> Result<Answered, BackendError> {
        let target = Target::new(path).query(query::encode(&self.sent(parameters)));
        self.transport
            .get(&target, &HeaderMap::new())
            .await
            .map_err(|Refused { error, .. }| {
                tracing::error!(path, status = error.status(), "a content fetch failed");
                error
            })
    }

    /// Reads one resource or list; if `meta` is present the whole response, otherwise only `data` (R-BACK-02).
    pub(super) async fn read(&self, path: &str, parameters: &Value) -> Result<(Answered, Envelope), BackendError> {
        let answered = self.fetch(path, parameters).await?;
        let body: Value = answered.json()?;
        let envelope = Envelope::of(body).map_err(|reason| answered.unusable(reason))?;
        Ok((answered, envelope))
    }

    /// As [`Self::read`]; `None` for a 404.
    pub(super) async fn read_if_there(
        &self,
        path: &str,
        parameters: &Value,
    ) -> Result<Option<(Answered, Envelope)>, BackendError> {
        let target = Target::new(path).query(query::encode(&self.sent(parameters)));
        let answered = match self.transport.get(&target, &HeaderMap::new()).await {
            Ok(answered) => answered,
            Err(refused) if refused.error.status() == Some(404) => return Ok(None),
            Err(Refused { error, .. }) => {
                tracing::error!(path, status = error.status(), "a content fetch failed");
                return Err(error);
            }
        };
        let body: Value = answered.json()?;
        let envelope = Envelope::of(body).map_err(|reason| answered.unusable(reason))?;
        Ok(Some((answered, envelope)))
    }
}
