//! Views of rich text fields with sets (bard). Text is sanitised with resolved links; a button without a target is left
//! out.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::RichTextNode;

use super::{
    links::{self, ButtonView},
    product_card::{self, ProductCardView},
    video::{self, VideoView},
};
use crate::{context::ViewContext, image::ImageView};

/// One node, tagged by `kind`.
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
        /// Caption below the picture.
        caption: Option<String>,
        /// Taller than wide: limited to the text column, so that it does not fill two screens.
        portrait: bool,
        /// As wide as the page.
        wide: bool,
    },
    /// A video at its host.
    Video {
        /// Poster and link.
        video: VideoView,
    },
    /// A quotation.
    Quote {
        /// The quoted text.
        quote: String,
        /// The person quoted.
        author: Option<String>,
    },
    /// Links shown as buttons; consecutive ones are on one line.
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
        /// One card for each family.
        cards: Vec<ProductCardView>,
    },
    /// A table.
    Table {
        /// Header row.
        head: Vec<String>,
        /// Other rows.
        rows: Vec<Vec<String>>,
    },
}

/// Pictures between texts are wider than the text column.
const SIZES: &str = "(width >= 1024px) 60vw, 100vw";

/// Pictures that an editor made wide fill the page.
const WIDE_SIZES: &str = "(width >= 1600px) 1520px, 100vw";

/// Pictures of a gallery are in pairs.
const GALLERY_SIZES: &str = "(width >= 1024px) 30vw, 50vw";
/// Maximum number of products between texts.
const MAX_PRODUCTS: usize = 12;

/// The nodes that are not empty.
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
        RichTextNode::Image { image, caption, wide } => {
            let portrait = image
                .width
                .zip(image.height)
                .is_some_and(|(width, height)| height > width);
            let wide = *wide && !portrait;
            NodeView::Image {
                image: cx.image(image, None, if wide { WIDE_SIZES } else { SIZES }),
                caption: caption.clone(),
                portrait,
                wide,
            }
        }
        RichTextNode::Video { url, poster } => NodeView::Video {
            video: video::video(cx, url, poster.as_ref(), SIZES)?,
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

/// The running text: paragraphs and quotations, for descriptions and structured data.
pub fn plain_text(list: &[RichTextNode]) -> String {
    joined(list.iter().filter(|node| !is_beside(node)))
}

/// All text, including tables and captions, for search.
pub fn searched_text(list: &[RichTextNode]) -> String {
    joined(list.iter())
}

fn joined<'a>(nodes: impl Iterator<Item = &'a RichTextNode>) -> String {
    let texts: Vec<String> = nodes.map(words).filter(|text| !text.is_empty()).collect();
    texts.join(" ")
}

/// Whether the node is outside the running text.
fn is_beside(node: &RichTextNode) -> bool {
    !matches!(node, RichTextNode::Text(_) | RichTextNode::Quote { .. })
}

fn words(node: &RichTextNode) -> String {
    match node {
        RichTextNode::Text(text) => text.plain_text(),
        RichTextNode::Quote { quote, .. } => quote.clone(),
        RichTextNode::Image { caption, .. } => caption.clone().unwrap_or_default(),
        RichTextNode::Products { heading, .. } => heading.clone().unwrap_or_default(),
        RichTextNode::Table(rows) => rows.iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" "),
        RichTextNode::Video { .. } | RichTextNode::Button(_) | RichTextNode::Gallery(_) => String::new(),
    }
}
