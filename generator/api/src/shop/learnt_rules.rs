//! Cached rules of the shop for accounts and addresses, as learnt from it.
//!
//! **Invariant:** failures are not cached, so that the rules are requested again.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use vitrine_backends::shopware::session::RequiredFields;

/// How long the settings of a shop are assumed to stay the same.
const KEPT: Duration = Duration::from_secs(300);

/// How long a form does not request the rules again after a failure.
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
    /// The minimum password length in characters; `None` if the shop could not be reached.
    pub(crate) password_min_length: Option<u32>,
    /// Whether customers may delete their accounts; `None` if the shop does not report it.
    pub(crate) deletion_allowed: Option<bool>,
    /// The fields that every address needs.
    pub(crate) required: RequiredFields,
}

impl LearntRules {
    fn last(&self) -> MutexGuard<'_, Last> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The rules, if they were read recently.
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
