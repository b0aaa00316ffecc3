//! Assigns products to categories by dynamic product groups, like explicitly assigned ones.

use std::collections::BTreeMap;

use vitrine_model::{
    ids::{CategoryId, ProductId},
    product::Product,
};

use crate::{
    convert::{error::ConvertError, input::Input},
    pull::{DYNAMIC_CATEGORIES, DynamicCategory},
};

/// Adds the dynamic categories to their products; for a family, to all its variants.
pub(crate) fn assign(products: &mut [Product], input: &Input<'_>) -> Result<(), ConvertError> {
    let mut chosen: BTreeMap<ProductId, Vec<CategoryId>> = BTreeMap::new();
    for record in input.snapshot.records::<DynamicCategory>(DYNAMIC_CATEGORIES)? {
        // Unreadable records are skipped.
        let Ok(DynamicCategory { category, products }) = record else {
            continue;
        };
        let Ok(category) = CategoryId::parse(&category) else {
            continue;
        };
        for product in products.iter().filter_map(|id| ProductId::parse(id).ok()) {
            chosen.entry(product).or_default().push(category.clone());
        }
    }
    for product in products {
        let own = chosen.get(&product.id).into_iter();
        let of_family = product.family.as_ref().and_then(|family| chosen.get(family));
        let more: Vec<CategoryId> = own.chain(of_family).flatten().cloned().collect();
        if !more.is_empty() {
            product.categories.extend(more);
            product.categories.sort();
            product.categories.dedup();
        }
    }
    Ok(())
}
