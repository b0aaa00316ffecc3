//! Introspection: kinds and names of types, their fields, and possible types of an interface. It is incomplete; a
//! client that generates code needs more.

use serde_json::{Value, json};

use super::schema::Schema;
use super::validate::kind_name;

/// `__schema`.
pub(super) fn schema(schema: &Schema) -> Value {
    let types: Vec<Value> = schema.types.keys().map(|name| named(schema, name)).collect();
    json!({"queryType": named(schema, "Query"), "types": types})
}

/// `__type(name:)`; null for an unknown type.
pub(super) fn named(schema: &Schema, name: &str) -> Value {
    let Some(found) = schema.types.get(name) else {
        return Value::Null;
    };
    let fields: Vec<Value> = found.fields.keys().map(|name| json!({"name": name})).collect();
    let of = |name: &String| Some(json!({"kind": kind_name(schema.types.get(name)?.kind), "name": name}));
    let possible: Vec<Value> = found.possible.iter().filter_map(of).collect();
    json!({"kind": kind_name(found.kind), "name": name, "fields": fields, "possibleTypes": possible})
}
