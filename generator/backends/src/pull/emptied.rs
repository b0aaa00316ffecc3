//! Fields of the CMS that had a text or a list in the last pull and are empty now (rule 18).
//!
//! **Invariant:** only fields of records and sets that exist in both pulls are compared, so that removing a whole
//! record is not a finding.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    job::{Job, Kind},
    loss::{Loss, Now},
    written::{MAX_LOST_UNASKED, is_set_by_cms},
};
use crate::{
    snapshot::{Snapshot, SnapshotError},
    statamic::wire::{Fields, elements, has_content},
};

/// The file of the snapshot that has the emptied fields of its pull.
pub(crate) const FILE: &str = "pull/emptied.jsonl";

/// A field that became empty.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) struct EmptiedField {
    /// The set of the record: `entries/news`.
    pub(crate) set: String,
    /// The locale's code; empty for data that is the same in all locales.
    pub(crate) locale: String,
    /// Id of an entry or term, handle of a global set.
    pub(crate) record: String,
    /// Names of the field and of those around it: `text`, `blocks.text`.
    pub(crate) field: String,
    /// Where an editor can write it again.
    pub(crate) edit_url: Option<String>,
}

/// The emptied fields of one file.
pub(super) fn emptied_fields(
    job: &Job<'_>,
    new: &Snapshot,
    last: &Snapshot,
) -> Result<Vec<EmptiedField>, SnapshotError> {
    let parts: fn(&Value) -> Vec<(String, Value)> = match job.kind {
        Kind::Entries | Kind::Terms => |record| named(record, "id"),
        Kind::Globals => |record| named(record, "handle"),
        Kind::Navigation => nodes,
        _ => return Ok(Vec::new()),
    };
    let file = job.file()?;
    let mut before = BTreeMap::new();
    for record in last.records::<Value>(&file)? {
        // An unreadable last pull is not a reason to stop.
        let Ok(record) = record else { return Ok(Vec::new()) };
        before.extend(parts(&record));
    }
    let mut found = Vec::new();
    for record in new.records::<Value>(&file)? {
        for (name, now) in parts(&record?) {
            let Some(was) = before.get(&name) else { continue };
            let mut fields = Vec::new();
            compare(was, &now, &mut String::new(), &mut fields);
            fields.dedup();
            found.extend(fields.into_iter().map(|field| EmptiedField {
                set: job.set(),
                locale: job.code().to_owned(),
                record: name.clone(),
                field,
                edit_url: Fields::of(&now).text("edit_url"),
            }));
        }
    }
    Ok(found)
}

/// A record with its name, if it has one.
fn named(record: &Value, key: &str) -> Vec<(String, Value)> {
    let name = Fields::of(record).text(key);
    name.map(|name| (name, record.clone())).into_iter().collect()
}

/// A node of a navigation and those below it, each by the id of its page: the fields of the page, and `children`.
fn nodes(node: &Value) -> Vec<(String, Value)> {
    let children = node.get("children").cloned().unwrap_or_default();
    let below = elements(&children).unwrap_or_default();
    let mut all: Vec<(String, Value)> = below.into_iter().flat_map(nodes).collect();
    if let Some(Value::Object(page)) = node.get("page") {
        let mut page = page.clone();
        page.insert("children".to_owned(), children);
        all.extend(named(&page.into(), "id"));
    }
    all
}

/// The fields that became empty in more records of a set than an editor empties between two pulls.
pub(super) fn losses(emptied: &[EmptiedField]) -> Vec<Loss> {
    let mut counts: BTreeMap<(String, &str), u64> = BTreeMap::new();
    for field in emptied {
        let set = format!("{}/{}", field.set, field.field);
        *counts.entry((set, &field.locale)).or_default() += 1;
    }
    let many = counts.into_iter().filter(|(_, count)| *count > MAX_LOST_UNASKED);
    many.map(|((set, locale), before)| Loss {
        set,
        locale: locale.to_owned(),
        before,
        now: Now::FieldEmpty,
    })
    .collect()
}

fn compare(was: &Value, now: &Value, path: &mut String, found: &mut Vec<String>) {
    let length = path.len();
    let (Some(was), Some(now)) = (was.as_object(), now.as_object()) else {
        return;
    };
    for (key, was) in was {
        if length == 0 && is_set_by_cms(key) {
            continue;
        }
        if length > 0 {
            path.push('.');
        }
        path.push_str(key);
        let now = now.get(key).unwrap_or(&Value::Null);
        if is_full(was) && !reads(now) {
            found.push(path.clone());
        } else {
            compare_inside(was, now, path, found);
        }
        path.truncate(length);
    }
}

/// Compares groups, and sets of a list that have the same id.
fn compare_inside(was: &Value, now: &Value, path: &mut String, found: &mut Vec<String>) {
    let (Some(before), Some(rows)) = (elements(was), elements(now)) else {
        return compare(was, now, path, found);
    };
    for row in rows {
        let id = Fields::of(row).text("id");
        let same = before
            .iter()
            .find(|was| id.is_some() && Fields::of(was).text("id") == id);
        if let Some(was) = same {
            compare(was, row, path, found);
        }
    }
}

/// Whether a value is a text or a list with content.
fn is_full(value: &Value) -> bool {
    (value.is_string() || elements(value).is_some()) && has_content(value)
}

/// Whether a text or a list can be read in a value. An object is a link, a relation or a choice.
fn reads(value: &Value) -> bool {
    let known = |map: &serde_json::Map<String, Value>| {
        ["id", "url", "value", "key", "code"]
            .iter()
            .any(|key| map.contains_key(*key))
    };
    match value {
        Value::Object(map) if elements(value).is_none() => known(map) && has_content(value),
        _ => has_content(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn emptied(was: &Value, now: &Value) -> Vec<String> {
        let mut found = Vec::new();
        compare(was, now, &mut String::new(), &mut found);
        found
    }

    /// Rule 18: a text or list field that was full and reads as nothing, at any depth and in any shape.
    #[test]
    fn rule_18_a_field_that_became_empty_is_found() {
        let was = json!({"id": "a", "title": "x", "text": "<p>x</p>", "tags": ["a", "b"], "group": {"phone": "1"},
            "blocks": [{"id": "1", "type": "text", "text": [{"type": "text", "text": "x"}]}, {"id": "2", "quote": "x"}]});
        for (key, now) in [
            ("text", json!(null)),
            ("text", json!("")),
            ("text", json!(" ")),
            ("text", json!([])),
            ("text", json!({})),
            ("text", json!(false)),
            ("text", json!({"html": "<p>x</p>"})),
            ("tags", json!([])),
            ("tags", json!(null)),
            ("tags", json!([null, ""])),
            ("tags", json!({"a": "x"})),
            ("blocks", json!([])),
        ] {
            let mut record = was.clone();
            record[key] = now.clone();
            assert_eq!(emptied(&was, &record), [key], "{now}");
        }
        let mut record = was.clone();
        record["blocks"][0]["text"] = json!([]);
        record["blocks"][1]["quote"] = json!("");
        record["group"]["phone"] = json!(null);
        assert_eq!(emptied(&was, &record), ["group.phone", "blocks.text", "blocks.quote"]);
    }

    #[test]
    fn what_is_written_otherwise_or_removed_as_a_whole_is_not_found() {
        let was = json!({"id": "a", "url": "/a", "updated_at": "x", "text": "<p>x</p>", "tags": ["a"], "link": "entry::1",
            "page": ["id-1"], "on": true, "blocks": [{"id": "1", "text": "x"}, {"id": "2", "text": "y"}]});
        let now = json!({"id": "a", "url": null, "text": [{"type": "text", "text": "x"}], "tags": {"1": "b"}, "link": {"url": "/x"},
            "page": {"id": "id-1", "title": "x"}, "on": null, "blocks": {"1": {"id": "2", "text": "y"}}});
        assert_eq!(emptied(&was, &now), [""; 0]);
    }
}
