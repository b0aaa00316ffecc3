//! The report as text and as one JSON document (docs/contracts/doctor.md).

use anyhow::{Context, Result};
use serde_json::json;

use super::{
    codes::{Area, Severity},
    report::Report,
};
use crate::progress;

/// Version of the document.
const FORMAT: u32 = 1;

/// Prints the report to stderr.
pub(super) fn text(report: &Report) {
    for area in Area::ALL {
        progress::say(&format!("\n{}", area.title()));
        for fact in report.facts.iter().filter(|fact| fact.area == area) {
            progress::say(&format!("  {}: {}", fact.what, fact.seen));
        }
        let mut found = 0;
        for one in report.findings.iter().filter(|one| one.area == area) {
            found += 1;
            let severity = match one.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            };
            let locale = one
                .locale
                .as_ref()
                .map_or_else(String::new, |code| format!(" ({code})"));
            progress::say(&format!("  {severity} {}{locale}: {}", one.code, one.message));
            progress::say(&format!("    set at: {}", one.set_at));
            progress::say(&format!("    {}", one.remedy));
        }
        let mut unchecked = 0;
        for one in report.unchecked.iter().filter(|one| one.area == area) {
            unchecked += 1;
            progress::say(&format!("  not checked: {}: {}", one.what, one.why));
        }
        if found + unchecked == 0 {
            progress::say("  nothing is wrong");
        }
    }
    progress::say(&format!(
        "\n{} errors, {} warnings, {} not checked",
        report.count(Severity::Error),
        report.count(Severity::Warning),
        report.unchecked.len()
    ));
}

/// The report as JSON.
pub(super) fn document(report: &Report) -> Result<String> {
    let document = json!({
        "format": FORMAT,
        "summary": {
            "errors": report.count(Severity::Error),
            "warnings": report.count(Severity::Warning),
            "not_checked": report.unchecked.len(),
        },
        "findings": report.findings,
        "not_checked": report.unchecked,
        "seen": report.facts,
    });
    serde_json::to_string(&document).context("could not write the report as JSON")
}
