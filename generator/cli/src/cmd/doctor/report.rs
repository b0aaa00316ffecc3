//! What the doctor found, what it could not check, and what it saw.

use serde::Serialize;
use vitrine_api::SetupFinding;

use super::codes::{Area, Row, Severity, by_code};

/// One finding.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Finding {
    pub(super) code: String,
    pub(super) severity: Severity,
    pub(super) area: Area,
    /// Code of the locale; `None` if it is about all of them.
    pub(super) locale: Option<String>,
    /// What was seen.
    pub(super) message: String,
    /// Where it is set.
    pub(super) set_at: String,
    /// How it is put right.
    pub(super) remedy: String,
}

/// Something that could not be checked, and why.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Unchecked {
    pub(super) area: Area,
    pub(super) what: String,
    pub(super) why: String,
}

/// Something that is neither right nor wrong.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Fact {
    pub(super) area: Area,
    pub(super) what: String,
    pub(super) seen: String,
}

/// Everything that was seen.
#[derive(Default, Debug)]
pub(super) struct Report {
    pub(super) findings: Vec<Finding>,
    pub(super) unchecked: Vec<Unchecked>,
    pub(super) facts: Vec<Fact>,
}

impl Report {
    pub(super) fn add(&mut self, row: &'static Row, message: impl Into<String>) {
        self.add_with(row, message, row.remedy);
    }

    /// A finding with a remedy of its own.
    pub(super) fn add_with(&mut self, row: &'static Row, message: impl Into<String>, remedy: impl Into<String>) {
        self.findings.push(Finding {
            code: row.code.to_owned(),
            severity: row.severity,
            area: row.area,
            locale: None,
            message: message.into(),
            set_at: row.set_at.to_owned(),
            remedy: remedy.into(),
        });
    }

    /// A finding about settings that builds and servers report too; each code once for a locale.
    pub(super) fn add_setup(&mut self, found: &SetupFinding) {
        let code = found.code.as_str();
        let is_known = |known: &Finding| known.code == code && known.locale == found.locale;
        let Some(row) = by_code(code).filter(|_| !self.findings.iter().any(is_known)) else {
            return;
        };
        self.add_with(row, &found.message, &found.remedy);
        if let Some(last) = self.findings.last_mut() {
            last.locale.clone_from(&found.locale);
        }
    }

    pub(super) fn not_checked(&mut self, area: Area, what: impl Into<String>, why: impl Into<String>) {
        self.unchecked.push(Unchecked {
            area,
            what: what.into(),
            why: why.into(),
        });
    }

    pub(super) fn saw(&mut self, area: Area, what: impl Into<String>, seen: impl Into<String>) {
        self.facts.push(Fact {
            area,
            what: what.into(),
            seen: seen.into(),
        });
    }

    pub(super) fn append(&mut self, other: Self) {
        self.findings.extend(other.findings);
        self.unchecked.extend(other.unchecked);
        self.facts.extend(other.facts);
    }

    pub(super) fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|found| found.severity == severity).count()
    }

    /// By area, the worst first.
    pub(super) fn sorted(mut self) -> Self {
        self.findings.sort_by_key(|found| (found.area, found.severity));
        self
    }
}

/// Names in a sentence; the rest as a count.
pub(super) fn list<S: AsRef<str>>(names: &[S]) -> String {
    const SHOWN: usize = 10;
    let shown: Vec<&str> = names.iter().take(SHOWN).map(AsRef::as_ref).collect();
    match names.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
