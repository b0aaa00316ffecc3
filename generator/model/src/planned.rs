//! What changes by itself at a time to come (R-GEN-05).

use jiff::Timestamp;

/// An entry that appears or ends without an editor's action.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PlannedChange {
    /// When.
    pub at: Timestamp,
    /// Whether it appears; otherwise it ends.
    pub appears: bool,
    /// Its title.
    pub title: String,
    /// Code of its locale.
    pub locale: String,
    /// Where it can be edited.
    pub edit_url: Option<String>,
}
