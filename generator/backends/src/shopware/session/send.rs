//! Sends calls in a visitor's session.
//!
//! **Invariant:** a GET may be retried, a write is sent once. An answer that a cache may have stored for somebody else
//! is requested once more, and no answer about the catalogue affects the session (rule 10).

use reqwest::header::HeaderMap;
use serde_json::{Value, json};

use super::ContextToken;
use super::{Answer, Failure, SessionCall};
use crate::{
    error::BackendError,
    http::{Answered, Refused, Target, Write},
    query,
    shopware::client::{ShopwareClient, is_cached, token_of, with_token},
};

/// The empty body of a write whose path contains everything. PHP does not parse JSON `null` as an empty request.
pub(super) fn no_body() -> Value {
    json!({})
}

impl ShopwareClient {
    pub(super) async fn session_get<T>(
        &self,
        call: &SessionCall,
        path: &str,
        parameters: &Value,
        read: impl FnOnce(&Answered) -> Result<T, BackendError>,
    ) -> Result<Answer<T>, Failure> {
        let target = Target::new(path).query(query::encode(parameters));
        with_token(self.own(call, &target, &Self::session_headers(call)).await, read)
    }

    /// A read of the catalogue or of the shop's settings, whose answer does not affect the session.
    pub(crate) async fn public_get<T>(
        &self,
        call: &SessionCall,
        path: &str,
        parameters: &Value,
        read: impl FnOnce(&Answered) -> Result<T, BackendError>,
    ) -> Result<Answer<T>, Failure> {
        match self.session_get(call, path, parameters, read).await {
            Ok(answer) => Ok(Answer { token: None, ..answer }),
            Err(failure) => Err(Failure { token: None, ..failure }),
        }
    }

    /// As [`Self::session_get`], requested once, whatever token the answer has.
    pub(super) async fn unconfirmed_get<T>(
        &self,
        call: &SessionCall,
        path: &str,
        read: impl FnOnce(&Answered) -> Result<T, BackendError>,
    ) -> Result<Answer<T>, Failure> {
        with_token(self.get(&Target::new(path), &Self::session_headers(call)).await, read)
    }

    /// A GET in a session. An answer with another token than was sent, or one from a cache without the token, may
    /// belong to somebody else: it is requested once more.
    pub(crate) async fn own(
        &self,
        call: &SessionCall,
        target: &Target,
        headers: &HeaderMap,
    ) -> Result<Answered, Refused> {
        let first = self.get(target, headers).await;
        let Some(sent) = &call.token else { return first };
        let answered = match &first {
            Ok(answered) => &answered.headers,
            Err(refused) => &refused.headers,
        };
        let foreign = token_of(answered).is_some_and(|token| token != *sent);
        let replayed = is_cached(answered) && !carries(answered, sent);
        if !foreign && !replayed {
            return first;
        }
        tracing::debug!(path = %target.path, "an answer with another token is asked once more");
        self.get(target, headers).await
    }

    pub(super) async fn session_write<T>(
        &self,
        call: &SessionCall,
        write: Write,
        path: &str,
        body: &Value,
        read: impl FnOnce(&Answered) -> Result<T, BackendError>,
    ) -> Result<Answer<T>, Failure> {
        let headers = Self::session_headers(call);
        with_token(
            self.transport.send(write, &Target::new(path), &headers, body).await,
            read,
        )
    }

    /// As [`Self::session_write`], for a call in which Shopware waits for another company.
    pub(super) async fn session_write_slowly<T>(
        &self,
        call: &SessionCall,
        path: &str,
        body: &Value,
        read: impl FnOnce(&Answered) -> Result<T, BackendError>,
    ) -> Result<Answer<T>, Failure> {
        let (headers, target) = (Self::session_headers(call), Target::new(path));
        let sent = self.transport.send_slowly(Write::Post, &target, &headers, body).await;
        with_token(sent, read)
    }
}

fn carries(headers: &HeaderMap, token: &ContextToken) -> bool {
    headers
        .get("sw-context-token")
        .is_some_and(|value| value.as_bytes() == token.expose().as_bytes())
}
