//! Elements in the HTML of a page that is not parsed.
//!
//! **Invariant:** the HTML is what templates print: lower-case names, every element that is asked for has its end tag.

use memchr::memmem;

/// How many elements before an index are looked at to find the one around it.
const TRIED: usize = 24;

/// The element that starts at an index, with its end tag.
pub(super) fn element(html: &[u8], start: usize) -> Option<&str> {
    let rest = html.get(start..)?;
    let length = rest
        .iter()
        .skip(1)
        .take_while(|byte| byte.is_ascii_alphanumeric())
        .count();
    let name = std::str::from_utf8(rest.get(1..=length)?)
        .ok()
        .filter(|name| !name.is_empty())?;
    let (open, close) = (format!("<{name}"), format!("</{name}>"));
    let open = memmem::Finder::new(&open);
    let (mut opened, mut counted) = (0, 0);
    for (closed, found) in memmem::find_iter(rest, close.as_bytes()).enumerate() {
        let between = rest.get(counted..found)?;
        let starts = open.find_iter(between).filter(|at| {
            let next = between.get(at + open.needle().len());
            next.is_some_and(|next| !next.is_ascii_alphanumeric() && *next != b'-')
        });
        opened += starts.count();
        counted = found;
        if opened == closed + 1 {
            return std::str::from_utf8(rest.get(..found + close.len())?).ok();
        }
    }
    None
}

/// The nearest `<li>` or element of the class `price` around an index; the outer `None` if the search is too long.
pub(super) fn offer_around(html: &[u8], at: usize) -> Option<Option<&str>> {
    let mut before = at;
    for _ in 0..TRIED {
        let Some(start) = last_offer(html.get(..before)?) else {
            return Some(None);
        };
        if let Some(whole) = element(html, start)
            && start + whole.len() > at
        {
            return Some(Some(whole));
        }
        before = start;
    }
    None
}

/// The start of the last `<li>` or element of the class `price`.
fn last_offer(html: &[u8]) -> Option<usize> {
    let (word, at) = last_word(html, &["class=\"price", "<li"])?;
    if word == "<li" { Some(at) } else { tag_of(html, at) }
}

/// The `<s>` or `<del>` whose end tag is at an index.
pub(super) fn struck_before(html: &[u8], end: usize) -> Option<&str> {
    let before = html.get(..end)?;
    let is_deleted = html.get(end..)?.starts_with(b"</del");
    let (_, start) = last_word(before, if is_deleted { &["<del"] } else { &["<s"] })?;
    element(html, start)
}

/// The last of some words, which a space, a quotation mark or the end of the tag follows, with its index. It is mostly
/// near, and the search backwards is slow, so the last bytes are searched first.
fn last_word<'w>(html: &[u8], words: &[&'w str]) -> Option<(&'w str, usize)> {
    let mut end = html.len();
    let mut size = 512;
    while end > 0 {
        let begin = end.saturating_sub(size);
        // A word that begins in the window may end behind it.
        let found = words.iter().filter_map(|word| {
            let window = html.get(begin..html.len().min(end + word.len() - 1))?;
            let mut all = memmem::rfind_iter(window, word).map(|at| begin + at);
            let at = all.find(|at| *at < end && ends_word(html, at + word.len()))?;
            Some((*word, at))
        });
        if let Some(nearest) = found.max_by_key(|(_, at)| *at) {
            return Some(nearest);
        }
        (end, size) = (begin, size * 4);
    }
    None
}

/// The index of the start tag that an index is in.
pub(super) fn tag_of(html: &[u8], at: usize) -> Option<usize> {
    memchr::memrchr(b'<', html.get(..at)?)
}

/// Whether a name ends here: of an element, or in the value of `class`.
pub(super) fn ends_word(html: &[u8], at: usize) -> bool {
    matches!(html.get(at), Some(b'"' | b' ' | b'>' | b'\n'))
}

/// Whether `before` stands before the index.
pub(super) fn follows(html: &[u8], at: usize, before: &str) -> bool {
    html.get(..at).is_some_and(|html| html.ends_with(before.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_end_with_their_own_end_tag() {
        let html = "<ul><li>a<ul><li>b</li></ul><s>1</s></li><li>c</li></ul><link><s>2</s>";
        let (item, bytes) = ("<li>a<ul><li>b</li></ul><s>1</s></li>", html.as_bytes());
        assert_eq!(element(bytes, 4), Some(item));
        let around = |text: &str| offer_around(bytes, html.find(text).unwrap());
        assert_eq!(around("</s></li>"), Some(Some(item)));
        assert_eq!(around("2</s>"), Some(None));
        assert_eq!(element(b"<p>x", 0), None);
        let deep = "<div>1<div>2<div>3</div></div><div>4</div></div><div>5</div>";
        assert_eq!(element(deep.as_bytes(), 0), deep.strip_suffix("<div>5</div>"));
        assert_eq!(element(deep.as_bytes(), 6), Some("<div>2<div>3</div></div>"));
    }

    /// Whatever the distance, and wherever a window of the search ends.
    #[test]
    fn the_last_word_is_found_at_any_distance() {
        for distance in (0..1100).chain([2560, 10_752]) {
            let html = format!("<li><li>{}<lis", "x".repeat(distance));
            assert_eq!(
                last_word(html.as_bytes(), &["class=\"price", "<li"]),
                Some(("<li", 4)),
                "{distance}"
            );
        }
        assert_eq!(last_word(b"<lis<list", &["<li"]), None);
        assert_eq!(last_word(b"", &["<li"]), None);
    }

    #[test]
    fn what_is_struck_begins_with_the_tag_that_ends_there() {
        let html = "<del>1</del><s>2</s><del>3 <s>4</s></del>";
        let struck = |at: usize| struck_before(html.as_bytes(), at);
        let ends = |tag: &str| html.match_indices(tag).map(|(at, _)| at).collect::<Vec<_>>();
        assert_eq!(
            ends("</s>").into_iter().map(struck).collect::<Vec<_>>(),
            [Some("<s>2</s>"), Some("<s>4</s>")]
        );
        assert_eq!(struck(ends("</del>")[0]), Some("<del>1</del>"));
    }

    #[test]
    fn the_price_around_is_nearer_than_the_item() {
        let html = "<li><div class=\"price\"><p class=\"price__a\"><s>1</s></p></div></li>";
        let around = offer_around(html.as_bytes(), html.find("</s>").unwrap());
        let around = around.unwrap().unwrap();
        assert!(
            around.starts_with("<div class=\"price\">") && around.ends_with("</div>"),
            "{around}"
        );
    }
}
