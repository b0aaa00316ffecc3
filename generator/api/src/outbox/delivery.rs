//! Delivers the records of an outbox.
//!
//! **Invariant:** each channel is tried until it has the record, refuses it permanently, or the time for it is over;
//! the result of each try is on disk. After a crash a channel may get a record twice, but never not at all. One task
//! delivers a record at a time, across all processes that share the state.

use std::{io, sync::Arc, time::Duration};

use futures::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use tokio::{
    sync::watch,
    task::{JoinHandle, spawn_blocking},
    time::sleep,
};

use super::{
    delivery_state::{Delivery, DeliveryState},
    store::Outbox,
};

/// Maximum pause between two attempts.
const LONGEST_PAUSE: Duration = Duration::from_secs(60 * 60);

/// How the records of a kind are delivered.
pub(crate) trait Deliver: Send + Sync + 'static {
    /// The records.
    fn outbox(&self) -> &Arc<Outbox>;

    /// Pause and time limit of the attempts.
    fn pace(&self) -> Pace;

    /// The time.
    fn now(&self) -> Timestamp;

    /// Sends a record to a channel of its kind. The error means that the record cannot be read.
    fn send<'a>(&'a self, channel: &'a str, id: &'a str) -> BoxFuture<'a, io::Result<Sent>>;

    /// Removes records that are past their retention; called before each round.
    fn forget(&self) -> io::Result<()> {
        Ok(())
    }

    /// Logs the result of a delivery, without personal data.
    fn log(&self, channel: &str, id: &str, state: &DeliveryState);

    /// Logs that a record could not be read or updated, or, without an id, that the records could not be listed.
    fn log_error(&self, id: Option<&str>, error: &io::Error);
}

/// Pause and time limit of the attempts to deliver.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// Pause before the second attempt; it doubles with each further one, up to an hour.
    pub(crate) retry: Duration,
    /// Age of a record at which it is left to the operator.
    pub(crate) patience: Duration,
}

/// The outcome of an attempt.
pub(crate) enum Sent {
    /// The channel has the record.
    Delivered,
    /// There is no such channel.
    Absent,
    /// Another channel of the record must be delivered first.
    Waits,
    /// It failed.
    Failed(DeliveryFailure),
}

/// Why an attempt failed.
pub(crate) struct DeliveryFailure {
    /// Whether the channel will never accept the record.
    pub(crate) for_good: bool,
    /// The cause, for the log and the operator.
    pub(crate) cause: String,
    /// Minimum pause before the next attempt.
    pub(crate) wait: Option<Duration>,
}

impl DeliveryFailure {
    /// A temporary failure.
    pub(crate) fn later(cause: &str) -> Self {
        Self {
            for_good: false,
            cause: cause.to_owned(),
            wait: None,
        }
    }
}

/// Delivers pending records at start and periodically, until the server stops.
pub(crate) fn deliver_in_background(by: impl Deliver, mut stop: watch::Receiver<bool>) -> JoinHandle<()> {
    tokio::spawn(async move {
        loop {
            deliver_pending(&by, &stop).await;
            tokio::select! {
                _ = stop.wait_for(|stopping| *stopping) => break,
                () = sleep(by.pace().retry) => {}
            }
        }
    })
}

async fn deliver_pending(by: &impl Deliver, stop: &watch::Receiver<bool>) {
    if let Err(error) = by.outbox().remove_abandoned().and_then(|()| by.forget()) {
        by.log_error(None, &error);
    }
    let outbox = Arc::clone(by.outbox());
    let pending = spawn_blocking(move || outbox.pending()).await;
    let ids = pending.map_err(io::Error::other).flatten().unwrap_or_else(|error| {
        by.log_error(None, &error);
        Vec::new()
    });
    for id in ids {
        if *stop.borrow() {
            return;
        }
        deliver(by, &id).await;
    }
}

/// Delivers a record to the channels that are due.
pub(crate) async fn deliver(by: &impl Deliver, id: &str) {
    if let Err(error) = try_channels(by, id).await {
        by.log_error(Some(id), &error);
    }
}

async fn try_channels(by: &impl Deliver, id: &str) -> io::Result<()> {
    let outbox = by.outbox();
    let Some(_lease) = outbox.lease(id)? else {
        return Ok(());
    };
    let received_at = match outbox.received_at(id) {
        // Another process has delivered it meanwhile.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        received_at => received_at?,
    };
    let mut delivery = outbox.delivery(id)?;
    for channel in outbox.kind().channels {
        let before = delivery.state(channel);
        if !before.is_due(by.now()) {
            continue;
        }
        let Some(state) = settle(by.send(channel, id).await?, before.tries(), received_at, by) else {
            continue;
        };
        by.log(channel, id, &state);
        note(outbox, id, &mut delivery, channel, state)?;
    }
    Ok(())
}

fn note(outbox: &Outbox, id: &str, delivery: &mut Delivery, channel: &str, state: DeliveryState) -> io::Result<()> {
    delivery.set(channel, state);
    outbox.note(id, delivery)
}

/// The state after an attempt; `None` if there was none.
fn settle(sent: Sent, tries: u32, received_at: Timestamp, by: &impl Deliver) -> Option<DeliveryState> {
    let (now, pace) = (by.now(), by.pace());
    let DeliveryFailure { for_good, cause, wait } = match sent {
        Sent::Delivered => return Some(DeliveryState::Delivered { at: now }),
        Sent::Absent => return Some(DeliveryState::Absent),
        Sent::Waits => return None,
        Sent::Failed(failure) => failure,
    };
    let age = now.duration_since(received_at).unsigned_abs();
    if for_good || age > pace.patience {
        return Some(DeliveryState::GivenUp { at: now, cause });
    }
    let pause = pace.retry.saturating_mul(1 << tries.min(16)).min(LONGEST_PAUSE);
    let pause = SignedDuration::try_from(pause.max(wait.unwrap_or_default())).unwrap_or(SignedDuration::MAX);
    Some(DeliveryState::Failed {
        tries: tries.saturating_add(1),
        again_at: now.saturating_add(pause).unwrap_or(now),
        cause,
    })
}
