//! Product and part numbers, as business customers see them (R-PDP-09, R-CART-07).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use vitrine_model::ids::{ProductId, ProductNumber};

use crate::release::Release;

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

/// The numbers of a product: its own, and for a bundle those of its contents. A product that the release does not know
/// has only the number that Shopware says.
pub(crate) fn numbers_of(
    release: Option<&Release>,
    id: Option<&ProductId>,
    known: Option<&ProductNumber>,
) -> Vec<ItemNumbers> {
    let listed = id.zip(release).map(|(id, release)| release.numbers(id.as_str()));
    if let Some(listed) = listed.filter(|listed| !listed.is_empty()) {
        return listed.to_vec();
    }
    let own = known.map(|number| ItemNumbers {
        number: number.as_str().to_owned(),
        manufacturer_number: None,
        ean: None,
        quantity: 1,
    });
    own.into_iter().collect()
}
