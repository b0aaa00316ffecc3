//! The response to a form without JavaScript: its page, filled.
//!
//! **Invariant:** typed values are returned in the page and not stored; names of marks start with the form's handle, so
//! that several forms on a page do not interfere.

use http::StatusCode;
use url::form_urlencoded;
use vitrine_forms::{FormSpec, Value, spec::FieldSpec};
use vitrine_model::{form::FieldKind, path::SitePath};

use super::{
    body::{self, Submitted},
    recorded::DONE,
    types::{FormSent, FormState},
};
use crate::{
    request::{
        RequestContext,
        row::{HtmlPage, Reply, page},
    },
    static_files,
    web::{code::Code, filling::Filling, problem::Problem},
};

/// Query parameter with the path of the page.
const PAGE: &str = "page";
/// Maximum length of a path in bytes.
const MAX_PATH: usize = 1_000;

/// The path of the form's page, from the query.
pub(super) fn path_of(context: &RequestContext) -> Option<String> {
    let query = context.query.as_deref()?;
    let (_, path) = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == PAGE)?;
    let fits = path.starts_with('/') && path.len() <= MAX_PATH && SitePath::parse(&path).is_ok();
    fits.then(|| path.into_owned())
}

/// The page with the outcome.
pub(super) async fn of_outcome(context: &RequestContext, sent: &FormSent) -> Reply {
    let handle = context.parameter("form").unwrap_or_default();
    let mut filling = Filling::default();
    filling.text(&format!("{handle}.reference"), sent.reference.as_str());
    filling.show(&format!("{handle}.done"));
    let (outcome, key) = match sent.outcome {
        FormState::Sent => ("sent", "errors.form_sent"),
        FormState::Kept => ("kept-here", "errors.form_kept"),
    };
    filling.show(&format!("{handle}.{outcome}"));
    let words = || {
        let told = context.page();
        told.messages.text(told.code, key, &[])
    };
    filled(context, DONE, &filling, words).await
}

/// The page with the typed values and the faults.
pub(super) async fn page_of_problem(context: &RequestContext, problem: &Problem) -> Reply {
    let handle = context.parameter("form").unwrap_or_default();
    let mut filling = Filling::default();
    if let Some(form) = context.release.as_deref().and_then(|release| release.form(handle))
        && let Ok(submitted) = body::read(context, &form.spec).await
    {
        keep(&mut filling, &form.spec, &submitted);
    }
    let told = context.page();
    let errors = problem.errors(told.messages, told.code);
    for error in &errors {
        match &error.source {
            Some(source) => {
                let name = format!("{handle}.fault.{}", source.pointer.trim_start_matches('/'));
                filling.shown_text(&name, &error.detail);
            }
            None => filling.shown_text(&format!("{handle}.problem"), &error.detail),
        }
    }
    if problem.code == Code::FormRefused {
        filling.show(&format!("{handle}.faults"));
    }
    let words = || errors.iter().map(|error| format!("{}\n", error.detail)).collect();
    filled(context, problem.code.status(), &filling, words).await
}

/// Fills in the typed values, except files.
fn keep(filling: &mut Filling, spec: &FormSpec, submitted: &Submitted) {
    for field in spec.fields.iter().filter(|field| field.has_value()) {
        let name = format!("{}.{}", spec.handle, field.handle);
        let value = submitted.values.get(&field.handle).cloned().unwrap_or(Value::Missing);
        filling.text(&name, text_of(&value));
        for key in chosen(field, value) {
            filling.show(&format!("{name}={key}"));
        }
    }
}

/// The typed text, not trimmed.
fn text_of(value: &Value) -> &str {
    match value {
        Value::Text(text) => text,
        _ => "",
    }
}

fn chosen(field: &FieldSpec, value: Value) -> Vec<String> {
    if field.kind == FieldKind::Files {
        return Vec::new();
    }
    match value.of_field(field) {
        Value::Text(text) => vec![text],
        Value::List(list) => list,
        Value::Flag(true) => vec!["1".to_owned()],
        _ => Vec::new(),
    }
}

/// The filled page; a text if there is no page to fill.
async fn filled(
    context: &RequestContext,
    status: StatusCode,
    filling: &Filling,
    words: impl FnOnce() -> String,
) -> Reply {
    let path = path_of(context);
    let read = match &path {
        Some(path) => static_files::screen_to_fill(&context.state, path).await,
        None => Ok(None),
    };
    let template = read.unwrap_or_else(|error| {
        tracing::error!(%error, "a page with a form could not be read");
        None
    });
    match template.as_deref().map(std::str::from_utf8) {
        Some(Ok(template)) => page(HtmlPage {
            status,
            html: filling.fill(template),
        }),
        _ => Reply {
            status,
            file: None,
            content_type: "text/plain; charset=utf-8",
            body: words().into(),
        },
    }
}
