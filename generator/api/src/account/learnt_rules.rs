//! What was learnt of the shop's rules for accounts, kept for a while.
//!
//! **Invariant:** what could not be learnt is not kept, so that it is asked for again.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// How long the settings of a shop are taken to be the same.
const KEPT: Duration = Duration::from_secs(300);

/// What was learnt, and when.
#[derive(Debug, Default)]
pub(crate) struct LearntRules(Mutex<Option<(Instant, AccountRules)>>);

/// What the shop asks of accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AccountRules {
    /// The shortest password in characters; `None` if the shop could not be asked.
    pub(super) password_min_length: Option<u32>,
    /// Whether customers may delete their accounts; `None` if the shop does not tell.
    pub(super) deletion_allowed: Option<bool>,
}

impl LearntRules {
    /// The rules, if they were learnt not long ago.
    pub(super) fn get(&self) -> Option<AccountRules> {
        let known = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.filter(|(at, _)| at.elapsed() < KEPT).map(|(_, rules)| rules)
    }

    pub(super) fn keep(&self, rules: AccountRules) {
        if rules.password_min_length.is_some() {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), rules));
        }
    }
}
