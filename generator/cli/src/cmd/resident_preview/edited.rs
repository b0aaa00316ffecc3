//! The entry that each token was last seen to edit, so that lists on other pages show it too.
//!
//! **Invariant:** in memory only, a bounded number.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use secrecy::{ExposeSecret, SecretString};
use vitrine_model::{content::Entry, record::RecordHash};

/// Maximum number of entries; beyond it all are forgotten, and noted again with the next page.
const MOST: usize = 200;

#[derive(Default)]
pub(super) struct EditedEntries(Mutex<HashMap<RecordHash, Entry>>);

impl EditedEntries {
    pub(super) fn note(&self, token: &SecretString, entry: &Entry) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(hash(token), entry.clone());
    }

    pub(super) fn of(&self, token: &SecretString) -> Option<Entry> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&hash(token)).cloned()
    }
}

fn hash(token: &SecretString) -> RecordHash {
    RecordHash::of_bytes(token.expose_secret().as_bytes())
}
