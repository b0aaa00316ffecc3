//! Pulls commerce data: products in every locale, cross-selling, categories.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use futures::{StreamExt, stream};
use serde_json::Value;
use vitrine_model::{
    ids::{LanguageId, ProductId},
    locale::{LocaleCode, LocaleIndex},
};

use super::{
    error::PullError,
    run::{AT_ONCE, Pull, at},
};
use crate::{
    shopware::{ProductDepth, RecordPage},
    snapshot::{SnapshotWriter, name},
};

/// Products per page, as the client requests them.
const PAGE: u64 = 100;

/// The product to request each group's products with: the parent if it is listed, otherwise the first product with the
/// group.
#[derive(Debug, Default)]
struct CrossSellingOwners(BTreeMap<String, (bool, ProductId)>);

impl CrossSellingOwners {
    fn note(&mut self, record: &Value) {
        let groups = record.get("crossSellings").and_then(Value::as_array);
        let id = record
            .get("id")
            .and_then(Value::as_str)
            .and_then(|id| ProductId::parse(id).ok());
        let (Some(groups), Some(id)) = (groups, id) else { return };
        let owner = (record.get("parentId").is_some_and(Value::is_string), id);
        for group in groups.iter().filter_map(|group| group.get("id")?.as_str()) {
            match self.0.get_mut(group) {
                Some(known) if *known <= owner => {}
                Some(known) => known.clone_from(&owner),
                None => {
                    self.0.insert(group.to_owned(), owner.clone());
                }
            }
        }
    }

    fn into_products(self) -> BTreeSet<ProductId> {
        self.0.into_values().map(|(_, id)| id).collect()
    }
}

impl Pull<'_> {
    pub(super) async fn commerce(
        &self,
        writer: &mut SnapshotWriter,
        languages: &BTreeMap<LocaleCode, LanguageId>,
    ) -> Result<(), PullError> {
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
            let owners = self.products(writer, code, language, depth).await?;
            if depth == ProductDepth::Full {
                self.cross_sellings(writer, &owners, language).await?;
            }
            let what = format!("categories {code}");
            let categories = self.shopware.navigation(language).await.map_err(at(&what))?;
            self.progress
                .step(&what, categories.len() as u64, categories.len() as u64);
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
    ) -> Result<BTreeSet<ProductId>, PullError> {
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
        let mut owners = CrossSellingOwners::default();
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
        Ok(owners.into_products())
    }

    /// The products of every cross-selling group, requested for one product of each group: a family's variants share
    /// the groups of their parent.
    async fn cross_sellings(
        &self,
        writer: &mut SnapshotWriter,
        owners: &BTreeSet<ProductId>,
        language: &LanguageId,
    ) -> Result<(), PullError> {
        const WHAT: &str = "cross-selling";
        let total = owners.len() as u64;
        let mut file = writer.file(&name(&["shopware", WHAT])?)?;
        let mut answers = stream::iter(owners)
            .map(|id| self.shopware.cross_selling(id, language))
            .buffered(AT_ONCE)
            .enumerate();
        while let Some((done, elements)) = answers.next().await {
            for element in elements.map_err(at(WHAT))? {
                file.write(element)?;
            }
            self.progress.step(WHAT, done as u64 + 1, total);
        }
        drop(answers);
        Ok(writer.close(file)?)
    }
}
