//! Paged lists in Laravel's format: `data`, `links`, `meta`; links use the host of the request.

use serde_json::{Map, Value, json};

use super::answer::Reply;
use super::hosts::Hosts;
use super::query::Query;

/// Number of page links on either side of the current one before a gap.
const EACH_SIDE: usize = 3;

/// Answers one page of `items`; `fields` selects top-level keys, unknown ones are null.
pub(crate) fn paged<T>(query: &Query, hosts: &Hosts, path: &str, items: &[T], show: impl Fn(&T) -> Value) -> Reply {
    let (limit, current) = (query.limit(), query.page());
    let start = limit.saturating_mul(current - 1);
    let fields = query.fields();
    let data: Vec<Value> = items
        .iter()
        .skip(start)
        .take(limit)
        .map(|item| select(show(item), fields.as_deref()))
        .collect();
    let last = items.len().div_ceil(limit).max(1);
    let base = format!("{}{path}", hosts.own);
    let link = |page: usize| json!(format!("{base}?{}", query.paging_link(page)));
    let previous = (current > 1).then(|| current - 1);
    let next = (current < last).then(|| current + 1);
    let (from, to) = if data.is_empty() {
        (None, None)
    } else {
        (Some(start + 1), Some(start + data.len()))
    };
    let optional = |page: Option<usize>| page.map_or(Value::Null, link);
    Reply::ok(json!({
        "data": data,
        "links": {"first": link(1), "last": link(last), "prev": optional(previous), "next": optional(next)},
        "meta": {
            "current_page": current, "from": from, "last_page": last,
            "links": numbered(current, last, previous, next, &link),
            "path": base, "per_page": limit, "to": to, "total": items.len(),
        },
    }))
}

/// Keeps only the given top-level keys, in the given order.
pub(crate) fn select(item: Value, fields: Option<&[&str]>) -> Value {
    match (fields, item) {
        (Some(fields), Value::Object(item)) => {
            let pick = |field: &&str| ((*field).to_owned(), item.get(*field).cloned().unwrap_or(Value::Null));
            Value::Object(fields.iter().map(pick).collect::<Map<_, _>>())
        }
        (_, item) => item,
    }
}

fn numbered(
    current: usize,
    last: usize,
    previous: Option<usize>,
    next: Option<usize>,
    link: &impl Fn(usize) -> Value,
) -> Vec<Value> {
    let step = |label: &str, page: Option<usize>| json!({"url": page.map_or(Value::Null, link), "label": label, "page": page, "active": false});
    let mut links = vec![step("&laquo; Previous", previous)];
    for range in window(current, last) {
        if links.len() > 1 {
            links.push(json!({"url": null, "label": "...", "page": null, "active": false}));
        }
        links.extend(range.map(
            |page| json!({"url": link(page), "label": page.to_string(), "page": page, "active": page == current}),
        ));
    }
    links.push(step("Next &raquo;", next));
    links
}

/// The ranges of page numbers that are shown, with gaps between them.
fn window(current: usize, last: usize) -> Vec<std::ops::RangeInclusive<usize>> {
    let near = EACH_SIDE + 4;
    if last < EACH_SIDE * 2 + 8 {
        vec![1..=last]
    } else if current <= near {
        vec![1..=near + EACH_SIDE, last - 1..=last]
    } else if current > last - near {
        vec![1..=2, last - (near + EACH_SIDE - 1)..=last]
    } else {
        vec![1..=2, current - EACH_SIDE..=current + EACH_SIDE, last - 1..=last]
    }
}
