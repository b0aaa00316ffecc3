//! Products that changed, and what is read of a record.

use std::collections::BTreeMap;

use serde_json::Value;

/// A product that changed.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) parent: Option<String>,
    /// Whether it was made since the state of the shop; otherwise it was in the shop before, or was not shown there.
    pub(super) is_made: bool,
}

/// The products that changed, by id.
#[derive(Debug)]
pub(super) struct Touched(pub(super) BTreeMap<String, Row>);

/// The id of a record; empty without one.
pub(super) fn id_of(record: &Value) -> String {
    record.get("id").and_then(Value::as_str).unwrap_or_default().to_owned()
}
