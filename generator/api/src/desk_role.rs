//! What somebody at the editors' desk may do.

use serde::{Deserialize, Serialize};

/// What a user may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DeskRole {
    /// See everything.
    Look,
    /// Also build, and go back to a former release.
    Publish,
}
