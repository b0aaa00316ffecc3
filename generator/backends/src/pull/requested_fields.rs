//! Selects the fields to request for the entries of each collection: those that are read, and those that have content,
//! according to the last pull that read the whole collection.
//!
//! **Invariant:** a field that is read is always requested. One that nothing reads is reported by the conversion
//! (`field-not-shown`) in every build once it has content, at the latest a day after it was first filled in.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    config::PullConfig,
    job::{Job, Kind},
    written::is_set_by_cms,
};
use crate::{
    snapshot::Snapshot,
    statamic::{read_of, wire::Fields},
};

/// The file of the snapshot with the fields that have content.
pub(crate) const FILE: &str = "pull/filled.jsonl";

/// Seconds after which a collection is read completely again.
const DAY: i64 = 24 * 60 * 60;

/// The field that pages of the shop's own content model have.
const BLOCKS: &str = "blocks";
const PAGES: &str = "pages";

/// The fields with content in the entries of a collection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Filled {
    collection: String,
    fields: BTreeSet<String>,
    /// Every field that an entry had, with or without content.
    all: BTreeSet<String>,
    /// When all fields were last read.
    whole_at: Timestamp,
}

/// The fields requested in one pull.
#[derive(Clone, Debug, Default)]
pub(super) struct RequestedFields {
    /// The fields by collection; the others are read completely.
    of: BTreeMap<String, String>,
    known: BTreeMap<String, Filled>,
}

/// The fields found in collections that were read completely.
#[derive(Debug)]
pub(super) struct Seen {
    now: Timestamp,
    of: BTreeMap<String, Filled>,
}

impl RequestedFields {
    pub(super) fn after(last: Option<&Snapshot>, config: &PullConfig, now: Timestamp) -> Self {
        // An unreadable last pull is ignored.
        let known = last.and_then(|last| last.records::<Filled>(FILE).ok());
        let known = known.into_iter().flatten().filter_map(Result::ok);
        let known: BTreeMap<String, Filled> = known.map(|filled| (filled.collection.clone(), filled)).collect();
        let own = known.values().filter(|filled| {
            let age = now.as_second() - filled.whole_at.as_second();
            (0..DAY).contains(&age) && !config.read_whole.contains(&filled.collection) && filled.is_of_this_shop()
        });
        let of = own.filter_map(|filled| Some((filled.collection.clone(), filled.requested()?)));
        Self {
            of: of.collect(),
            known: known.clone(),
        }
    }

    /// The value of `fields=` for a collection; `None` = all fields.
    pub(super) fn fields(&self, collection: &str) -> Option<&str> {
        self.of.get(collection).map(String::as_str)
    }

    /// A collection whose fields with content are only known of too long ago: it is to be read whole.
    pub(super) fn outdated(&self, config: &PullConfig) -> Option<&str> {
        let is_own = |filled: &&Filled| {
            filled.is_of_this_shop()
                && filled.requested().is_some()
                && !config.read_whole.contains(&filled.collection)
                && !self.of.contains_key(&filled.collection)
        };
        let outdated = self.known.values().find(is_own);
        outdated.map(|filled| filled.collection.as_str())
    }

    /// Whether the pull at this time read all fields of a collection, of which only some are requested now.
    pub(super) fn was_whole(&self, collection: &str, pulled_at: Timestamp) -> bool {
        let filled = self.known.get(collection);
        self.of.contains_key(collection) && filled.is_some_and(|filled| filled.whole_at == pulled_at)
    }

    /// A record with the requested fields, as the CMS answers a list: the others are left out, unknown ones are null.
    pub(super) fn narrowed(&self, collection: &str, record: Value) -> Value {
        let (Some(fields), Value::Object(mut map)) = (self.fields(collection), record.clone()) else {
            return record;
        };
        let field = |name: &str| (name.to_owned(), map.shift_remove(name).unwrap_or_default());
        Value::Object(fields.split(',').map(field).collect())
    }

    /// The data for the next pull.
    pub(super) fn into_filled(self, seen: Seen) -> Vec<Filled> {
        let kept = self
            .known
            .into_iter()
            .filter(|(handle, _)| self.of.contains_key(handle));
        kept.chain(seen.of).map(|(_, filled)| filled).collect()
    }
}

/// The fields that are asked for of a collection, as text.
pub(super) fn asked_of(collection: &str) -> String {
    let fields: Vec<&str> = read_of(collection).into_iter().flatten().collect();
    fields.join(",")
}

impl Seen {
    pub(super) fn at(now: Timestamp) -> Self {
        Self {
            now,
            of: BTreeMap::new(),
        }
    }

    /// Records the fields of a response, if it was complete.
    pub(super) fn note(&mut self, requested: &RequestedFields, job: &Job<'_>, records: &[Value]) {
        if job.kind != Kind::Entries || requested.of.contains_key(&job.handle) {
            return;
        }
        let seen = self.of.entry(job.handle.clone()).or_insert_with(|| Filled {
            collection: job.handle.clone(),
            fields: BTreeSet::new(),
            all: BTreeSet::new(),
            whole_at: self.now,
        });
        for record in records {
            let fields = Fields::of(record);
            for key in fields.keys() {
                if !seen.all.contains(key) {
                    seen.all.insert(key.clone());
                }
                if !seen.fields.contains(key) && !is_set_by_cms(key) && fields.has_words_in(key) {
                    seen.fields.insert(key.clone());
                }
            }
        }
    }
}

impl Filled {
    /// Pages without blocks follow another content model: their text is searched among all fields.
    fn is_of_this_shop(&self) -> bool {
        self.collection != PAGES || self.all.contains(BLOCKS)
    }

    fn requested(&self) -> Option<String> {
        let mut all: BTreeSet<&str> = read_of(&self.collection)?.collect();
        all.extend(self.fields.iter().map(String::as_str));
        // A name with a comma would be read as two.
        let is_plain = |name: &&str| name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b));
        Some(all.into_iter().filter(is_plain).collect::<Vec<_>>().join(","))
    }
}
