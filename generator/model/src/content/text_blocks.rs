//! Blocks of texts, pictures and space.

use serde::{Deserialize, Serialize};

use super::{
    Button, Heading, RichTextNode,
    choices::{GalleryLayout, PictureRatio, RoomSize, TextWidth},
};
use crate::{link::LinkTarget, media::Image, rich_text::RichText};

/// `rich_text`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RichTextBlock {
    /// The text.
    pub text: Vec<RichTextNode>,
    /// Width.
    pub width: TextWidth,
}

/// `text_image`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TextImageBlock {
    /// Heading.
    pub heading: Heading,
    /// Text.
    pub text: RichText,
    /// Picture.
    pub image: Option<Image>,
    /// Separate crop for narrow screens.
    pub image_mobile: Option<Image>,
    /// Absolute URL of a video at its host.
    pub video: Option<String>,
    /// Proportions of the picture; `None` = those of the design.
    pub ratio: Option<PictureRatio>,
    /// The image is to the right of the text.
    pub image_right: bool,
    /// Links.
    pub buttons: Vec<Button>,
}

/// `quote`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct QuoteBlock {
    /// The quoted text.
    pub quote: String,
    /// The person quoted.
    pub author: Option<String>,
    /// Role of that person.
    pub role: Option<String>,
    /// Picture next to the quote.
    pub image: Option<Image>,
}

/// `cards`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CardsBlock {
    /// Heading.
    pub heading: Heading,
    /// The cards.
    pub cards: Vec<Card>,
    /// Columns on a wide screen.
    pub columns: u8,
}

/// One card.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Card {
    /// Picture.
    pub image: Option<Image>,
    /// Title.
    pub title: String,
    /// Text.
    pub text: Option<String>,
    /// Link target of the card.
    pub link: Option<LinkTarget>,
}

/// `usps`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct UspsBlock {
    /// The points.
    pub items: Vec<Usp>,
}

/// One selling point.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Usp {
    /// Title.
    pub title: String,
    /// Text.
    pub text: Option<String>,
    /// Link target.
    pub link: Option<LinkTarget>,
}

/// `gallery`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GalleryBlock {
    /// Heading.
    pub heading: Heading,
    /// The pictures.
    pub images: Vec<Image>,
    /// How the pictures are placed.
    pub layout: GalleryLayout,
    /// Columns on a wide screen.
    pub columns: u8,
}

/// `numbers` and `timeline`: rows that each start with a number or a year.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FiguresBlock {
    /// The rows.
    pub items: Vec<Figure>,
}

/// A number or a year with its explanation.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Figure {
    /// As the editor wrote it: `12`, `1954`, `180`.
    pub figure: String,
    /// Title.
    pub title: Option<String>,
    /// Text.
    pub text: Option<String>,
    /// Picture.
    pub image: Option<Image>,
}

/// `spacer` and `divider`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RoomBlock {
    /// Its size.
    pub size: RoomSize,
}
