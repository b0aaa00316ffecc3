//! The page of a brand's product line. See [`super`].

use vitrine_model::content::{Entry, EntryFields, EntryKind};

use super::{
    story::{MAX_CARDS, Story},
    words::Facts,
};
use crate::{context::ViewContext, view::product_card};

pub(super) fn story<'a>(cx: &ViewContext<'a>, entry: &'a Entry) -> Option<Story<'a>> {
    let EntryFields::Collection(fields) = &entry.fields else {
        return None;
    };
    let showrooms = fields
        .brand
        .as_ref()
        .map_or(&[][..], |brand| cx.reader.entries_naming(brand, EntryKind::Showroom));
    let mut facts = Facts::new(cx);
    facts
        .entries(cx.t("editorial.brand", &[]), &fields.brand)
        .entries(cx.t("editorial.designer", &[]), &fields.designer)
        .plain(cx.t("editorial.year", &[]), fields.year.map(|year| year.to_string()))
        .terms(cx.t("editorial.materials", &[]), &fields.materials)
        .entries(cx.t("editorial.seen_at", &[]), showrooms);
    Some(Story {
        picture: fields.image.as_ref(),
        intro: fields.intro.clone(),
        text: Some(&fields.text),
        facts: facts.rows(),
        gallery: &fields.gallery,
        products_title: cx.t("editorial.in_collection", &[("name", &entry.title)]),
        cards: product_card::cards_of_numbers(cx, &fields.products, MAX_CARDS),
        ..Story::default()
    })
}
