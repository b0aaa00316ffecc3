//! The queue of events to be written (rule 19).
//!
//! **Invariant:** an acknowledged event is in the log of the state. At most [`WAITING`] events wait.

use std::{
    io,
    sync::{
        Arc,
        mpsc::{Receiver, SyncSender, TrySendError, sync_channel},
    },
    thread,
    time::SystemTime,
};

use tokio::sync::oneshot;
use vitrine_state::{Log, NewEvent};

/// Events that wait to be written; further ones are refused.
const WAITING: usize = 4_096;

/// The number of the event, or `None` if it was delivered before.
type Counted = io::Result<Option<u64>>;

struct Append {
    event: NewEvent,
    answer: oneshot::Sender<Counted>,
}

/// Writes events on a separate thread: those that arrive during a write are written and synced together.
#[derive(Debug)]
pub(crate) struct EventQueue(SyncSender<Append>);

impl EventQueue {
    /// Starts the thread; the log must be prepared. `clock` returns the time of events.
    pub(crate) fn begin(log: Arc<dyn Log>, clock: fn() -> SystemTime) -> io::Result<Self> {
        let (sender, waiting) = sync_channel(WAITING);
        thread::Builder::new()
            .name("events".to_owned())
            .spawn(move || write_each(&*log, clock, &waiting))?;
        Ok(Self(sender))
    }

    /// Records an event; it is in the log on return.
    pub(crate) async fn append(&self, event: NewEvent) -> Counted {
        let (answer, told) = oneshot::channel();
        match self.0.try_send(Append { event, answer }) {
            Ok(()) => told.await.map_err(io::Error::other)?,
            Err(TrySendError::Full(_)) => Err(io::Error::other("too many events wait to be written")),
            Err(TrySendError::Disconnected(_)) => Err(io::Error::other("the events are no longer written")),
        }
    }
}

fn write_each(log: &dyn Log, clock: fn() -> SystemTime, waiting: &Receiver<Append>) {
    while let Ok(first) = waiting.recv() {
        let batch: Vec<Append> = std::iter::once(first).chain(waiting.try_iter()).collect();
        let (events, answers): (Vec<_>, Vec<_>) = batch.into_iter().map(|one| (one.event, one.answer)).unzip();
        let written = log.append(events, clock());
        for (at, answer) in answers.into_iter().enumerate() {
            let counted = match &written {
                Ok(numbers) => Ok(numbers.get(at).copied().flatten()),
                Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
            };
            // A client that has disconnected needs no answer.
            let _gone = answer.send(counted).is_err();
        }
    }
}
