//! Filters of a criteria, evaluated as the database does: numbers equal their strings, and case is ignored.

use std::cmp::Ordering;

use http::StatusCode;
use jiff::Timestamp;
use serde_json::{Value, json};

use super::errors::ApiError;

/// The value of a row's field.
#[derive(Debug, Clone)]
pub(crate) enum Field {
    /// The values; several across an association, none if unset.
    Values(Vec<Value>),
    /// The field does not exist.
    Unknown,
    /// The field is not exposed.
    Hidden,
    /// The field is computed and not in the database.
    Runtime,
}

/// A row that can be filtered and sorted.
pub(crate) trait Row {
    /// The values of a field path without the entity's prefix.
    fn field(&self, path: &str) -> Field;
}

/// A parsed filter.
#[derive(Debug, Clone)]
pub(crate) enum Filter {
    All(Vec<Filter>),
    Any(Vec<Filter>),
    Not(Box<Filter>),
    Test { field: String, test: Test },
}

/// A test of one field.
#[derive(Debug, Clone)]
pub(crate) enum Test {
    Equals(Value),
    EqualsAny(Vec<Value>),
    EqualsAll(Vec<Value>),
    Contains(String),
    Prefix(String),
    Suffix(String),
    Range(Vec<(Bound, Value)>),
}

/// A bound of a range.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Bound {
    Gt,
    Gte,
    Lt,
    Lte,
}

impl Filter {
    pub(crate) fn equals(field: &str, value: &Value, entity: &str) -> Self {
        Self::Test {
            field: strip(field, entity),
            test: Test::Equals(value.clone()),
        }
    }

    pub(crate) fn parse(input: &Value, entity: &str, pointer: &str) -> Result<Self, ApiError> {
        let kind = input.get("type").and_then(Value::as_str).unwrap_or("");
        let queries = || -> Result<Vec<Self>, ApiError> {
            let list = input
                .get("queries")
                .and_then(Value::as_array)
                .map(Vec::as_slice)
                .unwrap_or_default();
            list.iter()
                .enumerate()
                .map(|(index, item)| Self::parse(item, entity, &format!("{pointer}/queries/{index}")))
                .collect()
        };
        let or = input
            .get("operator")
            .and_then(Value::as_str)
            .is_some_and(|operator| operator.eq_ignore_ascii_case("or"));
        match kind {
            "and" => return Ok(Self::All(queries()?)),
            "or" => return Ok(Self::Any(queries()?)),
            "multi" => {
                return Ok(if or {
                    Self::Any(queries()?)
                } else {
                    Self::All(queries()?)
                });
            }
            "nor" => return Ok(Self::Not(Box::new(Self::Any(queries()?)))),
            "nand" => return Ok(Self::Not(Box::new(Self::All(queries()?)))),
            "not" => {
                return Ok(Self::Not(Box::new(if or {
                    Self::Any(queries()?)
                } else {
                    Self::All(queries()?)
                })));
            }
            "equals" | "equalsAny" | "equalsAll" | "contains" | "prefix" | "suffix" | "range" => {}
            other => {
                return Err(invalid(
                    &format!("{pointer}/type"),
                    format!("Unsupported filter type: {other}"),
                ));
            }
        }
        let field = input
            .get("field")
            .and_then(Value::as_str)
            .filter(|field| !field.is_empty());
        let Some(field) = field else {
            return Err(missing("field", kind, pointer));
        };
        Ok(Self::Test {
            field: strip(field, entity),
            test: Test::parse(kind, input, pointer)?,
        })
    }

    /// Whether a row matches.
    pub(crate) fn matches(&self, row: &impl Row, entity: &str) -> Result<bool, ApiError> {
        match self {
            Self::All(filters) => {
                for filter in filters {
                    if !filter.matches(row, entity)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Self::Any(filters) => {
                for filter in filters {
                    if filter.matches(row, entity)? {
                        return Ok(true);
                    }
                }
                Ok(filters.is_empty())
            }
            Self::Not(filter) => Ok(!filter.matches(row, entity)?),
            Self::Test { field, test } => Ok(test.passes(&values(row, field, entity)?)),
        }
    }
}

/// The values of a field, or the error of Shopware §2.2.
pub(crate) fn values(row: &impl Row, field: &str, entity: &str) -> Result<Vec<Value>, ApiError> {
    match row.field(field) {
        Field::Values(values) => Ok(values),
        Field::Unknown => Err(ApiError::new(
            StatusCode::BAD_REQUEST,
            "FRAMEWORK__UNMAPPED_FIELD",
            format!("Field \"{field}\" in entity \"{entity}\" was not found."),
            json!({"field": field, "entity": entity}),
        )),
        Field::Hidden => Err(ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "FRAMEWORK__ACCESSOR_NOT_ALLOWED",
            format!("Accessor {entity}.{field} is not allowed in this api scope"),
            json!({"accessor": format!("{entity}.{field}")}),
        )),
        Field::Runtime => Err(ApiError::plain(
            StatusCode::INTERNAL_SERVER_ERROR,
            "1054",
            format!(
                "An exception occurred while executing a query: SQLSTATE[42S22]: Column not found: 1054 Unknown column '{entity}.{field}' in 'WHERE'"
            ),
        )),
    }
}

impl Test {
    fn parse(kind: &str, input: &Value, pointer: &str) -> Result<Self, ApiError> {
        let value = input.get("value");
        let text = || {
            value
                .and_then(Value::as_str)
                .filter(|text| !text.is_empty())
                .map(str::to_owned)
                .ok_or_else(|| missing("value", kind, pointer))
        };
        let many = || -> Result<Vec<Value>, ApiError> {
            let list = match value {
                Some(Value::Array(list)) => list.clone(),
                Some(Value::String(text)) if text != "0" => text
                    .split('|')
                    .filter(|part| !part.is_empty())
                    .map(Value::from)
                    .collect(),
                Some(Value::Number(number)) if number.as_f64() != Some(0.0) => vec![Value::Number(number.clone())],
                _ => Vec::new(),
            };
            if list.is_empty() {
                Err(missing("value", kind, pointer))
            } else {
                Ok(list)
            }
        };
        Ok(match kind {
            "equalsAny" => Self::EqualsAny(many()?),
            "equalsAll" => Self::EqualsAll(many()?),
            "contains" => Self::Contains(text()?.to_lowercase()),
            "prefix" => Self::Prefix(text()?.to_lowercase()),
            "suffix" => Self::Suffix(text()?.to_lowercase()),
            "range" => Self::Range(bounds(input, pointer)?),
            _ => match value {
                None => return Err(missing("value", kind, pointer)),
                Some(Value::Array(_) | Value::Object(_)) => {
                    return Err(invalid(
                        &format!("{pointer}/value"),
                        "The filter value of an equals filter has to be a scalar.".to_owned(),
                    ));
                }
                Some(value) => Self::Equals(value.clone()),
            },
        })
    }

    fn passes(&self, values: &[Value]) -> bool {
        let text = |test: &dyn Fn(&str) -> bool| {
            values
                .iter()
                .any(|value| value.as_str().is_some_and(|value| test(&value.to_lowercase())))
        };
        match self {
            Self::Equals(Value::Null) => values.is_empty() || values.iter().all(Value::is_null),
            Self::Equals(wanted) => values.iter().any(|value| equal(value, wanted)),
            Self::EqualsAny(wanted) => values
                .iter()
                .any(|value| wanted.iter().any(|wanted| equal(value, wanted))),
            Self::EqualsAll(wanted) => wanted
                .iter()
                .all(|wanted| values.iter().any(|value| equal(value, wanted))),
            Self::Contains(part) => text(&|value| value.contains(part.as_str())),
            Self::Prefix(part) => text(&|value| value.starts_with(part.as_str())),
            Self::Suffix(part) => text(&|value| value.ends_with(part.as_str())),
            Self::Range(bounds) => values.iter().any(|value| {
                !value.is_null() && bounds.iter().all(|(bound, limit)| bound.holds(compare(value, limit)))
            }),
        }
    }
}

impl Bound {
    fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Gt => order.is_gt(),
            Self::Gte => order.is_ge(),
            Self::Lt => order.is_lt(),
            Self::Lte => order.is_le(),
        }
    }
}

fn bounds(input: &Value, pointer: &str) -> Result<Vec<(Bound, Value)>, ApiError> {
    let parameters = input
        .get("parameters")
        .and_then(Value::as_object)
        .filter(|map| !map.is_empty());
    let Some(parameters) = parameters else {
        return Err(missing("parameters", "range", pointer));
    };
    let bound = |name: &str| match name {
        "gt" => Some(Bound::Gt),
        "gte" => Some(Bound::Gte),
        "lt" => Some(Bound::Lt),
        "lte" => Some(Bound::Lte),
        _ => None,
    };
    Ok(parameters
        .iter()
        .filter_map(|(name, value)| Some((bound(name)?, value.clone())))
        .collect())
}

fn equal(value: &Value, wanted: &Value) -> bool {
    if value.is_null() || wanted.is_null() {
        return value == wanted;
    }
    compare(value, wanted).is_eq()
}

/// The database's order of two values: dates as dates, numbers as numbers (also from a query string), otherwise text
/// without case.
pub(crate) fn compare(a: &Value, b: &Value) -> Ordering {
    if let (Some(a), Some(b)) = (instant(a), instant(b)) {
        return a.cmp(&b);
    }
    if let (Some(a), Some(b)) = (number(a), number(b)) {
        return a.total_cmp(&b);
    }
    text(a).cmp(&text(b))
}

/// A number or a boolean, or the text of one.
pub(crate) fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::Bool(flag) => Some(if *flag { 1.0 } else { 0.0 }),
        Value::String(text) if text == "true" => Some(1.0),
        Value::String(text) if text == "false" => Some(0.0),
        Value::String(text) if text.len() < 20 && text.bytes().all(|b| b.is_ascii_digit() || b"-.".contains(&b)) => {
            text.parse().ok()
        }
        _ => None,
    }
}

/// Dates in the formats of Shopware and of clients: with `T` or a space, with or without time and zone.
fn instant(value: &Value) -> Option<Timestamp> {
    let text = value
        .as_str()
        .filter(|text| text.len() >= 10 && text.as_bytes().get(4) == Some(&b'-'))?;
    text.parse().ok().or_else(|| {
        let at: jiff::civil::DateTime = text.parse().ok()?;
        at.to_zoned(jiff::tz::TimeZone::UTC).ok().map(|zoned| zoned.timestamp())
    })
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_lowercase)
}

fn strip(field: &str, entity: &str) -> String {
    field
        .strip_prefix(entity)
        .and_then(|rest| rest.strip_prefix('.'))
        .unwrap_or(field)
        .to_owned()
}

fn missing(what: &str, kind: &str, pointer: &str) -> ApiError {
    invalid(
        &format!("{pointer}/{what}"),
        format!("Parameter \"{what}\" for {kind} filter is missing."),
    )
}

fn invalid(pointer: &str, detail: String) -> ApiError {
    ApiError::criteria("INVALID_FILTER_QUERY", detail, pointer, json!({"path": pointer}))
}
