//! Pages with a paged list (R-CMS-07): the page of an entry that consists of blocks, and the further pages of any
//! entry's list. They are planned with their entry.
//!
//! **Invariant:** a further page shows only the list of the entry; its breadcrumbs lead to the first page.

use vitrine_model::content::Entry;

use super::{
    PageKind,
    content::{self, ContentView, TitlePlace},
};
use crate::{
    blocks::{self, BlocksOf},
    context::ViewContext,
    lists,
    markdown::{Markdown, add_links},
    page::{Crumb, ListPage, PlannedPage, Tone},
    page_view::PageView,
    plan::{PlanContext, kind},
    view::ViewError,
    view::{self, breadcrumbs, outline::Outline},
};

/// The page kind of lists.
pub(super) struct ListPages;

impl PageKind for ListPages {
    fn name(&self) -> &'static str {
        kind::LIST
    }

    fn template(&self) -> &'static str {
        "pages/content.html"
    }

    fn plan(&self, _: &PlanContext<'_>) -> Vec<PlannedPage> {
        Vec::new()
    }

    fn view(&self, cx: &ViewContext<'_>, page: &PlannedPage) -> Result<PageView, ViewError> {
        let entry = content::entry(cx, page, self.name())?;
        Ok(match &page.list {
            Some(list) if list.is_further() => further_page(cx, entry, page, list),
            _ => content::page_of_blocks(cx, entry, page),
        })
    }
}

fn further_page(cx: &ViewContext<'_>, entry: &Entry, page: &PlannedPage, list: &ListPage) -> PageView {
    let number = list.number.to_string();
    let block = entry.paged_list().map(std::slice::from_ref).unwrap_or_default();
    let blocks = blocks::views(
        cx,
        BlocksOf::page(entry, page),
        block,
        &mut Outline::below_title(),
        false,
    );
    let mut between = breadcrumbs::above(cx, entry);
    let first = list.first.href();
    if first != cx.home_href() {
        between.push(Crumb {
            label: breadcrumbs::entry_label(entry),
            href: Some(first),
        });
    }
    let crumbs = breadcrumbs::trail(cx, between, cx.t("lists.page", &[("number", &number)]));
    let title = cx.t("lists.title_of_page", &[("title", &entry.title), ("number", &number)]);
    let mut markdown = Markdown::of_page(cx.config, &title, &page.path);
    for block in &blocks {
        add_links(&mut markdown, &block.view);
    }
    let mut head = content::head(cx, entry, page, &crumbs, None);
    head.title = cx.t("lists.title_of_page", &[("title", &head.title), ("number", &number)]);
    head.description = None;
    head.structured_data
        .extend(lists::collection_page(cx, entry, page, &head.title));
    PageView {
        head,
        tone: Tone::Light,
        body: view::value(ContentView {
            title: entry.title.clone(),
            title_place: TitlePlace::Shown,
            is_list: true,
            lead: Some(
                cx.t(
                    "lists.page_of",
                    &[("number", &number), ("count", &list.count.to_string())],
                )
                .into(),
            ),
            imprint: Vec::new(),
            blocks,
            guarantee: None,
        }),
        breadcrumbs: crumbs.into(),
        search: None,
        markdown: Some(markdown.finish()),
        islands: Vec::new(),
    }
}
