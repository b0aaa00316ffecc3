//! The parts of a product page that variants of a family share: made once for all variants with equal [`Alike`].
//!
//! **Invariant:** nothing here receives a product, only [`Alike`]; variants with equal [`Alike`] have the same
//! fragments.

use std::sync::Arc;

use minijinja::Value;
use serde::Serialize;
use serde_json::value::RawValue;
use vitrine_model::{product::Product, rich_text::RichText};

use super::{alike::Alike, designer, details, markdown, search, showrooms, stories};
use crate::{
    context::{Origin, ViewContext},
    fragments::{FragmentView, Shared},
    page::Crumb,
    templates::InlineJson,
    view::{
        breadcrumbs, category, energy,
        facts::FactView,
        links::LinkView,
        product_card,
        properties::{self, PropertiesView},
        value,
    },
};

/// The shared parts of the page, and values for heads and search documents.
#[derive(Debug)]
pub(super) struct Common {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) meta_description: Option<String>,
    /// The description as plain text.
    pub(super) text: Option<String>,
    /// Name of the brand.
    pub(super) brand: Option<String>,
    /// Its materials, separated by slashes as search engines require.
    pub(super) material: Option<String>,
    pub(super) search: search::Shared,
    pub(super) trail: Arc<[Crumb]>,
    /// Opening hours of the showrooms on the page, in order, as JSON for a script.
    pub(super) hours: Box<RawValue>,
    /// For the page's Markdown form.
    pub(super) markdown: markdown::Shared,
    /// A sentence for each empty section (R-PDP-06).
    pub(super) empty: Vec<String>,
    /// Values for the template.
    pub(super) view: Value,
}

/// Fragments for several places on the page.
#[derive(Serialize)]
struct CommonView {
    title: FragmentView,
    labels: Option<FragmentView>,
    withdrawal_excluded: Option<String>,
    /// Delivery, returns, showrooms.
    service: FragmentView,
    facts: Option<FragmentView>,
    notes: Option<FragmentView>,
    story: FragmentView,
    below: FragmentView,
}

/// Brand and name.
#[derive(Serialize)]
struct TitleView {
    brand: Option<LinkView>,
    designers: Vec<LinkView>,
    name: String,
}

/// The shop's labels.
#[derive(Serialize)]
struct LabelsView {
    labels: Vec<String>,
}

/// The first rows of facts.
#[derive(Serialize)]
struct FactsView {
    collections: Vec<LinkView>,
    categories: Vec<LinkView>,
}

/// Description and related texts.
#[derive(Serialize)]
struct StoryView {
    /// Heading of the description: the meta title, if it says more than the name.
    headline: Option<String>,
    description: Option<Value>,
    energy_sentence: Option<String>,
}

/// The sections below the dimensions.
#[derive(Serialize)]
struct BelowView {
    specifications: Vec<FactView>,
    details: details::DetailsView,
    designer: Option<designer::DesignerView>,
    projects: Vec<stories::ProjectView>,
    cross_selling: Vec<stories::RelatedView>,
    related: Option<stories::RelatedView>,
}

/// The shared parts of a product's page.
pub(super) fn common(cx: &ViewContext<'_>, product: &Product) -> Arc<Common> {
    cx.shared::<Common>(&Alike::of(cx, product))
}

impl Shared for Common {
    type Input = Alike;
    type Value = Self;

    fn value(alike: &Alike, cx: &ViewContext<'_>) -> Self {
        let properties = properties::properties(cx, &alike.properties);
        let brand = properties::brand_link(cx, alike.brand.as_ref());
        Self {
            name: alike.name.clone(),
            title: alike.meta_title.as_ref().unwrap_or(&alike.name).clone(),
            meta_description: alike.meta_description.clone(),
            text: alike.description.as_ref().map(RichText::plain_text),
            brand: brand.as_ref().map(|brand| brand.label.clone()),
            material: (!properties.materials.is_empty()).then(|| properties.materials.join("/")),
            search: search::shared(
                cx,
                alike,
                belongs_to(brand.as_ref(), &properties),
                property_words(&properties),
            ),
            trail: breadcrumbs::trail(cx, category::trail(cx, &alike.categories), alike.name.clone()).into(),
            markdown: markdown::shared(
                cx,
                alike,
                brand.as_ref(),
                &category::links_of(cx, &alike.categories),
                &properties,
            ),
            hours: InlineJson::of(&showrooms::hours(cx, alike.brand.as_ref())).into_raw(),
            empty: details::empty(cx, alike),
            view: value(view(cx, alike, brand, properties)),
        }
    }

    /// The number of the family, or of a product without one.
    fn origin(alike: &Alike, cx: &ViewContext<'_>) -> Option<Origin> {
        product_card::origin_of_family(cx, &alike.family)
    }
}

fn view(cx: &ViewContext<'_>, alike: &Alike, brand: Option<LinkView>, properties: PropertiesView) -> CommonView {
    let title = TitleView {
        brand,
        designers: properties.designers,
        name: alike.name.clone(),
    };
    let labels = properties.labels;
    let facts = FactsView {
        collections: properties.collections,
        categories: category::links_of(cx, &alike.categories),
    };
    let story = StoryView {
        headline: alike.meta_title.clone().filter(|title| *title != alike.name),
        description: alike
            .description
            .as_ref()
            .filter(|text| !text.is_empty())
            .map(|text| cx.rich_text(text)),
        energy_sentence: energy::sentence(cx, alike.energy.as_ref()),
    };
    let below = BelowView {
        specifications: properties.specifications,
        details: details::view(cx, alike),
        designer: designer::view(cx, &alike.properties),
        projects: stories::projects(cx, &alike.family),
        cross_selling: stories::cross_selling(cx, alike),
        related: details::related(cx, alike),
    };
    CommonView {
        withdrawal_excluded: alike.withdrawal_excluded.clone(),
        title: FragmentView::new("components/product/title.html", title),
        labels: (!labels.is_empty())
            .then(|| FragmentView::new("components/product/labels.html", LabelsView { labels })),
        service: FragmentView::new("components/product/service.html", details::service(cx, alike)),
        facts: (!facts.collections.is_empty() || !facts.categories.is_empty())
            .then(|| FragmentView::new("components/product/facts.html", facts)),
        notes: details::notes(cx, alike).map(|notes| FragmentView::new("components/product/notes.html", notes)),
        story: FragmentView::new("components/product/story.html", story),
        below: FragmentView::new("components/product/below.html", below),
    }
}

/// Brand, designers and collections, as text.
fn belongs_to(brand: Option<&LinkView>, properties: &PropertiesView) -> Vec<String> {
    let links = brand
        .into_iter()
        .chain(&properties.designers)
        .chain(&properties.collections);
    links.map(|link| link.label.clone()).collect()
}

fn property_words(properties: &PropertiesView) -> Vec<String> {
    let values = properties.specifications.iter().flat_map(|fact| &fact.values);
    values.map(|value| value.label.clone()).collect()
}
