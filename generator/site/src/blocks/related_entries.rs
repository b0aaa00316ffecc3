//! `related_entries`: other entries related to the page.
//!
//! **Invariant:** the page's own entry is never included; a block without entries shows a text that says so (R-CMS-10).

use minijinja::Value;
use serde::Serialize;
use vitrine_model::{
    content::{Entry, EntryFields, EntryKind, RelatedEntriesBlock, Relation},
    ids::EntryId,
};

use crate::{
    context::ViewContext,
    view::{
        self,
        entry_card::{self, CardLook, EntryCardView},
        links::{self, HeadingView},
        outline::Outline,
    },
};

#[derive(Serialize)]
struct RelatedEntriesView {
    heading: Option<HeadingView>,
    item_level: u8,
    cards: Vec<EntryCardView>,
    empty: Option<String>,
}

pub(super) fn view(
    cx: &ViewContext<'_>,
    own: Option<&Entry>,
    block: &RelatedEntriesBlock,
    outline: &mut Outline,
) -> Value {
    let heading = links::heading(&block.heading, outline);
    let limit = usize::try_from(block.limit).unwrap_or(usize::MAX);
    let cards: Vec<EntryCardView> = entries(cx, &block.relation, own)
        .into_iter()
        .filter(|entry| own.is_none_or(|own| own.group != entry.group))
        .take(limit)
        .map(|entry| entry_card::card(cx, entry, CardLook::THIRDS))
        .collect();
    view::value(RelatedEntriesView {
        heading,
        item_level: outline.items(),
        empty: cards.is_empty().then(|| cx.t("content.empty.related", &[])),
        cards,
    })
}

fn entries<'a>(cx: &ViewContext<'a>, relation: &Relation, own: Option<&Entry>) -> Vec<&'a Entry> {
    match (relation, own) {
        (Relation::Picked(ids), _) => ids.iter().filter_map(|id| cx.reader.entry_in(id, cx.locale)).collect(),
        (Relation::SameTerm, Some(own)) => of_same_term(cx, own),
        (Relation::SameBrand, Some(own)) => of_same_brand(cx, own),
        (Relation::SameTerm | Relation::SameBrand, None) => Vec::new(),
    }
}

/// Entries of the same kind that share a term, in display order.
fn of_same_term<'a>(cx: &ViewContext<'a>, own: &Entry) -> Vec<&'a Entry> {
    let wanted = own.fields.terms();
    let ids = cx.reader.entries_of(own.fields.kind(), cx.locale);
    let others = ids.iter().filter_map(|id| cx.reader.entry(id));
    others
        .filter(|other| other.fields.terms().iter().any(|term| wanted.contains(term)))
        .collect()
}

/// The kinds of entries about a brand, most relevant first.
const OF_A_BRAND: [EntryKind; 4] = [
    EntryKind::Collection,
    EntryKind::Project,
    EntryKind::News,
    EntryKind::Designer,
];

/// Entries that refer to a brand which the page's entry refers to or is.
fn of_same_brand<'a>(cx: &ViewContext<'a>, own: &Entry) -> Vec<&'a Entry> {
    let named = own.fields.relations().into_iter().filter_map(|id| cx.reader.entry(id));
    let brands: Vec<&EntryId> = std::iter::once(own)
        .chain(named)
        .filter(|entry| matches!(entry.fields, EntryFields::Brand(_)))
        .map(|entry| &entry.id)
        .collect();
    let mut found: Vec<&Entry> = Vec::new();
    for kind in OF_A_BRAND {
        for id in brands.iter().flat_map(|brand| cx.reader.entries_naming(brand, kind)) {
            let known = found.iter().any(|other| other.id == *id);
            found.extend(cx.reader.entry(id).filter(|_| !known));
        }
    }
    found
}
