//! Answers: envelopes, the error bodies of Statamic §16 and the common headers.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

/// The remaining calls in a rate limit window, for headers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rate {
    pub(crate) limit: u32,
    pub(crate) remaining: u32,
    pub(crate) retry_after: i64,
}

/// The result of an endpoint.
#[derive(Debug)]
pub(crate) enum Reply {
    /// 200 with this body.
    Ok(Value),
    /// Another status with this body.
    Json(StatusCode, Value),
    /// A status without a body.
    Empty(StatusCode),
    /// 302 to this URL.
    Redirect(String),
    /// 404 of the content API, without a reason.
    NotFound,
    /// 404 of the site: an HTML page, whatever the client accepts.
    PageNotFound,
    /// 401 of a web server in front of the site: basic auth.
    AsksForPassword,
    /// 401 of 6.x: Laravel's body for an empty message.
    Unauthenticated,
    /// 413: the body exceeds this installation's limit.
    TooLarge,
    /// 422 with a message.
    Unprocessable(String),
    /// 419, the answer to every write to a GET endpoint.
    PageExpired,
    /// 429.
    TooManyAttempts(Rate),
    /// 500.
    ServerError,
    /// 503 in maintenance mode.
    Unavailable,
}

impl Reply {
    /// 200 with a complete body.
    pub(crate) fn ok(body: Value) -> Self {
        Self::Ok(body)
    }

    /// 200 with `{"data": …}`.
    pub(crate) fn data(data: Value) -> Self {
        Self::Ok(Value::Object(Map::from_iter([("data".to_owned(), data)])))
    }

    /// `Forbidden filter: a` or `Forbidden filters: a, b`.
    pub(crate) fn forbidden(what: &str, names: &[String]) -> Self {
        let plural = if names.len() > 1 { "s" } else { "" };
        Self::Unprocessable(format!("Forbidden {what}{plural}: {}", names.join(", ")))
    }

    /// Status and body of the API's own answers.
    pub(crate) fn json(&self) -> Option<(StatusCode, Value)> {
        match self {
            Self::Ok(body) => Some((StatusCode::OK, body.clone())),
            Self::Json(status, body) => Some((*status, body.clone())),
            Self::NotFound => Some((StatusCode::NOT_FOUND, json!({"message": "Not found."}))),
            _ => None,
        }
    }

    /// The body of a 200.
    pub(crate) fn found(&self) -> Option<&Value> {
        match self {
            Self::Ok(body) => Some(body),
            _ => None,
        }
    }

    /// Converts it to HTTP. Errors of the framework are JSON only for clients that accept JSON; the API's own answers
    /// always are.
    pub(crate) fn into_response(self, headers: &HeaderMap) -> Response {
        let rate = match &self {
            Self::TooManyAttempts(rate) => Some(*rate),
            _ => None,
        };
        let mut response = match self {
            Self::Ok(body) => json_body(StatusCode::OK, body),
            Self::Json(status, body) => json_body(status, body),
            Self::Empty(status) => status.into_response(),
            Self::Redirect(target) => redirect(&target),
            Self::NotFound => json_body(StatusCode::NOT_FOUND, json!({"message": "Not found."})),
            Self::AsksForPassword => password(),
            Self::PageNotFound => html(StatusCode::NOT_FOUND, "Page not found."),
            Self::Unprocessable(message) => json_body(StatusCode::UNPROCESSABLE_ENTITY, json!({"message": message})),
            framework => framework.of_framework(headers),
        };
        if let Some(rate) = rate {
            count_down(&mut response, rate);
            let seconds = HeaderValue::from(rate.retry_after);
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        common(response)
    }

    /// An error in Laravel's format: an HTML page unless JSON is accepted.
    fn of_framework(self, headers: &HeaderMap) -> Response {
        let page_expired = StatusCode::from_u16(419).unwrap_or(StatusCode::BAD_REQUEST);
        let (status, title, message) = match self {
            Self::PageExpired => (page_expired, "Page Expired", "CSRF token mismatch."),
            Self::Unauthenticated => (StatusCode::UNAUTHORIZED, "Unauthorized", ""),
            Self::TooManyAttempts(_) => (StatusCode::TOO_MANY_REQUESTS, "Too Many Requests", "Too Many Attempts."),
            Self::TooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "Payload Too Large",
                "The POST data is too large.",
            ),
            Self::Unavailable => (
                StatusCode::SERVICE_UNAVAILABLE,
                "Service Unavailable",
                "Service Unavailable",
            ),
            _ => (StatusCode::INTERNAL_SERVER_ERROR, "Server Error", "Server Error"),
        };
        if wants_json(headers) {
            json_body(status, json!({"message": message}))
        } else {
            html(status, title)
        }
    }
}

/// Whether a client accepts JSON.
pub(crate) fn wants_json(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    accept.is_some_and(|accept| accept.contains("/json") || accept.contains("+json"))
}

fn json_body(status: StatusCode, body: Value) -> Response {
    (status, axum::Json(body)).into_response()
}

fn html(status: StatusCode, title: &str) -> Response {
    let page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title></head><body><p>{} | {title}</p></body></html>\n",
        status.as_u16()
    );
    let content_type = HeaderValue::from_static("text/html; charset=UTF-8");
    (status, [(header::CONTENT_TYPE, content_type)], page).into_response()
}

fn redirect(target: &str) -> Response {
    let mut response = html(StatusCode::FOUND, "Redirecting");
    let target = HeaderValue::from_str(target).unwrap_or_else(|_| HeaderValue::from_static("/"));
    response.headers_mut().insert(header::LOCATION, target);
    response
}

fn password() -> Response {
    let mut response = html(StatusCode::UNAUTHORIZED, "Authorization Required");
    let realm = HeaderValue::from_static("Basic realm=\"Staging\"");
    response.headers_mut().insert(header::WWW_AUTHENTICATE, realm);
    response
}

fn common(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache, private"));
    headers.insert("permissions-policy", HeaderValue::from_static("interest-cohort=()"));
    response
}

/// CORS with Laravel's defaults.
pub(crate) fn allow_any_origin(response: &mut Response) {
    let any = HeaderValue::from_static("*");
    response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, any);
}

/// Adds the headers of a rate-limited route.
pub(crate) fn count_down(response: &mut Response, rate: Rate) {
    let headers = response.headers_mut();
    headers.insert("x-ratelimit-limit", HeaderValue::from(rate.limit));
    headers.insert("x-ratelimit-remaining", HeaderValue::from(rate.remaining));
}

/// Adds the headers for a valid preview token. All sites of this installation are on one host.
pub(crate) fn mark_preview(response: &mut Response, own: &str) {
    let headers = response.headers_mut();
    headers.insert("x-statamic-live-preview", HeaderValue::from_static("1"));
    if let Ok(policy) = HeaderValue::from_str(&format!("frame-ancestors {own}")) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
}
