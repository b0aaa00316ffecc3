//! Diagnostics of a build.

use std::{
    collections::BTreeSet,
    sync::{Mutex, PoisonError},
};

use vitrine_model::diagnostic::Diagnostic;

/// Diagnostics of a build, from all threads, without duplicates.
#[derive(Debug, Default)]
pub struct Diagnostics(Mutex<BTreeSet<Diagnostic>>);

impl Diagnostics {
    /// Adds one; duplicates are ignored.
    pub fn push(&self, diagnostic: Diagnostic) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(diagnostic);
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
