//! Parameters and answers of calls in a visitor's session.
//!
//! **Invariant:** each answer and each failure contains the token of its response (R-SESS-02).

use std::net::IpAddr;

use vitrine_model::ids::LanguageId;

use super::ids::ContextToken;
use crate::error::BackendError;

/// Session and language of a call.
#[derive(Clone, Debug)]
pub struct SessionCall {
    /// The visitor's token; without one, Shopware creates a session.
    pub token: Option<ContextToken>,
    /// The language of the texts in the answer.
    pub language: LanguageId,
    /// The visitor's address, by which Shopware counts attempts if it trusts this server as a proxy (Shopware §19).
    pub visitor: Option<IpAddr>,
}

impl SessionCall {
    /// The same call without the session, for data that is the same for all visitors.
    pub(super) fn as_stranger(&self) -> Self {
        Self {
            token: None,
            language: self.language.clone(),
            visitor: self.visitor,
        }
    }
}

/// An answer with the token of the response.
#[derive(Clone, Debug)]
pub struct Answer<T> {
    /// The value of the answer.
    pub value: T,
    /// The token of the response; may differ from the one that was sent (R-SESS-02).
    pub token: Option<ContextToken>,
}

impl<T> Answer<T> {
    /// Whether a token was sent and a different one came back. For a call that never changes the token (a read, a
    /// change of cart or context, an order), this means that the session had expired: Shopware answered as for an
    /// anonymous visitor with an empty cart (Shopware §3.1, §3.2).
    pub fn token_changed(&self, call: &SessionCall) -> bool {
        matches!((&call.token, &self.token), (Some(sent), Some(received)) if sent != received)
    }

    /// The same answer with another value.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Answer<U> {
        Answer {
            value: make(self.value),
            token: self.token,
        }
    }
}

/// An error with the token of the response, because errors rotate tokens too (Shopware §1.2).
#[derive(Clone, Debug, thiserror::Error)]
#[error("{error}")]
pub struct Failure {
    /// The error.
    #[source]
    pub error: BackendError,
    /// The token of the response.
    pub token: Option<ContextToken>,
}

impl From<BackendError> for Failure {
    fn from(error: BackendError) -> Self {
        Self { error, token: None }
    }
}
