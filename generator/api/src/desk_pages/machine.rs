//! The desk for machines: everything as JSON, and what became of the last save of an entry.

use axum::body::Body;
use http::{HeaderValue, Response, header};
use serde::Serialize;

use super::{report::report, visit::Visit};
use crate::{
    desk::saves::{Save, Standing},
    events::names::is_cms_name,
    web::{code::Code, problem::Problem},
};

/// What became of the last save of an entry.
#[derive(Serialize)]
struct Receipt<'a> {
    entry: &'a str,
    /// The save; `null` if none of the last ones was of this entry.
    save: Option<&'a Save>,
    /// The live release.
    release: Option<&'a str>,
}

pub(super) async fn everything(visit: &Visit<'_>) -> Result<Response<Body>, Problem> {
    let report = report(visit.state).await?;
    json(&*report)
}

pub(super) async fn receipt(visit: &Visit<'_>) -> Result<Response<Body>, Problem> {
    let entry = visit.asked("entry").unwrap_or_default();
    if !is_cms_name(entry) {
        return Err(Problem::invalid("entry is no id of an entry or a term"));
    }
    let report = report(visit.state).await?;
    let is_of_it = |save: &&Save| save.what.iter().any(|what| what.id.as_deref() == Some(entry));
    let mut save = report.saves.iter().find(is_of_it).cloned();
    if let Some(Standing::Refused { findings, .. }) = save.as_mut().map(|save| &mut save.standing) {
        // An editor of the CMS is told of the first ones; the desk has all.
        findings.truncate(3);
    }
    json(&Receipt {
        entry,
        save: save.as_ref(),
        release: report.release.as_deref(),
    })
}

fn json(answer: &impl Serialize) -> Result<Response<Body>, Problem> {
    let body = serde_json::to_vec(answer);
    let body = body.map_err(|error| Problem::from(Code::InternalError).because(&error.to_string()))?;
    let mut response = Response::new(Body::from(body));
    let kind = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    Ok(response)
}
