//! The picture of a navigation link: the one the editor selected, otherwise that of the linked page.

use vitrine_model::{
    content::{BlockKind, Entry, EntryFields},
    ids::{EntryId, ProductId},
    link::LinkTarget,
    media::Image,
    navigation::NavigationPage,
};

use crate::{
    context::ViewContext,
    lists::{ListScope, products},
    page::Subject,
};

/// The picture of a node; `None` for a node without a target, and for a page without a picture.
pub(super) fn picture<'a>(cx: &ViewContext<'a>, node: &'a NavigationPage) -> Option<&'a Image> {
    node.featured_image
        .as_ref()
        .or_else(|| of_target(cx, node.target.as_ref()?))
}

fn of_target<'a>(cx: &ViewContext<'a>, target: &LinkTarget) -> Option<&'a Image> {
    match target {
        LinkTarget::Entry(id) | LinkTarget::EntryPart { id, .. } => of_entry(cx, id),
        LinkTarget::Local { path, .. } => match cx.reader.path_subject(path.path())? {
            Subject::Entry(id) => of_entry(cx, id),
            Subject::Product(id) => of_product(cx, id),
            Subject::Screen(_) => None,
        },
        LinkTarget::Fragment(_) | LinkTarget::External(_) => None,
    }
}

/// The entry's main image; otherwise that of its hero, or of the first item it lists.
fn of_entry<'a>(cx: &ViewContext<'a>, id: &EntryId) -> Option<&'a Image> {
    let entry = cx.reader.entry_in(id, cx.locale)?;
    let own = entry.fields.picture().or_else(|| of_hero(entry));
    own.or_else(|| of_list(cx, entry))
}

fn of_hero(entry: &Entry) -> Option<&Image> {
    match &entry.blocks.first()?.kind {
        BlockKind::Hero(hero) => hero.image.as_ref(),
        BlockKind::HeroSlider(slider) => slider.slides.first()?.image.as_ref(),
        BlockKind::HeroSplit(hero) => hero.image.as_ref(),
        _ => None,
    }
}

/// The image of a designer's first product, or of the first product or entry in a page's list.
fn of_list<'a>(cx: &ViewContext<'a>, entry: &'a Entry) -> Option<&'a Image> {
    if let EntryFields::Designer(_) = &entry.fields {
        return of_product(cx, cx.reader.families_of_entry("designer", &entry.slug).first()?);
    }
    entry.blocks.iter().find_map(|block| match &block.kind {
        BlockKind::ProductsOverview(list) => of_product(cx, products::select(ListScope::of(cx), list).first()?),
        BlockKind::Overview(list) => {
            let entries = cx.reader.entries_of(list.of.kind(), cx.locale).iter();
            entries
                .filter_map(|id| cx.reader.entry(id))
                .find_map(|entry| entry.fields.picture())
        }
        _ => None,
    })
}

fn of_product<'a>(cx: &ViewContext<'a>, id: &ProductId) -> Option<&'a Image> {
    cx.reader.product(id)?.media.first()
}
