//! Aggregations of a criteria (Shopware §5): parsed strictly, then computed over the filtered rows. Values that the
//! database returns as decimal are strings, as in Shopware; averages and sums are numbers.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::errors::ApiError;
use super::filter::{Filter, Row, compare, number, values};
use super::out::num;

/// A parsed aggregation.
#[derive(Debug, Clone)]
pub(crate) struct Aggregation {
    name: String,
    field: String,
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    Avg,
    Min,
    Max,
    Sum,
    Count,
    Stats,
    Terms {
        limit: Option<usize>,
        by_count: Option<bool>,
        nested: Option<Box<Aggregation>>,
    },
    Histogram(Interval),
    Range(Vec<(Option<f64>, Option<f64>, String)>),
    Entity(String),
    Filter(Vec<Filter>, Box<Aggregation>),
}

#[derive(Debug, Clone, Copy)]
enum Interval {
    Minute,
    Hour,
    Day,
    Month,
    Year,
}

/// Parses the `aggregations` of a criteria.
pub(crate) fn parse(value: Option<&Value>, entity: &str) -> Result<Vec<Aggregation>, ApiError> {
    let list = value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    list.iter()
        .enumerate()
        .map(|(index, item)| Aggregation::parse(item, entity, &format!("/aggregations/{index}")))
        .collect()
}

fn invalid(pointer: &str, message: impl Into<String>) -> ApiError {
    let message = message.into();
    let parameters = json!({"message": message});
    ApiError::criteria("INVALID_AGGREGATION_QUERY", message, pointer, parameters)
}

impl Aggregation {
    fn parse(input: &Value, entity: &str, pointer: &str) -> Result<Self, ApiError> {
        let text = |key: &str| input.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
        let name = text("name").filter(|name| name.parse::<f64>().is_err());
        let Some(name) = name else {
            return Err(invalid(pointer, "The aggregation name should be a non-empty string."));
        };
        if name.contains(['?', ':']) {
            let detail = format!("Invalid aggregation name \"{name}\", cannot contain question marks und colon.");
            return Err(ApiError::new(
                http::StatusCode::BAD_REQUEST,
                "FRAMEWORK__INVALID_AGGREGATION_NAME",
                detail,
                json!({"name": name}),
            ));
        }
        let Some(kind) = text("type") else {
            let message = format!("The aggregations of \"{name}\" should be a non-empty string.");
            return Err(invalid(pointer, message));
        };
        let field = text("field").unwrap_or_default();
        let field = field
            .strip_prefix(entity)
            .and_then(|rest| rest.strip_prefix('.'))
            .unwrap_or(field);
        let kind = Kind::parse(kind, input, entity, pointer)?;
        if field.is_empty() && !matches!(kind, Kind::Filter(..)) {
            return Err(invalid(pointer, "The aggregation should contain a \"field\"."));
        }
        Ok(Self {
            name: name.to_owned(),
            field: field.to_owned(),
            kind,
        })
    }

    fn nested(input: &Value, entity: &str, pointer: &str) -> Result<Option<Box<Self>>, ApiError> {
        let nested = input.get("aggregation").filter(|nested| !nested.is_null());
        nested
            .map(|nested| Ok(Box::new(Self::parse(nested, entity, pointer)?)))
            .transpose()
    }
}

impl Kind {
    fn parse(kind: &str, input: &Value, entity: &str, pointer: &str) -> Result<Self, ApiError> {
        let unknown = |what: &str, given: &str| {
            let message = format!("The aggregation {what} \"{given}\" used as key does not exist.");
            invalid(pointer, message)
        };
        Ok(match kind {
            "avg" => Self::Avg,
            "min" => Self::Min,
            "max" => Self::Max,
            "sum" => Self::Sum,
            "count" => Self::Count,
            "stats" => Self::Stats,
            "terms" => Self::Terms {
                limit: input
                    .get("limit")
                    .and_then(super::query::whole)
                    .and_then(|limit| usize::try_from(limit).ok()),
                by_count: input.get("sort").and_then(|sort| {
                    let order = sort.get("order").and_then(Value::as_str).unwrap_or("ASC");
                    let field = sort.get("field").and_then(Value::as_str)?;
                    (field == "_count").then(|| order.eq_ignore_ascii_case("desc"))
                }),
                nested: Aggregation::nested(input, entity, pointer)?,
            },
            "histogram" => {
                let interval = input.get("interval").and_then(Value::as_str).unwrap_or_default();
                Self::Histogram(match interval {
                    "minute" => Interval::Minute,
                    "hour" => Interval::Hour,
                    "day" => Interval::Day,
                    "month" => Interval::Month,
                    "year" => Interval::Year,
                    other => return Err(unknown("interval", other)),
                })
            }
            "range" => Self::Range(ranges(input)),
            "entity" => Self::Entity(
                input
                    .get("definition")
                    .and_then(Value::as_str)
                    .ok_or_else(|| invalid(pointer, "The aggregation should contain a \"definition\"."))?
                    .to_owned(),
            ),
            "filter" => {
                let filters = input
                    .get("filter")
                    .and_then(Value::as_array)
                    .cloned()
                    .unwrap_or_default();
                let filters = filters
                    .iter()
                    .map(|filter| Filter::parse(filter, entity, pointer))
                    .collect::<Result<_, _>>()?;
                let nested = Aggregation::nested(input, entity, pointer)?;
                let missing = || invalid(pointer, "The filter aggregation should contain an \"aggregation\".");
                Self::Filter(filters, nested.ok_or_else(missing)?)
            }
            other => return Err(unknown("type", other)),
        })
    }
}

fn ranges(input: &Value) -> Vec<(Option<f64>, Option<f64>, String)> {
    let list = input
        .get("ranges")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    let range = |item: &Value| {
        let bound = |key: &str| item.get(key).and_then(Value::as_f64);
        let shown = |bound: Option<f64>| bound.map_or_else(|| "*".to_owned(), |bound| num(bound).to_string());
        let (from, to) = (bound("from"), bound("to"));
        let key = item.get("key").and_then(Value::as_str).map(str::to_owned);
        (
            from,
            to,
            key.unwrap_or_else(|| format!("{}-{}", shown(from), shown(to))),
        )
    };
    list.iter().map(range).collect()
}

/// Finds the entities of an `entity` aggregation: those of a definition with these ids, in the order of the ids.
pub(crate) type Entities<'e> = &'e dyn Fn(&str, &[String]) -> Vec<Value>;

/// Computes aggregations over rows; `[]` if there are none.
pub(crate) fn compute<R: Row>(
    rows: &[R],
    aggregations: &[Aggregation],
    entity: &str,
    entities: Entities<'_>,
) -> Result<Value, ApiError> {
    let rows: Vec<&R> = rows.iter().collect();
    let mut results = Map::new();
    for aggregation in aggregations {
        // An aggregation nested in a filter is returned under its own name.
        let (name, result) = one(&rows, aggregation, entity, entities)?;
        results.insert(name, result);
    }
    Ok(super::out::list_if_empty(results))
}

fn one<R: Row>(
    rows: &[&R],
    aggregation: &Aggregation,
    entity: &str,
    entities: Entities<'_>,
) -> Result<(String, Value), ApiError> {
    if let Kind::Filter(filters, nested) = &aggregation.kind {
        let mut kept = Vec::new();
        'rows: for row in rows {
            for filter in filters {
                if !filter.matches(*row, entity)? {
                    continue 'rows;
                }
            }
            kept.push(*row);
        }
        return one(&kept, nested, entity, entities);
    }
    let mut columns = Vec::with_capacity(rows.len());
    for row in rows {
        columns.push(values(*row, &aggregation.field, entity)?);
    }
    let table = Table {
        rows,
        columns: &columns,
        entity,
        entities,
    };
    let name = aggregation.name.clone();
    let mut result = Map::new();
    result.insert("name".to_owned(), name.clone().into());
    let fields = table.fields(aggregation)?;
    result.extend(fields.into_iter().map(|(key, value)| (key.to_owned(), value)));
    result.insert("apiAlias".to_owned(), format!("{name}_aggregation").into());
    Ok((name, Value::Object(result)))
}

/// Rows with their values of the aggregated field.
struct Table<'t, R> {
    rows: &'t [&'t R],
    columns: &'t [Vec<Value>],
    entity: &'t str,
    entities: Entities<'t>,
}

impl<R: Row> Table<'_, R> {
    fn all(&self) -> impl Iterator<Item = &Value> {
        self.columns.iter().flatten()
    }

    /// The fields of an aggregation's result between its name and its apiAlias.
    fn fields(&self, aggregation: &Aggregation) -> Result<Vec<(&'static str, Value)>, ApiError> {
        let field = &aggregation.field;
        let numbers: Vec<f64> = self.all().filter_map(number).collect();
        let least = || ("min", least(self.all(), field));
        let most = || ("max", most(self.all(), field));
        let sum = || ("sum", num(cleaned(numbers.iter().sum())));
        Ok(match &aggregation.kind {
            Kind::Avg => vec![("avg", average(&numbers))],
            Kind::Min => vec![least()],
            Kind::Max => vec![most()],
            Kind::Sum => vec![sum()],
            Kind::Count => vec![("count", self.all().count().into())],
            Kind::Stats => vec![least(), most(), ("avg", average(&numbers)), sum()],
            Kind::Terms {
                limit,
                by_count,
                nested,
            } => vec![("buckets", self.terms(*limit, *by_count, nested.as_deref())?)],
            Kind::Histogram(interval) => vec![("buckets", self.histogram(*interval)?)],
            Kind::Range(ranges) => vec![("ranges", in_ranges(&numbers, ranges))],
            Kind::Entity(definition) => {
                let mut ids: Vec<String> = self.all().filter_map(Value::as_str).map(str::to_owned).collect();
                ids.sort_unstable();
                ids.dedup();
                vec![("entities", (self.entities)(definition, &ids).into())]
            }
            Kind::Filter(..) => Vec::new(),
        })
    }

    fn terms(
        &self,
        limit: Option<usize>,
        by_count: Option<bool>,
        nested: Option<&Aggregation>,
    ) -> Result<Value, ApiError> {
        let mut buckets = buckets(self.rows, self.columns, shown);
        if let Some(descending) = by_count {
            buckets.sort_by_key(|(_, rows)| rows.len());
            if descending {
                buckets.reverse();
            }
        }
        buckets.truncate(limit.unwrap_or(usize::MAX));
        let buckets = buckets
            .into_iter()
            .map(|(key, rows)| bucket(&key, &rows, nested, self.entity, self.entities));
        buckets.collect()
    }

    fn histogram(&self, interval: Interval) -> Result<Value, ApiError> {
        let buckets = buckets(self.rows, self.columns, |value| interval.start(&shown(value)));
        let dated = buckets.iter().filter(|(key, _)| !key.is_empty());
        dated
            .map(|(key, rows)| bucket(key, rows, None, self.entity, self.entities))
            .collect()
    }
}

fn in_ranges(numbers: &[f64], ranges: &[(Option<f64>, Option<f64>, String)]) -> Value {
    let counts = ranges.iter().map(|(from, to, key)| {
        let within = |number: &&f64| from.is_none_or(|from| **number >= from) && to.is_none_or(|to| **number < to);
        (key.clone(), Value::from(numbers.iter().filter(within).count()))
    });
    Value::Object(counts.collect())
}

/// Groups the rows by value, in the order of the keys; rows without a value are under the empty key.
fn buckets<'r, R>(rows: &[&'r R], columns: &[Vec<Value>], key: impl Fn(&Value) -> String) -> Vec<(String, Vec<&'r R>)> {
    let mut buckets: BTreeMap<String, Vec<&R>> = BTreeMap::new();
    for (row, values) in rows.iter().zip(columns) {
        if values.is_empty() {
            buckets.entry(String::new()).or_default().push(row);
        }
        for value in values {
            buckets.entry(key(value)).or_default().push(row);
        }
    }
    buckets.into_iter().collect()
}

fn bucket<R: Row>(
    key: &str,
    rows: &[&R],
    nested: Option<&Aggregation>,
    entity: &str,
    entities: Entities<'_>,
) -> Result<Value, ApiError> {
    let mut bucket = json!({"key": key, "count": rows.len()});
    if let (Some(nested), Some(map)) = (nested, bucket.as_object_mut()) {
        let (name, result) = one(rows, nested, entity, entities)?;
        map.insert(name, result);
    }
    if let Some(map) = bucket.as_object_mut() {
        map.insert("apiAlias".to_owned(), "aggregation_bucket".into());
    }
    Ok(bucket)
}

fn average(numbers: &[f64]) -> Value {
    #[expect(clippy::cast_precision_loss, reason = "as many rows as a shop has")]
    let count = numbers.len() as f64;
    if numbers.is_empty() {
        Value::Null
    } else {
        num(cleaned(numbers.iter().sum::<f64>() / count))
    }
}

/// The database computes in decimals: this removes the rounding errors of floats.
fn cleaned(number: f64) -> f64 {
    (number * 1e8).round() / 1e8
}

fn least<'v>(values: impl Iterator<Item = &'v Value>, field: &str) -> Value {
    values
        .min_by(|a, b| compare(a, b))
        .map_or(Value::Null, |value| decimal(value, field).into())
}

fn most<'v>(values: impl Iterator<Item = &'v Value>, field: &str) -> Value {
    values
        .max_by(|a, b| compare(a, b))
        .map_or(Value::Null, |value| decimal(value, field).into())
}

/// A value as the database prints it: amounts with four decimals, others unchanged, always a string.
fn decimal(value: &Value, field: &str) -> String {
    match value.as_f64() {
        Some(number) if matches!(field, "price" | "cheapestPrice") => money(number),
        _ => shown(value),
    }
}

/// An amount as the database prints it.
pub(crate) fn money(number: f64) -> String {
    format!("{number:.4}")
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Bool(flag) => i32::from(*flag).to_string(),
        other => other.to_string(),
    }
}

impl Interval {
    /// The start of the interval that contains a date-time, as PHP prints it; empty for an invalid one.
    fn start(self, at: &str) -> String {
        let (kept, rest) = match self {
            Self::Minute => (16, ":00"),
            Self::Hour => (13, ":00:00"),
            Self::Day => (10, " 00:00:00"),
            Self::Month => (7, "-01 00:00:00"),
            Self::Year => (4, "-01-01 00:00:00"),
        };
        let kept = at.get(..kept).filter(|_| at.len() >= 16);
        kept.map_or_else(String::new, |kept| format!("{}{rest}", kept.replace('T', " ")))
    }
}
