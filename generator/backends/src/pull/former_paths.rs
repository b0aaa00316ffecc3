//! The SEO paths that products had in earlier pulls (R-ROUTE-09). Shopware only returns canonical ones (Shopware
//! §17.4), so old ones are collected from pull to pull.
//!
//! **Invariant:** the current path of a product is never a former one; paths of deleted products are dropped.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use vitrine_model::ids::LanguageId;

use super::run::Pull;
use crate::{
    json,
    shopware::wire::{List, WireSeoUrl, canonical_path},
    snapshot::{Snapshot, SnapshotError, name},
};

/// The file of the snapshot that has the former paths.
pub(crate) const FILE: &str = "pull/former-paths.jsonl";

/// A SEO path that a product had.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) struct FormerPath {
    /// The locale's code.
    pub(crate) locale: String,
    /// The path as Shopware had it, without slashes around it.
    pub(crate) path: String,
    /// Id of the product, or of the parent of variants.
    pub(crate) product: String,
}

/// The fields of a product that are read.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct WithPaths {
    id: String,
    seo_urls: List<WireSeoUrl>,
}

impl Pull<'_> {
    /// The former paths after a pull: those of before, and those that changed with it.
    pub(super) fn former_paths(
        &self,
        new: &Snapshot,
        last: Option<&Snapshot>,
    ) -> Result<Vec<FormerPath>, SnapshotError> {
        let Some(last) = last else { return Ok(Vec::new()) };
        // An unreadable last pull is not a reason to stop.
        let known = last.records::<FormerPath>(FILE)?.filter_map(Result::ok);
        let mut former: BTreeSet<FormerPath> = known.collect();
        for (_, locale) in self.locales() {
            let code = locale.code.as_str();
            let language = new.about().languages.get(&locale.code);
            let now = paths(new, code, language)?;
            let before = paths(last, code, language).unwrap_or_default();
            let changed = before
                .into_iter()
                .filter(|(product, path)| now.get(product) != Some(path));
            former.extend(changed.filter_map(|(product, path)| {
                Some(FormerPath {
                    locale: code.to_owned(),
                    path: path?,
                    product,
                })
            }));
            let taken: BTreeSet<&str> = now.values().filter_map(Option::as_deref).collect();
            former.retain(|old| {
                old.locale != code || (now.contains_key(&old.product) && !taken.contains(old.path.as_str()))
            });
        }
        Ok(former.into_iter().collect())
    }
}

/// The canonical path of a product, by its record; `None` if it has none.
pub(super) fn path_of(record: &str, language: Option<&LanguageId>) -> Option<String> {
    let product = json::lenient::<WithPaths>(record).0.unwrap_or_default();
    canonical_path(&product.seo_urls.0, &product.id, language)
}

/// The canonical path of each product, `None` if it has none.
fn paths(
    snapshot: &Snapshot,
    code: &str,
    language: Option<&LanguageId>,
) -> Result<BTreeMap<String, Option<String>>, SnapshotError> {
    let mut found = BTreeMap::new();
    for record in snapshot.records::<Box<RawValue>>(&name(&["shopware", "products", code])?)? {
        let product = json::lenient::<WithPaths>(record?.get()).0.unwrap_or_default();
        let path = canonical_path(&product.seo_urls.0, &product.id, language);
        found.insert(product.id, path);
    }
    Ok(found)
}
