//! Removes artefacts of editors' tools from sanitised HTML (Statamic, Part C): empty paragraphs, a paragraph around the
//! whole content of a list item or cell, which would double its spacing, and an HTML 3 element.
//!
//! **Invariant:** the text is unchanged.

use super::{escapes::unescape, pieces::pieces};

/// Elements whose only paragraph is removed.
const HOLDERS: [&str; 4] = ["li", "td", "th", "dd"];
const VOID: [&str; 3] = ["br", "hr", "img"];

pub(super) fn tidied(html: &str) -> String {
    let pieces: Vec<&str> = pieces(html).collect();
    let filled = without_empty_paragraphs(&pieces);
    let dropped = needless_paragraphs(&filled);
    let mut out = String::with_capacity(html.len());
    for (at, piece) in filled.iter().enumerate() {
        match *piece {
            _ if dropped.contains(&at) => {}
            "<strike>" => out.push_str("<s>"),
            "</strike>" => out.push_str("</s>"),
            piece => out.push_str(piece),
        }
    }
    out
}

fn name_of(tag: &str) -> &str {
    let inner = tag.trim_start_matches(['<', '/']);
    inner.split([' ', '>', '/']).next().unwrap_or_default()
}

fn is_blank(piece: &str) -> bool {
    match piece.starts_with('<') {
        true => name_of(piece) == "br",
        false => unescape(piece)
            .trim_matches([' ', '\n', '\t', '\r', '\u{a0}'])
            .is_empty(),
    }
}

/// Removes empty paragraphs, and the spaces around an image that is alone in its paragraph.
fn without_empty_paragraphs<'h>(pieces: &[&'h str]) -> Vec<&'h str> {
    let mut kept: Vec<&str> = Vec::with_capacity(pieces.len());
    // Start of the open paragraph in `kept`; sanitised paragraphs are not nested.
    let mut open = None;
    for piece in pieces {
        kept.push(piece);
        match (name_of(piece), piece.starts_with("</"), open) {
            ("p", false, _) if piece.starts_with('<') => open = Some(kept.len() - 1),
            ("p", true, Some(begin)) => {
                let inner = begin + 1..kept.len() - 1;
                let filled: Vec<&str> = kept.get(inner.clone()).unwrap_or_default().to_vec();
                let filled: Vec<&str> = filled.into_iter().filter(|piece| !is_blank(piece)).collect();
                if filled.is_empty() {
                    kept.truncate(begin);
                } else if let [picture] = filled.as_slice()
                    && name_of(picture) == "img"
                {
                    kept.splice(inner, [*picture]);
                }
                open = None;
            }
            _ => {}
        }
    }
    kept
}

/// The tags of each paragraph that is the only one in its list item or cell.
fn needless_paragraphs(pieces: &[&str]) -> Vec<usize> {
    let mut needless = Vec::new();
    // Open elements with their names and the tags of their paragraphs.
    let mut open: Vec<(&str, Vec<(usize, usize)>)> = Vec::new();
    let mut begins = Vec::new();
    for (at, piece) in pieces.iter().enumerate().filter(|(_, piece)| piece.starts_with('<')) {
        let name = name_of(piece);
        if VOID.contains(&name) {
            continue;
        }
        if !piece.starts_with("</") {
            open.push((name, Vec::new()));
            begins.push(at);
            continue;
        }
        let (Some((closed, paragraphs)), Some(begin)) = (open.pop(), begins.pop()) else {
            continue;
        };
        if closed == "p" {
            if let Some((_, siblings)) = open.last_mut() {
                siblings.push((begin, at));
            }
        } else if HOLDERS.contains(&closed)
            && let [(begin, end)] = paragraphs.as_slice()
        {
            needless.extend([*begin, *end]);
        }
    }
    needless.sort_unstable();
    needless
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tools_leave_is_taken_out() {
        for (html, expected) in [
            ("<p>a</p><p></p>", "<p>a</p>"),
            ("<p>a</p><p>&nbsp;<br> </p><p>b</p><p><br></p>", "<p>a</p><p>b</p>"),
            ("<p>a <strike>b</strike></p>", "<p>a <s>b</s></p>"),
            (
                "<ul><li><p>een</p></li><li><p>a</p><p>b</p></li></ul>",
                "<ul><li>een</li><li><p>a</p><p>b</p></li></ul>",
            ),
            (
                "<ol><li><p>een</p><ul><li><p>twee</p></li></ul></li></ol>",
                "<ol><li>een<ul><li>twee</li></ul></li></ol>",
            ),
            (
                "<table><tbody><tr><th colspan=\"1\"><p>a</p></th><td><p>b <strong>c</strong></p></td><td><p></p></td></tr></tbody></table>",
                "<table><tbody><tr><th colspan=\"1\">a</th><td>b <strong>c</strong></td><td></td></tr></tbody></table>",
            ),
            ("<blockquote><p>a</p></blockquote>", "<blockquote><p>a</p></blockquote>"),
            (
                "<p lang=\"en\"> <img src=\"x\"> </p>",
                "<p lang=\"en\"><img src=\"x\"></p>",
            ),
            ("<p>a <img src=\"x\"></p>", "<p>a <img src=\"x\"></p>"),
            ("</p></li>a", "</p></li>a"),
        ] {
            assert_eq!(tidied(html), expected, "{html}");
        }
    }
}
