//! Sends forms to the CMS.
//!
//! **Invariant:** one submission at a time across all processes that share the state: of forty concurrent ones Statamic
//! lost one (contract, Part C "Forms").

use std::{fmt, io, sync::Arc, time::Duration};

use tokio::{
    sync::{Mutex, MutexGuard},
    task::spawn_blocking,
    time::timeout,
};
use vitrine_backends::{
    BackendError,
    statamic::{FormOutcome, FormSubmission, StatamicForms},
};
use vitrine_state::{Held, Lease};

use super::delivery::DeliveryFailure;
use crate::{
    limits::ServerLimits,
    shop::breaker::{Breaker, Found},
    web::problem::cause_of,
};

/// Name of the lock.
const RIGHT: &str = "forms of the CMS";

/// The CMS's endpoint for forms.
pub(crate) struct CmsDoor {
    client: Option<StatamicForms>,
    turn: Mutex<()>,
    others: Arc<dyn Lease>,
    breaker: Breaker,
    patience: Duration,
}

impl fmt::Debug for CmsDoor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CmsDoor")
    }
}

/// The lock, held.
pub(crate) struct CmsTurn<'a> {
    _here: MutexGuard<'a, ()>,
    _elsewhere: Held,
}

impl CmsDoor {
    pub(crate) fn new(client: Option<StatamicForms>, others: Arc<dyn Lease>, limits: &ServerLimits) -> Self {
        Self {
            client,
            turn: Mutex::new(()),
            others,
            breaker: Breaker::new(limits),
            patience: limits.backend_timeout,
        }
    }

    /// Whether a CMS is configured.
    pub(crate) fn is_there(&self) -> bool {
        self.client.is_some()
    }

    /// Waits for the lock; `None` after the timeout.
    pub(crate) async fn turn(&self) -> io::Result<Option<CmsTurn<'_>>> {
        let Ok(here) = timeout(self.patience, self.turn.lock()).await else {
            return Ok(None);
        };
        let (others, patience) = (Arc::clone(&self.others), self.patience);
        let taken = spawn_blocking(move || others.take_within(RIGHT, "", patience)).await;
        let taken = taken.map_err(io::Error::other).flatten()?;
        Ok(taken.map(|elsewhere| CmsTurn {
            _here: here,
            _elsewhere: elsewhere,
        }))
    }

    /// Sends a submission; requires the lock.
    pub(crate) async fn submit(
        &self,
        submission: &FormSubmission,
        _turn: &CmsTurn<'_>,
    ) -> Result<FormOutcome, DeliveryFailure> {
        let client = self.client.as_ref();
        let client = client.ok_or_else(|| DeliveryFailure::later("no CMS is configured"))?;
        let permit = self.breaker.pass();
        let permit = permit.map_err(|_| DeliveryFailure::later("the CMS does not answer"))?;
        let sent = client.submit(submission).await;
        permit.found(sent.as_ref().map_or_else(Found::of, |_| Found::Answered));
        sent.map_err(|error| missed(&error))
    }
}

fn missed(error: &BackendError) -> DeliveryFailure {
    let cause = match error.status() {
        Some(419) => "the CMS asks for a CSRF token: except !/forms/* from it in bootstrap/app.php".to_owned(),
        Some(404) => format!("{}: the CMS has no such form any more", cause_of(error)),
        _ => cause_of(error),
    };
    DeliveryFailure {
        for_good: false,
        wait: error.retry_after(),
        cause,
    }
}
