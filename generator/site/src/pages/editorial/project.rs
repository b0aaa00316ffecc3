//! The page of a project: client, designers and products of an interior. See [`super`].

use vitrine_model::content::{Entry, EntryFields};

use super::{
    story::{MAX_CARDS, Story},
    words::Facts,
};
use crate::{context::ViewContext, view::product_card};

pub(super) fn story<'a>(cx: &ViewContext<'a>, entry: &'a Entry) -> Option<Story<'a>> {
    let EntryFields::Project(fields) = &entry.fields else {
        return None;
    };
    let surface = fields.surface.map(|metres| {
        let number = cx.format.integer(i64::from(metres));
        cx.t("editorial.square_metres", &[("surface", &number)])
    });
    let mut facts = Facts::new(cx);
    facts
        .plain(cx.t("editorial.client", &[]), fields.client.clone())
        .plain(cx.t("editorial.place", &[]), fields.location.clone())
        .plain(cx.t("editorial.year", &[]), fields.year.map(|year| year.to_string()))
        .terms(cx.t("editorial.sector", &[]), &fields.sector)
        .plain(cx.t("editorial.surface", &[]), surface)
        .plain(cx.t("editorial.architect", &[]), fields.architect.clone())
        .plain(cx.t("editorial.photographer", &[]), fields.photographer.clone())
        .entries(cx.t("editorial.brands", &[]), &fields.brands)
        .entries(cx.t("editorial.showroom", &[]), &fields.contact);
    Some(Story {
        picture: fields.image.as_ref(),
        intro: fields.intro.clone(),
        facts: facts.rows(),
        gallery: &fields.gallery,
        products_title: cx.t("editorial.in_project", &[]),
        cards: product_card::cards_of_numbers(cx, &fields.products, MAX_CARDS),
        ..Story::default()
    })
}
