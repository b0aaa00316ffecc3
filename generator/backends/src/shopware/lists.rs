//! Lists of the shop that are the same for all visitors (countries, salutations), cached briefly by language.
//!
//! **Invariant:** a list is requested without a session, so it contains nothing of a visitor; failures are not cached.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use vitrine_model::ids::LanguageId;

/// Changes by the shop's staff become visible after this time.
const KEPT_FOR: Duration = Duration::from_secs(60);

/// One list for each requested language.
pub(crate) struct KeptList<T>(Mutex<HashMap<LanguageId, (Instant, Vec<T>)>>);

impl<T> Default for KeptList<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> KeptList<T> {
    /// The list in a language, if it was read within the last minute.
    pub(super) fn get(&self, language: &LanguageId) -> Option<Vec<T>> {
        let lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, list) = lists.get(language)?;
        (since.elapsed() < KEPT_FOR).then(|| list.clone())
    }

    /// Stores the list of a language; only languages of the shop's own locales are requested.
    pub(super) fn keep(&self, language: &LanguageId, list: &[T]) {
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lists.insert(language.clone(), (Instant::now(), list.to_vec()));
    }
}
