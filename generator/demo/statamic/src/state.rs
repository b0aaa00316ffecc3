//! State of the stand-in: the loaded and edited content, previews, submissions and settings. All changes by the control
//! API are made here.
//!
//! **Invariant:** a request uses one [`Content`] from start to end; a refused edit changes nothing.

use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

use axum::http::{HeaderMap, header};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::cache::ApiCache;
use super::check::{self, find};
use super::content::Content;
use super::forms::{Submission, Submissions};
use super::graphql_schema::Schema;
use super::hosts::Hosts;
use super::load;
use super::options::{StatamicOptions, StatamicProfile, StatamicVersion};
use super::preview::{Draft, PreviewEdit, Previews};
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

/// One edit of a global set through the control API.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GlobalEdit {
    /// Handle of the set.
    pub global: String,
    /// Site handle.
    pub site: String,
    /// Variables to set, as stored.
    pub fields: Map<String, Value>,
}

/// State of the stand-in.
#[derive(Debug)]
pub struct StatamicState {
    loaded: Arc<Content>,
    live: RwLock<Arc<Content>>,
    pub(super) options: StatamicOptions,
    pub(super) clock: Clock,
    /// The schemas of versions 5 and 6.
    schemas: [Schema; 2],
    pub(super) previews: Previews,
    pub(super) submissions: Submissions,
    pub(super) guard: Guard,
    pub(super) cache: ApiCache,
}

impl StatamicState {
    /// Loads `content/` and the media manifest of a shop folder.
    ///
    /// # Errors
    /// When a file is missing, has the wrong shape, or refers to something that does not exist.
    pub fn load(shop_dir: &Path, shop: &ShopFile, options: &StatamicOptions, clock: Clock) -> Result<Self, ShopError> {
        Self::load_scaled(shop_dir, shop, options, clock, 1)
    }

    /// As [`StatamicState::load`], with `growth` copies of every entry except the home page, the number of copies of
    /// every brand in the scaled shop.
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
            schemas: [StatamicVersion::Five, StatamicVersion::Six].map(|version| Schema::of(&loaded, version)),
            loaded,
            options: options.clone(),
            clock,
            previews: Previews::default(),
            submissions: Submissions::default(),
            guard: Guard::default(),
            cache: ApiCache::default(),
        })
    }

    /// Restores the state of the files: no edits, previews, submissions or settings.
    pub fn reset(&self) {
        *self.live.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&self.loaded);
        self.previews.clear();
        self.submissions.clear();
        self.guard.reset();
        self.cache.clear();
        self.cache.set_cold(false);
    }

    /// Edits one localization of an entry, and sets its time of change to that of the clock.
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
        self.cache.clear();
        Ok(())
    }

    /// Changes the content, and tells what the change returns; if it is refused, nothing is changed.
    pub(super) fn change<T>(&self, change: impl FnOnce(&mut Content) -> Result<T, String>) -> Result<T, String> {
        let mut live = self.live.write().unwrap_or_else(PoisonError::into_inner);
        let mut content = Content::clone(&live);
        let told = change(&mut content)?;
        content.place();
        *live = Arc::new(content);
        self.cache.clear();
        Ok(told)
    }

    /// Edits the variables of a global set in one site.
    ///
    /// # Errors
    /// When set, site, variable or reference do not exist; nothing is changed then.
    pub fn edit_global(&self, edit: GlobalEdit) -> Result<(), String> {
        let mut live = self.live.write().unwrap_or_else(PoisonError::into_inner);
        let mut content = Content::clone(&live);
        let place = format!("editing the global {} in {}", edit.global, edit.site);
        let site = content.site_index(&edit.site);
        let site = site.ok_or_else(|| format!("{place}: there is no such site"))?;
        check::variables(&content, &edit.global, &edit.fields)
            .map_err(|(key, problem)| format!("{place}: `{key}` {problem}"))?;
        let global = content.globals.get_mut(&edit.global);
        let variables = global.and_then(|global| global.variables.get_mut(&site));
        let variables = variables.ok_or_else(|| format!("{place}: it is not localized there"))?;
        variables.extend(edit.fields);
        *live = Arc::new(content);
        self.cache.clear();
        Ok(())
    }

    /// Starts or updates a live preview, and returns its token.
    ///
    /// # Errors
    /// When site, collection, field or reference do not exist, or the token is invalid.
    pub fn preview(&self, edit: PreviewEdit) -> Result<String, String> {
        self.previews
            .begin(Draft::Entry(edit), self.content(), self.clock.now())
    }

    /// The preview for the token of a request.
    pub(super) fn shown(&self, query: &Query, headers: &HeaderMap, saved: &Arc<Content>) -> Option<Shown> {
        self.previews.asked(query, headers, saved, self.clock.now())
    }

    /// All submissions, oldest first.
    #[must_use]
    pub fn submissions(&self) -> Vec<Submission> {
        self.submissions.all()
    }

    /// Removes all submissions.
    pub fn forget_submissions(&self) {
        self.submissions.clear();
    }

    /// Switches between the latency of a real Statamic and none.
    pub fn set_latency(&self, is_real: bool) {
        self.cache.pace.set(is_real);
    }

    /// Replaces the settings of the installation.
    pub fn set(&self, settings: StatamicSettings) {
        self.cache.set_cold(settings.cold_stache);
        self.guard.set(settings);
    }

    pub(super) fn content(&self) -> Arc<Content> {
        Arc::clone(&self.live.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The emulated version.
    #[must_use]
    pub fn version(&self) -> StatamicVersion {
        self.guard.version().unwrap_or(self.options.version)
    }

    pub(super) fn schema(&self) -> &Schema {
        let [five, six] = &self.schemas;
        match self.version() {
            StatamicVersion::Five => five,
            StatamicVersion::Six => six,
        }
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
            version: self.version(),
        }
    }
}

fn is_host(host: &str) -> bool {
    !host.is_empty() && host.bytes().all(|b| b.is_ascii_alphanumeric() || b"-.:[]".contains(&b))
}
