//! The ledger of published prices (law §2): what the live release costs, written down when it went live.
//!
//! **Invariant:** only prices of a release that was live are recorded, each from the moment at which `dist/current` was
//! switched. What a killed process or another program left unrecorded is recorded before the next switch. The caller
//! holds the builder's lock.

use std::{collections::HashMap, fs, os::unix::fs::MetadataExt, path::Path};

use anyhow::{Context, Result};
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use vitrine_model::price_history::{PriceHistories, PublishedPrice};
use vitrine_state::{PriceChange, RecordedPrices};

use crate::config::Config;

/// Changes from before this many days are dropped, but for the last of each variant.
const KEPT_DAYS: i64 = 800;

/// A price in `server/prices.json` of a release.
#[derive(Deserialize)]
pub(crate) struct ReleasedPrice {
    /// The product's number.
    pub(crate) number: String,
    market: String,
    pub(crate) minor: i64,
    reduced: bool,
}

/// The prices of the live release by product id; `None` without one, or in a release that has none.
pub(crate) fn of_the_live_release(dist: &Path) -> Option<HashMap<String, ReleasedPrice>> {
    let text = fs::read(dist.join("current/server/prices.json")).ok()?;
    serde_json::from_slice(&text).ok()
}

/// The prices that were published before, for the conversion. `currency` is the one of the sales channel.
pub(crate) fn histories(config: &Config, currency: &str) -> Result<PriceHistories> {
    let recorded = read(config)?;
    let prices = recorded.changes.into_iter().filter(|change| change.market == currency);
    let published = prices.filter_map(|change| {
        let price = PublishedPrice {
            since: moment(change.at)?,
            minor: change.minor,
            reduced: change.reduced,
        };
        Some((change.variant, price))
    });
    Ok(PriceHistories::new(recorded.since.and_then(moment), published))
}

/// Records what the live release costs from the moment at which it went live, if that is not recorded yet.
pub(crate) fn record_what_is_live(config: &Config, dist: &Path, now: Timestamp) -> Result<()> {
    let switched = fs::symlink_metadata(dist.join("current")).ok();
    let switched = switched.and_then(|link| Timestamp::from_second(link.mtime()).ok());
    record(config, dist, switched.unwrap_or(now).min(now))
}

/// Records what the live release costs, which went live at `at`.
pub(crate) fn record(config: &Config, dist: &Path, at: Timestamp) -> Result<()> {
    let Some(live) = of_the_live_release(dist) else {
        return Ok(());
    };
    let attempt = || -> Result<()> {
        let ledger = config.state().ledger();
        let changes = changes(&read(config)?, &live, at);
        ledger.record(&changes, seconds(at))?;
        ledger.compact(seconds(at - SignedDuration::from_hours(KEPT_DAYS * 24)))?;
        Ok(())
    };
    attempt().with_context(|| {
        format!(
            "the prices of the live release could not be written down in {}: a later reduction would be measured against too little. Make room, \
             or let this user write there, and build again",
            config.state().ledger().place()
        )
    })
}

/// The recorded prices.
pub(crate) fn read(config: &Config) -> Result<RecordedPrices> {
    let ledger = config.state().ledger();
    let read = ledger.read();
    read.with_context(|| format!("the ledger of published prices in {} could not be read", ledger.place()))
}

/// What differs from the last record of each variant and market. A moment before the last record is that of the record:
/// the order of the ledger is the order in which prices went live.
fn changes(recorded: &RecordedPrices, live: &HashMap<String, ReleasedPrice>, at: Timestamp) -> Vec<PriceChange> {
    let mut last: HashMap<(&str, &str), &PriceChange> = HashMap::new();
    for change in &recorded.changes {
        last.insert((&change.variant, &change.market), change);
    }
    let newest = recorded
        .changes
        .iter()
        .map(|change| change.at)
        .max()
        .unwrap_or_default();
    let at = seconds(at).max(newest);
    let known = |variant: &str, market: &str| {
        last.get(&(variant, market))
            .map(|change| (change.minor, change.reduced))
    };
    let change = |variant: &str, market: &str, minor: Option<i64>, reduced: bool| PriceChange {
        at,
        variant: variant.to_owned(),
        market: market.to_owned(),
        minor,
        reduced,
    };
    let priced = live
        .iter()
        .filter(|(id, price)| known(id, &price.market) != Some((Some(price.minor), price.reduced)))
        .map(|(id, price)| change(id, &price.market, Some(price.minor), price.reduced));
    let gone = last
        .iter()
        .filter(|((id, market), change)| {
            change.minor.is_some() && live.get(*id).is_none_or(|price| price.market != *market)
        })
        .map(|((id, market), _)| change(id, market, None, false));
    let mut changes: Vec<PriceChange> = priced.chain(gone).collect();
    changes.sort_by(|a, b| (&a.variant, &a.market).cmp(&(&b.variant, &b.market)));
    changes
}

fn seconds(moment: Timestamp) -> u64 {
    u64::try_from(moment.as_second()).unwrap_or_default()
}

/// A moment of the ledger.
pub(crate) fn moment(seconds: u64) -> Option<Timestamp> {
    Timestamp::from_second(i64::try_from(seconds).ok()?).ok()
}
