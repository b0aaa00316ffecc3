//! Submission of forms, `POST /!/forms/{handle}` (Statamic §10): a web route with CSRF check, honeypot, and two formats
//! of validation errors. Messages are in English for every site, as in an installation without language files.
//!
//! **Invariant:** nothing is stored unless all rules pass and the honeypot is empty, and a body is never read beyond
//! [`MAX_POST`].

mod csrf;

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use serde_json::{Map, Value, json};

pub(crate) use self::csrf::csrf_token;
use super::answer::{Reply, wants_json};
use super::forms::rules::Errors;
use super::forms::{Input, dates, rules, values};
use super::state::StatamicState;

/// Maximum size of a submission with its files: more than the largest file that any form accepts.
pub(crate) const MAX_POST: usize = 24 * 1024 * 1024;

/// Maximum size of a file, as set for PHP where the answers were recorded (`upload_max_filesize`).
const MAX_FILE: u64 = 12 * 1024 * 1024;

/// `/!/forms/{handle}`: only POST is a route; other methods and unknown forms give the site's 404.
pub(crate) async fn submit(
    State(state): State<Arc<StatamicState>>,
    Path(handle): Path<String>,
    request: Request,
) -> Response {
    let headers = request.headers().clone();
    if request.method() != Method::POST {
        return Reply::PageNotFound.into_response(&headers);
    }
    // The CSRF check is before the look-up of the form, as in Laravel's order of middleware.
    if state.guard.csrf(!state.is_extended()) && !csrf::passes(&headers, state.version()) {
        return Reply::PageExpired.into_response(&headers);
    }
    let content = state.content();
    let Some(form) = content.forms.get(&handle) else {
        return Reply::PageNotFound.into_response(&headers);
    };
    let input = match Input::read(request).await {
        Ok(input) => input,
        Err(reply) => return reply.into_response(&headers),
    };
    // PHP itself discards such a file, and Statamic fails on what is left of it.
    if input.uploads().iter().any(|(_, file)| file.bytes > MAX_FILE) {
        return Reply::ServerError.into_response(&headers);
    }
    let visit = Visit {
        headers: &headers,
        own: state.hosts(&headers).own,
    };
    let (now, version) = (state.clock.now(), state.version());
    if dates::breaks(form, &input, version) {
        return Reply::ServerError.into_response(&headers);
    }
    let only = visit.precognition();
    let errors = rules::check(form, &input, only.as_deref(), version, now);
    if !errors.is_empty() {
        return visit.refuse(&errors, &input).into_response(&headers);
    }
    if only.is_some() {
        return foreseen(&headers);
    }
    let submission = if input.text(&form.honeypot).is_some() {
        None
    } else {
        let data = values::of(form, &input, version, now);
        state.submissions.store(&handle, data.clone(), input.uploads(), now);
        Some(data)
    };
    visit.thank(submission, &input).into_response(&headers)
}

/// The format in which a visitor wants the answer.
struct Visit<'r> {
    headers: &'r HeaderMap,
    /// Origin of this Statamic, for resolving `_redirect`.
    own: String,
}

impl Visit<'_> {
    fn text(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    fn is_xhr(&self) -> bool {
        self.text("x-requested-with") == Some("XMLHttpRequest")
    }

    /// The fields that a precognition request wants validated; all if it lists none.
    fn precognition(&self) -> Option<Vec<String>> {
        if self.text("precognition") != Some("true") {
            return None;
        }
        let named = self.text("precognition-validate-only").unwrap_or_default();
        Some(
            named
                .split(',')
                .map(|name| name.trim().to_owned())
                .filter(|name| !name.is_empty())
                .collect(),
        )
    }

    fn thank(&self, submission: Option<Map<String, Value>>, input: &Input) -> Reply {
        let target = input.text("_redirect");
        if !wants_json(self.headers) && !self.is_xhr() {
            return self.go(target);
        }
        let created = submission.is_some();
        // For a honeypot hit, the submission is an empty PHP map, which is serialised as a list.
        let data = submission.map_or_else(|| json!([]), Value::Object);
        Reply::Ok(json!({"success": true, "submission_created": created, "submission": data, "redirect": target}))
    }

    fn refuse(&self, errors: &Errors, input: &Input) -> Reply {
        if self.is_xhr() {
            let all: Vec<&String> = errors.values().flatten().collect();
            let first: Map<String, Value> = errors
                .iter()
                .map(|(field, messages)| (field.clone(), json!(messages.first())))
                .collect();
            return Reply::Json(StatusCode::BAD_REQUEST, json!({"errors": all, "error": first}));
        }
        if wants_json(self.headers) {
            let body = json!({"message": summary(errors), "errors": errors});
            return Reply::Json(StatusCode::UNPROCESSABLE_ENTITY, body);
        }
        self.go(input.text("_error_redirect"))
    }

    /// Redirects to the target, or back to the referring page.
    fn go(&self, target: Option<&str>) -> Reply {
        let target = target.or_else(|| self.text(header::REFERER.as_str())).unwrap_or("/");
        Reply::Redirect(match target.strip_prefix('/') {
            Some(path) => format!("{}/{path}", self.own),
            None => target.to_owned(),
        })
    }
}

/// The first message, and the number of others.
fn summary(errors: &Errors) -> String {
    let mut messages = errors.values().flatten();
    let first = messages.next().cloned().unwrap_or_default();
    match messages.count() {
        0 => first,
        1 => format!("{first} (and 1 more error)"),
        more => format!("{first} (and {more} more errors)"),
    }
}

fn foreseen(headers: &HeaderMap) -> Response {
    let mut response = Reply::Empty(StatusCode::NO_CONTENT).into_response(headers);
    let success = HeaderValue::from_static("true");
    response.headers_mut().insert("precognition-success", success.clone());
    response.headers_mut().insert("precognition", success);
    response
        .headers_mut()
        .insert(header::VARY, HeaderValue::from_static("Precognition"));
    response
}
