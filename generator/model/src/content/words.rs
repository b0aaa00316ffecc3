//! The words of a block, each with its role on the page. Search documents, the Markdown version of a page and excerpts
//! select them by role.
//!
//! **Invariant:** a new kind of block does not compile until [`super::BlockKind::words`] defines its words.

use super::{Heading, RichTextNode, service_blocks::Step, text_blocks::Figure};
use crate::rich_text::RichText;

/// Words of a block by their role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Words<'a> {
    /// A heading with the paragraph below it.
    Heading(&'a Heading),
    /// The main text.
    Text(&'a RichText),
    /// The main text, with pictures and other sets between its paragraphs.
    Nodes(&'a [RichTextNode]),
    /// A quotation.
    Quote {
        /// The quoted text.
        quote: &'a str,
        /// The person quoted.
        author: Option<&'a str>,
    },
    /// An item of a list: a card, a selling point.
    Item {
        /// Title.
        title: &'a str,
        /// Text.
        text: Option<&'a str>,
    },
    /// A number or a year with its explanation.
    Figure(&'a Figure),
    /// A question; its answer follows.
    Question(&'a str),
    /// The answer to the question before it.
    Answer(&'a [RichTextNode]),
    /// The text below a list.
    TextBelow(&'a RichText),
    /// A benefit of an account: a sentence next to a form.
    Benefit(&'a str),
    /// A step that follows after a form is sent.
    Step(&'a Step),
    /// The label of a file, or the title of content on another site. Labels of buttons are not included: they describe
    /// the linked page.
    Link(&'a str),
}

/// Questions with their answers, in order.
pub type Questions<'a> = Vec<(&'a str, &'a [RichTextNode])>;
