//! The nodes that selections apply to: entries, terms, sets, navs and plain objects.
//!
//! **Invariant:** a node's type is an object of the schema, never an interface or union.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::super::asset::Asset;
use super::super::blueprint::Field;
use super::super::content::{Global, Nav, Term};
use super::super::entries;
use super::super::scope::Scope;
use super::branch::Branch;
use super::run::Run;
use super::schema::type_name;

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
    /// An entry with the keys that Statamic defines.
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
    /// The path of fields to it.
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

    /// A JSON value with a type: objects of a composite type become nodes.
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

    /// A plain object of a type.
    pub(super) fn object(of: &str, value: Value) -> Self {
        let values = if let Value::Object(values) = value {
            values
        } else {
            Map::new()
        };
        Self::Object(of.to_owned(), values)
    }

    /// An asset with all its keys.
    pub(super) fn asset(asset: &Asset, scope: &Scope<'_>) -> Self {
        Self::object("Asset_Assets", asset.full(scope.hosts))
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
}
