//! The positions of entries in the tree of their collection (Statamic §6).

use std::collections::HashMap;

use serde_json::Value;
use vitrine_model::locale::Locale;

use super::{error::ConvertError, findings::Findings, input::Input};
use crate::{snapshot::name, statamic::wire::Fields};

/// Tree positions by entry id: the parent, and the 1-based position, depth first.
pub(super) type Places = HashMap<String, (Option<String>, u32)>;

/// The positions of a collection in a locale; none without a tree.
pub(super) fn places(
    input: &Input<'_>,
    collection: &str,
    locale: &Locale,
    findings: &Findings,
) -> Result<Places, ConvertError> {
    let mut places = Places::new();
    let mut order = 0;
    let file = name(&["statamic", "trees", collection, locale.code.as_str()])?;
    for node in input.records(&file, findings)? {
        place(&node?, None, &mut order, &mut places);
    }
    Ok(places)
}

fn place(node: &Value, parent: Option<&str>, order: &mut u32, places: &mut Places) {
    let fields = Fields::of(node);
    let Some(id) = fields.group("page").text("id") else {
        return;
    };
    *order += 1;
    places.insert(id.clone(), (parent.map(str::to_owned), *order));
    for child in fields.list("children") {
        place(child, Some(&id), order, places);
    }
}
