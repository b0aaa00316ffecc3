//! The fields of the query root: entries, terms, assets and sets.

use serde_json::{Map, Value, json};

use super::super::asset::CONTAINER;
use super::super::content::{Global, Term};
use super::super::filter::Filter;
use super::super::relations::{USER_ID, site, user};
use super::super::scope::Scope;
use super::super::{listing, terms};
use super::form;
use super::introspection;
use super::nodes::{Node, Paged, Resolved};
use super::run::{Ask, Failure, Run};

/// Default number of items on a page (Statamic §12).
const LIMIT: usize = 1000;

type Arguments = Map<String, Value>;

fn text<'a>(arguments: &'a Arguments, name: &str) -> Option<&'a str> {
    arguments.get(name).and_then(Value::as_str)
}

fn texts<'a>(arguments: &'a Arguments, name: &str) -> Vec<&'a str> {
    let list = arguments
        .get(name)
        .and_then(Value::as_array)
        .map(Vec::as_slice)
        .unwrap_or_default();
    list.iter().filter_map(Value::as_str).collect()
}

/// The value of a root field.
pub(super) fn field<'c>(ask: &Ask<'_, 'c>) -> Result<Resolved<'c>, Failure> {
    let Ask {
        name, arguments, run, ..
    } = *ask;
    let (scope, content) = (run.scope, run.scope.content);
    let handle = text(arguments, "handle").unwrap_or_default();
    let titled = |of: &str, title: Option<&String>| {
        title.map(|title| Node::object(of, json!({"handle": handle, "title": title})))
    };
    Ok(match name {
        "ping" => Resolved::Leaf(json!("pong")),
        "entries" => Resolved::Node(entries(arguments, run)?),
        "entry" => Resolved::optional(entry(arguments, run)?),
        "terms" => Resolved::Node(all_terms(arguments, run)?),
        "term" => Resolved::optional(term(arguments, scope)),
        "assets" => Resolved::Node(assets(arguments, scope)),
        "asset" => Resolved::optional(one_asset(arguments, scope)),
        "collections" => {
            let all = content.collections.iter().map(|(handle, found)| (handle, &found.title));
            titles("Collection", all)
        }
        "collection" => Resolved::optional(titled(
            "Collection",
            content.collections.get(handle).map(|found| &found.title),
        )),
        "taxonomies" => titles(
            "Taxonomy",
            content.taxonomies.iter().map(|(handle, found)| (handle, &found.title)),
        ),
        "taxonomy" => Resolved::optional(titled(
            "Taxonomy",
            content.taxonomies.get(handle).map(|found| &found.title),
        )),
        "assetContainers" => Resolved::list([container()]),
        "assetContainer" => Resolved::optional((handle == CONTAINER).then(container)),
        "globalSets" => Resolved::list(
            content
                .globals
                .iter()
                .filter_map(|(handle, global)| set(handle, global, 0)),
        ),
        "globalSet" => {
            let in_site = text(arguments, "site").map_or(Some(0), |site| content.site_index(site));
            let found = content.globals.get_key_value(handle);
            Resolved::optional(
                in_site
                    .zip(found)
                    .and_then(|(site, (handle, global))| set(handle, global, site)),
            )
        }
        "navs" => Resolved::list(content.navs.iter().map(|(handle, nav)| Node::Nav(handle, nav))),
        "nav" => Resolved::optional(
            content
                .navs
                .get_key_value(handle)
                .map(|(handle, nav)| Node::Nav(handle, nav)),
        ),
        "forms" => Resolved::list(content.forms.iter().map(|(handle, file)| form::node(handle, file, run))),
        "form" => Resolved::optional(content.forms.get(handle).map(|file| form::node(handle, file, run))),
        "sites" => {
            let all = content.sites.iter().filter_map(|found| site(&found.handle, scope));
            Resolved::list(all.map(|found| Node::object("Site", found)))
        }
        "users" => Resolved::Node(paged("User", vec![Node::object("User", user(scope))], arguments)),
        "user" => Resolved::optional(one_user(arguments, scope)),
        "__schema" => Resolved::json(introspection::schema(run.schema), "__Schema", run),
        _ => Resolved::json(
            introspection::named(run.schema, text(arguments, "name").unwrap_or_default())?,
            "__Type",
            run,
        ),
    })
}

fn titles<'c>(of: &str, all: impl Iterator<Item = (&'c String, &'c String)>) -> Resolved<'c> {
    Resolved::list(all.map(|(handle, title)| Node::object(of, json!({"handle": handle, "title": title}))))
}

fn container<'c>() -> Node<'c> {
    Node::object("AssetContainer", json!({"handle": CONTAINER, "title": "Assets"}))
}

/// A set in a site; none if it is not localized.
fn set<'c>(handle: &'c str, global: &'c Global, site: usize) -> Option<Node<'c>> {
    global
        .variables
        .contains_key(&site)
        .then_some(Node::Global(handle, global, site))
}

fn one_user<'c>(arguments: &Arguments, scope: &Scope<'_>) -> Option<Node<'c>> {
    let found = user(scope);
    let by_id = text(arguments, "id").is_some_and(|id| id == USER_ID);
    let by_email = text(arguments, "email").is_some_and(|email| found.get("email") == Some(&json!(email)));
    (by_id || by_email).then(|| Node::object("User", found))
}

/// The page for `limit` and `page`.
fn paged<'c>(of: &'static str, mut items: Vec<Node<'c>>, arguments: &Arguments) -> Node<'c> {
    let number = |name: &str| {
        let number = arguments.get(name).and_then(Value::as_u64);
        number
            .and_then(|number| usize::try_from(number).ok())
            .filter(|number| *number > 0)
    };
    let (limit, page) = (number("limit").unwrap_or(LIMIT), number("page").unwrap_or(1));
    let total = items.len();
    items.drain(..limit.saturating_mul(page - 1).min(total));
    items.truncate(limit);
    Node::Paged(Paged {
        of,
        items,
        limit,
        page,
        total,
    })
}

/// `{title: {contains: "x"}, site: "nl-NL"}` as filters; conditions may also be in a list.
fn filters(arguments: &Arguments) -> Vec<Filter> {
    let map = arguments.get("filter").and_then(Value::as_object);
    let conditions = |field: &str, value: &Value| match value {
        Value::Object(map) => of_map(field, map),
        Value::Array(list) if list.iter().all(Value::is_object) => list
            .iter()
            .filter_map(Value::as_object)
            .flat_map(|map| of_map(field, map))
            .collect(),
        value => vec![Filter::parse(field, &operand(value))],
    };
    map.into_iter()
        .flatten()
        .flat_map(|(field, value)| conditions(field, value))
        .collect()
}

fn of_map(field: &str, map: &Map<String, Value>) -> Vec<Filter> {
    let one = |(condition, value): (&String, &Value)| Filter::parse(&format!("{field}:{condition}"), &operand(value));
    map.iter().map(one).collect()
}

fn operand(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(operand).collect::<Vec<_>>().join("|"),
        other => other.to_string(),
    }
}

/// `"date desc"` as field and direction.
fn sorts(arguments: &Arguments) -> Vec<(&str, bool)> {
    let descends = |sort: &str| sort.ends_with(" desc");
    texts(arguments, "sort")
        .into_iter()
        .map(|sort| (sort.split(' ').next().unwrap_or(sort), descends(sort)))
        .collect()
}

/// The filters of a query including its `site`; an error if one is not allowed. Scopes are never allowed.
fn allowed(arguments: &Arguments, is_allowed: impl Fn(&str) -> bool) -> Result<Vec<Filter>, Failure> {
    let mut found = filters(arguments);
    let refused: Vec<&str> = found
        .iter()
        .map(|filter| filter.field.as_str())
        .filter(|name| !is_allowed(name))
        .collect();
    if !refused.is_empty() {
        return Err(Failure::Validation(
            "filter",
            format!("Forbidden: {}", refused.join(", ")),
        ));
    }
    if let Some(scopes) = arguments
        .get("query_scope")
        .and_then(Value::as_object)
        .filter(|scopes| !scopes.is_empty())
    {
        let names: Vec<&str> = scopes.keys().map(String::as_str).collect();
        return Err(Failure::Validation(
            "query_scope",
            format!("Forbidden: {}", names.join(", ")),
        ));
    }
    if let Some(site) = text(arguments, "site") {
        found.push(Filter::parse("site", site));
    }
    Ok(found)
}

fn entries<'c>(arguments: &Arguments, run: &Run<'c>) -> Result<Node<'c>, Failure> {
    let scope = run.scope;
    let saved = scope.saved;
    let mut of = texts(arguments, "collection");
    if of.is_empty() {
        of = saved.collections.keys().map(String::as_str).collect();
    }
    let filters = allowed(arguments, |name| {
        of.iter().all(|handle| listing::is_allowed(saved, Some(handle), name))
    })?;
    let candidates = (0..saved.entries.len()).filter(|index| {
        saved
            .entry(*index)
            .is_some_and(|entry| of.contains(&entry.collection.as_str()))
    });
    let found = listing::find(candidates, &filters, &sorts(arguments), scope).map_err(|_| Failure::Internal)?;
    let nodes = found.into_iter().filter_map(|index| Node::entry(index, scope));
    Ok(paged("EntryInterface", nodes.collect(), arguments))
}

/// One entry by any of the arguments; drafts only in a live preview.
fn entry<'c>(arguments: &Arguments, run: &Run<'c>) -> Result<Option<Node<'c>>, Failure> {
    let (scope, content) = (run.scope, run.scope.content);
    let filters = allowed(arguments, |name| {
        listing::is_allowed(content, text(arguments, "collection"), name)
    })?;
    let filters: Vec<Filter> = filters.into_iter().filter(|filter| filter.field != "site").collect();
    let is = |name: &str, own: Option<&str>| text(arguments, name).is_none_or(|wanted| own == Some(wanted));
    let matches = |index: &usize| {
        content.entry(*index).is_some_and(|entry| {
            is("id", Some(&entry.id))
                && is("slug", Some(content.slug(entry)))
                && is("collection", Some(&entry.collection))
                && is("uri", content.places.uri.get(*index).and_then(Option::as_deref))
                && is("site", Some(content.site_handle(entry.site)))
        })
    };
    for index in (0..content.entries.len()).filter(matches) {
        let shown =
            scope.preview.is_some() || listing::passes(index, &filters, scope).map_err(|_| Failure::Internal)?;
        if shown {
            return Ok(Node::entry(index, scope));
        }
    }
    Ok(None)
}

fn all_terms<'c>(arguments: &Arguments, run: &Run<'c>) -> Result<Node<'c>, Failure> {
    let content = run.scope.content;
    let mut of = texts(arguments, "taxonomy");
    if of.is_empty() {
        of = content.taxonomies.keys().map(String::as_str).collect();
    }
    let filters = allowed(arguments, |name| {
        of.iter().all(|handle| terms::is_allowed(content, handle, name))
    })?;
    let found = terms::find(
        |term| of.contains(&term.taxonomy.as_str()),
        &filters,
        &sorts(arguments),
        run.scope,
    );
    let nodes = found.into_iter().map(|(term, site)| term_node(term, site, run.scope));
    Ok(paged("TermInterface", nodes.collect(), arguments))
}

/// `id` is `taxonomy::slug` of the default site.
fn term<'c>(arguments: &Arguments, scope: &Scope<'c>) -> Option<Node<'c>> {
    let (taxonomy, key) = text(arguments, "id")?.split_once("::")?;
    let in_site = text(arguments, "site").map_or(Some(0), |site| scope.content.site_index(site))?;
    Some(term_node(scope.content.term(taxonomy, key)?, in_site, scope))
}

/// A term that a live preview edits is answered in the site that is edited.
fn term_node<'c>(term: &'c Term, in_site: usize, scope: &Scope<'c>) -> Node<'c> {
    Node::Term(term, scope.edited_term(term).map_or(in_site, |(site, _)| site))
}

fn assets<'c>(arguments: &Arguments, scope: &Scope<'c>) -> Node<'c> {
    let known = text(arguments, "container") == Some(CONTAINER);
    let all = scope.content.assets.values().filter(|_| known);
    paged(
        "AssetInterface",
        all.map(|found| Node::asset(found, scope)).collect(),
        arguments,
    )
}

/// By `id`, or by `container` and `path`.
fn one_asset<'c>(arguments: &Arguments, scope: &Scope<'c>) -> Option<Node<'c>> {
    let (of, path) = match text(arguments, "id") {
        Some(id) => id.split_once("::")?,
        None => (text(arguments, "container")?, text(arguments, "path")?),
    };
    let found = scope.content.assets.get(path).filter(|_| of == CONTAINER)?;
    Some(Node::asset(found, scope))
}
