//! What lists are filtered, counted and ordered by: a row a product, so that a filter never asks the index of words.
//!
//! **Invariant:** counts are of families, and agree with the counts of the static lists when nothing is chosen: a family
//! counts once for a value that any of its products has; its price is that of the cheapest.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
};

use crate::{
    document::{Document, ProductFacts},
    request::{CATEGORY, Order, PRICE, PriceRange, Request},
};

/// The number of a facet's value.
type Value = u32;

/// A product's row.
#[derive(Clone, Debug, Default)]
struct Row {
    family: u32,
    main: bool,
    available: bool,
    price_minor: i64,
    values: Vec<Value>,
    categories: Vec<Value>,
}

/// A family's row.
#[derive(Clone, Debug)]
struct Family {
    /// Of the product that lists show for it.
    shown: Shown,
    price_minor: i64,
    bands: Vec<Value>,
    /// Its place in the shop's own order, and newest first.
    place: usize,
    place_by_date: usize,
}

/// What the order of lists goes by: what has a picture and can be bought first, then the newest, then by number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Shown {
    not_main: bool,
    lesser: (bool, bool),
    created: Reverse<Option<String>>,
    number: String,
}

/// The columns of a locale's products.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    rows: Vec<Option<Row>>,
    families: Vec<Family>,
    /// By number: facet and key.
    values: Vec<(usize, String)>,
    numbers: HashMap<(usize, String), Value>,
    facets: Vec<String>,
}

/// A product that was found, with what it is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Scored {
    /// Place of the document.
    pub(crate) document: u32,
    pub(crate) score: f32,
}

/// The families that are left, in order, and the counts.
pub(crate) struct Filtered {
    pub(crate) products: Vec<Scored>,
    pub(crate) counts: BTreeMap<String, BTreeMap<String, u32>>,
    /// Lowest and highest price in minor units of what was found before a price was chosen.
    pub(crate) prices: Option<(i64, i64)>,
}

/// What is chosen of a facet.
struct Chosen {
    facet: usize,
    wanted: Wanted,
}

enum Wanted {
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
                columns.take_family(family, product, number);
                let mut row = Row {
                    family,
                    main: product.main,
                    available: product.available,
                    price_minor: product.price_minor,
                    ..Row::default()
                };
                for (facet, keys) in product.facets.iter().filter(|(facet, _)| facet.as_str() != PRICE) {
                    row.values.extend(keys.iter().map(|key| columns.number(facet, key)));
                }
                row.categories = product
                    .categories
                    .iter()
                    .map(|code| columns.number(CATEGORY, code))
                    .collect();
                row
            });
            columns.rows.push(row);
        }
        columns.rank();
        columns
    }

    fn take_family(&mut self, family: u32, product: &ProductFacts, number: String) {
        let bands = product.facets.get(PRICE).map(Vec::as_slice).unwrap_or_default();
        let bands = bands.iter().map(|band| self.number(PRICE, band)).collect();
        let shown = Shown {
            not_main: !product.main,
            lesser: (!product.pictured, !product.pictured || !product.available),
            created: Reverse(product.created.clone()),
            number,
        };
        let Some(known) = self.families.get_mut(usize::try_from(family).unwrap_or(usize::MAX)) else {
            self.families.push(Family {
                shown,
                price_minor: product.price_minor,
                bands,
                place: 0,
                place_by_date: 0,
            });
            return;
        };
        if product.price_minor < known.price_minor {
            known.price_minor = product.price_minor;
            known.bands = bands;
        }
        let better = |a: &Shown, b: &Shown| (a.not_main, &a.number) < (b.not_main, &b.number);
        if better(&shown, &known.shown) {
            known.shown = shown;
        }
    }

    /// Gives every family its places.
    fn rank(&mut self) {
        let own = |family: &Family| {
            (
                family.shown.lesser,
                family.shown.created.clone(),
                family.shown.number.clone(),
            )
        };
        let by_date = |family: &Family| (family.shown.created.clone(), family.shown.number.clone());
        let mut order: Vec<usize> = (0..self.families.len()).collect();
        order.sort_by_cached_key(|family| self.families.get(*family).map(own));
        for (place, family) in order.iter().enumerate() {
            if let Some(family) = self.families.get_mut(*family) {
                family.place = place;
            }
        }
        order.sort_by_cached_key(|family| self.families.get(*family).map(by_date));
        for (place, family) in order.iter().enumerate() {
            if let Some(family) = self.families.get_mut(*family) {
                family.place_by_date = place;
            }
        }
    }

    fn number(&mut self, facet: &str, key: &str) -> Value {
        let facet = self.facet(facet);
        let next = Value::try_from(self.values.len()).unwrap_or(Value::MAX);
        let number = *self.numbers.entry((facet, key.to_owned())).or_insert(next);
        if number == next {
            self.values.push((facet, key.to_owned()));
        }
        number
    }

    fn facet(&mut self, name: &str) -> usize {
        if let Some(place) = self.facets.iter().position(|known| known == name) {
            return place;
        }
        self.facets.push(name.to_owned());
        self.facets.len() - 1
    }

    /// All products, worth the same.
    pub(crate) fn all(&self) -> Vec<Scored> {
        let documents = (0u32..).zip(&self.rows).filter(|(_, row)| row.is_some());
        documents.map(|(document, _)| Scored { document, score: 0.0 }).collect()
    }

    /// Of products that fit as well, the one that lists show, then one that can be bought. Who asks by price sees the
    /// cheapest, whose price is the one that was asked for.
    fn worth(&self, hit: &Scored, by_price: bool) -> (Option<Reverse<i64>>, f32, bool, bool) {
        let row = self.row(hit.document).map(|(row, _)| row);
        (
            row.filter(|_| by_price).map(|row| Reverse(row.price_minor)),
            hit.score,
            row.is_some_and(|row| row.main),
            row.is_some_and(|row| row.available),
        )
    }

    fn row(&self, document: u32) -> Option<(&Row, &Family)> {
        let row = self.rows.get(usize::try_from(document).ok()?)?.as_ref()?;
        Some((row, self.families.get(usize::try_from(row.family).ok()?)?))
    }

    /// What the request leaves of the found products, one of each family, and what else could be chosen. The counts of a
    /// facet leave out what is chosen of itself, so that a second value can be added to the first.
    pub(crate) fn filter(&self, found: &[Scored], request: &Request) -> Filtered {
        let chosen = self.chosen(request);
        let price_facet = self.place(PRICE);
        let mut best: HashMap<u32, Scored> = HashMap::new();
        let mut counted: Vec<Vec<u32>> = vec![Vec::new(); self.values.len()];
        let mut prices: Option<(i64, i64)> = None;
        for hit in found {
            let Some((row, family)) = self.row(hit.document) else {
                continue;
            };
            let missed: Vec<usize> = chosen
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
                self.keep_better(&mut best, row.family, hit, request.is_by_price());
            }
        }
        Filtered {
            products: self.in_order(best, request.order),
            counts: self.counts(counted),
            prices,
        }
    }

    /// The found products, one of each family, without counting what could be chosen.
    pub(crate) fn ranked(&self, found: &[Scored]) -> Vec<Scored> {
        let mut best: HashMap<u32, Scored> = HashMap::new();
        for hit in found {
            if let Some((row, _)) = self.row(hit.document) {
                self.keep_better(&mut best, row.family, hit, false);
            }
        }
        self.in_order(best, Order::Relevance)
    }

    fn keep_better(&self, best: &mut HashMap<u32, Scored>, family: u32, hit: &Scored, by_price: bool) {
        let held = best.entry(family).or_insert(*hit);
        if self.worth(hit, by_price) > self.worth(held, by_price) {
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

    fn chosen(&self, request: &Request) -> Vec<Chosen> {
        let mut chosen: Vec<Chosen> = Vec::new();
        for (name, keys) in request.filters.iter().filter(|(_, keys)| !keys.is_empty()) {
            let facet = self.place(name);
            let values = keys
                .iter()
                .filter_map(|key| self.numbers.get(&(facet, key.clone())).copied());
            chosen.push(Chosen {
                facet,
                wanted: Wanted::Values(values.collect()),
            });
        }
        if !request.prices.is_empty() {
            chosen.push(Chosen {
                facet: self.place(PRICE),
                wanted: Wanted::Prices(request.prices.clone()),
            });
        }
        chosen
    }

    /// The number of a facet; one that no product has leaves nothing.
    fn place(&self, name: &str) -> usize {
        let known = self.facets.iter().position(|known| known == name);
        known.unwrap_or(usize::MAX)
    }

    fn sort(&self, products: &mut [(u32, Scored)], order: Order) {
        let family = |number: &u32| self.families.get(usize::try_from(*number).unwrap_or(usize::MAX));
        let price = |hit: &Scored| self.row(hit.document).map(|(row, _)| row.price_minor);
        products.sort_by(|(a, a_hit), (b, b_hit)| {
            let (Some(a), Some(b)) = (family(a), family(b)) else {
                return a_hit.document.cmp(&b_hit.document);
            };
            let own = a.place.cmp(&b.place);
            match order {
                Order::Relevance => b_hit.score.total_cmp(&a_hit.score).then(own),
                Order::New => a.place_by_date.cmp(&b.place_by_date).then(own),
                Order::PriceAsc => price(a_hit).cmp(&price(b_hit)).then(own),
                Order::PriceDesc => price(b_hit).cmp(&price(a_hit)).then(own),
            }
        });
    }
}

impl Chosen {
    fn met(&self, row: &Row, family: &Family) -> bool {
        match &self.wanted {
            Wanted::Values(values) => row
                .values
                .iter()
                .chain(&row.categories)
                .any(|value| values.contains(value)),
            Wanted::Prices(ranges) => ranges.iter().any(|range| range.fits(family.price_minor)),
        }
    }
}
