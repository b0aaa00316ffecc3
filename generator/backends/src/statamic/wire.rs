//! Statamic's field values (Statamic §3, §18.5): null or absent, one or many, object or bare id, choice or plain text.
//!
//! **Invariant:** no value causes an error; an unreadable value is absent, and the caller reports it if it matters.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

use serde_json::{Map, Value};

/// The fields of an entry, set, grid row or group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields<'a> {
    map: Option<&'a Map<String, Value>>,
    /// Records unreadable values of these fields and of nested ones.
    unread: Option<&'a Unread>,
    /// Records the names of fields that were read, except for nested ones.
    read: Option<&'a Read>,
    /// Other names of fields.
    names: Option<&'a Names>,
}

/// The fields of the records of a collection that were read.
#[derive(Debug, Default)]
pub(crate) struct Read(RefCell<BTreeSet<String>>);

impl Read {
    fn note(&self, key: &str) {
        let mut known = self.0.borrow_mut();
        if !known.contains(key) {
            known.insert(key.to_owned());
        }
    }

    /// Whether a field was read.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.0.borrow().contains(key)
    }
}

/// Aliases: the CMS's names of fields that have other names here.
#[derive(Debug, Default)]
pub(crate) struct Names(BTreeMap<&'static str, String>);

impl Names {
    /// From pairs of our name and the CMS's name.
    pub(crate) fn of(pairs: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        Self(pairs.into_iter().collect())
    }
}

/// Fields of one record with content that cannot be read as the field's type: name and reason.
#[derive(Debug, Default)]
pub(crate) struct Unread(RefCell<BTreeSet<(String, &'static str)>>);

impl Unread {
    fn note(&self, key: &str, reason: &'static str) {
        self.0.borrow_mut().insert((key.to_owned(), reason));
    }

    /// Each field with its reason, once.
    pub(crate) fn into_list(self) -> impl Iterator<Item = (String, &'static str)> {
        self.0.into_inner().into_iter()
    }
}

/// Longer plain texts are shown and recorded.
const LONG_TEXT: usize = 100_000;

impl<'a> Fields<'a> {
    /// The fields of an object; empty for any other value (including PHP's empty map `[]`).
    pub(crate) fn of(value: &'a Value) -> Self {
        Self {
            map: value.as_object(),
            unread: None,
            read: None,
            names: None,
        }
    }

    /// The fields of a map.
    pub(crate) fn of_map(map: &'a Map<String, Value>) -> Self {
        Self {
            map: Some(map),
            unread: None,
            read: None,
            names: None,
        }
    }

    /// The same fields; from now on, the fields that are read are recorded.
    pub(crate) fn watched(self, read: &'a Read) -> Self {
        Self {
            read: Some(read),
            ..self
        }
    }

    /// The same fields, without noting which are read.
    pub(crate) fn unwatched(self) -> Self {
        Self { read: None, ..self }
    }

    /// The same fields by other names.
    pub(crate) fn renamed(self, names: &'a Names) -> Self {
        Self {
            names: Some(names),
            ..self
        }
    }

    /// The same names and records for nested fields.
    fn inside(self, map: Option<&'a Map<String, Value>>) -> Self {
        Self {
            map,
            unread: self.unread,
            read: None,
            names: None,
        }
    }

    /// The CMS's name of a field.
    fn named<'k>(self, key: &'k str) -> &'k str
    where
        'a: 'k,
    {
        self.names
            .and_then(|names| names.0.get(key))
            .map_or(key, String::as_str)
    }

    /// The same fields; unreadable content is recorded from now on.
    pub(crate) fn noting(self, unread: &'a Unread) -> Self {
        Self {
            unread: Some(unread),
            ..self
        }
    }

    /// The same fields without recording, for a field that may have one of several shapes.
    pub(crate) fn quiet(self) -> Self {
        Self { unread: None, ..self }
    }

    fn note(self, key: &str, reason: &'static str) {
        if let Some(unread) = self.unread {
            unread.note(key, reason);
        }
    }

    /// The read value; content that was not read is recorded.
    fn noted<T>(self, key: &str, value: &Value, read: Option<T>, reason: &'static str) -> Option<T> {
        if read.is_none() && (has_content(value) || *value == Value::Bool(true)) {
            self.note(key, reason);
        }
        read
    }

    /// A value that is not null.
    pub(crate) fn get(self, key: &str) -> Option<&'a Value> {
        let key = self.named(key);
        if let Some(read) = self.read {
            read.note(key);
        }
        self.map?.get(key).filter(|v| !v.is_null())
    }

    /// The keys, in their order.
    pub(crate) fn keys(self) -> impl Iterator<Item = &'a String> {
        self.map.into_iter().flat_map(Map::keys)
    }

    /// Whether the key is present, null or not.
    pub(crate) fn has(self, key: &str) -> bool {
        self.map.is_some_and(|map| map.contains_key(self.named(key)))
    }

    /// A text that is not blank; numbers are converted to text.
    pub(crate) fn text(self, key: &str) -> Option<String> {
        let value = self.get(key)?;
        let read = text(value);
        if read.as_ref().is_some_and(|text| text.len() > LONG_TEXT) {
            self.note(key, "it is longer than 100,000 bytes; it is shown all the same");
        }
        self.noted(key, value, read, "it is no text")
    }

    /// A text without which a row is left out; a row with other content is recorded.
    pub(crate) fn required(self, key: &str) -> Option<String> {
        let read = self.text(key);
        if read.is_none() && self.has_words() {
            self.note(key, "a row that has none is left out, with all that is in it");
        }
        read
    }

    /// Whether any field has content entered by an editor. Selected options do not count: the CMS answers the defaults
    /// of rows that nobody filled in.
    pub(crate) fn has_words(self) -> bool {
        let own = |key: &str| !["id", "type", "enabled", "anchor"].contains(&key);
        let mut fields = self.map.into_iter().flatten();
        fields.any(|(key, value)| own(key) && is_written(value))
    }

    /// Whether a field has content that an editor wrote, as [`Self::has_words`].
    pub(crate) fn has_words_in(self, key: &str) -> bool {
        self.map.and_then(|map| map.get(key)).is_some_and(is_written)
    }

    /// The address of a link: a text in version 5, in an object in version 6.
    pub(crate) fn address(self, key: &str) -> Option<String> {
        match self.get(key)? {
            value @ Value::Object(_) => Self::of(value).text("url"),
            value => text(value),
        }
    }

    /// The value of a select, radio or button group; a plain text is used as it is.
    pub(crate) fn choice(self, key: &str) -> Option<String> {
        let value = self.get(key)?;
        let read = match elements(value) {
            Some(list) => list.first().and_then(|value| choice(value)),
            None => choice(value),
        };
        self.noted(key, value, read, "it is no choice")
    }

    /// The values of checkboxes or a multi-select; a plain list is used as it is.
    pub(crate) fn choices(self, key: &str) -> Vec<String> {
        self.each(key, "an element of it is no choice", choice)
    }

    /// A number; a text that contains a number is accepted.
    pub(crate) fn float(self, key: &str) -> Option<f64> {
        match self.get(key)? {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    /// The label of a select or dictionary, otherwise its value.
    pub(crate) fn label(self, key: &str) -> Option<String> {
        match self.get(key)? {
            value @ Value::Object(_) => {
                let read = Self::of(value).text("label").or_else(|| choice(value));
                self.noted(key, value, read, "it is no choice")
            }
            value => self.noted(key, value, text(value), "it is no text"),
        }
    }

    /// A toggle; false if it is absent.
    pub(crate) fn toggle(self, key: &str) -> bool {
        match self.get(key) {
            Some(Value::Bool(on)) => *on,
            Some(Value::Number(number)) => number.as_i64() == Some(1),
            Some(Value::String(text)) => matches!(text.as_str(), "1" | "true" | "on"),
            _ => false,
        }
    }

    /// A whole number; a text that contains a number is accepted.
    pub(crate) fn integer(self, key: &str) -> Option<i64> {
        match self.get(key)? {
            Value::Number(number) => crate::shopware::wire::whole(number),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    /// The elements of a list, or a single value as a list of one.
    pub(crate) fn list(self, key: &str) -> Vec<&'a Value> {
        let Some(value) = self.get(key) else { return Vec::new() };
        let mut list = elements(value).unwrap_or_else(|| vec![value]);
        list.retain(|v| !v.is_null());
        list
    }

    /// The rows of a grid or replicator, without disabled ones.
    pub(crate) fn rows(self, key: &str) -> Vec<Self> {
        self.each(key, "an element of it has no fields", |row| {
            row.is_object().then_some(row)
        })
        .into_iter()
        .filter(|row| row.get("enabled") != Some(&Value::Bool(false)))
        .map(|row| self.inside(row.as_object()))
        .collect()
    }

    /// The fields of a group.
    pub(crate) fn group(self, key: &str) -> Self {
        let map = self
            .get(key)
            .and_then(|value| self.noted(key, value, value.as_object(), "it has no fields"));
        self.inside(map)
    }

    /// Texts of a list.
    pub(crate) fn texts(self, key: &str) -> Vec<String> {
        self.each(key, "an element of it is no text", text)
    }

    /// The values read from each element of a list, or from a single value; unreadable elements are recorded.
    fn each<T>(self, key: &str, reason: &'static str, read: impl Fn(&'a Value) -> Option<T>) -> Vec<T> {
        self.list(key)
            .into_iter()
            .filter_map(|value| self.noted(key, value, read(value), reason))
            .collect()
    }

    /// Ids of a relation: from shallow objects or bare ids, one or many (Statamic §6, §8).
    pub(crate) fn ids(self, key: &str) -> Vec<String> {
        self.related(key, Some)
    }

    /// What `parse` makes of the ids of a relation.
    pub(crate) fn related<T>(self, key: &str, parse: impl Fn(String) -> Option<T>) -> Vec<T> {
        self.each(key, "an element of it names no record", |value| {
            let id = match value {
                Value::Object(_) => Self::of(value).text("id"),
                Value::String(_) => text(value),
                _ => None,
            };
            parse(id?)
        })
    }
}

/// Whether a value has content that is not chosen from a list.
fn is_written(value: &Value) -> bool {
    let is_chosen = |value: &Value| value.get("value").is_some();
    let all_chosen = |list: &Vec<Value>| list.iter().all(is_chosen);
    !is_chosen(value) && !value.as_array().is_some_and(all_chosen) && has_content(value)
}

/// Whether a value has content. Toggles do not count: Statamic answers `false` for unset ones.
pub(crate) fn has_content(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) => false,
        Value::Number(_) => true,
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(list) => list.iter().any(has_content),
        Value::Object(map) => map.values().any(has_content),
    }
}

/// The elements of a list, in order. PHP writes a list with gaps, after an element was removed, as an object whose keys
/// are the indexes: `{"0": …, "2": …}`.
pub(crate) fn elements(value: &Value) -> Option<Vec<&Value>> {
    match value {
        Value::Array(list) => Some(list.iter().collect()),
        Value::Object(map) if has_gaps(map) => Some(map.values().collect()),
        _ => None,
    }
}

/// Whether an object is a list with gaps: it has values, and every key is an index as PHP writes it.
pub(crate) fn has_gaps(map: &Map<String, Value>) -> bool {
    let is_index = |key: &String| {
        key.bytes().all(|byte| byte.is_ascii_digit()) && (key == "0" || !key.starts_with('0')) && key.len() <= 9
    };
    !map.is_empty() && map.keys().all(|key| !key.is_empty() && is_index(key))
}

fn text(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

fn choice(value: &Value) -> Option<String> {
    match value {
        Value::Object(_) => {
            let fields = Fields::of(value);
            fields.text("value").or_else(|| fields.text("key"))
        }
        other => text(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Rule 18: no value of a list is lost because PHP wrote it as an object.
    #[test]
    fn rule_18_a_list_with_gaps_is_a_list() {
        let value = json!({
            "rows": {"0": {"id": "a"}, "2": {"id": "b"}, "3": {"id": "c", "enabled": false}}, "words": {"1": "x", "0": "y"},
            "ids": {"4": "uuid-1"}, "choice": {"3": {"value": "oak"}}, "shallow": {"id": "uuid-2"}, "version": {"01": "x"}, "php": {}
        });
        let fields = Fields::of(&value);
        assert_eq!(fields.rows("rows").len(), 2);
        assert_eq!(
            fields.texts("words"),
            ["x", "y"],
            "the order of the answer is the order of the list"
        );
        assert_eq!(fields.ids("ids"), ["uuid-1"]);
        assert_eq!(fields.choice("choice").as_deref(), Some("oak"));
        assert_eq!(fields.ids("shallow"), ["uuid-2"]);
        assert_eq!(fields.list("version").len(), 1, "an object with another key is no list");
        assert_eq!(elements(&value["php"]), None);
    }

    #[test]
    fn both_readings_of_a_field_are_taken() {
        let value = json!({
            "style": {"value": "primary", "label": "Primair", "key": "primary"}, "plain": "link", "unset": {"value": null, "label": null, "key": null},
            "many": [{"value": "oak", "label": "Oak", "key": "oak"}], "raw": ["uuid-1"], "shallow": {"id": "uuid-2", "title": "x"},
            "number": "12", "size": 66, "country": {"value": "NLD", "label": "Nederland", "key": "NLD"},
            "rows": [{"id": "a"}, {"id": "b", "enabled": false}], "empty": [], "null": null
        });
        let fields = Fields::of(&value);
        assert_eq!(fields.choice("style").as_deref(), Some("primary"));
        assert_eq!(fields.choice("plain").as_deref(), Some("link"));
        assert_eq!(fields.choice("unset"), None);
        assert_eq!(fields.choice("many").as_deref(), Some("oak"));
        assert_eq!(fields.ids("raw"), ["uuid-1"]);
        assert_eq!(fields.ids("shallow"), ["uuid-2"]);
        assert_eq!(fields.integer("number"), Some(12));
        assert_eq!(fields.text("size").as_deref(), Some("66"));
        assert_eq!(fields.label("country").as_deref(), Some("Nederland"));
        assert_eq!(fields.rows("rows").len(), 1);
        let links = json!({"five": "/contact", "six": {"url": "/contact"}, "entry": {"id": "x", "url": "/contact"}, "empty": {"url": null}});
        let links = Fields::of(&links);
        for key in ["five", "six", "entry"] {
            assert_eq!(links.address(key).as_deref(), Some("/contact"), "{key}");
        }
        assert_eq!((links.address("empty"), links.address("none")), (None, None));
        assert!(fields.list("empty").is_empty() && fields.list("null").is_empty() && !fields.toggle("nothing"));
    }
}
