//! What fields and blocks have in common: pieces of a rich text, buttons, headings, the options of a block (content model §7).

use serde::{Deserialize, Serialize};

use super::choices::{Background, ButtonStyle, Padding};
use crate::{ids::ProductNumber, link::Link, media::Image, rich_text::RichText};

/// A piece of a rich text field with sets (bard, Statamic §3).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RichTextNode {
    /// Paragraphs, headings, lists.
    Text(RichText),
    /// A picture with its caption.
    Image {
        /// The picture.
        image: Image,
        /// What stands below it.
        caption: Option<String>,
    },
    /// A quotation.
    Quote {
        /// The words.
        quote: String,
        /// Who said them.
        author: Option<String>,
    },
    /// A link set as a button.
    Button(Button),
    /// A table; the first row is its head.
    Table(Vec<Vec<String>>),
    /// Several pictures.
    Gallery(Vec<Image>),
    /// Products under a heading of their own.
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
    /// Words and target.
    pub link: Link,
    /// How it looks.
    pub style: ButtonStyle,
}

/// The `heading` fieldset.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Heading {
    /// A word above it.
    pub eyebrow: Option<String>,
    /// The heading.
    pub heading: Option<String>,
    /// 1 to 3 as the editor chose; `site` keeps the order without gaps.
    pub level: u8,
    /// A paragraph below it.
    pub intro: Option<String>,
}

/// The `block_options` fieldset, in every block.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BlockOptions {
    /// The ground it stands on.
    pub background: Background,
    /// The room above it.
    pub padding_top: Padding,
    /// The room below it.
    pub padding_bottom: Padding,
    /// The block's own fragment.
    pub anchor: Option<String>,
}
