//! What each token was last seen to edit, so that other pages that show it have the draft too.
//!
//! **Invariant:** in memory only, a bounded number.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use secrecy::{ExposeSecret, SecretString};
use vitrine_backends::statamic::{EntryPlace, TermPlace};
use vitrine_model::{content::Entry, record::RecordHash, taxonomy::Term};

/// Maximum number of places; beyond it all are forgotten, and noted again with the next page.
const MOST: usize = 200;

/// A draft.
pub(super) enum Edited {
    Entry(Box<Entry>),
    Term(Term),
}

/// Where the CMS has what is edited.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum EditedAt {
    Entry(EntryPlace),
    Term(TermPlace),
}

#[derive(Default)]
pub(super) struct EditedPlaces(Mutex<HashMap<RecordHash, EditedAt>>);

impl EditedPlaces {
    pub(super) fn note(&self, token: &SecretString, place: &EditedAt) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(hash(token), place.clone());
    }

    pub(super) fn of(&self, token: &SecretString) -> Option<EditedAt> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&hash(token)).cloned()
    }
}

fn hash(token: &SecretString) -> RecordHash {
    RecordHash::of_bytes(token.expose_secret().as_bytes())
}
