//! Blocks that open a page: one picture or several, with words in or beside them (content model §8).
//!
//! **Invariant:** they refer to entries and products by id or number, and never copy them.

use serde::{Deserialize, Serialize};

use super::{
    Button, Heading,
    choices::{HeroHeight, HeroTextPosition},
};
use crate::{media::Image, rich_text::RichText};

/// `hero`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HeroBlock {
    /// Heading.
    pub heading: Heading,
    /// Text below it.
    pub text: RichText,
    /// Picture.
    pub image: Option<Image>,
    /// Separate crop for narrow screens.
    pub image_mobile: Option<Image>,
    /// Height.
    pub height: HeroHeight,
    /// Darkens the image behind the text.
    pub overlay: bool,
    /// Position of the text.
    pub text_position: HeroTextPosition,
    /// Absolute URL of a video at its host.
    pub video: Option<String>,
    /// Links.
    pub buttons: Vec<Button>,
}

/// `hero_slider`. `autoplay` and `interval` are not kept: slides never move without user input (WCAG 2.2.2).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HeroSliderBlock {
    /// Slides in order; the first one is shown initially.
    pub slides: Vec<Slide>,
}

/// One slide.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Slide {
    /// Heading.
    pub heading: Heading,
    /// Picture.
    pub image: Option<Image>,
    /// Separate crop for narrow screens.
    pub image_mobile: Option<Image>,
    /// Dark text, for a light picture.
    pub dark_words: bool,
    /// Absolute URL of a video at its host.
    pub video: Option<String>,
    /// Links.
    pub buttons: Vec<Button>,
}

/// `hero_split`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HeroSplitBlock {
    /// Heading.
    pub heading: Heading,
    /// Text below it.
    pub text: RichText,
    /// Picture.
    pub image: Option<Image>,
    /// The image is to the right of the text.
    pub image_right: bool,
    /// Links.
    pub buttons: Vec<Button>,
}

/// `hero_entry`: the entry's own title, intro and picture.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HeroEntryBlock {
    /// Show the entry's place, year or date.
    pub show_meta: bool,
}

/// `hero_showroom`: the showroom's own name, picture and address.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HeroShowroomBlock {
    /// With its opening hours.
    pub show_opening_hours: bool,
    /// Show a link to the directions.
    pub show_route: bool,
}
