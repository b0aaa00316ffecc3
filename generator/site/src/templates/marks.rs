//! Marks: placeholders in rendered HTML that are replaced later.

use std::sync::LazyLock;

use memchr::memmem::Finder;
use minijinja::Value;

/// Start of a mark. Content cannot contain it, because it is escaped, or sanitised without comments.
pub(crate) const MARK: &str = "<!--vitrine:";
pub(super) const MARK_END: &str = "-->";
/// Finds marks; built once, because every page is searched.
pub(super) static MARKS: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(MARK));
static MARK_ENDS: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(MARK_END));

/// A mark as a value that is printed without escaping.
pub(crate) fn mark(name: &str) -> Value {
    Value::from_safe_string(format!("{MARK}{name}{MARK_END}"))
}

/// Splits the text after the start of a mark into the mark's content and the rest.
pub(super) fn in_mark(text: &str) -> Option<(&str, &str)> {
    let end = MARK_ENDS.find(text.as_bytes())?;
    Some((text.get(..end)?, text.get(end + MARK_END.len()..)?))
}
