//! The products of categories filled by a dynamic product group: products do not refer to such a category, so its
//! listing is read (Shopware §16.3).
//!
//! **Invariant:** a list is read completely: its total is the same on all pages.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use vitrine_model::ids::{CategoryId, LanguageId};

use super::{
    error::PullError,
    loss::{Loss, Now},
    run::{Pull, at},
    written::MAX_LOST_UNASKED,
};
use crate::snapshot::{Snapshot, SnapshotError};

/// The file of the snapshot that has the products of dynamic categories.
pub(crate) const FILE: &str = "shopware/dynamic-categories.jsonl";

/// A category that a dynamic product group fills.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct DynamicCategory {
    /// Its id.
    pub(crate) category: String,
    /// Ids of its products; of a variant that of its parent.
    pub(crate) products: BTreeSet<String>,
}

impl Pull<'_> {
    /// The products of each dynamic category of a tree.
    pub(super) async fn dynamic_categories(
        &self,
        tree: &[Value],
        language: &LanguageId,
    ) -> Result<Vec<DynamicCategory>, PullError> {
        let mut dynamic = Vec::new();
        find(tree, &mut dynamic);
        let total = dynamic.len() as u64;
        let mut all = Vec::new();
        for (done, (category, title)) in dynamic.into_iter().enumerate() {
            let what =
                format!("the products of the category {title:?} ({category}), which a dynamic product group fills");
            all.push(DynamicCategory {
                products: self.listed(&category, language, &what).await?,
                category: category.to_string(),
            });
            self.progress.step("dynamic categories", done as u64 + 1, total);
        }
        Ok(all)
    }

    /// The products of a category's list; of a variant its parent, since a list shows one variant of each family.
    async fn listed(
        &self,
        category: &CategoryId,
        language: &LanguageId,
        what: &str,
    ) -> Result<BTreeSet<String>, PullError> {
        let mut found = BTreeSet::new();
        let mut total = None;
        let (mut read, mut page) = (0, 1);
        while total.is_none_or(|total| read < total) {
            let answer = self
                .shopware
                .category_page(category, language, page)
                .await
                .map_err(at(what))?;
            let expected = *total.get_or_insert(answer.total);
            if answer.total != expected || (answer.records.is_empty() && read < expected) {
                return Err(PullError::Moved {
                    what: what.to_owned(),
                    expected,
                    found: answer.total.min(read),
                });
            }
            read += answer.records.len() as u64;
            page += 1;
            let id = |record: &Value| {
                let text = |key: &str| record.get(key).and_then(Value::as_str);
                text("parentId").or_else(|| text("id")).map(str::to_owned)
            };
            found.extend(answer.records.iter().filter_map(id));
        }
        Ok(found)
    }
}

/// Dynamic categories that had products in the last pull and have none now.
pub(super) fn losses(new: &Snapshot, last: &Snapshot) -> Result<Vec<Loss>, SnapshotError> {
    // An unreadable last pull is not a reason to stop.
    let before = last.records::<DynamicCategory>(FILE)?.filter_map(Result::ok);
    let before: BTreeMap<String, u64> = before.map(|one| (one.category, one.products.len() as u64)).collect();
    let mut found = Vec::new();
    for now in new.records::<DynamicCategory>(FILE)? {
        let now = now?;
        let was = before.get(&now.category).copied().unwrap_or(0);
        if now.products.is_empty() && was > MAX_LOST_UNASKED {
            found.push(Loss {
                set: format!("category/{}", now.category),
                locale: String::new(),
                before: was,
                now: Now::Empty,
            });
        }
    }
    Ok(found)
}

/// The dynamic categories of a tree, each with its name.
fn find(tree: &[Value], found: &mut Vec<(CategoryId, String)>) {
    for category in tree {
        let text = |key: &str| category.get(key).and_then(Value::as_str).unwrap_or_default();
        let is_page = !["folder", "link"].contains(&text("type"));
        if is_page
            && text("productAssignmentType") == "product_stream"
            && let Ok(id) = CategoryId::parse(text("id"))
        {
            found.push((id, text("name").to_owned()));
        }
        find(
            category
                .get("children")
                .and_then(Value::as_array)
                .map_or(&[], Vec::as_slice),
            found,
        );
    }
}
