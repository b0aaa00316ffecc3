//! Pages of a release that are filled with the answers to forms.

use std::io;

use bytes::Bytes;

use crate::{app_state::AppState, request::RequestContext, static_files};

/// A page of the live release to fill: `name` is that of a screen or of one of its later steps.
pub(crate) async fn template(context: &RequestContext, name: &str) -> Option<Bytes> {
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
