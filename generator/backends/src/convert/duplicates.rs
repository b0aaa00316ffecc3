//! Merges indistinguishable records: manufacturers with the same name or code, options of a group with the same names,
//! and variants of a family with the same options.
//!
//! **Invariant:** lists, filters and search count by a brand's code and an option's names, so each exists once: the
//! record with the lowest id stays and takes over the fields that only the others have. Every merged record is a
//! finding.

use std::collections::BTreeMap;

use vitrine_model::{
    diagnostic::{Diagnostic, Place},
    ids::{BrandId, ProductId, PropertyGroupId, PropertyOptionId},
    locale::Localized,
    product::{Brand, Product, PropertyOption},
    slug::slug,
};

use super::{findings::Findings, input::Input, properties::Shared};
use crate::shopware::AdminScreen;

/// The remaining record of each merged one.
#[derive(Debug, Default)]
pub(crate) struct Duplicates {
    brands: BTreeMap<BrandId, BrandId>,
    options: BTreeMap<PropertyOptionId, PropertyOptionId>,
}

impl Duplicates {
    /// Keeps one record per key and reports the others.
    pub(crate) fn merge(shared: &mut Shared, input: &Input<'_>, findings: &Findings) -> Self {
        let mut duplicates = Self::default();
        let telling = Report { input, findings };
        let by_code = |brand: &Brand| Some(brand.code.clone());
        for (gone, kept) in joined(&mut shared.brands, |brand| words(&brand.names), join_brands) {
            telling.brand(&gone, shared.brands.get(&kept));
            duplicates.brands.insert(gone.id, kept);
        }
        for (gone, kept) in joined(&mut shared.brands, by_code, join_brands) {
            telling.brand(&gone, shared.brands.get(&kept));
            duplicates.brands.values_mut().for_each(|stands| {
                if *stands == gone.id {
                    *stands = kept.clone();
                }
            });
            duplicates.brands.insert(gone.id, kept);
        }
        let of_group = |option: &PropertyOption| Some((option.group.clone(), words(&option.names)?));
        for (gone, kept) in joined(&mut shared.options, of_group, join_options) {
            telling.option(&gone, shared.options.get(&kept));
            duplicates.options.insert(gone.id, kept);
        }
        duplicates
    }

    /// Replaces merged records in a product, deduplicated.
    pub(crate) fn resolve(&self, product: &mut Product) {
        if let Some(kept) = product.brand.as_ref().and_then(|id| self.brands.get(id)) {
            product.brand = Some(kept.clone());
        }
        if self.options.is_empty() {
            return;
        }
        self.options_of(&mut product.properties);
        self.options_of(&mut product.options);
        for picture in &mut product.media {
            self.options_of(&mut picture.shows);
        }
    }

    fn options_of(&self, ids: &mut Vec<PropertyOptionId>) {
        let mut left: Vec<PropertyOptionId> = Vec::with_capacity(ids.len());
        for id in ids.drain(..) {
            let stands = self.options.get(&id).cloned().unwrap_or(id);
            if !left.contains(&stands) {
                left.push(stands);
            }
        }
        *ids = left;
    }
}

/// Removes all but the first record of each key from the table; returns the removed ids with the id of the remaining
/// one.
fn joined<I: Ord + Clone, T, K: Ord>(
    records: &mut BTreeMap<I, T>,
    key: impl Fn(&T) -> Option<K>,
    join: impl Fn(&mut T, &T),
) -> Vec<(T, I)> {
    let mut first: BTreeMap<K, I> = BTreeMap::new();
    let mut duplicates: Vec<(I, I)> = Vec::new();
    for (id, record) in &*records {
        let Some(key) = key(record) else { continue };
        match first.get(&key) {
            Some(kept) => duplicates.push((id.clone(), kept.clone())),
            None => {
                first.insert(key, id.clone());
            }
        }
    }
    let mut gone = Vec::with_capacity(duplicates.len());
    for (id, kept) in duplicates {
        if let Some(record) = records.remove(&id) {
            if let Some(kept) = records.get_mut(&kept) {
                join(kept, &record);
            }
            gone.push((record, kept));
        }
    }
    gone
}

/// The normalized names of a record, ignoring case and spaces. `None` without a name.
fn words(names: &Localized<String>) -> Option<Vec<(u8, String)>> {
    let plain = |name: &String| {
        let parts: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
        parts.join(" ")
    };
    let words: Vec<(u8, String)> = names.iter().map(|(locale, name)| (locale.0, plain(name))).collect();
    words.iter().any(|(_, name)| !name.is_empty()).then_some(words)
}

/// Whether a key was derived from the record's name or id, not written by an editor.
fn is_made(key: &str, names: &Localized<String>, id: &str) -> bool {
    key == id || names.iter().next().is_none_or(|(_, name)| slug(name) == key)
}

fn join_brands(kept: &mut Brand, gone: &Brand) {
    kept.link = kept.link.take().or_else(|| gone.link.clone());
    kept.gpsr = kept.gpsr.take().or_else(|| gone.gpsr.clone());
    if is_made(&kept.code, &kept.names, kept.id.as_str()) {
        kept.code.clone_from(&gone.code);
    }
}

fn join_options(kept: &mut PropertyOption, gone: &PropertyOption) {
    kept.color = kept.color.take().or_else(|| gone.color.clone());
    if is_made(&kept.entry, &kept.names, kept.id.as_str()) {
        kept.entry.clone_from(&gone.entry);
    }
}

/// Reports merged records.
struct Report<'a> {
    input: &'a Input<'a>,
    findings: &'a Findings,
}

impl Report<'_> {
    fn brand(&self, gone: &Brand, kept: Option<&Brand>) {
        let (name, id) = (shown(&gone.names), gone.id.as_str());
        let other = kept.map_or("", |brand| brand.id.as_str());
        let message = match kept.map(|brand| shown(&brand.names)) {
            Some(of_other) if of_other != name => format!(
                "the manufacturers {id} ({name:?}) and {other} ({of_other:?}) have the code {:?}; the shop shows them as one",
                gone.code
            ),
            _ => format!("the manufacturers {id} and {other} are both named {name:?}; the shop shows them as one"),
        };
        let place = self.place("manufacturer", id, AdminScreen::Manufacturer(&gone.id));
        self.push(
            message,
            place,
            "Give each manufacturer a name and a code of its own in Shopware, or join the two there.",
        );
    }

    fn option(&self, gone: &PropertyOption, kept: Option<&PropertyOption>) {
        let (name, id) = (shown(&gone.names), gone.id.as_str());
        let other = kept.map_or("", |option| option.id.as_str());
        let group: &PropertyGroupId = &gone.group;
        let message = format!(
            "the options {id} and {other} of the property {group} are both named {name:?}; the shop shows them as one"
        );
        let place = self.place("property option", id, AdminScreen::Property(group));
        self.push(
            message,
            place,
            "Give each option of a property a name of its own in Shopware, or leave one.",
        );
    }

    fn place(&self, kind: &str, id: &str, screen: AdminScreen<'_>) -> Place {
        Place {
            source: "shopware".to_owned(),
            kind: kind.to_owned(),
            id: id.to_owned(),
            edit_url: self.input.config.edit_url(screen),
            ..Place::default()
        }
    }

    fn push(&self, message: String, place: Place, hint: &str) {
        self.findings
            .push(Diagnostic::warning("key-twice", message, place).hint(hint));
    }
}

/// The first available name, for messages.
fn shown(names: &Localized<String>) -> String {
    let name = names.iter().next().map_or("", |(_, name)| name.as_str());
    name.chars().take(100).collect()
}

/// Maximum number of product numbers in a finding.
const MAX_NAMED: usize = 10;

/// Reports the variants of each family with the same options: only their numbers distinguish them.
pub(crate) fn report_equal_variants(products: &BTreeMap<ProductId, Product>, input: &Input<'_>, findings: &Findings) {
    let mut alike: BTreeMap<(&ProductId, Vec<&PropertyOptionId>), Vec<&Product>> = BTreeMap::new();
    for product in products.values() {
        if let Some(family) = &product.family {
            let mut options: Vec<&PropertyOptionId> = product.options.iter().collect();
            options.sort();
            alike.entry((family, options)).or_default().push(product);
        }
    }
    let telling = Report { input, findings };
    for ((family, _), variants) in alike.iter().filter(|(_, variants)| variants.len() > 1) {
        let mut numbers: Vec<&str> = variants.iter().map(|variant| variant.number.as_str()).collect();
        numbers.sort_unstable();
        let more = numbers.len().saturating_sub(MAX_NAMED);
        let first = numbers.first().copied().unwrap_or_default();
        let mut named = numbers.iter().take(MAX_NAMED).copied().collect::<Vec<_>>().join(", ");
        if more > 0 {
            named.push_str(&format!(" and {more} more"));
        }
        let message = format!("the variants {named} have the same options; their titles show the product number");
        let place = telling.place("product", first, AdminScreen::Product(family));
        findings.push(
            Diagnostic::warning("variants-alike", message, place)
                .hint("Give each variant options of its own in Shopware, or leave one of them."),
        );
    }
}
