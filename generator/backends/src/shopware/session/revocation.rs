//! The withdrawal route of late 6.7 versions (`shopware-fields.md`). It sends mails and checks no order.

use serde_json::json;

use super::{Answer, Failure, SessionCall};
use crate::{error::BackendError, http::Write, shopware::client::ShopwareClient};

/// A withdrawal from a contract.
#[derive(Clone)]
pub struct RevocationRequest {
    /// The customer's address (at most 320 characters).
    pub email: String,
    /// The number of the order (at most 255 characters).
    pub contract_number: String,
    /// The customer's whole name.
    pub name: String,
    /// Further text of the statement (at most 4,096 characters).
    pub comment: String,
}

/// The result of Shopware's processing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Revocation {
    /// It sends its mails.
    Sent,
    /// This version has no such route.
    Absent,
}

impl ShopwareClient {
    /// `POST /revocation-request-form`
    pub async fn request_revocation(
        &self,
        call: &SessionCall,
        request: &RevocationRequest,
    ) -> Result<Answer<Revocation>, Failure> {
        // Settings of the shop may require both names; visitors enter one.
        let (first, last) = request.name.rsplit_once(' ').unwrap_or(("-", &request.name));
        let body = json!({
            "email": request.email,
            "contractNumber": request.contract_number,
            "firstName": first,
            "lastName": last,
            "comment": request.comment,
        });
        let sent = self
            .session_write(call, Write::Post, "/revocation-request-form", &body, |_| {
                Ok(Revocation::Sent)
            })
            .await;
        match sent {
            Err(Failure { error, token }) if has_no_route(&error) => Ok(Answer {
                value: Revocation::Absent,
                token,
            }),
            other => other,
        }
    }
}

/// Shopware's answer for a path without a route: 404 with the code `0`.
fn has_no_route(error: &BackendError) -> bool {
    matches!(error, BackendError::Status { status: 404, errors, .. } if errors.iter().all(|error| error.code == "0"))
}
