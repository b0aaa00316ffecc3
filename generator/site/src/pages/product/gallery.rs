//! The images of a product: packshots in pairs (with an odd number the first one is large), photographs of rooms over
//! the full width, and for a wide product the first packshot too. Each links to the uncropped image.
//!
//! The first image is preloaded and is the page's largest; the others load lazily.

use serde::Serialize;
use vitrine_model::{
    media::Image,
    product::{Dimensions, Product},
};

use crate::{
    context::ViewContext,
    image::{ImageView, ShareImage},
    page_view::PreloadImage,
    view::{
        product_card::{self, Placeholder},
        shown,
    },
};

/// All pictures of a product, and the values for heads and search documents.
#[derive(Debug)]
pub(super) struct Pictures {
    /// URLs of the uncropped pictures.
    pub(super) urls: Vec<String>,
    pub(super) share: Option<ShareImage>,
    /// The preload of the first picture.
    pub(super) preload: Vec<PreloadImage>,
    pub(super) gallery: GalleryView,
}

#[derive(Debug, Serialize)]
pub(super) struct GalleryView {
    /// Whether the product is wide; then its packshots have wide tiles in the carousel.
    wide: bool,
    pictures: Vec<PictureView>,
    /// The placeholder if there is none.
    placeholder: Placeholder,
}

/// One picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct PictureView {
    /// The picture.
    image: ImageView,
    /// Position in the grid.
    place: Place,
    /// Whether it is a packshot, which is blended (multiply) onto the card.
    packshot: bool,
    /// The uncropped picture, for the enlarged view.
    full: FullView,
    /// "Shown in rust": the image shows another variant.
    shown: Option<String>,
}

/// Position of a picture in windows with two columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Place {
    /// A photograph of a room, over the full width.
    Wide,
    /// The first packshot of a wide product, over the full width.
    Main,
    /// Left, with the height of two.
    Lead,
    /// One of the two next to `Lead`.
    Beside,
    /// Left of a pair.
    Left,
    /// Right of a pair.
    Right,
}

/// The positions of images, given which of them show rooms and whether the product is wide; the grid has no empty
/// cells.
fn places(rooms: &[bool], wide: bool) -> Vec<Place> {
    let main = rooms.iter().position(|room| !room).filter(|_| wide);
    let Some(main) = main else {
        return places_of_high(rooms);
    };
    let others: Vec<bool> = rooms
        .iter()
        .enumerate()
        .filter(|(at, _)| *at != main)
        .map(|(_, room)| *room)
        .collect();
    let mut places = places_of_high(&others);
    places.insert(main.min(places.len()), Place::Main);
    places
}

fn places_of_high(rooms: &[bool]) -> Vec<Place> {
    let high = rooms.iter().filter(|room| !**room).count();
    let led = high > 1 && high % 2 == 1;
    let mut seen = 0;
    rooms
        .iter()
        .map(|room| {
            if *room {
                return Place::Wide;
            }
            seen += 1;
            match (led, seen) {
                (true, 1) => Place::Lead,
                (true, 2 | 3) => Place::Beside,
                // After the first three, pairs start at even indexes.
                (true, _) if seen % 2 == 0 => Place::Left,
                (false, _) if seen % 2 == 1 => Place::Left,
                _ => Place::Right,
            }
        })
        .collect()
}

/// An uncropped picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct FullView {
    /// URL; only loaded when the visitor opens it.
    href: String,
    /// Pixels, if known.
    width: Option<u32>,
    /// Pixels, if known.
    height: Option<u32>,
}

/// Width in pixels: twice the width of most screens; more would be wasted.
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

const LEAD: &str = "(width >= 1024px) 42vw, (width >= 768px) 46vw, 100vw";
const BESIDE: &str = "(width >= 1024px) 21vw, (width >= 768px) 46vw, 100vw";
const HALF: &str = "(width >= 1024px) 32vw, (width >= 768px) 46vw, 100vw";
const SINGLE: &str = "(width >= 1024px) 44vw, (width >= 768px) 46vw, 100vw";
const WHOLE: &str = "(width >= 1024px) 64vw, (width >= 768px) 46vw, 100vw";

/// Whether a product is so much wider than high that it would fill only a third of a portrait tile. Flat ones are seen
/// from above.
fn is_wide(size: &Dimensions) -> bool {
    let across = size.length.max(size.width).map(u64::from).unwrap_or_default();
    size.height
        .map(u64::from)
        .is_some_and(|height| height * 20 >= across && height * 3 <= across * 2)
}

/// A product's pictures.
pub(super) fn pictures(cx: &ViewContext<'_>, product: &Product) -> Pictures {
    let images: Vec<Image> = product_card::pictures(cx, product).collect();
    let rooms: Vec<bool> = images.iter().map(is_room).collect();
    let wide = is_wide(&product.dimensions);
    let pictures = images.iter().zip(places(&rooms, wide));
    let views: Vec<_> = pictures
        .map(|(image, place)| PictureView {
            shown: shown(cx, product, image),
            ..picture(cx, image, place, images.len() == 1)
        })
        .collect();
    let first = views.first().map(|picture| &picture.image);
    Pictures {
        urls: images.iter().map(|image| cx.image_url(image, 1024, None)).collect(),
        share: images.first().map(|image| cx.share_image(image)),
        preload: first.map(|image| PreloadImage::of(image, None)).into_iter().collect(),
        gallery: GalleryView {
            wide,
            pictures: views,
            placeholder: product_card::placeholder(product),
        },
    }
}

fn picture(cx: &ViewContext<'_>, image: &Image, place: Place, alone: bool) -> PictureView {
    let (ratio, sizes) = match place {
        Place::Wide => ((16, 10), WHOLE),
        Place::Main => ((7, 6), WHOLE),
        _ if alone => ((4, 5), SINGLE),
        Place::Lead => ((4, 5), LEAD),
        Place::Beside => ((4, 5), BESIDE),
        Place::Left | Place::Right => ((4, 5), HALF),
    };
    let packshot = place != Place::Wide;
    PictureView {
        image: cx.picture(image, Some(ratio), sizes, packshot),
        place,
        packshot,
        full: full(cx, image),
        shown: None,
    }
}

/// "Shown in rust", for a picture of another variant.
fn shown(cx: &ViewContext<'_>, product: &Product, image: &Image) -> Option<String> {
    let other = shown::other_options(cx, product, image);
    (!other.is_empty()).then(|| cx.t("product.shown_in", &[("options", &other.join(" · "))]))
}

/// Whether a picture shows a room: it is clearly wider than tall.
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
    fn no_picture_leaves_an_empty_cell() {
        use Place::{Beside, Lead, Left, Main, Right, Wide};
        let (high, room) = (false, true);
        let of_wide_piece = |rooms: &[bool]| super::places(rooms, true);
        assert_eq!(of_wide_piece(&[high]), [Main]);
        assert_eq!(of_wide_piece(&[room, high, high, high]), [Wide, Main, Left, Right]);
        assert_eq!(of_wide_piece(&[high, high, high, high]), [Main, Lead, Beside, Beside]);
        assert_eq!(of_wide_piece(&[room]), [Wide]);
        let places = |rooms: &[bool]| super::places(rooms, false);
        assert_eq!(places(&[high]), [Left]);
        assert_eq!(places(&[high, high]), [Left, Right]);
        assert_eq!(places(&[high, room, high, high]), [Lead, Wide, Beside, Beside]);
        assert_eq!(
            places(&[high, high, room, high, high]),
            [Left, Right, Wide, Left, Right]
        );
        assert_eq!(places(&[high; 5]), [Lead, Beside, Beside, Left, Right]);
    }

    #[test]
    fn sofas_and_tables_are_wide_and_chairs_lamps_and_rugs_are_not() {
        let piece = |width: u32, height: u32| Dimensions {
            width: Some(width),
            height: Some(height),
            ..Dimensions::default()
        };
        assert!(is_wide(&piece(2_120, 850)), "a sofa");
        let table = Dimensions {
            length: Some(2_100),
            ..piece(940, 740)
        };
        assert!(is_wide(&table), "by its length");
        for (width, height) in [(580, 820), (390, 290), (1_700, 6), (300, 2_000)] {
            assert!(!is_wide(&piece(width, height)), "{width} × {height}");
        }
        assert!(!is_wide(&Dimensions::default()), "nobody knows");
    }

    #[test]
    fn wide_pictures_are_rooms() {
        let image = |width, height| Image {
            url: "https://images.example/a.webp".into(),
            width: Some(width),
            height: Some(height),
            focus: FocalPoint::default(),
            alt: None,
            thumbnails: Vec::new(),
            shows: Vec::new(),
        };
        assert!(is_room(&image(1600, 1000)));
        assert!(!is_room(&image(800, 1000)));
        assert!(!is_room(&image(1000, 1000)));
    }
}
