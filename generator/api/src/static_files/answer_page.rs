//! Pages of a release that are filled with the answers to forms.

use std::io;

use bytes::Bytes;
use http::StatusCode;

use crate::{
    app_state::AppState,
    request::{
        RequestContext,
        row::{HtmlPage, Reply},
    },
    static_files,
    web::{code::Code, filling::Filling, problem::Problem},
};

/// A page of the live release to fill: `name` is that of a screen or of one of its later steps.
async fn template(context: &RequestContext, name: &str) -> Option<Bytes> {
    let state: &AppState = &context.state;
    let release = context.release.as_deref()?;
    let code = state.code(context.locale);
    let page = match release.answer_page(name, code) {
        Some(file) => static_files::page_to_fill(state, file).await,
        None => match release.screen(name, code, "") {
            Some(path) => static_files::screen_to_fill(state, &path).await,
            None => return None,
        },
    };
    page.unwrap_or_else(|error: io::Error| {
        tracing::error!(%error, page = name, "a page to be filled could not be read");
        None
    })
}

/// A page of the live release, filled.
pub(crate) async fn filled(
    context: &RequestContext,
    name: &str,
    status: StatusCode,
    filling: &Filling,
) -> Result<HtmlPage, Problem> {
    let missing = || Problem::from(Code::BackendUnavailable).because("the release has no page for the form");
    let page = template(context, name).await.ok_or_else(missing)?;
    let page = std::str::from_utf8(&page).map_err(|_| missing())?;
    Ok(HtmlPage {
        status,
        html: filling.fill(page),
    })
}

/// A problem as text, where the release has no page for it.
pub(crate) fn problem_as_text(context: &RequestContext, problem: &Problem) -> Reply {
    let page = context.page();
    let errors = problem.errors(page.messages, page.code);
    let lines: String = errors.iter().flat_map(|error| [error.detail.as_str(), "\n"]).collect();
    Reply {
        status: problem.code.status(),
        file: None,
        content_type: "text/plain; charset=utf-8",
        body: lines.into(),
    }
}
