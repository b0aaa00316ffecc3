//! GraphQL queries (Statamic §12).
//!
//! **Invariant:** an answer with errors is an error, even if it also has data (R-BACK-02). A query is sent by GET,
//! which may be retried (R-BACK-03); neither its text nor its variables are logged.

use reqwest::header::HeaderMap;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{client::StatamicClient, envelope::Paging};
use crate::{
    error::{ApiError, BackendError},
    http::{Answered, Refused, Target},
    query,
};

/// A query for one list, with the variables `site`, `limit` and `page`.
#[derive(Debug)]
pub(super) struct ListQuery {
    /// The document.
    pub(super) document: String,
    /// The field of the answer's `data` that contains the list.
    pub(super) field: &'static str,
}

/// What GraphQL answers.
#[derive(Deserialize)]
pub(super) struct WireAnswer {
    #[serde(default)]
    pub(super) data: Option<Map<String, Value>>,
    #[serde(default)]
    errors: Vec<WireError>,
}

#[derive(Deserialize)]
struct WireError {
    #[serde(default)]
    message: String,
    #[serde(default)]
    path: Vec<Value>,
    #[serde(default)]
    extensions: Value,
}

/// One page of a list.
#[derive(Deserialize)]
struct WirePage {
    data: Vec<Value>,
    total: u64,
    current_page: u64,
    last_page: u64,
}

impl StatamicClient {
    /// One page of a list.
    pub(super) async fn graphql_page(
        &self,
        query: &ListQuery,
        variables: &Value,
    ) -> Result<(Answered, Option<Paging>, Vec<Value>), BackendError> {
        let (answered, mut data) = self.graphql(&query.document, variables).await?;
        let list = data.remove(query.field).unwrap_or_default();
        let page: WirePage = serde_json::from_value(list)
            .map_err(|error| answered.unusable(format!("its {} are no page of a list: {error}", query.field)))?;
        let paging = Paging {
            current_page: page.current_page,
            last_page: page.last_page,
            total: page.total,
        };
        Ok((answered, Some(paging), page.data))
    }

    /// The answer to a document, whatever errors are in it.
    pub(super) async fn ask(&self, document: &str, variables: &Value) -> Result<(Answered, WireAnswer), BackendError> {
        let mut parameters = json!({"query": document, "variables": variables.to_string()});
        if let (Some(marker), Some(map)) = (&self.marker, parameters.as_object_mut()) {
            // The cache of GraphQL is by document and variables.
            map.insert("query".to_owned(), format!("{document}# {marker}\n").into());
            map.insert("_".to_owned(), marker.as_str().into());
        }
        let path = self.graphql_path.as_str();
        let target = Target::new(path).query(query::encode(&parameters));
        let answered = self
            .graphql
            .get(&target, &HeaderMap::new())
            .await
            .map_err(|Refused { error, .. }| {
                tracing::error!(path, status = error.status(), "a content fetch failed");
                error
            })?;
        let answer = answered.json()?;
        Ok((answered, answer))
    }

    pub(super) async fn graphql(
        &self,
        document: &str,
        variables: &Value,
    ) -> Result<(Answered, Map<String, Value>), BackendError> {
        let (answered, WireAnswer { data, errors }) = self.ask(document, variables).await?;
        if !errors.is_empty() {
            tracing::error!(path = %answered.call.path, status = 200, errors = errors.len(), "a content fetch failed");
            return Err(BackendError::GraphQl {
                call: answered.call,
                errors: errors.into_iter().map(WireError::into_api).collect(),
            });
        }
        match data {
            Some(data) => Ok((answered, data)),
            None => Err(answered.unusable("it has neither data nor errors")),
        }
    }
}

impl WireError {
    fn into_api(self) -> ApiError {
        let path = self.path.iter().map(|part| match part {
            Value::String(name) => format!("/{name}"),
            other => format!("/{other}"),
        });
        let path: String = path.collect();
        let reasons = self.extensions.get("validation").and_then(Value::as_object);
        let reasons: Vec<&str> = reasons
            .into_iter()
            .flat_map(|fields| fields.values())
            .filter_map(Value::as_array)
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        ApiError {
            status: "200".to_owned(),
            title: self.message,
            detail: (!reasons.is_empty()).then(|| reasons.join("; ")),
            pointer: (!path.is_empty()).then_some(path),
            ..ApiError::default()
        }
    }
}
