//! Rich text as Markdown (CommonMark with tables), for the Markdown form of a page.
//!
//! **Invariant:** parsed as Markdown, the result has the words of [`RichText::plain_text`]: text is escaped where it
//! would be read as markup. Emphasis is left out, because its delimiters do not work next to every character. Links,
//! headings and cells contain only text.

use super::{RichText, escapes::unescape, pieces::pieces, segment::Segment};
use crate::link::LinkTarget;

impl RichText {
    /// The text as Markdown, with hrefs from `resolve`; a link for which it returns `None` is printed as its text
    /// (rule 17). Without a line break at the end.
    pub fn markdown(&self, mut resolve: impl FnMut(&LinkTarget) -> Option<String>) -> String {
        let mut writer = Writer::default();
        for part in &self.parts {
            match part {
                Segment::Html(html) => pieces(html).for_each(|piece| writer.piece(piece)),
                Segment::LinkStart(anchor) => writer.link = resolve(&anchor.target).map(Link::to),
                Segment::LinkEnd => writer.end_link(),
                // Images have no text.
                Segment::Picture(_) => {}
            }
        }
        writer.out
    }
}

/// A text with the characters escaped that Markdown would read as markup.
pub fn escaped(text: &str) -> String {
    let mut writer = Writer::default();
    writer.text(text);
    writer.out
}

/// Like [`escaped`], for a text that does not start a line.
pub fn escaped_in_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for word in text.split(is_space).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        push_escaped(&mut out, word, false);
    }
    out
}

/// An href as a link destination: characters that would end it are percent-encoded.
pub fn destination(href: &str) -> String {
    let mut safe = String::with_capacity(href.len());
    for c in href.chars() {
        match c {
            '(' => safe.push_str("%28"),
            ')' => safe.push_str("%29"),
            '<' => safe.push_str("%3C"),
            '>' => safe.push_str("%3E"),
            '\\' => safe.push_str("%5C"),
            c if c.is_whitespace() || c.is_control() => safe.push_str("%20"),
            c => safe.push(c),
        }
    }
    safe
}

/// The pending separator before the next text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum Gap {
    #[default]
    None,
    Space,
    /// A line break inside a paragraph.
    Break,
    Line,
    Blank,
}

/// The prefix of lines in a quote or list item.
struct Prefix {
    /// Marker of an item whose first line is not written yet.
    first: Option<String>,
    rest: String,
}

/// An open link: its text is written when it ends.
struct Link {
    href: String,
    text: String,
    gap: Gap,
}

impl Link {
    fn to(href: String) -> Self {
        Self {
            href,
            text: String::new(),
            gap: Gap::None,
        }
    }
}

#[derive(Default)]
struct Writer {
    out: String,
    gap: Gap,
    prefixes: Vec<Prefix>,
    /// The open lists: the number of the next item, if it is an ordered one.
    lists: Vec<Option<u32>>,
    /// Whether nothing was written since the end of an item.
    after_item: bool,
    /// Markup before the next text, such as that of a heading.
    begin: String,
    /// Number of open headings and cells.
    flat: usize,
    link: Option<Link>,
    /// Number of cells of the row, and whether it is the first of its table.
    cells: usize,
    first_row: bool,
    /// Whether the next character is the first one of its line.
    at_line_start: bool,
}

impl Writer {
    fn piece(&mut self, piece: &str) {
        let Some(tag) = piece.strip_prefix('<') else {
            self.text(&unescape(piece));
            return;
        };
        let (closes, tag) = tag.strip_prefix('/').map_or((false, tag), |rest| (true, rest));
        let name = tag.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or(tag);
        if self.link.is_some() || self.flat > 0 {
            self.tag_in_line(name, closes);
        } else if closes {
            self.end(name);
        } else {
            self.start(name, tag);
        }
    }

    /// A tag inside a link, a heading or a cell: blocks are separated only by a space there.
    fn tag_in_line(&mut self, name: &str, closes: bool) {
        match (name, closes) {
            ("h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "th" | "td", _) if self.link.is_none() => {
                self.flat = if closes {
                    self.flat.saturating_sub(1)
                } else {
                    self.flat + 1
                };
                match (self.flat, name) {
                    (0, "th" | "td") => self.gap = Gap::None,
                    (0, _) => {
                        self.begin.clear();
                        self.want(Gap::Blank);
                    }
                    _ => self.want(Gap::Space),
                }
            }
            (
                "strong" | "em" | "b" | "i" | "u" | "s" | "span" | "sub" | "sup" | "small" | "mark" | "code" | "del",
                _,
            ) => {}
            _ => self.want(Gap::Space),
        }
    }

    fn start(&mut self, name: &str, tag: &str) {
        match name {
            "p" | "dl" | "dt" | "dd" | "pre" => self.want(Gap::Blank),
            "br" => self.want(Gap::Break),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.want(Gap::Blank);
                let level = name
                    .bytes()
                    .last()
                    .map_or(2, |digit| usize::from(digit.saturating_sub(b'0')));
                self.begin = format!("{} ", "#".repeat(level));
                self.flat = 1;
            }
            "ul" => self.lists.push(None),
            "ol" => self.lists.push(Some(start_of(tag))),
            "li" => self.item(),
            "blockquote" => {
                self.want(Gap::Blank);
                self.prefixes.push(Prefix {
                    first: None,
                    rest: "> ".to_owned(),
                });
            }
            "hr" => {
                self.want(Gap::Blank);
                self.raw("***");
                self.want(Gap::Blank);
            }
            "table" => {
                self.want(Gap::Blank);
                self.first_row = true;
            }
            "tr" => {
                self.want(Gap::Line);
                self.cells = 0;
            }
            "th" | "td" => {
                self.raw(if self.cells == 0 { "| " } else { " | " });
                self.cells += 1;
                self.flat = 1;
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "p" | "dl" | "dt" | "dd" | "pre" | "table" => self.want(Gap::Blank),
            "ul" | "ol" => {
                self.lists.pop();
                self.want(Gap::Blank);
            }
            "li" => {
                let empty = self.prefixes.pop().is_some_and(|prefix| prefix.first.is_some());
                // An empty item is left out. The blank line after a list inside this item belongs to that list.
                self.after_item = !empty || self.gap == Gap::Line;
                if !empty {
                    self.gap = Gap::Line;
                }
            }
            "blockquote" => {
                self.prefixes.pop();
                self.want(Gap::Blank);
            }
            "tr" if self.cells > 0 => self.end_row(),
            _ => {}
        }
    }

    fn item(&mut self) {
        let marker = match self.lists.last_mut() {
            Some(Some(number)) => {
                let marker = format!("{number}. ");
                *number = number.saturating_add(1);
                marker
            }
            _ => "- ".to_owned(),
        };
        // Only after an item does a list continue without a blank line.
        self.want(if self.after_item { Gap::Line } else { Gap::Blank });
        self.after_item = false;
        self.prefixes.push(Prefix {
            rest: " ".repeat(marker.len()),
            first: Some(marker),
        });
    }

    fn end_row(&mut self) {
        self.out.push_str(" |");
        self.gap = Gap::Line;
        if self.first_row {
            self.first_row = false;
            self.raw(&"| --- ".repeat(self.cells));
            self.out.push('|');
            self.gap = Gap::Line;
        }
    }

    fn want(&mut self, gap: Gap) {
        match &mut self.link {
            Some(link) => link.gap = Gap::Space,
            None if self.flat > 0 => self.gap = self.gap.max(Gap::Space),
            // The first block of an item starts next to its marker.
            None if self.prefixes.last().is_some_and(|prefix| prefix.first.is_some()) => {}
            None => self.gap = self.gap.max(gap),
        }
    }

    /// Writes markup, after the pending separator.
    fn raw(&mut self, markup: &str) {
        self.open();
        self.out.push_str(markup);
        self.at_line_start = true;
    }

    /// Writes the separator and the prefix of the line.
    fn open(&mut self) {
        if std::mem::take(&mut self.after_item) {
            self.gap = Gap::Blank;
        }
        let gap = std::mem::take(&mut self.gap);
        match gap {
            _ if self.out.is_empty() => self.begin_line(),
            Gap::None => {}
            // After markup, a space has no meaning.
            Gap::Space if self.at_line_start => {}
            Gap::Space => self.out.push(' '),
            Gap::Break => self.new_line("\\\n"),
            Gap::Line => self.new_line("\n"),
            Gap::Blank => {
                let begun = self.prefixes.iter().take_while(|prefix| prefix.first.is_none());
                let blank: String = begun.map(|prefix| prefix.rest.as_str()).collect();
                self.new_line(&format!("\n{}\n", blank.trim_end()));
            }
        }
        if !self.begin.is_empty() {
            let begin = std::mem::take(&mut self.begin);
            self.out.push_str(&begin);
        }
    }

    fn new_line(&mut self, ended: &str) {
        self.out.push_str(ended);
        self.begin_line();
    }

    fn begin_line(&mut self) {
        self.at_line_start = true;
        for prefix in &mut self.prefixes {
            let begin = prefix.first.take();
            self.out.push_str(begin.as_deref().unwrap_or(&prefix.rest));
        }
    }

    fn text(&mut self, text: &str) {
        let mut words = text.split(is_space).peekable();
        // Leading and trailing white space yields an empty word.
        while let Some(word) = words.next() {
            if !word.is_empty() {
                self.word(word);
            }
            if words.peek().is_some() {
                self.want(Gap::Space);
            }
        }
    }

    fn word(&mut self, word: &str) {
        let Some(link) = &mut self.link else {
            self.open();
            push_escaped(&mut self.out, word, self.at_line_start);
            self.at_line_start = false;
            return;
        };
        if std::mem::take(&mut link.gap) != Gap::None {
            link.text.push(' ');
        }
        push_escaped(&mut link.text, word, false);
    }

    fn end_link(&mut self) {
        let Some(link) = self.link.take() else { return };
        let text = link.text.trim_start();
        if text.len() < link.text.len() || text.is_empty() && link.gap != Gap::None {
            self.want(Gap::Space);
        }
        if text.is_empty() {
            return;
        }
        self.open();
        if self.out.ends_with('!') {
            // `!` before a link would make it an image.
            self.out.insert(self.out.len() - 1, '\\');
        }
        self.out.push_str(&format!("[{text}]({})", destination(&link.href)));
        self.at_line_start = false;
        if link.gap != Gap::None {
            self.want(Gap::Space);
        }
    }
}

fn push_escaped(out: &mut String, word: &str, begins_line: bool) {
    // Most words contain no markup characters.
    if word
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())
    {
        out.push_str(word);
        return;
    }
    let after_digit = out.ends_with(|c: char| c.is_ascii_digit());
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let mut rest = word.chars().enumerate().peekable();
    while let Some((place, c)) = rest.next() {
        let escaped = match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '~' | '|' => true,
            '&' => rest
                .peek()
                .is_some_and(|(_, next)| next.is_ascii_alphanumeric() || *next == '#'),
            // At the end of a heading it would be read as markup too.
            '#' => place == 0,
            '+' | '-' | '=' => begins_line && place == 0,
            // `1.` at the beginning of a line is a list.
            '.' | ')' => place == digits && (begins_line && digits > 0 || after_digit),
            _ => false,
        };
        if escaped {
            out.push('\\');
        }
        out.push(c);
    }
}

/// White space between words; a no-break space is part of its word.
fn is_space(c: char) -> bool {
    c.is_whitespace() && !matches!(c, '\u{a0}' | '\u{202f}')
}

/// The first number of an ordered list.
fn start_of(tag: &str) -> u32 {
    let value = tag.split_once("start=\"").and_then(|(_, rest)| rest.split_once('"'));
    value.and_then(|(number, _)| number.parse().ok()).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn markdown(html: &str) -> String {
        RichText::from_html(html, &[], 2).markdown(|target| match target {
            LinkTarget::Local { path, .. } => Some(format!("https://shop.example{}", path.href())),
            LinkTarget::External(url) => Some(url.clone()),
            _ => None,
        })
    }

    #[test]
    fn paragraphs_headings_lists_and_links() {
        assert_eq!(
            markdown("<h3>Kop</h3><p>Een <strong>eiken</strong>\n <a href=\"/tafel\">tafel</a>.<br>Twee.</p>"),
            "## Kop\n\nEen eiken [tafel](https://shop.example/tafel).\\\nTwee."
        );
        assert_eq!(
            markdown("<ul><li>een</li><li><p>twee</p><ol start=\"9\"><li>a</li><li>b</li></ol></li></ul><p>na</p>"),
            "- een\n- twee\n\n  9. a\n  10. b\n\nna"
        );
        assert_eq!(
            markdown("<blockquote><p>a</p><p>b</p></blockquote>c"),
            "> a\n>\n> b\n\nc"
        );
        assert_eq!(markdown("<p>a <a href=\"statamic://entry::gone\">weg</a></p>"), "a weg");
        assert_eq!(
            markdown("<a href=\"https://x.example/a(b)\">x</a>"),
            "[x](https://x.example/a%28b%29)"
        );
    }

    #[test]
    fn tables() {
        let html = "<table><thead><tr><th>Maat</th><th>cm</th></tr></thead><tbody><tr><td><p>a|b</p></td><td>1</td></tr></tbody></table><p>x</p>";
        assert_eq!(markdown(html), "| Maat | cm |\n| --- | --- |\n| a\\|b | 1 |\n\nx");
    }

    #[test]
    fn text_is_not_read_as_markup() {
        assert_eq!(
            markdown("<p># 1</p><p>1. a</p><p>*a* _b_ [c](d) &amp;amp; &lt;i&gt; - x</p>"),
            "\\# 1\n\n1\\. a\n\n\\*a\\* \\_b\\_ \\[c\\](d) \\&amp; \\<i\\> - x"
        );
        assert_eq!(escaped("Lamp `A*` 60 W"), "Lamp \\`A\\*\\` 60 W");
    }

    /// The words of Markdown as a parser finds them.
    fn words_of(markdown: &str) -> String {
        use pulldown_cmark::{Event, Options, Parser};
        let mut text = String::new();
        for event in Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
            match event {
                Event::Text(words) => text.push_str(&words),
                Event::Start(tag) if !matches!(tag, pulldown_cmark::Tag::Link { .. }) => text.push(' '),
                Event::SoftBreak | Event::HardBreak => text.push(' '),
                Event::Start(_) | Event::End(_) | Event::Rule => {}
                other => panic!("{other:?} in {markdown:?}"),
            }
        }
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    proptest! {
        /// Any text in any nesting of the allowed elements keeps its words.
        #[test]
        fn markdown_has_the_words_of_the_text(
            parts in proptest::collection::vec(
                (
                    prop_oneof![
                        Just(""), Just("<p>"), Just("</p>"), Just("<ul>"), Just("</ul>"), Just("<ol>"), Just("</ol>"), Just("<li>"), Just("</li>"),
                        Just("<h2>"), Just("</h2>"), Just("<blockquote>"), Just("</blockquote>"), Just("<br>"), Just("<strong>"), Just("</strong>"),
                        Just("<a href=\"/x\">"), Just("</a>"), Just("<hr>"),
                    ],
                    "[a-c #*_`<>&;.()\\[\\]|~=+!0-9-]{0,6}",
                ),
                0..12,
            )
        ) {
            let html: String = parts
                .iter()
                .map(|(tag, text)| format!("{tag}{}", text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")))
                .collect();
            let text = RichText::from_html(&html, &[], 2);
            let markdown = text.markdown(|_| Some("https://shop.example/x".to_owned()));
            let expected: String = text.plain_text().split_whitespace().collect::<Vec<_>>().concat();
            let found: String = words_of(&markdown).split_whitespace().collect::<Vec<_>>().concat();
            prop_assert_eq!(found, expected, "{:?} of {:?}", markdown, html);
        }
    }
}
