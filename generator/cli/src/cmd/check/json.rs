//! The findings as one JSON document, described in docs/contracts/findings.md.

use anyhow::{Context, Result};
use serde::Serialize;
use serde_json::{Map, Value, json};
use vitrine_check::{Finding, Level};
use vitrine_model::diagnostic::{Diagnostic, Severity};

use super::found::Found;

/// Version of the document.
const FORMAT: u32 = 1;
/// Name of the check that asks Shopware.
const SHOP: &str = "shop";

#[derive(Serialize)]
struct Document<'a> {
    format: u32,
    /// The release that was checked; `None` if none was.
    release: Option<Value>,
    summary: Value,
    findings: Vec<Told<'a>>,
}

/// A finding, and whether the configuration accepts it.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    finding: &'a Finding,
    accepted: bool,
}

pub(super) fn document(found: &Found) -> Result<String> {
    let texts = found.texts.iter().map(finding);
    let own: Vec<Finding> = texts.chain(found.shop.iter().flatten().map(of_shop)).collect();
    let report = found.release.as_ref();
    let findings: Vec<&Finding> = own.iter().chain(report.into_iter().flat_map(|r| &r.findings)).collect();
    let document = Document {
        format: FORMAT,
        release: report.map(|report| json!({ "id": report.release, "pages": report.pages })),
        summary: summary(found, &findings),
        findings: findings
            .into_iter()
            .map(|finding| Told {
                finding,
                accepted: found.is_accepted(finding),
            })
            .collect(),
    };
    serde_json::to_string(&document).context("could not write the findings as JSON")
}

fn summary(found: &Found, findings: &[&Finding]) -> Value {
    let mut by_check = Map::new();
    let named = found
        .release
        .iter()
        .flat_map(|_| vitrine_check::checks().map(|(name, _)| name));
    let shop = found.shop.iter().map(|_| SHOP);
    for name in std::iter::once("texts").chain(shop).chain(named) {
        let count = |level| {
            findings
                .iter()
                .filter(|one| one.check == name && one.severity == level && !found.is_accepted(one))
                .count()
        };
        let counts =
            json!({ "errors": count(Level::Error), "warnings": count(Level::Warning), "hints": count(Level::Hint) });
        by_check.insert(name.to_owned(), counts);
    }
    json!({
        "errors": found.count(Level::Error),
        "warnings": found.count(Level::Warning),
        "hints": found.count(Level::Hint),
        "accepted": found.count_accepted(),
        "checks": by_check,
    })
}

/// A finding about Shopware's answers.
fn of_shop(found: &Diagnostic) -> Finding {
    Finding {
        severity: Level::Warning,
        check: SHOP,
        source: Some(format!("{}/{}", found.place.source, found.place.kind)),
        ..finding(found)
    }
}

/// A finding about the texts. It refers to a file in `locales/`, not to a page.
fn finding(text: &Diagnostic) -> Finding {
    let place = &text.place;
    let file = place.field.as_deref().unwrap_or_default();
    let locale = place.locale.as_deref().unwrap_or_default();
    Finding {
        severity: match text.severity {
            Severity::Error | Severity::Stop => Level::Error,
            Severity::Warning => Level::Warning,
        },
        check: "texts",
        code: text.code.clone(),
        page: None,
        locale: place.locale.clone(),
        source: Some(format!("locales/{locale}/{file}")),
        edit_url: place.edit_url.clone(),
        message: text.message.clone(),
        hint: text.hint.clone().unwrap_or_default(),
        page_count: 0,
        other_pages: Vec::new(),
    }
}
