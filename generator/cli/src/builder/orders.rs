//! What `vitrine serve` and the process that builds for it write to each other, one line of JSON each: an order to build;
//! then `{"stage": …}` for each stage, the report of the build, and how it ended.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// An order to build.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct BuildOrder {
    /// The time to build for; `None`: that of the machine.
    pub(crate) now: Option<Timestamp>,
}

/// How a build ended.
#[derive(Debug)]
pub(crate) struct BuildEnded {
    /// Why it failed, was refused, or is not finished.
    pub(crate) error: Option<String>,
    /// The memory that the process has after it.
    pub(crate) memory_bytes: Option<u64>,
}

impl BuildEnded {
    pub(crate) fn line(&self) -> String {
        json!({ "ended": { "error": self.error, "memory_bytes": self.memory_bytes } }).to_string()
    }

    /// `None` for a line that says something else.
    pub(super) fn read(line: &Value) -> Option<Self> {
        let ended = line.get("ended")?;
        Some(Self {
            error: ended["error"].as_str().map(str::to_owned),
            memory_bytes: ended["memory_bytes"].as_u64(),
        })
    }
}
