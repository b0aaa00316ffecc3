//! `products_overview`: the products of a category and of all categories below it, one page of them.
//!
//! Text above and below is shown on the first page alone. A list without products shows a text that says so (R-CMS-10).

use minijinja::Value;
use serde::Serialize;
use vitrine_model::{
    content::{BlockKind, ProductsOverviewBlock},
    diagnostic::Place,
};

use crate::{
    context::ViewContext,
    lists::{self, ListScope, products::Root},
    page::ListPage,
    view::{
        self,
        links::{self, HeadingView},
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
    item_level: u8,
    cards: Vec<ProductCardView>,
    pager: Option<PagerView>,
    empty: Option<String>,
}

pub(super) fn view(
    cx: &ViewContext<'_>,
    page: Option<&ListPage>,
    block: &ProductsOverviewBlock,
    outline: &mut Outline,
) -> Value {
    let scope = ListScope::of(cx);
    if let Root::Unknown(code) = lists::products::root(scope, block) {
        report_unknown(cx, code);
    }
    let ids = lists::products::select(scope, block);
    let per_page = BlockKind::ProductsOverview(block.clone()).per_page();
    let shown = lists::on_page(ids, per_page.unwrap_or(usize::MAX), page);
    let products = shown.iter().filter_map(|id| cx.reader.product(id));
    let cards: Vec<ProductCardView> = products.map(|product| product_card::card(cx, product)).collect();
    let first = page.is_none_or(|page| !page.is_further());
    let text = |text| first.then(|| cx.rich_text(text)).filter(|html| html.is_true());
    view::value(ProductsOverviewView {
        heading: links::heading(&block.heading, outline).filter(|_| first),
        text_top: text(&block.text_top),
        item_level: outline.items(),
        empty: cards.is_empty().then(|| cx.t("content.empty.products", &[])),
        cards,
        pager: page.and_then(|page| pager::pager(cx, page)),
        text_bottom: text(&block.text_bottom),
    })
}

fn report_unknown(cx: &ViewContext<'_>, code: &str) {
    cx.report(
        "category-unknown",
        format!("no category of the shop has the code {code:?}, so its list is empty"),
        "choose another root_category_code in the block, or give the category this code in Shopware",
        Place::default(),
    );
}
