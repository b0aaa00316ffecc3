//! Fills the pages that a release provides for answers to forms: no HTML is made here (rule 2).
//!
//! **Invariant:** what a visitor sent is inserted as escaped text at the places that the generator's templates mark, and
//! is never searched for marks. A place that nothing is known of keeps what the template says.

use std::{collections::HashMap, io};

use bytes::Bytes;

use crate::{app_state::AppState, request_context::RequestContext, static_files};

/// What goes into a page.
#[derive(Debug, Default)]
pub(crate) struct Filling {
    texts: HashMap<String, String>,
    shown: Vec<String>,
}

/// The marks of the templates, each with the text before the name.
#[derive(Clone, Copy)]
enum Mark {
    /// The text of an element, whose last attribute this is.
    Text,
    /// The value of a field.
    Value,
    /// An element that is hidden unless it is named.
    Shown,
    /// A field that is invalid if it is named.
    Invalid,
}

const MARKS: [(&str, Mark); 4] = [
    (" data-fill=\"", Mark::Text),
    (" value=\"\" data-value=\"", Mark::Value),
    (" hidden data-shown=\"", Mark::Shown),
    (" data-invalid=\"", Mark::Invalid),
];

impl Filling {
    /// A text, or the value of a field.
    pub(crate) fn text(&mut self, name: &str, text: impl Into<String>) {
        self.texts.insert(name.to_owned(), text.into());
    }

    /// Shows an element, or marks a field as invalid.
    pub(crate) fn show(&mut self, name: &str) {
        self.shown.push(name.to_owned());
    }

    /// As [`Self::text`], and shows the element if the text is not empty.
    pub(crate) fn shown_text(&mut self, name: &str, text: &str) {
        self.text(name, text);
        if !text.is_empty() {
            self.show(name);
        }
    }

    fn shows(&self, name: &str) -> bool {
        self.shown.iter().any(|shown| shown == name)
    }

    /// The page with everything in its place.
    pub(crate) fn fill(&self, page: &str) -> Vec<u8> {
        let mut filled = String::with_capacity(page.len() + 1_024);
        let mut rest = page;
        while let Some((before, mark, name, after)) = next(rest) {
            filled.push_str(before);
            rest = self.put(mark, name, after, &mut filled);
        }
        filled.push_str(rest);
        filled.into_bytes()
    }

    /// Writes what stands at a mark, and returns what follows.
    fn put<'p>(&self, mark: Mark, name: &str, after: &'p str, filled: &mut String) -> &'p str {
        let text = self.texts.get(name);
        match mark {
            Mark::Text => {
                let (own, rest) = after.split_at(after.find('<').unwrap_or(after.len()));
                match text {
                    Some(text) => {
                        filled.push('>');
                        escape(text, filled);
                    }
                    None => filled.push_str(own),
                }
                return rest;
            }
            Mark::Value => {
                filled.push_str(" value=\"");
                escape(text.map_or("", String::as_str), filled);
                filled.push('"');
            }
            Mark::Shown if self.shows(name) => {}
            Mark::Shown => filled.push_str(" hidden"),
            Mark::Invalid if self.shows(name) => filled.push_str(" aria-invalid=\"true\""),
            Mark::Invalid => {}
        }
        after
    }
}

/// The first mark: the text before it, its name, and the text after it.
fn next(page: &str) -> Option<(&str, Mark, &str, &str)> {
    let found = MARKS
        .iter()
        .filter_map(|(text, mark)| Some((page.find(text)?, text, *mark)));
    let (at, text, mark) = found.min_by_key(|(at, ..)| *at)?;
    let (name, after) = page.get(at + text.len()..)?.split_once('"')?;
    Some((page.get(..at)?, mark, name, after))
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
}

/// A page of the live release that is to be filled: `name` is that of a screen or of one of its later steps.
pub(crate) async fn template(context: &RequestContext, name: &str) -> Option<Bytes> {
    let state: &AppState = &context.state;
    let release = context.release.as_deref()?;
    let code = state.code(context.locale);
    let page = match release.answer_page(name, code) {
        Some(file) => static_files::page_to_fill(state, file).await,
        None => match release.screen(name, code, "") {
            Some(path) => static_files::screen_to_fill(state, &path).await,
            None => return None,
        },
    };
    page.unwrap_or_else(|error: io::Error| {
        tracing::error!(%error, page = name, "a page to be filled could not be read");
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<p class=\"error\" hidden data-shown=\"fault.name\"><b data-fill=\"fault.name\">Fill in</b></p>\
        <input name=\"name\" data-invalid=\"fault.name\" value=\"\" data-value=\"name\"><textarea data-fill=\"items\"></textarea>";

    #[test]
    fn what_was_sent_takes_its_place_as_text() {
        let mut filling = Filling::default();
        filling.text("name", "\"><script>&'");
        filling.text("items", "a\n<i> data-fill=\"name\">");
        filling.shown_text("fault.name", "Too <long>");
        assert_eq!(
            String::from_utf8(filling.fill(PAGE)).expect("text"),
            "<p class=\"error\"><b>Too &lt;long&gt;</b></p>\
             <input name=\"name\" aria-invalid=\"true\" value=\"&quot;&gt;&lt;script&gt;&amp;&#39;\">\
             <textarea>a\n&lt;i&gt; data-fill=&quot;name&quot;&gt;</textarea>"
        );
    }

    #[test]
    fn what_nothing_is_known_of_stays_as_the_template_says() {
        assert_eq!(
            String::from_utf8(Filling::default().fill(PAGE)).expect("text"),
            "<p class=\"error\" hidden><b>Fill in</b></p><input name=\"name\" value=\"\"><textarea></textarea>"
        );
        assert_eq!(
            Filling::default().fill("<p data-fill=\"x"),
            b"<p data-fill=\"x",
            "no mark"
        );
    }
}
