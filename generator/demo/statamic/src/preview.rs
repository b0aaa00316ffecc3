//! Live preview (Statamic §13): a token stands for one entry as an editor has it on screen. Whoever sends it sees that entry in place of
//! the saved one, wherever it is read; queries still look at what is saved, so lists exclude drafts all the same.
//! **Invariant:** a preview never changes what a call without its token is answered; an unknown or expired token is as no token.

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
use super::scope::Shown;

/// How long an edited item stays in the cache of Statamic.
const LIFETIME: SignedDuration = SignedDuration::from_hours(1);
/// The length of a token.
const TOKEN: usize = 40;
/// The most previews at a time; the one that ends first makes room.
const MAX_PREVIEWS: usize = 100;

/// What the control panel posts while an editor types.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PreviewEdit {
    /// `collection/key`, such as `pages/home`. One that no entry has is an entry that was never saved: it has no id and is found by URI only.
    pub entry: String,
    /// Site handle.
    pub site: String,
    /// Fields as the editor has them.
    #[serde(default)]
    pub fields: Map<String, Value>,
    /// The published switch as the editor has it.
    #[serde(default)]
    pub publish: Option<bool>,
    /// The toolbar's extras, answered as `live_preview` in place of `true`.
    #[serde(default)]
    pub extras: Option<Map<String, Value>>,
    /// The token of a session that goes on; a new one when left out.
    #[serde(default)]
    pub token: Option<String>,
}

#[derive(Debug, Clone)]
struct Preview {
    edit: PreviewEdit,
    until: Timestamp,
    /// The content it was laid over, and the result.
    laid: Option<(Arc<Content>, Arc<Content>)>,
}

/// All running previews by token.
#[derive(Debug, Default)]
pub(crate) struct Previews(Mutex<BTreeMap<String, Preview>>);

impl Previews {
    /// Ends all previews.
    pub(crate) fn clear(&self) {
        self.lock().clear();
    }

    /// Begins a live preview or goes on with one, and answers its token.
    ///
    /// # Errors
    /// When site, collection, field or reference do not exist, or the token is none.
    pub(crate) fn begin(&self, edit: PreviewEdit, saved: Arc<Content>, now: Timestamp) -> Result<String, String> {
        let token = match &edit.token {
            Some(token) if is_token(token) => token.clone(),
            Some(token) => {
                return Err(format!(
                    "previewing {}: `{token}` is no token; a token is up to 64 letters, digits and hyphens",
                    edit.entry
                ));
            }
            None => rand::rng()
                .sample_iter(Alphanumeric)
                .take(TOKEN)
                .map(char::from)
                .collect(),
        };
        let content = lay(&saved, &edit, now)
            .map_err(|problem| format!("previewing {} in {}: {problem}", edit.entry, edit.site))?;
        let preview = Preview {
            edit,
            until: now.checked_add(LIFETIME).unwrap_or(Timestamp::MAX),
            laid: Some((saved, Arc::new(content))),
        };
        self.put(token.clone(), preview, now);
        Ok(token)
    }

    /// What the token of a request shows: `token` in the query or `X-Statamic-Token`.
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

    /// What a token shows over the content of now; none for a token that is unknown, expired or does not fit the content any more.
    fn show(&self, token: &str, saved: &Arc<Content>, now: Timestamp) -> Option<Shown> {
        let mut running = self.lock();
        let preview = running.get_mut(token).filter(|preview| preview.until > now)?;
        let fits = preview.laid.as_ref().is_some_and(|(base, _)| Arc::ptr_eq(base, saved));
        if !fits {
            preview.laid = Some((Arc::clone(saved), Arc::new(lay(saved, &preview.edit, now).ok()?)));
        }
        let content = preview.laid.as_ref().map(|(_, content)| Arc::clone(content))?;
        let entry = find(&content, &preview.edit.entry, &preview.edit.site).ok()?;
        let extras = preview.edit.extras.clone();
        let mark = extras.map_or(json!(true), Value::Object);
        Some(Shown { content, entry, mark })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Preview>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_token(token: &str) -> bool {
    (1..=64).contains(&token.len()) && token.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

/// The content with an edit laid over it. A saved entry keeps its index, id and date of change; a new one stands behind all others.
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
