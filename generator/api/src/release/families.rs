//! The families of a release, and the product of a path: for prices of customers, which are asked for by the links of
//! cards.
//!
//! **Invariant:** a family's variants are those that the build has listed it with (`model::catalog::listed_prices`).

use std::collections::HashMap;

use serde::Deserialize;
use vitrine_model::ids::ProductId;

/// `server/families.json`: the variants of each family with more than one.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(super) struct FamilyList(Vec<Box<[ProductId]>>);

/// Products by path and families by product.
#[derive(Debug, Default)]
pub(crate) struct Families {
    variants: FamilyList,
    /// The place of a product's family in `variants`.
    places: HashMap<ProductId, usize>,
}

/// A product with its family.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Family {
    /// The product that was asked for.
    pub(crate) product: ProductId,
    /// All variants; the product itself if it has no others.
    pub(crate) variants: Vec<ProductId>,
}

impl Families {
    pub(super) fn of(variants: FamilyList) -> Self {
        let mut places = HashMap::new();
        for (place, family) in variants.0.iter().enumerate() {
            places.extend(family.iter().map(|id| (id.clone(), place)));
        }
        Self { variants, places }
    }

    /// The family of a product.
    pub(crate) fn of_product(&self, product: ProductId) -> Family {
        let place = self.places.get(&product);
        let variants = place.and_then(|place| self.variants.0.get(*place));
        Family {
            variants: variants.map_or_else(|| vec![product.clone()], |variants| variants.to_vec()),
            product,
        }
    }
}
