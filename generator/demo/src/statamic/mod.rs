//! The stand-in Statamic: the REST content API of Statamic 5.73 as `contracts/statamic/CONTRACT.md` describes it, from the files of
//! `content/`. Every answer is made from one immutable [`content::Content`]; an edit replaces it as a whole.
//!
//! Where it knowingly differs from a real Statamic:
//! - all endpoints are on, every blueprint field and the pseudo-fields are allow-listed; no rate limit, no bearer token, no API cache;
//! - preview tokens are ignored as unknown ones are, GraphQL and `/!/forms` are answered 404: they come with their own issues;
//! - `published` of a localization falls back to its origin like any other field (files store only what differs);
//! - relations are stored by entry key; raw ids (globals, nav nodes, filters) are those of the origin entry;
//! - a URL like `statamic://entry::key` in HTML resolves in the site that stores the HTML, which is what a stored id amounts to;
//! - index order is by site handle, date and slug for entries, as file paths sort, and by key for terms (Statamic's own is arbitrary);
//! - the first root of a tree whose route has `{parent_uri}` is the home page; children of a node that a site lacks move up;
//! - `is_embeddable` and `is_numberwang` filter nothing; `is_after` and `is_before` of something that is no date match nothing;
//! - assets live on the image CDN's host (an S3-like disk); `redirects` and `entries-by-uri` exist in the extended profile only.

mod answer;
mod assets;
mod augment;
mod blueprint;
mod check;
mod content;
mod countries;
mod entries;
mod files;
mod filter;
mod globals;
mod listing;
mod load;
mod page;
mod place;
mod query;
mod relations;
mod rich;
mod scale;
mod terms;
mod trees;

use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, Method, Uri, header};
use axum::response::Response;
use axum::routing::any;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use self::answer::Reply;
use self::augment::{Hosts, Relations, Scope};
use self::content::Content;
use self::query::Query;
use crate::clock::Clock;
use crate::shop::{ShopError, ShopFile};

/// Which Statamic answers: the stock REST API or the one with the extensions of CONTRACT §17.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StatamicProfile {
    /// Exactly the shapes of 5.73.
    #[default]
    Stock,
    /// Also `entries-by-uri` and `redirects`; sizes and focus on asset references; slug, uri, collection and slugs on entry references;
    /// `slugs` and `locales` on entries.
    Extended,
}

/// How the stand-in Statamic answers.
#[derive(Debug, Clone, Default)]
pub struct StatamicOptions {
    /// Stock or extended.
    pub profile: StatamicProfile,
    /// Base URL of this Statamic, without a trailing slash; used when a request names no host.
    pub base_url: String,
    /// Base URL of the image CDN, without a trailing slash.
    pub image_url: String,
}

/// One edit through the control door.
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
    options: StatamicOptions,
    clock: Clock,
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
            loaded,
            options: options.clone(),
            clock,
        })
    }

    /// Back to what the files say.
    pub fn reset(&self) {
        *self.live.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&self.loaded);
    }

    /// Edits one localization of an entry, and stamps it with the clock's now.
    ///
    /// # Errors
    /// When entry, site, field or reference do not exist; nothing is changed then.
    pub fn edit_entry(&self, edit: EntryEdit) -> Result<(), String> {
        let mut live = self.live.write().unwrap_or_else(PoisonError::into_inner);
        let mut content = Content::clone(&live);
        let site = content.site_index(&edit.site).ok_or_else(|| {
            let known: Vec<&str> = content.sites.iter().map(|site| site.handle.as_str()).collect();
            format!(
                "editing {}: `{}` is no site; sites are {}",
                edit.entry,
                edit.site,
                known.join(", ")
            )
        })?;
        let place = || format!("editing {} in {}", edit.entry, edit.site);
        let index = content.localization(&edit.entry, site).ok_or_else(|| {
            format!(
                "{}: no such entry; name it as collection/key, such as pages/home",
                place()
            )
        })?;
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

    fn content(&self) -> Arc<Content> {
        Arc::clone(&self.live.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn hosts(&self, headers: &HeaderMap) -> Hosts {
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
            extended: self.options.profile == StatamicProfile::Extended,
        }
    }
}

fn is_host(host: &str) -> bool {
    !host.is_empty() && host.bytes().all(|b| b.is_ascii_alphanumeric() || b"-.:[]".contains(&b))
}

/// The routes: everything below `/api`.
pub fn router(state: Arc<StatamicState>) -> Router {
    Router::new()
        .route("/api", any(api))
        .route("/api/", any(api))
        .route("/api/{*path}", any(api))
        .with_state(state)
}

async fn api(State(state): State<Arc<StatamicState>>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    // Statamic answers every write to its read endpoints with the missing CSRF token, not with 405 (CONTRACT §16).
    if !matches!(method, Method::GET | Method::HEAD | Method::OPTIONS) {
        return Reply::PageExpired.into_response(&headers);
    }
    let content = state.content();
    let hosts = state.hosts(&headers);
    let scope = Scope {
        content: &content,
        hosts: &hosts,
        now: state.clock.now(),
        site: 0,
        owner: 0,
        relations: Relations::Shallow,
        entry: None,
        collection: None,
    };
    answer(uri.path(), &Query::parse(uri.query()), &scope).into_response(&headers)
}

/// One table of all endpoints. A trailing slash works.
fn answer(path: &str, query: &Query, scope: &Scope<'_>) -> Reply {
    let path = path.trim_end_matches('/');
    let decoded: Vec<String> = path
        .split('/')
        .skip(2)
        .map(|segment| {
            percent_encoding::percent_decode_str(segment)
                .decode_utf8_lossy()
                .into_owned()
        })
        .collect();
    let segments: Vec<&str> = decoded.iter().map(String::as_str).collect();
    let extended = scope.hosts.extended;
    match segments.as_slice() {
        ["collections", collection, "entries"] => listing::list(collection, query, scope, path),
        ["collections", collection, "entries", id] => entries::show(collection, id, scope),
        ["collections", collection, "tree"] => trees::collection(collection, query, scope),
        ["navs", nav, "tree"] => trees::nav(nav, query, scope),
        ["taxonomies", taxonomy, "terms"] => terms::list(taxonomy, query, scope, path),
        ["taxonomies", taxonomy, "terms", slug] => terms::show(taxonomy, slug, scope),
        ["taxonomies", taxonomy, "terms", slug, "entries"] => terms::entries(taxonomy, slug, query, scope, path),
        ["globals"] => globals::list(query, scope),
        ["globals", handle] => globals::show(handle, query, scope),
        ["forms"] => globals::forms(scope),
        ["forms", handle] => globals::show_form(handle, scope),
        ["assets", assets::CONTAINER] => assets::list(scope.content, query, scope.hosts, path),
        ["assets", assets::CONTAINER, file @ ..] => assets::show(scope.content, &file.join("/"), scope.hosts),
        ["users"] => globals::users(query, scope, path),
        ["users", id] => globals::show_user(id, scope),
        ["entries-by-uri"] if extended => entries::by_uri(query, scope),
        ["redirects"] if extended => globals::redirects(query, scope),
        _ => Reply::NotFound,
    }
}
