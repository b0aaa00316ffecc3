//! The page of a brand's product line. See [`super`].

use vitrine_model::content::{Entry, EntryFields, EntryKind};

use super::{
    graph,
    story::{Story, titled_products},
};
use crate::{
    context::ViewContext,
    view::{all_products, words::Facts},
};

pub(super) fn story<'a>(cx: &ViewContext<'a>, entry: &'a Entry) -> Option<Story<'a>> {
    let EntryFields::Collection(fields) = &entry.fields else {
        return None;
    };
    let showrooms = fields
        .brand
        .as_ref()
        .map_or(&[][..], |brand| cx.reader.entries_naming(brand, EntryKind::Showroom));
    let products = all_products::families(cx, graph::products_of(cx, &fields.products), &[]);
    let designers = graph::with(graph::designers_of(cx, &products), fields.designer.as_slice());
    let mut facts = Facts::new(cx);
    facts
        .entries(cx.t("editorial.brand", &[]), &fields.brand)
        .entries(
            cx.t("editorial.designer", &[]),
            graph::in_order(cx, EntryKind::Designer, &designers),
        )
        .plain(cx.t("editorial.year", &[]), fields.year.map(|year| year.to_string()))
        .terms(cx.t("editorial.materials", &[]), &fields.materials)
        .terms(cx.t("content.filter_category", &[]), &fields.categories)
        .entries(cx.t("editorial.seen_at", &[]), showrooms);
    let projects = graph::row(
        cx,
        EntryKind::Project,
        cx.t("editorial.projects_with", &[("name", &entry.title)]),
        &graph::entries_with(cx, &products, EntryKind::Project),
    );
    let others = graph::row_of(
        cx,
        EntryKind::Collection,
        cx.t("editorial.more_collections", &[]),
        graph::akin(cx, entry),
    );
    Some(Story {
        picture: fields.image.as_ref(),
        intro: fields.intro.clone(),
        text: Some(&fields.text),
        facts: facts.rows(),
        gallery: &fields.gallery,
        all_products: titled_products(
            cx,
            entry,
            cx.t("editorial.in_collection", &[("name", &entry.title)]),
            &products,
        ),
        rows: projects.into_iter().chain(others).collect(),
        ..Story::default()
    })
}
