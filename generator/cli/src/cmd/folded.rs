//! Equal findings of a build as one: on stderr with their number and a few places, in JSON with all of them.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde_json::{Value, json};
use vitrine_model::diagnostic::{Diagnostic, Severity};
use vitrine_site::{SiteError, error::by_reason};

use crate::progress;

/// Maximum number of places that are named.
const PLACES: usize = 3;
/// Maximum number of lines for one code; JSON has all.
const LINES: usize = 20;

/// Diagnostics that differ only in their place, in the order of their first ones.
fn folded(all: &[Diagnostic]) -> Vec<Vec<&Diagnostic>> {
    let mut places = BTreeMap::new();
    let mut groups: Vec<Vec<&Diagnostic>> = Vec::new();
    for one in all {
        let key = (one.severity, &*one.code, one.message.as_str(), one.hint.as_deref());
        let place = *places.entry(key).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    groups
}

/// One diagnostic as a line: what, where, and what to do.
pub(crate) fn warning_line(found: &Diagnostic) -> String {
    let place = &found.place;
    let severity = match found.severity {
        Severity::Warning => "warning",
        Severity::Error | Severity::Stop => "error",
    };
    let mut line = format!("{severity} {}: {}", found.code, found.message);
    let locale = place.locale.as_deref().map(|l| format!(" ({l})")).unwrap_or_default();
    let field = place.field.as_deref().map(|f| format!(", {f}")).unwrap_or_default();
    line.push_str(&format!(
        " [{} {} {}{locale}{field}]",
        place.source, place.kind, place.id
    ));
    for more in [&found.hint, &place.edit_url].into_iter().flatten() {
        line.push_str(&format!(" {more}"));
    }
    line
}

/// Prints diagnostics on stderr.
pub(super) fn tell(all: &[Diagnostic]) {
    let mut lines: BTreeMap<&str, usize> = BTreeMap::new();
    for group in folded(all) {
        let Some((first, others)) = group.split_first() else {
            continue;
        };
        let printed = lines.entry(&first.code).or_default();
        *printed += 1;
        if *printed <= LINES {
            progress::say(&line(first, others));
        }
    }
    for (code, count) in lines.into_iter().filter(|(_, count)| *count > LINES) {
        progress::say(&format!("… and {} more lines of {code}; --json has all", count - LINES));
    }
}

fn line(first: &Diagnostic, others: &[&Diagnostic]) -> String {
    let line = warning_line(first);
    if others.is_empty() {
        return line;
    }
    let named: Vec<String> = others.iter().take(PLACES).map(|one| place(one)).collect();
    let more = if others.len() > PLACES { ", …" } else { "" };
    format!(
        "{line} (and in {} more places: {}{more})",
        others.len(),
        named.join(", ")
    )
}

fn place(one: &Diagnostic) -> String {
    let locale = one
        .place
        .locale
        .as_deref()
        .map(|code| format!(" ({code})"))
        .unwrap_or_default();
    format!("{} {}{locale}", one.place.kind, one.place.id)
}

/// The diagnostics as JSON: each once, with all its places.
pub(super) fn document(all: &[Diagnostic]) -> Vec<Value> {
    let groups = folded(all).into_iter().filter_map(|group| {
        let first = *group.first()?;
        let places: Vec<_> = group.iter().map(|one| &one.place).collect();
        Some(json!({
            "severity": first.severity, "code": first.code, "message": first.message, "hint": first.hint,
            "count": places.len(), "places": places,
        }))
    });
    groups.collect()
}

/// Prints the pages that could not be made as JSON on stdout, if an error is about them: each reason once, with all its
/// pages.
pub(super) fn print_failures(error: &anyhow::Error) -> Result<()> {
    let site = error.chain().find_map(|cause| cause.downcast_ref::<SiteError>());
    let Some(SiteError::Pages(failures)) = site else {
        return Ok(());
    };
    let reasons = by_reason(failures);
    let failed: Vec<Value> = reasons
        .iter()
        .map(|same| {
            let pages: Vec<Value> = same
                .0
                .iter()
                .map(|page| json!({ "path": page.path, "source": page.source_entry }))
                .collect();
            let reason = same.0.first().map(|page| page.reason.to_string());
            json!({ "reason": reason, "count": pages.len(), "pages": pages })
        })
        .collect();
    progress::print(&json!({ "failed": failed }).to_string()).context("could not print the failures")
}
