//! The facets of a listing (Shopware §16.3), counted over indexes instead of JSON, so that it is fast for a hundred
//! thousand products. A facet ignores the selection. A reduced facet is narrowed by the selection in other facets, and
//! the facet of properties also by its own.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::aggregation::money;
use super::candidate::Candidate;
use super::listing_choice::{Choice, Facet};
use super::out::num;
use super::{Ctx, product_parts as parts};

/// The facets of some products.
pub(crate) struct Facets<'f> {
    pub(crate) ctx: &'f Ctx,
    pub(crate) choice: &'f Choice,
    pub(crate) candidates: &'f [Candidate<'f>],
}

impl Facets<'_> {
    /// `aggregations`, without disabled facets.
    pub(crate) fn value(&self) -> Map<String, Value> {
        let mut map = Map::new();
        let mut put = |key: &str, mut value: Map<String, Value>| {
            value.shift_insert(0, "name".to_owned(), key.into());
            value.insert("apiAlias".to_owned(), format!("{key}_aggregation").into());
            map.insert(key.to_owned(), Value::Object(value));
        };
        for (facet, key) in [
            (Facet::Manufacturer, "manufacturer"),
            (Facet::Price, "price"),
            (Facet::Rating, "rating"),
            (Facet::ShippingFree, "shipping-free"),
        ] {
            if self.choice.offers(facet) {
                put(key, self.one(facet));
            }
        }
        if self.choice.offers(Facet::Properties) {
            for (key, value) in self.properties() {
                put(key, value);
            }
        }
        map
    }

    fn rows(&self, facet: Facet) -> impl Iterator<Item = &Candidate<'_>> {
        let except = (facet != Facet::Properties).then_some(facet);
        let candidates = self.candidates.iter();
        candidates.filter(move |candidate| !self.choice.reduce || self.choice.passes(candidate, except))
    }

    fn one(&self, facet: Facet) -> Map<String, Value> {
        let rows = self.rows(facet);
        let value = match facet {
            Facet::Manufacturer => json!({"entities": self.manufacturers()}),
            Facet::Price => {
                let (min, max) = rows.fold((None, None), |(min, max): (Option<f64>, Option<f64>), row| {
                    let least = min.map_or(row.price, |min| min.min(row.price));
                    let most = max.map_or(row.price, |max| max.max(row.price));
                    (Some(least), Some(most))
                });
                json!({"min": min.map(money), "max": max.map(money), "avg": null, "sum": null})
            }
            Facet::Rating => {
                let best = rows.filter_map(|row| row.product.file.rating).max_by(f64::total_cmp);
                json!({"max": best.map(|best| num(best).to_string())})
            }
            Facet::ShippingFree | Facet::Properties => {
                let free = rows.filter(|row| row.product.file.shipping_free).count() > 0;
                json!({"max": free.then_some("1")})
            }
        };
        value.as_object().cloned().unwrap_or_default()
    }

    /// The manufacturers, sorted by id.
    fn manufacturers(&self) -> Vec<Value> {
        let mut by_id = BTreeMap::new();
        for row in self.rows(Facet::Manufacturer) {
            if let Some(brand) = self.ctx.shop.brands.get(row.product.brand) {
                by_id.insert(brand.id.as_str(), brand);
            }
        }
        by_id.into_values().map(|brand| parts::brand(self.ctx, brand)).collect()
    }

    /// Groups with the options that occur as property or variant option; if there are none, the two raw counts of the
    /// database.
    fn properties(&self) -> Vec<(&'static str, Map<String, Value>)> {
        let options = &self.ctx.shop.options;
        let mut by_id = BTreeMap::new();
        let (mut all, mut without_properties, mut without_options) = (0_usize, 0_usize, 0_usize);
        for row in self.rows(Facet::Properties) {
            all += 1;
            without_properties += usize::from(row.product.properties.is_empty());
            without_options += usize::from(row.product.options.is_empty());
            for index in row.product.properties.iter().chain(&row.product.options) {
                if let Some(option) = options.get(*index) {
                    by_id.insert(option.id.as_str(), *index);
                }
            }
        }
        if by_id.is_empty() {
            let raw = |count: usize| {
                let bucket = json!({"key": "", "count": count, "apiAlias": "aggregation_bucket"});
                let buckets = if all == 0 { json!([]) } else { json!([bucket]) };
                Map::from_iter([("buckets".to_owned(), buckets)])
            };
            return vec![
                ("properties", raw(without_properties)),
                ("options", raw(without_options)),
            ];
        }
        let offered = by_id.into_values().filter(|index| self.offered(*index)).collect();
        let groups = parts::filter_groups(self.ctx, offered);
        vec![("properties", Map::from_iter([("entities".to_owned(), groups)]))]
    }

    fn offered(&self, option: usize) -> bool {
        let group = self.ctx.shop.options.get(option).map(|row| row.group);
        let group = group.and_then(|group| self.ctx.shop.groups.get(group));
        let whitelist = &self.choice.whitelist;
        group.is_some_and(|row| row.file.filterable && (whitelist.is_empty() || whitelist.contains(&row.id)))
    }
}
