//! The search documents: one line of `server/search/<code>.json` for each page that can be found (ARCHITECTURE.md "Contract:
//! what a release hands to the API").
//!
//! **Invariant:** the keys of facets are those of `data-value` on the static lists, so that a filter of the API counts what
//! the page said.

use std::collections::BTreeMap;

use serde::Serialize;
use vitrine_model::{
    catalog::facet_of_group,
    content::Facet,
    product::{Product, StockState},
};

use crate::{
    context::ViewContext,
    page::PlannedPage,
    view::{facet_keys, product_card::CardFields, properties::name_in},
};

/// Most characters of running text that are indexed.
pub(crate) const MAX_TEXT: usize = 2_000;

/// One document.
#[derive(Clone, Debug, Serialize)]
pub struct SearchDocument {
    /// `product`, or the page kind of an entry: `page`, `brand`, `designer`, …
    pub kind: &'static str,
    /// Id of the product or entry.
    pub id: String,
    /// Path.
    pub href: String,
    /// Title.
    pub title: String,
    /// Plain text, at most 2,000 characters.
    pub text: String,
    /// What it belongs to: brand, designers, collections, categories.
    pub facts: Vec<String>,
    /// Values of properties and options.
    pub properties: Vec<String>,
    /// Product number, EAN, number of the manufacturer.
    pub numbers: Vec<String>,
    /// Of products only.
    pub product: Option<ProductFacts>,
    /// URL of a small picture for content; products have that of their card.
    pub image: Option<String>,
}

/// What only products have.
#[derive(Clone, Debug, Serialize)]
pub struct ProductFacts {
    /// Id of the family, or of the product itself if it has none.
    pub family: String,
    /// Whether the lists show this product for its family.
    pub main: bool,
    /// Date of creation, as the shop gives it.
    pub created: Option<String>,
    /// Lowest price in minor units.
    pub price_minor: i64,
    /// Whether it has a picture and can be bought: without either it is last in the shop's own order.
    pub pictured: bool,
    /// See `pictured`.
    pub available: bool,
    /// Codes of the categories that list it, those above included.
    pub categories: Vec<String>,
    /// Keys of its values by facet: `{"brand": ["kante"], "price": ["250-500"]}`.
    pub facets: BTreeMap<&'static str, Vec<String>>,
    /// What a list shows of it.
    pub card: CardFields,
}

/// What only a product's page knows.
pub(crate) struct Words {
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) facts: Vec<String>,
    pub(crate) properties: Vec<String>,
}

/// The document of a product.
pub(crate) fn of_product(cx: &ViewContext<'_>, page: &PlannedPage, product: &Product, words: Words) -> SearchDocument {
    let mut facts = words.facts;
    let mut categories: Vec<String> = Vec::new();
    for id in &product.categories {
        for category in cx.reader.category_path(id) {
            let name = name_in(cx, &category.names);
            if !facts.contains(&name) {
                facts.push(name);
            }
            let code = category.code.as_ref().filter(|code| !categories.contains(code));
            categories.extend(code.cloned());
        }
    }
    let numbers = [
        Some(product.number.to_string()),
        product.ean.clone(),
        product.manufacturer_number.clone(),
    ];
    let family = product.family.as_ref().unwrap_or(&product.id);
    let main = cx.reader.family(family).and_then(|family| family.main_variant.as_ref());
    SearchDocument {
        kind: "product",
        id: product.id.to_string(),
        href: page.path.href(),
        title: words.title,
        text: words.text.chars().take(MAX_TEXT).collect(),
        facts,
        properties: words.properties,
        numbers: numbers.into_iter().flatten().collect(),
        image: None,
        product: Some(ProductFacts {
            family: family.to_string(),
            main: main.is_none_or(|main| *main == product.id),
            created: product.created_at.clone(),
            price_minor: product.prices.lowest().minor,
            pictured: !product.media.is_empty(),
            available: product.stock.state != StockState::OutOfStock,
            categories,
            facets: facets(cx, product),
            card: crate::view::product_card::fields(cx, product),
        }),
    }
}

/// The keys of a product's values. The band is that of its own price; a list takes that of the family's cheapest product.
fn facets(cx: &ViewContext<'_>, product: &Product) -> BTreeMap<&'static str, Vec<String>> {
    let mut facets: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    let mut add = |facet: Facet, key: String| {
        let keys = facets.entry(facet.word()).or_default();
        if !keys.contains(&key) {
            keys.push(key);
        }
    };
    if let Some(brand) = product.brand.as_ref().and_then(|id| cx.reader.brand(id)) {
        add(Facet::Brand, brand.code.clone());
    }
    for id in product.properties.iter().chain(&product.options) {
        let option = cx.reader.property_option(id);
        let facet = option.and_then(|option| facet_of_group(cx.reader.property_group(&option.group)?));
        if let (Some(option), Some(facet)) = (option, facet) {
            add(facet, option.entry.clone());
        }
    }
    add(Facet::Price, facet_keys::price_band(product.prices.lowest()));
    if product.stock.state != StockState::OutOfStock {
        add(
            Facet::Delivery,
            facet_keys::in_stock(product.stock.pieces > 0).to_owned(),
        );
    }
    facets
}
