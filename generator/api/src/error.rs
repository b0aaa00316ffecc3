//! Why the API cannot start.
//!
//! **Invariant:** every message names what was attempted, on what, and what to do next. What goes wrong in a request is a [`crate::problem::Problem`].

use std::{io, net::SocketAddr, path::PathBuf};

/// Why [`crate::serve`] gave up.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// Another program holds the port.
    #[error(
        "cannot listen on {address}: the port is in use. Stop the program that holds it, or set another server.listen in vitrine.toml."
    )]
    PortInUse {
        /// Where.
        address: SocketAddr,
    },
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}. Set a server.listen in vitrine.toml that this machine has.")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// The folder for locks cannot be made.
    #[error("cannot create {}: {source}. Make build.state_dir of vitrine.toml a folder that this user may write.", path.display())]
    State {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A locale has no language at the commerce backend.
    #[error(
        "locale {code:?} has no commerce language. Set commerce_language in its [[locales]] table, or let it be looked up at Shopware before serving."
    )]
    Language {
        /// The locale.
        code: String,
    },
    /// A setting cannot be used.
    #[error("the setting {key} cannot be used: {reason}")]
    Setting {
        /// Its key in `vitrine.toml`, or the field of [`crate::ServerLimits`] where the file has none.
        key: &'static str,
        /// Why, and what it should be.
        reason: String,
    },
}

/// Why no release is live; each names the path that was looked at.
#[derive(Debug, thiserror::Error)]
pub enum NoRelease {
    /// Nothing was built or copied here yet.
    #[error("no release is live: {} does not exist", path.display())]
    Missing {
        /// `dist/current`
        path: PathBuf,
    },
    /// A folder or file stands where the link should be.
    #[error(
        "no release is live: {} is no symbolic link. Move it away: it has to be a link to a folder below releases/",
        path.display()
    )]
    NotALink {
        /// `dist/current`
        path: PathBuf,
    },
    /// The link leads to nothing, or to a folder that is not a whole release.
    #[error("no release is live: {} leads to {}, which cannot be read as a release", path.display(), target.display())]
    Unreadable {
        /// `dist/current`
        path: PathBuf,
        /// Where it leads.
        target: PathBuf,
    },
}
