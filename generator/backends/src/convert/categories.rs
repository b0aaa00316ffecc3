//! Categories of the channel's navigation tree (Shopware §17).
//!
//! **Invariant:** the default locale's tree defines which categories exist and their position; other locales only add
//! names.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use vitrine_model::{ids::CategoryId, locale::LocaleIndex, locale::Localized, product::Category};

use super::{
    error::ConvertError,
    findings::Findings,
    input::{Input, place_of_line},
};
use crate::{json, shopware::wire::WireCategory, snapshot::name};

/// Converts the tree of every locale.
pub(crate) fn convert(input: &Input<'_>, findings: &Findings) -> Result<Vec<Category>, ConvertError> {
    let mut found = BTreeMap::new();
    for (index, locale) in input.locales() {
        let file = name(&["shopware", "categories", locale.code.as_str()])?;
        for (position, raw) in input.snapshot.records::<Box<RawValue>>(&file)?.enumerate() {
            let (record, faults) = json::lenient::<WireCategory>(raw?.get());
            let place = place_of_line(&file, position);
            for fault in &faults {
                findings.shape(&place, &fault.path, &fault.reason);
            }
            let Some(record) = record else { continue };
            add(&record, None, position, index, input, &mut found);
        }
    }
    Ok(found.into_values().collect())
}

fn add(
    wire: &WireCategory,
    parent: Option<&CategoryId>,
    position: usize,
    locale: LocaleIndex,
    input: &Input<'_>,
    found: &mut BTreeMap<CategoryId, Category>,
) {
    let Ok(id) = CategoryId::parse(&wire.id) else { return };
    let shown = wire.translated.text("name").or(wire.name.as_deref());
    if locale == LocaleIndex(0) {
        let code = wire.translated.custom_field(&input.config.fields.category_code);
        found.insert(
            id.clone(),
            Category {
                id: id.clone(),
                parent: parent.cloned(),
                names: Localized::new(),
                code: code
                    .and_then(|c| c.as_str())
                    .filter(|c| !c.is_empty())
                    .map(str::to_owned),
                position: u32::try_from(position).unwrap_or(u32::MAX),
            },
        );
    }
    if let (Some(category), Some(shown)) = (found.get_mut(&id), shown) {
        category.names.set(locale, shown.to_owned());
    }
    for (position, child) in wire.children.0.iter().enumerate() {
        add(child, Some(&id), position, locale, input, found);
    }
}
