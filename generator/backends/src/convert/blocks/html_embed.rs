//! Converts `html_embed` (content model §8). Code is never put into a page: the content security policy of pages
//! forbids the content of embeds (scripts and frames of other hosts), and a sandboxed frame inherits it. Only the URL
//! that the code would load is kept, as a link on the page; the block is reported.

use vitrine_model::{
    content::{BlockKind, HtmlEmbedBlock},
    diagnostic::{Diagnostic, Place},
    link::LinkTarget,
};

use crate::{convert::scope::Scope, statamic::wire::Fields};

/// Number of bytes of the code in which an address is looked for; the time to find none grows with the square.
const MAX_CODE: usize = 1 << 14;

pub(super) fn convert(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let group = set.quiet().group("code");
    let code = group.text("code").or_else(|| group.text("value"));
    let Some(code) = code.or_else(|| set.text("code")) else {
        return BlockKind::HtmlEmbed(HtmlEmbedBlock::default());
    };
    let read = code.get(..code.floor_char_boundary(MAX_CODE)).unwrap_or(&code);
    let block = embed(read);
    let shown = match &block.url {
        Some(url) => format!("the page links to {url} instead"),
        None => "it names no https address, so that the block is left out".to_owned(),
    };
    let place = Place {
        field: Some("code".to_owned()),
        ..scope.place.clone()
    };
    let message = format!("code in {} {} is not put into the page; {shown}", place.kind, place.id);
    scope.findings.push(
        Diagnostic::warning("embed-not-shown", message, place)
            .hint("Pages load nothing from other hosts. Use a block of the shop, such as video or cards."),
    );
    BlockKind::HtmlEmbed(block)
}

/// The first frame of the code, or its first link.
fn embed(code: &str) -> HtmlEmbedBlock {
    let address = |element: &str, attribute: &str| {
        tags(code, element).find_map(|tag| {
            let url = address(&value(tag, attribute)?)?;
            Some(HtmlEmbedBlock {
                url: Some(url),
                title: value(tag, "title"),
            })
        })
    };
    address("iframe", "src")
        .or_else(|| address("a", "href"))
        .unwrap_or_default()
}

/// An https URL. Frames often omit the scheme.
fn address(text: &str) -> Option<String> {
    let absolute = match text.strip_prefix("//") {
        Some(rest) => format!("https://{rest}"),
        None => text.to_owned(),
    };
    match LinkTarget::parse(&absolute, &[]) {
        Some(LinkTarget::External(url)) if url.starts_with("https://") => Some(url),
        _ => None,
    }
}

/// The start tags of an element: the text between its name and the `>` that is not in quotes.
fn tags<'t>(code: &'t str, element: &'t str) -> impl Iterator<Item = &'t str> {
    code.match_indices('<').filter_map(move |(at, _)| {
        let rest = code.get(at + 1..)?;
        let name = rest.get(..element.len())?;
        let inner = rest.get(element.len()..)?;
        let whole = name.eq_ignore_ascii_case(element) && inner.starts_with(|c: char| c.is_ascii_whitespace());
        whole.then(|| inner.get(..end_of_tag(inner)).unwrap_or(inner))
    })
}

fn end_of_tag(tag: &str) -> usize {
    let mut quote = None;
    let end = tag.find(|c| {
        match quote {
            Some(open) if open == c => quote = None,
            None if "\"'".contains(c) => quote = Some(c),
            _ => {}
        }
        c == '>' && quote.is_none()
    });
    end.unwrap_or(tag.len())
}

/// The value of an attribute, if it is in quotes and not blank.
fn value(tag: &str, name: &str) -> Option<String> {
    let at = tag.match_indices(name).map(|(at, _)| at).find(|at| {
        tag.get(..*at)
            .is_some_and(|before| before.ends_with(|c: char| c.is_ascii_whitespace()))
    })?;
    let rest = tag.get(at + name.len()..)?.trim_start().strip_prefix('=')?.trim_start();
    let quote = rest.chars().next().filter(|c| "\"'".contains(*c))?;
    let text = rest.get(1..)?.split(quote).next()?.replace("&amp;", "&");
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_address_of_code_is_kept() {
        let found = |code: &str| embed(code).url;
        let map =
            "<p>x</p><IFRAME width=\"1\" src='https://maps.example/?a=1&amp;b=2' title=\"Route <b> & weg\"></iframe>";
        assert_eq!(found(map).as_deref(), Some("https://maps.example/?a=1&b=2"));
        assert_eq!(embed(map).title.as_deref(), Some("Route <b> & weg"));
        assert_eq!(
            found("<blockquote><a href=\"https://social.example/p/1\">x</a></blockquote><script src=\"https://evil.example/x.js\"></script>").as_deref(),
            Some("https://social.example/p/1")
        );
        assert_eq!(
            found("<iframe src=\"//video.example/1\">").as_deref(),
            Some("https://video.example/1")
        );
        for nothing in [
            "",
            "<",
            "<iframe",
            "<iframe src=>",
            "<iframe data-src=\"https://a.example\">",
            "<iframe src=\"javascript:alert(1)\">",
            "<iframe src=\"http://plain.example\">",
            "<script src=\"https://evil.example/x.js\"></script>",
            "<area href=\"https://a.example\">",
            "<iframe src=\"/local\">",
        ] {
            assert_eq!(found(nothing), None, "{nothing}");
        }
    }
}
