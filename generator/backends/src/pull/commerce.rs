//! Pulls commerce data: products in every locale, cross-selling, categories.

use std::collections::{BTreeMap, HashSet};

use futures::{StreamExt, stream};
use serde_json::Value;
use vitrine_model::{
    ids::LanguageId,
    locale::{LocaleCode, LocaleIndex},
};

use super::{
    DYNAMIC_CATEGORIES,
    cross_selling::GroupOwners,
    error::PullError,
    run::{AT_ONCE, Pull, at},
};
use crate::{
    shopware::{ProductDepth, RecordPage},
    snapshot::{Snapshot, SnapshotWriter, name},
};

/// Products per page, as the client requests them.
const PAGE: u64 = 100;

/// The ids found in a product list.
struct Listed {
    ids: HashSet<String>,
    owners: GroupOwners,
}

impl Listed {
    /// Whether another language's list has the same products. Totals are not sufficient: between two pages one product
    /// may disappear and another appear (Shopware §25.6).
    fn same_as(&self, first: &HashSet<String>, what: &str) -> Result<(), PullError> {
        let missing = first.difference(&self.ids).count();
        let added = self.ids.difference(first).count();
        if missing + added == 0 {
            return Ok(());
        }
        Err(PullError::Differs {
            what: what.to_owned(),
            missing,
            added,
        })
    }
}

impl Pull<'_> {
    pub(super) async fn commerce(
        &self,
        writer: &mut SnapshotWriter,
        languages: &BTreeMap<LocaleCode, LanguageId>,
        last: Option<&Snapshot>,
    ) -> Result<(), PullError> {
        let mut first: Option<HashSet<String>> = None;
        for (index, locale) in self.locales() {
            let Some(language) = languages.get(&locale.code) else {
                continue;
            };
            let code = locale.code.as_str();
            let depth = if index == LocaleIndex(0) {
                ProductDepth::Full
            } else {
                ProductDepth::Texts
            };
            let listed = self.products(writer, code, language, depth).await?;
            if let Some(first) = &first {
                listed.same_as(first, &format!("products {code}"))?;
            }
            if depth == ProductDepth::Full {
                self.cross_sellings(writer, &listed.owners, language, last).await?;
            }
            first.get_or_insert(listed.ids);
            let what = format!("categories {code}");
            let categories = self.shopware.navigation(language).await.map_err(at(&what))?;
            self.progress
                .step(&what, categories.len() as u64, categories.len() as u64);
            if depth == ProductDepth::Full {
                let dynamic = self.dynamic_categories(&categories, language).await?;
                writer.write_all(DYNAMIC_CATEGORIES, dynamic)?;
            }
            writer.write_all(&name(&["shopware", "categories", code])?, categories)?;
        }
        Ok(())
    }

    async fn products(
        &self,
        writer: &mut SnapshotWriter,
        code: &str,
        language: &LanguageId,
        depth: ProductDepth,
    ) -> Result<Listed, PullError> {
        let what = format!("products {code}");
        let first = self
            .shopware
            .product_page(language, depth, 1)
            .await
            .map_err(at(&what))?;
        let total = first.total;
        let pages = u32::try_from(total.div_ceil(PAGE)).unwrap_or(u32::MAX);
        let mut file = writer.file(&name(&["shopware", "products", code])?)?;
        let mut seen = HashSet::new();
        let mut nameless = 0;
        let mut owners = GroupOwners::default();
        let mut keep = |page: RecordPage| -> Result<(), PullError> {
            if page.total != total {
                return Err(PullError::Moved {
                    what: what.clone(),
                    expected: total,
                    found: page.total,
                });
            }
            for record in page.records {
                let id = record.get("id").and_then(Value::as_str);
                // Records without an id are kept, so that the conversion can report them.
                if id.is_none_or(|id| seen.insert(id.to_owned())) {
                    nameless += u64::from(id.is_none());
                    owners.note(&record);
                    file.write(record)?;
                }
            }
            self.progress.step(&what, seen.len() as u64, total);
            Ok(())
        };
        keep(first)?;
        let mut rest = stream::iter(2..=pages)
            .map(|page| self.shopware.product_page(language, depth, page))
            .buffered(AT_ONCE);
        while let Some(page) = rest.next().await {
            keep(page.map_err(at(&what))?)?;
        }
        let found = seen.len() as u64 + nameless;
        if found != total {
            return Err(PullError::Moved {
                what,
                expected: total,
                found,
            });
        }
        writer.close(file)?;
        Ok(Listed { ids: seen, owners })
    }
}
