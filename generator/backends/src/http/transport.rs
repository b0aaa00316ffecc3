//! Sends requests: one client for each backend, with its permits and retry budget.
//!
//! **Invariant:** a write is sent once. A GET is retried once, on the eight statuses of R-BACK-03 or on a network
//! error.

use std::{sync::Arc, time::Duration};

use reqwest::multipart;
use reqwest::{
    Client, Method, RequestBuilder, Url,
    header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue},
    redirect::Policy,
};
use serde_json::Value;
use tokio::{sync::Semaphore, time};

use super::{
    CallObserver, HttpConfig,
    answer::Answered,
    budget::RetryBudget,
    trace::{self, Trace},
};
use crate::error::{Backend, BackendError, Call};

/// The statuses on which a GET is retried (R-BACK-03).
const RETRIED: [u16; 8] = [408, 409, 425, 429, 500, 502, 503, 504];

/// A larger answer needs a permit of [`HttpConfig::max_large`]: otherwise concurrent large answers could fill the
/// memory of a small machine.
const LARGE: usize = 64 * 1024;

/// Methods other than GET; there is no way to retry one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Write {
    Post,
    Patch,
    Delete,
}

/// A path below the endpoint with an encoded query.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// `/product`; segments already encoded.
    pub(crate) path: String,
    /// `limit=100&page=1`, encoded; may be empty.
    pub(crate) query: String,
    /// The path in errors and logs, if `path` contains a secret.
    shown: Option<String>,
}

impl Target {
    pub(crate) fn new(path: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            query: String::new(),
            shown: None,
        }
    }

    pub(crate) fn query(mut self, query: String) -> Self {
        self.query = query;
        self
    }

    /// Another path in errors and logs.
    pub(crate) fn shown_as(mut self, path: String) -> Self {
        self.shown = Some(path);
        self
    }
}

/// The body of a form.
pub(crate) enum FormBody {
    /// JSON; without files.
    Json(Value),
    /// Parts, with files.
    Parts(multipart::Form),
}

/// An error with the headers of the answer, if there was one.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) error: BackendError,
    pub(crate) headers: HeaderMap,
}

impl From<BackendError> for Refused {
    fn from(error: BackendError) -> Self {
        Self {
            error,
            headers: HeaderMap::new(),
        }
    }
}

/// Calls one backend.
#[derive(Debug)]
pub(crate) struct Transport {
    backend: Backend,
    client: Client,
    base: String,
    config: HttpConfig,
    permits: Semaphore,
    large: Arc<Semaphore>,
    budget: RetryBudget,
    observer: Option<Arc<dyn CallObserver>>,
}

fn misconfigured(backend: Backend, reason: impl Into<String>) -> BackendError {
    BackendError::Configuration {
        backend,
        reason: reason.into(),
    }
}

/// The error for a closed semaphore. The semaphores are never closed.
fn closed(call: &Call) -> BackendError {
    BackendError::Unreachable {
        call: call.clone(),
        reason: "the client is being shut down".to_owned(),
    }
}

impl Transport {
    /// The URL that all paths follow.
    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    /// A transport for an absolute http(s) URL, with headers for every call (keys marked sensitive).
    pub(crate) fn new(
        backend: Backend,
        endpoint: &str,
        mut headers: HeaderMap,
        config: HttpConfig,
    ) -> Result<Self, BackendError> {
        let url = Url::parse(endpoint).map_err(|e| misconfigured(backend, format!("the endpoint is no URL: {e}")))?;
        let host = url.host_str().unwrap_or_default();
        if !matches!(url.scheme(), "http" | "https") || host.is_empty() || url.query().is_some() {
            return Err(misconfigured(
                backend,
                "the endpoint must be an http or https URL without a query",
            ));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(misconfigured(
                backend,
                "the endpoint must not hold a user name or password; use the headers of the configuration",
            ));
        }
        // Another crate may have installed the provider already; it is the same one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        let mut builder = Client::builder()
            .default_headers(headers)
            .connect_timeout(config.connect_timeout)
            .redirect(Policy::none())
            .user_agent(concat!("vitrine/", env!("CARGO_PKG_VERSION")));
        if matches!(host, "localhost" | "127.0.0.1" | "[::1]") {
            builder = builder.no_proxy();
        }
        let client = builder
            .build()
            .map_err(|e| misconfigured(backend, format!("no HTTP client could be made: {e}")))?;
        Ok(Self {
            backend,
            client,
            base: url.as_str().trim_end_matches('/').to_owned(),
            permits: Semaphore::new(config.max_in_flight.max(1)),
            large: Arc::new(Semaphore::new(config.max_large.max(1))),
            budget: RetryBudget::new(config.free_retries),
            observer: None,
            config,
        })
    }

    /// Tells `observer` of every call from now on.
    pub(crate) fn observe(&mut self, observer: Arc<dyn CallObserver>) {
        self.observer = Some(observer);
    }

    fn tell(&self, status: Option<u16>, began: time::Instant) {
        if let Some(observer) = &self.observer {
            observer.called(self.backend, status, began.elapsed());
        }
    }

    /// An error for a list that reports more records than the limit.
    pub(crate) fn bounded(&self, answered: &Answered, records: u64, found: &str) -> Result<(), BackendError> {
        let limit = self.config.max_list;
        if records <= limit {
            return Ok(());
        }
        Err(BackendError::TooMany {
            call: answered.call.clone(),
            found: found.to_owned(),
            limit,
        })
    }

    fn call(&self, method: &'static str, target: &Target) -> Call {
        Call {
            backend: self.backend,
            method,
            path: target.shown.as_ref().unwrap_or(&target.path).clone(),
        }
    }

    fn request(&self, method: Method, target: &Target, headers: &HeaderMap) -> RequestBuilder {
        let mark = if target.query.is_empty() { "" } else { "?" };
        let url = format!("{}{}{mark}{}", self.base, target.path, target.query);
        let mut headers = headers.clone();
        if let Some(value) = trace::current().and_then(Trace::header) {
            headers.insert(trace::HEADER, value);
        }
        self.client.request(method, url).headers(headers)
    }

    /// Sends a GET; retried once according to R-BACK-03.
    pub(crate) async fn get(&self, target: &Target, headers: &HeaderMap) -> Result<Answered, Refused> {
        self.budget.earn();
        let call = self.call("GET", target);
        let first = self.once(&call, self.request(Method::GET, target, headers)).await;
        let Err(refused) = first else { return first };
        let Some(pause) = self.pause_before_retry(&refused) else {
            return Err(refused);
        };
        tracing::warn!(backend = %call.backend, path = %call.path, status = refused.error.status(), "trying a GET once more");
        time::sleep(pause).await;
        self.once(&call, self.request(Method::GET, target, headers)).await
    }

    /// Sends a GET that is not retried.
    pub(crate) async fn get_once(&self, target: &Target, headers: &HeaderMap) -> Result<Answered, Refused> {
        self.budget.earn();
        let call = self.call("GET", target);
        self.once(&call, self.request(Method::GET, target, headers)).await
    }

    /// Sends a body once.
    pub(crate) async fn send(
        &self,
        write: Write,
        target: &Target,
        headers: &HeaderMap,
        body: &Value,
    ) -> Result<Answered, Refused> {
        self.send_within(self.config.read_timeout, write, target, headers, body)
            .await
    }

    /// Sends a body once, for a call that waits for a third party.
    pub(crate) async fn send_slowly(
        &self,
        write: Write,
        target: &Target,
        headers: &HeaderMap,
        body: &Value,
    ) -> Result<Answered, Refused> {
        self.send_within(self.config.slow_timeout, write, target, headers, body)
            .await
    }

    async fn send_within(
        &self,
        deadline: Duration,
        write: Write,
        target: &Target,
        headers: &HeaderMap,
        body: &Value,
    ) -> Result<Answered, Refused> {
        self.budget.earn();
        let (method, name) = match write {
            Write::Post => (Method::POST, "POST"),
            Write::Patch => (Method::PATCH, "PATCH"),
            Write::Delete => (Method::DELETE, "DELETE"),
        };
        let request = self
            .request(method, target, headers)
            .header(CONTENT_TYPE, HeaderValue::from_static("application/json"))
            .body(body.to_string());
        self.once_within(deadline, &self.call(name, target), request).await
    }

    /// Sends a form once; an answer of any status is returned, because its body has the errors by field.
    pub(crate) async fn send_form(&self, target: &Target, body: FormBody) -> Result<Answered, BackendError> {
        let call = self.call("POST", target);
        let request = self.request(Method::POST, target, &HeaderMap::new());
        let request = match body {
            FormBody::Json(body) => request
                .header(CONTENT_TYPE, HeaderValue::from_static("application/json"))
                .body(body.to_string()),
            FormBody::Parts(parts) => request.multipart(parts),
        };
        let deadline = self.config.read_timeout;
        let began = time::Instant::now();
        let result = match time::timeout(deadline, self.receive(&call, request)).await {
            Ok(received) => received.map_err(|refused| refused.error),
            Err(_) => Err(BackendError::TimedOut { call, after: deadline }),
        };
        self.tell(result.as_ref().ok().map(|answered| answered.status), began);
        result
    }

    /// The delay before the second attempt; `None` = no retry.
    fn pause_before_retry(&self, refused: &Refused) -> Option<Duration> {
        let worth_it = match &refused.error {
            BackendError::Unreachable { .. } | BackendError::TimedOut { .. } => true,
            other => other.status().is_some_and(|status| RETRIED.contains(&status)),
        };
        let pause = refused.error.retry_after().unwrap_or(self.config.retry_pause);
        (worth_it && pause <= self.config.retry_after_at_most && self.budget.spend()).then_some(pause)
    }

    async fn once(&self, call: &Call, request: RequestBuilder) -> Result<Answered, Refused> {
        self.once_within(self.config.read_timeout, call, request).await
    }

    async fn once_within(&self, deadline: Duration, call: &Call, request: RequestBuilder) -> Result<Answered, Refused> {
        let began = time::Instant::now();
        let result = match time::timeout(deadline, self.exchange(call, request)).await {
            Ok(result) => result,
            Err(_) => Err(Refused::from(BackendError::TimedOut {
                call: call.clone(),
                after: deadline,
            })),
        };
        let status = match &result {
            Ok(answered) => Some(answered.status),
            Err(refused) => refused.error.status(),
        };
        self.tell(status, began);
        result
    }

    async fn exchange(&self, call: &Call, request: RequestBuilder) -> Result<Answered, Refused> {
        let answered = self.receive(call, request).await?;
        if (200..300).contains(&answered.status) {
            return Ok(answered);
        }
        Err(Refused {
            error: answered.failure(),
            headers: answered.headers,
        })
    }

    /// The whole answer, whatever its status.
    async fn receive(&self, call: &Call, request: RequestBuilder) -> Result<Answered, Refused> {
        let _permit = self.permits.acquire().await.map_err(|_| closed(call))?;
        let mut response = request.send().await.map_err(|e| self.network(call, e))?;
        let mut answered = Answered {
            place: None,
            call: call.clone(),
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            body: Vec::new(),
        };
        if let Err(error) = self.read(&mut response, &mut answered).await {
            return Err(Refused {
                error,
                headers: answered.headers,
            });
        }
        Ok(answered)
    }

    /// Reads the whole body. A large one waits for its permit before it is read into memory: if the length is known,
    /// before its first byte, because a waiting call keeps what the connection has already read.
    async fn read(&self, response: &mut reqwest::Response, answered: &mut Answered) -> Result<(), BackendError> {
        let call = answered.call.clone();
        let too_large = || BackendError::TooLarge {
            call: call.clone(),
            limit: self.config.max_body,
        };
        let told = response.content_length().unwrap_or_default();
        if told > self.config.max_body {
            return Err(too_large());
        }
        if told > LARGE as u64 {
            self.take_place(answered, told).await?;
        }
        while let Some(chunk) = response.chunk().await.map_err(|error| self.network(&call, error))? {
            let length = answered.body.len() + chunk.len();
            if length as u64 > self.config.max_body {
                return Err(too_large());
            }
            if length > LARGE && answered.place.is_none() {
                self.take_place(answered, told).await?;
            }
            answered.body.extend_from_slice(&chunk);
        }
        Ok(())
    }

    /// Waits for the permit of a large answer. If its length is known, it is reserved at once: a growing vector takes
    /// up to three times its size while it is reallocated.
    async fn take_place(&self, answered: &mut Answered, told: u64) -> Result<(), BackendError> {
        let place = Arc::clone(&self.large).acquire_owned().await;
        answered.place = Some(place.map_err(|_| closed(&answered.call))?);
        let whole = usize::try_from(told).unwrap_or_default();
        answered.body.reserve_exact(whole.saturating_sub(answered.body.len()));
        Ok(())
    }

    fn network(&self, call: &Call, error: reqwest::Error) -> BackendError {
        if error.is_timeout() {
            return BackendError::TimedOut {
                call: call.clone(),
                after: if error.is_connect() {
                    self.config.connect_timeout
                } else {
                    self.config.read_timeout
                },
            };
        }
        // Without its URL: the query may contain data that must not be logged.
        let error = error.without_url();
        let mut reason = error.to_string();
        let mut source = std::error::Error::source(&error);
        while let Some(inner) = source {
            reason.push_str(": ");
            reason.push_str(&inner.to_string());
            source = inner.source();
        }
        BackendError::Unreachable {
            call: call.clone(),
            reason,
        }
    }
}

#[cfg(test)]
mod tests {
    use wiremock::{Mock, MockServer, ResponseTemplate, matchers::any};

    use super::*;

    /// R-BACK-03: writes are never retried, whatever the method, status or budget.
    #[tokio::test]
    async fn r_back_03_no_write_method_is_tried_again() {
        for write in [Write::Post, Write::Patch, Write::Delete] {
            for status in RETRIED {
                let server = MockServer::start().await;
                Mock::given(any())
                    .respond_with(ResponseTemplate::new(status))
                    .mount(&server)
                    .await;
                let config = HttpConfig::api();
                let transport = Transport::new(Backend::Shopware, &server.uri(), HeaderMap::new(), config).unwrap();
                let sent = transport
                    .send(write, &Target::new("/x"), &HeaderMap::new(), &Value::Null)
                    .await;
                assert_eq!(sent.unwrap_err().error.status(), Some(status));
                assert_eq!(server.received_requests().await.unwrap().len(), 1, "{write:?} {status}");
            }
        }
    }
}
