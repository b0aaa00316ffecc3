//! How many families of a list have a value that the list can be filtered by.
//!
//! **Invariant:** a family counts once for each value that any of its products in the list has; its price is that of its
//! card (`listed_prices`).

use std::collections::{BTreeMap, BTreeSet};

use foldhash::fast::FixedState;
use indexmap::IndexMap;
use serde::Serialize;

use super::{
    listed_prices::ListedPrices,
    table::{Index, Table, table_get},
};
use crate::{
    content::Facet,
    ids::{BrandId, CategoryId, ProductId, PropertyGroupId, PropertyOptionId},
    money::Money,
    product::{Product, PropertyGroup, PropertyOption, StockState},
    record::Record,
};

/// The upper bounds of the price bands, in whole units of the currency; the last band has none.
pub const PRICE_STEPS: [u32; 5] = [100, 250, 500, 1_000, 2_500];

/// A value that lists can be filtered by.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum FacetValue {
    /// Of this brand.
    Brand(BrandId),
    /// With a property option of a designer, a material or a colour. Options of several groups that refer to the same
    /// entry are one value, named after the first of them.
    Option(PropertyOptionId),
    /// In this price band: below the step of [`PRICE_STEPS`] with this index, and not below the one before.
    Price(u8),
    /// In stock now; `false` = made or ordered on demand. Products that cannot be bought have neither value.
    InStock(bool),
}

/// The values of a list with the number of its families that have them, ordered by value.
pub type FacetCounts = Record<Vec<(FacetValue, u32)>>;

/// The counts of each list; `None` is the list of all products.
pub(super) type CountsOfLists = Index<Option<CategoryId>, FacetCounts>;

/// The facet of a property group, by its role or its display.
pub fn facet_of_group(group: &PropertyGroup) -> Option<Facet> {
    match group.external_id.as_deref() {
        Some("designer") => Some(Facet::Designer),
        Some("material") => Some(Facet::Material),
        Some("colour" | "color") => Some(Facet::Color),
        _ if group.display == "color" => Some(Facet::Color),
        _ => None,
    }
}

/// The representative of each option of a facet.
pub(super) type Representatives = Index<PropertyOptionId, PropertyOptionId>;

pub(super) fn representatives(
    options: &Table<PropertyOptionId, PropertyOption>,
    groups: &Table<PropertyGroupId, PropertyGroup>,
) -> Representatives {
    let mut first: Index<(&'static str, &str), &PropertyOptionId> = Index::default();
    let mut found = Representatives::default();
    for (id, record) in options {
        let option = record.value();
        let Some(facet) = table_get(groups, &option.group).and_then(facet_of_group) else {
            continue;
        };
        let stands = *first.entry((facet.word(), option.entry.as_str())).or_insert(id);
        found.insert(id.clone(), stands.clone());
    }
    found
}

/// Counts the values of every list. `lists` returns the lists of a product.
pub(super) fn counts<'p>(
    products: &'p Table<ProductId, Product>,
    representatives: &Representatives,
    prices: &ListedPrices,
    lists: impl Fn(&'p Product) -> Vec<Option<&'p CategoryId>>,
) -> CountsOfLists {
    let mut families: IndexMap<&ProductId, Vec<&Product>, FixedState> = IndexMap::default();
    for product in products.values().map(Record::value) {
        families.entry(product.family_or_own_id()).or_default().push(product);
    }
    let mut counts: BTreeMap<Option<&CategoryId>, BTreeMap<FacetValue, u32>> = BTreeMap::new();
    for (family, variants) in families {
        let mut in_lists: BTreeMap<Option<&CategoryId>, BTreeSet<FacetValue>> = BTreeMap::new();
        for product in variants {
            for list in lists(product) {
                add(in_lists.entry(list).or_default(), product, representatives);
            }
        }
        let band = prices.get(family).map(|price| price_band(price.value().amount));
        for (list, mut values) in in_lists {
            values.extend(band.clone());
            let of_list = counts.entry(list).or_default();
            for value in values {
                *of_list.entry(value).or_default() += 1;
            }
        }
    }
    let finished = |counts: BTreeMap<FacetValue, u32>| Record::new(counts.into_iter().collect());
    counts
        .into_iter()
        .map(|(list, counts)| (list.cloned(), finished(counts)))
        .collect()
}

fn add(values: &mut BTreeSet<FacetValue>, product: &Product, representatives: &Representatives) {
    let options = product.properties.iter().chain(&product.options);
    let options = options.filter_map(|id| representatives.get(id));
    values.extend(options.cloned().map(FacetValue::Option));
    values.extend(product.brand.clone().map(FacetValue::Brand));
    if product.stock.state != StockState::OutOfStock {
        values.insert(FacetValue::InStock(product.stock.pieces > 0));
    }
}

fn price_band(price: Money) -> FacetValue {
    let unit = 10_i64.saturating_pow(price.currency.digits());
    let above = |step: &&u32| price.minor >= i64::from(**step).saturating_mul(unit);
    let band = PRICE_STEPS.iter().take_while(above).count();
    FacetValue::Price(u8::try_from(band).unwrap_or(u8::MAX))
}
