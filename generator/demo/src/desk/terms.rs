//! The edit pages of terms, one for each site (`run-preview-12`).

use axum::extract::{Form, Path, Query, State};
use axum::response::{Html, IntoResponse, Json, Redirect, Response};
use http::StatusCode;

use super::page;
use super::parts::{Continued, DeskState, EDITOR, Told, keep_typed, not_found, previewed, refused};

/// Taxonomy, key, handle of the site.
type Names = Path<(String, String, String)>;

pub(super) async fn edit(
    State(state): State<DeskState>,
    Path((taxonomy, key, site)): Names,
    Query(told): Query<Told>,
) -> Response {
    let Some((term, texts, all)) = state.statamic.desk_term((&taxonomy, &key, &site)) else {
        return not_found();
    };
    let notice = match told.saved {
        Some(_) => page::Notice::Saved,
        None => page::Notice::None,
    };
    Html(page::edit(&term, &texts, &all, state.storefront.as_deref(), &notice)).into_response()
}

pub(super) async fn save(
    State(state): State<DeskState>,
    Path((taxonomy, key, site)): Names,
    Form(sent): Form<Vec<(String, String)>>,
) -> Response {
    let place = (taxonomy.as_str(), key.as_str(), site.as_str());
    let Some((term, mut texts, all)) = state.statamic.desk_term(place) else {
        return not_found();
    };
    match state.statamic.desk_save_term(place, &sent) {
        Ok(told) => {
            state.hooks.content_saved_by(&told, EDITOR);
            Redirect::to(&format!("{}?saved=1", term.form)).into_response()
        }
        Err(why) => {
            keep_typed(&mut texts, &sent);
            let notice = page::Notice::Refused(why);
            let html = page::edit(&term, &texts, &all, state.storefront.as_deref(), &notice);
            (StatusCode::UNPROCESSABLE_ENTITY, Html(html)).into_response()
        }
    }
}

pub(super) async fn preview(
    State(state): State<DeskState>,
    Path((taxonomy, key, site)): Names,
    Query(continued): Query<Continued>,
    Form(sent): Form<Vec<(String, String)>>,
) -> Response {
    let place = (taxonomy.as_str(), key.as_str(), site.as_str());
    let Some((term, ..)) = state.statamic.desk_term(place) else {
        return not_found();
    };
    let Some(page) = state.storefront.as_ref().zip(term.url) else {
        return refused("there is no shop to preview it in");
    };
    match state.statamic.desk_preview_term(place, &sent, continued.token) {
        Ok(token) => previewed(page, &token),
        Err(why) => refused(&why),
    }
}

pub(super) async fn receipt(State(state): State<DeskState>, Path((taxonomy, key, site)): Names) -> Response {
    match state.statamic.desk_term((&taxonomy, &key, &site)) {
        Some((term, ..)) => Json(state.hooks.receipt(&term.id).await).into_response(),
        None => not_found(),
    }
}
