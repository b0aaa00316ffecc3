//! The kind of a customer and the salutations, which several resources use.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use vitrine_backends::shopware::session as shopware;

/// The kind of a customer's account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
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

/// A salutation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Salutation {
    /// The id: 32 hex digits.
    pub(crate) id: String,
    /// The key: `mr`, `not_specified`.
    pub(crate) key: String,
    /// The name, localized.
    pub(crate) name: String,
}

impl From<&shopware::Salutation> for Salutation {
    fn from(salutation: &shopware::Salutation) -> Self {
        Self {
            id: salutation.id.as_str().to_owned(),
            key: salutation.key.clone(),
            name: salutation.name.clone(),
        }
    }
}
