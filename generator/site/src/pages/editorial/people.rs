//! The pages of brands and designers: description, showrooms with their products, and products for sale.
//!
//! A brand's products are those of the manufacturer with the entry's code; a designer's are those with an option of the
//! property `designer` linked to the entry's slug (shopware-fields.md). One card for each family.

use vitrine_model::content::{Entry, EntryFields, EntryKind};

use super::{
    story::{EditorialPage, MAX_CARDS, Story},
    words::Facts,
};
use crate::{
    context::ViewContext,
    pages::kind,
    view::{
        entry_face::country_name,
        links::{self, LinkView},
        product_card,
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
        .entries(cx.t("editorial.designers", &[]), &fields.designers)
        .entries(
            cx.t("editorial.collections", &[]),
            cx.reader.entries_naming(&entry.id, EntryKind::Collection),
        )
        .entries(
            cx.t("editorial.seen_at", &[]),
            cx.reader.entries_naming(&entry.id, EntryKind::Showroom),
        )
        .values(cx.t("content.website", &[]), website(cx, fields.website.as_ref()));
    let code = fields.code.as_deref().unwrap_or(&entry.slug);
    let brand = cx.reader.brand_by_code(code);
    Some(Story {
        picture: fields.image.as_ref(),
        logo: fields.logo.as_ref(),
        intro: fields.intro.clone(),
        text: Some(&fields.text),
        facts: facts.rows(),
        products_title: cx.t("content.products_of", &[("name", &entry.title)]),
        cards: brand.map_or_else(Vec::new, |brand| {
            product_card::cards_of_brand(cx, &brand.id, &[], MAX_CARDS)
        }),
        ..Story::default()
    })
}

fn designer<'a>(cx: &ViewContext<'a>, entry: &'a Entry) -> Option<Story<'a>> {
    let EntryFields::Designer(fields) = &entry.fields else {
        return None;
    };
    let mut facts = Facts::new(cx);
    facts
        .plain(
            cx.t("content.country", &[]),
            fields.country.as_ref().map(|country| country_name(cx, country)),
        )
        .plain(cx.t("content.born", &[]), fields.born.map(|year| year.to_string()))
        .plain(cx.t("content.died", &[]), fields.died.map(|year| year.to_string()))
        .entries(cx.t("editorial.works_for", &[]), &fields.brands)
        .entries(
            cx.t("editorial.collections", &[]),
            cx.reader.entries_naming(&entry.id, EntryKind::Collection),
        )
        .values(cx.t("content.website", &[]), website(cx, fields.website.as_ref()));
    let ids = cx.reader.families_of_entry("designer", &entry.slug);
    Some(Story {
        picture: fields.portrait.as_ref(),
        text: Some(&fields.bio),
        quote: fields.quote.clone(),
        facts: facts.rows(),
        products_title: cx.t("content.work_by", &[("name", &entry.title)]),
        cards: product_card::cards(cx, ids, &[], MAX_CARDS),
        ..Story::default()
    })
}

/// A website as a link labelled with its host name.
fn website(cx: &ViewContext<'_>, target: Option<&vitrine_model::link::LinkTarget>) -> Vec<LinkView> {
    let Some(href) = links::href(cx, target) else {
        return Vec::new();
    };
    let words = href
        .trim_start_matches("https://")
        .trim_start_matches("http://")
        .trim_start_matches("www.")
        .trim_end_matches('/')
        .to_owned();
    vec![LinkView::to(words, Some(href))]
}
