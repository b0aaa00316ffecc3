//! What the edit pages of entries and of terms share.

use std::sync::Arc;

use axum::response::{Html, IntoResponse, Json, Response};
use http::StatusCode;
use serde::Deserialize;
use serde_json::json;

use super::page;
use crate::hooks::Hooks;
use vitrine_demo_statamic::{DeskText, StatamicState};

/// The name of the demo's only editor, who is not logged in.
pub(super) const EDITOR: &str = "Sanne Vos";

/// The state of the pages.
#[derive(Debug, Clone)]
pub(crate) struct DeskState {
    pub(crate) statamic: Arc<StatamicState>,
    pub(crate) hooks: Arc<Hooks>,
    /// Base URL of the shop's pages, without a trailing slash.
    pub(crate) storefront: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Told {
    #[serde(default)]
    pub(super) saved: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Continued {
    #[serde(default)]
    pub(super) token: Option<String>,
}

/// The answer to a call for a live preview of what is at a path of the shop.
pub(super) fn previewed((shop, path): (&String, String), token: &str) -> Response {
    let mark: String = token.chars().rev().take(16).collect();
    let url = format!("{shop}{path}?preview=true&live-preview={mark}&token={token}");
    Json(json!({ "token": token, "url": url })).into_response()
}

/// What was typed, in place of what is saved.
pub(super) fn keep_typed(texts: &mut [DeskText], sent: &[(String, String)]) {
    for text in texts {
        let typed = sent.iter().find(|(pointer, _)| *pointer == text.pointer);
        text.value = typed.map_or_else(|| text.value.clone(), |(_, typed)| typed.clone());
    }
}

pub(super) fn refused(why: &str) -> Response {
    (StatusCode::UNPROCESSABLE_ENTITY, Json(json!({ "message": why }))).into_response()
}

pub(super) fn not_found() -> Response {
    (StatusCode::NOT_FOUND, Html(page::not_found())).into_response()
}
