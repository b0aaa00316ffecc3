//! Introspection: kinds and names of types, their fields with types, and possible types of an interface. It is
//! incomplete; a client that generates code needs more.

use serde_json::{Value, json};

use super::run::Failure;
use super::schema::{FieldType, Schema};
use super::validate::kind_name;

/// `__schema`.
pub(super) fn schema(schema: &Schema) -> Value {
    let types: Vec<Value> = schema.types.keys().filter_map(|name| described(schema, name)).collect();
    json!({"queryType": described(schema, "Query"), "types": types})
}

/// `__type(name:)`: Statamic fails at an unknown type.
pub(super) fn named(schema: &Schema, name: &str) -> Result<Value, Failure> {
    described(schema, name).ok_or(Failure::Internal)
}

fn described(schema: &Schema, name: &str) -> Option<Value> {
    let found = schema.types.get(name)?;
    let fields = found.fields.iter();
    let fields: Vec<Value> = fields
        .map(|(name, field)| json!({"name": name, "type": type_of(schema, field)}))
        .collect();
    let possible: Vec<Value> = found.possible.iter().map(|name| bare(schema, name)).collect();
    Some(json!({"kind": kind_name(found.kind), "name": name, "fields": fields, "possibleTypes": possible}))
}

fn bare(schema: &Schema, name: &str) -> Value {
    let kind = schema.types.get(name).map_or("SCALAR", |found| kind_name(found.kind));
    json!({"kind": kind, "name": name})
}

fn type_of(schema: &Schema, field: &FieldType) -> Value {
    let wrapped = |kind: &str, of: Value| json!({"kind": kind, "name": null, "ofType": of});
    let mut of = bare(schema, &field.of);
    if field.list {
        of = wrapped("LIST", of);
    }
    if field.required {
        of = wrapped("NON_NULL", of);
    }
    of
}
