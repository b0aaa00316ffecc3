//! Why a login at the provider did not succeed.

/// Why a login did not succeed.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The provider cannot be asked, or does not answer as it has to.
    Unavailable(String),
    /// The answer does not prove who somebody is.
    Unproven(&'static str),
    /// The provider knows them, and the configuration does not let them in.
    NotListed,
}
