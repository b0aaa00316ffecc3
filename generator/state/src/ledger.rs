//! The prices that were live (law §2: "records every published gross price per variant and market (append-only)").

use std::{fmt, io};

use serde::{Deserialize, Serialize};

/// A change of a published price.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PriceChange {
    /// When it went live, in seconds since 1970.
    pub at: u64,
    /// The product's id.
    #[serde(rename = "v")]
    pub variant: String,
    /// The market, by its currency: `EUR`.
    #[serde(rename = "m")]
    pub market: String,
    /// The gross price of one piece in minor units; `None` when it was no longer for sale.
    #[serde(rename = "p")]
    pub minor: Option<i64>,
    /// Whether the shop announced it as a reduction.
    #[serde(rename = "r", default, skip_serializing_if = "std::ops::Not::not")]
    pub reduced: bool,
}

/// The recorded prices.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RecordedPrices {
    /// Since when prices are recorded, in seconds since 1970; `None` if none were.
    pub since: Option<u64>,
    /// The changes in order of their record.
    pub changes: Vec<PriceChange>,
}

/// The ledger of prices.
///
/// Promise: recorded changes are durable and keep their order. A process that ends while it records has recorded a
/// first part of the changes. Changes that no rule asks for any more may be dropped ([`Ledger::compact`]); the time of
/// the first record never is. The caller holds the builder's lease.
pub trait Ledger: Send + Sync + fmt::Debug {
    /// Where it is, for messages to the operator.
    fn place(&self) -> String;

    /// All recorded prices.
    fn read(&self) -> io::Result<RecordedPrices>;

    /// Appends changes. Even without changes, the start of the records is stored.
    fn record(&self, changes: &[PriceChange], now: u64) -> io::Result<()>;

    /// Drops changes from before a time, except for the last of each variant and market. Does nothing unless half of
    /// the changes would be dropped.
    fn compact(&self, before: u64) -> io::Result<()>;
}
