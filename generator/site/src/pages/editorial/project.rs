//! The page of a project: client, designers and products of an interior. See [`super`].

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
    let EntryFields::Project(fields) = &entry.fields else {
        return None;
    };
    let surface = fields.surface.map(|metres| {
        let number = cx.format.integer(i64::from(metres));
        cx.t("editorial.square_metres", &[("surface", &number)])
    });
    let products = all_products::families(cx, graph::products_of(cx, &fields.products), &[]);
    let brands = graph::with(graph::brands_of(cx, &products), &fields.brands);
    let designers = graph::designers_of(cx, &products);
    let collections = graph::entries_with(cx, &products, EntryKind::Collection);
    let mut facts = Facts::new(cx);
    facts
        .plain(cx.t("editorial.client", &[]), fields.client.clone())
        .plain(cx.t("editorial.place", &[]), fields.location.clone())
        .plain(cx.t("editorial.year", &[]), fields.year.map(|year| year.to_string()))
        .terms(cx.t("editorial.sector", &[]), &fields.sector)
        .plain(cx.t("editorial.surface", &[]), surface)
        .plain(cx.t("editorial.architect", &[]), fields.architect.clone())
        .plain(cx.t("editorial.photographer", &[]), fields.photographer.clone())
        .entries(
            cx.t("editorial.brands", &[]),
            graph::in_order(cx, EntryKind::Brand, &brands),
        )
        .entries(
            cx.t("editorial.designers", &[]),
            graph::in_order(cx, EntryKind::Designer, &designers),
        )
        .entries(
            cx.t("editorial.collections", &[]),
            graph::in_order(cx, EntryKind::Collection, &collections),
        )
        .entries(cx.t("editorial.showroom", &[]), &fields.contact);
    Some(Story {
        picture: fields.image.as_ref(),
        intro: fields.intro.clone(),
        facts: facts.rows(),
        gallery: &fields.gallery,
        all_products: titled_products(cx, entry, cx.t("editorial.in_project", &[]), &products),
        rows: graph::row_of(
            cx,
            EntryKind::Project,
            cx.t("editorial.more_projects", &[]),
            graph::akin(cx, entry),
        )
        .into_iter()
        .collect(),
        ..Story::default()
    })
}
