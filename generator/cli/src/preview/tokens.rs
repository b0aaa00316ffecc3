//! The tokens that the CMS has confirmed lately, so that not every page asks it twice.
//!
//! **Invariant:** only hashes are kept, a bounded number of them, each for a bounded time.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use secrecy::{ExposeSecret, SecretString};
use vitrine_model::record::RecordHash;

/// How long a token counts without being asked for again. Each page is read from the CMS with it anyway.
const CONFIRMED_FOR: Duration = Duration::from_secs(60);
/// Maximum number of tokens.
const MOST: usize = 1_000;

#[derive(Debug, Default)]
pub(super) struct ConfirmedTokens(Mutex<HashMap<RecordHash, Instant>>);

impl ConfirmedTokens {
    pub(super) fn knows(&self, token: &SecretString) -> bool {
        let since = self.locked().get(&hash(token)).copied();
        since.is_some_and(|since| since.elapsed() < CONFIRMED_FOR)
    }

    pub(super) fn confirm(&self, token: &SecretString) {
        let mut known = self.locked();
        if known.len() >= MOST {
            known.retain(|_, since| since.elapsed() < CONFIRMED_FOR);
        }
        if known.len() < MOST {
            known.insert(hash(token), Instant::now());
        }
    }

    pub(super) fn forget(&self, token: &SecretString) {
        self.locked().remove(&hash(token));
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<RecordHash, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn hash(token: &SecretString) -> RecordHash {
    RecordHash::of_bytes(token.expose_secret().as_bytes())
}
