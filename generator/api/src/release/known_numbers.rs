//! The numbers of a product in an answer: from the release, otherwise from Shopware.

use vitrine_model::ids::{ProductId, ProductNumber};

use crate::{release::Release, types::item_numbers::ItemNumbers};

/// The numbers of a product: its own, and for a bundle those of its contents. For a product that the release does not
/// contain, only the number from Shopware.
pub(crate) fn numbers_of(
    release: Option<&Release>,
    id: Option<&ProductId>,
    known: Option<&ProductNumber>,
) -> Vec<ItemNumbers> {
    let listed = id.zip(release).map(|(id, release)| release.numbers(id.as_str()));
    if let Some(listed) = listed.filter(|listed| !listed.is_empty()) {
        return listed.to_vec();
    }
    known.map(ItemNumbers::own).into_iter().collect()
}
