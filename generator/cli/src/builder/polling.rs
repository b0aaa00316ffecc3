//! Polls Shopware for changes that no event reports (Shopware §25.7): a separate task that compares Shopware's state
//! with that of the last build.
//!
//! **Invariant:** polling never builds, and a state is found only once: one change causes one build, even if that build
//! cannot write down what it has seen. A shop that does not respond counts as unchanged.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use jiff::Timestamp;
use serde_json::Value;
use vitrine_api::Look;
use vitrine_backends::shopware::{ShopState, ShopwareClient};
use vitrine_state::{Built, Log};

/// How long after the newest change an older one may still appear.
const LATE: Duration = Duration::from_secs(60);
/// Maximum delay while the shop does not respond.
const LONGEST: Duration = Duration::from_secs(60);

/// What to poll, and how often.
#[derive(Debug)]
pub(crate) struct PollSettings {
    pub(crate) every: Duration,
    pub(crate) shopware: ShopwareClient,
}

/// The findings.
#[derive(Debug, Default)]
pub(super) struct Polling(Mutex<Found>);

#[derive(Debug, Default)]
struct Found {
    /// The last state that was read, and when its newest change was first seen.
    last: Option<(ShopState, Instant)>,
    /// A state that differs from that of the last build, with the latter.
    differs: Option<(Value, Value)>,
    /// Number of different states found.
    count: u64,
    last_poll: Option<Look>,
}

impl Polling {
    fn found(&self) -> MutexGuard<'_, Found> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of changes found, and how many of them the last build has seen.
    pub(super) fn counts(&self, built: Option<&Built>) -> (u64, u64) {
        let found = self.found();
        let of_build = built.and_then(|built| built.shop.as_ref());
        let waits = found.differs.as_ref().is_some_and(|(_, base)| of_build == Some(base));
        (found.count, found.count - u64::from(waits && found.count > 0))
    }

    /// The result of the last poll.
    pub(super) fn last_poll(&self) -> Option<Look> {
        self.found().last_poll.clone()
    }

    /// Polls forever. `changed` is called when something was found; `busy` returns whether a build is running, which
    /// sees the changes itself.
    pub(super) async fn run(
        &self,
        settings: &PollSettings,
        log: &dyn Log,
        now: impl Fn() -> Timestamp,
        busy: impl Fn() -> bool,
        changed: impl Fn(),
    ) {
        let mut pause = settings.every;
        loop {
            tokio::time::sleep(pause).await;
            if busy() {
                continue;
            }
            pause = match self.poll(&settings.shopware, log, now(), &changed).await {
                Ok(()) => settings.every,
                Err(()) => (pause * 2).min(LONGEST.max(settings.every)),
            };
        }
    }

    async fn poll(
        &self,
        shopware: &ShopwareClient,
        log: &dyn Log,
        now: Timestamp,
        changed: &impl Fn(),
    ) -> Result<(), ()> {
        let built = log.built().ok().flatten();
        let before = self.found().last.clone();
        let may_be_late = before.as_ref().is_none_or(|(_, since)| since.elapsed() < LATE);
        let read = shopware
            .shop_state(before.as_ref().map(|(state, _)| state), may_be_late)
            .await;
        let was_well = self.found().last_poll.as_ref().is_none_or(|poll| poll.error.is_none());
        let (error, state) = match read {
            Ok(state) => (None, Some(state)),
            Err(error) => (Some(error.to_string()), None),
        };
        match &error {
            Some(error) if was_well => {
                tracing::warn!(%error, "Shopware could not be asked what changed; retrying");
            }
            None if !was_well => tracing::info!("Shopware can be asked again what changed"),
            _ => {}
        }
        self.found().last_poll = Some(Look {
            at: now.to_string(),
            error,
        });
        let state = state.ok_or(())?;
        if self.note(state, built.as_ref()) {
            changed();
        }
        Ok(())
    }

    /// Records a state; returns whether it is a new change. A build without a recorded state is handled by the
    /// reconciliation.
    fn note(&self, state: ShopState, built: Option<&Built>) -> bool {
        let mut found = self.found();
        let since = match &found.last {
            Some((last, since)) if last.newest() == state.newest() => *since,
            _ => Instant::now(),
        };
        let value = serde_json::to_value(&state).unwrap_or_default();
        found.last = Some((state, since));
        let base = built.and_then(|built| built.shop.clone());
        let Some(base) = base.filter(|base| *base != value) else {
            found.differs = None;
            return false;
        };
        let is_new = found.differs.as_ref().is_none_or(|(known, _)| *known != value);
        found.differs = Some((value, base));
        found.count += u64::from(is_new);
        is_new
    }
}
