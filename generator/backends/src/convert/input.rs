//! The shared input of all parts of the conversion, and reading records from the snapshot.
//!
//! **Invariant:** at most one raw record is held at a time.

use serde::de::DeserializeOwned;
use serde_json::{Value, value::RawValue};
use vitrine_model::{
    diagnostic::Place,
    link::{LinkTarget, strip_prefix},
    locale::{Locale, LocaleIndex, Locales},
};

use super::{assets::Assets, config::ConvertConfig, findings::Findings, next_change::NextChange};
use crate::{
    json,
    snapshot::{Line, Snapshot, SnapshotError},
};

/// Parses a line of the snapshot like [`json::lenient`]; a line that is no JSON is an error.
pub(crate) fn lenient<T: DeserializeOwned>(line: &Line) -> Result<(Option<T>, Vec<json::Fault>), SnapshotError> {
    if let Ok(record) = serde_json::from_str(line.json()) {
        return Ok((Some(record), Vec::new()));
    }
    line.is_json()?;
    Ok(json::lenient(line.json()))
}

/// The shared input of all parts of the conversion.
pub(crate) struct Input<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) config: &'a ConvertConfig,
    pub(crate) locales: &'a Locales,
    pub(crate) assets: &'a Assets,
    pub(crate) own_origins: &'a [String],
    pub(crate) next_change: &'a NextChange,
}

impl Input<'_> {
    /// The target of a link as an editor or a CMS writes it. Files of the CMS keep the CMS's host; other links to its
    /// origin become local links.
    pub(crate) fn target(&self, href: &str) -> Option<LinkTarget> {
        let origin = self.config.content_origin.trim_end_matches('/');
        let text = href.trim();
        let path = strip_prefix(text, origin)
            .filter(|_| !origin.is_empty())
            .unwrap_or(text);
        if path.starts_with('/') && self.is_file(path, origin) {
            return LinkTarget::parse(&format!("{origin}{path}"), &[]);
        }
        LinkTarget::parse(text, self.own_origins)
    }

    /// Whether a path of the CMS is a file: in the folder of the default disk, or an asset that was pulled.
    fn is_file(&self, path: &str, origin: &str) -> bool {
        let file = path.split(['?', '#']).next().unwrap_or(path);
        let is_named = file.rsplit('/').next().is_some_and(|name| name.contains('.'));
        path.starts_with("/assets/") || is_named && self.assets.with_address(&format!("{origin}{file}")).is_some()
    }

    pub(crate) fn locales(&self) -> impl Iterator<Item = (LocaleIndex, &Locale)> {
        self.locales.iter()
    }

    /// The records of a file of the snapshot, one at a time; an unreadable one is reported and left out.
    pub(crate) fn records<'s>(
        &'s self,
        file: &str,
        findings: &'s Findings,
    ) -> Result<impl Iterator<Item = Result<Value, SnapshotError>> + use<'s>, SnapshotError> {
        let file = file.to_owned();
        let raw = self.snapshot.records::<Box<RawValue>>(&file)?.enumerate();
        Ok(raw.filter_map(move |(line, raw)| {
            let raw = match raw {
                Ok(raw) => raw,
                Err(error) => return Some(Err(error)),
            };
            match json::read(raw.get().as_bytes()) {
                Ok(record) => Some(Ok(record)),
                Err(error) => {
                    findings.left_out(place_of_line(&file, line), "record", &error.to_string());
                    None
                }
            }
        }))
    }
}

/// The place of a record without an id: its file and line.
pub(crate) fn place_of_line(file: &str, line: usize) -> Place {
    let (source, kind) = file.split_once('/').unwrap_or(("", file));
    Place {
        source: source.to_owned(),
        kind: "record".to_owned(),
        id: format!("{} of {}", line + 1, kind.trim_end_matches(".jsonl")),
        ..Place::default()
    }
}
