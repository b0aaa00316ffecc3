//! JSON types of the session.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use vitrine_backends::shopware::session as shopware;

use crate::{
    request::row::{Answer, Body},
    types::{customer::AccountType, money::TaxStatus, notice::Notice},
    web::fields::{Sent, sent},
};

/// The customer of a session.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Customer {
    /// Whether the customer has an account and is logged in.
    pub(crate) logged_in: bool,
    /// Whether the customer orders without an account.
    guest: bool,
    /// The kind of account.
    account_type: AccountType,
    /// The first name.
    first_name: String,
}

impl From<&shopware::Customer> for Customer {
    fn from(customer: &shopware::Customer) -> Self {
        Self {
            logged_in: customer.is_logged_in(),
            guest: customer.guest,
            account_type: customer.account_type.into(),
            first_name: customer.first_name.clone(),
        }
    }
}

/// The identity of the visitor, and the meaning of their amounts.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Visitor {
    /// The customer; `null` for an anonymous visitor.
    #[schema(required)]
    pub(super) customer: Option<Customer>,
    /// Whether this visitor may order on pages of this locale.
    pub(super) ordering_allowed: bool,
    /// The ISO 4217 code of the session's currency.
    #[schema(pattern = "^[A-Z]{3}$")]
    pub(super) currency: String,
    /// Whether amounts include tax for this visitor.
    pub(super) tax_status: TaxStatus,
    /// A message about the session; `null` if there is none.
    #[schema(required)]
    pub(crate) notice: Option<Notice>,
}

/// The visitor's session.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SessionResponse {
    /// The visitor.
    #[serde(flatten)]
    pub(super) visitor: Visitor,
    /// The number of pieces in the cart.
    pub(super) item_count: u32,
}

impl Answer for SessionResponse {}

/// The session after a change.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SessionChangedResponse {
    /// The visitor's session; `null` if the change was made but the new state could not be read.
    #[schema(required)]
    pub(crate) session: Option<SessionResponse>,
}

impl Answer for SessionChangedResponse {}

/// The session's changes. The language is always set to the page's; a field sent without an id does nothing.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({}))]
pub(super) struct ChangeSessionRequest {
    /// The id of the language of the page's locale.
    #[serde(deserialize_with = "sent")]
    #[schema(value_type = Option<String>, pattern = "^[0-9a-f]{32}$")]
    pub(super) language_id: Sent,
    /// The id of the shop's currency.
    #[serde(deserialize_with = "sent")]
    #[schema(value_type = Option<String>, pattern = "^[0-9a-f]{32}$")]
    pub(super) currency_id: Sent,
}

impl Body for ChangeSessionRequest {}
