//! Splits HTML into tags and texts.
//!
//! **Invariant:** the concatenated pieces are the HTML, and none is empty.

/// The end of the tag that begins at `at` (the byte after its `>`), taking quotes into account.
fn tag_end(html: &str, at: usize) -> usize {
    let mut quote = None;
    for (offset, byte) in html.bytes().enumerate().skip(at) {
        match (quote, byte) {
            (None, b'>') => return offset + 1,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(q), b) if q == b => quote = None,
            _ => {}
        }
    }
    html.len()
}

/// The tags and texts of sanitised HTML, in order.
pub(super) fn pieces(html: &str) -> impl Iterator<Item = &str> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = html.get(at..).filter(|r| !r.is_empty())?;
        let end = if rest.starts_with('<') {
            tag_end(html, at)
        } else {
            rest.find('<').map_or(html.len(), |n| at + n)
        };
        let piece = html.get(at..end)?;
        at = end;
        Some(piece)
    })
}
