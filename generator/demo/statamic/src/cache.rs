//! The cache of the content API and the Stache behind it (Statamic §15, part C of the contract): answers are kept for an hour
//! by path and query, 404 too, until content is saved; the first list of a tree that a cold Stache is asked for has no
//! addresses, and that answer is kept as well.
//!
//! **Invariant:** without the settings that switch them on, neither changes an answer.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use axum::http::StatusCode;
use jiff::Timestamp;
use serde_json::Value;

use super::latency::Pace;

/// Seconds that an answer is kept.
const HOUR: i64 = 3_600;

/// An answer as it is kept.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    pub(crate) status: StatusCode,
    pub(crate) body: Value,
    since: Timestamp,
}

#[derive(Debug, Default)]
struct Inner {
    answers: BTreeMap<String, Kept>,
    /// The trees, by collection and site, whose list was asked for since the Stache was emptied; `None` = it is warm.
    asked: Option<BTreeSet<(String, String)>>,
}

/// The cache of one installation.
#[derive(Debug, Default)]
pub(crate) struct ApiCache {
    inner: Mutex<Inner>,
    /// How long calls take.
    pub(crate) pace: Pace,
}

impl ApiCache {
    /// Everything that was kept goes, as with any event of the content.
    pub(crate) fn clear(&self) {
        self.lock().answers.clear();
        self.pace.saved();
    }

    /// Empties the Stache and with it what was kept (`php please cache:clear`), or warms it.
    pub(crate) fn set_cold(&self, cold: bool) {
        let mut inner = self.lock();
        inner.asked = cold.then(BTreeSet::new);
        if cold {
            inner.answers.clear();
        }
    }

    /// The answer that is kept for an address.
    pub(crate) fn kept(&self, address: &str, now: Timestamp) -> Option<Kept> {
        let inner = self.lock();
        let kept = inner.answers.get(address)?;
        (now.as_second() - kept.since.as_second() < HOUR).then(|| kept.clone())
    }

    /// Keeps an answer: 200 and 404.
    pub(crate) fn keep(&self, address: &str, status: StatusCode, body: &Value, now: Timestamp) {
        if status == StatusCode::OK || status == StatusCode::NOT_FOUND {
            let (body, since) = (body.clone(), now);
            let kept = Kept { status, body, since };
            self.lock().answers.insert(address.to_owned(), kept);
        }
    }

    /// Takes the addresses from the first list of a tree in a site, if the Stache is cold.
    pub(crate) fn chill(&self, collection: &str, site: &str, body: &mut Value) {
        let place = (collection.to_owned(), site.to_owned());
        let is_first = self.lock().asked.as_mut().is_some_and(|asked| asked.insert(place));
        let list = body.get_mut("data").and_then(Value::as_array_mut);
        for entry in list.into_iter().flatten().filter(|_| is_first) {
            for key in ["url", "uri", "permalink", "parent"] {
                if let Some(value) = entry.get_mut(key) {
                    *value = Value::Null;
                }
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
