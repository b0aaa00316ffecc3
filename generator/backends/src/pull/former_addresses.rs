//! The addresses that entries had in earlier pulls (R-ROUTE-09): a new slug or another parent changes those of all
//! pages below, and the CMS stores no former ones.
//!
//! **Invariant:** the current address of an entry is never a former one; of two entries that had the same address the
//! last one keeps it; former addresses older than configured are dropped.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use vitrine_model::locale::Locale;

use super::run::Pull;
use crate::{
    snapshot::{Snapshot, SnapshotError, name},
    statamic::wire::Fields,
};

/// The file of the snapshot that has the former addresses.
pub(crate) const FILE: &str = "pull/former-addresses.jsonl";

/// An address that an entry had.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct FormerAddress {
    /// The locale's code.
    pub(crate) locale: String,
    /// `/service/levering`, without the locale's prefix.
    pub(crate) uri: String,
    /// Id of the entry's localization.
    pub(crate) entry: String,
    /// The pull that found it elsewhere.
    pub(crate) left_at: Timestamp,
}

/// The address of each entry of a locale.
type ById = BTreeMap<String, String>;

impl Pull<'_> {
    /// The former addresses after a pull: those of before, and those that were left since.
    pub(super) fn former_addresses(
        &self,
        new: &Snapshot,
        last: Option<&Snapshot>,
        now: Timestamp,
    ) -> Result<Vec<FormerAddress>, SnapshotError> {
        let Some(last) = last else { return Ok(Vec::new()) };
        // An unreadable last pull is not a reason to stop.
        let known: Vec<FormerAddress> = last.records(FILE)?.filter_map(Result::ok).collect();
        let mut former = Vec::new();
        for (_, locale) in self.locales() {
            let code = locale.code.as_str();
            let has = self.addresses(new, locale)?;
            let had = self.addresses(last, locale).unwrap_or_default();
            let left = had.into_iter().filter(|(entry, uri)| has.get(entry) != Some(uri));
            let left = left.map(|(entry, uri)| FormerAddress {
                locale: code.to_owned(),
                uri,
                entry,
                left_at: now,
            });
            // The newest first, so that it is the one that stays.
            let mut seen: BTreeSet<String> = has.values().cloned().collect();
            let before = known.iter().filter(|old| old.locale == code).cloned();
            let young = before.filter(|old| is_kept(old.left_at, now, self.config.keep_addresses));
            former.extend(left.chain(young).filter(|old| seen.insert(old.uri.clone())));
        }
        Ok(former)
    }

    fn addresses(&self, snapshot: &Snapshot, locale: &Locale) -> Result<ById, SnapshotError> {
        let mut found = ById::new();
        for collection in &self.config.collections {
            let file = name(&["statamic", "entries", collection, locale.code.as_str()])?;
            for record in snapshot.records::<Value>(&file)? {
                let record = record?;
                let fields = Fields::of(&record);
                found.extend(fields.text("id").zip(fields.text("uri")));
            }
        }
        Ok(found)
    }
}

/// Whether an address that was left then is still remembered.
pub(crate) fn is_kept(left_at: Timestamp, now: Timestamp, keep: SignedDuration) -> bool {
    now.duration_since(left_at) < keep
}
