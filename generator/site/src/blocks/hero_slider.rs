//! `hero_slider`: several slides next to each other; the first one is the hero.
//!
//! Slides do not move by themselves. At the top of a page the first picture is preloaded; the others load lazily.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::{HeroSliderBlock, Slide};

use super::hero::{SIZES, with_video};
use crate::{
    context::ViewContext,
    image::ImageView,
    view::{
        self,
        links::{self, ButtonView, HeadingView},
        outline::Outline,
    },
};

#[derive(Serialize)]
struct HeroSliderView {
    slides: Vec<SlideView>,
    eager: bool,
}

#[derive(Serialize)]
struct SlideView {
    /// Unique on the page; target of the links between slides.
    id: String,
    heading: Option<HeadingView>,
    image: Option<ImageView>,
    image_tall: Option<ImageView>,
    dark_words: bool,
    buttons: Vec<ButtonView>,
}

pub(super) fn view(
    cx: &ViewContext<'_>,
    id: &str,
    block: &HeroSliderBlock,
    outline: &mut Outline,
    at_top: bool,
) -> Option<Value> {
    let shows = |slide: &&Slide| slide.image.is_some() || slide.heading.heading.is_some();
    let slides = block
        .slides
        .iter()
        .filter(shows)
        .enumerate()
        .map(|(place, slide)| SlideView {
            id: format!("{id}-{}", place + 1),
            heading: links::heading(&slide.heading, outline),
            image: slide.image.as_ref().map(|image| cx.image(image, None, SIZES)),
            image_tall: slide
                .image
                .as_ref()
                .map(|image| cx.image_tall(image, slide.image_mobile.as_ref())),
            dark_words: slide.dark_words,
            buttons: with_video(cx, links::buttons(cx, &slide.buttons), slide.video.as_ref()),
        });
    let slides: Vec<SlideView> = slides.collect();
    (!slides.is_empty()).then(|| view::value(HeroSliderView { slides, eager: at_top }))
}
