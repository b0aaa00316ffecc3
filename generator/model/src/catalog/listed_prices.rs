//! What a family costs where several products are shown: cards, search, sort orders, filters by price, structured data.
//!
//! **Invariant:** it is the price of one piece of the family's cheapest variant that can be bought; what a piece costs in
//! a larger quantity never counts. Everything that shows, sorts or filters by a family's price reads it here.

use foldhash::fast::FixedState;
use indexmap::IndexMap;
use serde::Serialize;

use super::table::{Index, Table};
use crate::{
    ids::ProductId,
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

impl ListedPrice {
    /// The price of these variants; `None` without one. If none can be bought, all count.
    fn of(variants: &[&Product]) -> Option<Self> {
        let can_be_bought = |product: &&&Product| product.stock.state != StockState::OutOfStock;
        let any = variants.iter().any(|product| can_be_bought(&product));
        let counted = || {
            variants
                .iter()
                .filter(|product| !any || can_be_bought(product))
                .copied()
        };
        let amount = |product: &Product| product.first_price().unit;
        let cheapest = counted().min_by(|a, b| (amount(a).minor, &a.number).cmp(&(amount(b).minor, &b.number)))?;
        Some(Self {
            product: cheapest.id.clone(),
            amount: amount(cheapest),
            from: counted().any(|product| amount(product).minor > amount(cheapest).minor),
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
