//! Reports text that was probably not meant to be shown: unreplaced template syntax and CMS links, and values nested
//! too deeply to read.
//!
//! Nothing is changed here. Pages print the text escaped.

use std::{fmt::Write as _, sync::LazyLock};

use memchr::memmem::Finder;
use serde_json::Value;
use vitrine_model::diagnostic::{Diagnostic, Place};

use super::findings::Findings;

/// Deeper values are not inspected; no field of either backend is nested this deeply.
const MAX_DEPTH: usize = 40;
/// Maximum number of findings for one record.
const MAX_FINDINGS: usize = 20;
/// Text that a template or a script of the CMS should have replaced.
const UNFINISHED: [(&str, &str); 3] = [
    ("{{", "an expression that nothing fills"),
    ("[object Object]", "a value that is no text"),
    ("statamic://", "a link of the CMS that is no link here"),
];
/// Keys that no page shows (Statamic §18.9).
const NOT_SHOWN: [&str; 4] = ["api_url", "edit_url", "permalink", "customFields"];

/// A cheap check whether a record's JSON may contain something to report.
pub(super) fn may_have_findings(json: &str) -> bool {
    static FINDERS: LazyLock<[Finder<'static>; 3]> = LazyLock::new(|| UNFINISHED.map(|(text, _)| Finder::new(text)));
    FINDERS.iter().any(|finder| finder.find(json.as_bytes()).is_some())
}

/// Inspects a record.
pub(super) fn check(record: &Value, place: &Place, findings: &Findings) {
    let mut told = 0;
    walk(record, &mut String::new(), 0, &mut |path, what| {
        told += 1;
        if told <= MAX_FINDINGS {
            report(path, what, place, findings);
        }
    });
}

/// A finding at a path.
#[derive(Clone, Copy)]
enum Found {
    Deep,
    Text(&'static str, &'static str),
}

fn walk(value: &Value, path: &mut String, depth: usize, found: &mut impl FnMut(&str, Found)) {
    let length = path.len();
    match value {
        Value::String(text) => {
            for (wanted, what) in UNFINISHED {
                if holds(text, wanted) {
                    found(path, Found::Text(wanted, what));
                }
            }
        }
        Value::Array(_) | Value::Object(_) if depth == MAX_DEPTH => found(path, Found::Deep),
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                // Writing to a `String` cannot fail.
                let _ = write!(path, "[{index}]");
                walk(value, path, depth + 1, found);
                path.truncate(length);
            }
        }
        Value::Object(map) => {
            for (key, value) in map
                .iter()
                .filter(|(key, _)| depth > 0 || !NOT_SHOWN.contains(&key.as_str()))
            {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(key);
                walk(value, path, depth + 1, found);
                path.truncate(length);
            }
        }
        _ => {}
    }
}

/// Whether a text contains `wanted` in a visible place. The CMS's internal links are allowed where links may be: as the
/// whole value, and as a URL in HTML or Markdown.
fn holds(text: &str, wanted: &str) -> bool {
    if wanted != "statamic://" {
        return text.contains(wanted);
    }
    text.match_indices(wanted).any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        !(before.is_empty() || before.ends_with(['"', '\'', '=', '(']))
    })
}

fn report(path: &str, found: Found, place: &Place, findings: &Findings) {
    let place = Place {
        field: Some(path.to_owned()),
        ..place.clone()
    };
    let record = format!("the field {path} of {} {}", place.kind, place.id);
    findings.push(match found {
        Found::Deep => Diagnostic::warning(
            "too-deep",
            format!("{record} is nested too deep: its inner part is not read"),
            place,
        )
        .hint("Put it together with fewer levels."),
        Found::Text(text, what) => Diagnostic::warning(
            "unfinished-text",
            format!("{record} holds {text:?}, {what}; pages show it as it stands"),
            place,
        )
        .hint("Write what should be read there, if this is not what is meant."),
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn unfinished_texts_are_reported_with_their_field() {
        let findings = Findings::default();
        let mut deep = json!("x");
        for _ in 0..60 {
            deep = json!([deep]);
        }
        let record = json!({
            "title": "{{ title }}", "blocks": [{"a": 1}, {"heading": "[object Object]"}], "deep": deep,
            "fine": "<a href=\"statamic://entry::a\">x</a> { {", "whole": "statamic://entry::a", "lost": "see statamic://entry::a",
            "api_url": "{{"
        });
        check(&record, &Place::default(), &findings);
        let told = findings.into_list();
        let fields: Vec<(&str, &str)> = told
            .iter()
            .map(|found| (&*found.code, found.place.field.as_deref().unwrap()))
            .collect();
        let deep = format!("deep{}", "[0]".repeat(39));
        assert_eq!(
            fields,
            [
                ("too-deep", deep.as_str()),
                ("unfinished-text", "blocks[1].heading"),
                ("unfinished-text", "lost"),
                ("unfinished-text", "title")
            ]
        );
    }
}
