//! The edit pages of the demo's CMS, `/cp` on its port: choose an entry, change a text, preview it, save. They stand in for
//! Statamic's control panel, whose edit links point here, so that saved texts can be seen going live.
//!
//! **Invariant:** they answer only to a loopback `Host`, and accept forms only from their own pages.

mod page;
mod parts;
mod terms;

use axum::Router;
use axum::extract::{Form, Path, Query, Request, State};
use axum::middleware::{Next, from_fn};
use axum::response::{Html, IntoResponse, Json, Redirect, Response};
use axum::routing::{get, post};
use http::header::{CONTENT_TYPE, HOST, ORIGIN};
use http::{HeaderMap, StatusCode};
use serde::Deserialize;

pub(crate) use self::parts::DeskState;
use self::parts::{Continued, EDITOR, Told, keep_typed, not_found, previewed, refused};
use crate::control::is_loopback;

/// The routes, to be nested below `/cp`.
pub(crate) fn router(state: DeskState) -> Router {
    Router::new()
        .route("/", get(list))
        .route("/preview.js", get(script))
        .route("/collections/{collection}/entries/{id}", get(edit).post(save))
        .route("/collections/{collection}/entries/{id}/preview", post(preview))
        .route(
            "/taxonomies/{taxonomy}/terms/{key}/{site}",
            get(terms::edit).post(terms::save),
        )
        .route(
            "/taxonomies/{taxonomy}/terms/{key}/{site}/preview",
            post(terms::preview),
        )
        .route("/taxonomies/{taxonomy}/terms/{key}/{site}/receipt", get(terms::receipt))
        .route("/receipt.js", get(receipt_script))
        .route("/collections/{collection}/entries/{id}/receipt", get(receipt))
        .fallback(|| async { not_found() })
        .layer(from_fn(own_pages_only))
        .with_state(state)
}

#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    site: String,
    #[serde(default)]
    q: String,
}

async fn list(State(state): State<DeskState>, Query(asked): Query<Asked>) -> Response {
    let sites = state.statamic.desk_sites();
    let known = sites.iter().find(|(handle, _)| *handle == asked.site).or(sites.first());
    let site = known.map(|(handle, _)| handle.clone()).unwrap_or_default();
    let mut entries = state.statamic.desk_entries(&site);
    entries.extend(state.statamic.desk_terms(&site));
    let wanted = asked.q.trim().to_lowercase();
    entries.retain(|one| {
        format!("{} {} {}", one.title, one.entry, one.collection_title)
            .to_lowercase()
            .contains(&wanted)
    });
    Html(page::list(&sites, &site, asked.q.trim(), &entries)).into_response()
}

async fn edit(
    State(state): State<DeskState>,
    Path((_, id)): Path<(String, String)>,
    Query(told): Query<Told>,
) -> Response {
    match state.statamic.desk_entry(&id) {
        Some((entry, texts, all)) => {
            let notice = match told.saved {
                Some(_) => page::Notice::Saved,
                None => page::Notice::None,
            };
            Html(page::edit(&entry, &texts, &all, state.storefront.as_deref(), &notice)).into_response()
        }
        None => not_found(),
    }
}

async fn save(
    State(state): State<DeskState>,
    Path((collection, id)): Path<(String, String)>,
    Form(sent): Form<Vec<(String, String)>>,
) -> Response {
    let publish = sent.iter().any(|(name, _)| name == "published");
    match state.statamic.desk_save(&id, &sent, publish) {
        Ok(saved) => {
            let told = state.statamic.saved(&saved.entry, &saved.site);
            state.hooks.content_saved_by(&told, EDITOR);
            Redirect::to(&format!("/cp/collections/{collection}/entries/{id}?saved=1")).into_response()
        }
        Err(why) => match state.statamic.desk_entry(&id) {
            Some((entry, mut texts, all)) => {
                keep_typed(&mut texts, &sent);
                let notice = page::Notice::Refused(why);
                let html = page::edit(&entry, &texts, &all, state.storefront.as_deref(), &notice);
                (StatusCode::UNPROCESSABLE_ENTITY, Html(html)).into_response()
            }
            None => not_found(),
        },
    }
}

/// The script of the line beside an entry.
async fn receipt_script() -> impl IntoResponse {
    (
        [(CONTENT_TYPE, "text/javascript; charset=utf-8")],
        include_str!("receipt.js"),
    )
}

/// What became of the last save of an entry; `null` if the shop's server does not say.
async fn receipt(State(state): State<DeskState>, Path((_, id)): Path<(String, String)>) -> Response {
    match state.statamic.desk_entry(&id) {
        Some(_) => Json(state.hooks.receipt(&id).await).into_response(),
        None => not_found(),
    }
}

/// The script of the pane.
async fn script() -> impl IntoResponse {
    (
        [(CONTENT_TYPE, "text/javascript; charset=utf-8")],
        include_str!("preview.js"),
    )
}

/// What is typed, as a live preview: `{"token": …, "url": …}` like the control panel's own call (`run-preview-1`). The URL is
/// that of the collection's target, `https://shop.example{url}?preview=true`.
async fn preview(
    State(state): State<DeskState>,
    Path((_, id)): Path<(String, String)>,
    Query(continued): Query<Continued>,
    Form(sent): Form<Vec<(String, String)>>,
) -> Response {
    let publish = sent.iter().any(|(name, _)| name == "published");
    let Some((entry, ..)) = state.statamic.desk_entry(&id) else {
        return not_found();
    };
    let Some(page) = state.storefront.as_ref().zip(entry.url) else {
        return refused("the entry has no page in the shop");
    };
    match state.statamic.desk_preview(&id, &sent, publish, continued.token) {
        Ok(token) => previewed(page, &token),
        Err(why) => refused(&why),
    }
}

/// Web pages of other origins can send requests to this address, but cannot forge the header `Origin`.
async fn own_pages_only(request: Request, next: Next) -> Response {
    let headers = request.headers();
    if is_loopback(headers) && (request.method().is_safe() || is_own(headers)) {
        next.run(request).await
    } else {
        (
            StatusCode::FORBIDDEN,
            "only pages of this address, on 127.0.0.1, may do that\n",
        )
            .into_response()
    }
}

fn is_own(headers: &HeaderMap) -> bool {
    let text = |name| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    };
    text(ORIGIN).strip_prefix("http://") == Some(text(HOST))
}
