//! The products that changed since a state of the shop, by their ids, and what depends on them; all other products are
//! of the last pull.
//!
//! **Invariant:** the files are those of a whole pull if nothing changed but what has an update time (Shopware §25.8).
//! Another number of products than is known, or another tree of categories, is not decided here.

mod cross_selling;
mod known;
mod row;
mod touched;

use std::collections::{BTreeMap, BTreeSet};

use futures::{StreamExt, TryStreamExt, stream};
use serde_json::Value;
use vitrine_model::{ids::LanguageId, locale::LocaleIndex};

use self::{known::KnownProducts, row::id_of};
use super::undecided::{Stopped, undecided};
use crate::{
    pull::{
        DYNAMIC_CATEGORIES, KEPT_GROUPS,
        run::{AT_ONCE, Pull, at},
    },
    shopware::{ProductDepth, ShopChanges},
    snapshot::{Snapshot, SnapshotError, SnapshotWriter, line_of, name},
};

/// Products per call, so that the URL stays below what servers take.
const IDS_AT_ONCE: usize = 50;

/// What was read of the shop.
#[derive(Debug)]
pub(super) struct ShopPart {
    /// The records of each file, as they are written.
    files: BTreeMap<String, Vec<String>>,
    /// How many products were read.
    pub(super) products: usize,
    /// Whether a product has another SEO path, or is new.
    pub(super) has_other_paths: bool,
}

/// What was written of the shop.
#[derive(Debug, Default)]
pub(super) struct WrittenShop {
    /// Files that are in the new snapshot.
    pub(super) files: BTreeSet<String>,
    /// Those of them that the last one has differently.
    pub(super) changed: BTreeSet<String>,
}

/// A locale of the shop.
struct Language<'l> {
    code: &'l str,
    id: &'l LanguageId,
    depth: ProductDepth,
}

impl Language<'_> {
    fn products(&self) -> Result<String, SnapshotError> {
        name(&["shopware", "products", self.code])
    }

    fn categories(&self) -> Result<String, SnapshotError> {
        name(&["shopware", "categories", self.code])
    }
}

impl ShopPart {
    pub(super) fn write(&self, writer: &mut SnapshotWriter, last: &Snapshot) -> Result<WrittenShop, SnapshotError> {
        let mut written = WrittenShop::default();
        for (file, lines) in &self.files {
            if writer.write_lines(last, file, lines)? {
                written.changed.insert(file.clone());
            }
            written.files.insert(file.clone());
        }
        Ok(written)
    }
}

impl Pull<'_> {
    /// Reads the products of some changes; `trees` are the categories of each language, if they were read.
    pub(super) async fn products_changed(
        &self,
        last: &Snapshot,
        changes: &ShopChanges,
        trees: Option<Vec<Vec<Value>>>,
    ) -> Result<ShopPart, Stopped> {
        if last.has(KEPT_GROUPS) {
            return Err(undecided("the last pull could not read the cross-selling of a product"));
        }
        let languages = self.known_languages(last);
        let Some(first) = languages.first() else {
            return Err(undecided("the last pull has no language"));
        };
        let known = KnownProducts::read(last, &first.products()?)?;
        let (touched, trees) = futures::try_join!(self.touched(changes, &known), async {
            match trees {
                Some(trees) => Ok(trees),
                None => self.trees(last).await,
            }
        })?;
        is_same_tree(last, first, &trees)?;
        known.are_all(&touched, changes.total())?;
        let ids = known.families(&touched);
        let (records, dynamic) = futures::try_join!(self.by_id(&ids, &languages), async {
            let tree = trees.first().map(Vec::as_slice).unwrap_or_default();
            Ok(self.dynamic_categories(tree, first.id).await?)
        })?;
        let full = records.first().map(Vec::as_slice).unwrap_or_default();
        let mut files = BTreeMap::new();
        files.extend([self.groups(last, &known, full, first.id).await?]);
        let lines = |records: Vec<Value>| records.into_iter().map(line_of).collect::<Vec<_>>();
        for (language, tree) in languages.iter().zip(trees) {
            files.insert(language.categories()?, lines(tree));
        }
        let dynamic = dynamic.into_iter().filter_map(|one| serde_json::to_value(one).ok());
        files.insert(DYNAMIC_CATEGORIES.to_owned(), lines(dynamic.collect()));
        let mut has_other_paths = false;
        for (language, records) in languages.iter().zip(records) {
            let file = language.products()?;
            let new: BTreeMap<String, String> = records
                .into_iter()
                .map(|record| (id_of(&record), line_of(record)))
                .collect();
            let before = last.lines(&file)?;
            has_other_paths |= known.have_other_paths(&before, &new, language.id);
            files.insert(file, known.with(before, new)?);
        }
        Ok(ShopPart {
            files,
            products: ids.len(),
            has_other_paths,
        })
    }

    fn known_languages<'l>(&'l self, last: &'l Snapshot) -> Vec<Language<'l>> {
        let of = |(index, locale): (LocaleIndex, &'l vitrine_model::locale::Locale)| {
            Some(Language {
                code: locale.code.as_str(),
                id: last.about().languages.get(&locale.code)?,
                depth: if index == LocaleIndex(0) {
                    ProductDepth::Full
                } else {
                    ProductDepth::Texts
                },
            })
        };
        self.locales().filter_map(of).collect()
    }

    /// The categories of each language.
    pub(super) async fn trees(&self, last: &Snapshot) -> Result<Vec<Vec<Value>>, Stopped> {
        let calls = self.known_languages(last).into_iter().map(|language| async move {
            let what = format!("categories {}", language.code);
            self.shopware.navigation(language.id).await.map_err(at(&what))
        });
        Ok(stream::iter(calls).buffered(AT_ONCE).try_collect().await?)
    }

    /// Products by their ids, in each language.
    async fn by_id(&self, ids: &BTreeSet<String>, languages: &[Language<'_>]) -> Result<Vec<Vec<Value>>, Stopped> {
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let parts = languages.iter().enumerate();
        let parts =
            parts.flat_map(|(place, language)| ids.chunks(IDS_AT_ONCE).map(move |part| (place, language, part)));
        let calls = parts.map(|(place, language, part)| async move {
            let what = format!("{} products {} by their ids", part.len(), language.code);
            let records = self.shopware.products_by_id(language.id, language.depth, part).await;
            let records = records.map_err(at(&what))?;
            if !records.iter().map(id_of).eq(part.iter().copied()) {
                return Err(undecided(format!("Shopware has not all of {what}")));
            }
            Ok((place, records))
        });
        let mut all = vec![Vec::new(); languages.len()];
        let mut answers = stream::iter(calls).buffered(AT_ONCE);
        while let Some(answer) = answers.next().await {
            let (place, records) = answer?;
            if let Some(own) = all.get_mut(place) {
                own.extend(records);
            }
        }
        Ok(all)
    }
}

/// Which categories a product is below changes without an update time of the product if the tree changes.
fn is_same_tree(last: &Snapshot, first: &Language<'_>, trees: &[Vec<Value>]) -> Result<(), Stopped> {
    let before = last
        .records::<Value>(&first.categories()?)?
        .collect::<Result<Vec<_>, _>>()?;
    let now = trees.first().map(Vec::as_slice).unwrap_or_default();
    if places(&before) == places(now) {
        return Ok(());
    }
    Err(undecided("the tree of categories is another one"))
}

/// Each category with its parent.
fn places(tree: &[Value]) -> BTreeSet<(String, String)> {
    let text = |category: &Value, key: &str| category.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let children = |category: &Value| {
        category
            .get("children")
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default()
    };
    let own = tree
        .iter()
        .map(|category| (text(category, "id"), text(category, "parentId")));
    own.chain(tree.iter().flat_map(|category| places(&children(category))))
        .collect()
}
