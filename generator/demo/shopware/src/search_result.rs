//! Applying a criteria to rows, and the wrapper `dal_entity_search_result` (Shopware §4.1, §5).

use std::cmp::Ordering;
use std::collections::HashSet;

use serde_json::{Value, json};

use super::Ctx;
use super::aggregation::{self, Entities};
use super::criteria::{Association, Criteria, Sort, TotalMode};
use super::errors::ApiError;
use super::filter::{Field, Filter, Row, compare, values};
use super::out::{Includes, Out};

/// Rows selected by a criteria.
pub(crate) struct Page<R> {
    pub(crate) rows: Vec<R>,
    pub(crate) total: usize,
    page: i64,
    limit: Option<i64>,
    aggregations: Value,
}

/// Default limit.
const DEFAULT_LIMIT: i64 = 100;

/// Filters, aggregates, sorts and pages `rows`. `id` returns the id of a row, `entities` finds the entities of an
/// aggregation.
pub(crate) fn select<R: Row>(
    rows: Vec<R>,
    criteria: &Criteria,
    entity: &str,
    id: impl Fn(&R) -> String,
    entities: Entities<'_>,
) -> Result<Page<R>, ApiError> {
    let rows = matching(rows, &criteria.filters, entity)?;
    let aggregations = aggregation::compute(&rows, &criteria.aggregations, entity, entities)?;
    let hits = matching(rows, &criteria.post_filters, entity)?;
    let mut page = if let Some(ids) = &criteria.ids {
        by_ids(hits, ids, id)
    } else {
        let hits = grouped(sorted(hits, &criteria.sort, entity)?, &criteria.grouping, entity)?;
        cut(hits.len(), hits.into_iter(), criteria)
    };
    page.aggregations = aggregations;
    Ok(page)
}

/// The rows that match all filters.
pub(crate) fn matching<R: Row>(rows: Vec<R>, filters: &[Filter], entity: &str) -> Result<Vec<R>, ApiError> {
    if filters.is_empty() {
        return Ok(rows);
    }
    let mut hits = Vec::new();
    'rows: for row in rows {
        for filter in filters {
            if !filter.matches(&row, entity)? {
                continue 'rows;
            }
        }
        hits.push(row);
    }
    Ok(hits)
}

fn by_ids<R>(rows: Vec<R>, ids: &[String], id: impl Fn(&R) -> String) -> Page<R> {
    let mut by_place: Vec<(usize, R)> = rows
        .into_iter()
        .filter_map(|row| Some((ids.iter().position(|wanted| *wanted == id(&row))?, row)))
        .collect();
    by_place.sort_by_key(|(place, _)| *place);
    let rows: Vec<R> = by_place.into_iter().map(|(_, row)| row).collect();
    Page {
        total: rows.len(),
        rows,
        page: 1,
        limit: None,
        aggregations: json!([]),
    }
}

/// The first row of each group.
fn grouped<R: Row>(rows: Vec<R>, fields: &[String], entity: &str) -> Result<Vec<R>, ApiError> {
    if fields.is_empty() {
        return Ok(rows);
    }
    let mut seen = HashSet::new();
    let mut kept = Vec::new();
    for row in rows {
        let mut key = Vec::new();
        for field in fields {
            key.push(Value::Array(values(&row, unprefixed(field, entity), entity)?).to_string());
        }
        if seen.insert(key) {
            kept.push(row);
        }
    }
    Ok(kept)
}

/// The list of an association with its criteria: filtered, sorted and limited. An unknown field matches nothing.
pub(crate) fn refined(ctx: &Ctx, asked: &Association, make: &dyn Fn(&Ctx) -> Vec<Value>) -> Value {
    let offset = asked.limit.unwrap_or(0).saturating_mul(asked.page.saturating_sub(1));
    let cut = |rows: Vec<Value>| rows.into_iter().skip(offset).take(asked.limit.unwrap_or(usize::MAX));
    if asked.is_plain() {
        return cut(make(ctx)).collect();
    }
    // Filters and sorts may use fields that `includes` leaves out.
    let whole = Ctx {
        includes: Includes::default(),
        ..ctx.clone()
    };
    let rows = make(&whole).into_iter().map(JsonRow).collect();
    let rows = matching(rows, &asked.filters, "").and_then(|rows| sorted(rows, &asked.sort, ""));
    let rows = rows.unwrap_or_default().into_iter().map(|row| row.0).collect();
    cut(rows).map(|row| ctx.includes.prune(row)).collect()
}

/// Whether a criteria requests all rows in the order of their ids, which needs neither filter nor sort if they are
/// stored in that order.
pub(crate) fn wants_all_by_id(criteria: &Criteria) -> bool {
    criteria.ids.is_none()
        && criteria.filters.is_empty()
        && criteria.post_filters.is_empty()
        && criteria.aggregations.is_empty()
        && criteria.grouping.is_empty()
        && match criteria.sort.as_slice() {
            [] => true,
            [sort] => !sort.descending && matches!(sort.field.as_str(), "id" | "product.id"),
            _ => false,
        }
}

/// A page of rows that are already filtered and sorted; `all` is their number.
pub(crate) fn cut<R>(all: usize, rows: impl Iterator<Item = R>, criteria: &Criteria) -> Page<R> {
    let limit = criteria.limit.unwrap_or(DEFAULT_LIMIT);
    let size = usize::try_from(limit).unwrap_or(0);
    let offset = size.saturating_mul(usize::try_from(criteria.page - 1).unwrap_or(0));
    let rows: Vec<R> = rows.skip(offset).take(size).collect();
    let total = match criteria.total_mode {
        TotalMode::None => rows.len(),
        TotalMode::Exact => all,
        TotalMode::NextPages => all.saturating_sub(offset).min(size * 6 + 1),
    };
    Page {
        rows,
        total,
        page: criteria.page,
        limit: Some(limit),
        aggregations: json!([]),
    }
}

fn unprefixed<'f>(field: &'f str, entity: &str) -> &'f str {
    field
        .strip_prefix(entity)
        .and_then(|rest| rest.strip_prefix('.'))
        .unwrap_or(field)
}

/// Sorts rows; the sort is stable.
pub(crate) fn sorted<R: Row>(rows: Vec<R>, sorts: &[Sort], entity: &str) -> Result<Vec<R>, ApiError> {
    if sorts.is_empty() {
        return Ok(rows);
    }
    let mut keyed = Vec::with_capacity(rows.len());
    for row in rows {
        let mut keys = Vec::with_capacity(sorts.len());
        for sort in sorts {
            let field = unprefixed(&sort.field, entity);
            let key = if field == "_score" {
                Value::Null
            } else {
                values(&row, field, entity)?.into_iter().next().unwrap_or(Value::Null)
            };
            keys.push(key);
        }
        keyed.push((keys, row));
    }
    keyed.sort_by(|(a, _), (b, _)| {
        let orders = a.iter().zip(b).zip(sorts).map(|((a, b), sort)| {
            let order = ordered(a, b, sort.natural);
            if sort.descending { order.reverse() } else { order }
        });
        orders.fold(Ordering::Equal, Ordering::then)
    });
    Ok(keyed.into_iter().map(|(_, row)| row).collect())
}

/// Null sorts first, as in the database; natural sorting compares lengths, then values.
fn ordered(a: &Value, b: &Value, natural: bool) -> Ordering {
    let length = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    b.is_null().cmp(&a.is_null()).then_with(|| {
        if a.is_null() {
            Ordering::Equal
        } else if natural {
            length(a).cmp(&length(b)).then_with(|| compare(a, b))
        } else {
            compare(a, b)
        }
    })
}

impl<R> Page<R> {
    /// The wrapper with its elements.
    pub(crate) fn answer(self, includes: &Includes, entity: &str, element: impl Fn(R) -> Value) -> Value {
        let mut out = Out::new(includes, "dal_entity_search_result");
        let (total, page, limit) = (self.total, self.page, self.limit);
        out.with("elements", || self.rows.into_iter().map(element).collect());
        out.put("aggregations", self.aggregations)
            .put("page", page)
            .put("limit", limit)
            .put("entity", entity);
        out.put("total", total).put("states", json!([]));
        out.done()
    }
}

/// A small entity that is filtered by its serialised form.
#[derive(Debug, Clone)]
pub(crate) struct JsonRow(pub(crate) Value);

impl JsonRow {
    pub(crate) fn id(&self) -> String {
        self.0.get("id").and_then(Value::as_str).unwrap_or_default().to_owned()
    }
}

impl Row for JsonRow {
    fn field(&self, path: &str) -> Field {
        let mut values = vec![&self.0];
        for part in path.split('.') {
            let mut next = Vec::new();
            for value in values {
                match value {
                    Value::Object(map) => match map
                        .get(part)
                        .or_else(|| map.get("translated").and_then(|translated| translated.get(part)))
                    {
                        Some(value) => next.push(value),
                        None => return Field::Unknown,
                    },
                    Value::Array(list) => next.extend(list.iter().filter_map(|item| item.get(part))),
                    _ => {}
                }
            }
            values = next;
        }
        // A field without a translation uses the fallback chain, as the database view does.
        let values = values.into_iter().map(|value| match value {
            Value::Null if !path.contains('.') => self
                .0
                .get("translated")
                .and_then(|translated| translated.get(path))
                .unwrap_or(value),
            other => other,
        });
        Field::Values(values.filter(|value| !value.is_null()).cloned().collect())
    }
}
