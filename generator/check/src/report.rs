//! The result of a run: all findings, sorted.

use std::borrow::Cow;

use serde::Serialize;

use crate::{
    finding::{Collected, Level, MergedFinding, Place},
    page::Check,
    release::Release,
};

/// One finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Finding {
    /// Severity.
    pub severity: Level,
    /// Name of the check: `links`.
    pub check: &'static str,
    /// A stable name of what was found: `broken-link`.
    pub code: Cow<'static, str>,
    /// Path of the page, or of the file if it is not a page.
    pub page: Option<String>,
    /// Code of its locale.
    pub locale: Option<String>,
    /// What the page is made from: `entry pages/service (nl)`, `product RAVEL-RU-OA`.
    pub source: Option<String>,
    /// Where an editor can change that.
    pub edit_url: Option<String>,
    /// What is wrong, as one sentence.
    pub message: String,
    /// What to do about it, as one sentence.
    pub hint: String,
    /// Number of pages with the same finding, including this one; 0 if it is not about a page.
    pub page_count: usize,
    /// The paths of the other pages.
    pub other_pages: Vec<String>,
}

/// The findings of a release.
#[derive(Debug)]
pub struct Report {
    /// The release's id.
    pub release: String,
    /// Number of its pages.
    pub pages: usize,
    /// All findings: by check, then severity, then page.
    pub findings: Vec<Finding>,
    /// Number of findings that were dropped, because a check had more than ten thousand different ones.
    pub left_out: usize,
}

impl Report {
    pub(crate) fn of(release: &Release, collected: Vec<(&'static Check, Collected)>) -> Self {
        let left_out = collected.iter().map(|(_, all)| all.left_out).sum();
        let mut findings = Vec::new();
        for (check, all) in collected {
            let mut own: Vec<Finding> = all.folded.into_iter().map(|one| finding(release, check, one)).collect();
            own.sort_by(|a, b| order(a).cmp(&order(b)));
            findings.append(&mut own);
        }
        Self {
            release: release.id.clone(),
            pages: release.pages.len(),
            findings,
            left_out,
        }
    }

    /// Number of findings with a severity.
    pub fn count(&self, level: Level) -> usize {
        self.findings.iter().filter(|finding| finding.severity == level).count()
    }
}

fn order(finding: &Finding) -> (Level, &str, Option<&str>, &str) {
    (
        finding.severity,
        &finding.code,
        finding.page.as_deref(),
        &finding.message,
    )
}

fn finding(release: &Release, check: &Check, folded: MergedFinding) -> Finding {
    let MergedFinding { note, mut pages } = folded;
    // The order of notes depends on thread scheduling.
    pages.sort_unstable();
    pages.dedup();
    let first = pages.first().and_then(|page| release.page(*page));
    let (page, source) = match (&note.place, first) {
        (Place::Other { path, source }, _) => (Some(path.clone()), Some(source.clone())),
        (Place::Page(_), Some(entry)) => (Some(entry.path.clone()), Some(entry.source.clone())),
        (Place::Page(_), None) => (None, None),
    };
    let others = pages.iter().skip(1).filter_map(|page| release.page(*page));
    Finding {
        severity: note.kind.level,
        check: check.name,
        code: note.kind.code.into(),
        page,
        locale: first
            .and_then(|entry| release.locale_of(entry))
            .map(|locale| locale.code.clone()),
        source,
        edit_url: note.edit_url.or_else(|| first?.edit_url.clone()),
        message: note.message,
        hint: note.kind.hint.to_owned(),
        page_count: pages.len(),
        other_pages: others.map(|entry| entry.path.clone()).collect(),
    }
}
