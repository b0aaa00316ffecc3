//! Compares two answers value by value: ours and that of a real 6.6.7.1. Accepted differences are listed here, by
//! struct and field, with the reason; all other differences are returned with their path.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// Struct (`*`: any, empty: one without apiAlias), field, reason.
const MAY_DIFFER: [(&str, &str, &str); 45] = [
    (
        "*",
        "createdAt",
        "when a row was written; the files say it of products only",
    ),
    ("*", "updatedAt", "as createdAt"),
    ("media", "uploadedAt", "as createdAt"),
    ("*", "token", "minted by each shop for itself"),
    ("", "autoIncrement", "the database's row counter"),
    ("product", "displayGroup", "a hash of the database"),
    ("product", "cmsPageId", "the demo has no layouts"),
    ("product", "cmsPage", "the demo has no layouts"),
    ("category", "cmsPageId", "the demo has no layouts"),
    ("category", "cmsPageIdSwitched", "the demo has no layouts"),
    ("category", "cmsPage", "the demo has no layouts"),
    ("media", "url", "pictures come from the demo's image CDN"),
    ("media", "path", "as url"),
    ("media", "mimeType", "masters are WebP"),
    ("media", "fileExtension", "masters are WebP"),
    ("media", "fileSize", "the manifest of masters does not say it"),
    ("media", "metaData", "masters are WebP"),
    ("media", "thumbnails", "the image CDN offers their widths, by URL"),
    ("product_media", "id", "derived: clients name pictures by mediaId"),
    ("product", "coverId", "the id of a product_media"),
    ("product_download", "id", "derived"),
    (
        "shipping_method_price",
        "id",
        "derived: clients name no row of a price table",
    ),
    ("seo_url", "id", "derived: clients name paths by foreignKey"),
    ("", "id", "the SEO URL of a breadcrumb"),
    ("locale", "id", "derived"),
    (
        "locale",
        "translated",
        "the names of languages and territories in Shopware's own list",
    ),
    ("language", "localeId", "derived"),
    ("language", "translationCodeId", "derived"),
    ("sales_channel_domain", "snippetSetId", "the demo has no snippets"),
    (
        "customer",
        "customerNumber",
        "counts the customers of the shop; `guests.rs` tells the first",
    ),
    ("", "customerNumber", "as that of the customer"),
    ("customer", "firstLogin", "when"),
    ("customer", "lastLogin", "when"),
    ("customer", "doubleOptInEmailSentDate", "when"),
    ("customer", "doubleOptInConfirmDate", "when"),
    ("context", "ruleIds", "the demo has one rule"),
    ("sales_channel_context", "areaRuleIds", "the demo has one rule"),
    (
        "payment_method",
        "shortName",
        "made from the key, not from the handler's class; gone in 6.7",
    ),
    ("order", "orderDateTime", "as createdAt"),
    ("*", "stateId", "derived: clients name states by technicalName"),
    ("cart", "hash", "a fingerprint"),
    ("cart", "errorHash", "a fingerprint"),
    ("cart_line_item", "uniqueIdentifier", "minted for each line"),
    ("cart_line_item", "dataTimestamp", "when the line was read"),
    ("cart_line_item", "dataContextHash", "a fingerprint"),
];

/// All differences that are not accepted, as `path: ours instead of theirs`.
pub(crate) fn differences(ours: &Value, theirs: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare(ours, theirs, "", &mut found);
    found
}

fn compare(ours: &Value, theirs: &Value, at: &str, found: &mut Vec<String>) {
    match (ours, theirs) {
        (Value::Object(a), Value::Object(b)) => structs(a, b, at, found),
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (index, (a, b)) in a.iter().zip(b).enumerate() {
                compare(a, b, &format!("{at}[{index}]"), found);
            }
        }
        (Value::Array(a), Value::Array(b)) => found.push(format!("{at}: {} items instead of {}", a.len(), b.len())),
        // Floats are compared to a millionth, because PHP does not round them.
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            if (a - b).abs() > 1e-6 {
                found.push(format!("{at}: {a} instead of {b}"));
            }
        }
        (a, b) if a == b => {}
        (a, b) => found.push(format!("{at}: {} instead of {}", short(a), short(b))),
    }
}

fn structs(ours: &Map<String, Value>, theirs: &Map<String, Value>, at: &str, found: &mut Vec<String>) {
    let alias = theirs.get("apiAlias").and_then(Value::as_str).unwrap_or_default();
    let keys: BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
    for key in keys {
        let excused = |(of, field, _): &(&str, &str, &str)| field == key && (*of == "*" || *of == alias);
        match (ours.get(key), theirs.get(key)) {
            (Some(a), Some(b)) if !MAY_DIFFER.iter().any(excused) => compare(a, b, &format!("{at}.{key}"), found),
            (Some(_), Some(_)) => {}
            (None, _) => found.push(format!("{at}.{key} is missing")),
            (_, None) => found.push(format!("{at}.{key} is too much")),
        }
    }
}

fn short(value: &Value) -> String {
    value.to_string().chars().take(160).collect()
}
