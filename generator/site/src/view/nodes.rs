//! Rich text fields with sets (bard) as templates print them.
//!
//! **Invariant:** text is sanitised rich text with resolved links; a button that leads nowhere is left out.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::RichTextNode;

use super::{
    links::{self, ButtonView},
    product_card::{self, ProductCardView},
};
use crate::context::{ImageView, ViewContext};

/// One piece, by `kind`.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum NodeView {
    /// Paragraphs, headings, lists.
    Text {
        /// Safe HTML.
        html: Value,
    },
    /// A picture.
    Image {
        /// The picture.
        image: ImageView,
        /// What stands below it.
        caption: Option<String>,
        /// Higher than wide: it keeps to the measure, or it would fill the screen twice over.
        portrait: bool,
    },
    /// A quotation.
    Quote {
        /// The words.
        quote: String,
        /// Who said them.
        author: Option<String>,
    },
    /// Links set as buttons; those that follow each other stand on one line.
    Buttons {
        /// The buttons.
        buttons: Vec<ButtonView>,
    },
    /// Several pictures.
    Gallery {
        /// The pictures.
        images: Vec<ImageView>,
    },
    /// Products of the shop.
    Products {
        /// Their heading.
        heading: Option<String>,
        /// One card a family.
        cards: Vec<ProductCardView>,
    },
    /// A table.
    Table {
        /// Its first row.
        head: Vec<String>,
        /// The others.
        rows: Vec<Vec<String>>,
    },
}

/// Pictures between texts break the measure.
const SIZES: &str = "(width >= 1024px) 60vw, 100vw";

/// Pictures of a gallery stand in pairs.
const GALLERY_SIZES: &str = "(width >= 1024px) 30vw, 50vw";
/// Products between texts.
const MAX_PRODUCTS: usize = 12;

/// The pieces that show anything.
pub fn nodes(cx: &ViewContext<'_>, list: &[RichTextNode]) -> Vec<NodeView> {
    let mut views: Vec<NodeView> = Vec::with_capacity(list.len());
    for node in list {
        match (view(cx, node), views.last_mut()) {
            (Some(NodeView::Buttons { buttons: more }), Some(NodeView::Buttons { buttons })) => buttons.extend(more),
            (Some(view), _) => views.push(view),
            (None, _) => {}
        }
    }
    views
}

fn view(cx: &ViewContext<'_>, node: &RichTextNode) -> Option<NodeView> {
    Some(match node {
        RichTextNode::Text(text) if text.is_empty() => return None,
        RichTextNode::Text(text) => NodeView::Text {
            html: cx.rich_text(text),
        },
        RichTextNode::Image { image, caption } => NodeView::Image {
            image: cx.image(image, None, SIZES),
            caption: caption.clone(),
            portrait: image
                .width
                .zip(image.height)
                .is_some_and(|(width, height)| height > width),
        },
        RichTextNode::Quote { quote, author } => NodeView::Quote {
            quote: quote.clone(),
            author: author.clone(),
        },
        RichTextNode::Button(button) => NodeView::Buttons {
            buttons: vec![links::button(cx, button)?],
        },
        RichTextNode::Gallery(images) => NodeView::Gallery {
            images: images
                .iter()
                .map(|image| cx.image(image, None, GALLERY_SIZES))
                .collect(),
        },
        RichTextNode::Products { heading, products } => {
            let cards = product_card::cards_of_numbers(cx, products, MAX_PRODUCTS);
            if cards.is_empty() {
                return None;
            }
            NodeView::Products {
                heading: heading.clone(),
                cards,
            }
        }
        RichTextNode::Table(rows) => {
            let (head, rows) = rows.split_first()?;
            NodeView::Table {
                head: head.clone(),
                rows: rows.to_vec(),
            }
        }
    })
}

/// The words of all text pieces, for search and descriptions.
pub fn plain_text(list: &[RichTextNode]) -> String {
    let texts: Vec<String> = list
        .iter()
        .filter_map(|node| match node {
            RichTextNode::Text(text) => Some(text.plain_text()),
            RichTextNode::Quote { quote, .. } => Some(quote.clone()),
            _ => None,
        })
        .filter(|t| !t.is_empty())
        .collect();
    texts.join(" ")
}
