//! Links of the shop's categories, and breadcrumbs along their tree (shopware-fields.md "related categories").
//!
//! **Invariant:** a category leads to the page whose list shows it, in the page's locale; without one to the product
//! overview with its id in the query; without that it is text.

use std::cmp::Reverse;

use vitrine_model::{ids::CategoryId, product::Category};

use super::{
    links::{self, LinkView},
    properties::name_in,
};
use crate::{context::ViewContext, page::Crumb};

/// The shop's product overview (the global `product_overview_url`), if it has a page.
pub fn overview_href(cx: &ViewContext<'_>) -> Option<String> {
    let globals = cx.reader.globals(cx.locale)?;
    links::href(cx, globals.shop.product_overview.as_ref())
}

/// The category's own page.
pub fn page_href(cx: &ViewContext<'_>, category: &Category) -> Option<String> {
    let page = cx.reader.category_page(category.code.as_deref()?, cx.locale)?;
    cx.entry_href(&page.id)
}

/// The category's name, linked.
pub fn link(cx: &ViewContext<'_>, category: &Category) -> LinkView {
    let in_overview = || Some(with_category(&overview_href(cx)?, &category.id));
    LinkView::to(
        name_in(cx, &category.names),
        page_href(cx, category).or_else(in_overview),
    )
}

fn with_category(overview: &str, id: &CategoryId) -> String {
    let (address, fragment) = overview
        .split_once('#')
        .map_or((overview, ""), |(address, fragment)| (address, fragment));
    let sign = if address.contains('?') { '&' } else { '?' };
    let hash = if fragment.is_empty() { "" } else { "#" };
    format!("{address}{sign}category={id}{hash}{fragment}")
}

/// The categories as links, in the order of the tree.
pub fn links_of(cx: &ViewContext<'_>, ids: &[CategoryId]) -> Vec<LinkView> {
    let mut paths: Vec<Vec<&Category>> = ids.iter().map(|id| cx.reader.category_path(id)).collect();
    paths.sort_by_key(|path| positions(path));
    let own = paths.iter().filter_map(|path| path.last());
    own.map(|category| link(cx, category)).collect()
}

/// The breadcrumbs of a product: the product overview, then the pages of the categories down to its own. Of several
/// categories the one with the most steps that have a page is used; among equals, the first of the tree.
pub fn trail(cx: &ViewContext<'_>, ids: &[CategoryId]) -> Vec<Crumb> {
    let steps = ids.iter().map(|id| {
        let path = cx.reader.category_path(id);
        let steps: Vec<Crumb> = path.iter().filter_map(|category| step(cx, category)).collect();
        (Reverse(steps.len()), positions(&path), steps)
    });
    let best = steps.min_by_key(|(count, positions, _)| (*count, positions.clone()));
    let home = cx.home_href();
    let overview = overview_href(cx).filter(|href| *href != home).map(|href| Crumb {
        label: cx.t("common.products", &[]),
        href: Some(href),
    });
    let mut crumbs: Vec<Crumb> = overview
        .into_iter()
        .chain(best.into_iter().flat_map(|(_, _, steps)| steps))
        .collect();
    crumbs.dedup_by(|next, before| next.href == before.href);
    crumbs
}

fn step(cx: &ViewContext<'_>, category: &Category) -> Option<Crumb> {
    Some(Crumb {
        label: name_in(cx, &category.names),
        href: Some(page_href(cx, category)?),
    })
}

/// The position in the tree.
fn positions(path: &[&Category]) -> Vec<(u32, CategoryId)> {
    path.iter()
        .map(|category| (category.position, category.id.clone()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_category_is_in_the_query_before_the_fragment() {
        let id = CategoryId::parse("0123456789abcdef0123456789abcdef").unwrap();
        for (overview, expected) in [
            ("/producten", "/producten?category=0123456789abcdef0123456789abcdef"),
            ("/p?a=b#c", "/p?a=b&category=0123456789abcdef0123456789abcdef#c"),
        ] {
            assert_eq!(with_category(overview, &id), expected);
        }
    }
}
