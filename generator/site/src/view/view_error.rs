//! Why a view could not be built.

/// Why a view could not be built. The caller adds path and source entry (R-GEN-02).
#[derive(Debug, thiserror::Error)]
pub enum ViewError {
    /// The plan refers to a record that the Catalog does not contain.
    #[error(
        "the page is planned for {what} {id}, which the catalogue does not hold: run the build again; if it stays, it is a fault of the planner"
    )]
    Missing {
        /// `product`, `entry`, …
        what: &'static str,
        /// Its id.
        id: String,
    },
    /// A page was passed to a kind that does not support its subject.
    #[error("a page of kind {kind} was planned with another kind's subject: this is a fault of the planner")]
    Subject {
        /// The kind.
        kind: &'static str,
    },
}
