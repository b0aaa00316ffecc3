//! Collects all errors of a configuration file.
//!
//! **Invariant:** every error starts with its key and says what to write instead.

use std::fmt::Display;

use anyhow::{Result, bail};

/// R-BACK-05
pub(super) const NOT_SETTLED: &str = "Make sure that endpoint and accessToken are settled in the configuration";
/// Maximum number of characters of an error; the invalid value may be long.
const LONGEST: usize = 600;

/// Errors in the order of the checks.
#[derive(Debug, Default)]
pub(super) struct Wrong(Vec<String>);

impl Wrong {
    /// `key` and the rest of the sentence: `limits.body`, `is 0: use 1024 to 67108864`.
    pub(super) fn add(&mut self, key: &str, what: impl Display) {
        self.0.push(format!("{key} {what}").chars().take(LONGEST).collect());
    }

    /// Returns the value, or records why there is none.
    pub(super) fn keep<T>(&mut self, key: &str, value: Result<T, impl Display>) -> Option<T> {
        value.map_err(|what| self.add(key, what)).ok()
    }

    /// Fails with all errors, if there are any.
    pub(super) fn settled(&self) -> Result<()> {
        match self.0.as_slice() {
            [] => Ok(()),
            [one] => bail!("{one}"),
            many => bail!("{} settings are wrong:\n  {}", many.len(), many.join("\n  ")),
        }
    }
}
