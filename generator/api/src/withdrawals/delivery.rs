//! Delivers recorded withdrawals: by mail to the customer and to the shop, and to Shopware if it has the route.
//!
//! **Invariant:** exactly the record is sent; no personal data is logged.

use std::{io, sync::Arc, time::Duration};

use futures::future::BoxFuture;
use jiff::Timestamp;
use tokio::{sync::watch, task::JoinHandle, time::timeout};
use vitrine_backends::BackendError;
use vitrine_backends::shopware::session::{Failure, Refusal, Revocation, RevocationRequest, SessionCall};
use vitrine_model::locale::LocaleIndex;

use crate::{
    app_state::{AppState, messages},
    mail::Unsent,
    outbox::{
        self, Deliver, DeliveryFailure, DeliveryState, Outbox, Pace, Sent,
        withdrawals::{channel::Channel, letters, record::Recorded},
    },
    shop::breaker::Found,
    web::problem::cause_of,
};

/// Delivers the withdrawals of a server.
struct Withdrawing(Arc<AppState>);

impl Deliver for Withdrawing {
    fn outbox(&self) -> &Arc<Outbox> {
        self.0.withdrawals.outbox()
    }

    fn pace(&self) -> Pace {
        Pace {
            retry: self.0.config.limits.withdrawal_retry,
            patience: self.0.config.limits.withdrawal_patience,
        }
    }

    fn now(&self) -> Timestamp {
        self.0.now()
    }

    fn send<'a>(&'a self, channel: &'a str, id: &'a str) -> BoxFuture<'a, io::Result<Sent>> {
        Box::pin(async move {
            let recorded = self.0.withdrawals.read(id)?;
            let Some(channel) = Channel::of(channel) else {
                return Ok(Sent::Absent);
            };
            Ok(match send(&self.0, channel, &recorded).await {
                Ok(true) => Sent::Delivered,
                Ok(false) => Sent::Absent,
                Err(failure) => Sent::Failed(failure),
            })
        })
    }

    fn log(&self, channel: &str, withdrawal: &str, state: &DeliveryState) {
        let channel = Channel::of(channel).map(|channel| format!("{channel:?}"));
        match state {
            DeliveryState::Delivered { .. } => tracing::info!(withdrawal, channel, "a withdrawal was delivered"),
            DeliveryState::Failed { cause, tries, .. } => {
                tracing::warn!(
                    withdrawal,
                    channel,
                    tries,
                    cause,
                    "a withdrawal could not be delivered yet"
                );
            }
            DeliveryState::GivenUp { cause, .. } => {
                tracing::error!(
                    withdrawal,
                    channel,
                    cause,
                    "a withdrawal could not be delivered: see `vitrine withdrawals`"
                );
            }
            DeliveryState::Absent | DeliveryState::Waiting => {}
        }
    }

    fn log_error(&self, withdrawal: Option<&str>, error: &io::Error) {
        match withdrawal {
            Some(withdrawal) => tracing::error!(%error, withdrawal, "a withdrawal could not be read or noted"),
            None => tracing::error!(%error, "the withdrawals to be delivered could not be listed"),
        }
    }
}

/// Delivers everything that is not delivered yet, at start and periodically, until the server stops.
pub(crate) fn deliver_in_background(state: Arc<AppState>, stop: watch::Receiver<bool>) -> JoinHandle<()> {
    outbox::deliver_in_background(Withdrawing(state), stop)
}

/// Delivers a record to the channels that are due.
pub(super) async fn deliver(state: Arc<AppState>, id: &str) {
    outbox::deliver(&Withdrawing(state), id).await;
}

/// The hourly limit is reached: this delivery waits.
fn held(wait: Duration) -> DeliveryFailure {
    DeliveryFailure {
        wait: Some(wait),
        ..DeliveryFailure::later("as many as go to one address, or are about one order, in an hour were delivered")
    }
}

fn unsent(Unsent { for_good, cause }: Unsent) -> DeliveryFailure {
    DeliveryFailure {
        for_good,
        cause,
        wait: None,
    }
}

async fn send(state: &AppState, channel: Channel, recorded: &Recorded) -> Result<bool, DeliveryFailure> {
    let admit = || state.delivery_bounds.admit(channel, recorded).map_err(held);
    match (channel, &state.mailer) {
        (Channel::Shopware, _) => {
            admit()?;
            tell_shopware(state, recorded).await
        }
        (_, None) => Ok(false),
        (Channel::Customer | Channel::Shop, Some(mailer)) => {
            admit()?;
            let release = state.releases.live().await;
            let texts = messages(release.as_deref());
            let letter = match channel {
                Channel::Customer => letters::to_customer(recorded, texts, mailer.sender()),
                _ => letters::to_shop(recorded, texts, state.code(LocaleIndex(0))),
            };
            mailer.send(&letter.as_letter(recorded)).await.map_err(unsent)?;
            Ok(true)
        }
    }
}

/// Whether Shopware has the route.
async fn tell_shopware(state: &AppState, recorded: &Recorded) -> Result<bool, DeliveryFailure> {
    let locale = state.config.locales.by_code(&recorded.locale).unwrap_or(LocaleIndex(0));
    let language = state.languages.of(locale);
    let language = language.ok_or_else(|| DeliveryFailure::later("the language of the locale is not known yet"))?;
    let session = SessionCall {
        token: None,
        language: language.clone(),
        // The IP address is not stored with the record.
        visitor: None,
    };
    let permit = state
        .breaker
        .pass()
        .map_err(|_| DeliveryFailure::later("Shopware does not answer"))?;
    let request = request_of(recorded);
    let patience = state.config.limits.backend_timeout;
    match timeout(patience, state.shopware.request_revocation(&session, &request)).await {
        Ok(Ok(answer)) => {
            permit.found(Found::Answered);
            Ok(answer.value == Revocation::Sent)
        }
        Ok(Err(failure)) => {
            permit.found(Found::of(&failure.error));
            Err(delivery_failure(&failure))
        }
        Err(_) => {
            permit.found(Found::Nothing);
            Err(DeliveryFailure::later("Shopware did not answer in time"))
        }
    }
}

fn request_of(recorded: &Recorded) -> RevocationRequest {
    let statement = &recorded.statement;
    let reference = recorded.reference();
    let parts = [
        statement.items.as_deref(),
        statement.comment.as_deref(),
        Some(&reference),
    ];
    RevocationRequest {
        email: statement.email.clone(),
        contract_number: statement.order_number.clone(),
        name: statement.name.clone(),
        comment: parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n"),
    }
}

fn delivery_failure(failure: &Failure) -> DeliveryFailure {
    let refused =
        matches!(&failure.error, BackendError::Status { status, .. } if (400..500).contains(status) && *status != 408);
    let (for_good, wait) = match failure.refusal() {
        Refusal::Throttled(wait) | Refusal::Maintenance(wait) => (false, wait),
        _ => (refused, None),
    };
    DeliveryFailure {
        for_good,
        cause: cause_of(&failure.error),
        wait,
    }
}
