//! What a product and its sisters have alike.

use std::{
    collections::HashSet,
    hash::{Hash, Hasher},
};

use vitrine_model::{
    ids::{BrandId, CategoryId, ProductId, ProductNumber, PropertyOptionId},
    product::{BundleItem, CrossSelling, Download, EnergyLabel, Product, ProductTexts, Question},
    rich_text::RichText,
};

use crate::{context::ViewContext, view::product_card};

/// What sisters have alike, of the product and of its texts in one locale: the input of all that they share. A product without sisters is a family by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Alike {
    pub(super) family: ProductId,
    /// The product's number where nobody named it.
    pub(super) name: String,
    pub(super) brand: Option<BrandId>,
    pub(super) categories: Vec<CategoryId>,
    pub(super) properties: Vec<PropertyOptionId>,
    pub(super) parts: Vec<ProductNumber>,
    pub(super) bundle: Vec<BundleItem>,
    pub(super) cross_selling: Vec<CrossSelling>,
    pub(super) energy: Option<EnergyLabel>,
    pub(super) description: Option<RichText>,
    pub(super) meta_title: Option<String>,
    pub(super) meta_description: Option<String>,
    pub(super) downloads: Vec<Download>,
    pub(super) faq: Vec<Question>,
    pub(super) maintenance: Option<RichText>,
    pub(super) withdrawal_excluded: Option<String>,
    pub(super) warnings: Vec<RichText>,
}

/// Sisters seldom differ in the rest, and comparing tells them apart.
impl Hash for Alike {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.family.hash(state);
        self.name.hash(state);
    }
}

impl Alike {
    /// Every field of the product and its texts is named, so that a new one cannot be forgotten.
    pub(super) fn of(cx: &ViewContext<'_>, product: &Product) -> Self {
        let Product {
            id: _,
            family: _,
            number: _,
            brand,
            prices: _,
            stock: _,
            limits: _,
            dimensions: _,
            media: _,
            categories,
            properties,
            options: _,
            parts: _,
            bundle,
            ean: _,
            manufacturer_number: _,
            cross_selling,
            energy,
            digital: _,
            texts,
            created_at: _,
            updated_at: _,
        } = product;
        let ProductTexts {
            name: _,
            description,
            meta_title,
            meta_description,
            seo_path: _,
            delivery_time: _,
            downloads,
            faq,
            maintenance,
            withdrawal_excluded,
            warnings,
            media_alt: _,
        } = texts.get(cx.locale).cloned().unwrap_or_default();
        Self {
            family: product_card::family_of(product).clone(),
            name: product_card::name(cx, product),
            brand: brand.clone(),
            categories: categories.clone(),
            properties: properties.clone(),
            parts: parts(product).cloned().collect(),
            bundle: bundle.clone(),
            cross_selling: cross_selling.clone(),
            energy: energy.clone(),
            description,
            meta_title,
            meta_description,
            downloads,
            faq,
            maintenance,
            withdrawal_excluded,
            warnings,
        }
    }
}

/// Its parts, each once; nothing is a part of itself.
fn parts(product: &Product) -> impl Iterator<Item = &ProductNumber> {
    let mut seen = HashSet::from([&product.number]);
    product.parts.iter().filter(move |number| seen.insert(number))
}
