//! Live preview (Statamic §13): a token replaces one entry or term by the editor's unsaved state. A request with the token sees
//! that state wherever the item is read; queries still use the saved state, so lists exclude drafts.
//!
//! **Invariant:** a preview never changes the answer to a call without its token; an unknown or expired token is
//! ignored.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::HeaderMap;
use jiff::{SignedDuration, Timestamp};
use rand::Rng;
use rand::distr::Alphanumeric;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::check::{self, find, site_index};
use super::content::{Content, Entry};
use super::query::Query;
use super::scope::{Shown, ShownItem};
use super::term_edit::TermEdit;

/// How long Statamic caches an edited item.
const LIFETIME: SignedDuration = SignedDuration::from_hours(1);
/// Length of a token.
const TOKEN: usize = 40;
/// Maximum number of previews; the one that expires first is dropped.
const MAX_PREVIEWS: usize = 100;

/// The state that the control panel posts while an editor types.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PreviewEdit {
    /// `collection/key`, such as `pages/home`. An unknown key means an entry that was never saved: it has no id, and no call
    /// with its token can be answered.
    pub entry: String,
    /// Site handle.
    pub site: String,
    /// Fields in the editor.
    #[serde(default)]
    pub fields: Map<String, Value>,
    /// The published toggle in the editor.
    #[serde(default)]
    pub publish: Option<bool>,
    /// The toolbar's extras, answered as `live_preview` in place of `true`.
    #[serde(default)]
    pub extras: Option<Map<String, Value>>,
    /// The token of an existing session; absent = a new one.
    #[serde(default)]
    pub token: Option<String>,
}

/// What is being edited.
#[derive(Debug, Clone)]
pub(crate) enum Draft {
    Entry(PreviewEdit),
    /// A term, and the token of an existing session.
    Term(TermEdit, Option<String>),
}

impl Draft {
    fn name(&self) -> &str {
        match self {
            Self::Entry(edit) => &edit.entry,
            Self::Term(edit, _) => &edit.term,
        }
    }

    fn site(&self) -> &str {
        match self {
            Self::Entry(edit) => &edit.site,
            Self::Term(edit, _) => &edit.site,
        }
    }

    fn token(&self) -> Option<&String> {
        match self {
            Self::Entry(edit) => edit.token.as_ref(),
            Self::Term(_, token) => token.as_ref(),
        }
    }

    fn lay(&self, saved: &Content, now: Timestamp) -> Result<Content, String> {
        match self {
            Self::Entry(edit) => lay(saved, edit, now),
            Self::Term(edit, _) => {
                let mut content = saved.clone();
                edit.apply(&mut content, now)?;
                Ok(content)
            }
        }
    }

    fn item(&self, content: &Content) -> Result<ShownItem, String> {
        match self {
            Self::Entry(edit) => find(content, &edit.entry, &edit.site).map(ShownItem::Entry),
            Self::Term(edit, _) => {
                let (taxonomy, key) = edit.names()?;
                Ok(ShownItem::Term {
                    taxonomy: taxonomy.to_owned(),
                    key: key.to_owned(),
                    site: site_index(content, &edit.site)?,
                })
            }
        }
    }

    fn mark(&self) -> Value {
        let extras = match self {
            Self::Entry(edit) => edit.extras.clone(),
            Self::Term(..) => None,
        };
        extras.map_or(json!(true), Value::Object)
    }
}

#[derive(Debug, Clone)]
struct Preview {
    edit: Draft,
    until: Timestamp,
    /// The saved content, and the content with the edit applied.
    laid: Option<(Arc<Content>, Arc<Content>)>,
}

/// All active previews by token.
#[derive(Debug, Default)]
pub(crate) struct Previews(Mutex<BTreeMap<String, Preview>>);

impl Previews {
    /// Ends all previews.
    pub(crate) fn clear(&self) {
        self.lock().clear();
    }

    /// Starts or updates a live preview, and returns its token.
    ///
    /// # Errors
    /// When site, collection, field or reference do not exist, or the token is invalid.
    pub(crate) fn begin(&self, edit: Draft, saved: Arc<Content>, now: Timestamp) -> Result<String, String> {
        let token = match edit.token() {
            Some(token) if is_token(token) => token.clone(),
            Some(token) => {
                return Err(format!(
                    "previewing {}: `{token}` is no token; a token is up to 64 letters, digits and hyphens",
                    edit.name()
                ));
            }
            None => rand::rng()
                .sample_iter(Alphanumeric)
                .take(TOKEN)
                .map(char::from)
                .collect(),
        };
        let content = edit
            .lay(&saved, now)
            .map_err(|problem| format!("previewing {} in {}: {problem}", edit.name(), edit.site()))?;
        let preview = Preview {
            edit,
            until: now.checked_add(LIFETIME).unwrap_or(Timestamp::MAX),
            laid: Some((saved, Arc::new(content))),
        };
        self.put(token.clone(), preview, now);
        Ok(token)
    }

    /// The preview for the token of a request: `token` in the query or `X-Statamic-Token`.
    pub(crate) fn asked(
        &self,
        query: &Query,
        headers: &HeaderMap,
        saved: &Arc<Content>,
        now: Timestamp,
    ) -> Option<Shown> {
        let header = headers.get("x-statamic-token").and_then(|token| token.to_str().ok());
        let token = query.get("token").or(header)?;
        self.show(token, saved, now)
    }

    fn put(&self, token: String, preview: Preview, now: Timestamp) {
        let mut running = self.lock();
        running.retain(|_, preview| preview.until > now);
        if running.len() >= MAX_PREVIEWS && !running.contains_key(&token) {
            let first = running.iter().min_by_key(|(_, preview)| preview.until);
            if let Some(first) = first.map(|(token, _)| token.clone()) {
                running.remove(&first);
            }
        }
        running.insert(token, preview);
    }

    /// The preview applied to the current content; none for a token that is unknown or expired, or if the edit is no
    /// longer valid.
    fn show(&self, token: &str, saved: &Arc<Content>, now: Timestamp) -> Option<Shown> {
        let mut running = self.lock();
        let preview = running.get_mut(token).filter(|preview| preview.until > now)?;
        let fits = preview.laid.as_ref().is_some_and(|(base, _)| Arc::ptr_eq(base, saved));
        if !fits {
            preview.laid = Some((Arc::clone(saved), Arc::new(preview.edit.lay(saved, now).ok()?)));
        }
        let content = preview.laid.as_ref().map(|(_, content)| Arc::clone(content))?;
        let item = preview.edit.item(&content).ok()?;
        let mark = preview.edit.mark();
        Some(Shown { content, item, mark })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Preview>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_token(token: &str) -> bool {
    (1..=64).contains(&token.len()) && token.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

/// The content with an edit applied. A saved entry keeps its index, id and date of change; a new one is appended.
fn lay(saved: &Content, edit: &PreviewEdit, now: Timestamp) -> Result<Content, String> {
    let mut content = saved.clone();
    let site = site_index(&content, &edit.site)?;
    let known = content.localization(&edit.entry, site);
    let origin = content
        .origin(&edit.entry)
        .and_then(|index| Some(content.entry(index)?.site));
    let collection = match known.and_then(|index| content.entry(index)) {
        Some(entry) => entry.collection.clone(),
        None => edit.entry.split('/').next().unwrap_or_default().to_owned(),
    };
    check::fields(&content, &collection, &edit.fields).map_err(|(key, problem)| format!("`{key}` {problem}"))?;
    let mut changed = match known.and_then(|index| content.entry(index)) {
        Some(entry) => entry.clone(),
        None => Entry {
            key: edit.entry.clone(),
            collection,
            site,
            id: String::new(),
            origin,
            own: Map::new(),
            updated_at: now,
        },
    };
    changed.own.extend(edit.fields.clone());
    if let Some(publish) = edit.publish {
        changed.own.insert("published".to_owned(), json!(publish));
    }
    match known.and_then(|index| content.entries.get_mut(index)) {
        Some(entry) => *entry = changed,
        None => content.entries.push(changed),
    }
    content.place();
    Ok(content)
}
