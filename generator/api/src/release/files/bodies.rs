//! A cache of file bodies: compressed files, and small files that compression does not make smaller.
//!
//! **Invariant:** parallel requests for a body make it once; at most [`ServerLimits::compressions`] are made at the
//! same time, at most [`ServerLimits::compressions_waiting`] wait, and the cache never exceeds
//! [`ServerLimits::compressed_cache`] in memory and [`ServerLimits::compressed_on_disk`] on disk.

use std::{
    collections::HashMap,
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::Duration,
};

use bytes::Bytes;
use futures::{
    FutureExt,
    future::{BoxFuture, Shared},
};
use tokio::{
    sync::{Semaphore, oneshot},
    task::spawn_blocking,
    time::timeout,
};
use vitrine_state::{ClockCache, StateFolder};

use super::{
    bodies_on_disk::BodiesOnDisk,
    coding::{Coding, Key},
};
use crate::limits::ServerLimits;

/// Memory of a cache entry in bytes, besides its body.
const ENTRY: usize = 200;

/// A body in the making; `None` if that failed.
type Flight = Shared<BoxFuture<'static, Option<Bytes>>>;

type Job = Box<dyn FnOnce() + Send>;

/// The cache and the bodies in the making.
pub(crate) struct Bodies {
    cache: Arc<Cache>,
    jobs: Sender<Job>,
    waiting: usize,
    /// Permits for bodies that are made for one answer.
    once: Semaphore,
    patience: Duration,
}

struct Cache {
    kept: ClockCache<Key, Bytes>,
    on_disk: BodiesOnDisk,
    in_flight: Mutex<HashMap<Key, Flight>>,
}

impl Bodies {
    /// Starts the compression threads; the folder is for bodies that memory has no room for. A few permanent threads
    /// are used because each keeps its working memory for the next file; they end when this value is dropped.
    pub(crate) fn new(limits: &ServerLimits, state: &StateFolder) -> Self {
        let (jobs, waiting) = mpsc::channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..limits.compressions.max(1) {
            let waiting = Arc::clone(&waiting);
            let started = thread::Builder::new()
                .name("compress".to_owned())
                .spawn(move || work(&waiting));
            if let Err(error) = started {
                tracing::warn!(%error, "a thread that compresses files could not be started; there are fewer");
            }
        }
        Self {
            cache: Arc::new(Cache {
                kept: ClockCache::new(limits.compressed_cache),
                on_disk: BodiesOnDisk::new(state.clone(), limits.compressed_on_disk),
                in_flight: Mutex::default(),
            }),
            jobs,
            waiting: limits.compressions_waiting,
            once: Semaphore::new(limits.compressions_waiting),
            patience: limits.compression_wait,
        }
    }

    /// The number of bodies in the making.
    pub(crate) fn in_the_making(&self) -> usize {
        self.cache
            .in_flight
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .len()
    }

    /// The bytes of bodies in memory.
    pub(crate) fn kept_bytes(&self) -> usize {
        self.cache.kept.weight()
    }

    /// A cached body; an empty one means that compression does not make the file smaller.
    pub(crate) fn kept(&self, key: &Key) -> Option<Bytes> {
        self.cache.kept.get(key)
    }

    /// A body that is cached or compressed in time. One that takes longer is still finished, for later requests.
    pub(crate) async fn get(
        &self,
        key: Key,
        make: impl FnOnce() -> io::Result<Vec<u8>> + Send + 'static,
    ) -> Option<Bytes> {
        if let Some(body) = self.kept(&key) {
            return Some(body);
        }
        if let Some(found) = self.cache.on_disk.find(&key) {
            if let Some(body) = found.read_at_once() {
                return Some(body);
            }
            if let Ok(Ok(body)) = spawn_blocking(move || found.read()).await {
                return Some(body);
            }
        }
        let flight = self.flight(key, make)?;
        timeout(self.patience, flight).await.ok().flatten()
    }

    /// A body compressed for one answer and not cached; `None` if that takes too long, fails, or too many requests
    /// wait.
    pub(crate) async fn once(&self, make: impl FnOnce() -> io::Result<Vec<u8>> + Send + 'static) -> Option<Vec<u8>> {
        let _place = self.once.try_acquire().ok()?;
        let (tell, told) = oneshot::channel();
        let job = move || {
            let made = catch_unwind(AssertUnwindSafe(make)).ok().and_then(Result::ok);
            // The request may have ended.
            let _heard = tell.send(made).is_ok();
        };
        self.jobs.send(Box::new(job)).ok()?;
        timeout(self.patience, told).await.ok()?.ok()?
    }

    /// `None` if too many are waiting already.
    fn flight(&self, key: Key, make: impl FnOnce() -> io::Result<Vec<u8>> + Send + 'static) -> Option<Flight> {
        let mut in_flight = self.cache.in_flight.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(flight) = in_flight.get(&key) {
            return Some(flight.clone());
        }
        // Another request may have finished it in the meantime.
        if let Some(body) = self.kept(&key) {
            return Some(std::future::ready(Some(body)).boxed().shared());
        }
        if in_flight.len() >= self.waiting {
            return None;
        }
        let (tell, told) = oneshot::channel();
        let cache = Arc::clone(&self.cache);
        self.jobs.send(Box::new(move || cache.land(key, make, tell))).ok()?;
        let flight = async move { told.await.ok().flatten() }.boxed().shared();
        in_flight.insert(key, flight.clone());
        Some(flight)
    }
}

fn work(waiting: &Mutex<Receiver<Job>>) {
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match next {
            Ok(job) => job(),
            Err(_) => return,
        }
    }
}

impl Cache {
    fn land(&self, key: Key, make: impl FnOnce() -> io::Result<Vec<u8>>, tell: oneshot::Sender<Option<Bytes>>) {
        let made = catch_unwind(AssertUnwindSafe(make)).unwrap_or_else(|_| Err(io::Error::other("a panic")));
        // A copy has no spare capacity, unlike a vector that grew.
        let body = made.map(|bytes| Bytes::copy_from_slice(&bytes));
        if let Ok(body) = &body {
            self.kept.put(key, body.clone(), body.len() + ENTRY);
            if key.1 != Coding::Identity {
                self.on_disk.put(key, body);
            }
        }
        let mut in_flight = self.in_flight.lock().unwrap_or_else(PoisonError::into_inner);
        in_flight.remove(&key);
        drop(in_flight);
        if let Err(error) = &body {
            tracing::warn!(%error, "a file of the release could not be read or compressed");
        }
        // Fails if no request waits for it any more.
        let _ = tell.send(body.ok());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn limits() -> ServerLimits {
        ServerLimits {
            compressions: 2,
            compressions_waiting: 20,
            compression_wait: Duration::from_secs(60),
            ..ServerLimits::default()
        }
    }

    fn key(name: u8) -> Key {
        ([name; 16], Coding::Brotli)
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn a_body_is_made_once_and_no_more_at_once_than_there_are_places() {
        let bodies = Arc::new(Bodies::new(&limits(), &StateFolder::at("/nowhere")));
        let (made, inside, most) = (
            Arc::new(AtomicUsize::new(0)),
            Arc::new(AtomicUsize::new(0)),
            Arc::new(AtomicUsize::new(0)),
        );
        let mut asking = Vec::new();
        for round in 0..200_u8 {
            let (bodies, made) = (Arc::clone(&bodies), Arc::clone(&made));
            let (inside, most) = (Arc::clone(&inside), Arc::clone(&most));
            asking.push(tokio::spawn(async move {
                let name = round % 10;
                let make = move || {
                    most.fetch_max(inside.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    made.fetch_add(1, Ordering::SeqCst);
                    inside.fetch_sub(1, Ordering::SeqCst);
                    Ok(vec![name; 10])
                };
                assert_eq!(bodies.get(key(name), make).await, Some(vec![name; 10].into()));
            }));
        }
        for one in asking {
            one.await.expect("no panic");
        }
        assert_eq!(made.load(Ordering::SeqCst), 10, "each body once");
        assert!(most.load(Ordering::SeqCst) <= 2, "places");
        assert!(bodies.cache.in_flight.lock().expect("no panic").is_empty());
    }

    #[tokio::test]
    async fn a_request_that_waited_too_long_continues_without_and_the_body_is_still_made() {
        let limits = ServerLimits {
            compression_wait: Duration::from_millis(1),
            compressions_waiting: 1,
            ..limits()
        };
        let bodies = Bodies::new(&limits, &StateFolder::at("/nowhere"));
        let (go_on, held) = std::sync::mpsc::channel::<()>();
        let make = move || {
            held.recv().map_err(io::Error::other)?;
            Ok(vec![1])
        };
        assert_eq!(bodies.get(key(1), make).await, None, "not in time");
        assert_eq!(bodies.get(key(2), || Ok(vec![2])).await, None, "too many wait");
        let flight = bodies.flight(key(1), || Ok(vec![9])).expect("still under way");
        go_on.send(()).expect("it waits");
        assert_eq!(flight.await, Some(Bytes::from_static(&[1])));
        assert_eq!(bodies.kept(&key(1)), Some(Bytes::from_static(&[1])));
    }

    #[tokio::test]
    async fn what_failed_is_tried_again() {
        let bodies = Bodies::new(&limits(), &StateFolder::at("/nowhere"));
        assert_eq!(bodies.get(key(1), || Err(io::Error::other("gone"))).await, None);
        assert_eq!(bodies.get(key(1), || panic!("a bug")).await, None);
        assert_eq!(bodies.get(key(1), || Ok(vec![1])).await, Some(Bytes::from_static(&[1])));
    }

    #[tokio::test]
    async fn what_memory_has_no_room_for_is_read_from_disk() {
        let folder = tempfile::tempdir().expect("a folder");
        let limits = ServerLimits {
            compressed_cache: 0,
            ..limits()
        };
        let bodies = Bodies::new(&limits, &StateFolder::at(folder.path()));
        let again = || Err(io::Error::other("made twice"));
        assert_eq!(bodies.get(key(1), || Ok(vec![1])).await, Some(Bytes::from_static(&[1])));
        assert_eq!(bodies.kept(&key(1)), None);
        assert_eq!(bodies.get(key(1), again).await, Some(Bytes::from_static(&[1])));
        let plain = ([2; 16], Coding::Identity);
        assert_eq!(bodies.get(plain, || Ok(vec![2])).await, Some(Bytes::from_static(&[2])));
        assert_eq!(
            bodies.get(plain, again).await,
            None,
            "a file of the release is on disk already"
        );
    }
}
