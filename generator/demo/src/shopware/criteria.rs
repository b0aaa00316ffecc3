//! Criteria (CONTRACT §5): parsed strictly, with the errors of §2.2, before anything is looked up.
//! Not imitated: `fields`, `grouping`, `query` scores, aggregations and the term search (see the module header of [`super`]).

use http::StatusCode;
use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use super::associations::target;
use super::errors::{ApiError, all_or_nothing};
use super::filter::Filter;
use super::out::Includes;

/// The most rows of a page.
const MAX_LIMIT: i64 = 100;

/// How `total` counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum TotalMode {
    /// The rows of this page.
    #[default]
    None,
    /// All rows.
    Exact,
    /// Up to five further pages and one row.
    NextPages,
}

/// A parsed criteria.
#[derive(Debug, Clone, Default)]
pub(crate) struct Criteria {
    pub(crate) ids: Option<Vec<String>>,
    pub(crate) page: i64,
    pub(crate) limit: Option<i64>,
    pub(crate) total_mode: TotalMode,
    pub(crate) filters: Vec<Filter>,
    pub(crate) sort: Vec<Sort>,
    pub(crate) associations: Associations,
    pub(crate) includes: Includes,
}

/// One sort field.
#[derive(Debug, Clone)]
pub(crate) struct Sort {
    pub(crate) field: String,
    pub(crate) descending: bool,
}

/// The associations asked for, as a tree.
#[derive(Debug, Clone, Default)]
pub(crate) struct Associations(IndexMap<String, Association>);

/// One association with what is asked below it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Association {
    pub(crate) nested: Associations,
    pub(crate) limit: Option<usize>,
}

impl Associations {
    /// The association, if it was asked for.
    pub(crate) fn get(&self, name: &str) -> Option<&Association> {
        self.0.get(name)
    }

    fn parse(value: Option<&Value>, entity: &str) -> Result<Self, ApiError> {
        let mut associations = IndexMap::new();
        for (name, below) in value.and_then(Value::as_object).into_iter().flatten() {
            // The long form with dots is a chain of associations.
            let (first, rest) = name
                .split_once('.')
                .map_or((name.as_str(), None), |(first, rest)| (first, Some(rest)));
            let Some(next) = target(entity, first) else {
                return Err(unknown_association(first));
            };
            let nested = match rest {
                Some(rest) => Self::parse(Some(&json!({rest: below})), next)?,
                None => Self::parse(below.get("associations"), next)?,
            };
            let limit = if rest.is_none() {
                below
                    .get("limit")
                    .and_then(whole)
                    .and_then(|limit| usize::try_from(limit).ok())
            } else {
                None
            };
            let slot: &mut Association = associations.entry(first.to_owned()).or_default();
            slot.nested.0.extend(nested.0);
            slot.limit = slot.limit.or(limit);
        }
        Ok(Self(associations))
    }
}

fn unknown_association(name: &str) -> ApiError {
    let detail = format!("Can not find association by name {name}");
    ApiError::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "FRAMEWORK__ASSOCIATION_NOT_FOUND",
        detail,
        json!({"association": name}),
    )
}

impl Criteria {
    /// Parses the criteria of a call on `entity`.
    pub(crate) fn parse(input: &Map<String, Value>, entity: &str) -> Result<Self, ApiError> {
        let includes = Includes::parse(input.get("includes"))?;
        let associations = Associations::parse(input.get("associations"), entity)?;
        let mut errors = Vec::new();
        let limit = collect(limit(input), &mut errors).flatten();
        let page = collect(page(input), &mut errors).flatten();
        let filters = collect(filters(input, entity), &mut errors).unwrap_or_default();
        let sort = collect(sort(input), &mut errors).unwrap_or_default();
        all_or_nothing(errors)?;
        Ok(Self {
            ids: ids(input)?,
            // `page` without `limit` always gives page 1.
            page: if limit.is_some() { page.unwrap_or(1) } else { 1 },
            limit,
            total_mode: total_mode(input),
            filters,
            sort,
            associations,
            includes,
        })
    }
}

fn collect<T>(result: Result<T, ApiError>, errors: &mut Vec<ApiError>) -> Option<T> {
    result.map_err(|error| errors.push(error)).ok()
}

fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}

fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn limit(input: &Map<String, Value>) -> Result<Option<i64>, ApiError> {
    let Some(value) = input.get("limit").filter(|value| !value.is_null() && *value != "") else {
        return Ok(None);
    };
    match whole(value) {
        Some(limit) if limit > MAX_LIMIT => Err(ApiError::criteria(
            "QUERY_LIMIT_EXCEEDED",
            format!("The limit must be lower than or equal to MAX_LIMIT(={MAX_LIMIT}). Given: {limit}"),
            "/limit",
            json!({"maxLimit": MAX_LIMIT, "limit": limit}),
        )),
        Some(limit) if limit >= 1 => Ok(Some(limit)),
        _ => Err(ApiError::criteria(
            "INVALID_LIMIT_QUERY",
            format!(
                "The limit parameter must be a positive integer greater or equals than 1. Given: {}",
                shown(value)
            ),
            "/limit",
            json!({"limit": value}),
        )),
    }
}

fn page(input: &Map<String, Value>) -> Result<Option<i64>, ApiError> {
    let Some(value) = input.get("page").filter(|value| !value.is_null()) else {
        return Ok(None);
    };
    match whole(value) {
        Some(page) if page >= 1 => Ok(Some(page)),
        _ => Err(ApiError::criteria(
            "INVALID_PAGE_QUERY",
            format!("The page parameter must be a positive integer. Given: {}", shown(value)),
            "/page",
            json!({"page": value}),
        )),
    }
}

fn total_mode(input: &Map<String, Value>) -> TotalMode {
    match input.get("total-count-mode").map(shown).as_deref() {
        Some("1" | "exact") => TotalMode::Exact,
        Some("2" | "next-pages") => TotalMode::NextPages,
        _ => TotalMode::None,
    }
}

fn ids(input: &Map<String, Value>) -> Result<Option<Vec<String>>, ApiError> {
    let ids: Vec<String> = match input.get("ids") {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::Array(list)) => list.iter().map(shown).collect(),
        Some(Value::String(text)) => text.split('|').map(str::to_owned).collect(),
        Some(_) => {
            return Err(ApiError::new(
                StatusCode::BAD_REQUEST,
                "FRAMEWORK__INVALID_API_CRITERIA_IDS",
                "The criteria ids must be an array of ids.",
                json!({}),
            ));
        }
    };
    match ids.iter().find(|id| !super::errors::is_id(id)) {
        Some(wrong) => Err(ApiError::invalid_uuid(wrong)),
        None => Ok((!ids.is_empty()).then_some(ids)),
    }
}

fn filters(input: &Map<String, Value>, entity: &str) -> Result<Vec<Filter>, ApiError> {
    let mut filters = Vec::new();
    for name in ["filter", "post-filter"] {
        match input.get(name) {
            None | Some(Value::Null) => {}
            Some(Value::Array(list)) => {
                for (index, item) in list.iter().enumerate() {
                    filters.push(Filter::parse(item, entity, &format!("/{name}/{index}"))?);
                }
            }
            // The short form: an object is `equals` on each of its keys.
            Some(Value::Object(map)) => {
                filters.extend(map.iter().map(|(field, value)| Filter::equals(field, value, entity)))
            }
            Some(_) => {
                return Err(ApiError::criteria(
                    "INVALID_FILTER_QUERY",
                    "The filter parameter has to be a list of filters.",
                    "/filter",
                    json!({"path": "/filter"}),
                ));
            }
        }
    }
    Ok(filters)
}

fn sort(input: &Map<String, Value>) -> Result<Vec<Sort>, ApiError> {
    match input.get("sort") {
        Some(Value::String(text)) => Ok(text
            .split(',')
            .filter(|field| !field.is_empty())
            .map(|field| Sort {
                field: field.trim_start_matches('-').to_owned(),
                descending: field.starts_with('-'),
            })
            .collect()),
        Some(Value::Array(list)) => list
            .iter()
            .enumerate()
            .map(|(index, item)| {
                let field = item.get("field").and_then(Value::as_str).ok_or_else(|| {
                    let pointer = format!("/sort/{index}");
                    ApiError::criteria(
                        "INVALID_SORT_QUERY",
                        "The \"field\" of a sorting is missing.",
                        &pointer,
                        json!({"path": pointer}),
                    )
                })?;
                let descending = item
                    .get("order")
                    .and_then(Value::as_str)
                    .is_some_and(|order| order.eq_ignore_ascii_case("desc"));
                Ok(Sort {
                    field: field.to_owned(),
                    descending,
                })
            })
            .collect(),
        _ => Ok(Vec::new()),
    }
}
