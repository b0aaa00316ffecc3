//! What is different in an entry, and which records show that.

use std::collections::BTreeSet;

use serde_json::Value;

use super::undecided::{Stopped, undecided};
use crate::statamic::wire::Fields;

/// What other records may show of an entry: every reference to it has some of these.
const SHOWN: [&str; 17] = [
    "api_url",
    "blueprint",
    "collection",
    "date",
    "locale",
    "locales",
    "mount",
    "permalink",
    "private",
    "published",
    "redirect",
    "slug",
    "slugs",
    "status",
    "title",
    "uri",
    "url",
];

/// What a reference may show of all localizations of an entry, as `slugs` or `locales`.
const ADDRESS: [&str; 5] = ["published", "slug", "status", "uri", "url"];

/// An entry that is not as it was.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) id: String,
    /// Its id as it is in the text of a record.
    quoted: String,
    /// Whether it is not published any more.
    pub(super) is_gone: bool,
    /// Whether what references show of it changed.
    is_shown: bool,
    /// Whether its address or status changed: references to its localizations may have those of all of them.
    pub(super) is_addressed: bool,
    /// Its other fields that changed, or that the last pull did not have.
    fields: BTreeSet<String>,
    /// Its former addresses, if it has left them.
    pub(super) left: Vec<String>,
    /// Whether its place in the tree changed.
    pub(super) is_moved: bool,
}

fn of<'v>(record: &'v Value, key: &str) -> &'v Value {
    record.get(key).unwrap_or(&Value::Null)
}

impl Change {
    /// The change from one record to the next; `None` if there is none. `now` is `None` if it is gone.
    pub(super) fn between(id: &str, before: &Value, now: Option<&Value>) -> Result<Option<Self>, Stopped> {
        let fields: BTreeSet<String> = match (now, before.as_object()) {
            (Some(now), Some(had)) => {
                let changed = had.keys().filter(|key| of(now, key) != of(before, key));
                let further = now.as_object().into_iter().flat_map(|map| map.keys());
                let further = further.filter(|key| !had.contains_key(*key));
                if changed.clone().next().is_none() {
                    return Ok(None);
                }
                changed.chain(further).cloned().collect()
            }
            _ => BTreeSet::new(),
        };
        let changed = |key: &str| now.is_none_or(|now| before.get(key).is_some_and(|before| of(now, key) != before));
        let left = if ["uri", "url"].into_iter().any(changed) {
            left(id, before, now)?
        } else {
            Vec::new()
        };
        Ok(Some(Self {
            id: id.to_owned(),
            quoted: format!("\"{id}\""),
            is_gone: now.is_none(),
            is_shown: SHOWN.into_iter().any(changed),
            is_addressed: ADDRESS.into_iter().any(changed),
            is_moved: ["order", "parent", "uri"].into_iter().any(changed),
            fields,
            left,
        }))
    }

    /// Whether a record shows anything of the entry that changed. It may say so too often.
    pub(super) fn is_in(&self, record: &str) -> bool {
        if self.left.iter().any(|address| record.contains(address.as_str())) {
            return true;
        }
        if !record.contains(&self.quoted) {
            return false;
        }
        self.is_shown || serde_json::from_str(record).is_ok_and(|record| self.shows_a_field(&record))
    }

    /// Whether a reference to the entry, at any depth, has one of its fields that changed.
    fn shows_a_field(&self, value: &Value) -> bool {
        match value {
            Value::Object(map) => {
                let is_it = |key: &str| map.get(key).and_then(Value::as_str) == Some(&self.id);
                let refers = is_it("id") || is_it("entry_id");
                let has = |key: &String| !SHOWN.contains(&key.as_str()) && self.fields.contains(key);
                (refers && map.keys().any(|key| key != "id" && has(key)))
                    || map.values().any(|value| self.shows_a_field(value))
            }
            Value::Array(list) => list.iter().any(|value| self.shows_a_field(value)),
            _ => false,
        }
    }
}

/// Whether a record has something of all localizations of an entry.
pub(super) fn shows_localizations(record: &str) -> bool {
    record.contains("\"slugs\"") || record.contains("\"locales\"")
}

/// The addresses that an entry has left; those of the home page are in every text.
fn left(id: &str, before: &Value, now: Option<&Value>) -> Result<Vec<String>, Stopped> {
    let fields = Fields::of(before);
    let is_left = |key: &&str| now.is_none_or(|now| of(now, key) != of(before, key));
    let left = ["uri", "url"].into_iter().filter(is_left);
    let left: Vec<String> = left.filter_map(|key| fields.text(key)).collect();
    if !left.is_empty() && fields.text("uri").is_some_and(|uri| uri == "/") {
        return Err(undecided(format!("the home page {id} has another address")));
    }
    let has_none = now.is_some_and(|now| Fields::of(now).get("uri").is_none());
    if has_none && fields.text("uri").is_some() {
        return Err(undecided(format!("the entry {id} has no address any more")));
    }
    Ok(left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn change(before: &Value, now: Option<&Value>) -> Option<Change> {
        Change::between("e-1", before, now).unwrap()
    }

    #[test]
    fn a_reference_is_found_by_what_it_shows() {
        let before = json!({"id": "e-1", "title": "A", "uri": "/a", "text": "x", "image": null});
        let with = |key: &str, value: &str| {
            let mut now = before.clone();
            now[key] = json!(value);
            change(&before, Some(&now)).unwrap()
        };
        let reference = json!({"brand": {"id": "e-1", "title": "A", "url": "/a"}}).to_string();
        let picture = json!([{"page": {"entry_id": "e-1", "title": "A", "image": "p"}}]).to_string();
        let link = json!({"text": "<a href=\"/a\">A</a>"}).to_string();
        let none = json!({"id": "e-2", "title": "A"}).to_string();
        for (key, shown) in [
            ("title", [true, true, false]),
            ("text", [false, false, false]),
            ("image", [false, true, false]),
            ("uri", [true, true, true]),
        ] {
            let change = with(key, "/b");
            assert_eq!(
                [&reference, &picture, &link].map(|text| change.is_in(text)),
                shown,
                "{key}"
            );
            assert!(!change.is_in(&none));
        }
        assert!(change(&before, Some(&before)).is_none());
        let gone = change(&before, None).unwrap();
        assert!(gone.is_gone && gone.is_moved && gone.is_in(&reference) && gone.is_in(&link));
    }

    #[test]
    fn addresses_that_cannot_be_searched_are_undecided() {
        let home = json!({"id": "e-1", "uri": "/"});
        assert!(Change::between("e-1", &home, Some(&json!({"id": "e-1", "uri": "/home"}))).is_err());
        let page = json!({"id": "e-1", "uri": "/a"});
        assert!(Change::between("e-1", &page, Some(&json!({"id": "e-1", "uri": null}))).is_err());
    }
}
