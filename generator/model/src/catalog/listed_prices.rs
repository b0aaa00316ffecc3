//! What a family costs where several products are shown: cards, search, sort orders, filters by price, structured data.
//!
//! **Invariant:** it is the price of one piece of the family's cheapest variant that can be bought; what a piece costs in
//! a larger quantity never counts. Everything that shows, sorts or filters by a family's price reads it here.

use foldhash::fast::FixedState;
use indexmap::IndexMap;
use serde::Serialize;

use super::table::{Index, Table};
use crate::{
    ids::{ProductId, ProductNumber},
    money::Money,
    product::{Product, StockState},
    record::Record,
};

/// The price of a family, or of a product without one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ListedPrice {
    /// The variant that costs this.
    pub product: ProductId,
    /// For one piece, or for each piece of the smallest quantity that can be bought.
    pub amount: Money,
    /// Whether another variant that can be bought costs more.
    pub from: bool,
}

/// One variant, as the rule sees it.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// Decides between variants that cost the same.
    pub number: &'a ProductNumber,
    /// For one piece, or for each piece of the smallest quantity that can be bought.
    pub amount: Money,
    /// Whether it can be bought.
    pub can_be_bought: bool,
}

/// The variant that a family is listed with, by its place, and whether another variant that counts costs more; `None`
/// without a variant. If none can be bought, all count.
pub fn cheapest(candidates: &[Candidate<'_>]) -> Option<(usize, bool)> {
    let any = candidates.iter().any(|candidate| candidate.can_be_bought);
    let counted = || {
        let all = candidates.iter().enumerate();
        all.filter(|(_, candidate)| !any || candidate.can_be_bought)
    };
    let order = |candidate: &Candidate<'_>| (candidate.amount.minor, candidate.number.clone());
    let (place, cheapest) = counted().min_by_key(|(_, candidate)| order(candidate))?;
    let from = counted().any(|(_, candidate)| candidate.amount.minor > cheapest.amount.minor);
    Some((place, from))
}

impl ListedPrice {
    /// The price of these variants; `None` without one.
    fn of(variants: &[&Product]) -> Option<Self> {
        let candidates: Vec<Candidate<'_>> = variants
            .iter()
            .map(|product| Candidate {
                number: &product.number,
                amount: product.first_price().unit,
                can_be_bought: product.stock.state != StockState::OutOfStock,
            })
            .collect();
        let (place, from) = cheapest(&candidates)?;
        let product = variants.get(place)?;
        Some(Self {
            product: product.id.clone(),
            amount: product.first_price().unit,
            from,
        })
    }
}

/// The prices of all families, by the id of the family, or of the product where it has none.
pub(super) type ListedPrices = Index<ProductId, Record<ListedPrice>>;

pub(super) fn listed_prices(products: &Table<ProductId, Product>) -> ListedPrices {
    let mut families: IndexMap<&ProductId, Vec<&Product>, FixedState> = IndexMap::default();
    for product in products.values().map(Record::value) {
        families.entry(product.family_or_own_id()).or_default().push(product);
    }
    let price = |(family, variants): (&ProductId, Vec<&Product>)| {
        Some((family.clone(), Record::new(ListedPrice::of(&variants)?)))
    };
    families.into_iter().filter_map(price).collect()
}
