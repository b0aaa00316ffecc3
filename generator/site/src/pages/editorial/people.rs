//! The pages of brands and designers: description, showrooms with their products, and products for sale.
//!
//! A brand's products are those of the manufacturer with the entry's code; a designer's are those with an option of the
//! property `designer` linked to the entry's slug (shopware-fields.md). One card for each family.

use std::collections::BTreeSet;

use vitrine_model::{
    content::{Entry, EntryFields, EntryKind},
    ids::EntryId,
    link::LinkTarget,
    product::Product,
};

use super::{
    graph::{self, RowView},
    story::{EditorialPage, Story, titled_products},
    structured,
};
use crate::{
    context::ViewContext,
    plan::kind,
    view::{
        all_products,
        entry_face::country_name,
        links::{self, LinkView},
        words::{self, Facts},
    },
};

pub(in crate::pages) static BRAND: EditorialPage = EditorialPage {
    name: kind::BRAND,
    entries: EntryKind::Brand,
    story: brand,
};

pub(in crate::pages) static DESIGNER: EditorialPage = EditorialPage {
    name: kind::DESIGNER,
    entries: EntryKind::Designer,
    story: designer,
};

fn brand<'a>(cx: &ViewContext<'a>, entry: &'a Entry) -> Option<Story<'a>> {
    let EntryFields::Brand(fields) = &entry.fields else {
        return None;
    };
    let code = fields.code.as_deref().unwrap_or(&entry.slug);
    let maker = cx.reader.brand_by_code(code);
    let ids = maker.map_or(&[][..], |brand| cx.reader.families_of_brand(&brand.id));
    let products = all_products::families(cx, ids, &[]);
    let designers = graph::with(graph::designers_of(cx, &products), &fields.designers);
    let designers: BTreeSet<_> = designers
        .into_iter()
        .chain(graph::naming(cx, entry, EntryKind::Designer))
        .collect();
    let mut facts = Facts::new(cx);
    facts
        .plain(
            cx.t("content.country", &[]),
            fields.country.as_ref().map(|country| country_name(cx, country)),
        )
        .plain(
            cx.t("content.founded", &[]),
            fields.founded.map(|year| year.to_string()),
        )
        .plain(cx.t("editorial.in_shop", &[]), count(cx, &products))
        .plain(cx.t("editorial.delivery_time", &[]), fields.delivery_time.clone())
        .plain(
            cx.t("editorial.promises", &[]),
            Some(fields.promises.join(", ")).filter(|words| !words.is_empty()),
        )
        .entries(
            cx.t("editorial.designers", &[]),
            graph::in_order(cx, EntryKind::Designer, &designers),
        )
        .entries(
            cx.t("editorial.collections", &[]),
            cx.reader.entries_naming(&entry.id, EntryKind::Collection),
        )
        .entries(
            cx.t("editorial.seen_at", &[]),
            cx.reader.entries_naming(&entry.id, EntryKind::Showroom),
        )
        .values(cx.t("content.website", &[]), website(cx, fields.website.as_ref()));
    let mut projects = graph::entries_with(cx, &products, EntryKind::Project);
    projects.extend(graph::naming(cx, entry, EntryKind::Project));
    Some(Story {
        picture: fields.image.as_ref(),
        logo: fields.logo.as_ref(),
        intro: fields.intro.clone(),
        text: Some(&fields.text),
        facts: facts.rows(),
        structured: Some(structured::brand(cx, entry, fields)),
        all_products: titled_products(
            cx,
            entry,
            cx.t("content.products_of", &[("name", &entry.title)]),
            &products,
        ),
        rows: rows(cx, entry, &graph::naming(cx, entry, EntryKind::Collection), &projects),
        ..Story::default()
    })
}

fn designer<'a>(cx: &ViewContext<'a>, entry: &'a Entry) -> Option<Story<'a>> {
    let EntryFields::Designer(fields) = &entry.fields else {
        return None;
    };
    let ids = cx.reader.families_of_entry("designer", &entry.slug);
    let products = all_products::families(cx, ids, &[]);
    let brands = graph::with(graph::brands_of(cx, &products), &fields.brands);
    let mut collections = graph::entries_with(cx, &products, EntryKind::Collection);
    collections.extend(graph::naming(cx, entry, EntryKind::Collection));
    let mut facts = Facts::new(cx);
    facts
        .plain(
            cx.t("content.country", &[]),
            fields.country.as_ref().map(|country| country_name(cx, country)),
        )
        .plain(cx.t("content.born", &[]), fields.born.map(|year| year.to_string()))
        .plain(cx.t("content.died", &[]), fields.died.map(|year| year.to_string()))
        .plain(cx.t("editorial.in_shop", &[]), count(cx, &products))
        .entries(
            cx.t("editorial.works_for", &[]),
            graph::in_order(cx, EntryKind::Brand, &brands),
        )
        .entries(
            cx.t("editorial.collections", &[]),
            graph::in_order(cx, EntryKind::Collection, &collections),
        )
        .values(cx.t("content.website", &[]), website(cx, fields.website.as_ref()));
    let projects = graph::entries_with(cx, &products, EntryKind::Project);
    Some(Story {
        picture: fields.portrait.as_ref(),
        text: Some(&fields.bio),
        quote: fields.quote.clone(),
        facts: facts.rows(),
        structured: Some(structured::person(cx, entry, fields)),
        all_products: titled_products(cx, entry, cx.t("content.work_by", &[("name", &entry.title)]), &products),
        rows: rows(cx, entry, &collections, &projects),
        ..Story::default()
    })
}

/// The number of designs in the shop.
fn count(cx: &ViewContext<'_>, products: &[&Product]) -> Option<String> {
    let count = i64::try_from(products.len()).unwrap_or(i64::MAX);
    (count > 0).then(|| cx.plural("editorial.designs", count, &[]))
}

/// The product lines and projects of a brand or designer.
fn rows(
    cx: &ViewContext<'_>,
    entry: &Entry,
    collections: &BTreeSet<EntryId>,
    projects: &BTreeSet<EntryId>,
) -> Vec<RowView> {
    let name = [("name", entry.title.as_str())];
    let collections_title = cx.t("editorial.collections_of", &name);
    let projects_title = cx.t("editorial.projects_with", &name);
    [
        graph::row(cx, EntryKind::Collection, collections_title, collections),
        graph::row(cx, EntryKind::Project, projects_title, projects),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The brand's or designer's own website.
fn website(cx: &ViewContext<'_>, target: Option<&LinkTarget>) -> Vec<LinkView> {
    let href = links::href(cx, target);
    href.map(words::website).into_iter().collect()
}
