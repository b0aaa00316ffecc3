//! The files of the releases that this process made.
//!
//! **Invariant:** a release never changes, so these are the files that its manifest names.

use std::{collections::VecDeque, sync::Arc};

use super::file_record::Files;

/// The files of releases by id, oldest first.
#[derive(Debug, Default)]
pub(crate) struct KnownFiles(VecDeque<(String, Arc<Files>)>);

impl KnownFiles {
    /// The files of a release; `None` if this process did not make it lately.
    pub(super) fn of(&self, id: &str) -> Option<Arc<Files>> {
        let known = self.0.iter().find(|(known, _)| known == id);
        known.map(|(_, files)| Arc::clone(files))
    }

    /// Adds a release, and forgets all but the last `most`.
    pub(super) fn add(&mut self, id: &str, files: Arc<Files>, most: usize) {
        self.0.retain(|(known, _)| known != id);
        self.0.push_back((id.to_owned(), files));
        self.0.drain(..self.0.len().saturating_sub(most));
    }
}
