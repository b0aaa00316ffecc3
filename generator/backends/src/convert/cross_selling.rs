//! Cross-selling: the product list has the groups of each product; a separate file of the snapshot has the products of
//! each group (Shopware §16.4).
//!
//! **Invariant:** a group that is inactive or empty is absent; groups are sorted by position.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use serde_json::value::RawValue;
use vitrine_model::{
    ids::ProductId,
    locale::{LocaleIndex, Localized},
    product::CrossSelling,
};

use super::{
    error::ConvertError,
    findings::Findings,
    input::{Input, place_of_line},
};
use crate::{
    json,
    shopware::wire::{List, WireProduct, WireRef, whole},
    snapshot::name,
};

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct WireElement {
    cross_selling: WireRef,
    products: List<WireRef>,
}

/// A group of a product that is shown.
#[derive(Debug)]
pub(crate) struct ShownGroup {
    id: String,
    /// In the language of the record.
    name: Option<String>,
}

/// The groups of a product that are shown, in order.
pub(crate) fn groups_of(wire: &WireProduct) -> Vec<ShownGroup> {
    let active = wire.cross_sellings.0.iter().filter(|group| group.active != Some(false));
    let mut groups: Vec<_> = active.collect();
    groups.sort_by_key(|g| (g.position.as_ref().and_then(whole).unwrap_or(i64::MAX), g.id.clone()));
    let shown = groups.into_iter().map(|group| ShownGroup {
        id: group.id.clone(),
        name: group
            .translated
            .text("name")
            .or(group.name.as_deref())
            .map(str::to_owned),
    });
    shown.collect()
}

/// The groups of all products, while they are collected.
#[derive(Debug, Default)]
pub(crate) struct CrossSellings {
    members: HashMap<String, Vec<ProductId>>,
    names: BTreeMap<String, Localized<String>>,
    of: BTreeMap<ProductId, Vec<String>>,
}

impl CrossSellings {
    /// Reads the products of the groups from the snapshot.
    pub(crate) fn read(input: &Input<'_>, findings: &Findings) -> Result<Self, ConvertError> {
        let mut members = HashMap::new();
        let file = name(&["shopware", "cross-selling"])?;
        for (line, raw) in input.snapshot.records::<Box<RawValue>>(&file)?.enumerate() {
            let (element, faults) = json::lenient::<WireElement>(raw?.get());
            for fault in &faults {
                findings.shape(&place_of_line(&file, line), &fault.path, &fault.reason);
            }
            let Some(element) = element else { continue };
            let products = element.products.0.iter();
            let products = products.filter_map(|p| ProductId::parse(&p.id).ok()).collect();
            members.insert(element.cross_selling.id, products);
        }
        Ok(Self {
            members,
            ..Self::default()
        })
    }

    /// Records the groups of a product, with their names in a locale.
    pub(crate) fn note(&mut self, id: &ProductId, groups: &[ShownGroup], locale: LocaleIndex) {
        for group in groups {
            if let Some(shown) = &group.name {
                let names = self.names.entry(group.id.clone()).or_default();
                names.set(locale, shown.clone());
            }
        }
        if !groups.is_empty() {
            let ids = || groups.iter().map(|g| g.id.clone()).collect();
            self.of.entry(id.clone()).or_insert_with(ids);
        }
    }

    /// Removes and returns the groups of a product.
    pub(crate) fn take(&mut self, id: &ProductId) -> Vec<CrossSelling> {
        let groups = self.of.remove(id).unwrap_or_default().into_iter();
        let found = groups.filter_map(|group| {
            let products: Vec<ProductId> = self.members.get(&group)?.iter().filter(|p| *p != id).cloned().collect();
            (!products.is_empty()).then(|| CrossSelling {
                names: self.names.get(&group).cloned().unwrap_or_default(),
                products,
            })
        });
        found.collect()
    }
}
