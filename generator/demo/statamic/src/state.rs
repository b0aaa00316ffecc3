//! State of the stand-in: the content as loaded and as edited since, previews, submissions and settings. Everything the control API
//! changes is changed here.
//! **Invariant:** a request works on one [`Content`] from start to end; an edit that is refused changes nothing.

use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

use axum::http::{HeaderMap, header};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::check::{self, find};
use super::content::Content;
use super::forms::{Submission, Submissions};
use super::graphql::Schema;
use super::hosts::Hosts;
use super::load;
use super::options::{StatamicOptions, StatamicProfile};
use super::preview::{PreviewEdit, Previews};
use super::query::Query;
use super::scope::Shown;
use super::settings::{Guard, StatamicSettings};
use vitrine_demo_shop::clock::Clock;
use vitrine_demo_shop::{ShopError, ShopFile};

/// One edit through the control API.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryEdit {
    /// `collection/key`, such as `pages/home`.
    pub entry: String,
    /// Site handle.
    pub site: String,
    /// Fields to set, as stored; `null` unsets a field in this site without falling back to the origin.
    #[serde(default)]
    pub fields: Map<String, Value>,
    /// Publish or unpublish.
    #[serde(default)]
    pub publish: Option<bool>,
}

/// State of the stand-in: the content as loaded, and as edited since.
#[derive(Debug)]
pub struct StatamicState {
    loaded: Arc<Content>,
    live: RwLock<Arc<Content>>,
    pub(super) options: StatamicOptions,
    pub(super) clock: Clock,
    pub(super) schema: Schema,
    pub(super) previews: Previews,
    pub(super) submissions: Submissions,
    pub(super) guard: Guard,
}

impl StatamicState {
    /// Loads `content/` and the media manifest of a shop folder.
    ///
    /// # Errors
    /// When a file is missing, has the wrong shape, or names something that does not exist.
    pub fn load(shop_dir: &Path, shop: &ShopFile, options: &StatamicOptions, clock: Clock) -> Result<Self, ShopError> {
        Self::load_scaled(shop_dir, shop, options, clock, 1)
    }

    /// As [`StatamicState::load`], with `growth` of every entry but the home page, as the scaled shop has of every brand.
    ///
    /// # Errors
    /// As [`StatamicState::load`].
    pub fn load_scaled(
        shop_dir: &Path,
        shop: &ShopFile,
        options: &StatamicOptions,
        clock: Clock,
        growth: usize,
    ) -> Result<Self, ShopError> {
        let loaded = Arc::new(load::load(shop_dir, shop, growth)?);
        Ok(Self {
            live: RwLock::new(Arc::clone(&loaded)),
            schema: Schema::of(&loaded),
            loaded,
            options: options.clone(),
            clock,
            previews: Previews::default(),
            submissions: Submissions::default(),
            guard: Guard::default(),
        })
    }

    /// Back to what the files say: no edits, previews, submissions or settings.
    pub fn reset(&self) {
        *self.live.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&self.loaded);
        self.previews.clear();
        self.submissions.clear();
        self.guard.reset();
    }

    /// Edits one localization of an entry, and stamps it with the clock's now.
    ///
    /// # Errors
    /// When entry, site, field or reference do not exist; nothing is changed then.
    pub fn edit_entry(&self, edit: EntryEdit) -> Result<(), String> {
        let mut live = self.live.write().unwrap_or_else(PoisonError::into_inner);
        let mut content = Content::clone(&live);
        let place = || format!("editing {} in {}", edit.entry, edit.site);
        let index = find(&content, &edit.entry, &edit.site).map_err(|problem| format!("{}: {problem}", place()))?;
        let collection = content
            .entry(index)
            .map(|entry| entry.collection.clone())
            .unwrap_or_default();
        check::fields(&content, &collection, &edit.fields)
            .map_err(|(key, problem)| format!("{}: `{key}` {problem}", place()))?;
        let now = self.clock.now();
        if let Some(entry) = content.entries.get_mut(index) {
            entry.own.extend(edit.fields);
            if let Some(publish) = edit.publish {
                entry.own.insert("published".to_owned(), json!(publish));
            }
            entry.updated_at = now;
        }
        content.place();
        *live = Arc::new(content);
        Ok(())
    }

    /// Begins a live preview or goes on with one, and answers its token.
    ///
    /// # Errors
    /// When site, collection, field or reference do not exist, or the token is none.
    pub fn preview(&self, edit: PreviewEdit) -> Result<String, String> {
        self.previews.begin(edit, self.content(), self.clock.now())
    }

    /// What the token of a request shows.
    pub(super) fn shown(&self, query: &Query, headers: &HeaderMap, saved: &Arc<Content>) -> Option<Shown> {
        self.previews.asked(query, headers, saved, self.clock.now())
    }

    /// Everything that forms were sent, oldest first.
    #[must_use]
    pub fn submissions(&self) -> Vec<Submission> {
        self.submissions.all()
    }

    /// Forgets what forms were sent.
    pub fn forget_submissions(&self) {
        self.submissions.clear();
    }

    /// Replaces the settings of the installation.
    pub fn set(&self, settings: StatamicSettings) {
        self.guard.set(settings);
    }

    pub(super) fn content(&self) -> Arc<Content> {
        Arc::clone(&self.live.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn is_extended(&self) -> bool {
        self.options.profile == StatamicProfile::Extended
    }

    pub(super) fn hosts(&self, headers: &HeaderMap) -> Hosts {
        let scheme = self
            .options
            .base_url
            .split_once("://")
            .map_or("http", |(scheme, _)| scheme);
        let host = headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok())
            .filter(|host| is_host(host));
        Hosts {
            own: host.map_or_else(|| self.options.base_url.clone(), |host| format!("{scheme}://{host}")),
            images: self.options.image_url.clone(),
            extended: self.is_extended(),
        }
    }
}

fn is_host(host: &str) -> bool {
    !host.is_empty() && host.bytes().all(|b| b.is_ascii_alphanumeric() || b"-.:[]".contains(&b))
}
