//! The pictures of a product: packshots in pairs, rooms over the whole width, each a link to itself uncut.
//!
//! **Invariant:** the first picture is fetched at once and is the page's largest; the others wait until they are near.

use serde::Serialize;
use vitrine_model::{media::Image, product::Product};

use crate::{
    context::{ImageView, ViewContext},
    view::product_card,
};

/// One picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct PictureView {
    /// The picture.
    pub(super) image: ImageView,
    /// Over both columns.
    pub(super) wide: bool,
    /// Multiplied onto the card, as packshots are.
    pub(super) packshot: bool,
    /// The whole picture, as large as it is looked at closely.
    pub(super) full: FullView,
}

/// A picture uncut.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct FullView {
    /// Its address, which is fetched when somebody asks for it.
    pub(super) href: String,
    /// Pixels, where known.
    pub(super) width: Option<u32>,
    /// Pixels, where known.
    pub(super) height: Option<u32>,
}

/// Twice the width of most screens' windows; more is waste.
const FULL: u32 = 2_400;

fn full(cx: &ViewContext<'_>, image: &Image) -> FullView {
    let size = image.width.zip(image.height).filter(|(width, _)| *width > 0);
    let shown = size.map(|(width, height)| {
        let most = width.min(FULL);
        (most, u64::from(height) * u64::from(most) / u64::from(width))
    });
    FullView {
        href: cx.image_url(image, FULL, None),
        width: shown.map(|(width, _)| width),
        height: shown.and_then(|(_, height)| u32::try_from(height).ok()),
    }
}

const HALF: &str = "(width >= 1024px) 32vw, (width >= 640px) 48vw, 100vw";
const SINGLE: &str = "(width >= 1024px) 54vw, 100vw";
const WHOLE: &str = "(width >= 1024px) 64vw, 100vw";

/// Every picture, in order.
pub(super) fn pictures(cx: &ViewContext<'_>, product: &Product) -> Vec<PictureView> {
    let images = product_card::pictures(cx, product);
    let alone = images.len() == 1;
    images.iter().map(|image| picture(cx, image, alone)).collect()
}

fn picture(cx: &ViewContext<'_>, image: &Image, alone: bool) -> PictureView {
    let room = is_room(image);
    let (ratio, sizes) = match (room, alone) {
        (true, _) => ((16, 10), WHOLE),
        (false, true) => ((4, 5), SINGLE),
        (false, false) => ((4, 5), HALF),
    };
    PictureView {
        image: cx.image(image, Some(ratio), sizes),
        wide: room,
        packshot: !room,
        full: full(cx, image),
    }
}

/// A picture clearly wider than high shows a room.
fn is_room(image: &Image) -> bool {
    image
        .width
        .zip(image.height)
        .is_some_and(|(width, height)| u64::from(width) * 4 > u64::from(height) * 5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_model::media::FocalPoint;

    #[test]
    fn wide_pictures_are_rooms() {
        let image = |width, height| Image {
            url: "https://images.example/a.webp".into(),
            width: Some(width),
            height: Some(height),
            focus: FocalPoint::default(),
            alt: None,
            thumbnails: Vec::new(),
        };
        assert!(is_room(&image(1600, 1000)));
        assert!(!is_room(&image(800, 1000)));
        assert!(!is_room(&image(1000, 1000)));
    }
}
