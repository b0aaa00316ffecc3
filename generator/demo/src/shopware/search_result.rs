//! Applying a criteria to rows, and the wrapper `dal_entity_search_result` (CONTRACT §4.1, §5).

use serde_json::{Value, json};

use super::criteria::{Criteria, TotalMode};
use super::errors::ApiError;
use super::filter::{Field, Row, compare, values};
use super::out::{Includes, Out};

/// Rows selected by a criteria.
pub(crate) struct Page<R> {
    pub(crate) rows: Vec<R>,
    total: usize,
    page: i64,
    limit: Option<i64>,
}

/// What is used when a request names no limit.
const DEFAULT_LIMIT: i64 = 100;

/// Filters, sorts and cuts `rows`. `id` tells the id of a row.
pub(crate) fn select<R: Row>(
    rows: Vec<R>,
    criteria: &Criteria,
    entity: &str,
    id: impl Fn(&R) -> String,
) -> Result<Page<R>, ApiError> {
    let mut hits = Vec::new();
    'rows: for row in rows {
        for filter in &criteria.filters {
            if !filter.matches(&row, entity)? {
                continue 'rows;
            }
        }
        hits.push(row);
    }
    if let Some(ids) = &criteria.ids {
        let mut by_place: Vec<(usize, R)> = hits
            .into_iter()
            .filter_map(|row| Some((ids.iter().position(|wanted| *wanted == id(&row))?, row)))
            .collect();
        by_place.sort_by_key(|(place, _)| *place);
        let rows: Vec<R> = by_place.into_iter().map(|(_, row)| row).collect();
        return Ok(Page {
            total: rows.len(),
            rows,
            page: 1,
            limit: None,
        });
    }
    let hits = sorted(hits, criteria, entity)?;
    Ok(cut(hits.len(), hits.into_iter(), criteria))
}

/// Whether a criteria asks for all rows in the order of their ids, which needs neither filter nor sort where that order is kept.
pub(crate) fn wants_all_by_id(criteria: &Criteria) -> bool {
    criteria.ids.is_none()
        && criteria.filters.is_empty()
        && matches!(criteria.sort.as_slice(), [sort] if !sort.descending && matches!(sort.field.as_str(), "id" | "product.id"))
}

/// The asked page of rows that are filtered and sorted already; `all` is how many there are.
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
    }
}

fn sorted<R: Row>(rows: Vec<R>, criteria: &Criteria, entity: &str) -> Result<Vec<R>, ApiError> {
    if criteria.sort.is_empty() {
        return Ok(rows);
    }
    let mut keyed = Vec::with_capacity(rows.len());
    for row in rows {
        let mut keys = Vec::with_capacity(criteria.sort.len());
        for sort in &criteria.sort {
            let field = sort
                .field
                .strip_prefix(entity)
                .and_then(|rest| rest.strip_prefix('.'))
                .unwrap_or(&sort.field);
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
        let orders = a.iter().zip(b).zip(&criteria.sort).map(|((a, b), sort)| {
            // Null sorts first, as in the database.
            let order = b.is_null().cmp(&a.is_null()).then_with(|| {
                if a.is_null() {
                    std::cmp::Ordering::Equal
                } else {
                    compare(a, b)
                }
            });
            if sort.descending { order.reverse() } else { order }
        });
        orders.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
    });
    Ok(keyed.into_iter().map(|(_, row)| row).collect())
}

impl<R> Page<R> {
    /// The wrapper with its elements.
    pub(crate) fn answer(self, includes: &Includes, entity: &str, element: impl Fn(R) -> Value) -> Value {
        let mut out = Out::new(includes, "dal_entity_search_result");
        let (total, page, limit) = (self.total, self.page, self.limit);
        out.with("elements", || self.rows.into_iter().map(element).collect());
        out.put("aggregations", json!([]))
            .put("page", page)
            .put("limit", limit)
            .put("entity", entity);
        out.put("total", total).put("states", json!([]));
        out.done()
    }
}

/// A small entity that is filtered by its own answer.
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
        // A field of the exact language that is unset is looked up in the fallback chain, as the database view does.
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
