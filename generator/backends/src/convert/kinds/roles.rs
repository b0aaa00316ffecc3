//! The fields of the CMS that hold what a page shows, by their role.

/// The fields of the CMS that hold what a page shows.
#[derive(Debug, Default)]
pub(in crate::convert) struct Roles {
    pub(in crate::convert) text: Option<String>,
    pub(in crate::convert) picture: Option<String>,
    pub(in crate::convert) date: Option<String>,
    pub(in crate::convert) excerpt: Option<String>,
    /// Fields of terms.
    pub(in crate::convert) topics: Vec<String>,
}
