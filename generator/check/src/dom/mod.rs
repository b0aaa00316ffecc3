//! The parsed document of one page: the DOM that a browser would build, and the parse errors.
//!
//! **Invariant:** parsing follows the HTML standard (html5ever) with scripting disabled, so that the content of
//! `noscript` is checked too. The content of `<template>` is not part of the document.

mod sink;
mod tree;

use html5ever::{
    ParseOpts, parse_document,
    tendril::{StrTendril, TendrilSink},
    tree_builder::TreeBuilderOpts,
};

use self::sink::Sink;
pub(crate) use self::tree::{Dom, Element};

impl Dom {
    /// Parses a page.
    pub(crate) fn parse(html: &str) -> Self {
        let mut dom = parse(html, false);
        if !dom.errors.is_empty() {
            // Exact messages are slower, and only pages with errors need them.
            dom.errors = parse(html, true).errors;
        }
        dom
    }

    /// Parses a page or a part of one, whose parse errors are not asked for.
    pub(crate) fn parse_without_errors(html: &str) -> Self {
        let mut dom = parse(html, false);
        dom.errors.clear();
        dom
    }
}

fn parse(html: &str, exact: bool) -> Dom {
    let mut options = ParseOpts {
        tree_builder: TreeBuilderOpts {
            scripting_enabled: false,
            exact_errors: exact,
            ..TreeBuilderOpts::default()
        },
        ..ParseOpts::default()
    };
    options.tokenizer.exact_errors = exact;
    parse_document(Sink::for_length(html.len()), options).one(StrTendril::from_slice(html))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(html: &str) -> Dom {
        Dom::parse(&format!(
            "<!doctype html><html lang=nl><head><title>x</title></head><body>{html}</body></html>"
        ))
    }

    #[test]
    fn valid_page_has_no_errors() {
        let dom = body("<p>a <b>b</b></p><ul><li>c</li></ul>");
        assert_eq!(dom.errors, []);
        let names: Vec<_> = dom.elements().map(|e| e.name()).collect();
        assert_eq!(names, ["html", "head", "title", "body", "p", "b", "ul", "li"]);
    }

    #[test]
    fn parse_errors_have_a_line() {
        let dom = body("\n<p>a</b></p>");
        assert_eq!(dom.errors.len(), 1, "{:?}", dom.errors);
        assert_eq!(dom.errors[0].line, 2);
        let block = body("<p><div>a</div></p>");
        assert_eq!(block.errors.len(), 1, "the div has closed the p: {:?}", block.errors);
    }

    /// Content that is not allowed in a table is moved before it, as browsers do.
    #[test]
    fn tree_is_repaired_as_in_browsers() {
        let dom = body("<table><p>out</p><tr><td>in</td></tr></table><b><i>x</b>y</i>");
        let names: Vec<_> = dom.elements().skip(3).map(|e| e.name()).collect();
        assert_eq!(names, ["body", "p", "table", "tbody", "tr", "td", "b", "i", "i"]);
        assert!(!dom.errors.is_empty());
        assert_eq!(dom.first("body").unwrap().text(), "out in x y");
    }

    #[test]
    fn text_is_what_screen_readers_announce() {
        let dom = body(
            "<a href=/x> Kies <span hidden>niet</span><span aria-hidden=true>→</span><img src=x alt='de stoel'>\n\n<script>x</script>nu</a>",
        );
        assert_eq!(dom.first("a").unwrap().text(), "Kies de stoel nu");
    }

    #[test]
    fn hidden_subtrees_are_left_out() {
        let dom = body("<div hidden><p><b>a</b></p></div><i>b</i><u aria-hidden=true><s>c</s></u><em>d</em>");
        let names: Vec<_> = dom.exposed_elements().skip(4).map(|e| e.name()).collect();
        assert_eq!(names, ["i", "em"]);
    }

    #[test]
    fn ancestors_and_descendants_are_found() {
        let dom = body("<ul><li><a href=/x>a</a></li><li>b</li></ul><p>c</p>");
        let list = dom.first("ul").unwrap();
        assert_eq!(
            list.descendants().map(|e| e.name()).collect::<Vec<_>>(),
            ["li", "a", "li"]
        );
        let around: Vec<_> = dom.first("a").unwrap().ancestors().map(|e| e.name()).collect();
        assert_eq!(around, ["li", "ul", "body", "html"]);
    }
}
