//! How a call in a visitor's name is sent.
//!
//! **Invariant:** a GET may go out twice, a write once.

use serde_json::{Value, json};

use super::call::{Answer, Failure, SessionCall};
use crate::{
    error::BackendError,
    http::{Answered, Target, Write},
    query,
    shopware::client::{ShopwareClient, with_token},
};

/// The body of a write that says all in its path. PHP reads no JSON `null` as an empty request.
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
