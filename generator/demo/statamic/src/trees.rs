//! Trees of navs and structured collections (Statamic §6). One tree for each site without fallback; drafts are left out
//! with their descendants. Below a referenced entry, relations are raw ids.

use serde_json::{Map, Value, json};

use super::answer::Reply;
use super::augment;
use super::content::{Branch, Content, Nav};
use super::entries;
use super::files::NavFileNode;
use super::filter::Filter;
use super::ids::uuid;
use super::listing;
use super::page::select;
use super::query::Query;
use super::relations;
use super::scope::{self, Relations, Scope};
use vitrine_demo_shop::id_of;

/// Parameters of both kinds of tree.
struct Walk<'q, 'c> {
    fields: Option<Vec<&'q str>>,
    filters: Vec<Filter>,
    max_depth: u64,
    scope: Scope<'c>,
}

impl<'q, 'c> Walk<'q, 'c> {
    fn new(query: &'q Query, scope: &Scope<'c>) -> Option<Self> {
        let site = match query.get("site") {
            None => 0,
            Some(handle) => scope.content.site_index(handle)?,
        };
        Some(Self {
            fields: query.fields(),
            filters: query.filters(),
            max_depth: query
                .get("max_depth")
                .and_then(|depth| depth.parse().ok())
                .filter(|depth| *depth > 0)
                .unwrap_or(u64::MAX),
            scope: Scope {
                site,
                owner: site,
                relations: Relations::Raw,
                ..*scope
            },
        })
    }

    fn node(&self, page: Map<String, Value>, depth: u64, children: Vec<Value>) -> Value {
        let page = select(Value::Object(page), self.fields.as_deref());
        let keys = [
            ("page", page),
            ("depth", json!(depth)),
            ("children", Value::Array(children)),
        ];
        Value::Object(keys.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }
}

/// `GET collections/{collection}/tree`.
pub(crate) fn collection(handle: &str, query: &Query, scope: &Scope<'_>) -> Reply {
    let content = scope.content;
    let Some(walk) = Walk::new(query, scope) else {
        return Reply::NotFound;
    };
    let Some(tree) = content.places.trees.get(&(handle.to_owned(), walk.scope.site)) else {
        return Reply::NotFound;
    };
    if let Some(reply) = query.forbidden(|name| listing::is_allowed(content, Some(handle), name)) {
        return reply;
    }
    match branches(tree, 1, &walk) {
        Ok(data) => Reply::data(Value::Array(data)),
        Err(reply) => reply,
    }
}

fn branches(list: &[Branch], depth: u64, walk: &Walk<'_, '_>) -> Result<Vec<Value>, Reply> {
    let mut nodes = Vec::new();
    if depth > walk.max_depth {
        return Ok(nodes);
    }
    for branch in list {
        if !listing::passes(branch.entry, &walk.filters, &walk.scope)? {
            continue;
        }
        let Some(page) = entry_page(branch.entry, walk) else {
            continue;
        };
        let children = branches(&branch.children, depth + 1, walk)?;
        nodes.push(walk.node(sorted(page), depth, children));
    }
    Ok(nodes)
}

/// The keys of an entry's node: the entry's, except for its parent.
fn entry_page(index: usize, walk: &Walk<'_, '_>) -> Option<Map<String, Value>> {
    let mut page = entries::object(index, &walk.scope)?;
    page.shift_remove("parent");
    page.insert("entry_id".to_owned(), page.get("id").cloned().unwrap_or(Value::Null));
    Some(page)
}

/// `GET navs/{nav}/tree`.
pub(crate) fn nav(handle: &str, query: &Query, scope: &Scope<'_>) -> Reply {
    let content = scope.content;
    let Some(walk) = Walk::new(query, scope) else {
        return Reply::NotFound;
    };
    let Some(nav) = content.navs.get(handle) else {
        return Reply::NotFound;
    };
    let site = content.site_handle(walk.scope.site);
    let Some(tree) = nav.trees.get(site) else {
        return Reply::NotFound;
    };
    let data = nav_nodes(tree, nav, 1, &format!("{handle}:{site}"), &walk);
    Reply::data(Value::Array(data))
}

fn nav_nodes(list: &[NavFileNode], nav: &Nav, depth: u64, place: &str, walk: &Walk<'_, '_>) -> Vec<Value> {
    let mut nodes = Vec::new();
    if depth > walk.max_depth {
        return nodes;
    }
    for (position, node) in list.iter().enumerate() {
        let place = format!("{place}:{position}");
        let Some(mut page) = nav_page(node, nav, walk) else {
            continue;
        };
        let id = node.id.clone().unwrap_or_else(|| uuid(&id_of("nav", &place, None)));
        page.insert("id".to_owned(), json!(id));
        let children = nav_nodes(&node.children, nav, depth + 1, &place, walk);
        nodes.push(walk.node(sorted(page), depth, children));
    }
    nodes
}

/// The keys of a node; none for a reference to an entry that is not published in this site.
fn nav_page(node: &NavFileNode, nav: &Nav, walk: &Walk<'_, '_>) -> Option<Map<String, Value>> {
    let content: &Content = walk.scope.content;
    let mut page = Map::new();
    if let Some(key) = &node.entry {
        let index = content
            .localization(key, walk.scope.site)
            .filter(|index| scope::is_live(*index, &walk.scope))?;
        page = entry_page(index, walk)?;
    } else {
        let url = node.url.as_deref();
        let permalink = url.map(|url| {
            if url.starts_with('/') {
                relations::permalink(&walk.scope.hosts.own, url)
            } else {
                url.to_owned()
            }
        });
        page.insert("entry_id".to_owned(), Value::Null);
        page.insert("url".to_owned(), json!(url));
        page.insert("uri".to_owned(), json!(url));
        page.insert("permalink".to_owned(), json!(permalink));
        page.insert("title".to_owned(), Value::Null);
    }
    if let Some(title) = &node.title {
        page.insert("title".to_owned(), json!(title));
    }
    for field in &nav.blueprint.fields {
        let stored = node.fields.get(&field.handle);
        let named = walk
            .fields
            .as_ref()
            .is_some_and(|fields| fields.contains(&field.handle.as_str()));
        // A URL or text node has only the fields set on it, unless a field is requested; an entry node has all.
        let shown = stored.is_some() || named || node.entry.is_some();
        let taken = stored.is_none() && page.contains_key(&field.handle);
        if shown
            && !taken
            && let Some(value) = augment::field(field, stored, &walk.scope)
        {
            page.insert(field.handle.clone(), value);
        }
    }
    Some(page)
}

fn sorted(page: Map<String, Value>) -> Map<String, Value> {
    page.into_iter()
        .collect::<std::collections::BTreeMap<_, _>>()
        .into_iter()
        .collect()
}
