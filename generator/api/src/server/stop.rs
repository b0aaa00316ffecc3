//! The stop signal of a server.

use tokio::sync::watch;

/// Completes when the server is to stop.
pub(super) async fn stopped(stop: &mut watch::Receiver<bool>) {
    // A closed channel means that `Running` was dropped; the server then stops too.
    let _ = stop.wait_for(|stopping| *stopping).await;
}
