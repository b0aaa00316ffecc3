//! Lists of the shop that are the same for everybody (countries, salutations), kept for a short while by language.
//!
//! **Invariant:** a list is asked for without a session, so nothing of a visitor is in it; a failure is not kept.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use vitrine_model::ids::LanguageId;

/// What the shop's staff changes is seen after this time.
const KEPT_FOR: Duration = Duration::from_secs(60);

/// One list in each language that was asked for.
pub(crate) struct KeptList<T>(Mutex<HashMap<LanguageId, (Instant, Vec<T>)>>);

impl<T> Default for KeptList<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> KeptList<T> {
    /// The list in a language, if it was asked for within the last minute.
    pub(super) fn get(&self, language: &LanguageId) -> Option<Vec<T>> {
        let lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, list) = lists.get(language)?;
        (since.elapsed() < KEPT_FOR).then(|| list.clone())
    }

    /// Keeps the list of a language; only those of the shop's own locales are asked for.
    pub(super) fn keep(&self, language: &LanguageId, list: &[T]) {
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lists.insert(language.clone(), (Instant::now(), list.to_vec()));
    }
}
