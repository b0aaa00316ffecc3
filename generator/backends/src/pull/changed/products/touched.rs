//! Which products changed since a state of the shop.

use std::collections::BTreeMap;

use futures::{StreamExt, TryStreamExt, stream};
use jiff::Timestamp;
use serde_json::Value;

use super::{
    super::undecided::{Stopped, undecided},
    known::KnownProducts,
    row::{Row, Touched},
};
use crate::{
    pull::run::{AT_ONCE, Pull, at},
    shopware::{ShopChanges, TouchedBy},
};

/// Rows of a page.
const PAGE: u64 = 100;
/// With more changed products than this, and than a quarter of all, reading all of them is not slower.
const FEW: u64 = 400;
/// How many products of changed categories are compared.
const MANY: u64 = 4000;

impl Pull<'_> {
    pub(super) async fn touched(&self, changes: &ShopChanges, known: &KnownProducts) -> Result<Touched, Stopped> {
        let (own, by_categories) = match &changes.rows {
            Some(rows) => rows
                .iter()
                .cloned()
                .partition(|row| TouchedBy::ItsData.changed(row, changes.from)),
            None => self.touched_pages(changes.from, known).await?,
        };
        // A product has only the ids of its categories: a new name of one does not change it.
        let moved = by_categories.into_iter().filter(|row| {
            let head = row.get("id").and_then(Value::as_str).and_then(|id| known.get(id));
            head.is_none_or(|head| {
                let of = |key: &str| row.get(key).unwrap_or(&Value::Null);
                *of("categoryIds") != head.category_ids || *of("categoryTree") != head.category_tree
            })
        });
        let rows = own.into_iter().chain(moved);
        let text = |row: &Value, key: &str| row.get(key).and_then(Value::as_str).map(str::to_owned);
        let named = |row: Value| {
            let made = text(&row, "createdAt").and_then(|made| made.parse::<Timestamp>().ok());
            let of = Row {
                parent: text(&row, "parentId"),
                is_made: made.is_some_and(|made| made >= changes.from),
            };
            Some((text(&row, "id")?, of))
        };
        let touched: Option<BTreeMap<_, _>> = rows.map(named).collect();
        touched
            .map(Touched)
            .ok_or_else(|| undecided("a product that changed has no id"))
    }

    /// The products that changed, and those in categories that changed.
    async fn touched_pages(&self, from: Timestamp, known: &KnownProducts) -> Result<(Vec<Value>, Vec<Value>), Stopped> {
        let few = FEW.max(known.len() as u64 / 4);
        let of_categories = &["id", "parentId", "createdAt", "categoryIds", "categoryTree"];
        futures::try_join!(
            self.touched_by(TouchedBy::ItsData, from, &["id", "parentId", "createdAt"], few),
            self.touched_by(TouchedBy::ItsCategories, from, of_categories, MANY),
        )
    }

    async fn touched_by(
        &self,
        by: TouchedBy,
        from: Timestamp,
        fields: &[&str],
        most: u64,
    ) -> Result<Vec<Value>, Stopped> {
        let page = |number: u32| async move {
            let read = self.shopware.touched_page(by, from, fields, number).await;
            read.map_err(at("the products that changed"))
        };
        let first = page(1).await?;
        let total = first.total;
        if total > most {
            return Err(undecided(format!("{total} products changed")));
        }
        let pages = u32::try_from(total.div_ceil(PAGE)).unwrap_or(u32::MAX);
        let rest: Vec<_> = stream::iter(2..=pages)
            .map(page)
            .buffered(AT_ONCE)
            .try_collect()
            .await?;
        let rows: Vec<Value> = [first].into_iter().chain(rest).flat_map(|page| page.records).collect();
        if rows.len() as u64 == total {
            return Ok(rows);
        }
        Err(undecided(format!(
            "of {total} changed products, {} were listed",
            rows.len()
        )))
    }
}
