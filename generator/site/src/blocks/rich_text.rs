//! `rich_text`: text with pictures, quotations, tables and buttons. An empty block is not shown.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::RichTextBlock;

use crate::{
    context::ViewContext,
    view::{
        self,
        nodes::{self, NodeView},
    },
};

#[derive(Serialize)]
struct RichTextView {
    nodes: Vec<NodeView>,
    width: &'static str,
}

pub(super) fn view(cx: &ViewContext<'_>, block: &RichTextBlock) -> Option<Value> {
    let nodes = nodes::nodes(cx, &block.text);
    if nodes.is_empty() {
        return None;
    }
    Some(view::value(RichTextView {
        nodes,
        width: block.width.word(),
    }))
}
