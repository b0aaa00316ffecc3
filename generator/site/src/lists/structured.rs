//! The CollectionPage of schema.org: the items on a page of a list, each with its position in the whole list.

use serde::Serialize;
use vitrine_model::{
    content::{BlockKind, Entry},
    ids::ProductId,
};

use super::{entries, part::on_page, products, scope::ListScope};
use crate::{context::ViewContext, page::PlannedPage, templates::InlineJson, view::product_card};

/// Name and page of an item.
type Item = (String, String);

#[derive(Serialize)]
struct CollectionPage<'a> {
    #[serde(rename = "@context")]
    context: &'static str,
    #[serde(rename = "@type")]
    kind: &'static str,
    name: &'a str,
    url: String,
    #[serde(rename = "mainEntity")]
    main_entity: ItemList<'a>,
}

#[derive(Serialize)]
struct ItemList<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    #[serde(rename = "numberOfItems")]
    total: usize,
    #[serde(rename = "itemListElement")]
    elements: Vec<ListItem<'a>>,
}

#[derive(Serialize)]
struct ListItem<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    position: usize,
    name: &'a str,
    url: String,
}

/// The page with its items; `None` for a page without a list, and for an empty one.
pub(crate) fn collection_page(
    cx: &ViewContext<'_>,
    entry: &Entry,
    page: &PlannedPage,
    title: &str,
) -> Option<InlineJson> {
    let (list, kind) = (page.list.as_ref()?, &entry.paged_list()?.kind);
    let per_page = kind.per_page()?;
    let (total, items): (usize, Vec<Option<Item>>) = match kind {
        BlockKind::ProductsOverview(block) => {
            let ids = products::select(ListScope::of(cx), block);
            let shown = on_page(ids, per_page, Some(list)).iter();
            (ids.len(), shown.map(|id| product(cx, id)).collect())
        }
        BlockKind::Overview(block) => {
            let found = entries::select(ListScope::of(cx), block);
            let shown = on_page(&found, per_page, Some(list)).iter();
            let item = |entry: &&Entry| Some((entry.title.clone(), cx.entry_href(&entry.id)?));
            (found.len(), shown.map(item).collect())
        }
        _ => return None,
    };
    let base = cx.config.base_url.trim_end_matches('/');
    let begin = per_page.saturating_mul(list.number.saturating_sub(1));
    // An item without a page keeps its position.
    let elements = items.iter().zip(begin + 1..).filter_map(|(item, position)| {
        let (name, href) = item.as_ref()?;
        Some(ListItem {
            kind: "ListItem",
            position,
            name,
            url: format!("{base}{href}"),
        })
    });
    let elements: Vec<ListItem<'_>> = elements.collect();
    (!elements.is_empty()).then(|| {
        InlineJson::of(&CollectionPage {
            context: "https://schema.org",
            kind: "CollectionPage",
            name: title,
            url: cx.config.absolute(&page.path),
            main_entity: ItemList {
                kind: "ItemList",
                total,
                elements,
            },
        })
    })
}

fn product(cx: &ViewContext<'_>, id: &ProductId) -> Option<Item> {
    let product = cx.reader.product(id)?;
    Some((product_card::name(cx, product), cx.product_href(id)))
}
