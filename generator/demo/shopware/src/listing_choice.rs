//! The visitor's selection in a listing (Shopware §16.3): manufacturers, price, rating, free shipping, properties. Read
//! from the body or the query string. Options of one group are alternatives; every group must match.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::Ctx;
use super::candidate::Candidate;
use super::out::num;

/// One of the built-in filters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Facet {
    Manufacturer,
    Price,
    Rating,
    ShippingFree,
    Properties,
}

/// The parameters of a listing.
#[derive(Debug, Default)]
pub(crate) struct Choice {
    manufacturers: Vec<String>,
    /// Indexes of the selected brands; unknown ids are ignored.
    brands: Vec<usize>,
    min_price: Option<f64>,
    max_price: Option<f64>,
    rating: Option<Value>,
    shipping_free: bool,
    properties: Vec<String>,
    /// Indexes of the selected options by group.
    options: BTreeMap<usize, Vec<usize>>,
    switched_off: Vec<Facet>,
    /// Groups that are available; empty = all.
    pub(crate) whitelist: Vec<String>,
    pub(crate) reduce: bool,
    pub(crate) no_aggregations: bool,
    pub(crate) only_aggregations: bool,
}

const SWITCHES: [(&str, Facet); 5] = [
    ("manufacturer-filter", Facet::Manufacturer),
    ("price-filter", Facet::Price),
    ("rating-filter", Facet::Rating),
    ("shipping-free-filter", Facet::ShippingFree),
    ("property-filter", Facet::Properties),
];

impl Choice {
    /// Reads the parameters of a call.
    pub(crate) fn read(ctx: &Ctx) -> Self {
        let price = |name: &str| -> Option<f64> { ctx.parameter(name)?.parse().ok().filter(|price| *price > 0.0) };
        let truthy = |name: &str| ctx.parameter(name).is_some_and(|value| !is_false(&value));
        let switched_off = SWITCHES.into_iter().filter(|(name, _)| {
            let value = ctx.body.get(*name).map(Value::to_string);
            value.is_some_and(|value| is_false(value.trim_matches('"')))
        });
        let mut choice = Self {
            manufacturers: ids(ctx.input().get("manufacturer")),
            min_price: price("min-price"),
            max_price: price("max-price"),
            rating: ctx.body.get("rating").or_else(|| ctx.query.get("rating")).cloned(),
            shipping_free: truthy("shipping-free"),
            properties: ids(ctx.input().get("properties")),
            switched_off: switched_off.map(|(_, facet)| facet).collect(),
            whitelist: ids(ctx.body.get("property-whitelist")),
            reduce: ctx.parameter("reduce-aggregations").is_some(),
            no_aggregations: truthy("no-aggregations"),
            only_aggregations: truthy("only-aggregations"),
            ..Self::default()
        };
        choice.look_up(ctx);
        choice
    }

    fn look_up(&mut self, ctx: &Ctx) {
        let brands = ctx.shop.brands.iter().enumerate();
        self.brands = brands
            .filter(|(_, row)| self.manufacturers.contains(&row.id))
            .map(|(index, _)| index)
            .collect();
        let options = ctx.shop.options.iter().enumerate();
        for (index, row) in options.filter(|(_, row)| self.properties.contains(&row.id)) {
            self.options.entry(row.group).or_default().push(index);
        }
    }

    /// Whether a filter is available.
    pub(crate) fn offers(&self, facet: Facet) -> bool {
        !self.switched_off.contains(&facet)
    }

    /// Whether a product matches the selection, except for one filter.
    pub(crate) fn passes(&self, candidate: &Candidate<'_>, except: Option<Facet>) -> bool {
        let product = candidate.product;
        let facets = [
            (
                Facet::Manufacturer,
                self.manufacturers.is_empty() || self.brands.contains(&product.brand),
            ),
            (Facet::Price, self.in_price(candidate.price)),
            (Facet::Rating, self.rated(product.file.rating)),
            (Facet::ShippingFree, !self.shipping_free || product.file.shipping_free),
            (Facet::Properties, {
                let has = |option: &usize| product.properties.contains(option) || product.options.contains(option);
                self.options.values().all(|alternatives| alternatives.iter().any(has))
            }),
        ];
        facets
            .into_iter()
            .all(|(facet, passes)| passes || Some(facet) == except || !self.offers(facet))
    }

    fn in_price(&self, price: f64) -> bool {
        self.min_price.is_none_or(|min| price >= min) && self.max_price.is_none_or(|max| price <= max)
    }

    fn rated(&self, rating: Option<f64>) -> bool {
        let least = self.rating.as_ref().and_then(super::filter::number);
        least.is_none_or(|least| rating.is_some_and(|rating| rating >= least))
    }

    /// `currentFilters`: the selection, for available filters.
    pub(crate) fn current(&self, category: &str) -> Value {
        let price = |price: Option<f64>| num(price.unwrap_or(0.0));
        let values = [
            (Facet::Manufacturer, "manufacturer", json!(self.manufacturers)),
            (
                Facet::Price,
                "price",
                json!({"min": price(self.min_price), "max": price(self.max_price)}),
            ),
            (Facet::Rating, "rating", json!(self.rating)),
            (Facet::ShippingFree, "shipping-free", json!(self.shipping_free)),
            (Facet::Properties, "properties", json!(self.properties)),
        ];
        let mut current = Map::new();
        current.insert("navigationId".to_owned(), category.into());
        let offered = values.into_iter().filter(|(facet, ..)| self.offers(*facet));
        current.extend(offered.map(|(_, key, value)| (key.to_owned(), value)));
        Value::Object(current)
    }
}

fn is_false(text: &str) -> bool {
    matches!(text, "false" | "0" | "")
}

/// Ids as a list or joined by `|`.
fn ids(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        Some(Value::String(text)) => {
            let parts = text.split('|').filter(|part| !part.is_empty());
            parts.map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}
