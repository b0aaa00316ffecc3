//! Fills the pages of a release with data that is known only at run time: no HTML is created here (rule 2).
//!
//! **Invariant:** visitor input is inserted as escaped text at the placeholders of the generator's templates, and is
//! never searched for placeholders. A placeholder without data keeps the template's content, and outside of repeating
//! parts its mark, for an island. A repeating part occurs once per filling.

use std::collections::HashMap;

use super::html::escape;

/// The data for a page.
#[derive(Debug, Default)]
pub(crate) struct Filling {
    texts: HashMap<String, String>,
    shown: Vec<String>,
    parts: HashMap<&'static str, Vec<Filling>>,
    /// Whether this is the data of a repeating part.
    is_part: bool,
}

/// The marks of the templates, each with the text before the name.
#[derive(Clone, Copy)]
enum Mark {
    /// The text of an element; the mark is its last attribute.
    Text,
    /// A text before the element's own text; the separator is the element's last attribute, `data-with`.
    Before,
    /// The value of a field.
    Value,
    /// The value of a field, in place of the value in the template.
    Kept,
    /// A checkbox or an option, `field=key`, which may be selected in the template.
    Chosen(&'static str),
    /// An element that is hidden unless it is set.
    Shown,
    /// A field that is invalid if it is set.
    Invalid,
    /// An element that is hidden if it is set.
    Hidden,
    /// An attribute that is omitted unless it is set.
    Attribute,
    /// A repeating part.
    Each,
}

const MARKS: [(&str, Mark); 11] = [
    (" data-fill=\"", Mark::Text),
    (" data-before=\"", Mark::Before),
    (" value=\"\" data-value=\"", Mark::Value),
    (" data-kept=\"", Mark::Kept),
    (" data-checked=\"", Mark::Chosen(" checked")),
    (" data-selected=\"", Mark::Chosen(" selected")),
    (" hidden data-shown=\"", Mark::Shown),
    (" data-invalid=\"", Mark::Invalid),
    (" data-hidden=\"", Mark::Hidden),
    (" data-set-", Mark::Attribute),
    (EACH, Mark::Each),
];

/// The text between the name of a [`Mark::Before`] and its separator.
const WITH: &str = " data-with=\"";

/// The beginning of a repeating part; without a filling a browser shows nothing of it.
const EACH: &str = "<template data-each=\"";
const TEMPLATE: &str = "<template";
const TEMPLATE_END: &str = "</template>";

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

    /// A repeating part, once for each filling.
    pub(crate) fn each(&mut self, name: &'static str, fillings: impl IntoIterator<Item = Self>) {
        let parts = fillings.into_iter().map(|filling| Self {
            is_part: true,
            ..filling
        });
        self.parts.insert(name, parts.collect());
    }

    fn shows(&self, name: &str) -> bool {
        self.shown.iter().any(|shown| shown == name)
    }

    /// The filled page.
    pub(crate) fn fill(&self, page: &str) -> Vec<u8> {
        let mut filled = String::with_capacity(page.len() + 1_024);
        self.fill_into(page, &mut filled);
        filled.into_bytes()
    }

    fn fill_into(&self, page: &str, filled: &mut String) {
        let (mut marks, mut rest) = (Marks::of(page), page);
        while let Some((before, mark, name, after)) = marks.next(rest) {
            filled.push_str(before);
            rest = self.put(mark, name, after, filled);
        }
        filled.push_str(rest);
    }

    /// Writes a mark that nothing is known of.
    fn keep(&self, mark: &str, name: &str, filled: &mut String) {
        if !self.is_part {
            filled.extend([mark, name, "\""]);
        }
    }

    /// Writes the content of a mark, and returns what follows.
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
                    None => {
                        self.keep(" data-fill=\"", name, filled);
                        filled.push_str(own);
                    }
                }
                return rest;
            }
            Mark::Before => {
                let with = after.strip_prefix(WITH).and_then(|after| after.split_once("\">"));
                let Some((with, rest)) = with else { return after };
                filled.push('>');
                if let Some(text) = text.filter(|text| !text.is_empty()) {
                    escape(text, filled);
                    filled.push_str(with);
                }
                return rest;
            }
            Mark::Value => {
                filled.push_str(" value=\"");
                escape(text.map_or("", String::as_str), filled);
                filled.push('"');
            }
            Mark::Kept => {
                let Some(text) = text else { return after };
                let default = after.strip_prefix(" value=\"").and_then(|rest| rest.split_once('"'));
                filled.push_str(" value=\"");
                escape(text, filled);
                filled.push('"');
                return default.map_or(after, |(_, rest)| rest);
            }
            Mark::Chosen(attribute) => {
                let field = name.split('=').next().unwrap_or(name);
                if !self.texts.contains_key(field) {
                    return after;
                }
                if self.shows(name) {
                    filled.push_str(attribute);
                }
                return after.strip_prefix(attribute).unwrap_or(after);
            }
            Mark::Shown if self.shows(name) => {}
            Mark::Hidden if self.shows(name) => filled.push_str(" hidden"),
            Mark::Invalid if self.shows(name) => filled.push_str(" aria-invalid=\"true\""),
            Mark::Shown => {
                filled.push_str(" hidden");
                self.keep(" data-shown=\"", name, filled);
            }
            Mark::Hidden => self.keep(" data-hidden=\"", name, filled),
            Mark::Invalid => self.keep(" data-invalid=\"", name, filled),
            Mark::Attribute => {
                let (key, rest) = after.split_once('"').unwrap_or((after, ""));
                if let Some(text) = self.texts.get(key) {
                    filled.push(' ');
                    filled.push_str(name);
                    filled.push('"');
                    escape(text, filled);
                    filled.push('"');
                }
                return rest;
            }
            Mark::Each => {
                let (part, rest) = part(after);
                for filling in self.parts.get(name).into_iter().flatten() {
                    filling.fill_into(part, filled);
                }
                return rest;
            }
        }
        after
    }
}

/// The content of a repeating part, after its name, and what follows its end.
fn part(after: &str) -> (&str, &str) {
    let Some((_, inner)) = after.split_once('>') else {
        return ("", "");
    };
    let (mut at, mut open) = (0, 1);
    while let Some(end) = inner.get(at..).and_then(|rest| rest.find(TEMPLATE_END)) {
        let before = inner.get(at..at + end).unwrap_or_default();
        open += before.matches(TEMPLATE).count();
        open -= 1;
        if open == 0 {
            let rest = inner.get(at + end + TEMPLATE_END.len()..).unwrap_or_default();
            return (inner.get(..at + end).unwrap_or_default(), rest);
        }
        at += end + TEMPLATE_END.len();
    }
    (inner, "")
}

/// Finds the marks of a page one after the other; each kind of mark is searched for once in the whole page.
struct Marks<'p> {
    page: &'p str,
    /// The next position of each kind; `None` if there is no further one.
    positions: [Option<usize>; MARKS.len()],
}

impl<'p> Marks<'p> {
    fn of(page: &'p str) -> Self {
        let positions = MARKS.map(|(text, _)| page.find(text));
        Self { page, positions }
    }

    /// The first mark in `rest`, the end of the page: the text before it, its name, and the text after it.
    fn next(&mut self, rest: &'p str) -> Option<(&'p str, Mark, &'p str, &'p str)> {
        let from = self.page.len() - rest.len();
        for ((text, _), position) in MARKS.iter().zip(&mut self.positions) {
            if position.is_some_and(|at| at < from) {
                *position = rest.find(text).map(|at| from + at);
            }
        }
        let found = MARKS.iter().zip(self.positions);
        let found = found.filter_map(|((text, mark), position)| Some((position? - from, text, *mark)));
        let (at, text, mark) = found.min_by_key(|(at, ..)| *at)?;
        let (name, after) = rest.get(at + text.len()..)?.split_once('"')?;
        Some((rest.get(..at)?, mark, name, after))
    }
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
    fn a_text_is_prepended_to_the_content() {
        let page = "<title data-before=\"query\" data-with=\" | \">Search | Shop</title>";
        let filled = |query: &str| {
            let mut filling = Filling::default();
            filling.text("query", query);
            String::from_utf8(filling.fill(page)).expect("text")
        };
        assert_eq!(
            filled("</title><b>"),
            "<title>&lt;/title&gt;&lt;b&gt; | Search | Shop</title>"
        );
        assert_eq!(filled(""), "<title>Search | Shop</title>", "nothing to say");
        assert_eq!(
            Filling::default().fill("<title data-before=\"query\">Search"),
            b"<title>Search",
            "nothing parts them"
        );
    }

    #[test]
    fn a_part_repeats_with_its_nested_fields() {
        let page = "<ul><template data-each=\"items\"><li><a data-set-href=\"href\"><b data-fill=\"name\"></b></a>\
            <template data-each=\"tags\"><i data-fill=\"tag\"></i></template></li></template></ul><template data-each=\"none\">x</template>";
        let named = |name: &str, tags: &[&str]| {
            let mut filling = Filling::default();
            filling.text("name", name);
            if name != "b" {
                filling.text("href", "/a?\"<");
            }
            filling.each(
                "tags",
                tags.iter().map(|tag| {
                    let mut filling = Filling::default();
                    filling.text("tag", *tag);
                    filling
                }),
            );
            filling
        };
        let mut filling = Filling::default();
        filling.each("items", [named("a</template>", &["1", "2"]), named("b", &[])]);
        assert_eq!(
            String::from_utf8(filling.fill(page)).expect("text"),
            "<ul><li><a href=\"/a?&quot;&lt;\"><b>a&lt;/template&gt;</b></a><i>1</i><i>2</i></li><li><a><b>b</b></a></li></ul>"
        );
    }

    #[test]
    fn what_was_chosen_takes_the_place_of_what_the_template_chose() {
        let page = "<input data-kept=\"f.name\" value=\"Jan\"><input type=\"checkbox\" data-checked=\"f.a=1\" checked>\
            <option value=\"x\" data-selected=\"f.b=x\" selected><option value=\"y\" data-selected=\"f.b=y\">";
        assert_eq!(
            Filling::default().fill(page),
            "<input value=\"Jan\"><input type=\"checkbox\" checked><option value=\"x\" selected><option value=\"y\">"
                .as_bytes()
        );
        let mut filling = Filling::default();
        filling.text("f.name", "\"Noor\"");
        filling.text("f.a", "");
        filling.text("f.b", "");
        filling.show("f.b=y");
        assert_eq!(
            String::from_utf8(filling.fill(page)).expect("text"),
            "<input value=\"&quot;Noor&quot;\"><input type=\"checkbox\"><option value=\"x\"><option value=\"y\" selected>"
        );
    }

    #[test]
    fn what_nothing_is_known_of_stays_as_the_template_says() {
        assert_eq!(
            String::from_utf8(Filling::default().fill(PAGE)).expect("text"),
            "<p class=\"error\" hidden data-shown=\"fault.name\"><b data-fill=\"fault.name\">Fill in</b></p>\
             <input name=\"name\" data-invalid=\"fault.name\" value=\"\"><textarea data-fill=\"items\"></textarea>"
        );
        assert_eq!(
            Filling::default().fill("<p data-fill=\"x"),
            b"<p data-fill=\"x",
            "no mark"
        );
    }
}
