//! What counts as content of a record of the CMS when two pulls are compared (rule 18).

use serde_json::Value;

/// A list of at most this many records may become empty without `--accept-empty`.
pub(super) const MAX_LOST_UNASKED: u64 = 5;

/// Fields that the CMS sets itself (position, dates), not an editor.
pub(super) const NOT_WRITTEN: [&str; 22] = [
    "api_url",
    "blueprint",
    "collection",
    "date",
    "edit_url",
    "handle",
    "id",
    "last_modified",
    "locale",
    "mount",
    "order",
    "origin_id",
    "parent",
    "permalink",
    "private",
    "published",
    "site",
    "slug",
    "status",
    "taxonomy",
    "updated_at",
    "uri",
];

/// Whether a value has content. Toggles do not count, because off is a value too.
pub(super) fn is_written(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) => false,
        Value::Number(_) => true,
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(list) => list.iter().any(is_written),
        Value::Object(map) => map.values().any(is_written),
    }
}
