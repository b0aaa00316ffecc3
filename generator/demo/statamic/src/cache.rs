//! The cache of the content API and the Stache behind it (Statamic §15, part C of the contract): answers, including
//! 404, are cached for an hour by path and query until content is saved; the first list of a tree that is requested
//! from a cold Stache has no addresses, and this answer is cached too.
//!
//! **Invariant:** neither changes an answer unless a setting enables it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use axum::http::StatusCode;
use jiff::Timestamp;
use serde_json::Value;

use super::latency::Pace;

/// Lifetime of a cached answer, in seconds.
const HOUR: i64 = 3_600;

/// A cached answer.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    pub(crate) status: StatusCode,
    pub(crate) body: Value,
    since: Timestamp,
}

#[derive(Debug, Default)]
struct Inner {
    answers: BTreeMap<String, Kept>,
    /// The trees, by collection and site, whose list was requested since the Stache was emptied; `None` = it is warm.
    asked: Option<BTreeSet<(String, String)>>,
}

/// The cache of one installation.
#[derive(Debug, Default)]
pub(crate) struct ApiCache {
    inner: Mutex<Inner>,
    /// Latency of calls.
    pub(crate) pace: Pace,
}

impl ApiCache {
    /// Clears the cache, as any content event does.
    pub(crate) fn clear(&self) {
        self.lock().answers.clear();
        self.pace.saved();
    }

    /// Empties the Stache and the cache (`php please cache:clear`), or warms the Stache.
    pub(crate) fn set_cold(&self, cold: bool) {
        let mut inner = self.lock();
        inner.asked = cold.then(BTreeSet::new);
        if cold {
            inner.answers.clear();
        }
    }

    /// The cached answer for an address.
    pub(crate) fn kept(&self, address: &str, now: Timestamp) -> Option<Kept> {
        let inner = self.lock();
        let kept = inner.answers.get(address)?;
        (now.as_second() - kept.since.as_second() < HOUR).then(|| kept.clone())
    }

    /// Caches an answer with status 200 or 404.
    pub(crate) fn keep(&self, address: &str, status: StatusCode, body: &Value, now: Timestamp) {
        if status == StatusCode::OK || status == StatusCode::NOT_FOUND {
            let (body, since) = (body.clone(), now);
            let kept = Kept { status, body, since };
            self.lock().answers.insert(address.to_owned(), kept);
        }
    }

    /// Removes the addresses from the first list of a tree in a site, if the Stache is cold.
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
