//! Edits of terms: a field is stored once, or by site (Statamic §7).

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::check::{self, site_index};
use super::content::{Content, Term};

/// One edit of a term in one site.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TermEdit {
    /// `taxonomy/key`, such as `topics/merken`; the key is the slug in the default site.
    pub term: String,
    /// Site handle.
    pub site: String,
    /// Fields to set, as stored. The slug is none of them: a live preview leaves it as it is saved.
    pub fields: Map<String, Value>,
}

/// One edit of a term in a live preview.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TermPreviewEdit {
    /// As in [`TermEdit`].
    pub term: String,
    /// Site handle.
    pub site: String,
    /// Fields in the editor.
    pub fields: Map<String, Value>,
    /// The token of an existing session; absent = a new one.
    #[serde(default)]
    pub token: Option<String>,
}

impl TermEdit {
    /// Handle of the taxonomy, and key.
    pub(crate) fn names(&self) -> Result<(&str, &str), String> {
        let names = self.term.split_once('/');
        names.ok_or_else(|| format!("`{}` is no term; a term is `taxonomy/key`", self.term))
    }

    /// Sets the fields in their site; the others keep theirs.
    pub(crate) fn apply(&self, content: &mut Content, now: Timestamp) -> Result<(), String> {
        let (taxonomy, key) = self.names()?;
        let site = site_index(content, &self.site)?;
        check::term_fields(content, taxonomy, &self.fields).map_err(|(key, problem)| format!("`{key}` {problem}"))?;
        let handles: Vec<String> = content.sites.iter().map(|site| site.handle.clone()).collect();
        let term = content.terms.iter_mut();
        let term = term
            .into_iter()
            .find(|term| term.taxonomy == taxonomy && term.key == key);
        let term = term.ok_or("there is no such term")?;
        for (field, value) in &self.fields {
            set(term, (field, value), site, &handles);
        }
        term.updated_at = now;
        Ok(())
    }
}

fn set(term: &mut Term, (field, value): (&String, &Value), site: usize, handles: &[String]) {
    let stored = term.fields.remove(field);
    let is_by_site = |map: &Map<String, Value>| !map.is_empty() && map.keys().all(|key| handles.contains(key));
    let mut by_site = match stored {
        Some(Value::Object(map)) if is_by_site(&map) => map,
        Some(one) => handles.first().map(|first| (first.clone(), one)).into_iter().collect(),
        None => Map::new(),
    };
    if let Some(handle) = handles.get(site) {
        by_site.insert(handle.clone(), value.clone());
    }
    term.fields.insert(field.clone(), Value::Object(by_site));
}
