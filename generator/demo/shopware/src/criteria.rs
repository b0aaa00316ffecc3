//! Criteria (Shopware §5): parsed strictly, with the errors of Shopware §2.2, before anything is looked up. Not
//! supported: `query` scores and the term search (see the module header of [`super`]).

use http::StatusCode;
use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use super::aggregation::{self, Aggregation};
use super::associations::target;
use super::errors::{ApiError, all_or_nothing};
use super::filter::Filter;
use super::out::Includes;
use super::partial::Fields;
use super::query::whole;

/// Maximum number of rows of a page.
const MAX_LIMIT: i64 = 100;

/// How `total` is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum TotalMode {
    /// The rows of this page.
    #[default]
    None,
    /// All rows.
    Exact,
    /// Up to five further pages plus one row.
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
    /// Filters that apply to the hits, not the aggregations.
    pub(crate) post_filters: Vec<Filter>,
    pub(crate) sort: Vec<Sort>,
    /// Fields by which rows are grouped; one row is returned for each value.
    pub(crate) grouping: Vec<String>,
    pub(crate) associations: Associations,
    pub(crate) aggregations: Vec<Aggregation>,
    pub(crate) includes: Includes,
    /// The fields of a partial answer.
    pub(crate) fields: Fields,
}

/// One sort field.
#[derive(Debug, Clone)]
pub(crate) struct Sort {
    pub(crate) field: String,
    pub(crate) descending: bool,
    /// Shorter values come before longer ones.
    pub(crate) natural: bool,
}

/// The requested associations, as a tree.
#[derive(Debug, Clone, Default)]
pub(crate) struct Associations(IndexMap<String, Association>);

/// One association with its nested criteria.
#[derive(Debug, Clone, Default)]
pub(crate) struct Association {
    pub(crate) nested: Associations,
    pub(crate) page: usize,
    pub(crate) limit: Option<usize>,
    pub(crate) filters: Vec<Filter>,
    pub(crate) sort: Vec<Sort>,
}

impl Association {
    /// Whether it has no criteria of its own.
    pub(crate) fn is_plain(&self) -> bool {
        self.filters.is_empty() && self.sort.is_empty()
    }
}

impl Associations {
    /// The association, if it was requested.
    pub(crate) fn get(&self, name: &str) -> Option<&Association> {
        self.0.get(name)
    }

    /// Adds an association that was not requested.
    pub(crate) fn add(&mut self, name: &str) {
        self.0.entry(name.to_owned()).or_default();
    }

    /// Adds the associations that fields refer to.
    fn with_those_of(mut self, fields: &Fields, entity: &str) -> Self {
        for first in fields.leading().filter(|first| target(entity, first).is_some()) {
            self.add(first);
        }
        self
    }

    /// The associations of an entity that a call always loads, written as a request.
    pub(crate) fn of(entity: &str, associations: &Value) -> Result<Self, ApiError> {
        Self::parse(Some(associations), entity)
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
            let asked = match rest {
                Some(rest) => Association {
                    nested: Self::parse(Some(&json!({rest: below})), next)?,
                    ..Association::default()
                },
                None => Association::parse(below, next)?,
            };
            let slot: &mut Association = associations.entry(first.to_owned()).or_default();
            let mut nested = std::mem::take(&mut slot.nested);
            nested.0.extend(asked.nested.0);
            // The long form has no criteria for the association itself.
            *slot = if rest.is_some() {
                slot.clone()
            } else {
                Association {
                    nested: Self::default(),
                    ..asked
                }
            };
            slot.nested = nested;
        }
        Ok(Self(associations))
    }
}

impl Association {
    fn parse(input: &Value, entity: &str) -> Result<Self, ApiError> {
        let none = Map::new();
        let input = input.as_object().unwrap_or(&none);
        let count = |name: &str| {
            let number = input.get(name).and_then(whole)?;
            usize::try_from(number).ok()
        };
        Ok(Self {
            nested: Associations::parse(input.get("associations"), entity)?,
            page: count("page").unwrap_or(1),
            limit: count("limit"),
            filters: filters(input, "filter", entity)?,
            sort: sort(input)?,
        })
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
        let by_name = |name| filters(input, name, entity);
        let filters = collect(by_name("filter"), &mut errors).unwrap_or_default();
        let post_filters = collect(by_name("post-filter"), &mut errors).unwrap_or_default();
        let sort = collect(sort(input), &mut errors).unwrap_or_default();
        let aggregations = collect(aggregation::parse(input.get("aggregations"), entity), &mut errors);
        all_or_nothing(errors)?;
        let fields = Fields::parse(input.get("fields"));
        Ok(Self {
            ids: ids(input)?,
            // `page` without `limit` always gives page 1.
            page: if limit.is_some() { page.unwrap_or(1) } else { 1 },
            limit,
            total_mode: total_mode(input),
            filters,
            post_filters,
            sort,
            grouping: texts(input.get("grouping")),
            associations: associations.with_those_of(&fields, entity),
            aggregations: aggregations.unwrap_or_default(),
            includes,
            fields,
        })
    }
}

fn collect<T>(result: Result<T, ApiError>, errors: &mut Vec<ApiError>) -> Option<T> {
    result.map_err(|error| errors.push(error)).ok()
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

fn filters(input: &Map<String, Value>, name: &str, entity: &str) -> Result<Vec<Filter>, ApiError> {
    match input.get(name) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(list)) => list
            .iter()
            .enumerate()
            .map(|(index, item)| Filter::parse(item, entity, &format!("/{name}/{index}")))
            .collect(),
        // The short form: an object is `equals` on each of its keys.
        Some(Value::Object(map)) => Ok(map
            .iter()
            .map(|(field, value)| Filter::equals(field, value, entity))
            .collect()),
        Some(_) => Err(ApiError::criteria(
            "INVALID_FILTER_QUERY",
            "The filter parameter has to be a list of filters.",
            "/filter",
            json!({"path": "/filter"}),
        )),
    }
}

/// A list of texts, or a single text.
fn texts(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        Some(Value::String(text)) => vec![text.clone()],
        _ => Vec::new(),
    }
}

fn sort(input: &Map<String, Value>) -> Result<Vec<Sort>, ApiError> {
    match input.get("sort") {
        Some(Value::String(text)) => Ok(text
            .split(',')
            .filter(|field| !field.is_empty())
            .map(|field| Sort {
                field: field.trim_start_matches('-').to_owned(),
                descending: field.starts_with('-'),
                natural: false,
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
                let natural = item.get("naturalSorting");
                Ok(Sort {
                    field: field.to_owned(),
                    descending,
                    natural: natural.is_some_and(|natural| !matches!(shown(natural).as_str(), "false" | "0" | "")),
                })
            })
            .collect(),
        _ => Ok(Vec::new()),
    }
}
