//! Submissions, for the control API: Statamic itself gives no read access to them.
//!
//! **Invariant:** at most [`MAX_SUBMISSIONS`] are stored; the oldest are dropped first.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};

use super::upload::Upload;

const MAX_SUBMISSIONS: usize = 5_000;

/// One submission.
#[derive(Debug, Clone, Serialize)]
pub struct Submission {
    /// Id: a time and a number, as in Statamic.
    pub id: String,
    /// Handle of the form.
    pub form: String,
    /// Time, by the demo's clock.
    pub at: Timestamp,
    /// Values by field, as in the answer.
    pub data: Map<String, Value>,
    /// Files by field.
    pub files: Vec<SubmittedFile>,
}

/// One file of a submission.
#[derive(Debug, Clone, Serialize)]
pub struct SubmittedFile {
    /// Handle of the field.
    pub field: String,
    /// The file.
    #[serde(flatten)]
    pub upload: Upload,
}

/// All submissions since the start.
#[derive(Debug, Default)]
pub(crate) struct Submissions(Mutex<(u64, VecDeque<Submission>)>);

impl Submissions {
    pub(crate) fn store(&self, form: &str, data: Map<String, Value>, files: Vec<(String, Upload)>, at: Timestamp) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.1.len() >= MAX_SUBMISSIONS {
            kept.1.pop_front();
        }
        kept.0 += 1;
        let submission = Submission {
            id: format!("{}.{:04}", at.as_second(), kept.0),
            form: form.to_owned(),
            at,
            data,
            files: files
                .into_iter()
                .map(|(field, upload)| SubmittedFile { field, upload })
                .collect(),
        };
        kept.1.push_back(submission);
    }

    /// Oldest first.
    pub(crate) fn all(&self) -> Vec<Submission> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.1.iter().cloned().collect()
    }

    pub(crate) fn clear(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = (0, VecDeque::new());
    }
}
