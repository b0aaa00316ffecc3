//! The findings as text: by check, most severe first, each with its location and what to do.

use std::path::PathBuf;

use vitrine_check::{Finding, Level, Report};

use super::found::Found;
use crate::{cmd::folded::warning_line, progress};

/// Maximum number of findings shown per check; JSON has all.
const SHOWN: usize = 10;

/// Prints everything to stderr. `dist` is where a release was looked for; `None` if only texts were checked.
pub(super) fn tell(found: &Found, dist: Option<PathBuf>) {
    for diagnostic in found.texts.iter().chain(found.shop.iter().flatten()) {
        progress::say(&warning_line(diagnostic));
    }
    let unused = if found.with_sources {
        ""
    } else {
        "; whether all are used cannot be told without the sources of Vitrine"
    };
    progress::say(&format!(
        "texts: {} findings in {} locales{unused}",
        found.texts.len(),
        found.locales
    ));
    match (&found.release, dist) {
        (Some(report), _) => release(found, report),
        (None, Some(dist)) => progress::say(&format!(
            "release: none is live in {}, so only the texts were checked; vitrine build makes one",
            dist.display()
        )),
        (None, None) => {}
    }
}

fn release(found: &Found, report: &Report) {
    for (name, title) in vitrine_check::checks() {
        let own: Vec<&Finding> = report.findings.iter().filter(|finding| finding.check == name).collect();
        if own.is_empty() {
            continue;
        }
        progress::say(&format!(
            "\n{title} ({name}): {}",
            counts(|level| {
                let same = own.iter().filter(|one| one.severity == level);
                same.filter(|one| !found.is_accepted(one)).count()
            })
        ));
        for finding in own.iter().take(SHOWN) {
            one(finding, found.is_accepted(finding));
        }
        if own.len() > SHOWN {
            progress::say(&format!("  … and {} more; --format json has all", own.len() - SHOWN));
        }
    }
    progress::say(&format!(
        "\nrelease {}: {} pages, {}",
        report.release,
        report.pages,
        counts(|level| {
            let same = report.findings.iter().filter(|one| one.severity == level);
            same.filter(|one| !found.is_accepted(one)).count()
        })
    ));
}

fn one(finding: &Finding, is_accepted: bool) {
    let level = match finding.severity {
        Level::Error if is_accepted => "accepted error",
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Hint => "hint",
    };
    let place = finding.page.as_deref().unwrap_or_default();
    let more = match finding.page_count {
        0 | 1 => String::new(),
        count => format!(" and {} more pages", count - 1),
    };
    progress::say(&format!(
        "  {level} {}: {place}{more}: {}",
        finding.code, finding.message
    ));
    progress::say(&format!("    {}", finding.hint));
    let origin = [&finding.source, &finding.edit_url].into_iter().flatten();
    let origin: Vec<&str> = origin.map(String::as_str).filter(|text| !text.is_empty()).collect();
    if !origin.is_empty() {
        progress::say(&format!("    [{}]", origin.join(", ")));
    }
}

fn counts(count: impl Fn(Level) -> usize) -> String {
    let (errors, warnings, hints) = (count(Level::Error), count(Level::Warning), count(Level::Hint));
    format!("{errors} errors, {warnings} warnings, {hints} hints")
}
