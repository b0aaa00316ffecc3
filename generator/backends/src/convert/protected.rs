//! Entries that the CMS protects with a password, a login or similar (Statamic part C). Its API returns them to
//! everybody; only its own front end enforces the protection.
//!
//! **Invariant:** a protected entry is not part of the Catalog, and a value that cannot be read as "not protected"
//! counts as protected.

use std::collections::HashSet;

use serde_json::Value;
use vitrine_model::{ids::EntryId, locale::LocaleIndex};

use crate::statamic::wire::Fields;

/// The ids of protected entries by locale.
#[derive(Debug, Default)]
pub(crate) struct Protected(HashSet<(LocaleIndex, EntryId)>);

impl Protected {
    /// Adds an entry of a locale by its own id and that of its origin, which trees and relations may name instead.
    pub(super) fn add(&mut self, locale: LocaleIndex, ids: [Option<EntryId>; 2]) {
        self.0.extend(ids.into_iter().flatten().map(|id| (locale, id)));
    }

    pub(super) fn has(&self, locale: LocaleIndex, id: &EntryId) -> bool {
        self.0.contains(&(locale, id.clone()))
    }
}

/// The scheme that protects an entry (`password`, `logged_in`, or a custom one); `None` if it is public.
pub(super) fn scheme(fields: Fields<'_>) -> Option<String> {
    let value = fields.get("protect")?;
    let chosen = fields.quiet().choice("protect");
    match value {
        Value::Bool(false) => None,
        Value::String(_) | Value::Object(_) => chosen.or_else(|| has_value(value).then(|| value.to_string())),
        Value::Array(list) if list.is_empty() => None,
        other => Some(chosen.unwrap_or_else(|| other.to_string())),
    }
}

/// An empty select is an object of nulls.
fn has_value(value: &Value) -> bool {
    value
        .as_object()
        .is_some_and(|map| map.values().any(|value| !value.is_null()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_does_not_read_as_open_is_protected() {
        let said = |value: Value| scheme(Fields::of(&json!({ "protect": value })));
        let unset = json!({"value": null, "label": null, "key": null});
        for open in [
            json!(null),
            json!(false),
            json!(""),
            json!(" "),
            json!([]),
            json!({}),
            unset,
        ] {
            assert_eq!(said(open.clone()), None, "{open}");
        }
        let chosen = json!({"value": "logged_in", "label": "Members", "key": "logged_in"});
        assert_eq!(said(json!("password")).as_deref(), Some("password"));
        assert_eq!(said(chosen).as_deref(), Some("logged_in"));
        for closed in [json!(true), json!(1), json!(["password"]), json!({"scheme": "x"})] {
            assert!(said(closed.clone()).is_some(), "{closed}");
        }
        assert_eq!(scheme(Fields::of(&json!({}))), None);
    }
}
