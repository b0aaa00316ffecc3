//! The gate of a build: the errors that keep a release from being published, and how they are accepted and reported.

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use vitrine_check::LawReview;
use vitrine_model::{
    catalog::Catalog,
    review::{ReleaseFinding, RemarkLevel},
};
use vitrine_site::{Gate, SiteError};

use super::{
    configured_names::{self, ConfiguredName, HOLE_FIELD, HOLE_LABEL, HOLE_MENU},
    present,
};
use crate::{config::Config, progress};

/// Maximum number of findings that are printed; JSON has all.
const SHOWN: usize = 20;

/// What keeps a release from being published. `accepted` are the codes of the command line.
pub(crate) fn of(config: &Config, accepted: &[String], names: &[ConfiguredName], catalog: &Catalog) -> Gate {
    Gate {
        review: Some(Arc::new(LawReview::new())),
        accept: config.file.build.accept.iter().chain(accepted).cloned().collect(),
        found: configured_names::refusals(names),
        present: present::of(config, catalog),
    }
}

/// The codes of all errors that keep a release from being published.
fn codes() -> Vec<&'static str> {
    let mut codes = vitrine_check::law_error_codes();
    codes.extend([HOLE_MENU, HOLE_FIELD, HOLE_LABEL]);
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// An error for a code that no build refuses: it is misspelt, or of a finding that does not keep a release back.
pub(crate) fn known_codes(config: &Config, accepted: &[String]) -> Result<()> {
    let codes = codes();
    let named = config.file.build.accept.iter().map(|code| ("build.accept", code));
    for (key, code) in named.chain(accepted.iter().map(|code| ("--accept", code))) {
        if !codes.contains(&code.as_str()) {
            bail!(
                "{key}: no build is refused for {code:?}; name one of: {}",
                codes.join(", ")
            );
        }
    }
    Ok(())
}

/// The findings of a build that was refused.
pub(crate) fn refused(error: &anyhow::Error) -> Option<&[ReleaseFinding]> {
    match error.chain().find_map(|cause| cause.downcast_ref::<SiteError>()) {
        Some(SiteError::Refused(findings)) => Some(findings),
        _ => None,
    }
}

/// Reports a release that was refused, with `json` on stdout too; the sentence that sums it up.
pub(crate) fn tell_refusal(findings: &[ReleaseFinding], json: bool) -> Result<String> {
    let errors: Vec<&ReleaseFinding> = findings.iter().filter(|one| one.refuses()).collect();
    if json {
        let report = serde_json::json!({ "refused": errors, "findings": findings });
        progress::print(&report.to_string()).context("could not print the report")?;
    }
    for finding in errors.iter().take(SHOWN) {
        progress::say(&format!("error {finding}"));
    }
    let mut codes: Vec<&str> = errors.iter().map(|finding| finding.code.as_str()).collect();
    codes.dedup();
    let accept: Vec<String> = codes.iter().map(|code| format!("--accept {code}")).collect();
    let shown: Vec<&str> = errors.iter().take(3).map(|finding| finding.message.as_str()).collect();
    Ok(format!(
        "the release is not published, the live one is as it was: {} errors ({}): {}. Mend them and build again, or publish all the same with {}",
        errors.len(),
        codes.join(", "),
        shown.join("; "),
        accept.join(" ")
    ))
}

/// Reports what was found in a release that is live.
pub(crate) fn tell_published(findings: &[ReleaseFinding]) {
    let accepted = findings.iter().filter(|one| one.severity == RemarkLevel::Error);
    for finding in accepted.clone().take(SHOWN) {
        progress::say(&format!("accepted error {finding}"));
    }
    let (errors, warnings) = (
        accepted.count(),
        findings
            .iter()
            .filter(|one| one.severity == RemarkLevel::Warning)
            .count(),
    );
    if errors + warnings > 0 {
        progress::say(&format!(
            "review of the pages: {errors} errors that are accepted, {warnings} warnings; vitrine check tells all"
        ));
    }
}
