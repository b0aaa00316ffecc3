//! Which families one request asks the shop for.
//!
//! **Invariant:** no more variants than [`MOST_VARIANTS`] are asked for, and the first family of a request is always
//! among them, so that a browser that asks for the rest again comes to an end.

use std::collections::BTreeSet;

use vitrine_model::ids::ProductId;

use crate::release::families::Family;

/// Maximum number of variants that a request asks for: four calls of the Store API beside that for the context.
pub(super) const MOST_VARIANTS: usize = 400;

/// The families of a request.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Batch {
    /// All variants that are asked for, each once.
    pub(super) ids: Vec<ProductId>,
    /// The places of the families that did not fit.
    pub(super) later: Vec<usize>,
}

/// Takes families in their order while they fit; one that has too many variants for any request is left out.
pub(super) fn batch(families: &[Family]) -> Batch {
    let mut batch = Batch::default();
    let mut asked: BTreeSet<&ProductId> = BTreeSet::new();
    for (place, family) in families.iter().enumerate() {
        if family.variants.len() > MOST_VARIANTS {
            continue;
        }
        let new: Vec<&ProductId> = family.variants.iter().filter(|id| !asked.contains(id)).collect();
        if asked.len() + new.len() > MOST_VARIANTS {
            batch.later.push(place);
            continue;
        }
        batch.ids.extend(new.iter().map(|id| (*id).clone()));
        asked.extend(new);
    }
    batch
}

#[cfg(test)]
mod tests {
    use super::*;

    fn family(first: usize, variants: usize) -> Family {
        let ids: Vec<ProductId> = (first..first + variants)
            .map(|number| ProductId::parse(&format!("{number:032x}")).expect("an id"))
            .collect();
        Family {
            product: ids[0].clone(),
            variants: ids,
        }
    }

    #[test]
    fn law_3_families_are_asked_for_while_they_fit() {
        let families = [
            family(0, 250),
            family(1_000, 180),
            family(2_000, 150),
            family(3_000, 401),
        ];
        let batch = batch(&families);
        assert_eq!(batch.ids.len(), 400, "the first and the third");
        assert_eq!(batch.later, [1], "the last never fits");
    }

    #[test]
    fn law_3_a_family_is_asked_for_once() {
        let families = [family(0, 3), family(0, 3)];
        let batch = batch(&families);
        assert_eq!(batch.ids.len(), 3);
        assert!(batch.later.is_empty());
    }
}
