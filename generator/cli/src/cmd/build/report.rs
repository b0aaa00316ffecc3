//! What a build tells of itself: for people, and as JSON.

use vitrine_backends::shopware::ShopState;
use vitrine_model::{
    catalog::Catalog,
    diagnostic::{Diagnostic, Severity},
    planned::PlannedChange,
};
use vitrine_site::{BuildReport, report::Why, tag_manager};

use crate::{
    cmd::{configured_names::ConfiguredName, folded, gate},
    progress,
    stages::Passed,
};

/// The result of a build.
pub(super) struct Built {
    pub(super) report: BuildReport,
    /// The next time at which the site changes without an event.
    pub(super) next_change: Option<jiff::Timestamp>,
    /// The entries that appear and end by themselves.
    pub(super) planned: Vec<PlannedChange>,
    pub(super) passed: Vec<Passed>,
    /// Whether the shop is public and has no tag manager's id.
    pub(super) lacks_tag_id: bool,
    /// Number of records of each kind in the Catalog.
    pub(super) counts: serde_json::Map<String, serde_json::Value>,
    /// How often each name of the configuration is in the data.
    pub(super) names: Vec<ConfiguredName>,
    /// The state of Shopware before the pull, if it was read.
    pub(super) shop: Option<ShopState>,
}

/// Number of records of each kind.
pub(super) fn counts(catalog: &Catalog) -> serde_json::Map<String, serde_json::Value> {
    let counts = [
        ("products", catalog.products().len()),
        ("families", catalog.families().len()),
        ("categories", catalog.categories().len()),
        ("entries", catalog.entries().len()),
    ];
    counts
        .into_iter()
        .map(|(kind, count)| (kind.to_owned(), count.into()))
        .collect()
}

/// The report as one JSON document: seconds by stage and in total, the stages with their counts, the number of records,
/// and the result.
pub(super) fn machine_readable(built: &Built, total: f64) -> serde_json::Value {
    let mut seconds: serde_json::Map<_, _> = built
        .passed
        .iter()
        .map(|passed| (passed.stage.to_owned(), passed.seconds.into()))
        .collect();
    seconds.insert("total".to_owned(), total.into());
    serde_json::json!({
        "seconds": seconds,
        "peak_memory_bytes": built.passed.last().and_then(|last| last.peak_memory_bytes),
        "stages": built.passed,
        "counts": built.counts,
        "names": built.names,
        "warnings": folded::document(&built.report.warnings),
        "report": built.report,
    })
}

/// Says how it went.
pub(super) fn tell(built: &Built, seconds: f64) {
    let report = &built.report;
    folded::tell(&report.warnings);
    if built.lacks_tag_id {
        progress::say(tag_manager::MISSING);
    }
    gate::tell_published(&report.findings);
    let changes = &report.changes;
    let is_error = |found: &&Diagnostic| found.severity > Severity::Warning;
    let errors = match report.warnings.iter().filter(is_error).count() {
        0 => String::new(),
        count => format!(", {count} of them errors: what they name is not live"),
    };
    progress::say(&format!(
        "{} pages ({} rendered), {} files, {} KB: {} new, {} changed, {} gone, {} as before, {} warnings{errors}",
        report.pages,
        report.rendered,
        report.files,
        report.bytes / 1024,
        changes.added.len(),
        changes.changed.len(),
        changes.removed.len(),
        changes.unchanged,
        report.warnings.len()
    ));
    report.why.iter().for_each(tell_why);
    let reused = if report.reused { ", which lay there already" } else { "" };
    progress::say(&format!(
        "release {}{reused} is live after {seconds:.2} s",
        report.release,
    ));
}

fn tell_why(why: &Why) {
    if why.reasons.is_empty() {
        progress::say(&format!("{}: taken over from the live release", why.path));
    } else {
        progress::say(&format!(
            "{}: rendered because these differ: {}",
            why.path,
            why.reasons.join(", ")
        ));
    }
}
