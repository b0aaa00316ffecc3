//! Detects changes in the shop without an app (Shopware §25.8): by the newest update time of the data that products
//! show, and the number of products.
//!
//! **Invariant:** times are only compared with the backend's own, never with this machine's clock. The calls are POSTs:
//! they are not cached, and not retried (R-BACK-03).

use jiff::{SignedDuration, Timestamp};
use reqwest::header::HeaderMap;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    client::ShopwareClient,
    criteria::PAGE,
    reads::RecordPage,
    wire::{WireSearchResult, whole},
};
use crate::{
    error::BackendError,
    http::{Refused, Target, Write},
};

/// Every time of change that a page depends on, as a path from the product; that of its categories is the last one.
const STAMPS: [&str; 12] = [
    "updatedAt",
    "createdAt",
    "manufacturer.updatedAt",
    "properties.updatedAt",
    "properties.group.updatedAt",
    "options.updatedAt",
    "options.group.updatedAt",
    "deliveryTime.updatedAt",
    "unit.updatedAt",
    "tax.updatedAt",
    "media.media.updatedAt",
    "categories.updatedAt",
];
/// A change carries the time at which it was written, and can be seen when it is whole: so long after the newest one an
/// older one may still come.
const LATE: SignedDuration = SignedDuration::from_secs(60);
/// How often it looks for one that is newer still: several rows of different times can be behind the first page.
const STEPS: usize = 20;
const TICK: SignedDuration = SignedDuration::from_millis(1);

/// The state of a shop: two that are equal show the same products.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShopState {
    /// How many products are in the sales channel.
    total: u64,
    /// When a product was changed last.
    product: Option<Timestamp>,
    /// When anything that a product shows was changed last.
    newest: Option<Timestamp>,
    /// A hash of the rows changed in the last minute before that.
    recent: String,
}

impl ShopState {
    /// When anything was changed last.
    pub fn newest(&self) -> Option<Timestamp> {
        self.newest
    }
}

/// What changed in a shop since a state of it.
#[derive(Clone, Debug)]
pub struct ShopChanges {
    /// The state now.
    pub state: ShopState,
    /// From when on changes were looked for, in the backend's time.
    pub(crate) from: Timestamp,
    /// The products that a change touches, with what [`TouchedBy`] reads; `None` if they are more than a page.
    pub(crate) rows: Option<Vec<Value>>,
}

impl ShopChanges {
    /// How many products are in the sales channel now.
    pub(crate) fn total(&self) -> u64 {
        self.state.total
    }
}

/// What a change of a product is told by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TouchedBy {
    /// Its own data, or what it shows of other records.
    ItsData,
    /// A category that it is in.
    ItsCategories,
}

impl TouchedBy {
    fn stamps(self) -> &'static [&'static str] {
        let (own, categories) = STAMPS.split_at(STAMPS.len() - 1);
        match self {
            Self::ItsData => own,
            Self::ItsCategories => categories,
        }
    }

    /// Whether a row of [`ShopChanges::rows`] was changed by this since a moment.
    pub(crate) fn changed(self, row: &Value, from: Timestamp) -> bool {
        let is_category = |key: &String| key == "categories";
        let newest = row.as_object().into_iter().flatten().filter(|(key, _)| match self {
            Self::ItsData => !is_category(key),
            Self::ItsCategories => is_category(key),
        });
        newest
            .filter_map(|(key, value)| newest_in(&json!({ key: value })))
            .any(|time| time >= from)
    }
}

/// The products that a change since some moment touches.
struct Touched {
    count: u64,
    newest: Option<Timestamp>,
    hash: String,
}

impl ShopwareClient {
    /// The state of the shop now. `before` is the one that was read last; `may_be_late` looks at the last minute again.
    pub async fn shop_state(&self, before: Option<&ShopState>, may_be_late: bool) -> Result<ShopState, BackendError> {
        // A known state saves waiting for the first answer: what is newer than its newest time is asked beside it.
        let last = before.and_then(|before| before.newest);
        let later = async {
            match last {
                Some(_) => self.newest_since(last).await.map(Some),
                None => Ok(None),
            }
        };
        let ((total, product), later) = futures::try_join!(self.total_and_newest(), later)?;
        // A shop that was restored from a backup has older times.
        let before = before.filter(|before| product >= before.product);
        let (newest, is_told) = match later.filter(|_| before.is_some()) {
            Some(later) => later,
            None => self.newest_since(product).await?,
        };
        let same = before.filter(|before| before.newest == newest && !may_be_late && is_told);
        let recent = match (same, newest) {
            (Some(before), _) => before.recent.clone(),
            (None, Some(newest)) => self.touched_since(earlier(newest, LATE)).await?.hash,
            (None, None) => String::new(),
        };
        Ok(ShopState {
            total,
            product,
            newest,
            recent,
        })
    }

    /// What changed since a state, in the time of one call. `None` if the shop is older than that state, or if it has none.
    pub async fn changes_since(&self, before: &ShopState) -> Result<Option<ShopChanges>, BackendError> {
        let Some(known) = before.newest else { return Ok(None) };
        let from = earlier(known, LATE);
        let criteria = touched(from);
        let ((total, product), (count, rows)) =
            futures::try_join!(self.total_and_newest(), self.products_like(&criteria))?;
        // A shop that was restored from a backup has older times.
        if product < before.product {
            return Ok(None);
        }
        if count != rows.len() as u64 {
            let state = self.shop_state(Some(before), true).await?;
            return Ok(Some(ShopChanges {
                state,
                from,
                rows: None,
            }));
        }
        let newest = rows.iter().filter_map(newest_in).max().max(Some(known));
        let since = newest.map(|newest| earlier(newest, LATE));
        let recent: Vec<Value> = rows.iter().filter(|row| newest_in(row) >= since).cloned().collect();
        let state = ShopState {
            total,
            product,
            newest,
            recent: hash_of(recent.len() as u64, &recent),
        };
        Ok(Some(ShopChanges {
            state,
            from,
            rows: Some(rows),
        }))
    }

    /// The newest update time, and whether rows without an update time changed.
    async fn newest_since(&self, known: Option<Timestamp>) -> Result<(Option<Timestamp>, bool), BackendError> {
        let mut newest = known;
        for _ in 0..STEPS {
            let from = newest.map_or(Timestamp::UNIX_EPOCH, |newest| later(newest, TICK));
            let touched = self.touched_since(from).await?;
            if touched.count == 0 {
                break;
            }
            if touched.newest <= newest {
                return Ok((newest, false));
            }
            newest = touched.newest;
        }
        Ok((newest, true))
    }

    async fn total_and_newest(&self) -> Result<(u64, Option<Timestamp>), BackendError> {
        let criteria = json!({
            "page": 1, "limit": 1, "total-count-mode": 1,
            "sort": [{"field": "updatedAt", "order": "DESC"}],
            "includes": {"product": ["id", "updatedAt", "createdAt"]},
        });
        let (total, records) = self.products_like(&criteria).await?;
        Ok((total, records.iter().filter_map(newest_in).max()))
    }

    async fn touched_since(&self, from: Timestamp) -> Result<Touched, BackendError> {
        let (count, records) = self.products_like(&touched(from)).await?;
        Ok(Touched {
            count,
            newest: records.iter().filter_map(newest_in).max(),
            hash: hash_of(count, &records),
        })
    }

    /// A page of the products that a change since `from` touches, 1-based, sorted by id; of each only the given fields.
    pub(crate) async fn touched_page(
        &self,
        by: TouchedBy,
        from: Timestamp,
        fields: &[&str],
        page: u32,
    ) -> Result<RecordPage, BackendError> {
        let criteria = json!({
            "page": page, "limit": PAGE, "total-count-mode": 1,
            "filter": [{"type": "multi", "operator": "OR", "queries": ranges(by.stamps(), from)}],
            "sort": [{"field": "id", "order": "ASC"}],
            "includes": {"product": fields},
        });
        let (total, records) = self.products_like(&criteria).await?;
        Ok(RecordPage { records, total })
    }

    async fn products_like(&self, criteria: &Value) -> Result<(u64, Vec<Value>), BackendError> {
        let (target, headers) = (Target::new("/product"), HeaderMap::new());
        let sent = self.transport.send(Write::Post, &target, &headers, criteria).await;
        let answered = sent.map_err(|refused: Refused| refused.error)?;
        let result: WireSearchResult<Value> = answered.json()?;
        let total = result.total.as_ref().and_then(whole);
        let total = total.and_then(|total| u64::try_from(total).ok());
        let total = total.ok_or_else(|| answered.unusable("it has no total"))?;
        Ok((total, result.elements.0))
    }
}

/// A hash of the rows of a list, in any order, and of their number in the whole list.
fn hash_of(count: u64, rows: &[Value]) -> String {
    let mut texts: Vec<String> = rows.iter().map(Value::to_string).collect();
    texts.sort_unstable();
    let hash = blake3::hash(format!("{count} {}", texts.join("\n")).as_bytes());
    hash.to_hex().chars().take(32).collect()
}

/// Criteria for the products that a change since `from` touches, with all their times, and what a pull compares.
fn touched(from: Timestamp) -> Value {
    json!({
        "page": 1, "limit": PAGE, "total-count-mode": 1,
        "filter": [{"type": "multi", "operator": "OR", "queries": ranges(&STAMPS, from)}],
        "sort": [{"field": "updatedAt", "order": "DESC"}],
        "associations": {
            "manufacturer": {}, "properties": {"associations": {"group": {}}}, "options": {"associations": {"group": {}}}, "deliveryTime": {},
            "unit": {}, "tax": {}, "media": {"associations": {"media": {}}}, "categories": {},
        },
        "includes": {
            "product": [
                "id", "parentId", "categoryIds", "categoryTree", "updatedAt", "createdAt", "manufacturer", "properties", "options", "deliveryTime", "unit", "tax", "media", "categories"
            ],
            "product_manufacturer": ["updatedAt"], "property_group_option": ["updatedAt", "group"], "property_group": ["updatedAt"],
            "delivery_time": ["updatedAt"], "unit": ["updatedAt"], "tax": ["updatedAt"], "product_media": ["media"], "media": ["updatedAt"],
            "category": ["updatedAt"],
        },
    })
}

/// A filter of each time of change.
fn ranges(stamps: &[&str], from: Timestamp) -> Vec<Value> {
    let from = from.strftime("%Y-%m-%dT%H:%M:%S.%3fZ").to_string();
    let range = |field: &&str| json!({"type": "range", "field": field, "parameters": {"gte": from}});
    stamps.iter().map(range).collect()
}

/// The newest time anywhere in a record.
fn newest_in(record: &Value) -> Option<Timestamp> {
    match record {
        Value::Object(map) => {
            let own = ["updatedAt", "createdAt"]
                .into_iter()
                .filter_map(|key| map.get(key)?.as_str()?.parse().ok());
            own.chain(map.values().filter_map(newest_in)).max()
        }
        Value::Array(list) => list.iter().filter_map(newest_in).max(),
        _ => None,
    }
}

fn earlier(moment: Timestamp, by: SignedDuration) -> Timestamp {
    moment.checked_sub(by).unwrap_or(Timestamp::UNIX_EPOCH)
}

fn later(moment: Timestamp, by: SignedDuration) -> Timestamp {
    moment.checked_add(by).unwrap_or(Timestamp::MAX)
}
