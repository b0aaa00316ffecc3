//! The value of a blueprint's field in GraphQL: relations are nodes, sets and rows are nodes of their own types, all
//! other values are the same as in REST (Statamic §3).

use serde_json::{Map, Value, json};

use super::super::augment;
use super::super::blueprint::Field;
use super::super::rich::{Segment, parts};
use super::super::scope::{Scope, is_live};
use super::super::stored::{asset_path, find_term, references};
use super::dates::{formatted, is_date};
use super::form;
use super::nodes::{Node, Resolved, Row};
use super::run::{Ask, Failure, Run};
use super::schema::type_name;

/// The value of a field; `path` are the fields from the root to it.
pub(super) fn field<'c>(
    field: &'c Field,
    stored: Option<&'c Value>,
    scope: &Scope<'c>,
    path: &[String],
    ask: &Ask<'_, 'c>,
) -> Result<Resolved<'c>, Failure> {
    let Ask { arguments, of, run, .. } = *ask;
    let value = stored
        .filter(|value| !value.is_null())
        .or_else(|| field.config.get("default"));
    let mut inner = path.to_vec();
    inner.push(field.handle.clone());
    let rows = Rows {
        field,
        path: inner,
        scope: *scope,
    };
    Ok(match field.kind.as_str() {
        "entries" | "terms" | "assets" | "form" => related(field, value, scope, run),
        "replicator" => rows.sets(value),
        "bard" if !field.sets.is_empty() && !matches!(value, Some(Value::String(_))) => rows.sets(value),
        "grid" => rows.grid(value),
        "group" => Resolved::Node(rows.row("Group", value.and_then(Value::as_object))),
        "date" if of != "DateRange" => date(value, arguments),
        _ => {
            let answered = augment::field(field, stored, scope).unwrap_or_default();
            Resolved::json(answered, of, run)
        }
    })
}

fn date<'c>(value: Option<&Value>, arguments: &Map<String, Value>) -> Resolved<'c> {
    Resolved::Leaf(match value {
        Some(value) if is_date(value) => formatted(Some(value), arguments),
        Some(other) => other.clone(),
        None => Value::Null,
    })
}

fn related<'c>(field: &'c Field, value: Option<&'c Value>, scope: &Scope<'c>, run: &Run<'c>) -> Resolved<'c> {
    let content = scope.content;
    let node = |key: &str| match field.kind.as_str() {
        "entries" => {
            let index = content.localization(key, scope.site);
            let live = index.filter(|index| is_live(*index, scope));
            live.and_then(|index| Node::entry(index, scope))
        }
        "terms" => Some(Node::Term(find_term(content, field, key)?, scope.site)),
        "assets" => {
            let asset = content.assets.get(asset_path(key))?;
            Some(Node::asset(asset, scope))
        }
        _ => Some(form::node(key, content.forms.get(key)?, run)),
    };
    let keys = value.map(references).unwrap_or_default();
    let mut found = keys.into_iter().filter_map(node);
    if field.is_single() {
        Resolved::optional(found.next())
    } else {
        Resolved::list(found)
    }
}

/// Sets and rows of one field.
struct Rows<'c> {
    field: &'c Field,
    path: Vec<String>,
    scope: Scope<'c>,
}

impl<'c> Rows<'c> {
    fn row(&self, kind: &str, stored: Option<&'c Map<String, Value>>) -> Node<'c> {
        self.of(self.name(kind, None), &self.field.fields, stored)
    }

    fn of(&self, kind: String, fields: &'c [Field], stored: Option<&'c Map<String, Value>>) -> Node<'c> {
        Node::Row(Row {
            kind,
            path: self.path.clone(),
            fields,
            stored,
            scope: Scope {
                collection: None,
                ..self.scope
            },
        })
    }

    fn name(&self, kind: &str, set: Option<&str>) -> String {
        let path: Vec<&str> = self.path.iter().map(String::as_str).chain(set).collect();
        type_name(kind, &path)
    }

    fn grid(&self, value: Option<&'c Value>) -> Resolved<'c> {
        let list = value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let rows = list.iter().filter_map(Value::as_object);
        Resolved::list(rows.map(|row| self.row("GridItem", Some(row))))
    }

    fn sets(&self, value: Option<&'c Value>) -> Resolved<'c> {
        let node = |part: Segment<'c>| match part {
            Segment::Text(text) => {
                let values = Map::from_iter([("type".to_owned(), json!("text")), ("text".to_owned(), json!(text))]);
                Node::Object("BardText".to_owned(), values)
            }
            Segment::Set(kind, set, stored) => self.of(self.name("Set", Some(kind)), &set.fields, Some(stored)),
        };
        Resolved::list(parts(self.field, value, &self.scope).into_iter().map(node))
    }
}
