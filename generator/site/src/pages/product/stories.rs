//! Projects that contain a product, and its cross-selling. Only those with a page in this locale are shown.

use serde::Serialize;
use vitrine_model::{
    content::{EntryFields, EntryKind},
    ids::ProductId,
    product::Product,
};

use super::alike::Alike;
use crate::{
    context::ViewContext,
    image::ImageView,
    view::{
        product_card::{self, ProductCardView},
        properties::name_in,
    },
};

/// A row of related products.
#[derive(Debug, Serialize)]
pub(super) struct RelatedView {
    pub(super) title: String,
    pub(super) cards: Vec<ProductCardView>,
}

/// A project that contains the product.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct ProjectView {
    title: String,
    href: String,
    /// `Utrecht, 2024`
    note: Option<String>,
    image: Option<ImageView>,
    /// The image is portrait and is shown uncropped in the middle of its frame.
    inset: bool,
}

const ROOM: &str = "(width >= 640px) 48vw, 100vw";
/// Maximum number of cards in a group.
const MAX_CARDS: usize = 4;
/// Maximum number of projects.
const MAX_PROJECTS: usize = 2;

/// The projects that refer to a family or one of its variants.
pub(super) fn projects(cx: &ViewContext<'_>, family: &ProductId) -> Vec<ProjectView> {
    let ids = cx.reader.entries_with_family(family, EntryKind::Project, cx.locale);
    let entries = ids.iter().filter_map(|id| cx.reader.entry(id));
    entries
        .filter_map(|entry| {
            let EntryFields::Project(fields) = &entry.fields else {
                return None;
            };
            let year = fields.year.map(|year| year.to_string());
            let note: Vec<String> = [fields.location.clone(), year].into_iter().flatten().collect();
            let inset = fields.image.as_ref().is_some_and(|image| image.height > image.width);
            Some(ProjectView {
                title: entry.title.clone(),
                href: cx.entry_href(&entry.id)?,
                note: (!note.is_empty()).then(|| note.join(", ")),
                image: fields.image.as_ref().map(|image| {
                    let mut view = cx.picture(image, (!inset).then_some((16, 10)), ROOM, inset);
                    view.alt = String::new();
                    view
                }),
                inset,
            })
        })
        .take(MAX_PROJECTS)
        .collect()
}

/// Cross-selling by group (R-PDP-01), without the product's own family.
pub(super) fn cross_selling(cx: &ViewContext<'_>, alike: &Alike) -> Vec<RelatedView> {
    alike
        .cross_selling
        .iter()
        .filter_map(|group| {
            let ids: Vec<ProductId> = group.products.iter().filter_map(|id| sellable(cx, id)).collect();
            let cards = product_card::cards(cx, &ids, &[&alike.family], MAX_CARDS);
            (!cards.is_empty()).then(|| RelatedView {
                title: name_in(cx, &group.names),
                cards,
            })
        })
        .collect()
}

/// The families in the product's cross-selling, and its own family.
pub(super) fn families_with_it<'a>(cx: &ViewContext<'a>, alike: &'a Alike) -> Vec<&'a ProductId> {
    let with_it = alike.cross_selling.iter().flat_map(|group| &group.products);
    let with_it = with_it.filter_map(|id| cx.reader.product(&sellable(cx, id)?));
    std::iter::once(&alike.family)
        .chain(with_it.map(Product::family_or_own_id))
        .collect()
}

/// The id of a product itself, or of the main variant of a family.
fn sellable(cx: &ViewContext<'_>, id: &ProductId) -> Option<ProductId> {
    if cx.reader.product(id).is_some() {
        return Some(id.clone());
    }
    let family = cx.reader.family(id)?;
    let main = family
        .main_variant
        .as_ref()
        .filter(|main| cx.reader.product(main).is_some());
    main.cloned()
        .or_else(|| cx.reader.variants(id).first().map(|variant| variant.id.clone()))
}
