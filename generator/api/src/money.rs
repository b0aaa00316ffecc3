//! Amounts and their tax status, used by several resources.

use serde::Serialize;
use utoipa::ToSchema;
use vitrine_model::money;

/// An amount in minor units: 129900 with EUR is € 1.299,00.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Money {
    /// The amount in minor units of the currency; negative for discounts.
    pub(crate) minor: i64,
    /// The ISO 4217 code of the currency.
    #[schema(pattern = "^[A-Z]{3}$")]
    pub(crate) currency: String,
}

impl From<money::Money> for Money {
    fn from(amount: money::Money) -> Self {
        Self {
            minor: amount.minor,
            currency: amount.currency.as_str().to_owned(),
        }
    }
}

/// Whether amounts include tax.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TaxStatus {
    /// Tax is included.
    Gross,
    /// Tax is added to the amounts.
    Net,
    /// No tax is charged.
    TaxFree,
}

impl From<money::TaxStatus> for TaxStatus {
    fn from(status: money::TaxStatus) -> Self {
        match status {
            money::TaxStatus::Gross => Self::Gross,
            money::TaxStatus::Net => Self::Net,
            money::TaxStatus::TaxFree => Self::TaxFree,
        }
    }
}
