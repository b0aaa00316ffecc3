//! The kind of a customer, which several resources use.

use serde::Serialize;
use utoipa::ToSchema;
use vitrine_backends::shopware::session as shopware;

/// The kind of a customer's account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AccountType {
    /// A person.
    Private,
    /// A company.
    Business,
}

impl From<shopware::AccountType> for AccountType {
    fn from(kind: shopware::AccountType) -> Self {
        match kind {
            shopware::AccountType::Private => Self::Private,
            shopware::AccountType::Business => Self::Business,
        }
    }
}
