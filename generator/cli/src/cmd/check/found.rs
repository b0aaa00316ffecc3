//! The result of `vitrine check`.

use vitrine_check::{Level, Report};
use vitrine_model::diagnostic::Diagnostic;

/// What was found.
pub(super) struct Found {
    /// Missing, unused and differing texts.
    pub(super) texts: Vec<Diagnostic>,
    /// What Shopware's answers show, all of it warnings; `None` if it was not asked.
    pub(super) shop: Option<Vec<Diagnostic>>,
    /// Whether the sources are available, which show what texts are used.
    pub(super) with_sources: bool,
    /// The release's findings; `None` if no release was checked.
    pub(super) release: Option<Report>,
    /// Number of locales.
    pub(super) locales: usize,
}

impl Found {
    /// Number of findings with a severity.
    pub(super) fn count(&self, level: Level) -> usize {
        let own = match level {
            Level::Error => self.texts.len(),
            Level::Warning => self.shop.as_ref().map_or(0, Vec::len),
            Level::Hint => 0,
        };
        own + self.release.as_ref().map_or(0, |report| report.count(level))
    }
}
