//! The ledger of prices as a file: a first line with the start, then one line per change.
//!
//! **Invariant:** recorded changes are synced. An incomplete last line was never recorded and is ignored; the next
//! change starts a new line.

use std::{
    collections::HashMap,
    fs::{self, OpenOptions},
    io::{self, Write},
    path::PathBuf,
};

use serde::{Deserialize, Serialize};

use super::durable_file::{self, SHARED};
use crate::ledger::{Ledger, PriceChange, RecordedPrices};

#[derive(Serialize, Deserialize)]
struct Begun {
    since: u64,
}

/// The ledger in a file, which the first record creates.
#[derive(Debug)]
pub(super) struct LedgerFile(PathBuf);

impl LedgerFile {
    pub(super) fn at(path: PathBuf) -> Self {
        Self(path)
    }

    fn bytes(&self) -> io::Result<Vec<u8>> {
        match fs::read(&self.0) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            read => read,
        }
    }
}

impl Ledger for LedgerFile {
    fn place(&self) -> String {
        self.0.display().to_string()
    }

    fn read(&self) -> io::Result<RecordedPrices> {
        Ok(parse(&self.bytes()?))
    }

    fn record(&self, changes: &[PriceChange], now: u64) -> io::Result<()> {
        let before = self.bytes()?;
        if parse(&before).since.is_none() {
            let prices = RecordedPrices {
                since: Some(now),
                changes: changes.to_vec(),
            };
            return durable_file::replace(&self.0, text(&prices)?.as_bytes(), SHARED);
        }
        if changes.is_empty() {
            return Ok(());
        }
        let mut lines = String::new();
        if before.last() != Some(&b'\n') {
            lines.push('\n');
        }
        push(&mut lines, changes)?;
        let mut file = OpenOptions::new().append(true).open(&self.0)?;
        file.write_all(lines.as_bytes())?;
        file.sync_data()
    }

    fn compact(&self, before: u64) -> io::Result<()> {
        let mut prices = self.read()?;
        let all = prices.changes.len();
        let last: HashMap<(&str, &str), usize> = prices
            .changes
            .iter()
            .enumerate()
            .filter(|(_, change)| change.at < before)
            .map(|(index, change)| ((change.variant.as_str(), change.market.as_str()), index))
            .collect();
        let kept: Vec<PriceChange> = prices
            .changes
            .iter()
            .enumerate()
            .filter(|(index, change)| {
                let name = (change.variant.as_str(), change.market.as_str());
                change.at >= before || last.get(&name) == Some(index)
            })
            .map(|(_, change)| change.clone())
            .collect();
        if kept.len() * 2 > all || all == 0 {
            return Ok(());
        }
        prices.changes = kept;
        durable_file::replace(&self.0, text(&prices)?.as_bytes(), SHARED)
    }
}

fn parse(bytes: &[u8]) -> RecordedPrices {
    let whole = bytes.len() - bytes.iter().rev().take_while(|byte| **byte != b'\n').count();
    let mut prices = RecordedPrices::default();
    for line in bytes.get(..whole).unwrap_or_default().split(|byte| *byte == b'\n') {
        if let Ok(change) = serde_json::from_slice::<PriceChange>(line) {
            prices.changes.push(change);
        } else if let Ok(begun) = serde_json::from_slice::<Begun>(line) {
            prices.since.get_or_insert(begun.since);
        }
    }
    prices
}

fn text(prices: &RecordedPrices) -> io::Result<String> {
    let mut text = String::new();
    if let Some(since) = prices.since {
        text.push_str(&serde_json::to_string(&Begun { since })?);
        text.push('\n');
    }
    push(&mut text, &prices.changes)?;
    Ok(text)
}

fn push(text: &mut String, changes: &[PriceChange]) -> io::Result<()> {
    for change in changes {
        text.push_str(&serde_json::to_string(change)?);
        text.push('\n');
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(at: u64, variant: &str, minor: Option<i64>) -> PriceChange {
        PriceChange {
            at,
            variant: variant.to_owned(),
            market: "EUR".to_owned(),
            minor,
            reduced: minor == Some(80),
        }
    }

    /// Law §2: the ledger is append-only, survives a process that is killed in the middle of a line, and knows since when it records.
    #[test]
    fn law_2_changes_are_kept_in_order_and_a_truncated_line_is_ignored() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("prices");
        let ledger = LedgerFile::at(path.clone());
        assert_eq!(ledger.read().expect("nothing"), RecordedPrices::default());
        ledger.record(&[], 10).expect("begun");
        let first = [change(20, "a", Some(100)), change(20, "b", None)];
        ledger.record(&first, 20).expect("recorded");
        for cut in 1..40 {
            let whole = fs::read(&path).expect("the file");
            let half = format!("{{\"at\":30,\"v\":\"{}", "c".repeat(cut));
            fs::write(&path, [whole.as_slice(), half.as_bytes()].concat()).expect("cut");
            assert_eq!(ledger.read().expect("read").changes, first, "{cut}");
            let more = change(40, "a", Some(80));
            ledger.record(std::slice::from_ref(&more), 40).expect("recorded");
            let prices = ledger.read().expect("read");
            assert_eq!(prices.since, Some(10));
            assert_eq!(prices.changes, [first.as_slice(), &[more]].concat(), "{cut}");
            fs::write(&path, &whole).expect("back");
        }
    }

    /// Prices that can no longer be the reference of a reduction are dropped; the price in force at that time is kept.
    #[test]
    fn law_2_old_changes_are_dropped_but_for_the_last_of_each_variant() {
        let folder = tempfile::tempdir().expect("a folder");
        let ledger = LedgerFile::at(folder.path().join("prices"));
        let all: Vec<PriceChange> = (0..100)
            .map(|at| change(at, "a", Some(100 + i64::try_from(at).expect("small"))))
            .collect();
        ledger.record(&all, 0).expect("recorded");
        ledger.record(&[change(1, "b", Some(5))], 100).expect("recorded");
        ledger.compact(40).expect("too little to drop");
        assert_eq!(ledger.read().expect("read").changes.len(), 101);
        ledger.compact(90).expect("dropped");
        let prices = ledger.read().expect("read");
        let kept: Vec<u64> = prices.changes.iter().map(|change| change.at).collect();
        assert_eq!(kept, [(89..100).collect::<Vec<u64>>(), vec![1]].concat());
        assert_eq!(prices.since, Some(0), "the beginning is never forgotten");
    }
}
