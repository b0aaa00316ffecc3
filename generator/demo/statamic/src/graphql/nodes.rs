//! What selections stand on: entries, terms, sets, navs and the plain objects, and the value of each of their fields.
//! **Invariant:** a node's type is an object of the schema, never an interface or union.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::super::augment::{Relations, Scope};
use super::super::blueprint::Field;
use super::super::content::{Global, Nav, Term, parse_date};
use super::super::{entries, relations, terms};
use super::dates::formatted;
use super::execute::{Failure, Run};
use super::navs::{self, Branch};
use super::schema::type_name;
use super::{root, values};

/// What a node is asked for.
#[derive(Clone, Copy)]
pub(super) struct Ask<'a, 'c> {
    pub(super) name: &'a str,
    pub(super) arguments: &'a Map<String, Value>,
    /// Name of the field's type.
    pub(super) of: &'a str,
    pub(super) run: &'a Run<'c>,
}

/// The value of a field before its selections are applied.
pub(super) enum Resolved<'c> {
    /// A scalar, null, or a list of scalars.
    Leaf(Value),
    Node(Node<'c>),
    List(Vec<Resolved<'c>>),
}

/// Something with fields.
pub(super) enum Node<'c> {
    Query,
    /// An entry with what Statamic itself says about it.
    Entry(usize, BTreeMap<String, Value>),
    /// A term in a site.
    Term(&'c Term, usize),
    /// A global set in a site.
    Global(&'c str, &'c Global, usize),
    Nav(&'c str, &'c Nav),
    Branch(Branch<'c>),
    Page(Branch<'c>),
    Row(Row<'c>),
    /// A page of a list.
    Paged(Paged<'c>),
    /// A plain object of this type.
    Object(String, Map<String, Value>),
}

/// A set, a row of a grid, or a group.
pub(super) struct Row<'c> {
    pub(super) kind: String,
    /// The fields that lead to it.
    pub(super) path: Vec<String>,
    pub(super) fields: &'c [Field],
    pub(super) stored: Option<&'c Map<String, Value>>,
    pub(super) scope: Scope<'c>,
}

/// One page of a list.
pub(super) struct Paged<'c> {
    pub(super) of: &'static str,
    pub(super) items: Vec<Node<'c>>,
    pub(super) limit: usize,
    pub(super) page: usize,
    pub(super) total: usize,
}

impl<'c> Resolved<'c> {
    pub(super) const NULL: Self = Self::Leaf(Value::Null);

    pub(super) fn optional(node: Option<Node<'c>>) -> Self {
        node.map_or(Self::NULL, Self::Node)
    }

    pub(super) fn list(nodes: impl IntoIterator<Item = Node<'c>>) -> Self {
        Self::List(nodes.into_iter().map(Self::Node).collect())
    }

    /// JSON as a value of a type: objects of a composite type are nodes.
    pub(super) fn json(value: Value, of: &str, run: &Run<'_>) -> Self {
        match value {
            Value::Object(values) if run.schema.types.contains_key(of) => {
                Self::Node(Node::Object(of.to_owned(), values))
            }
            Value::Array(list) if run.schema.types.contains_key(of) => {
                Self::List(list.into_iter().map(|item| Self::json(item, of, run)).collect())
            }
            value => Self::Leaf(value),
        }
    }
}

impl<'c> Node<'c> {
    /// The entry at an index.
    pub(super) fn entry(index: usize, scope: &Scope<'c>) -> Option<Self> {
        let entry = scope.content.entry(index)?;
        let scope = Scope {
            site: entry.site,
            owner: entry.site,
            ..*scope
        };
        Some(Self::Entry(index, entries::system_keys(index, entry, &scope)?))
    }

    /// Name of its type.
    pub(super) fn type_name(&self, run: &Run<'c>) -> String {
        let content = run.scope.content;
        match self {
            Self::Query => "Query".to_owned(),
            Self::Entry(index, _) => {
                let collection = content.entry(*index).map_or("", |entry| &entry.collection);
                let blueprint = content
                    .entry_blueprint(collection)
                    .map_or("", |blueprint| &blueprint.handle);
                type_name("Entry", &[collection, blueprint])
            }
            Self::Term(term, _) => {
                let blueprint = content
                    .term_blueprint(&term.taxonomy)
                    .map_or(&term.taxonomy, |blueprint| &blueprint.handle);
                type_name("Term", &[&term.taxonomy, blueprint])
            }
            Self::Global(handle, ..) => type_name("GlobalSet", &[handle]),
            Self::Nav(..) => "Nav".to_owned(),
            Self::Branch(_) => "NavTreeBranch".to_owned(),
            Self::Page(branch) => branch.page_type(),
            Self::Row(row) => row.kind.clone(),
            Self::Paged(paged) => format!("{}Pagination", paged.of),
            Self::Object(kind, _) => kind.clone(),
        }
    }

    /// The value of a field.
    pub(super) fn field(&self, ask: &Ask<'_, 'c>) -> Result<Resolved<'c>, Failure> {
        match self {
            Self::Query => root::field(ask),
            Self::Entry(index, keys) => entry_field(*index, keys, ask),
            Self::Term(term, site) => term_field(term, *site, ask),
            Self::Global(handle, global, site) => global_field(handle, global, *site, ask),
            Self::Nav(handle, nav) => Ok(navs::nav_field(handle, nav, ask)),
            Self::Branch(branch) => Ok(branch.field(ask)),
            Self::Page(branch) => branch.page_field(ask),
            Self::Row(row) => row_field(row, ask),
            Self::Paged(paged) => Ok(paged_field(paged, ask.name, ask.run)),
            Self::Object(kind, values) => match (kind.as_str(), ask.name) {
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
    /// A second handle on the item of a page, which may be selected under several keys.
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

/// Whether a stored text is a date; `format` applies to nothing else.
pub(super) fn is_date(value: &Value) -> bool {
    value.as_str().is_some_and(|text| parse_date(text).is_some())
}
