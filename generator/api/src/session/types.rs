//! The JSON of the session.

use serde::Serialize;
use utoipa::ToSchema;
use vitrine_backends::shopware::session as shopware;

use crate::{money::TaxStatus, row::Answer};

/// The kind of a customer's account.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum AccountType {
    /// A person.
    Private,
    /// A company.
    Business,
}

/// The customer of a session.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct Customer {
    /// Whether the customer has an account and is logged in.
    pub(super) logged_in: bool,
    /// Whether the customer orders without an account.
    guest: bool,
    /// The kind of account.
    account_type: AccountType,
    /// The first name.
    first_name: String,
}

impl From<&shopware::Customer> for Customer {
    /// An inactive customer cannot log in, so one that is there and no guest is logged in (R-ACCT-06).
    fn from(customer: &shopware::Customer) -> Self {
        Self {
            logged_in: !customer.guest,
            guest: customer.guest,
            account_type: match customer.account_type {
                shopware::AccountType::Private => AccountType::Private,
                shopware::AccountType::Business => AccountType::Business,
            },
            first_name: customer.first_name.clone(),
        }
    }
}

/// The visitor's session.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct SessionResponse {
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
    /// The number of pieces in the cart.
    pub(super) item_count: u32,
}

impl Answer for SessionResponse {}
