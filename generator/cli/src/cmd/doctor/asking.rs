//! Asks a backend several questions at once.

use futures::{StreamExt, stream};

use super::report::Report;
use crate::config::Config;

/// What a backend showed, and whether its first answer was one.
pub(super) struct Examined {
    pub(super) report: Report,
    pub(super) is_reached: bool,
}

/// Waits for calls, at most `build.pull_concurrency` of them at once; the results are in the order of the calls.
pub(super) async fn all<T>(config: &Config, calls: impl IntoIterator<Item = impl Future<Output = T>>) -> Vec<T> {
    let at_once = config.file.build.pull_concurrency.max(1);
    stream::iter(calls).buffered(at_once).collect().await
}
