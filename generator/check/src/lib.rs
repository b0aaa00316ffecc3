//! Checks a finished release: what a visitor would stumble over, an editor can correct, and the law asks for (R-GEN-06).
//!
//! **Invariant:** reads the files of a release and nothing else: no backend, no Catalog, no network, no clock. Every page
//! is read and parsed once, on all cores, and dropped; what is kept of it is about a kilobyte ([`facts`](self)). Memory
//! is bounded by the number of pages, and findings by [`Report::left_out`].
//!
//! A check is a file in `checks/` and a line in its table.

mod checks;
mod dom;
mod facts;
mod finding;
mod page;
mod release;
mod report;
mod run;

pub use finding::Level;
pub use release::CheckError;
pub use report::{Finding, Report};
pub use run::{Progress, check};

/// Names and headings of the checks, in the order of reports.
pub fn checks() -> impl Iterator<Item = (&'static str, &'static str)> {
    checks::CHECKS.iter().map(|check| (check.name, check.title))
}
