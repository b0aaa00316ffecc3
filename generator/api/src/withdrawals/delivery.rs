//! Delivers recorded withdrawals: by mail to the customer and to the shop, and to Shopware where it has the route.
//!
//! **Invariant:** each channel is tried until it has it, refuses it for good, or the patience is over; what was done is
//! on disk after each try. After a crash a channel may get a withdrawal twice, never not at all. One task delivers a
//! record at a time, across all processes that share the state.

use std::{io, sync::Arc, time::Duration};

use jiff::{SignedDuration, Timestamp};
use tokio::{
    sync::watch,
    task::{JoinHandle, spawn_blocking},
    time::{sleep, timeout},
};
use vitrine_backends::BackendError;
use vitrine_backends::shopware::session::{Failure, Refusal, Revocation, RevocationRequest, SessionCall};
use vitrine_model::locale::LocaleIndex;

use super::{
    channels::{Channel, DeliveryState},
    letters,
    record::Recorded,
};
use crate::{
    app_state::{AppState, messages},
    breaker::Found,
    limits::ServerLimits,
    mail::Unsent,
    problem::cause_of,
};

/// Why a try failed.
struct Missed {
    for_good: bool,
    cause: String,
    /// How long to wait at least.
    wait: Option<Duration>,
}

impl From<Unsent> for Missed {
    fn from(Unsent { for_good, cause }: Unsent) -> Self {
        Self {
            for_good,
            cause,
            wait: None,
        }
    }
}

/// Delivers at start and periodically what is not delivered yet, until the server stops.
pub(crate) fn deliver_in_background(state: Arc<AppState>, mut stop: watch::Receiver<bool>) -> JoinHandle<()> {
    tokio::spawn(async move {
        loop {
            deliver_pending(&state, &stop).await;
            tokio::select! {
                _ = stop.wait_for(|stopping| *stopping) => break,
                () = sleep(state.config.limits.withdrawal_retry) => {}
            }
        }
    })
}

async fn deliver_pending(state: &Arc<AppState>, stop: &watch::Receiver<bool>) {
    let store = Arc::clone(&state.withdrawals);
    let pending = spawn_blocking(move || store.pending()).await;
    let ids = pending.map_err(io::Error::other).flatten().unwrap_or_else(|error| {
        tracing::error!(%error, "the withdrawals to be delivered could not be listed");
        Vec::new()
    });
    for id in ids {
        if *stop.borrow() {
            return;
        }
        deliver(state, &id).await;
    }
}

/// Delivers a record to the channels that are due.
pub(super) async fn deliver(state: &Arc<AppState>, id: &str) {
    if let Err(error) = try_channels(state, id).await {
        tracing::error!(%error, withdrawal = id, "a withdrawal could not be read or noted");
    }
}

async fn try_channels(state: &Arc<AppState>, id: &str) -> io::Result<()> {
    let store = &state.withdrawals;
    let Some(_lease) = store.lease(id)? else {
        return Ok(());
    };
    let (recorded, mut delivery) = (store.read(id)?, store.delivery(id)?);
    for channel in [Channel::Customer, Channel::Shop, Channel::Shopware] {
        if !delivery.state(channel).is_due(state.now()) {
            continue;
        }
        let outcome = send(state, channel, &recorded).await;
        let tries = delivery.state(channel).tries();
        *delivery.state(channel) = settle(outcome, tries, &recorded, state.now(), &state.config.limits);
        log(channel, &recorded, delivery.state(channel));
        store.note(id, &delivery)?;
    }
    Ok(())
}

impl Missed {
    /// As many were delivered in the last hour as there may be: this one waits.
    fn held(wait: Duration) -> Self {
        Self {
            for_good: false,
            cause: "as many as go to one address, or are about one order, in an hour were delivered".to_owned(),
            wait: Some(wait),
        }
    }
}

async fn send(state: &AppState, channel: Channel, recorded: &Recorded) -> Result<bool, Missed> {
    let admit = || state.delivery_bounds.admit(channel, recorded).map_err(Missed::held);
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
            mailer.send(&letter.as_letter(recorded)).await?;
            Ok(true)
        }
    }
}

/// Whether Shopware has the route.
async fn tell_shopware(state: &AppState, recorded: &Recorded) -> Result<bool, Missed> {
    let later = |cause: &str| Missed {
        for_good: false,
        cause: cause.to_owned(),
        wait: None,
    };
    let locale = state.config.locales.by_code(&recorded.locale).unwrap_or(LocaleIndex(0));
    let language = state.languages.of(locale);
    let language = language.ok_or_else(|| later("the language of the locale is not known yet"))?;
    let session = SessionCall {
        token: None,
        language: language.clone(),
        // The address is not kept with the record.
        visitor: None,
    };
    let permit = state.breaker.pass().map_err(|_| later("Shopware does not answer"))?;
    let request = request_of(recorded);
    let patience = state.config.limits.backend_timeout;
    match timeout(patience, state.shopware.request_revocation(&session, &request)).await {
        Ok(Ok(answer)) => {
            permit.found(Found::Answered);
            Ok(answer.value == Revocation::Sent)
        }
        Ok(Err(failure)) => {
            permit.found(Found::of(&failure.error));
            Err(missed(&failure))
        }
        Err(_) => {
            permit.found(Found::Nothing);
            Err(later("Shopware did not answer in time"))
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

fn missed(failure: &Failure) -> Missed {
    let refused =
        matches!(&failure.error, BackendError::Status { status, .. } if (400..500).contains(status) && *status != 408);
    let (for_good, wait) = match failure.refusal() {
        Refusal::Throttled(wait) | Refusal::Maintenance(wait) => (false, wait),
        _ => (refused, None),
    };
    Missed {
        for_good,
        cause: cause_of(&failure.error),
        wait,
    }
}

/// The longest pause between two tries.
const LONGEST_PAUSE: Duration = Duration::from_secs(60 * 60);

fn settle(
    outcome: Result<bool, Missed>,
    tries: u32,
    recorded: &Recorded,
    now: Timestamp,
    limits: &ServerLimits,
) -> DeliveryState {
    let Missed { for_good, cause, wait } = match outcome {
        Ok(true) => return DeliveryState::Delivered { at: now },
        Ok(false) => return DeliveryState::Absent,
        Err(missed) => missed,
    };
    let age = now.duration_since(recorded.received_at).unsigned_abs();
    if for_good || age > limits.withdrawal_patience {
        return DeliveryState::GivenUp { at: now, cause };
    }
    let pause = limits
        .withdrawal_retry
        .saturating_mul(1 << tries.min(16))
        .min(LONGEST_PAUSE);
    let pause = SignedDuration::try_from(pause.max(wait.unwrap_or_default())).unwrap_or(SignedDuration::MAX);
    DeliveryState::Failed {
        tries: tries.saturating_add(1),
        again_at: now.saturating_add(pause).unwrap_or(now),
        cause,
    }
}

/// Says what became of a delivery, without anything of the person.
fn log(channel: Channel, recorded: &Recorded, state: &DeliveryState) {
    let (withdrawal, channel) = (recorded.id.as_str(), format!("{channel:?}"));
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
