//! The value of each field of a node.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::super::content::{Global, Term};
use super::super::scope::{Relations, Scope};
use super::super::{relations, terms};
use super::dates::formatted;
use super::nodes::{Node, Paged, Resolved, Row};
use super::run::{Ask, Failure, Run};
use super::{navs, root, values};

/// The value of a field.
pub(super) fn field<'c>(node: &Node<'c>, ask: &Ask<'_, 'c>) -> Result<Resolved<'c>, Failure> {
    match node {
        Node::Query => root::field(ask),
        Node::Entry(index, keys) => entry_field(*index, keys, ask),
        Node::Term(term, site) => term_field(term, *site, ask),
        Node::Global(handle, global, site) => global_field(handle, global, *site, ask),
        Node::Nav(handle, nav) => Ok(navs::nav_field(handle, nav, ask)),
        Node::Branch(branch) => Ok(branch.field(ask)),
        Node::Page(branch) => branch.page_field(ask),
        Node::Row(row) => row_field(row, ask),
        Node::Paged(paged) => Ok(paged_field(paged, ask.name, ask.run)),
        Node::Object(kind, values) => match (kind.as_str(), ask.name) {
            ("Dictionary_Countries", "label") => Err(Failure::Internal),
            ("Asset_Assets", "last_modified") => Ok(Resolved::Leaf(formatted(values.get(ask.name), ask.arguments))),
            _ => Ok(Resolved::json(
                values.get(ask.name).cloned().unwrap_or_default(),
                ask.of,
                ask.run,
            )),
        },
    }
}

fn entry_field<'c>(index: usize, keys: &BTreeMap<String, Value>, ask: &Ask<'_, 'c>) -> Result<Resolved<'c>, Failure> {
    let Ask {
        name,
        arguments,
        of,
        run,
    } = *ask;
    let content = run.scope.content;
    let Some(entry) = content.entry(index) else {
        return Ok(Resolved::NULL);
    };
    let scope = Scope {
        site: entry.site,
        owner: entry.site,
        entry: Some(index),
        ..*run.scope
    };
    match name {
        "parent" => {
            let parent = content.places.parent.get(index).copied().flatten();
            return Ok(Resolved::optional(
                parent.and_then(|parent| Node::entry(parent, &scope)),
            ));
        }
        "site" => return Ok(site(entry.site, run)),
        "blueprint" => {
            return Ok(Resolved::Leaf(
                keys.get(name)
                    .and_then(|value| value.get("handle"))
                    .cloned()
                    .unwrap_or_default(),
            ));
        }
        "date" | "last_modified" => return Ok(Resolved::Leaf(formatted(keys.get(name), arguments))),
        _ => {}
    }
    if let Some(value) = keys.get(name) {
        return Ok(Resolved::json(value.clone(), of, run));
    }
    let field = content
        .entry_blueprint(&entry.collection)
        .and_then(|blueprint| blueprint.field(name));
    let Some(field) = field else { return Ok(Resolved::NULL) };
    let found = content.value(entry, name);
    let owner = found.map_or(entry.site, |(_, owner)| owner);
    let scope = Scope {
        owner,
        collection: Some(&entry.collection),
        ..scope
    };
    values::field(field, found.map(|(value, _)| value), &scope, &[], ask)
}

fn term_field<'c>(term: &'c Term, in_site: usize, ask: &Ask<'_, 'c>) -> Result<Resolved<'c>, Failure> {
    let Ask { name, of, run, .. } = *ask;
    let scope = Scope {
        site: in_site,
        owner: in_site,
        entry: None,
        collection: None,
        ..*run.scope
    };
    if name == "site" {
        return Ok(site(in_site, run));
    }
    if let Some(value) = terms::system_keys(term, in_site, &scope).remove(name) {
        return Ok(Resolved::json(value, of, run));
    }
    let content = run.scope.content;
    let field = content
        .term_blueprint(&term.taxonomy)
        .and_then(|blueprint| blueprint.field(name));
    let Some(field) = field else { return Ok(Resolved::NULL) };
    values::field(field, content.term_value(term, name, in_site), &scope, &[], ask)
}

fn global_field<'c>(
    handle: &str,
    global: &'c Global,
    in_site: usize,
    ask: &Ask<'_, 'c>,
) -> Result<Resolved<'c>, Failure> {
    let Ask { name, run, .. } = *ask;
    match name {
        "handle" => return Ok(Resolved::Leaf(json!(handle))),
        "title" => return Ok(Resolved::Leaf(json!(global.title))),
        "site" => return Ok(site(in_site, run)),
        _ => {}
    }
    let Some(field) = global.blueprint.field(name) else {
        return Ok(Resolved::NULL);
    };
    let own = global.variables.get(&in_site).and_then(|variables| variables.get(name));
    let origin = global
        .variables
        .first_key_value()
        .and_then(|(site, variables)| Some((variables.get(name)?, *site)));
    let found = own.map(|value| (value, in_site)).or(origin);
    let owner = found.map_or(in_site, |(_, owner)| owner);
    let scope = Scope {
        site: in_site,
        owner,
        relations: Relations::Shallow,
        ..*run.scope
    };
    values::field(field, found.map(|(value, _)| value), &scope, &[], ask)
}

fn row_field<'c>(row: &Row<'c>, ask: &Ask<'_, 'c>) -> Result<Resolved<'c>, Failure> {
    let stored = row.stored.and_then(|stored| stored.get(ask.name));
    match row.fields.iter().find(|field| field.handle == ask.name) {
        Some(field) => values::field(field, stored, &row.scope, &row.path, ask),
        None => Ok(Resolved::Leaf(stored.cloned().unwrap_or_default())),
    }
}

fn paged_field<'c>(paged: &Paged<'c>, name: &str, run: &Run<'c>) -> Resolved<'c> {
    let start = paged.limit.saturating_mul(paged.page.saturating_sub(1));
    let last = paged.total.div_ceil(paged.limit.max(1)).max(1);
    let (from, to) = match paged.items.len() {
        0 => (Value::Null, Value::Null),
        shown => (json!(start + 1), json!(start + shown)),
    };
    Resolved::Leaf(match name {
        "data" => return Resolved::list(paged.items.iter().filter_map(|node| node.again(run))),
        "total" => json!(paged.total),
        "per_page" => json!(paged.limit),
        "current_page" => json!(paged.page),
        "from" => from,
        "to" => to,
        "last_page" => json!(last),
        _ => json!(paged.page < last),
    })
}

impl<'c> Node<'c> {
    /// Copies the item of a page, which may be selected under several keys.
    fn again(&self, run: &Run<'c>) -> Option<Self> {
        match self {
            Self::Entry(index, _) => Self::entry(*index, run.scope),
            Self::Term(term, site) => Some(Self::Term(term, *site)),
            Self::Object(kind, values) => Some(Self::Object(kind.clone(), values.clone())),
            _ => None,
        }
    }
}

fn site<'c>(site: usize, run: &Run<'c>) -> Resolved<'c> {
    let found = relations::site(run.scope.content.site_handle(site), run.scope);
    Resolved::json(found.unwrap_or_default(), "Site", run)
}
