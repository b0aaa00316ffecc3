//! Concurrent calls of a pull.
//!
//! **Invariant:** a call only waits for a free slot, never for an earlier one. After a failure no further call is
//! started, and the error is that of the first one in order, so that the same fault always gives the same message.

use std::{
    future::{Future, ready},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use futures::{
    FutureExt, StreamExt,
    stream::{self, BoxStream},
};

use super::{error::PullError, run::AT_ONCE};

/// The results of calls as they come.
pub(super) struct SideBySide<'a, T> {
    done: BoxStream<'a, (usize, Result<T, PullError>)>,
    failed: Arc<AtomicBool>,
}

/// Begins the calls in order, [`AT_ONCE`] at a time.
pub(super) fn side_by_side<'a, T, C, F>(calls: C) -> SideBySide<'a, T>
where
    C: Iterator<Item = F> + Send + 'a,
    F: Future<Output = Result<T, PullError>> + Send + 'a,
    T: 'a,
{
    let failed = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&failed);
    let done = stream::iter(calls.enumerate())
        .take_while(move |_| ready(!stopped.load(Ordering::Relaxed)))
        .map(|(place, call)| call.map(move |result| (place, result)))
        .buffer_unordered(AT_ONCE)
        .boxed();
    SideBySide { done, failed }
}

impl<T> SideBySide<'_, T> {
    /// The next result; `None` after the last. An error waits for the running calls, because one that was started
    /// earlier may also have failed.
    pub(super) async fn next(&mut self) -> Result<Option<T>, PullError> {
        let Some((place, result)) = self.done.next().await else {
            return Ok(None);
        };
        let error = match result {
            Ok(found) => return Ok(Some(found)),
            Err(error) => error,
        };
        self.failed.store(true, Ordering::Relaxed);
        let mut first = (place, error);
        while let Some((place, result)) = self.done.next().await {
            if let Err(error) = result
                && place < first.0
            {
                first = (place, error);
            }
        }
        Err(first.1)
    }
}
