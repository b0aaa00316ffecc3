//! Errors at the start of the API.
//!
//! **Invariant:** every message names what was attempted, on what, and what to do next. Errors of a request are a
//! [`crate::web::problem::Problem`].

use std::{io, net::SocketAddr, path::PathBuf};

use vitrine_state::StateError;

/// Why [`crate::serve`] failed.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// Another program uses the port.
    #[error(
        "cannot listen on {address}: the port is in use. Stop the program that holds it, or set another server.listen in vitrine.toml."
    )]
    PortInUse {
        /// The address.
        address: SocketAddr,
    },
    /// The server cannot listen on the address.
    #[error("cannot listen on {address}: {source}. Set a server.listen in vitrine.toml that this machine has.")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The system's error.
        source: io::Error,
    },
    /// A folder of the state cannot be created.
    #[error("cannot create {}: {source}. Make build.state_dir of vitrine.toml a folder that this user may write.", path.display())]
    State {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The thread that writes events down cannot be started.
    #[error("cannot start the thread that writes events: {0}. Let this process have more threads.")]
    Events(io::Error),
    /// A setting has an invalid value.
    #[error("the setting {key} cannot be used: {reason}")]
    Setting {
        /// Its key in `vitrine.toml`, or the field of [`crate::ServerLimits`] if the file has no such key.
        key: &'static str,
        /// Why it is invalid, and what it should be.
        reason: String,
    },
}

impl From<StateError> for ApiError {
    fn from(StateError { path, source }: StateError) -> Self {
        Self::State { path, source }
    }
}

/// Why no release is live; each variant names the path that was read.
#[derive(Debug, thiserror::Error)]
pub enum NoRelease {
    /// `dist/current` does not exist.
    #[error("no release is live: {} does not exist", path.display())]
    Missing {
        /// `dist/current`
        path: PathBuf,
    },
    /// `dist/current` is a folder or a file, not a link.
    #[error(
        "no release is live: {} is no symbolic link. Move it away: it has to be a link to a folder below releases/",
        path.display()
    )]
    NotALink {
        /// `dist/current`
        path: PathBuf,
    },
    /// The link's target does not exist or is not a complete release.
    #[error("no release is live: {} leads to {}, which cannot be read as a release", path.display(), target.display())]
    Unreadable {
        /// `dist/current`
        path: PathBuf,
        /// The target of the link.
        target: PathBuf,
    },
}
