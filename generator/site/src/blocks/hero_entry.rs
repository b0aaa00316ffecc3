//! `hero_entry` and `hero_showroom`: the entry's own picture, title and intro at the top of its page; for a showroom
//! also address, hours and directions.
//!
//! A page has one title: if it is already printed, `hero_entry` is not shown and `hero_showroom` uses a lower heading
//! level.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::{Entry, EntryFields, HeroEntryBlock, HeroShowroomBlock};

use crate::{
    context::ViewContext,
    image::ImageView,
    view::{
        self,
        entry_face::{self, face},
        links,
        outline::Outline,
    },
};

#[derive(Serialize)]
struct HeroEntryView {
    title: String,
    intro: Option<String>,
    notes: Vec<String>,
    image: Option<ImageView>,
    eager: bool,
}

const SHAPE: (u32, u32) = (16, 7);
const SIZES: &str = "(width >= 1600px) 1520px, 100vw";

pub(super) fn view(
    cx: &ViewContext<'_>,
    entry: &Entry,
    block: &HeroEntryBlock,
    outline: &mut Outline,
    at_top: bool,
) -> Option<Value> {
    if !outline.is_untitled() {
        return None;
    }
    outline.heading(1);
    let face = face(cx, entry);
    Some(view::value(HeroEntryView {
        title: entry.title.clone(),
        intro: face.intro.map(str::to_owned),
        notes: if block.show_meta { face.notes } else { Vec::new() },
        image: face.image.map(|image| cx.image(image, Some(SHAPE), SIZES)),
        eager: at_top,
    }))
}

#[derive(Serialize)]
struct HeroShowroomView {
    title: String,
    level: u8,
    intro: Option<String>,
    address: Vec<String>,
    hours: Vec<String>,
    route_href: Option<String>,
    image: Option<ImageView>,
    eager: bool,
}

const SQUARE: (u32, u32) = (1, 1);
const HALF: &str = "(width >= 1024px) 57vw, 100vw";

pub(super) fn showroom(
    cx: &ViewContext<'_>,
    entry: &Entry,
    block: &HeroShowroomBlock,
    outline: &mut Outline,
    at_top: bool,
) -> Option<Value> {
    let EntryFields::Showroom(fields) = &entry.fields else {
        return None;
    };
    Some(view::value(HeroShowroomView {
        title: entry.title.clone(),
        level: outline.heading(2),
        intro: fields.intro.clone(),
        address: fields.address.lines(),
        hours: if block.show_opening_hours {
            entry_face::hours(cx, &fields.hours)
        } else {
            Vec::new()
        },
        route_href: links::href(cx, fields.route.as_ref()).filter(|_| block.show_route),
        image: fields.image.as_ref().map(|image| cx.image(image, Some(SQUARE), HALF)),
        eager: at_top,
    }))
}
