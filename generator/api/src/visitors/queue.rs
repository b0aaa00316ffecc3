//! The queue of one session's changes (rule 15): Shopware 6.6 has no locks, and parallel adds lose line items.
//!
//! **Invariant:** at most one change of a session runs at a time: the queue makes those of this process wait in turn, the
//! session's lease those of all processes that share the state.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::{
    sync::{Mutex as Turn, OwnedMutexGuard},
    time::{Instant, sleep, timeout_at},
};
use vitrine_backends::shopware::session::ContextToken;
use vitrine_state::{Held, Lease, StateError, StateFolder, Taken};

use crate::{
    limits::ServerLimits,
    web::{code::Code, problem::Problem},
};

/// Pause before retrying a lease that another process holds.
const LOCK_RETRY_PAUSE: Duration = Duration::from_millis(5);

type Turns = Arc<Mutex<HashMap<String, Arc<Turn<()>>>>>;

/// All queues.
pub(crate) struct WriteQueue {
    leases: Arc<dyn Lease>,
    turns: Turns,
    waiting: usize,
}

/// Permission to change a session; dropping it starts the next change.
pub(crate) struct SessionLock {
    name: String,
    lease: Option<Held>,
    turn: Option<OwnedMutexGuard<()>>,
    turns: Turns,
}

impl WriteQueue {
    /// The queues of a state.
    pub(crate) fn open(state: &StateFolder, limits: &ServerLimits) -> Result<Self, StateError> {
        Ok(Self {
            leases: state.session_leases()?,
            turns: Turns::default(),
            waiting: limits.waiting_per_session,
        })
    }

    /// The number of sessions with a change under way in this process.
    pub(crate) fn sessions(&self) -> usize {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Waits for earlier changes of this session.
    pub(crate) async fn wait(&self, token: &ContextToken, deadline: Instant) -> Result<SessionLock, Problem> {
        let mut session_lock = self.turn(name_of(token), deadline).await?;
        loop {
            match self.leases.try_take(token.expose(), "") {
                Ok(Taken::Held(lease)) => {
                    session_lock.lease = Some(lease);
                    return Ok(session_lock);
                }
                Ok(Taken::Busy(_)) if Instant::now() < deadline => sleep(LOCK_RETRY_PAUSE).await,
                Ok(Taken::Busy(_)) => return Err(too_long()),
                Err(error) => return Err(Problem::from(Code::BackendUnavailable).because(&error.to_string())),
            }
        }
    }

    /// Waits until the running changes of this session in this process have ended; returns immediately if there are
    /// none.
    pub(crate) async fn settled(&self, token: &ContextToken, deadline: Instant) -> Result<(), Problem> {
        let name = name_of(token);
        let under_way = self
            .turns
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .contains_key(&name);
        if under_way {
            self.turn(name, deadline).await?;
        }
        Ok(())
    }

    /// Waits for its position in this process, without the lease that excludes other processes.
    async fn turn(&self, name: String, deadline: Instant) -> Result<SessionLock, Problem> {
        let turn = self.join_queue(&name)?;
        let mut session_lock = SessionLock {
            name,
            lease: None,
            turn: None,
            turns: Arc::clone(&self.turns),
        };
        session_lock.turn = Some(timeout_at(deadline, turn.lock_owned()).await.map_err(|_| too_long())?);
        Ok(session_lock)
    }

    fn join_queue(&self, name: &str) -> Result<Arc<Turn<()>>, Problem> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = turns.entry(name.to_owned()).or_default();
        if Arc::strong_count(turn) > self.waiting {
            return Err(Problem::from(Code::RateLimited)
                .after(Duration::from_secs(1))
                .because("too many changes of one session wait"));
        }
        Ok(Arc::clone(turn))
    }
}

fn name_of(token: &ContextToken) -> String {
    blake3::hash(token.expose().as_bytes()).to_hex().to_string()
}

fn too_long() -> Problem {
    Problem::from(Code::BackendTimeout).because("earlier changes of this session took too long")
}

impl Drop for SessionLock {
    fn drop(&mut self) {
        drop(self.lease.take());
        drop(self.turn.take());
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        if turns.get(&self.name).is_some_and(|turn| Arc::strong_count(turn) == 1) {
            turns.remove(&self.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn in_a_while() -> Instant {
        Instant::now() + Duration::from_secs(8)
    }

    fn token() -> ContextToken {
        ContextToken::parse(&"q".repeat(32)).expect("a token")
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn changes_of_one_session_run_one_after_another_across_processes() {
        let folder = tempfile::tempdir().expect("a folder");
        let limits = ServerLimits::default();
        // Two queues on one folder behave like two processes: they share only the files.
        let queues = [
            Arc::new(WriteQueue::open(&StateFolder::at(folder.path()), &limits).expect("a queue")),
            Arc::new(WriteQueue::open(&StateFolder::at(folder.path()), &limits).expect("a queue")),
        ];
        let inside = Arc::new(AtomicUsize::new(0));
        let mut tasks = Vec::new();
        for round in 0..16 {
            let queue = Arc::clone(&queues[round % 2]);
            let inside = Arc::clone(&inside);
            tasks.push(tokio::spawn(async move {
                let session_lock = queue.wait(&token(), in_a_while()).await.expect("a turn");
                assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0, "alone");
                tokio::task::yield_now().await;
                inside.fetch_sub(1, Ordering::SeqCst);
                drop(session_lock);
            }));
        }
        for task in tasks {
            task.await.expect("no panic");
        }
        assert_eq!(
            std::fs::read_dir(folder.path().join("locks"))
                .expect("the folder")
                .count(),
            0,
            "files are cleaned"
        );
        assert!(queues[0].turns.lock().expect("no panic").is_empty());
    }

    #[tokio::test]
    async fn waiting_too_long_or_too_many_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let limits = ServerLimits {
            waiting_per_session: 1,
            ..ServerLimits::default()
        };
        let queue = WriteQueue::open(&StateFolder::at(folder.path()), &limits).expect("a queue");
        let other = WriteQueue::open(&StateFolder::at(folder.path()), &limits).expect("a queue");
        let session_lock = queue.wait(&token(), in_a_while()).await.expect("a turn");
        assert_eq!(
            queue.wait(&token(), in_a_while()).await.err().map(|p| p.code),
            Some(Code::RateLimited)
        );
        let soon = || Instant::now() + Duration::from_millis(20);
        assert_eq!(
            other.wait(&token(), soon()).await.err().map(|p| p.code),
            Some(Code::BackendTimeout)
        );
        drop(session_lock);
        assert!(other.wait(&token(), in_a_while()).await.is_ok());
    }

    #[tokio::test]
    async fn a_read_waits_for_the_change_under_way_and_for_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let queue =
            Arc::new(WriteQueue::open(&StateFolder::at(folder.path()), &ServerLimits::default()).expect("a queue"));
        let past = Instant::now();
        assert!(queue.settled(&token(), past).await.is_ok(), "nothing is under way");
        let session_lock = queue.wait(&token(), in_a_while()).await.expect("a turn");
        assert_eq!(
            queue.settled(&token(), past).await.err().map(|p| p.code),
            Some(Code::BackendTimeout)
        );
        let reading = tokio::spawn({
            let queue = Arc::clone(&queue);
            async move { queue.settled(&token(), in_a_while()).await.is_ok() }
        });
        drop(session_lock);
        assert!(reading.await.expect("no panic"));
        assert!(queue.turns.lock().expect("no panic").is_empty());
    }
}
