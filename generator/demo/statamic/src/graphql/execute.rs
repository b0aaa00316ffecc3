//! Executes a validated operation: selections on nodes, errors with their path, and null propagation to the next
//! nullable field.
//!
//! **Invariant:** fields are answered in the order of the document, each key once.

use std::cell::RefCell;

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use super::super::scope::Scope;
use super::document::{Directive, Document, Field, Operation, Problem, Selection};
use super::fields;
use super::nodes::{Node, Resolved};
use super::run::{Ask, Failure, Run};
use super::schema::{FieldType, Schema};
use super::validate::{coerce, field_type};

/// A required value is null; the null propagates to the field above.
struct Missing;

impl<'c> Run<'c> {
    /// Validates the sent variables.
    pub(super) fn prepare(
        scope: &'c Scope<'c>,
        schema: &'c Schema,
        document: &'c Document,
        operation: &Operation,
        honeypots: bool,
        sent: &Map<String, Value>,
    ) -> Result<Self, Vec<Problem>> {
        let mut variables = Map::new();
        let mut problems = Vec::new();
        for variable in &operation.variables {
            let default = || variable.default.as_ref().map(|literal| literal.value(&Map::new()));
            let name = &variable.name;
            let problem = |text: String| Problem::new(text, variable.spot);
            match sent.get(name).cloned().or_else(default) {
                None if variable.kind.ends_with('!') => problems.push(problem(format!(
                    "Variable \"${name}\" of required type \"{}\" was not provided.",
                    variable.kind
                ))),
                None => {}
                Some(value) => match coerce(&variable.kind, &value) {
                    Ok(value) => drop(variables.insert(name.clone(), value)),
                    Err(why) => problems.push(problem(format!(
                        "Variable \"${name}\" got invalid value {value}; {why}"
                    ))),
                },
            }
        }
        if problems.is_empty() {
            let problems = RefCell::default();
            Ok(Self {
                scope,
                schema,
                document,
                honeypots,
                variables,
                problems,
            })
        } else {
            Err(problems)
        }
    }

    /// The answer: `errors` when there are any, then `data`.
    pub(super) fn answer(self, operation: &'c Operation) -> Value {
        let mut path = Vec::new();
        let data = self.object(&Node::Query, &[operation.selections.as_slice()], &mut path);
        let problems = self.problems.into_inner();
        let mut answer = Map::new();
        if !problems.is_empty() {
            answer.insert("errors".to_owned(), problems.iter().map(Problem::answered).collect());
        }
        answer.insert("data".to_owned(), data.unwrap_or(Value::Null));
        Value::Object(answer)
    }

    fn object(&self, node: &Node<'c>, sets: &[&'c [Selection]], path: &mut Vec<Value>) -> Result<Value, Missing> {
        let on = node.type_name(self);
        let mut fields: IndexMap<&'c str, Vec<&'c Field>> = IndexMap::new();
        for selections in sets {
            self.collect(&on, selections, &mut fields);
        }
        let mut result = Map::new();
        for (key, same) in fields {
            let Some(field) = same.first().copied() else { continue };
            path.push(json!(key));
            let value = self.field(node, &on, field, &same, path);
            path.pop();
            result.insert(key.to_owned(), value?);
        }
        Ok(Value::Object(result))
    }

    /// The fields selected on a type, including those of fragments.
    fn collect(&self, on: &str, selections: &'c [Selection], into: &mut IndexMap<&'c str, Vec<&'c Field>>) {
        for selection in selections {
            match selection {
                Selection::Field(field) if self.is_wanted(&field.directives) => {
                    into.entry(field.key()).or_default().push(field);
                }
                Selection::Inline {
                    on: condition,
                    directives,
                    selections,
                    ..
                } if self.is_wanted(directives)
                    && condition.as_deref().is_none_or(|condition| self.is_a(on, condition)) =>
                {
                    self.collect(on, selections, into);
                }
                Selection::Spread { name, directives, .. } if self.is_wanted(directives) => {
                    let fragment = self.document.fragments.get(name);
                    if let Some(fragment) = fragment.filter(|fragment| self.is_a(on, &fragment.on)) {
                        self.collect(on, &fragment.selections, into);
                    }
                }
                _ => {}
            }
        }
    }

    fn is_a(&self, on: &str, condition: &str) -> bool {
        self.schema
            .types
            .get(condition)
            .is_some_and(|found| found.possible.contains(on))
    }

    /// `@include` and `@skip`.
    fn is_wanted(&self, directives: &[Directive]) -> bool {
        directives.iter().all(|directive| {
            let value = directive.arguments.iter().find(|argument| argument.name == "if");
            let on = value.is_some_and(|argument| argument.value.value(&self.variables) == json!(true));
            on == (directive.name == "include")
        })
    }

    fn field(
        &self,
        node: &Node<'c>,
        on: &str,
        field: &'c Field,
        same: &[&'c Field],
        path: &mut Vec<Value>,
    ) -> Result<Value, Missing> {
        if field.name == "__typename" {
            return Ok(json!(on));
        }
        let Some(kind) = field_type(self.schema, on, &field.name) else {
            return Ok(Value::Null);
        };
        let arguments = self.arguments(field, &kind);
        let ask = Ask {
            name: &field.name,
            arguments: &arguments,
            of: &kind.of,
            run: self,
        };
        let resolved = match fields::field(node, &ask) {
            Ok(resolved) => resolved,
            Err(failure) => {
                self.fail(&failure, field, path);
                return if kind.required { Err(Missing) } else { Ok(Value::Null) };
            }
        };
        let sets: Vec<&'c [Selection]> = same.iter().map(|field| field.selections.as_slice()).collect();
        let value = self.complete(resolved, &kind, &sets, path).unwrap_or(Value::Null);
        if value.is_null() && kind.required {
            Err(Missing)
        } else {
            Ok(value)
        }
    }

    fn arguments(&self, field: &Field, kind: &FieldType) -> Map<String, Value> {
        let mut arguments = Map::new();
        for argument in &field.arguments {
            let wanted = kind.arguments.iter().find(|(name, _)| *name == argument.name);
            let value = argument.value.value(&self.variables);
            if let Some(Ok(value)) = wanted.map(|(_, wanted)| coerce(wanted, &value))
                && !value.is_null()
            {
                arguments.insert(argument.name.clone(), value);
            }
        }
        arguments
    }

    /// A value, converted by its type; an invalid item is null.
    fn complete(
        &self,
        resolved: Resolved<'c>,
        kind: &FieldType,
        sets: &[&'c [Selection]],
        path: &mut Vec<Value>,
    ) -> Option<Value> {
        match resolved {
            Resolved::Leaf(value) => Some(leaf(&kind.of, value)),
            Resolved::Node(node) => self.object(&node, sets, path).ok(),
            Resolved::List(list) => {
                let mut items = Vec::with_capacity(list.len());
                for (position, item) in list.into_iter().enumerate() {
                    path.push(json!(position));
                    items.push(self.complete(item, kind, sets, path).unwrap_or(Value::Null));
                    path.pop();
                }
                Some(Value::Array(items))
            }
        }
    }

    fn fail(&self, failure: &Failure, field: &Field, path: &[Value]) {
        let (message, extensions) = match failure {
            Failure::Internal => ("Internal server error", None),
            Failure::Validation(argument, text) => {
                let validation = Value::Object(Map::from_iter([((*argument).to_owned(), json!([text]))]));
                (
                    "validation",
                    Some(json!({"category": "validation", "validation": validation})),
                )
            }
        };
        let mut problem = Problem::new(message, field.spot);
        problem.path = path.to_vec();
        problem.extensions = extensions.map(Box::new);
        self.problems.borrow_mut().push(problem);
    }
}

/// A scalar, converted to its type: a number becomes a text where a text is expected.
fn leaf(of: &str, value: Value) -> Value {
    match (of, value) {
        ("String" | "ID", Value::Number(number)) => json!(number.to_string()),
        ("String", Value::Array(list)) => list.into_iter().map(|item| leaf("String", item)).collect(),
        (_, value) => value,
    }
}
