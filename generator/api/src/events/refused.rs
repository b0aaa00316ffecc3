//! Refused events, for the operators of the shop: a wrong secret is not visible anywhere else.
//!
//! **Invariant:** of a request, only its endpoint and our own description of the error are stored.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use super::report::Refusal;
use crate::web::policy::Sender;

/// Seconds between two warnings of the same refusal in the log.
const BETWEEN_WARNINGS: u64 = 60;

#[derive(Default)]
struct Times {
    count: u64,
    last: u64,
    warned: Option<u64>,
}

/// Counts refusals by endpoint and reason.
#[derive(Default)]
pub(crate) struct RefusedEvents(Mutex<BTreeMap<(&'static str, &'static str), Times>>);

impl RefusedEvents {
    /// Counts a refusal, and warns now and then; `at` is in seconds since 1970.
    pub(crate) fn note(&self, sender: Sender, why: &'static str, at: u64) {
        let Some(from) = door(sender) else { return };
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let times = all.entry((from, why)).or_default();
        times.count += 1;
        times.last = at;
        if times
            .warned
            .is_none_or(|warned| at.abs_diff(warned) >= BETWEEN_WARNINGS)
        {
            times.warned = Some(at);
            tracing::warn!(
                from,
                why,
                times = times.count,
                "an event was refused: what was saved is not live before the next look or reconciliation; compare the secret on both sides"
            );
        }
    }

    /// All of them, the newest first.
    pub(crate) fn told(&self) -> Vec<Refusal> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let row = |((from, why), times): (&(&'static str, &'static str), &Times)| Refusal {
            from: (*from).to_owned(),
            why: (*why).to_owned(),
            times: times.count,
            last_at: times.last,
        };
        let mut told: Vec<Refusal> = all.iter().map(row).collect();
        told.sort_by_key(|refusal| std::cmp::Reverse(refusal.last_at));
        told
    }
}

fn door(sender: Sender) -> Option<&'static str> {
    match sender {
        Sender::Content => Some("content"),
        Sender::Commerce => Some("commerce"),
        Sender::App | Sender::NewShop => Some("registration"),
        Sender::Any => None,
    }
}
