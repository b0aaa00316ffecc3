//! The scope of a request.

use std::sync::Arc;

use axum::http::HeaderMap;
use axum::response::Response;

use super::answer::{self, Reply};
use super::content::Content;
use super::query::Query;
use super::scope::{Relations, Scope, Shown};
use super::state::StatamicState;

/// Answers from one state of the content, with the preview of the request's token applied.
pub(crate) fn with_scope(
    state: &StatamicState,
    query: &Query,
    headers: &HeaderMap,
    make: impl FnOnce(&Scope<'_>) -> Response,
) -> Response {
    let saved: Arc<Content> = state.content();
    let shown: Option<Shown> = state.shown(query, headers, &saved);
    if shown.as_ref().is_some_and(Shown::is_unsaved) {
        return Reply::ServerError.into_response(headers);
    }
    let hosts = state.hosts(headers);
    let scope = Scope {
        content: shown.as_ref().map_or(&saved, |shown| &shown.content),
        saved: &saved,
        preview: shown.as_ref(),
        hosts: &hosts,
        now: state.clock.now(),
        site: 0,
        owner: 0,
        relations: Relations::Shallow,
        entry: None,
        collection: None,
    };
    let mut response = make(&scope);
    if shown.is_some() {
        answer::mark_preview(&mut response, &hosts.own);
    }
    response
}
