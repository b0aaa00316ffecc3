//! Link fields (Statamic §3, Part C): a text in version 5, an object in version 6. The target is localized to the answer's
//! site, or has its own site if it is not localized there.

use serde_json::{Value, json};

use super::asset::Asset;
use super::options::StatamicVersion;
use super::relations::entry_reference;
use super::scope::Scope;
use super::stored::asset_path;

/// The target of a link.
enum Target<'c, 'v> {
    Entry(usize),
    Asset(&'c Asset),
    /// As the editor typed it.
    Address(&'v str),
    /// Empty, or its target no longer exists.
    Nowhere,
}

/// The answered value of a link field.
pub(crate) fn field(value: Option<&Value>, scope: &Scope<'_>) -> Value {
    let target = target(value, scope);
    match scope.hosts.version {
        StatamicVersion::Five => text(&target, scope),
        StatamicVersion::Six => object(&target, scope),
    }
}

fn target<'c, 'v>(value: Option<&'v Value>, scope: &Scope<'c>) -> Target<'c, 'v> {
    let content = scope.content;
    let Some(text) = value.and_then(Value::as_str).filter(|text| !text.is_empty()) else {
        return Target::Nowhere;
    };
    if let Some(key) = text.strip_prefix("entry::") {
        let index = content.localization(key, scope.site).or_else(|| content.origin(key));
        return index.map_or(Target::Nowhere, Target::Entry);
    }
    if let Some(key) = text.strip_prefix("asset::") {
        let asset = content.assets.get(asset_path(key));
        return asset.map_or(Target::Nowhere, Target::Asset);
    }
    if text == "@child" {
        let is_child = |parent: &Option<usize>| parent.is_some() && *parent == scope.entry;
        let child = content.places.parent.iter().position(is_child);
        return child.map_or(Target::Nowhere, Target::Entry);
    }
    Target::Address(text)
}

fn text(target: &Target<'_, '_>, scope: &Scope<'_>) -> Value {
    match target {
        Target::Entry(index) => json!(scope.content.entry_url(*index)),
        Target::Asset(asset) => json!(asset.url(scope.hosts)),
        Target::Address(text) => json!(text),
        Target::Nowhere => Value::Null,
    }
}

fn object(target: &Target<'_, '_>, scope: &Scope<'_>) -> Value {
    let nowhere = || json!({"url": null});
    match target {
        Target::Entry(index) => entry_reference(*index, scope).unwrap_or_else(nowhere),
        Target::Asset(asset) => asset.reference(scope.hosts),
        Target::Address(text) => json!({"url": text}),
        Target::Nowhere => nowhere(),
    }
}
