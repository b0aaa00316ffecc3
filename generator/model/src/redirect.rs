//! Redirects of the CMS and of the plan.
//!
//! **Invariant:** both ends are [`LocalPath`]s (or the target an https URL the CMS named); nothing is built from a request.

use serde::Serialize;

use crate::path::LocalPath;

/// What a redirect answers with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase", tag = "kind", content = "to")]
pub enum RedirectTarget {
    /// To a path of this site.
    Local(LocalPath),
    /// To another site, as an editor wrote it.
    External(String),
    /// The page is gone for good (410).
    Gone,
}

/// One redirect, applied on every navigation (R-ROUTE-09).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Redirect {
    /// The path that is asked for, with its locale's prefix.
    pub from: LocalPath,
    /// Where it leads.
    pub target: RedirectTarget,
    /// 301, 302 or 410.
    pub status: u16,
    /// Who asked for it, for messages.
    pub source: String,
}
