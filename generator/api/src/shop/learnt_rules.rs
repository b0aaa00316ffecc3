//! The shop's rules for accounts and addresses as learnt from it, kept for a while.
//!
//! **Invariant:** what could not be learnt is not kept, so that it is asked for again.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use vitrine_backends::shopware::session::RequiredFields;

/// How long the settings of a shop are assumed to stay the same.
const KEPT: Duration = Duration::from_secs(300);

/// How long a form does not ask again after a failure.
const ASKED_AGAIN_AFTER: Duration = Duration::from_secs(30);

/// The learnt rules.
#[derive(Debug, Default)]
pub(crate) struct LearntRules(Mutex<Last>);

/// The last tries.
#[derive(Debug, Default, Clone, Copy)]
struct Last {
    learnt: Option<(Instant, AccountRules)>,
    failed: Option<Instant>,
}

/// The shop's requirements for accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AccountRules {
    /// The shortest password in characters; `None` if the shop could not be asked.
    pub(crate) password_min_length: Option<u32>,
    /// Whether customers may delete their accounts; `None` if the shop does not say.
    pub(crate) deletion_allowed: Option<bool>,
    /// The fields that every address needs.
    pub(crate) required: RequiredFields,
}

impl LearntRules {
    fn last(&self) -> MutexGuard<'_, Last> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The rules, if they were learnt not long ago.
    pub(crate) fn get(&self) -> Option<AccountRules> {
        let known = self.last().learnt;
        known.filter(|(at, _)| at.elapsed() < KEPT).map(|(_, rules)| rules)
    }

    /// Whether learning them has just failed.
    pub(crate) fn failed_just_now(&self) -> bool {
        self.last().failed.is_some_and(|at| at.elapsed() < ASKED_AGAIN_AFTER)
    }

    pub(crate) fn keep(&self, rules: AccountRules) {
        let now = Instant::now();
        let mut last = self.last();
        match rules.password_min_length {
            Some(_) => {
                *last = Last {
                    learnt: Some((now, rules)),
                    failed: None,
                }
            }
            None => last.failed = Some(now),
        }
    }
}
