//! Errors of the pull.

use super::loss::{self, Loss};
use crate::{error::BackendError, snapshot::SnapshotError};

/// Why there is no new snapshot. The old one is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum PullError {
    /// A backend failed.
    #[error("the pull failed at {what}: {source}")]
    Backend {
        /// The read data (`products nl`).
        what: String,
        /// The error.
        source: BackendError,
    },
    /// A locale has no language in the commerce backend.
    #[error(
        "the sales channel has no language {iso} for the locale {locale:?}; it has {known}. Add the language to the channel, or set commerce_language."
    )]
    Language {
        /// The locale's code.
        locale: String,
        /// The language tag that was looked for.
        iso: String,
        /// The languages that exist.
        known: String,
    },
    /// A list changed while it was being read.
    #[error("the pull failed at {what}: its total moved from {expected} to {found} between two pages")]
    Moved {
        /// What was read.
        what: String,
        /// The total of the first page.
        expected: u64,
        /// The total, or the number of records, that was read.
        found: u64,
    },
    /// A list has other records in one language than in another, because it changed between two pages.
    #[error(
        "the pull failed at {what}: its records are not those of the first language ({missing} missing, {added} more): the list changed while it was read"
    )]
    Differs {
        /// The read data (`products en`).
        what: String,
        /// Number of records that only the first language has.
        missing: usize,
        /// Number of records that only this language has.
        added: usize,
    },
    /// The data changed during every attempted pull.
    #[error(
        "the shop was changed while it was read, in each of {pulls} pulls; build again when less is changed. The last one: {source}"
    )]
    Unsettled {
        /// Number of attempts.
        pulls: usize,
        /// Why the last one failed.
        source: Box<PullError>,
    },
    /// Something configured does not exist.
    #[error(
        "the pull failed at {what}: Statamic answered with 404, as it does for what it does not have and for what its REST API does not show. Check {key} in the configuration, and that the CMS has it in the REST API (config/statamic/api.php)"
    )]
    Absent {
        /// The read data (`assets assets`).
        what: String,
        /// The configuration key that names it.
        key: &'static str,
    },
    /// No entry of a collection has an address, although some must.
    #[error(
        "the pull failed at entries {collection} {locale}: none of its {records} entries has an address. So answers a CMS whose Stache is cold. Run `php please stache:warm` where the CMS is, and build again{}",
        without_route(collection, *.may_be_meant)
    )]
    WithoutAddresses {
        /// The collection's handle.
        collection: String,
        /// The locale's code.
        locale: String,
        /// Number of its entries.
        records: usize,
        /// Whether all that speaks against it is the last pull.
        may_be_meant: bool,
    },
    /// Sets that had records in the last pull are empty or missing (rule 18).
    #[error("the pull lost what the last one had: {}", loss::list(.0))]
    Lost(Vec<Loss>),
    /// The snapshot could not be written.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
}

/// The remedy if a collection has lost its route.
fn without_route(collection: &str, may_be_meant: bool) -> String {
    match may_be_meant {
        true => format!(
            "; if the collection has no route any more, build once with --accept-empty {}",
            addresses_of(collection)
        ),
        false => String::new(),
    }
}

/// The name of a collection's addresses in `--accept-empty`.
pub(super) fn addresses_of(collection: &str) -> String {
    format!("entries/{collection}/uri")
}

impl PullError {
    /// Whether the error was caused by a change during the pull, so that another attempt may succeed.
    pub(super) fn is_of_the_moment(&self) -> bool {
        matches!(
            self,
            Self::Moved { .. }
                | Self::Differs { .. }
                | Self::Backend {
                    source: BackendError::Moved { .. },
                    ..
                }
        )
    }
}
