//! Validates a document against the schema before execution: operations, fields, arguments, fragments, variables.
//! Messages are those of the PHP library used by Statamic, without its suggestions.
//!
//! **Invariant:** a valid document uses only existing fields, with a selection on composite types and without on
//! scalars, and its fragments form no cycle.

use std::collections::BTreeSet;

use serde_json::Value;

use super::document::{Argument, Document, Field, Literal, Operation, Problem, Selection};
use super::schema::{FieldType, Kind, Schema, Type};

/// Root fields of introspection: field, type, and argument.
const INTROSPECTION: &[(&str, &str, Option<&str>)] =
    &[("__schema", "__Schema", None), ("__type", "__Type", Some("name"))];

struct Check<'d> {
    schema: &'d Schema,
    document: &'d Document,
    operation: &'d Operation,
    problems: Vec<Problem>,
    /// The fragments on the current path.
    open: Vec<&'d str>,
    seen: BTreeSet<String>,
}

/// All errors of one operation of a document.
pub(super) fn problems(schema: &Schema, document: &Document, operation: &Operation) -> Vec<Problem> {
    let mut check = Check {
        schema,
        document,
        operation,
        problems: Vec::new(),
        open: Vec::new(),
        seen: BTreeSet::new(),
    };
    check.selections("Query", &operation.selections);
    check.problems
}

/// The field of a type, including `__typename` and introspection.
pub(super) fn field_type(schema: &Schema, on: &str, name: &str) -> Option<FieldType> {
    let made = |of: &str, required, argument: Option<&str>| FieldType {
        of: of.to_owned(),
        list: false,
        required,
        arguments: argument
            .iter()
            .map(|name| ((*name).to_owned(), "String!".to_owned()))
            .collect(),
    };
    if name == "__typename" {
        return Some(made("String", true, None));
    }
    let introspection = INTROSPECTION.iter().find(|(field, ..)| on == "Query" && *field == name);
    match introspection {
        Some((_, of, argument)) => Some(made(of, false, *argument)),
        None => schema.types.get(on)?.fields.get(name).cloned(),
    }
}

impl<'d> Check<'d> {
    fn selections(&mut self, on: &str, selections: &'d [Selection]) {
        for selection in selections {
            match selection {
                Selection::Field(field) => self.field(on, field),
                Selection::Inline {
                    on: condition,
                    selections,
                    spot,
                    directives,
                } => {
                    self.directives(
                        directives
                            .iter()
                            .map(|directive| (&directive.name, directive.spot, &directive.arguments)),
                    );
                    let target = condition.as_deref().unwrap_or(on);
                    match self.overlap(on, target) {
                        Ok(()) => self.selections(target, selections),
                        Err(message) => self.problems.push(Problem::new(message, *spot)),
                    }
                }
                Selection::Spread { name, spot, directives } => {
                    self.directives(
                        directives
                            .iter()
                            .map(|directive| (&directive.name, directive.spot, &directive.arguments)),
                    );
                    self.spread(on, name, *spot);
                }
            }
        }
    }

    fn spread(&mut self, on: &str, name: &'d str, spot: super::document::Spot) {
        let Some(fragment) = self.document.fragments.get(name) else {
            return self
                .problems
                .push(Problem::new(format!("Unknown fragment \"{name}\"."), spot));
        };
        if self.open.contains(&name) {
            return self.problems.push(Problem::new(
                format!("Cannot spread fragment \"{name}\" within itself."),
                spot,
            ));
        }
        if let Err(message) = self.overlap(on, &fragment.on) {
            let message = message.replacen("Fragment", &format!("Fragment \"{name}\""), 1);
            return self.problems.push(Problem::new(message, fragment.spot));
        }
        // A fragment is validated once, on its own type.
        if self.seen.insert(name.to_owned()) {
            self.open.push(name);
            self.selections(&fragment.on, &fragment.selections);
            self.open.pop();
        }
    }

    /// Whether a value of one type can be of the other type.
    fn overlap(&self, on: &str, target: &str) -> Result<(), String> {
        let Some(wanted) = self.schema.types.get(target) else {
            return Err(format!("Unknown type \"{target}\"."));
        };
        let possible = |found: &Type| found.possible.intersection(&wanted.possible).next().is_some();
        if self.schema.types.get(on).is_some_and(possible) {
            Ok(())
        } else {
            Err(format!(
                "Fragment cannot be spread here as objects of type \"{on}\" can never be of type \"{target}\"."
            ))
        }
    }

    fn field(&mut self, on: &str, field: &'d Field) {
        let Some(kind) = field_type(self.schema, on, &field.name) else {
            let message = format!("Cannot query field \"{}\" on type \"{on}\".", field.name);
            return self.problems.push(Problem::new(message, field.spot));
        };
        self.arguments(on, field, &kind);
        self.directives(
            field
                .directives
                .iter()
                .map(|directive| (&directive.name, directive.spot, &directive.arguments)),
        );
        let written = if kind.list {
            format!("[{}]", kind.of)
        } else {
            kind.of.clone()
        };
        let written = if kind.required { format!("{written}!") } else { written };
        match (self.schema.types.contains_key(&kind.of), field.selections.is_empty()) {
            (true, true) => {
                let message = format!(
                    "Field \"{0}\" of type \"{written}\" must have a selection of subfields. Did you mean \"{0} {{ ... }}\"?",
                    field.name
                );
                self.problems.push(Problem::new(message, field.spot));
            }
            (false, false) => {
                let message = format!(
                    "Field \"{}\" must not have a selection since type \"{written}\" has no subfields.",
                    field.name
                );
                self.problems.push(Problem::new(message, field.spot));
            }
            _ => self.selections(&kind.of, &field.selections),
        }
    }

    fn arguments(&mut self, on: &str, field: &'d Field, kind: &FieldType) {
        for argument in &field.arguments {
            let Some((_, wanted)) = kind.arguments.iter().find(|(name, _)| *name == argument.name) else {
                let message = format!(
                    "Unknown argument \"{}\" on field \"{}\" of type \"{on}\".",
                    argument.name, field.name
                );
                self.problems.push(Problem::new(message, argument.spot));
                continue;
            };
            self.argument(argument, wanted);
        }
        for (name, wanted) in kind.arguments.iter().filter(|(_, wanted)| wanted.ends_with('!')) {
            if !field.arguments.iter().any(|argument| argument.name == *name) {
                let message = format!(
                    "Field \"{}\" argument \"{name}\" of type \"{wanted}\" is required but not provided.",
                    field.name
                );
                self.problems.push(Problem::new(message, field.spot));
            }
        }
    }

    fn argument(&mut self, argument: &'d Argument, wanted: &str) {
        for name in argument.value.variables() {
            if self.operation.variables.iter().any(|variable| variable.name == name) {
                continue;
            }
            let message = match &self.operation.name {
                Some(operation) => format!("Variable \"${name}\" is not defined by operation \"{operation}\"."),
                None => format!("Variable \"${name}\" is not defined."),
            };
            self.problems.push(Problem::new(message, argument.spot));
        }
        // The value of a variable is checked when it is given.
        if let Literal::Plain(value) = &argument.value
            && let Err(message) = coerce(wanted, value)
        {
            self.problems.push(Problem::new(message, argument.spot));
        }
    }

    fn directives<'a>(&mut self, all: impl Iterator<Item = (&'a String, super::document::Spot, &'d Vec<Argument>)>) {
        for (name, spot, arguments) in all {
            if matches!(name.as_str(), "include" | "skip") {
                for argument in arguments {
                    self.argument(argument, "Boolean!");
                }
            } else {
                self.problems
                    .push(Problem::new(format!("Unknown directive \"@{name}\"."), spot));
            }
        }
    }
}

/// A value converted to its type: a single value becomes a list if one is expected.
pub(super) fn coerce(wanted: &str, value: &Value) -> Result<Value, String> {
    if let Some(wanted) = wanted.strip_suffix('!') {
        return match value {
            Value::Null => Err(format!("Expected value of type \"{wanted}!\", found null.")),
            value => coerce(wanted, value),
        };
    }
    if value.is_null() {
        return Ok(Value::Null);
    }
    if let Some(item) = wanted.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return match value {
            Value::Array(list) => list.iter().map(|one| coerce(item, one)).collect(),
            one => Ok(Value::Array(vec![coerce(item, one)?])),
        };
    }
    let fits = match wanted {
        "String" | "ID" => value.is_string() || (wanted == "ID" && value.is_i64()),
        "Int" => value.is_i64(),
        "Float" => value.is_number(),
        "Boolean" => value.is_boolean(),
        _ => true,
    };
    if fits {
        return Ok(value.clone());
    }
    Err(match wanted {
        "Int" => format!("Int cannot represent non-integer value: {value}"),
        "Float" => format!("Float cannot represent non numeric value: {value}"),
        "Boolean" => format!("Boolean cannot represent a non boolean value: {value}"),
        other => format!("{other} cannot represent a non string value: {value}"),
    })
}

/// Name of a composite kind in introspection.
pub(super) fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Object => "OBJECT",
        Kind::Interface => "INTERFACE",
        Kind::Union => "UNION",
    }
}
