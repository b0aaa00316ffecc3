//! Sends calls in a visitor's session.
//!
//! **Invariant:** a GET may be retried, a write is sent once.

use serde_json::{Value, json};

use super::call::{Answer, Failure, SessionCall};
use crate::{
    error::BackendError,
    http::{Answered, Target, Write},
    query,
    shopware::client::{ShopwareClient, with_token},
};

/// The empty body of a write whose path says everything. PHP does not parse JSON `null` as an empty request.
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
        with_token(self.transport.get(&target, &Self::session_headers(call)).await, read)
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
}
