//! Marks: what stands in rendered HTML for what is put in afterwards.

use std::sync::LazyLock;

use memchr::memmem::Finder;
use minijinja::Value;

/// What stands for HTML that is put in after rendering; content cannot write it, for it is escaped and sanitised without comments.
pub(crate) const MARK: &str = "<!--vitrine:";
pub(super) const MARK_END: &str = "-->";
/// Finds marks: every page is searched, so the search is made ready once.
pub(super) static MARKS: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(MARK));
static MARK_ENDS: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(MARK_END));

/// A mark as a value that is printed as it is.
pub(crate) fn mark(name: &str) -> Value {
    Value::from_safe_string(format!("{MARK}{name}{MARK_END}"))
}

/// What stands in a mark, and what behind it; of the text behind a mark's beginning.
pub(super) fn in_mark(text: &str) -> Option<(&str, &str)> {
    let end = MARK_ENDS.find(text.as_bytes())?;
    Some((text.get(..end)?, text.get(end + MARK_END.len()..)?))
}
