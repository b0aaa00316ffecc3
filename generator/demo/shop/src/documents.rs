//! References in custom fields to files of a shop's `documents/` folder: `documents::<file>`.

use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use super::{Product, ShopError};

/// Prefix of a reference.
const MARK: &str = "documents::";

/// Checks that every referenced document exists.
///
/// # Errors
/// When a file is missing.
pub(super) fn check(shop_dir: &Path, products: &[Arc<Product>]) -> Result<(), ShopError> {
    let folder = shop_dir.join("documents");
    for product in products {
        for (key, value) in product.own.custom_fields.iter() {
            if let Some(missing) = names(value).into_iter().find(|name| !folder.join(name).is_file()) {
                let problem = format!(
                    "product {} names this document in {key}, and it is no file",
                    product.file.number
                );
                return Err(ShopError::invalid(&folder, missing, problem));
            }
        }
    }
    Ok(())
}

/// Replaces every reference in `value` by its URL: `<files_url>/documents/<file>`.
pub fn address(value: &mut Value, files_url: &str) {
    match value {
        Value::String(text) if text.contains(MARK) => {
            *text = text.replace(MARK, &format!("{files_url}/documents/"));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| address(item, files_url)),
        Value::Object(fields) => fields.values_mut().for_each(|field| address(field, files_url)),
        _ => {}
    }
}

/// The referenced files in `value`. A list may be stored as text.
fn names(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => text
            .split(MARK)
            .skip(1)
            .filter_map(|rest| rest.split(['"', '\\']).next())
            .collect(),
        Value::Array(items) => items.iter().flat_map(names).collect(),
        Value::Object(fields) => fields.values().flat_map(names).collect(),
        _ => Vec::new(),
    }
}
