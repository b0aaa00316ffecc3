//! The parts of a page that an editor reads: title, description, and the texts and attributes of `main`, in their order.
//!
//! **Invariant:** reads at most [`LONGEST`] bytes and makes at most [`MOST`] parts, whatever the page is.

use std::cell::RefCell;

use html5ever::{
    Attribute,
    tokenizer::{
        BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts, states::RawKind,
    },
};

/// Maximum bytes of a page that are read.
const LONGEST: usize = 4 * 1024 * 1024;
/// Maximum number of parts.
const MOST: usize = 20_000;
/// Maximum length of a part in bytes.
const LONGEST_PART: usize = 8 * 1024;

/// Elements that are part of a text.
const INLINE: [&str; 24] = [
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "i", "ins", "kbd", "mark", "q", "s",
    "small", "span", "strong", "sub", "sup", "time", "u",
];
/// Elements without texts for readers.
const UNREAD: [&str; 5] = ["script", "style", "template", "noscript", "svg"];
/// Attributes that readers see or follow.
const ATTRIBUTES: [&str; 8] = [
    "href",
    "src",
    "alt",
    "title",
    "aria-label",
    "datetime",
    "content",
    "value",
];

/// One part of a page.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Part {
    /// The element of a text (`p`), or element and attribute (`a href`).
    pub(crate) place: String,
    pub(crate) text: String,
}

/// The parts of a page.
pub(crate) fn parts(html: &str) -> Vec<Part> {
    let read = html.get(..floor(html, LONGEST)).unwrap_or_default();
    let input = BufferQueue::default();
    input.push_back(read.into());
    let tokenizer = Tokenizer::new(Reader::default(), TokenizerOpts::default());
    let _whole = tokenizer.feed(&input);
    tokenizer.end();
    let mut reading = tokenizer.sink.0.into_inner();
    reading.end_text();
    reading.parts
}

/// The first heading of a page.
pub fn heading(html: &str) -> Option<String> {
    let found = parts(html).into_iter().find(|part| part.place == "h1");
    found.map(|part| part.text)
}

/// The last place up to `most` where a text may be cut.
fn floor(text: &str, most: usize) -> usize {
    (0..=most.min(text.len()))
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}

#[derive(Default)]
struct Reader(RefCell<Reading>);

#[derive(Default)]
struct Reading {
    parts: Vec<Part>,
    /// The element and the words of the text that is being read.
    element: String,
    text: String,
    /// Number of open `main` elements.
    main: usize,
    is_title: bool,
    /// The element whose texts nobody reads, and how many of its kind are open.
    unread: Option<(String, usize)>,
}

impl TokenSink for Reader {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        let mut reading = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) => {
                let name = tag.name.to_string();
                match tag.kind {
                    TagKind::StartTag => reading.begin(&name, &tag),
                    TagKind::EndTag => reading.end(&name),
                }
                if tag.kind == TagKind::StartTag {
                    return match name.as_str() {
                        "script" => TokenSinkResult::RawData(RawKind::ScriptData),
                        "style" => TokenSinkResult::RawData(RawKind::Rawtext),
                        "title" | "textarea" if reading.unread.is_none() => TokenSinkResult::RawData(RawKind::Rcdata),
                        _ => TokenSinkResult::Continue,
                    };
                }
            }
            Token::CharacterTokens(words) => reading.words(&words),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl Reading {
    fn begin(&mut self, name: &str, tag: &Tag) {
        if let Some((element, open)) = &mut self.unread {
            if element == name && !tag.self_closing {
                *open += 1;
            }
            return;
        }
        if UNREAD.contains(&name) {
            if !tag.self_closing {
                self.unread = Some((name.to_owned(), 1));
            }
            return;
        }
        match name {
            "main" => self.main += 1,
            "title" => self.is_title = self.main == 0,
            "meta" if self.main == 0 => return self.description(tag),
            _ => {}
        }
        if self.main == 0 && !self.is_title {
            return;
        }
        if !INLINE.contains(&name) {
            self.end_text();
            name.clone_into(&mut self.element);
        }
        for attribute in &tag.attrs {
            self.attribute(name, attribute);
        }
    }

    fn end(&mut self, name: &str) {
        if let Some((element, open)) = &mut self.unread {
            if element == name {
                *open -= 1;
            }
            if *open == 0 {
                self.unread = None;
            }
            return;
        }
        if !INLINE.contains(&name) {
            self.end_text();
            self.element = "text".to_owned();
        }
        match name {
            "main" => self.main = self.main.saturating_sub(1),
            "title" => self.is_title = false,
            _ => {}
        }
    }

    fn words(&mut self, words: &str) {
        if self.unread.is_none() && (self.main > 0 || self.is_title) && self.text.len() < LONGEST_PART {
            self.text.push_str(words);
        }
    }

    /// The description that search engines show.
    fn description(&mut self, tag: &Tag) {
        let value = |name: &str| {
            tag.attrs
                .iter()
                .find(|one| &*one.name.local == name)
                .map(|one| &*one.value)
        };
        if value("name") == Some("description") {
            let text = value("content").unwrap_or_default().to_owned();
            self.add("meta description".to_owned(), &text);
        }
    }

    fn attribute(&mut self, element: &str, attribute: &Attribute) {
        let name = &*attribute.name.local;
        if ATTRIBUTES.contains(&name) && !attribute.value.is_empty() {
            self.add(format!("{element} {name}"), &attribute.value);
        }
    }

    fn end_text(&mut self) {
        let text = std::mem::take(&mut self.text);
        let place = match self.element.as_str() {
            "" => "text".to_owned(),
            element => element.to_owned(),
        };
        self.add(place, &text);
    }

    fn add(&mut self, place: String, text: &str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() && self.parts.len() < MOST {
            let text = text.get(..floor(&text, LONGEST_PART)).unwrap_or_default().to_owned();
            self.parts.push(Part { place, text });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str) -> Vec<(String, String)> {
        parts(html).into_iter().map(|part| (part.place, part.text)).collect()
    }

    fn part(place: &str, text: &str) -> (String, String) {
        (place.to_owned(), text.to_owned())
    }

    #[test]
    fn what_a_reader_sees_is_read_in_its_order() {
        let html = "<!doctype html><title>A &amp; B</title><meta name=description content='Two letters'><body><header><p>Menu</p></header>\
            <main><h1>One <em>word</em></h1><script>if (1 < 2) '<p>no</p>'</script><p>See <a href='/x'>this</a>.<svg><title>no</title></svg></p>\
            <img src='/a.jpg' alt='A chair'></main><footer>Foot</footer>";
        assert_eq!(
            of(html),
            [
                part("title", "A & B"),
                part("meta description", "Two letters"),
                part("h1", "One word"),
                part("a href", "/x"),
                part("p", "See this."),
                part("img src", "/a.jpg"),
                part("img alt", "A chair"),
            ]
        );
        assert_eq!(heading(html).as_deref(), Some("One word"));
    }

    #[test]
    fn rule_13_no_page_makes_more_than_the_bound() {
        let many = format!("<main>{}", "<p>x".repeat(MOST + 10));
        assert_eq!(parts(&many).len(), MOST);
        let long = format!("<main><p>{}", "é".repeat(LONGEST));
        assert!(parts(&long).iter().all(|part| part.text.len() <= LONGEST_PART));
        assert_eq!(of("<main><svg><svg></svg><p>never</main>"), []);
    }
}
