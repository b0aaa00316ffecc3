//! The search document of a product.
//!
//! **Invariant:** the keys of facets are those of `data-value` on the static lists, so that a filter of the API counts what
//! the page said.

use std::collections::BTreeMap;

use serde_json::value::to_raw_value;
use vitrine_model::{
    catalog::facet_of_group,
    content::Facet,
    product::{Product, StockState},
};

use crate::{
    context::ViewContext,
    page::PlannedPage,
    search_document::{MAX_TEXT, ProductFacts, SearchDocument},
    view::{facet_keys, product_card, properties::name_in},
};

/// Width of the picture beside a suggestion.
const THUMBNAIL: u32 = 160;

/// What only a product's page knows.
pub(super) struct Words {
    pub(super) title: String,
    pub(super) text: String,
    pub(super) facts: Vec<String>,
    pub(super) properties: Vec<String>,
}

/// The document of a product.
pub(super) fn of_product(
    cx: &ViewContext<'_>,
    page: &PlannedPage,
    product: &Product,
    words: Words,
) -> Option<SearchDocument> {
    let card = to_raw_value(&product_card::fields(cx, product)).ok()?;
    let pictures = product_card::pictures(cx, product);
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
    Some(SearchDocument {
        kind: "product",
        id: product.id.to_string(),
        href: page.path.href(),
        title: words.title,
        text: words.text.chars().take(MAX_TEXT).collect(),
        facts,
        properties: words.properties,
        numbers: numbers.into_iter().flatten().collect(),
        image: pictures
            .first()
            .map(|image| cx.packshot_fixed(image, THUMBNAIL, Some((4, 5))).src),
        product: Some(ProductFacts {
            family: family.to_string(),
            main: main.is_none_or(|main| *main == product.id),
            created: product.created_at.clone(),
            price_minor: product.prices.lowest().minor,
            pictured: !product.media.is_empty(),
            available: product.stock.state != StockState::OutOfStock,
            categories,
            facets: facets(cx, product),
            card,
        }),
    })
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
