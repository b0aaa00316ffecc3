//! `products_overview`: one page of the products of a category and its descendants.
//!
//! Texts above and below are only on the first page. A list without products shows a text that says so (R-CMS-10), and
//! a link to all products.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::{content::ProductsOverviewBlock, diagnostic::Place};

use super::blocks_of::BlocksOf;
use crate::{
    context::ViewContext,
    fragments::FragmentView,
    lists::{self, ListScope, products::Root},
    page::ListPage,
    view::{
        self, category,
        filtered::{self, FilteredView},
        links::{self, HeadingView, LinkView},
        list_bar::{ListBar, ListKey},
        outline::Outline,
        pager::{self, PagerView},
        product_card::{self, ProductCardView},
    },
};

#[derive(Serialize)]
struct ProductsOverviewView {
    heading: Option<HeadingView>,
    text_top: Option<Value>,
    text_bottom: Option<Value>,
    bar: Option<FragmentView>,
    item_level: u8,
    cards: Vec<ProductCardView>,
    filtered: Option<FilteredView>,
    /// `24 of 87`, on the first of several pages.
    shown: Option<String>,
    pager: Option<PagerView>,
    empty: Option<String>,
    /// The link to the whole list: below an empty list the product overview, below an unpaged one the page of its
    /// category.
    way_on: Option<LinkView>,
}

pub(super) fn view(
    cx: &ViewContext<'_>,
    of: BlocksOf<'_>,
    page: Option<&ListPage>,
    (block, per_page): (&ProductsOverviewBlock, usize),
    outline: &mut Outline,
) -> Value {
    let scope = ListScope::of(cx);
    let root = lists::products::root(scope, block);
    if let Root::Unknown(code) = root {
        report_unknown(cx, code);
    }
    let ids = lists::products::select(scope, block);
    let shown = lists::on_page(ids, per_page, page);
    let products = shown.iter().filter_map(|id| cx.reader.product(id));
    let cards = product_card::cards_of_list(cx, products);
    let first = page.is_none_or(|page| !page.is_further());
    let text = |text| first.then(|| cx.rich_text(text)).filter(Value::is_true);
    view::value(ProductsOverviewView {
        heading: first.then(|| links::heading(&block.heading, outline)).flatten(),
        text_top: text(&block.text_top).filter(|_| !of.lead_is_shown()),
        bar: (!cards.is_empty()).then(|| cx.fragment::<ListBar>(&key(block, root))),
        item_level: outline.items(),
        empty: cards.is_empty().then(|| cx.t("lists.empty", &[])),
        way_on: if cards.is_empty() {
            way_on(cx, page)
        } else {
            (shown.len() < ids.len() && page.is_none()).then(|| whole_list(cx, root, ids.len()))
        },
        filtered: filtered::filtered(cx, page.filter(|_| !cards.is_empty())),
        shown: (first && page.is_some_and(|page| page.count > 1)).then(|| shown_of(cx, cards.len(), ids.len())),
        cards,
        pager: page.and_then(|page| pager::pager(cx, page)),
        text_bottom: text(&block.text_bottom),
    })
}

fn key(block: &ProductsOverviewBlock, root: Root<'_>) -> ListKey {
    ListKey {
        category: match root {
            Root::Category(id) => Some(id.clone()),
            Root::All | Root::Unknown(_) => None,
        },
        facets: block.facets.clone(),
        sort: block.default_sort,
    }
}

/// `24 of 87`
fn shown_of(cx: &ViewContext<'_>, shown: usize, total: usize) -> String {
    let number = |count: usize| cx.format.integer(i64::try_from(count).unwrap_or(i64::MAX));
    cx.t("listing.shown", &[("shown", &number(shown)), ("total", &number(total))])
}

/// The product overview, unless it is this page.
fn way_on(cx: &ViewContext<'_>, page: Option<&ListPage>) -> Option<LinkView> {
    let href = category::overview_href(cx)?;
    let is_own = page.is_some_and(|page| page.first.href() == href);
    (!is_own).then(|| LinkView::to(cx.t("lists.all_products", &[]), Some(href)))
}

/// The page of the list's category, otherwise the product overview; plain text if there is neither.
fn whole_list(cx: &ViewContext<'_>, root: Root<'_>, count: usize) -> LinkView {
    let category = match root {
        Root::Category(id) => cx.reader.category(id),
        Root::All | Root::Unknown(_) => None,
    };
    let href = category.and_then(|category| category::link(cx, category).href);
    let label = cx.plural("lists.count", i64::try_from(count).unwrap_or(i64::MAX), &[]);
    LinkView::to(label, href.or_else(|| category::overview_href(cx)))
}

fn report_unknown(cx: &ViewContext<'_>, code: &str) {
    cx.report(
        "category-unknown",
        format!("no category of the shop has the code {code:?}, so its list is empty"),
        "choose another root_category_code in the block, or give the category this code in Shopware",
        Place::default(),
    );
}
