//! `cta`: a text and one action. Missing parts are left out, and an empty block is not shown; every button has a
//! target.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::CtaBlock;

use crate::{
    context::ViewContext,
    image::ImageView,
    view::{
        self,
        form::line::LineView,
        links::{self, ButtonView, HeadingView, LinkView},
        outline::Outline,
    },
};

/// The view of every call to action.
#[derive(Serialize)]
pub(super) struct CtaView {
    pub(super) heading: Option<HeadingView>,
    pub(super) text: Option<Value>,
    pub(super) image: Option<ImageView>,
    /// Short lines between text and buttons, such as a place and its opening hours.
    pub(super) lines: Vec<LinkView>,
    /// `plain`, `card` or `split`.
    pub(super) variant: &'static str,
    pub(super) buttons: Vec<ButtonView>,
    /// A form instead of the buttons.
    pub(super) line: Option<LineView>,
}

impl CtaView {
    pub(super) fn shows_anything(&self) -> bool {
        self.heading.is_some() || self.text.is_some() || self.image.is_some() || !self.buttons.is_empty()
    }
}

pub(super) const SHAPE: (u32, u32) = (16, 10);
pub(super) const SIZES: &str = "(width >= 1024px) 48vw, 100vw";

pub(super) fn view(cx: &ViewContext<'_>, block: &CtaBlock, outline: &mut Outline) -> Option<Value> {
    let found = CtaView {
        heading: links::heading(&block.heading, outline),
        text: (!block.text.is_empty()).then(|| cx.rich_text(&block.text)),
        image: block.image.as_ref().map(|image| cx.image(image, Some(SHAPE), SIZES)),
        lines: Vec::new(),
        variant: block.variant.word(),
        buttons: links::buttons(cx, &block.buttons),
        line: None,
    };
    found.shows_anything().then(|| view::value(found))
}
