//! Rich text with sets between its paragraphs (bard, Statamic §3). A string and a list are both accepted; a set without
//! a template is left out, with one warning per build.

use serde_json::Value;
use vitrine_model::content::RichTextNode;

use crate::{
    convert::scope::Scope,
    statamic::wire::{Fields, elements},
};

/// The nodes of a bard field.
pub(crate) fn nodes(fields: Fields<'_>, key: &str, top_heading: u8, scope: &mut Scope<'_>) -> Vec<RichTextNode> {
    match fields.get(key) {
        Some(Value::String(html)) => {
            let text = scope.html(html, key, top_heading);
            if text.is_empty() {
                Vec::new()
            } else {
                vec![RichTextNode::Text(text)]
            }
        }
        Some(Value::Null | Value::Bool(false)) | None => Vec::new(),
        Some(value) if elements(value).is_some() => fields
            .rows(key)
            .into_iter()
            .filter_map(|node| one(node, key, top_heading, scope))
            .collect(),
        Some(_) => {
            scope.shape(key, "it is neither a text nor a list of paragraphs and sets");
            Vec::new()
        }
    }
}

fn one(node: Fields<'_>, key: &str, top_heading: u8, scope: &mut Scope<'_>) -> Option<RichTextNode> {
    match node.required("type")?.as_str() {
        "text" => {
            let text = scope.html(&node.text("text")?, key, top_heading);
            (!text.is_empty()).then_some(RichTextNode::Text(text))
        }
        "image" => Some(RichTextNode::Image {
            image: scope.image(node, "image")?,
            caption: node.text("caption"),
            wide: scope.word(node, "size", &["normal", "wide"]) == "wide",
        }),
        "video" => Some(RichTextNode::Video {
            url: scope.video(node, "url")?,
            poster: scope.image(node, "poster"),
        }),
        "gallery" => {
            let images = scope.images(node, "images");
            (!images.is_empty()).then_some(RichTextNode::Gallery(images))
        }
        "product_list" => {
            let products = scope.products(node, "product_skus");
            (!products.is_empty()).then(|| RichTextNode::Products {
                heading: node.text("heading"),
                products,
            })
        }
        "quote" => Some(RichTextNode::Quote {
            quote: node.required("quote")?,
            author: node.text("author"),
        }),
        "button" => {
            let inner = node.group("button");
            scope
                .button(if inner.has("label") { inner } else { node })
                .map(RichTextNode::Button)
        }
        "table" => {
            let rows: Vec<Vec<String>> = node.rows("table").into_iter().map(|row| cells(row)).collect();
            (!rows.is_empty()).then_some(RichTextNode::Table(rows))
        }
        other => {
            scope.findings.unbuilt(&format!("rich_text.{other}"), &scope.place);
            None
        }
    }
}

/// Every cell of a row, including empty ones, so that the columns stay aligned.
fn cells(row: Fields<'_>) -> Vec<String> {
    let cells = row.get("cells").and_then(elements).unwrap_or_default();
    cells
        .into_iter()
        .map(|cell| match cell {
            Value::String(text) => text.trim().to_owned(),
            Value::Number(number) => number.to_string(),
            _ => String::new(),
        })
        .collect()
}
