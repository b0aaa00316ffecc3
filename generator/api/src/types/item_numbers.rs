//! Product and part numbers, as business customers see them (R-PDP-09, R-CART-07).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use vitrine_model::ids::ProductNumber;

/// The numbers of a product, or of one that a bundle contains.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct ItemNumbers {
    /// The product number.
    number: String,
    /// The manufacturer's number.
    #[schema(required)]
    manufacturer_number: Option<String>,
    /// The EAN.
    #[schema(required)]
    ean: Option<String>,
    /// How often the product itself, or the bundle, contains it.
    quantity: u32,
}

impl ItemNumbers {
    /// Only the number from Shopware.
    pub(crate) fn own(number: &ProductNumber) -> Self {
        Self {
            number: number.as_str().to_owned(),
            manufacturer_number: None,
            ean: None,
            quantity: 1,
        }
    }
}
