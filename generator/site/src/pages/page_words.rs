//! The text of a page's blocks: the running text, from which its description is cut, and the searchable text.
//!
//! **Invariant:** a block that is not on the page has no text.

use vitrine_model::content::{Block, Words};

use crate::{
    blocks::{BlockView, faq},
    context::ViewContext,
    view::nodes,
};

/// The text of each block that has a view.
pub(super) fn shown<'a>(cx: &ViewContext<'a>, blocks: &'a [Block], views: &[BlockView]) -> Vec<Vec<Words<'a>>> {
    let places = blocks.iter().enumerate();
    let shown = places.filter(|(place, _)| views.iter().any(|view| view.place == *place));
    shown
        .map(|(_, block)| block.kind.words(|faq| faq::questions(cx, faq)))
        .collect()
}

/// The first heading of each block, its text and its quotation.
pub(super) fn running_text(blocks: &[Vec<Words<'_>>]) -> String {
    joined(blocks.iter().flat_map(|words| {
        let heading = words.iter().find_map(|role| match role {
            Words::Heading(heading) => heading.heading.clone(),
            _ => None,
        });
        heading.into_iter().chain(words.iter().map(running))
    }))
}

fn running(role: &Words<'_>) -> String {
    match role {
        Words::Text(text) => text.plain_text(),
        Words::Nodes(text) => nodes::plain_text(text),
        Words::Quote { quote, .. } => (*quote).to_owned(),
        Words::Heading(_)
        | Words::Item { .. }
        | Words::Figure(_)
        | Words::Question(_)
        | Words::Answer(_)
        | Words::TextBelow(_)
        | Words::Benefit(_)
        | Words::Step(_)
        | Words::Link(_) => String::new(),
    }
}

/// All text of the blocks, in order.
pub(super) fn searched_text(blocks: &[Vec<Words<'_>>]) -> String {
    joined(blocks.iter().flatten().map(searched))
}

fn searched(role: &Words<'_>) -> String {
    let parts = |parts: &[Option<&str>]| joined(parts.iter().flatten().map(|part| (*part).to_owned()));
    match role {
        Words::Heading(heading) => parts(&[heading.heading.as_deref(), heading.intro.as_deref()]),
        Words::Text(text) | Words::TextBelow(text) => text.plain_text(),
        Words::Nodes(text) | Words::Answer(text) => nodes::searched_text(text),
        Words::Quote { quote, author } => parts(&[Some(quote), *author]),
        Words::Item { title, text } => parts(&[Some(title), *text]),
        Words::Figure(item) => parts(&[Some(&item.figure), item.title.as_deref(), item.text.as_deref()]),
        Words::Step(step) => parts(&[Some(&step.title), step.text.as_deref()]),
        Words::Question(text) | Words::Benefit(text) | Words::Link(text) => (*text).to_owned(),
    }
}

/// The non-empty texts, separated by spaces.
pub(super) fn joined(texts: impl Iterator<Item = String>) -> String {
    let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
    texts.join(" ")
}

/// At most 160 characters, ending with a whole word.
pub(super) fn excerpt(text: &str) -> Option<String> {
    let text = text.trim();
    if text.chars().count() <= 160 {
        return (!text.is_empty()).then(|| text.to_owned());
    }
    let cut: String = text.chars().take(159).collect();
    let whole = cut.rsplit_once(' ').map_or(cut.as_str(), |(before, _)| before);
    Some(format!("{}…", whole.trim_end_matches([',', ';', ':', '.'])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_end_with_a_whole_word() {
        assert_eq!(excerpt("  "), None);
        assert_eq!(excerpt("Kort.").as_deref(), Some("Kort."));
        let long = "eiken ".repeat(40);
        let cut = excerpt(&long).unwrap();
        assert!(cut.chars().count() <= 160);
        assert!(cut.ends_with("eiken…"), "{cut}");
    }
}
