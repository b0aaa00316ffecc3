//! `usps`: selling points that apply to every order. A block without items is not shown.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::UspsBlock;

use crate::{
    context::ViewContext,
    view::{self, links, outline::Outline},
};

#[derive(Serialize)]
struct UspsView {
    items: Vec<UspView>,
    item_level: u8,
}

#[derive(Serialize)]
struct UspView {
    title: String,
    text: Option<String>,
    href: Option<String>,
}

pub(super) fn view(cx: &ViewContext<'_>, block: &UspsBlock, outline: &mut Outline) -> Option<Value> {
    if block.items.is_empty() {
        return None;
    }
    let items = block.items.iter().map(|usp| UspView {
        title: usp.title.clone(),
        text: usp.text.clone(),
        href: links::href(cx, usp.link.as_ref()),
    });
    Some(view::value(UspsView {
        items: items.collect(),
        item_level: outline.items(),
    }))
}
