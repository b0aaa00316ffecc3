//! The checks: one file each, listed in [`CHECKS`].

mod alternates;
mod alternatives;
mod budgets;
mod categories;
mod files;
mod headings;
mod hosts;
mod html;
mod inbound;
mod law;
mod links;
mod names;
mod nesting;
mod references;
mod sitemaps;
mod titles;

pub use self::law::{LawReview, error_codes as law_error_codes};
use crate::page::Check;

/// All checks, in the order of reports.
pub(crate) static CHECKS: [Check; 13] = [
    files::CHECK,
    links::CHECK,
    inbound::CHECK,
    categories::CHECK,
    titles::CHECK,
    headings::CHECK,
    alternatives::CHECK,
    html::CHECK,
    alternates::CHECK,
    sitemaps::CHECK,
    hosts::CHECK,
    law::CHECK,
    budgets::CHECK,
];
