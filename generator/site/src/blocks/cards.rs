//! `cards`: linked tiles; five of them are shown as a carousel. A tile with a dead link is shown without the link.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::{Card, CardsBlock};

use crate::{
    context::ViewContext,
    image::ImageView,
    view::{
        self,
        links::{self, HeadingView},
        outline::Outline,
    },
};

#[derive(Serialize)]
struct CardsView {
    heading: Option<HeadingView>,
    item_level: u8,
    columns: u8,
    cards: Vec<CardView>,
}

#[derive(Serialize)]
struct CardView {
    image: Option<ImageView>,
    /// A carousel's images are packshots and are blended (multiply) onto the card.
    packshot: bool,
    title: String,
    text: Option<String>,
    href: Option<String>,
}

/// The layout of the tiles.
struct Shape {
    /// Width and height of the picture's aspect ratio.
    ratio: (u32, u32),
    /// The `sizes` attribute.
    sizes: &'static str,
    /// The `sizes` attribute of the first tile if their number is odd: it is larger in two columns.
    leading: &'static str,
}

impl Shape {
    fn of(columns: u8) -> Self {
        let (ratio, sizes, leading) = match columns {
            2 => ((7, 6), "48vw", "(width >= 768px) 48vw, 96vw"),
            // On small screens the tiles are a list and none is larger.
            3 => ((4, 5), "(width >= 768px) 32vw, 36vw", "(width >= 768px) 32vw, 36vw"),
            4 => (
                (4, 5),
                "(width >= 1024px) 24vw, 48vw",
                "(width >= 1024px) 24vw, (width >= 768px) 48vw, 96vw",
            ),
            _ => ((4, 5), "(width >= 768px) 19vw, 48vw", "(width >= 768px) 19vw, 96vw"),
        };
        Self { ratio, sizes, leading }
    }
}

pub(super) fn view(cx: &ViewContext<'_>, block: &CardsBlock, outline: &mut Outline) -> Option<Value> {
    if block.cards.is_empty() {
        return None;
    }
    let columns = block.columns.clamp(2, 5);
    let shape = Shape::of(columns);
    let packshot = columns > 3;
    let one_leads = block.cards.len() % 2 == 1;
    let card = |(place, card): (usize, &Card)| CardView {
        image: card.image.as_ref().map(|image| {
            let sizes = if one_leads && place == 0 {
                shape.leading
            } else {
                shape.sizes
            };
            let mut view = cx.picture(image, Some(shape.ratio), sizes, packshot);
            // The title already says it.
            view.alt = String::new();
            view
        }),
        packshot,
        title: card.title.clone(),
        text: card.text.clone(),
        href: links::href(cx, card.link.as_ref()),
    };
    let heading = links::heading(&block.heading, outline);
    Some(view::value(CardsView {
        heading,
        item_level: outline.items(),
        columns,
        cards: block.cards.iter().enumerate().map(card).collect(),
    }))
}
