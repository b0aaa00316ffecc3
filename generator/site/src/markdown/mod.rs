//! The Markdown form of a page, for readers of plain text such as language models (llmstxt.org). Views make it from the
//! same records and texts as the page, not from its HTML.
//!
//! **Invariant:** every link is an absolute URL, because the text is read apart from its page; text from content is
//! escaped.

mod blocks;

use vitrine_model::{
    content::RichTextNode,
    link::LinkTarget,
    rich_text::{
        RichText,
        markdown::{destination, escaped, escaped_in_line},
    },
};

pub(crate) use self::blocks::{add_blocks, add_links};
use crate::{
    config::SiteConfig,
    context::ViewContext,
    view::{facts::FactView, links::LinkView},
};

/// A Markdown text, built block by block.
#[derive(Debug)]
pub(crate) struct Markdown<'a> {
    base: &'a str,
    text: String,
    /// Whether the last block is a list; a further item needs no blank line.
    in_list: bool,
}

impl<'a> Markdown<'a> {
    /// An empty text.
    pub(crate) fn new(config: &'a SiteConfig) -> Self {
        Self {
            base: config.base_url.trim_end_matches('/'),
            text: String::new(),
            in_list: false,
        }
    }

    /// Starts the text of a page with its title and URL.
    pub(crate) fn of_page(config: &'a SiteConfig, title: &str, path: &vitrine_model::path::SitePath) -> Self {
        let mut markdown = Self::new(config);
        markdown.text.reserve(2_048);
        markdown.heading(1, title);
        markdown.block(&format!("<{}>", config.absolute(path)));
        markdown
    }

    /// The text with a final line break.
    pub(crate) fn finish(mut self) -> String {
        self.text.push('\n');
        self.text
    }

    /// A heading of a level from 1 to 6.
    pub(crate) fn heading(&mut self, level: usize, text: &str) {
        let text = escaped(text);
        if !text.is_empty() {
            self.begin();
            self.text.push_str(&"#".repeat(level));
            self.text.push(' ');
            self.text.push_str(&text);
        }
    }

    /// A paragraph of plain text.
    pub(crate) fn paragraph(&mut self, text: &str) {
        self.block(&escaped(text));
    }

    /// A quotation and its author.
    pub(crate) fn quote(&mut self, quote: &str, author: Option<&str>) {
        let quote = escaped(quote);
        if !quote.is_empty() {
            self.block(&format!("> {quote}"));
        }
        if let Some(author) = author {
            self.paragraph(author);
        }
    }

    /// Raw Markdown; ignored if empty.
    pub(crate) fn block(&mut self, markdown: &str) {
        if !markdown.is_empty() {
            self.begin();
            self.text.push_str(markdown);
        }
    }

    /// A list item as Markdown; consecutive items form one list.
    pub(crate) fn item(&mut self, markdown: &str) {
        if markdown.is_empty() {
            return;
        }
        if !self.text.is_empty() {
            self.text.push_str(if self.in_list { "\n" } else { "\n\n" });
        }
        self.text.push_str("- ");
        self.text.push_str(markdown);
        self.in_list = true;
    }

    /// List items that were built separately.
    pub(crate) fn lines(&mut self, items: &str) {
        items
            .lines()
            .for_each(|line| self.item(line.strip_prefix("- ").unwrap_or(line)));
    }

    /// A fact as an item: `- Brand: [Kante](https://…), Lumo`.
    pub(crate) fn fact(&mut self, term: &str, values: &[LinkView]) {
        if values.is_empty() {
            return;
        }
        let mut line = escaped(term);
        line.push_str(": ");
        for (place, value) in values.iter().enumerate() {
            if place > 0 {
                line.push_str(", ");
            }
            line.push_str(&self.link(&value.label, value.href.as_deref()));
        }
        self.item(&line);
    }

    /// Facts as items.
    pub(crate) fn facts(&mut self, facts: &[FactView]) {
        facts.iter().for_each(|fact| self.fact(&fact.term, &fact.values));
    }

    /// A link, or its label if there is no target.
    pub(crate) fn link(&self, label: &str, href: Option<&str>) -> String {
        let label = escaped_in_line(label);
        match href.and_then(|href| absolute(self.base, href)) {
            Some(url) if !label.is_empty() => format!("[{label}]({})", destination(&url)),
            _ => label,
        }
    }

    /// Rich text; its headings keep their levels.
    pub(crate) fn rich(&mut self, cx: &ViewContext<'_>, text: &RichText) {
        self.block(&text.markdown(|target| url(cx, target)));
    }

    /// A rich text field with sets. Images have no text, and products are listed by [`add_links`].
    pub(crate) fn nodes(&mut self, cx: &ViewContext<'_>, nodes: &[RichTextNode]) {
        for node in nodes {
            match node {
                RichTextNode::Text(text) => self.rich(cx, text),
                RichTextNode::Quote { quote, author } => self.quote(quote, author.as_deref()),
                RichTextNode::Table(rows) => self.table(rows),
                RichTextNode::Button(button) => {
                    let url = button.link.target.as_ref().and_then(|target| url(cx, target));
                    let link = self.link(&button.link.label, url.as_deref());
                    self.item(&link);
                }
                RichTextNode::Video { url, .. } => {
                    let link = self.link(&cx.t("content.video", &[]), Some(url));
                    self.item(&link);
                }
                RichTextNode::Products { heading, .. } => self.heading(3, heading.as_deref().unwrap_or_default()),
                RichTextNode::Image { .. } | RichTextNode::Gallery(_) => {}
            }
        }
    }

    fn table(&mut self, rows: &[Vec<String>]) {
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
            format!("| {} |", cells.join(" | "))
        };
        let Some((head, rows)) = rows.split_first() else {
            return;
        };
        let rule = "| --- ".repeat(head.len()) + "|";
        let lines = [line(head), rule].into_iter().chain(rows.iter().map(|row| line(row)));
        self.block(&lines.collect::<Vec<_>>().join("\n"));
    }

    fn begin(&mut self) {
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
        }
        self.in_list = false;
    }
}

/// The URL of a link's target; `None` for a fragment of the same page, because the Markdown has no anchors.
fn url(cx: &ViewContext<'_>, target: &LinkTarget) -> Option<String> {
    absolute(cx.config.base_url.trim_end_matches('/'), &cx.link_href(target)?)
}

fn absolute(base: &str, href: &str) -> Option<String> {
    match href.bytes().next()? {
        b'/' => Some(format!("{base}{href}")),
        b'#' | b'?' => None,
        _ => Some(href.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_tables_and_links() {
        let config = SiteConfig {
            base_url: "https://shop.example/".into(),
            ..SiteConfig::default()
        };
        let mut markdown = Markdown::new(&config);
        markdown.heading(1, "A *");
        markdown.fact(
            "Merk",
            &[LinkView::to("Kante", Some("/merken/kante".into())), LinkView::text("x")],
        );
        markdown.item("b");
        markdown.paragraph("");
        markdown.item(&markdown.link("c", Some("#d")));
        markdown.table(&[vec!["a".into(), "b|".into()], vec!["1".into(), "2".into()]]);
        assert_eq!(
            markdown.finish(),
            "# A \\*\n\n- Merk: [Kante](https://shop.example/merken/kante), x\n- b\n- c\n\n| a | b\\| |\n| --- | --- |\n| 1 | 2 |\n"
        );
    }
}
