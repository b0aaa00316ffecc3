//! Answers: envelopes, the error bodies of CONTRACT §16 and the headers every answer has.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

/// What an endpoint says.
#[derive(Debug)]
pub(crate) enum Reply {
    /// 200 with this body.
    Ok(Value),
    /// 404, never with the reason.
    NotFound,
    /// 422 with a message.
    Unprocessable(String),
    /// 419, what every write to a GET endpoint gets.
    PageExpired,
    /// 500.
    ServerError,
}

impl Reply {
    /// 200 with a whole body.
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

    /// As HTTP. Errors of the framework are JSON only for clients that accept JSON; the API's own answers always are.
    pub(crate) fn into_response(self, headers: &HeaderMap) -> Response {
        let accept = headers
            .get(header::ACCEPT)
            .and_then(|accept| accept.to_str().ok())
            .unwrap_or_default();
        let wants_json = accept.contains("/json") || accept.contains("+json");
        let (status, body) = match self {
            Self::Ok(body) => (StatusCode::OK, body),
            Self::NotFound => (StatusCode::NOT_FOUND, json!({"message": "Not found."})),
            Self::Unprocessable(message) => (StatusCode::UNPROCESSABLE_ENTITY, json!({"message": message})),
            Self::PageExpired => {
                let status = StatusCode::from_u16(419).unwrap_or(StatusCode::BAD_REQUEST);
                if !wants_json {
                    return html(status, "Page Expired");
                }
                (status, json!({"message": "CSRF token mismatch."}))
            }
            Self::ServerError => {
                if !wants_json {
                    return html(StatusCode::INTERNAL_SERVER_ERROR, "Server Error");
                }
                (StatusCode::INTERNAL_SERVER_ERROR, json!({"message": "Server Error"}))
            }
        };
        common((status, axum::Json(body)).into_response())
    }
}

fn html(status: StatusCode, title: &str) -> Response {
    let page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title></head><body><p>{} | {title}</p></body></html>\n",
        status.as_u16()
    );
    let content_type = [(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=UTF-8"),
    )];
    common((status, content_type, page).into_response())
}

fn common(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache, private"));
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert("permissions-policy", HeaderValue::from_static("interest-cohort=()"));
    response
}
