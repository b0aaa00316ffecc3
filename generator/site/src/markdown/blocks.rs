//! The text of blocks, and the links in their views.

use std::collections::BTreeSet;

use minijinja::{Value, value::ValueKind};
use vitrine_model::{
    content::{Block, Figure, Heading, Words},
    rich_text::markdown::escaped,
};

use super::{Markdown, absolute};
use crate::{
    blocks::{BlockView, faq},
    context::ViewContext,
};

/// Maximum depth of views; deeper values are ignored.
const DEEPEST: usize = 8;

/// Adds the text of each block, followed by the links in its view.
pub(crate) fn add_blocks(markdown: &mut Markdown<'_>, cx: &ViewContext<'_>, blocks: &[Block], views: &[BlockView]) {
    for (place, block) in blocks.iter().enumerate() {
        // A block without a view is not on the page either.
        let Some(view) = views.iter().find(|view| view.place == place) else {
            continue;
        };
        for role in block.kind.words(|faq| faq::questions(cx, faq)) {
            words(markdown, cx, role);
        }
        add_links(markdown, &view.view);
    }
}

fn words(markdown: &mut Markdown<'_>, cx: &ViewContext<'_>, words: Words<'_>) {
    match words {
        Words::Heading(own) => heading(markdown, own),
        Words::Text(text) => markdown.rich(cx, text),
        Words::Nodes(nodes) | Words::Answer(nodes) => markdown.nodes(cx, nodes),
        Words::Quote { quote, author } => markdown.quote(quote, author),
        Words::Item { title, text } => markdown.item(&titled(title, text)),
        Words::Figure(item) => markdown.item(&figure(item)),
        Words::Question(question) => markdown.heading(3, question),
        // The Markdown version of a page leaves out texts below lists and next to forms; links are read from the view.
        Words::TextBelow(_) | Words::Benefit(_) | Words::Step(_) | Words::Link(_) => {}
    }
}

fn heading(markdown: &mut Markdown<'_>, heading: &Heading) {
    markdown.heading(2, heading.heading.as_deref().unwrap_or_default());
    markdown.paragraph(heading.intro.as_deref().unwrap_or_default());
}

/// `Title: text`
fn titled(title: &str, text: Option<&str>) -> String {
    let parts: Vec<String> = [Some(title), text].into_iter().flatten().map(escaped).collect();
    let parts: Vec<&str> = parts
        .iter()
        .map(String::as_str)
        .filter(|part| !part.is_empty())
        .collect();
    parts.join(": ")
}

fn figure(item: &Figure) -> String {
    let text: Vec<&str> = [item.title.as_deref(), item.text.as_deref()]
        .into_iter()
        .flatten()
        .collect();
    titled(&item.figure, Some(&text.join(". ")))
}

/// Adds the links of a view as a list, each once: every value with an `href` and a label, name or title, with its price
/// if it has one.
pub(crate) fn add_links(markdown: &mut Markdown<'_>, view: &Value) {
    let mut found = Vec::new();
    collect(view, DEEPEST, &mut found);
    let mut seen = BTreeSet::new();
    for (label, href, price) in found {
        if absolute(markdown.base, &href).is_none() || !seen.insert(href.clone()) {
            continue;
        }
        let mut line = markdown.link(&label, Some(&href));
        if let Some(price) = price {
            line.push_str(": ");
            line.push_str(&escaped(&price));
        }
        markdown.item(&line);
    }
}

type Found = (String, String, Option<String>);

fn collect(value: &Value, depth: usize, found: &mut Vec<Found>) {
    if depth == 0 {
        return;
    }
    match value.kind() {
        ValueKind::Map | ValueKind::Plain => {
            found.extend(link_of(value));
            for key in value.try_iter().into_iter().flatten() {
                if let Ok(inner) = value.get_item(&key) {
                    collect(&inner, depth - 1, found);
                }
            }
        }
        ValueKind::Seq | ValueKind::Iterable => {
            for inner in value.try_iter().into_iter().flatten() {
                collect(&inner, depth - 1, found);
            }
        }
        _ => {}
    }
}

fn link_of(value: &Value) -> Option<Found> {
    let text = |name: &str| {
        let text = value.get_attr(name).ok()?.as_str()?.to_owned();
        (!text.trim().is_empty()).then_some(text)
    };
    // Most values are not links, so the href is checked first.
    let href = text("href")?;
    let label = ["label", "name", "title"].into_iter().find_map(text)?;
    Some((label, href, text("price")))
}
