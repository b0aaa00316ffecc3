//! Lists of entries: filters and sorts on stored values, published entries by default, and paging. Only the entries of
//! the answered page are augmented.

use std::cmp::Ordering;

use serde_json::{Value, json};

use super::answer::Reply;
use super::content::{Content, Term};
use super::dates::format_date;
use super::entries::object;
use super::filter::{self, Filter};
use super::page;
use super::query::Query;
use super::relations;
use super::scope::{Scope, is_live};
use super::stored::references;

/// The stored value for filters and sorts: ids for relations, stored text for dates.
pub(crate) fn stored(index: usize, name: &str, scope: &Scope<'_>) -> Value {
    let content = scope.saved;
    let Some(entry) = content.entry(index) else {
        return Value::Null;
    };
    match name {
        "id" => json!(entry.id),
        "site" | "locale" => json!(content.site_handle(entry.site)),
        "collection" => json!(entry.collection),
        "blueprint" => json!(
            content
                .collections
                .get(&entry.collection)
                .map(|collection| &collection.blueprint)
        ),
        "slug" => json!(content.slug(entry)),
        "uri" => json!(content.places.uri.get(index)),
        "url" => json!(content.entry_url(index)),
        "order" => json!(content.places.order.get(index)),
        "published" => json!(content.is_published(entry)),
        "status" => json!(content.status(entry, scope.now).as_str()),
        "origin_id" => json!(
            entry
                .origin
                .and_then(|_| Some(&content.entry(content.origin(&entry.key)?)?.id))
        ),
        "updated_at" | "last_modified" => json!(format_date(entry.updated_at)),
        other => {
            let mut parts = other.split("->");
            let handle = parts.next().unwrap_or_default();
            let Some((value, _)) = content.value(entry, handle) else {
                return Value::Null;
            };
            let field = content
                .entry_blueprint(&entry.collection)
                .and_then(|blueprint| blueprint.field(handle));
            let value = field.map_or_else(|| value.clone(), |field| relations::stored(field, value, scope));
            parts.fold(value, |value, part| value.get(part).cloned().unwrap_or(Value::Null))
        }
    }
}

/// Names that every collection allows for filters, besides the blueprint's fields and its taxonomies.
const PSEUDO_FIELDS: &[&str] = &[
    "blueprint",
    "collection",
    "date",
    "id",
    "last_modified",
    "locale",
    "order",
    "origin_id",
    "published",
    "site",
    "slug",
    "status",
    "title",
    "updated_at",
    "uri",
    "url",
];

pub(crate) fn is_allowed(content: &Content, collection: Option<&str>, name: &str) -> bool {
    if let Some(taxonomy) = name.strip_prefix("taxonomy:") {
        return content.taxonomies.contains_key(taxonomy);
    }
    let own = collection.and_then(|collection| content.entry_blueprint(collection));
    if let Some(listed) =
        collection.and_then(|collection| content.collections.get(collection)?.allowed_filters.as_ref())
    {
        return listed.iter().any(|listed| listed == name);
    }
    PSEUDO_FIELDS.contains(&name) || own.is_some_and(|blueprint| blueprint.field(name).is_some())
}

/// Whether an entry matches all filters; only published entries, unless `status` or `published` is filtered. An error
/// means an unknown status.
pub(crate) fn passes(index: usize, filters: &[Filter], scope: &Scope<'_>) -> Result<bool, Reply> {
    let mut by_default = true;
    for filter in filters {
        by_default &= !matches!(filter.field.as_str(), "status" | "published");
        let passed = match filter.field.as_str() {
            "status" => has_status(index, filter, scope)?,
            field => match field.strip_prefix("taxonomy:") {
                Some(taxonomy) => filter.matches_terms(&term_keys(index, taxonomy, scope)),
                None => filter.matches(&stored(index, field, scope), scope.now),
            },
        };
        if !passed {
            return Ok(false);
        }
    }
    Ok(!by_default || is_live(index, scope))
}

fn has_status(index: usize, filter: &Filter, scope: &Scope<'_>) -> Result<bool, Reply> {
    const KNOWN: &[&str] = &["published", "draft", "scheduled", "expired"];
    match filter.operand.as_str() {
        "any" => Ok(true),
        words if words.split('|').all(|word| KNOWN.contains(&word)) => {
            Ok(filter.matches(&stored(index, "status", scope), scope.now))
        }
        _ => Err(Reply::ServerError),
    }
}

/// The keys of an entry's terms in a taxonomy. Only the field named after the taxonomy assigns terms to an entry; other
/// terms fields only refer to them.
fn term_keys(index: usize, taxonomy: &str, scope: &Scope<'_>) -> Vec<String> {
    let content = scope.saved;
    let Some(entry) = content.entry(index) else {
        return Vec::new();
    };
    let Some(blueprint) = content.entry_blueprint(&entry.collection) else {
        return Vec::new();
    };
    let mut keys = Vec::new();
    for field in blueprint
        .fields
        .iter()
        .filter(|field| field.kind == "terms" && field.handle == taxonomy)
    {
        let Some((value, _)) = content.value(entry, &field.handle) else {
            continue;
        };
        for key in references(value) {
            match key.split_once("::") {
                Some((of, slug)) if of == taxonomy => keys.push(slug.to_owned()),
                None => keys.push(key.to_owned()),
                Some(_) => {}
            }
        }
    }
    keys
}

/// Number of published entries of a site with a term.
pub(crate) fn count_with(term: &Term, site: usize, scope: &Scope<'_>) -> usize {
    let has = |index: &usize| {
        scope.saved.entry(*index).is_some_and(|entry| entry.site == site)
            && is_live(*index, scope)
            && term_keys(*index, &term.taxonomy, scope).contains(&term.key)
    };
    (0..scope.saved.entries.len()).filter(has).count()
}

/// The candidates that match all filters, sorted. An error means an unknown status.
pub(crate) fn find(
    candidates: impl IntoIterator<Item = usize>,
    filters: &[Filter],
    sorts: &[(&str, bool)],
    scope: &Scope<'_>,
) -> Result<Vec<usize>, Reply> {
    let mut found = Vec::new();
    for index in candidates {
        if passes(index, filters, scope)? {
            found.push(index);
        }
    }
    sort(&mut found, sorts, |index, name| stored(index, name, scope));
    Ok(found)
}

fn answer(query: &Query, scope: &Scope<'_>, path: &str, candidates: Vec<usize>) -> Reply {
    let found = match find(candidates, &query.filters(), &query.sorts(), scope) {
        Ok(found) => found,
        Err(reply) => return reply,
    };
    page::paged(query, scope.hosts, path, &found, |index| {
        object(*index, scope).map_or(Value::Null, Value::Object)
    })
}

/// Sorts by several fields; without any, index order is kept.
pub(crate) fn sort(items: &mut [usize], sorts: &[(&str, bool)], value: impl Fn(usize, &str) -> Value) {
    if sorts.is_empty() {
        return;
    }
    let keys = |item: &usize| sorts.iter().map(|(name, _)| value(*item, name)).collect::<Vec<_>>();
    let mut keyed: Vec<(Vec<Value>, usize)> = items.iter().map(|item| (keys(item), *item)).collect();
    keyed.sort_by(|(left, _), (right, _)| {
        let pairs = left.iter().zip(right).zip(sorts);
        pairs.fold(Ordering::Equal, |order, ((left, right), (_, descending))| {
            let this = filter::compare(left, right);
            order.then(if *descending { this.reverse() } else { this })
        })
    });
    for (slot, (_, item)) in items.iter_mut().zip(keyed) {
        *slot = item;
    }
}

/// `GET collections/{collection}/entries`.
pub(crate) fn list(collection: &str, query: &Query, scope: &Scope<'_>, path: &str) -> Reply {
    let content = scope.saved;
    if !content.collections.contains_key(collection) {
        return Reply::NotFound;
    }
    if let Some(reply) = query.forbidden(|name| is_allowed(content, Some(collection), name)) {
        return reply;
    }
    let of_collection = |index: &usize| {
        content
            .entry(*index)
            .is_some_and(|entry| entry.collection == collection)
    };
    answer(
        query,
        scope,
        path,
        (0..content.entries.len()).filter(of_collection).collect(),
    )
}

/// `GET taxonomies/{taxonomy}/terms/{slug}/entries`.
pub(crate) fn of_term(term: &Term, query: &Query, scope: &Scope<'_>, path: &str) -> Reply {
    if let Some(reply) = query.forbidden(|name| is_allowed(scope.content, None, name)) {
        return reply;
    }
    let has = |index: &usize| term_keys(*index, &term.taxonomy, scope).contains(&term.key);
    answer(query, scope, path, (0..scope.saved.entries.len()).filter(has).collect())
}
