//! The CMS fields with the content of a page, by role.

/// The CMS fields with the content of a page.
#[derive(Debug, Default)]
pub(in crate::convert) struct Roles {
    pub(in crate::convert) text: Option<String>,
    pub(in crate::convert) picture: Option<String>,
    pub(in crate::convert) date: Option<String>,
    pub(in crate::convert) excerpt: Option<String>,
    /// Fields of terms.
    pub(in crate::convert) topics: Vec<String>,
}
