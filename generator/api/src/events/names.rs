//! Ids and handles of the CMS in events and in questions about them.

/// Whether a text has the form of one: of an entry, a handle, or a term with its taxonomy (`topics::merken`).
pub(crate) fn is_cms_name(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let is_part = |part: &str| !part.is_empty() && part.bytes().all(is_plain);
    let (taxonomy, rest) = text
        .split_once("::")
        .map_or((None, text), |(first, rest)| (Some(first), rest));
    text.len() <= 64 && taxonomy.is_none_or(is_part) && is_part(rest)
}
