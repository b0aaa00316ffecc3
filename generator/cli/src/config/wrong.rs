//! What is wrong with a file, all of it at once.
//!
//! **Invariant:** every finding begins with the key it is about and says what to write instead.

use std::fmt::Display;

use anyhow::{Result, bail};

/// R-BACK-05
pub(super) const NOT_SETTLED: &str = "Make sure that endpoint and accessToken are settled in the configuration";
/// Characters of a finding; what is wrong may be long itself.
const LONGEST: usize = 600;

/// Findings in the order of the checks.
#[derive(Debug, Default)]
pub(super) struct Wrong(Vec<String>);

impl Wrong {
    /// `key` and the rest of its sentence: `limits.body`, `is 0: use 1024 to 67108864`.
    pub(super) fn add(&mut self, key: &str, what: impl Display) {
        self.0.push(format!("{key} {what}").chars().take(LONGEST).collect());
    }

    /// Keeps the value, or notes why there is none.
    pub(super) fn keep<T>(&mut self, key: &str, value: Result<T, impl Display>) -> Option<T> {
        value.map_err(|what| self.add(key, what)).ok()
    }

    /// An error that names every finding.
    pub(super) fn settled(&self) -> Result<()> {
        match self.0.as_slice() {
            [] => Ok(()),
            [one] => bail!("{one}"),
            many => bail!("{} settings are wrong:\n  {}", many.len(), many.join("\n  ")),
        }
    }
}
