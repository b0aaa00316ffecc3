//! In-memory columns for filters, facet counts and sort orders: one row per product, so that filtering does not need
//! the full-text index.
//!
//! **Invariant:** counts are of product families, and match those of the static lists while no filter is set. A family
//! counts once for a value that any of its products has; its price is the same in each of them.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
};

use crate::{
    document::{Document, ProductFacts},
    request::{CATEGORY, Order, PRICE, PriceRange, Request},
};

/// Index of a facet value in [`Columns::values`].
type Value = u32;

/// The columns of a product.
#[derive(Clone, Debug, Default)]
struct Row {
    family: u32,
    main: bool,
    available: bool,
    values: Vec<Value>,
    categories: Vec<Value>,
}

/// The columns of a family.
#[derive(Clone, Debug)]
struct Family {
    /// Sort key of the product that lists show for the family.
    sort_key: SortKey,
    price_minor: i64,
    bands: Vec<Value>,
    /// Rank in the shop's default order, and by date, newest first.
    rank: usize,
    rank_by_date: usize,
}

/// Default sort key of lists: products with a picture that can be bought first, then the newest, then by product
/// number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct SortKey {
    not_main: bool,
    demoted: (bool, bool),
    created: Reverse<Option<String>>,
    number: String,
}

/// The columns of a locale's products.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    rows: Vec<Option<Row>>,
    families: Vec<Family>,
    /// Facet and key by value index.
    values: Vec<(usize, String)>,
    value_indexes: HashMap<(usize, String), Value>,
    facets: Vec<String>,
}

/// A matching product with its score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Scored {
    /// Index of the document.
    pub(crate) document: u32,
    pub(crate) score: f32,
}

/// The families that pass the filters, sorted, and the facet counts.
pub(crate) struct Filtered {
    pub(crate) products: Vec<Scored>,
    pub(crate) counts: BTreeMap<String, BTreeMap<String, u32>>,
    /// Lowest and highest price in minor units before the price filter.
    pub(crate) prices: Option<(i64, i64)>,
}

/// The selected values of a facet.
struct Selection {
    facet: usize,
    criterion: Criterion,
}

enum Criterion {
    Values(Vec<Value>),
    Prices(Vec<PriceRange>),
}

impl Columns {
    pub(crate) fn new(documents: &[Document]) -> Self {
        let mut columns = Self::default();
        let mut by_id: HashMap<&str, u32> = HashMap::new();
        for document in documents {
            let row = document.product.as_ref().map(|product| {
                let next = u32::try_from(columns.families.len()).unwrap_or(u32::MAX);
                let family = *by_id.entry(&product.family).or_insert(next);
                let number = document.numbers.first().cloned().unwrap_or_default();
                columns.add_to_family(family, product, number);
                let mut row = Row {
                    family,
                    main: product.main,
                    available: product.available,
                    ..Row::default()
                };
                for (facet, keys) in product.facets.iter().filter(|(facet, _)| facet.as_str() != PRICE) {
                    row.values
                        .extend(keys.iter().map(|key| columns.value_index(facet, key)));
                }
                row.categories = product
                    .categories
                    .iter()
                    .map(|code| columns.value_index(CATEGORY, code))
                    .collect();
                row
            });
            columns.rows.push(row);
        }
        columns.compute_ranks();
        columns
    }

    fn add_to_family(&mut self, family: u32, product: &ProductFacts, number: String) {
        let bands = product.facets.get(PRICE).map(Vec::as_slice).unwrap_or_default();
        let bands = bands.iter().map(|band| self.value_index(PRICE, band)).collect();
        let sort_key = SortKey {
            not_main: !product.main,
            demoted: (!product.pictured, !product.pictured || !product.available),
            created: Reverse(product.created.clone()),
            number,
        };
        let Some(known) = self.families.get_mut(usize::try_from(family).unwrap_or(usize::MAX)) else {
            self.families.push(Family {
                sort_key,
                price_minor: product.price_minor,
                bands,
                rank: 0,
                rank_by_date: 0,
            });
            return;
        };
        let better = |a: &SortKey, b: &SortKey| (a.not_main, &a.number) < (b.not_main, &b.number);
        if better(&sort_key, &known.sort_key) {
            known.sort_key = sort_key;
        }
    }

    /// Computes the ranks of all families.
    fn compute_ranks(&mut self) {
        let own = |family: &Family| {
            (
                family.sort_key.demoted,
                family.sort_key.created.clone(),
                family.sort_key.number.clone(),
            )
        };
        let by_date = |family: &Family| (family.sort_key.created.clone(), family.sort_key.number.clone());
        let mut order: Vec<usize> = (0..self.families.len()).collect();
        order.sort_by_cached_key(|family| self.families.get(*family).map(own));
        for (rank, family) in order.iter().enumerate() {
            if let Some(family) = self.families.get_mut(*family) {
                family.rank = rank;
            }
        }
        order.sort_by_cached_key(|family| self.families.get(*family).map(by_date));
        for (rank, family) in order.iter().enumerate() {
            if let Some(family) = self.families.get_mut(*family) {
                family.rank_by_date = rank;
            }
        }
    }

    fn value_index(&mut self, facet: &str, key: &str) -> Value {
        let facet = self.facet(facet);
        let next = Value::try_from(self.values.len()).unwrap_or(Value::MAX);
        let number = *self.value_indexes.entry((facet, key.to_owned())).or_insert(next);
        if number == next {
            self.values.push((facet, key.to_owned()));
        }
        number
    }

    fn facet(&mut self, name: &str) -> usize {
        if let Some(index) = self.facets.iter().position(|known| known == name) {
            return index;
        }
        self.facets.push(name.to_owned());
        self.facets.len() - 1
    }

    /// All products with the same score.
    pub(crate) fn all(&self) -> Vec<Scored> {
        let documents = (0u32..).zip(&self.rows).filter(|(_, row)| row.is_some());
        documents.map(|(document, _)| Scored { document, score: 0.0 }).collect()
    }

    /// Sort key for the product shown of a family: the best score, then the product that lists show, then one that can
    /// be bought.
    fn product_rank(&self, hit: &Scored) -> (f32, bool, bool) {
        let row = self.row(hit.document).map(|(row, _)| row);
        (
            hit.score,
            row.is_some_and(|row| row.main),
            row.is_some_and(|row| row.available),
        )
    }

    fn row(&self, document: u32) -> Option<(&Row, &Family)> {
        let row = self.rows.get(usize::try_from(document).ok()?)?.as_ref()?;
        Some((row, self.families.get(usize::try_from(row.family).ok()?)?))
    }

    /// Applies the filters of a request: the remaining products, one per family, and the facet counts. The counts of a
    /// facet ignore its own selection, so that further values can be added to it.
    pub(crate) fn filter(&self, found: &[Scored], request: &Request) -> Filtered {
        let selections = self.selections(request);
        let price_facet = self.facet_index(PRICE);
        let mut best: HashMap<u32, Scored> = HashMap::new();
        let mut counted: Vec<Vec<u32>> = vec![Vec::new(); self.values.len()];
        let mut prices: Option<(i64, i64)> = None;
        for hit in found {
            let Some((row, family)) = self.row(hit.document) else {
                continue;
            };
            let missed: Vec<usize> = selections
                .iter()
                .filter(|facet| !facet.met(row, family))
                .map(|facet| facet.facet)
                .collect();
            if missed.iter().all(|facet| *facet == price_facet) {
                let price = family.price_minor;
                prices = Some(prices.map_or((price, price), |(low, high)| (low.min(price), high.max(price))));
            }
            if missed.len() > 1 {
                continue;
            }
            for value in row.values.iter().chain(&row.categories).chain(&family.bands) {
                let value = usize::try_from(*value).unwrap_or(usize::MAX);
                let facet = self.values.get(value).map(|(facet, _)| *facet);
                if let Some(families) = counted.get_mut(value)
                    && missed.first().is_none_or(|missed| facet == Some(*missed))
                    && families.last() != Some(&row.family)
                {
                    families.push(row.family);
                }
            }
            if missed.is_empty() {
                self.keep_better(&mut best, row.family, hit);
            }
        }
        Filtered {
            products: self.in_order(best, request.order),
            counts: self.counts(counted),
            prices,
        }
    }

    /// The matching products, one per family, without facet counts.
    pub(crate) fn ranked(&self, found: &[Scored]) -> Vec<Scored> {
        let mut best: HashMap<u32, Scored> = HashMap::new();
        for hit in found {
            if let Some((row, _)) = self.row(hit.document) {
                self.keep_better(&mut best, row.family, hit);
            }
        }
        self.in_order(best, Order::Relevance)
    }

    fn keep_better(&self, best: &mut HashMap<u32, Scored>, family: u32, hit: &Scored) {
        let held = best.entry(family).or_insert(*hit);
        if self.product_rank(hit) > self.product_rank(held) {
            *held = *hit;
        }
    }

    fn in_order(&self, best: HashMap<u32, Scored>, order: Order) -> Vec<Scored> {
        let mut products: Vec<(u32, Scored)> = best.into_iter().collect();
        self.sort(&mut products, order);
        products.into_iter().map(|(_, hit)| hit).collect()
    }

    fn counts(&self, counted: Vec<Vec<u32>>) -> BTreeMap<String, BTreeMap<String, u32>> {
        let mut counts: BTreeMap<String, BTreeMap<String, u32>> = BTreeMap::new();
        let counted = self.values.iter().zip(counted);
        for ((facet, key), mut families) in counted.filter(|(_, families)| !families.is_empty()) {
            families.sort_unstable();
            families.dedup();
            let name = self.facets.get(*facet).cloned().unwrap_or_default();
            let count = u32::try_from(families.len()).unwrap_or(u32::MAX);
            counts.entry(name).or_default().insert(key.clone(), count);
        }
        counts
    }

    fn selections(&self, request: &Request) -> Vec<Selection> {
        let mut selections: Vec<Selection> = Vec::new();
        for (name, keys) in request.filters.iter().filter(|(_, keys)| !keys.is_empty()) {
            let facet = self.facet_index(name);
            let values = keys
                .iter()
                .filter_map(|key| self.value_indexes.get(&(facet, key.clone())).copied());
            selections.push(Selection {
                facet,
                criterion: Criterion::Values(values.collect()),
            });
        }
        if !request.prices.is_empty() {
            selections.push(Selection {
                facet: self.facet_index(PRICE),
                criterion: Criterion::Prices(request.prices.clone()),
            });
        }
        selections
    }

    /// Index of a facet; an unknown facet matches nothing.
    fn facet_index(&self, name: &str) -> usize {
        let known = self.facets.iter().position(|known| known == name);
        known.unwrap_or(usize::MAX)
    }

    fn sort(&self, products: &mut [(u32, Scored)], order: Order) {
        let family = |number: &u32| self.families.get(usize::try_from(*number).unwrap_or(usize::MAX));
        let price = |hit: &Scored| self.row(hit.document).map(|(_, family)| family.price_minor);
        products.sort_by(|(a, a_hit), (b, b_hit)| {
            let (Some(a), Some(b)) = (family(a), family(b)) else {
                return a_hit.document.cmp(&b_hit.document);
            };
            let own = a.rank.cmp(&b.rank);
            match order {
                Order::Relevance => b_hit.score.total_cmp(&a_hit.score).then(own),
                Order::New => a.rank_by_date.cmp(&b.rank_by_date).then(own),
                Order::PriceAsc => price(a_hit).cmp(&price(b_hit)).then(own),
                Order::PriceDesc => price(b_hit).cmp(&price(a_hit)).then(own),
            }
        });
    }
}

impl Selection {
    fn met(&self, row: &Row, family: &Family) -> bool {
        match &self.criterion {
            Criterion::Values(values) => row
                .values
                .iter()
                .chain(&row.categories)
                .any(|value| values.contains(value)),
            Criterion::Prices(ranges) => ranges.iter().any(|range| range.fits(family.price_minor)),
        }
    }
}
