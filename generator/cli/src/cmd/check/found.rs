//! The result of `vitrine check`.

use vitrine_check::{Finding, Level, Report};
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
    /// The codes of errors that are published all the same (`build.accept`).
    pub(super) accepted: Vec<String>,
}

impl Found {
    /// Whether the configuration accepts an error.
    pub(super) fn is_accepted(&self, finding: &Finding) -> bool {
        finding.severity == Level::Error && self.accepted.iter().any(|code| **code == *finding.code)
    }

    /// Number of errors that are accepted.
    pub(super) fn count_accepted(&self) -> usize {
        let findings = self.release.iter().flat_map(|report| &report.findings);
        findings.filter(|finding| self.is_accepted(finding)).count()
    }

    /// Number of findings with a severity, without errors that are accepted.
    pub(super) fn count(&self, level: Level) -> usize {
        let own = match level {
            Level::Error => self.texts.len(),
            Level::Warning => self.shop.as_ref().map_or(0, Vec::len),
            Level::Hint => 0,
        };
        let accepted = if level == Level::Error {
            self.count_accepted()
        } else {
            0
        };
        own + self.release.as_ref().map_or(0, |report| report.count(level)) - accepted
    }
}
