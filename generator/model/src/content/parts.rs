//! Types that fields and blocks share: rich text nodes, buttons, headings, block options (content model §7).

use serde::{Deserialize, Serialize};

use super::choices::{Background, ButtonStyle, Padding};
use crate::{ids::ProductNumber, link::Link, media::Image, rich_text::RichText};

/// A node of a rich text field with sets (bard, Statamic §3).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RichTextNode {
    /// Paragraphs, headings, lists.
    Text(RichText),
    /// A picture with its caption.
    Image {
        /// The picture.
        image: Image,
        /// Caption below the picture.
        caption: Option<String>,
        /// As wide as the page allows, instead of as wide as the text.
        wide: bool,
    },
    /// A video, shown by its poster with a link to its host.
    Video {
        /// Absolute URL at its host.
        url: String,
        /// Picture shown for it.
        poster: Option<Image>,
    },
    /// A quotation.
    Quote {
        /// The quoted text.
        quote: String,
        /// The person quoted.
        author: Option<String>,
    },
    /// A link shown as a button.
    Button(Button),
    /// A table by rows; the first row is the header.
    Table(Vec<Vec<String>>),
    /// Several pictures.
    Gallery(Vec<Image>),
    /// Products with an optional heading.
    Products {
        /// The heading.
        heading: Option<String>,
        /// The products, in the editor's order.
        products: Vec<ProductNumber>,
    },
}

/// A link with a style.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Button {
    /// Label and target.
    pub link: Link,
    /// How it looks.
    pub style: ButtonStyle,
}

/// The `heading` fieldset.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Heading {
    /// Short text above the heading.
    pub eyebrow: Option<String>,
    /// The heading.
    pub heading: Option<String>,
    /// 1 to 3 as the editor chose; `site` renumbers levels so that none is skipped.
    pub level: u8,
    /// Paragraph below the heading.
    pub intro: Option<String>,
}

/// The `block_options` fieldset of every block.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BlockOptions {
    /// Background of the block.
    pub background: Background,
    /// Padding above the block.
    pub padding_top: Padding,
    /// Padding below the block.
    pub padding_bottom: Padding,
    /// Anchor of the block: the `id` that URL fragments refer to.
    pub anchor: Option<String>,
}
