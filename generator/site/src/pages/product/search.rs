//! The search document of a product.
//!
//! **Invariant:** the keys of facets are those of `data-value` on the static lists, so that the API's filter counts
//! match the page.

use std::collections::BTreeMap;

use vitrine_model::{
    catalog::facet_of_group,
    content::Facet,
    ids::PropertyOptionId,
    money::Money,
    product::{Product, StockState},
};

use super::alike::Alike;
use crate::{
    context::ViewContext,
    page::PlannedPage,
    plan::kind,
    search_document::{MAX_PRODUCT_TEXT, ProductFacts, SearchDocument},
    view::{facet_keys, options::OptionGroupView, product_card, properties::name_in},
};

/// Width of the image next to a suggestion.
const THUMBNAIL: u32 = 160;

/// The parts that the documents of similar variants share.
#[derive(Debug)]
pub(super) struct Shared {
    /// Brand, designers, collections and categories.
    facts: Vec<String>,
    /// The values of its properties.
    properties: Vec<String>,
    /// Codes of its categories and of their ancestors.
    categories: Vec<String>,
    facets: Facets,
}

type Facets = BTreeMap<&'static str, Vec<String>>;

/// `facts` are the names of brand, designers and collections.
pub(super) fn shared(cx: &ViewContext<'_>, alike: &Alike, mut facts: Vec<String>, properties: Vec<String>) -> Shared {
    let mut categories: Vec<String> = Vec::new();
    for id in &alike.categories {
        for category in cx.reader.category_path(id) {
            let name = name_in(cx, &category.names);
            if !facts.contains(&name) {
                facts.push(name);
            }
            let code = category.code.as_ref().filter(|code| !categories.contains(code));
            categories.extend(code.cloned());
        }
    }
    let mut facets = Facets::new();
    if let Some(brand) = alike.brand.as_ref().and_then(|id| cx.reader.brand(id)) {
        add(&mut facets, Facet::Brand, brand.code.clone());
    }
    add_options(cx, &mut facets, &alike.properties);
    Shared {
        facts,
        properties,
        categories,
        facets,
    }
}

/// The texts that only a product's page has.
pub(super) struct Words<'a> {
    pub(super) title: &'a str,
    /// The description as plain text.
    pub(super) text: &'a str,
    pub(super) shared: &'a Shared,
    pub(super) groups: &'a [OptionGroupView],
}

/// The document of a product.
pub(super) fn of_product(
    cx: &ViewContext<'_>,
    page: &PlannedPage,
    product: &Product,
    words: &Words<'_>,
) -> SearchDocument {
    let shared = words.shared;
    let chosen = words.groups.iter().map(|group| group.chosen.clone());
    let numbers = [
        Some(product.number.to_string()),
        product.ean.clone(),
        product.manufacturer_number.clone(),
    ];
    SearchDocument {
        kind: kind::PRODUCT,
        id: product.id.to_string(),
        href: page.path.href(),
        title: words.title.to_owned(),
        text: words.text.chars().take(MAX_PRODUCT_TEXT).collect(),
        facts: shared.facts.clone(),
        properties: shared.properties.iter().cloned().chain(chosen).collect(),
        numbers: numbers.into_iter().flatten().collect(),
        image: product_card::pictures(cx, product)
            .next()
            .map(|image| cx.packshot_fixed(&image, THUMBNAIL, Some((4, 5))).src),
        product: Some(facts(cx, product, shared)),
    }
}

fn facts(cx: &ViewContext<'_>, product: &Product, shared: &Shared) -> ProductFacts {
    let family = product.family_or_own_id();
    let main = cx.reader.family(family).and_then(|family| family.main_variant.as_ref());
    ProductFacts {
        family: family.to_string(),
        main: main.is_none_or(|main| *main == product.id),
        created: product.created_at.clone(),
        price_minor: listed_price(cx, product).minor,
        pictured: !product.media.is_empty(),
        available: product.stock.state != StockState::OutOfStock,
        categories: shared.categories.clone(),
        facets: facets(cx, product, &shared.facets),
        card: product_card::fields(cx, product),
    }
}

/// What the product's family costs.
fn listed_price(cx: &ViewContext<'_>, product: &Product) -> Money {
    let listed = cx.reader.listed_price(product.family_or_own_id());
    listed.map_or(product.first_price().unit, |listed| listed.amount)
}

/// The facet keys of a product. The price band is that of its family.
fn facets(cx: &ViewContext<'_>, product: &Product, shared: &Facets) -> Facets {
    let mut facets = shared.clone();
    add_options(cx, &mut facets, &product.options);
    add(
        &mut facets,
        Facet::Price,
        facet_keys::price_band(listed_price(cx, product)),
    );
    if product.stock.state != StockState::OutOfStock {
        let in_stock = facet_keys::in_stock(product.stock.pieces > 0);
        add(&mut facets, Facet::Delivery, in_stock.to_owned());
    }
    facets
}

fn add_options(cx: &ViewContext<'_>, facets: &mut Facets, options: &[PropertyOptionId]) {
    for option in options.iter().filter_map(|id| cx.reader.property_option(id)) {
        let group = cx.reader.property_group(&option.group);
        if let Some(facet) = group.and_then(facet_of_group) {
            add(facets, facet, option.entry.clone());
        }
    }
}

fn add(facets: &mut Facets, facet: Facet, key: String) {
    let keys = facets.entry(facet.word()).or_default();
    if !keys.contains(&key) {
        keys.push(key);
    }
}
