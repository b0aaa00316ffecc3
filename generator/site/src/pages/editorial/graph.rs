//! Relations between designer, brand, product line, project and product, in every direction (R-CMS-03).
//!
//! **Invariant:** everything is derived from the records; an editor's list can add to it and never removes anything.

use std::collections::BTreeSet;

use serde::Serialize;
use vitrine_model::{
    content::{Block, BlockKind, Entry, EntryKind, ProductsMode},
    ids::{EntryId, ProductId, ProductNumber},
    product::Product,
};

use crate::{
    context::ViewContext,
    view::{
        entry_card::{self, CardLook, EntryCardView},
        links::LinkView,
    },
};

/// A row of related entries below a story.
#[derive(Debug, Serialize)]
pub(super) struct RowView {
    /// Id of its heading.
    id: &'static str,
    pub(super) title: String,
    /// Link to the page with all entries of the kind.
    all: Option<LinkView>,
    cards: Vec<EntryCardView>,
    /// Collapsed cards.
    more: Vec<EntryCardView>,
    /// The label of the collapsed part.
    more_words: String,
}

/// Number of cards shown initially.
const FIRST: usize = 3;
/// A row of entries in their display order; `None` without entries.
pub(super) fn row(cx: &ViewContext<'_>, kind: EntryKind, title: String, ids: &BTreeSet<EntryId>) -> Option<RowView> {
    let listed = cx.reader.entries_of(kind, cx.locale).iter();
    let entries = listed
        .filter(|id| ids.contains(*id))
        .filter_map(|id| cx.reader.entry(id));
    row_of(cx, kind, title, entries)
}

/// A row of the given entries, in this order.
pub(super) fn row_of<'a>(
    cx: &ViewContext<'_>,
    kind: EntryKind,
    title: String,
    entries: impl IntoIterator<Item = &'a Entry>,
) -> Option<RowView> {
    let card = |entry: &Entry| entry_card::card(cx, entry, CardLook::THIRDS);
    let mut cards: Vec<EntryCardView> = entries.into_iter().map(card).collect();
    let more = cards.split_off(cards.len().min(FIRST));
    let count = i64::try_from(more.len()).unwrap_or(i64::MAX);
    (!cards.is_empty()).then(|| RowView {
        id: heading_id(kind),
        title,
        all: overview(cx, kind),
        more_words: cx.plural("editorial.more", count, &[]),
        cards,
        more,
    })
}

fn heading_id(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::Brand => "brands",
        EntryKind::Designer => "designers",
        EntryKind::Collection => "collections",
        EntryKind::Project => "projects",
        EntryKind::News => "news",
        EntryKind::Event => "events",
        EntryKind::Showroom => "showrooms",
        _ => "related",
    }
}

/// The page with the overview of a kind.
fn overview(cx: &ViewContext<'_>, kind: EntryKind) -> Option<LinkView> {
    let label = match kind {
        EntryKind::Collection => cx.t("editorial.all_collections", &[]),
        EntryKind::Project => cx.t("editorial.all_projects", &[]),
        EntryKind::News => cx.t("editorial.all_news", &[]),
        EntryKind::Event => cx.t("editorial.all_events", &[]),
        _ => return None,
    };
    let page = cx.reader.overview_of(kind, cx.locale)?;
    Some(LinkView::to(label, Some(cx.entry_href(&page.id)?)))
}

/// The products with these numbers.
pub(super) fn products_of<'a>(cx: &ViewContext<'a>, numbers: &[ProductNumber]) -> Vec<&'a ProductId> {
    let ids = numbers.iter().flat_map(|number| cx.reader.products_of_number(number));
    ids.filter_map(|id| cx.reader.product(&id).map(|product| &product.id))
        .collect()
}

/// The families that are already shown in product rows of the page's editor.
pub(super) fn shown_by_editor(cx: &ViewContext<'_>, blocks: &[Block]) -> Vec<ProductId> {
    let rows = blocks.iter().filter_map(|block| match &block.kind {
        BlockKind::FeaturedProducts(row) if row.mode == ProductsMode::Skus => Some(row),
        _ => None,
    });
    let numbers = rows.flat_map(|row| {
        let limit = usize::try_from(row.limit).unwrap_or(usize::MAX);
        row.products.iter().take(limit)
    });
    let products = numbers.flat_map(|number| cx.reader.products_of_number(number));
    let families = products.filter_map(|id| cx.reader.product(&id).map(|product| product.family_or_own_id().clone()));
    families.collect()
}

/// The entries of a kind that refer to one of these products.
pub(super) fn entries_with(cx: &ViewContext<'_>, products: &[&Product], kind: EntryKind) -> BTreeSet<EntryId> {
    let families = products.iter().map(|product| product.family_or_own_id());
    families
        .flat_map(|family| cx.reader.entries_with_family(family, kind, cx.locale))
        .cloned()
        .collect()
}

/// The entries of a kind that refer to an entry.
pub(super) fn naming(cx: &ViewContext<'_>, entry: &Entry, kind: EntryKind) -> BTreeSet<EntryId> {
    cx.reader.entries_naming(&entry.id, kind).iter().cloned().collect()
}

/// The designers of these products that have an entry.
pub(super) fn designers_of(cx: &ViewContext<'_>, products: &[&Product]) -> BTreeSet<EntryId> {
    let options: BTreeSet<_> = products.iter().flat_map(|product| &product.properties).collect();
    let options = options.into_iter().filter_map(|id| cx.reader.property_option(id));
    let designers = options.filter_map(|option| {
        let group = cx.reader.property_group(&option.group)?;
        let is_designer = group.external_id.as_deref() == Some("designer");
        let entry = is_designer.then(|| cx.reader.designer_entry(&option.entry, cx.locale))??;
        Some(entry.id.clone())
    });
    designers.collect()
}

/// The brands of these products that have an entry.
pub(super) fn brands_of(cx: &ViewContext<'_>, products: &[&Product]) -> BTreeSet<EntryId> {
    let brands: BTreeSet<_> = products.iter().filter_map(|product| product.brand.as_ref()).collect();
    let brands = brands.into_iter().filter_map(|id| cx.reader.brand(id));
    brands
        .filter_map(|brand| Some(cx.reader.brand_entry(&brand.code, cx.locale)?.id.clone()))
        .collect()
}

/// These entries in the display order of their kind.
pub(super) fn in_order<'a>(cx: &ViewContext<'a>, kind: EntryKind, ids: &BTreeSet<EntryId>) -> Vec<&'a EntryId> {
    let listed = cx.reader.entries_of(kind, cx.locale).iter();
    listed.filter(|id| ids.contains(*id)).collect()
}

/// The union of both.
pub(super) fn with(mut set: BTreeSet<EntryId>, ids: &[EntryId]) -> BTreeSet<EntryId> {
    set.extend(ids.iter().cloned());
    set
}

/// Other entries of the same kind: those that share at least one term or relation, most shared first.
pub(super) fn akin<'a>(cx: &ViewContext<'a>, entry: &Entry) -> Vec<&'a Entry> {
    let kind = entry.fields.kind();
    let listed = cx.reader.entries_of(kind, cx.locale).iter();
    let others = listed
        .filter(|id| **id != entry.id)
        .filter_map(|id| cx.reader.entry(id));
    let (terms, relations) = (entry.fields.terms(), entry.fields.relations());
    let shared = |other: &Entry| {
        let terms = other.fields.terms().iter().filter(|term| terms.contains(term)).count();
        let relations = other
            .fields
            .relations()
            .iter()
            .filter(|id| relations.contains(id))
            .count();
        terms + relations
    };
    let mut akin: Vec<(usize, &Entry)> = others
        .map(|other| (shared(other), other))
        .filter(|(shared, _)| *shared > 0)
        .collect();
    akin.sort_by_key(|(shared, _)| std::cmp::Reverse(*shared));
    akin.truncate(FIRST);
    akin.into_iter().map(|(_, other)| other).collect()
}
