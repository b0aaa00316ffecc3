//! Delivers recorded forms: to the CMS, then a copy to the sender where that is configured.
//!
//! **Invariant:** only the content of the record is sent; no personal data is logged.

use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use futures::future::BoxFuture;
use jiff::Timestamp;
use tokio::{
    sync::watch,
    task::{JoinHandle, spawn_blocking},
};
use vitrine_backends::statamic::FormOutcome;

use super::{copy, hourly::Hourly};
use crate::{
    app_state::AppState,
    outbox::{self, Deliver, DeliveryFailure, DeliveryState, FilledIn, Outbox, Pace, Sent, SentForm},
};

/// Delivers the forms of a server.
pub(super) struct Sending {
    state: Arc<AppState>,
    /// The fields that the CMS refused in the last attempt.
    refused: Mutex<Option<Vec<String>>>,
    forgetting: Hourly,
    /// Whether a request waits for the delivery. It reports only the CMS's answer, so the copy is sent later.
    is_waited_for: bool,
}

impl Sending {
    pub(super) fn new(state: &Arc<AppState>) -> Self {
        Self {
            state: Arc::clone(state),
            refused: Mutex::default(),
            forgetting: Hourly::default(),
            is_waited_for: false,
        }
    }

    /// For the first attempt, within a request.
    pub(super) fn while_somebody_waits(state: &Arc<AppState>) -> Self {
        Self {
            is_waited_for: true,
            ..Self::new(state)
        }
    }

    /// The fields that the CMS refused, if it refused a form.
    pub(super) fn take_refused(&self) -> Option<Vec<String>> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    async fn to_cms(&self, id: &str) -> io::Result<Sent> {
        let cms = &self.state.cms;
        let Some(turn) = cms.turn().await? else {
            return Ok(Sent::Failed(DeliveryFailure::later(
                "other forms were sent all the time",
            )));
        };
        let filled = match self.filled_in(id).await {
            Ok(filled) => filled,
            Err(error) => return Ok(Sent::Failed(DeliveryFailure::later(&error.to_string()))),
        };
        Ok(match cms.submit(&filled.submission, &turn).await {
            Ok(FormOutcome::Stored) => Sent::Delivered,
            Ok(FormOutcome::Dropped) => Sent::Failed(for_good(
                "the CMS thanked and kept nothing: look at the name of its honeypot (statamic.honeypots) and at its listeners",
            )),
            Ok(FormOutcome::Refused(fields)) => {
                let cause = format!("the CMS refuses: {}", fields.join(", "));
                *self.refused.lock().unwrap_or_else(PoisonError::into_inner) = Some(fields);
                Sent::Failed(for_good(&cause))
            }
            Err(missed) => Sent::Failed(missed),
        })
    }

    async fn to_sender(&self, id: &str) -> io::Result<Sent> {
        let forms = &self.state.forms;
        let DeliveryState::Delivered { .. } = forms.outbox().delivery(id)?.state("cms") else {
            return Ok(Sent::Waits);
        };
        let about: SentForm = forms.outbox().read(id)?;
        if !about.copy {
            return Ok(Sent::Absent);
        }
        if self.is_waited_for {
            return Ok(Sent::Waits);
        }
        let filled = self.filled_in(id).await?;
        Ok(copy::send(&self.state, id, &about, &filled).await)
    }

    async fn filled_in(&self, id: &str) -> io::Result<FilledIn> {
        let (state, id) = (Arc::clone(&self.state), id.to_owned());
        let read = spawn_blocking(move || state.forms.filled_in(&id)).await;
        read.map_err(io::Error::other).flatten()
    }
}

fn for_good(cause: &str) -> DeliveryFailure {
    DeliveryFailure {
        for_good: true,
        ..DeliveryFailure::later(cause)
    }
}

impl Deliver for Sending {
    fn outbox(&self) -> &Arc<Outbox> {
        self.state.forms.outbox()
    }

    fn pace(&self) -> Pace {
        Pace {
            retry: self.state.config.limits.form_retry,
            patience: self.state.config.limits.form_patience,
        }
    }

    fn now(&self) -> Timestamp {
        self.state.now()
    }

    fn send<'a>(&'a self, channel: &'a str, id: &'a str) -> BoxFuture<'a, io::Result<Sent>> {
        Box::pin(async move {
            match channel {
                "cms" => self.to_cms(id).await,
                "copy" => self.to_sender(id).await,
                _ => Ok(Sent::Absent),
            }
        })
    }

    /// Removes forms that were never delivered, after the retention of their form (law §10).
    fn forget(&self) -> io::Result<()> {
        if !self.forgetting.is_due(self.now()) {
            return Ok(());
        }
        let (outbox, config) = (self.outbox(), &self.state.config.forms);
        for id in outbox.ids()? {
            let Ok(about) = outbox.read::<SentForm>(&id) else {
                continue;
            };
            let age: Duration = self.now().duration_since(about.received_at).unsigned_abs();
            if age > config.keep(&about.form) {
                outbox.remove(&id)?;
                tracing::warn!(
                    form = about.form,
                    id,
                    "a form that was never delivered was removed after its time"
                );
            }
        }
        Ok(())
    }

    fn log(&self, channel: &str, form: &str, state: &DeliveryState) {
        match state {
            DeliveryState::Delivered { .. } => tracing::info!(form, channel, "a form was delivered"),
            DeliveryState::Failed { cause, tries, .. } => {
                tracing::warn!(form, channel, cause, tries, "a form could not be delivered yet");
            }
            DeliveryState::GivenUp { cause, .. } => {
                tracing::error!(
                    form,
                    channel,
                    cause,
                    "a form was given up: see `vitrine outbox --undelivered`"
                );
            }
            DeliveryState::Waiting | DeliveryState::Absent => {}
        }
    }

    fn log_error(&self, form: Option<&str>, error: &io::Error) {
        tracing::error!(form, %error, "the records of forms could not be read or written");
    }
}

/// Delivers pending forms at start and periodically, until the server stops.
pub(crate) fn deliver_in_background(state: &Arc<AppState>, stop: watch::Receiver<bool>) -> JoinHandle<()> {
    outbox::deliver_in_background(Sending::new(state), stop)
}
