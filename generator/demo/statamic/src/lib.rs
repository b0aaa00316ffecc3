//! A stand-in for Statamic 5.73 and 6.1: the REST content API, GraphQL, live preview and forms as described in
//! `generator/docs/statamic.md`, from the files of `content/`. Every answer is made from one immutable
//! `content::Content`; an edit replaces it as a whole.
//!
//! **Invariant:** `tests/statamic/recorded.rs` repeats every recorded call of a real 5.73 and gets the same answer,
//! `tests/statamic/six.rs` those of a real 6.1.
//!
//! Intentional differences from Statamic:
//! - all resources are enabled and every blueprint field and pseudo-field can be filtered, unless `allowed_filters` of
//!   a collection lists some or [`StatamicSettings`] disables a resource; the API cache is off unless they switch it on
//!   (that of GraphQL always is), and its key has no token;
//! - `published` of a localization falls back to its origin like any other field (files store only what differs);
//! - relations are stored by entry key; raw ids (globals, nav nodes, filters) are those of the origin entry;
//! - a URL like `statamic://entry::key` in HTML resolves in the site that stores the HTML, which equals the effect of a
//!   stored id;
//! - index order is by site handle, date and slug for entries, as file paths sort, and by key for terms (Statamic's own
//!   is arbitrary);
//! - the first root of a tree whose route has `{parent_uri}` is the home page; children of a node that a site lacks
//!   take its place;
//! - `is_embeddable` and `is_numberwang` match everything; `is_after` and `is_before` of a value that is not a date
//!   match nothing;
//! - assets are on the image CDN's host (an S3-like disk); `redirects` and `entries-by-uri` exist only in the extended
//!   profile;
//! - GraphQL: the extended profile answers at `/graphql` and `/api/graphql`, Statamic at one of them; errors have no
//!   suggestions, arguments of unknown variables and conflicting merged fields are not reported, introspection has only
//!   names and kinds; an unset select is an object of nulls as in REST; a nav's pages have the nav's fields and not
//!   those of their entry;
//! - live preview: an edited slug also changes the URIs of the pages below; one user and no toolbar; an edited term is answered in its
//!   edited site where it is asked for (Statamic's `TermRepository` replaces it by its id), in relations in the site of the entry;
//! - forms: the stock profile requires a CSRF token, which only `/!/csrf` of version 6 provides; messages are in
//!   English; `files` are stored like assets; the content of files is
//!   inspected and dropped; no mail is sent; errors of a browser's submission are not kept in a session.

mod answer;
mod asset;
mod assets;
mod augment;
mod blueprint;
mod cache;
mod check;
mod content;
mod countries;
mod dates;
mod desk;
mod entries;
mod files;
mod filter;
mod forms;
mod globals;
mod graphql;
mod graphql_schema;
mod hosts;
mod ids;
mod latency;
mod links;
mod listing;
mod load;
mod moves;
mod options;
mod page;
mod place;
mod preview;
mod query;
mod relations;
mod request;
mod rich;
mod scale;
mod scope;
mod settings;
mod state;
mod stored;
mod submit;
mod term_desk;
mod term_edit;
mod terms;
mod trees;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, HeaderValue, Method, Uri, header::DATE};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use axum::routing::any;
use jiff::fmt::rfc2822::DateTimePrinter;

use self::answer::Reply;
use self::asset::CONTAINER;
pub use self::desk::{DeskEntry, DeskText};
pub use self::forms::Submission;
pub use self::moves::{ContentTold, EntryDeletion, EntryMove};
pub use self::options::{StatamicOptions, StatamicProfile, StatamicVersion};
pub use self::preview::PreviewEdit;
use self::query::Query;
use self::request::with_scope;
use self::scope::Scope;
pub use self::settings::StatamicSettings;
pub use self::state::{EntryEdit, GlobalEdit, StatamicState};
pub use self::term_desk::DeskTermPlace;
pub use self::term_edit::{TermEdit, TermPreviewEdit};

/// The routes: the content API below `/api`, GraphQL and the submission of forms; everything else is the site's own 404.
pub fn router(state: Arc<StatamicState>) -> Router {
    Router::new()
        .route("/api/graphql", any(graphql::at_prefix))
        .route("/graphql", any(graphql::at_stock_path))
        .route("/!/forms/{handle}", any(submit::submit))
        .route("/!/csrf", any(submit::csrf_token))
        .route("/api", any(api))
        .route("/api/", any(api))
        .route("/api/{*path}", any(api))
        .fallback(page_not_found)
        .layer(DefaultBodyLimit::max(submit::MAX_POST))
        .layer(from_fn_with_state(Arc::clone(&state), front))
        .with_state(state)
}

async fn page_not_found(headers: HeaderMap) -> Response {
    Reply::PageNotFound.into_response(&headers)
}

/// Middleware for every route: maintenance, CORS only for paths below `api/`, and the header that version 6 no longer
/// has.
async fn front(State(state): State<Arc<StatamicState>>, request: axum::extract::Request, next: Next) -> Response {
    let cors = request
        .uri()
        .path()
        .strip_prefix("/api/")
        .is_some_and(|rest| !rest.is_empty());
    let mut response = match state.guard.closed(request.headers()) {
        Some(reply) => reply.into_response(request.headers()),
        None => next.run(request).await,
    };
    if cors {
        answer::allow_any_origin(&mut response);
    }
    if state.version() == StatamicVersion::Six {
        response.headers_mut().remove("permissions-policy");
    }
    dated(&state, &mut response);
    response
}

/// Sets the header `Date` from the demo's clock, like all other times in answers.
fn dated(state: &StatamicState, response: &mut Response) {
    let date = DateTimePrinter::new().timestamp_to_rfc9110_string(&state.clock.now());
    if let Some(date) = date.ok().and_then(|date| HeaderValue::from_str(&date).ok()) {
        response.headers_mut().insert(DATE, date);
    }
}

async fn api(State(state): State<Arc<StatamicState>>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    // Statamic answers every write to its GET endpoints with a missing CSRF token, not with 405 (Statamic §16).
    if !matches!(method, Method::GET | Method::HEAD | Method::OPTIONS) {
        return Reply::PageExpired.into_response(&headers);
    }
    if let Some(reply) = state.guard.without_pro().or_else(|| state.guard.refused(&headers)) {
        return reply.into_response(&headers);
    }
    let rate = match state.guard.count(state.clock.now()) {
        Ok(rate) => rate,
        Err(reply) => return reply.into_response(&headers),
    };
    let query = Query::parse(uri.query());
    let mut cost = None;
    let mut response = with_scope(&state, &query, &headers, |scope| {
        let reply = match scope.preview {
            Some(_) => fresh(&state, uri.path(), &query, scope),
            None => kept(&state, &uri, &query, scope),
        };
        if state.cache.pace.is_real() {
            let raw = uri.query().unwrap_or_default();
            cost = Some(latency::of_rest(uri.path(), &query, raw, reply.found(), scope));
        }
        reply.into_response(&headers)
    });
    if let Some(cost) = cost {
        state.cache.pace.spend(cost).await;
    }
    if let Some(rate) = rate {
        answer::count_down(&mut response, rate);
    }
    response
}

/// The cached answer, if there is one.
fn kept(state: &StatamicState, uri: &Uri, query: &Query, scope: &Scope<'_>) -> Reply {
    if !state.guard.keeps_answers() {
        return fresh(state, uri.path(), query, scope);
    }
    let address = uri.path_and_query().map(ToString::to_string).unwrap_or_default();
    if let Some(kept) = state.cache.kept(&address, scope.now) {
        return Reply::Json(kept.status, kept.body);
    }
    let reply = fresh(state, uri.path(), query, scope);
    if let Some((status, body)) = reply.json() {
        state.cache.keep(&address, status, &body, scope.now);
    }
    reply
}

/// The answer computed from the content.
fn fresh(state: &StatamicState, path: &str, query: &Query, scope: &Scope<'_>) -> Reply {
    let mut segments = path.split('/').skip(2);
    if state.guard.is_off(segments.next().unwrap_or_default()) {
        return Reply::NotFound;
    }
    let mut reply = answer(path, query, scope);
    let (collection, resource) = (segments.next().unwrap_or_default(), segments.next());
    let structured = scope
        .content
        .collections
        .get(collection)
        .is_some_and(|one| one.structured);
    if let (Reply::Ok(body), true, Some("entries"), None) = (&mut reply, structured, resource, segments.next()) {
        let site = query.get("filter[site]").unwrap_or_default();
        state.cache.chill(collection, site, body);
    }
    reply
}

/// The table of all endpoints. A trailing slash is accepted.
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
        ["assets", CONTAINER] => assets::list(scope.content, query, scope.hosts, path),
        ["assets", CONTAINER, file @ ..] => assets::show(scope.content, &file.join("/"), scope.hosts),
        ["users"] => globals::users(query, scope, path),
        ["users", id] => globals::show_user(id, scope),
        ["entries-by-uri"] if extended => entries::by_uri(query, scope),
        ["redirects"] if extended => globals::redirects(query, scope),
        _ => Reply::NotFound,
    }
}
