//! The limit of open files of this process, which includes connections.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Open files reserved for everything but connections: backend calls, files being read, session locks.
const OTHERS: u64 = 512;

/// Raises the process's limit as far as possible; returns the number of connections that fit, at most `connections`.
pub(super) fn room_for(connections: usize) -> usize {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: maximum,
        maximum,
    };
    let allowed = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => maximum,
        Err(error) => {
            tracing::warn!(%error, "the limit of open files could not be raised");
            current
        }
    };
    let Some(allowed) = allowed else {
        return connections;
    };
    let room = usize::try_from(allowed.saturating_sub(OTHERS).max(allowed / 2)).unwrap_or(usize::MAX);
    if room < connections {
        tracing::warn!(
            wanted = connections,
            room,
            "this process may not open files enough for limits.connections: raise the hard limit (ulimit -Hn, or LimitNOFILE of the service)"
        );
    }
    connections.min(room).max(1)
}
