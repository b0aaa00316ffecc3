//! The data that variants of a family have in common.

use std::{
    collections::HashSet,
    hash::{Hash, Hasher},
};

use vitrine_model::{
    ids::{BrandId, CategoryId, ProductId, ProductNumber, PropertyOptionId},
    product::{BundleItem, CrossSelling, Download, EnergyLabel, MakerGuarantee, Product, ProductTexts, Question},
    rich_text::RichText,
};

use crate::{
    context::ViewContext,
    view::{
        product_card,
        returns::{self, ReturnWay},
    },
};

/// The data of a product, and of its texts in one locale, that variants of a family may have in common: the input of
/// everything they share. A product without a family counts as its own family.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Alike {
    pub(super) family: ProductId,
    /// The name; the product number if there is none.
    pub(super) name: String,
    pub(super) brand: Option<BrandId>,
    pub(super) categories: Vec<CategoryId>,
    pub(super) properties: Vec<PropertyOptionId>,
    pub(super) parts: Vec<ProductNumber>,
    pub(super) bundle: Vec<BundleItem>,
    pub(super) cross_selling: Vec<CrossSelling>,
    pub(super) energy: Option<EnergyLabel>,
    /// The maker's guarantee of durability.
    pub(super) guarantee: Option<MakerGuarantee>,
    /// Whether its waste is collected separately.
    pub(super) electrical: bool,
    pub(super) description: Option<RichText>,
    pub(super) meta_title: Option<String>,
    pub(super) meta_description: Option<String>,
    pub(super) downloads: Vec<Download>,
    pub(super) faq: Vec<Question>,
    pub(super) maintenance: Option<RichText>,
    pub(super) withdrawal_excluded: Option<String>,
    pub(super) warnings: Vec<RichText>,
    /// By the shop's terms; `None` without them.
    pub(super) way_back: Option<ReturnWay>,
}

/// Hashes only some fields, because variants of a family seldom differ in the rest; comparison covers all of them.
impl Hash for Alike {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.family.hash(state);
        self.name.hash(state);
    }
}

impl Alike {
    /// Destructures every field of the product and its texts, so that the compiler reports a new one.
    pub(super) fn of(cx: &ViewContext<'_>, product: &Product) -> Self {
        let Product {
            id: _,
            family: _,
            number: _,
            brand,
            prices: _,
            stock: _,
            limits: _,
            return_cost: _,
            weee: _,
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
            free_delivery: _,
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
            unit: _,
            energy,
            guarantee,
            media_alt: _,
        } = texts
            .get(cx.locale)
            .map(|texts| ProductTexts::clone(texts))
            .unwrap_or_default();
        Self {
            family: product.family_or_own_id().clone(),
            name: product_card::name(cx, product),
            brand: brand.clone(),
            categories: categories.clone(),
            properties: properties.clone(),
            parts: parts(product).cloned().collect(),
            bundle: bundle.clone(),
            cross_selling: cross_selling.clone(),
            electrical: product.is_electrical(),
            energy,
            guarantee,
            description,
            meta_title,
            meta_description,
            downloads,
            faq,
            maintenance,
            withdrawal_excluded,
            warnings,
            way_back: cx
                .config
                .offers
                .returns
                .as_ref()
                .map(|terms| returns::way(terms, product)),
        }
    }
}

/// The numbers of its parts, each once, without the product itself.
fn parts(product: &Product) -> impl Iterator<Item = &ProductNumber> {
    let mut seen = HashSet::from([&product.number]);
    product.parts.iter().filter(move |number| seen.insert(number))
}
