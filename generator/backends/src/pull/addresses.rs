//! Checks that entries have their paths. A Statamic with a cold Stache returns a tree of pages without any, and its
//! cache keeps that response for an hour (Statamic part C).
//!
//! **Invariant:** such a response is never accepted, not even in the first pull. A collection without a route has no
//! paths either; it is an error only if there is evidence of a route.

use std::collections::BTreeMap;

use serde_json::Value;
use vitrine_model::locale::LocaleCode;

use super::{
    config::AcceptEmpty,
    error::{PullError, addresses_of},
    job::{Job, Kind},
};
use crate::{
    snapshot::{Snapshot, SnapshotError, name},
    statamic::wire::Fields,
};

/// The collection of the pages, which has the home page.
const PAGES: &str = "pages";

/// Evidence about a collection in one locale.
#[derive(Debug, Default)]
struct Known {
    records: usize,
    with_address: usize,
    /// Whether an entry has a position in a tree.
    ordered: bool,
    /// Whether its tree has levels or paths.
    routed: bool,
}

/// The collections of one pull.
#[derive(Debug, Default)]
pub(super) struct Addresses(BTreeMap<(String, LocaleCode), Known>);

impl Addresses {
    /// Records evidence from the records that were read.
    pub(super) fn note(&mut self, job: &Job<'_>, records: &[Value]) {
        let Some(locale) = job.locale else { return };
        let key = (job.handle.clone(), locale.code.clone());
        match job.kind {
            Kind::Entries => {
                let known = self.0.entry(key).or_default();
                known.records = records.len();
                known.with_address = records.iter().filter(|record| has_address(record)).count();
                known.ordered = records.iter().any(|record| Fields::of(record).get("order").is_some());
            }
            Kind::Tree => self.0.entry(key).or_default().routed = records.iter().any(is_routed),
            _ => {}
        }
    }

    /// Whether the entries of a collection refer to a tree.
    pub(super) fn is_ordered(&self, job: &Job<'_>) -> bool {
        let key = job.locale.map(|locale| (job.handle.clone(), locale.code.clone()));
        key.and_then(|key| self.0.get(&key)).is_some_and(|known| known.ordered)
    }

    /// Whether a tree has no paths at all, without evidence so far that it should have some.
    pub(super) fn is_in_doubt(&self, job: &Job<'_>) -> bool {
        let key = job.locale.map(|locale| (job.handle.clone(), locale.code.clone()));
        let known = key.and_then(|key| self.0.get(&key));
        let is_bare = |known: &Known| known.ordered && known.records > 0 && known.with_address == 0 && !known.routed;
        job.kind == Kind::Tree && job.handle != PAGES && known.is_some_and(is_bare)
    }

    /// An error for a collection without paths that has a route.
    pub(super) fn check(&self, last: Option<&Snapshot>, accept_empty: &AcceptEmpty) -> Result<(), PullError> {
        let without = self
            .0
            .iter()
            .filter(|(_, known)| known.records > 0 && known.with_address == 0);
        for ((collection, locale), known) in without {
            let is_tree = known.routed || collection == PAGES;
            let lost = || {
                Ok::<_, SnapshotError>(!accept_empty.has(&addresses_of(collection)) && had(last, collection, locale)?)
            };
            if is_tree || lost()? {
                return Err(PullError::WithoutAddresses {
                    collection: collection.clone(),
                    locale: locale.to_string(),
                    records: known.records,
                    may_be_meant: !is_tree,
                });
            }
        }
        Ok(())
    }
}

fn has_address(record: &Value) -> bool {
    Fields::of(record).get("uri").is_some()
}

/// Whether a node of a tree has a path or children: an ordered list has neither.
fn is_routed(node: &Value) -> bool {
    let node = Fields::of(node);
    node.group("page").text("url").is_some() || !node.list("children").is_empty()
}

/// Whether an entry of a collection had a path in the last pull.
fn had(last: Option<&Snapshot>, collection: &str, locale: &LocaleCode) -> Result<bool, SnapshotError> {
    let Some(last) = last else { return Ok(false) };
    let file = name(&["statamic", "entries", collection, locale.as_str()])?;
    // An unreadable last pull is ignored.
    let mut records = last.records::<Value>(&file)?.filter_map(Result::ok);
    Ok(records.any(|record| has_address(&record)))
}
