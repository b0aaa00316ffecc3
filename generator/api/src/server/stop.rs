//! When a server was told to stop.

use tokio::sync::watch;

/// Waits until the server was told to stop.
pub(super) async fn stopped(stop: &mut watch::Receiver<bool>) {
    // A sender that is gone means a `Running` that was dropped: then nobody can stop it, and it stops.
    let _ = stop.wait_for(|stopping| *stopping).await;
}
