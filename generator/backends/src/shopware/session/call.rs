//! A call in a visitor's name, and its answer.
//!
//! **Invariant:** each answer and each failure hands on the token it carried (R-SESS-02).

use vitrine_model::ids::LanguageId;

use super::ContextToken;
use crate::error::BackendError;

/// In whose name, and in which language, a call is made.
#[derive(Clone, Debug)]
pub struct SessionCall {
    /// The visitor's token; `None` lets Shopware make one.
    pub token: Option<ContextToken>,
    /// The language of this call's texts.
    pub language: LanguageId,
}

/// An answer with the token it carried.
#[derive(Clone, Debug)]
pub struct Answer<T> {
    /// What was asked for.
    pub value: T,
    /// The token of the response; compare it with the one that was sent (R-SESS-02).
    pub token: Option<ContextToken>,
}

impl<T> Answer<T> {
    /// Whether a session was sent and another came back. Of a call that never changes the token (a read, a change of cart or context, an order) this says that the
    /// session had expired: Shopware answered as to an anonymous visitor with an empty cart (Shopware §3.1, §3.2).
    pub fn token_changed(&self, call: &SessionCall) -> bool {
        matches!((&call.token, &self.token), (Some(sent), Some(received)) if sent != received)
    }

    /// The same answer with something made of its value.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Answer<U> {
        Answer {
            value: make(self.value),
            token: self.token,
        }
    }
}

/// A failure with the token it carried, since errors rotate tokens too (Shopware §1.2).
#[derive(Clone, Debug, thiserror::Error)]
#[error("{error}")]
pub struct Failure {
    /// What failed.
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
