//! Diagnostics of a build, or of one of its pages or shared parts.

use std::{
    collections::BTreeSet,
    sync::{Mutex, PoisonError},
};

use vitrine_model::diagnostic::Diagnostic;

/// Diagnostics from all threads, without duplicates.
#[derive(Debug, Default)]
pub struct Diagnostics(Mutex<BTreeSet<Diagnostic>>);

impl Diagnostics {
    /// Adds one; duplicates are ignored.
    pub fn push(&self, diagnostic: Diagnostic) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(diagnostic);
    }

    /// Adds those of a part of the build.
    pub(crate) fn extend(&self, found: &[Diagnostic]) {
        if !found.is_empty() {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            all.extend(found.iter().cloned());
        }
    }

    /// All of them, sorted.
    pub(crate) fn into_list(self) -> Vec<Diagnostic> {
        let all = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        all.into_iter().collect()
    }

    /// All of them, sorted.
    pub fn list(&self) -> Vec<Diagnostic> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
            .cloned()
            .collect()
    }
}
