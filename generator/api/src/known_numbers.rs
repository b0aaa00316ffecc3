//! The numbers of a product in an answer: those of the release, otherwise the one that Shopware says.

use vitrine_model::ids::{ProductId, ProductNumber};

use crate::{item_numbers::ItemNumbers, release::Release};

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
    known.map(ItemNumbers::own).into_iter().collect()
}
