//! GraphQL (Statamic §12): queries over the same content as REST, at Statamic's path and, in the extended profile, also
//! below `/api`. Queries support the whole language except subscriptions and mutations; the schema is Statamic's as far
//! as the contract describes it.
//!
//! **Invariant:** every GraphQL answer has status 200; a document with an error is answered without `data`, an
//! execution error next to `data`.

mod branch;
mod dates;
mod document;
mod execute;
mod fields;
mod form;
mod introspection;
mod lexer;
mod navs;
mod nodes;
mod parser;
mod root;
mod run;
mod validate;
mod values;

use std::sync::Arc;

use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::response::Response;
use bytes::Bytes;
use serde_json::{Map, Value, json};

use self::document::{Document, Operation, Problem};
use self::run::Run;
use super::answer::Reply;
pub(crate) use super::graphql_schema as schema;
use super::graphql_schema::Schema;
use super::latency;
use super::options::StatamicVersion;
use super::query::Query;
use super::request::with_scope;
use super::scope::Scope;
use super::state::StatamicState;

/// Maximum length of a document.
const MAX_DOCUMENT: usize = 256 * 1024;
/// Maximum number of documents in one batch.
const MAX_BATCH: usize = 50;

/// `/graphql`.
pub(crate) async fn at_stock_path(State(state): State<Arc<StatamicState>>, request: Request) -> Response {
    answer(&state, request, true).await
}

/// `/api/graphql`: a stock installation treats it as a write without a CSRF token, or as an unknown resource.
pub(crate) async fn at_prefix(State(state): State<Arc<StatamicState>>, request: Request) -> Response {
    if state.is_extended() {
        return answer(&state, request, false).await;
    }
    let reply = if request.method() == Method::GET {
        Reply::NotFound
    } else {
        Reply::PageExpired
    };
    reply.into_response(request.headers())
}

async fn answer(state: &StatamicState, request: Request, honeypots: bool) -> Response {
    let (headers, method) = (request.headers().clone(), request.method().clone());
    let query = Query::parse(request.uri().query());
    if let Some(reply) = state.guard.without_pro() {
        return reply.into_response(&headers);
    }
    // The token of version 6 only protects REST.
    if state.version() == StatamicVersion::Five
        && let Some(reply) = state.guard.refused(&headers)
    {
        return reply.into_response(&headers);
    }
    let asked = match method {
        Method::GET | Method::HEAD => of_query(&query),
        Method::POST => match of_body(request, &headers).await {
            Ok(asked) => asked,
            Err(reply) => return reply.into_response(&headers),
        },
        _ => return Reply::PageNotFound.into_response(&headers),
    };
    let mut cost = None;
    let response = with_scope(state, &query, &headers, |scope| {
        let one = |asked: &Value| run(asked, scope, state.schema(), honeypots);
        let body = match &asked {
            Value::Array(batch) => batch.iter().take(MAX_BATCH).map(one).collect(),
            single => one(single),
        };
        cost = state.cache.pace.is_real().then(|| latency::of_graphql(&asked, &body));
        Reply::Ok(body).into_response(&headers)
    });
    if let Some(cost) = cost {
        state.cache.pace.spend(cost).await;
    }
    response
}

/// `?query=…&variables={…}&operationName=…`, or the same as a form.
fn of_query(query: &Query) -> Value {
    let variables = query
        .get("variables")
        .and_then(|text| serde_json::from_str::<Value>(text).ok());
    json!({"query": query.get("query"), "variables": variables, "operationName": query.get("operationName")})
}

async fn of_body(request: Request, headers: &HeaderMap) -> Result<Value, Reply> {
    let body = Bytes::from_request(request, &()).await.map_err(|_| Reply::TooLarge)?;
    let content_type = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    if content_type.starts_with("application/x-www-form-urlencoded") {
        return Ok(of_query(&Query::parse(std::str::from_utf8(&body).ok())));
    }
    Ok(serde_json::from_slice(&body).unwrap_or_default())
}

/// Executes one document.
fn run(asked: &Value, scope: &Scope<'_>, schema: &Schema, honeypots: bool) -> Value {
    // Laravel trims all texts of a request.
    let text = asked
        .get("query")
        .and_then(Value::as_str)
        .map(str::trim)
        .unwrap_or_default();
    if text.is_empty() {
        let message = "GraphQL Request must include at least one of those two parameters: \"query\" or \"queryId\"";
        return refused(&[Problem::anywhere(message)]);
    }
    if text.len() > MAX_DOCUMENT {
        return refused(&[Problem::anywhere(format!(
            "The document is longer than {MAX_DOCUMENT} bytes"
        ))]);
    }
    let document = match parser::parse(text) {
        Ok(document) => document,
        Err(problem) => return refused(&[problem]),
    };
    let operation = match choose(&document, asked.get("operationName").and_then(Value::as_str)) {
        Ok(operation) => operation,
        Err(problem) => return refused(&[problem]),
    };
    let problems = validate::problems(schema, &document, operation);
    if !problems.is_empty() {
        return refused(&problems);
    }
    let none = Map::new();
    let sent = asked.get("variables").and_then(Value::as_object).unwrap_or(&none);
    match Run::prepare(scope, schema, &document, operation, honeypots, sent) {
        Ok(run) => run.answer(operation),
        Err(problems) => refused(&problems),
    }
}

fn refused(problems: &[Problem]) -> Value {
    json!({"errors": problems.iter().map(Problem::answered).collect::<Vec<_>>()})
}

/// The operation with this name, or the only one.
fn choose<'d>(document: &'d Document, name: Option<&str>) -> Result<&'d Operation, Problem> {
    let operation = match (name, document.operations.as_slice()) {
        (Some(name), all) => {
            let found = all.iter().find(|operation| operation.name.as_deref() == Some(name));
            found.ok_or_else(|| Problem::anywhere(format!("Unknown operation named \"{name}\".")))?
        }
        (None, [only]) => only,
        (None, []) => return Err(Problem::anywhere("Must provide an operation.")),
        (None, _) => {
            return Err(Problem::anywhere(
                "Must provide operation name if query contains multiple operations.",
            ));
        }
    };
    if operation.kind == "query" {
        return Ok(operation);
    }
    Err(Problem::new(
        format!("Schema is not configured for {}s.", operation.kind),
        operation.spot,
    ))
}
