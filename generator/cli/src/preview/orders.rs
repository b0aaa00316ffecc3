//! What `vitrine serve` and the process that renders previews for it write to each other, one line of JSON each. Answers come
//! in any order.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// An order to render a page.
#[derive(Serialize, Deserialize)]
pub(crate) struct PreviewOrder {
    pub(crate) number: u64,
    /// The decoded path of the page.
    pub(crate) path: String,
    pub(crate) token: String,
    /// The time to render for; `None`: that of the machine.
    pub(crate) now: Option<Timestamp>,
}

/// The answer to an order.
#[derive(Serialize, Deserialize)]
pub(crate) struct PreviewAnswer {
    pub(crate) number: u64,
    pub(crate) result: Rendered,
    /// The memory of the process.
    pub(crate) memory_bytes: Option<u64>,
}

/// What came of an order.
#[derive(Serialize, Deserialize)]
pub(crate) enum Rendered {
    /// The page; whether the draft is of it.
    Page {
        html: String,
        is_draft: bool,
    },
    NoPage,
    Unknown,
    Unsaved,
    Failed,
}
