//! What a product shows alike with its sisters: made and rendered for the first variant of a family that shows it, and for any other that differs in it.
//!
//! **Invariant:** nothing here is read of a product but what stands in [`Alike`]; sisters whose [`Alike`] is equal show the same part.

use std::sync::Arc;

use minijinja::Value;
use serde::Serialize;
use serde_json::value::RawValue;
use vitrine_model::{
    ids::{BrandId, CategoryId, ProductId, ProductNumber, PropertyOptionId},
    product::{BundleItem, CrossSelling, Download, EnergyLabel, Product, ProductTexts, Question},
    record::Record,
    rich_text::RichText,
};

use super::{designer, details, showrooms, stories};
use crate::{
    context::{Origin, ViewContext},
    kept::{KeptView, Part},
    page::{Crumb, Trail},
    templates::InlineJson,
    view::{
        breadcrumbs, energy,
        facts::FactView,
        links::{self, LinkView},
        product_card,
        properties::{self, PropertiesView},
        value,
    },
};

/// What sisters have alike, of the product and of its texts in one locale. A product that has no sisters is a family by itself.
#[derive(PartialEq)]
struct Alike<'a> {
    family: &'a ProductId,
    brand: &'a Option<BrandId>,
    categories: &'a [CategoryId],
    properties: &'a [PropertyOptionId],
    parts: Vec<&'a ProductNumber>,
    bundle: &'a [BundleItem],
    cross_selling: &'a [CrossSelling],
    energy: &'a Option<EnergyLabel>,
    texts: Option<Texts<'a>>,
    /// Its own number stands in for a name where it has none.
    nameless: Option<&'a ProductNumber>,
}

#[derive(PartialEq)]
struct Texts<'a> {
    name: &'a str,
    description: &'a Option<RichText>,
    meta_title: &'a Option<String>,
    meta_description: &'a Option<String>,
    downloads: &'a [Download],
    faq: &'a [Question],
    maintenance: &'a Option<RichText>,
    withdrawal_excluded: &'a Option<String>,
    warnings: &'a [RichText],
}

impl<'a> Alike<'a> {
    /// Every field is named, so that a new one cannot be forgotten.
    fn of(product: &'a Product, texts: Option<&'a ProductTexts>) -> Self {
        let Product {
            id: _,
            family: _,
            number,
            brand,
            prices: _,
            stock: _,
            limits: _,
            // Parts of their own: sisters differ in size and colour before they differ in anything else.
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
            texts: _,
            created_at: _,
            updated_at: _,
        } = product;
        Self {
            family: product_card::family_of(product),
            brand,
            categories,
            properties,
            parts: details::parts(product).collect(),
            bundle,
            cross_selling,
            energy,
            nameless: texts.is_none().then_some(number),
            texts: texts.map(Texts::of),
        }
    }
}

impl<'a> Texts<'a> {
    fn of(texts: &'a ProductTexts) -> Self {
        let ProductTexts {
            name,
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
        } = texts;
        Self {
            name,
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

/// What sisters show alike, and what their heads and search documents are made from.
#[derive(Debug)]
pub(super) struct Common {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) meta_description: Option<String>,
    /// The description without its marks.
    pub(super) text: Option<String>,
    /// The maker's name.
    pub(super) brand: Option<String>,
    /// Who made and drew it, what it is part of and made from, in words.
    pub(super) keywords: Vec<String>,
    pub(super) trail: Trail,
    /// Hours of the showrooms on the page, in their order, as JSON for a script.
    pub(super) hours: Box<RawValue>,
    /// For the template.
    pub(super) view: Value,
}

/// Parts of the page, each printed by its template.
#[derive(Serialize)]
struct CommonView {
    title: KeptView,
    withdrawal_excluded: Option<String>,
    facts: KeptView,
    notes: KeptView,
    story: KeptView,
    below: KeptView,
}

/// Who made it, its name and its labels.
#[derive(Serialize)]
struct TitleView {
    brand: Option<LinkView>,
    designers: Vec<LinkView>,
    name: String,
    labels: Vec<String>,
}

/// The first rows of facts.
#[derive(Serialize)]
struct FactsView {
    collections: Vec<LinkView>,
    categories: Vec<LinkView>,
}

/// What is said about it.
#[derive(Serialize)]
struct StoryView {
    description: Option<Value>,
    energy_sentence: Option<String>,
}

/// What is below its measures.
#[derive(Serialize)]
struct BelowView {
    specifications: Vec<FactView>,
    details: details::DetailsView,
    designer: Option<KeptView>,
    projects: Option<KeptView>,
    cross_selling: Option<KeptView>,
    related: Option<KeptView>,
}

/// What a product has alike with its sisters.
pub(super) fn common(cx: &ViewContext<'_>, product: &Product, texts: Option<&ProductTexts>) -> Arc<Common> {
    let alike = |product| Alike::of(product, product.texts.get(cx.locale));
    let key = first_alike(cx, product, alike).to_string();
    cx.shared_of(origin(cx, product), Part::Common, key, |cx| make(cx, product, texts))
}

/// The first of a family's variants that says the same as this one: the key of what they share. To compare costs a fraction of hashing what is compared, and which
/// sister it is shows nowhere, so that it is not noted.
pub(super) fn first_alike<'a, T: PartialEq>(
    cx: &ViewContext<'a>,
    product: &'a Product,
    said: impl Fn(&'a Product) -> T,
) -> &'a ProductId {
    let (catalog, own) = (cx.reader.catalog(), said(product));
    let sisters = catalog.variants(product_card::family_of(product)).iter();
    sisters
        .filter_map(|id| catalog.product(id))
        .map(Record::value)
        .find(|sister| said(sister) == own)
        .map_or(&product.id, |sister| &sister.id)
}

/// The family's number, or that of a product without sisters.
pub(super) fn origin(cx: &ViewContext<'_>, product: &Product) -> Origin {
    let family = product.family.as_ref().and_then(|id| cx.reader.family(id));
    Origin::Product(family.map_or(&product.number, |family| &family.number).to_string())
}

fn make(cx: &ViewContext<'_>, product: &Product, texts: Option<&ProductTexts>) -> Common {
    let name = product_card::name(cx, product);
    let properties = properties::properties(cx, product);
    let brand = properties::brand_link(cx, product);
    Common {
        title: texts.and_then(|t| t.meta_title.clone()).unwrap_or_else(|| name.clone()),
        meta_description: texts.and_then(|t| t.meta_description.clone()),
        text: texts.and_then(|t| t.description.as_ref()).map(RichText::plain_text),
        brand: brand.as_ref().map(|brand| brand.label.clone()),
        keywords: keywords(brand.as_ref(), &properties),
        trail: trail(cx, &name),
        hours: InlineJson::of(&showrooms::hours(cx, product)).into_raw(),
        view: value(CommonView {
            withdrawal_excluded: texts.and_then(|t| t.withdrawal_excluded.clone()),
            facts: cx.part(FactsView {
                collections: properties.collections,
                categories: categories(cx, product),
            }),
            notes: cx.part(details::notes(cx, product, texts, showrooms::view(cx, product))),
            story: cx.part(story(cx, product, texts)),
            below: cx.part(below(cx, product, texts, properties.specifications)),
            title: cx.part(TitleView {
                brand,
                designers: properties.designers,
                name: name.clone(),
                labels: properties.labels,
            }),
        }),
        name,
    }
}

fn story(cx: &ViewContext<'_>, product: &Product, texts: Option<&ProductTexts>) -> StoryView {
    let description = texts.and_then(|t| t.description.as_ref());
    StoryView {
        description: description.filter(|t| !t.is_empty()).map(|t| cx.rich_text(t)),
        energy_sentence: energy::sentence(cx, product),
    }
}

fn below(
    cx: &ViewContext<'_>,
    product: &Product,
    texts: Option<&ProductTexts>,
    specifications: Vec<FactView>,
) -> BelowView {
    BelowView {
        specifications,
        details: details::view(cx, product, texts),
        designer: designer::view(cx, product),
        projects: stories::projects(cx, product),
        cross_selling: stories::cross_selling(cx, product),
        related: details::related(cx, product),
    }
}

/// The categories it stands in, in the order of the shop's menu.
fn categories(cx: &ViewContext<'_>, product: &Product) -> Vec<LinkView> {
    let mut found: Vec<_> = product
        .categories
        .iter()
        .filter_map(|id| cx.reader.category(id))
        .collect();
    found.sort_by_key(|category| (category.position, category.id.clone()));
    found
        .into_iter()
        .map(|category| LinkView::text(properties::name_in(cx, &category.names)))
        .collect()
}

fn keywords(brand: Option<&LinkView>, properties: &PropertiesView) -> Vec<String> {
    let labels = |links: &[LinkView]| links.iter().map(|l| l.label.clone()).collect::<Vec<_>>();
    let mut keywords: Vec<String> = brand.iter().map(|brand| brand.label.clone()).collect();
    keywords.extend(labels(&properties.designers));
    keywords.extend(labels(&properties.collections));
    let values = properties.specifications.iter().flat_map(|fact| labels(&fact.values));
    keywords.extend(values);
    keywords
}

/// Home, the shop's overview where it has one, the product.
fn trail(cx: &ViewContext<'_>, name: &str) -> Trail {
    let steps = breadcrumbs::trail(cx, overview_crumb(cx), name.to_owned());
    Trail {
        view: cx.part(&steps).into(),
        steps: steps.into(),
    }
}

fn overview_crumb(cx: &ViewContext<'_>) -> Vec<Crumb> {
    let shop = cx.reader.globals(cx.locale).map(|globals| &globals.shop);
    let home = cx.home_href();
    shop.and_then(|shop| links::href(cx, shop.product_overview.as_ref()))
        .filter(|href| *href != home)
        .map(|href| Crumb {
            label: cx.t("common.products", &[]),
            href: Some(href),
        })
        .into_iter()
        .collect()
}
