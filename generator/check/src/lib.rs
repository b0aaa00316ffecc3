//! Checks a finished release for faults that visitors would notice, that editors can fix, or that the law forbids
//! (R-GEN-06).
//!
//! **Invariant:** reads only the files of a release: no backend, no Catalog, no network, no clock. Every page is read
//! and parsed once, on all cores, and dropped; about a kilobyte of it is kept ([`facts`](self)). Memory is bounded by
//! the number of pages, and findings by [`Report::left_out`].
//!
//! A check is a file in `checks/` and a row of its table.

mod checks;
mod dom;
mod facts;
mod finding;
mod page;
mod release;
mod report;
mod run;
mod statements;
mod words;

pub use checks::{LawReview, law_error_codes};
pub use finding::Level;
pub use release::CheckError;
pub use report::{Finding, Report};
pub use run::{Progress, check};

/// Names and titles of the checks, in the order of reports.
pub fn checks() -> impl Iterator<Item = (&'static str, &'static str)> {
    checks::CHECKS.iter().map(|check| (check.name, check.title))
}
