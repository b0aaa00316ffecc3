//! The open connections: their maximum number in total and per address, and which one is closed if there is no room
//! (rules 13 and 16).
//!
//! **Invariant:** a connection is never closed here while the server works on its response; one that waits for its
//! client to send or to read may be closed once it has waited [`PATIENCE`]. Further connections of an address at its
//! limit wait until one of its own ends. Addresses with the most connections lose theirs first, so a few addresses with
//! many connections cannot exclude others.

use std::{
    cmp::Reverse,
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, Waker},
    time::{Duration, Instant},
};

use ipnet::IpNet;
use tokio::{
    sync::{Notify, OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use crate::rates::{is_listed, network};

/// How long a connection may wait for its client before it can be closed for a new one.
const PATIENCE: Duration = Duration::from_millis(250);
/// Number of connections of an address that may wait, for each that may be open.
const WAITING_FOR_EACH: usize = 3;
/// How long a connection waits for one of its own address to end.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// Pause before looking again for a connection that can be closed.
const ROOM_CHECK_PAUSE: Duration = Duration::from_millis(50);
/// Minimum time between two log events about closed or refused connections.
const LOG_PAUSE: Duration = Duration::from_secs(10);

/// All open connections.
pub(crate) struct Pool {
    places: Arc<Semaphore>,
    open: Mutex<Open>,
    /// Wakes a waiting connection.
    left: Notify,
    of_one_address: usize,
    proxies: Vec<IpNet>,
}

#[derive(Default)]
struct Open {
    last: u64,
    by_id: HashMap<u64, Arc<Seat>>,
    by_network: HashMap<IpAddr, OfNetwork>,
    closed: u64,
    refused: u64,
    told: Option<Instant>,
}

#[derive(Clone, Copy, Default)]
struct OfNetwork {
    open: usize,
    /// The number of connections that are not waiting to be served.
    served: usize,
}

/// The pool's state of one connection.
pub(crate) struct Seat {
    network: IpAddr,
    /// Whether the address is a listed proxy, which serves many visitors: it has no limit of its own, and its
    /// connections are closed last.
    proxy: bool,
    /// Whether it is being served.
    served: AtomicBool,
    state: Mutex<State>,
    leave: Notify,
}

struct State {
    /// Whether the server waits for the client: for a head, or the rest of a body.
    waits: bool,
    /// When the connection, its current request or its pause started.
    since: Instant,
    /// Since when the client has not read a byte of the response.
    stalled: Option<Instant>,
    /// Whether a chunk of the response was passed on and is not yet written to the socket.
    unwritten: bool,
    /// The task to wake when it is written.
    next_part: Option<Waker>,
}

/// Permission for a connection to be open; dropping it makes room.
pub(crate) struct Place {
    pool: Arc<Pool>,
    id: u64,
    pub(crate) seat: Arc<Seat>,
    _permit: OwnedSemaphorePermit,
}

/// While it exists, the server works on a response.
pub(crate) struct Answering(Arc<Seat>);

impl Pool {
    /// A pool for a number of connections in total and of one address.
    pub(crate) fn new(connections: usize, of_one_address: usize, proxies: &[IpNet]) -> Arc<Self> {
        Arc::new(Self {
            places: Arc::new(Semaphore::new(connections)),
            open: Mutex::default(),
            left: Notify::new(),
            of_one_address,
            proxies: proxies.to_vec(),
        })
    }

    /// Makes room for a connection of this address; waits while all others are being answered. `None` if too many of
    /// the address are open or wait, and none of them can be closed.
    pub(crate) async fn admit(self: &Arc<Self>, peer: IpAddr) -> Option<Place> {
        let seat = Arc::new(Seat::new(network(peer), is_listed(peer, &self.proxies)));
        if !seat.proxy && !self.may_open(seat.network) {
            return None;
        }
        let permit = loop {
            if let Ok(permit) = Arc::clone(&self.places).try_acquire_owned() {
                break permit;
            }
            self.make_room();
            if let Ok(acquired) = timeout(ROOM_CHECK_PAUSE, Arc::clone(&self.places).acquire_owned()).await {
                break acquired.ok()?;
            }
        };
        let mut open = self.open();
        open.last += 1;
        let id = open.last;
        seat.began();
        open.by_id.insert(id, Arc::clone(&seat));
        open.by_network.entry(seat.network).or_default().open += 1;
        drop(open);
        Some(Place {
            pool: Arc::clone(self),
            id,
            seat,
            _permit: permit,
        })
    }

    /// Closes the connection that comes first by the order of the module's invariant, if any can be closed.
    pub(crate) fn make_room(&self) {
        let mut open = self.open();
        let Open { by_id, by_network, .. } = &*open;
        let now = Instant::now();
        let first = by_id
            .iter()
            .filter_map(|(id, seat)| seat.idle_since(now).map(|since| (*id, seat, since)))
            .min_by_key(|(_, seat, since)| {
                let of_its_network = by_network.get(&seat.network).map_or(0, |of| of.open);
                (seat.proxy, Reverse(of_its_network), *since)
            })
            .map(|(id, ..)| id);
        open.close(first);
    }

    /// Whether the address may open another connection; closes one of its own for that if possible.
    fn may_open(&self, network: IpAddr) -> bool {
        let mut open = self.open();
        let known = open.of(network).open;
        if known < self.of_one_address.saturating_mul(WAITING_FOR_EACH + 1) || open.close_idle_of(network) {
            return true;
        }
        open.refused += 1;
        open.tell();
        false
    }

    /// Whether a connection may be served now; closes one of its own address for that if possible.
    fn may_be_served(&self, seat: &Seat) -> bool {
        let mut open = self.open();
        let full = !seat.proxy && open.of(seat.network).served >= self.of_one_address;
        if full && !open.close_idle_of(seat.network) {
            return false;
        }
        open.by_network.entry(seat.network).or_default().served += 1;
        seat.served.store(true, Ordering::Relaxed);
        seat.began();
        true
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn of(&self, network: IpAddr) -> OfNetwork {
        self.by_network.get(&network).copied().unwrap_or_default()
    }

    /// Closes the oldest idle connection of an address, if there is one.
    fn close_idle_of(&mut self, network: IpAddr) -> bool {
        let now = Instant::now();
        let oldest = self
            .by_id
            .iter()
            .filter(|(_, seat)| seat.network == network && seat.served.load(Ordering::Relaxed))
            .filter_map(|(id, seat)| seat.idle_since(now).map(|since| (*id, since)))
            .min_by_key(|(_, since)| *since)
            .map(|(id, _)| id);
        self.close(oldest);
        oldest.is_some()
    }

    fn close(&mut self, id: Option<u64>) {
        if let Some(seat) = id.and_then(|id| self.remove(id)) {
            seat.leave.notify_one();
            self.closed += 1;
            self.tell();
        }
    }

    fn remove(&mut self, id: u64) -> Option<Arc<Seat>> {
        let seat = self.by_id.remove(&id)?;
        if let Some(count) = self.by_network.get_mut(&seat.network) {
            count.open -= 1;
            count.served -= usize::from(seat.served.load(Ordering::Relaxed));
            if count.open == 0 {
                self.by_network.remove(&seat.network);
            }
        }
        Some(seat)
    }

    fn tell(&mut self) {
        let now = Instant::now();
        if self.told.is_some_and(|told| now - told < LOG_PAUSE) {
            return;
        }
        let (open, closed, refused) = (self.by_id.len(), self.closed, self.refused);
        tracing::warn!(
            open,
            closed,
            refused,
            "more connections than there is room for: idle and slow ones are closed for new ones, and an address that has too many is refused"
        );
        (self.closed, self.refused, self.told) = (0, 0, Some(now));
    }
}

impl Place {
    /// Completes when the connection may be served; false if it waited too long for others of its address.
    pub(crate) async fn turn(&self) -> bool {
        let until = tokio::time::Instant::now() + LONGEST_WAIT;
        while !self.pool.may_be_served(&self.seat) {
            if tokio::time::Instant::now() >= until {
                return false;
            }
            // A wake-up that another address consumed is compensated by the next check.
            let _woken = timeout(ROOM_CHECK_PAUSE, self.pool.left.notified()).await;
        }
        true
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.pool.open().remove(self.id);
        self.pool.left.notify_one();
    }
}

impl Seat {
    fn new(network: IpAddr, proxy: bool) -> Self {
        let state = State {
            waits: true,
            since: Instant::now(),
            stalled: None,
            unwritten: false,
            next_part: None,
        };
        Self {
            network,
            proxy,
            served: AtomicBool::new(false),
            state: Mutex::new(state),
            leave: Notify::new(),
        }
    }

    /// Marks the connection as working on a response.
    pub(crate) fn answering(self: &Arc<Self>) -> Answering {
        self.turn(false);
        Answering(Arc::clone(self))
    }

    /// Sets whether the connection waits for the rest of a request's body.
    pub(crate) fn waits_for_body(&self, waits: bool) {
        self.state().waits = waits;
    }

    /// Sets since when a write waits for the client; `None` if none does.
    pub(crate) fn stalled(&self, since: Option<Instant>) {
        self.state().stalled = since;
    }

    /// Ready when the last chunk of the response is written: until then no other one is in memory.
    pub(crate) fn written(&self, cx: &Context<'_>) -> Poll<()> {
        let mut state = self.state();
        if state.unwritten {
            state.next_part = Some(cx.waker().clone());
            return Poll::Pending;
        }
        Poll::Ready(())
    }

    /// Marks a chunk of the response as passed on.
    pub(crate) fn hands_over(&self) {
        self.state().unwritten = true;
    }

    /// Marks all chunks as written.
    pub(crate) fn flushed(&self) {
        let mut state = self.state();
        state.unwritten = false;
        let waiting = state.next_part.take();
        drop(state);
        if let Some(waiting) = waiting {
            waiting.wake();
        }
    }

    /// Completes when the connection must be closed.
    pub(crate) async fn must_leave(&self) {
        self.leave.notified().await;
    }

    fn began(&self) {
        self.turn(true);
    }

    fn turn(&self, waits: bool) {
        let mut state = self.state();
        state.waits = waits;
        state.since = Instant::now();
    }

    /// Since when it waits for its client, if that is long enough to close it.
    fn idle_since(&self, now: Instant) -> Option<Instant> {
        let state = self.state();
        let since = state.stalled.or_else(|| state.waits.then_some(state.since))?;
        (now.saturating_duration_since(since) >= PATIENCE).then_some(since)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.turn(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    impl Seat {
        /// Moves the start of the current state back by this time.
        fn aged(&self, by: Duration) {
            self.state().since -= by;
        }

        async fn has_left(&self) -> bool {
            timeout(Duration::ZERO, self.must_leave()).await.is_ok()
        }
    }

    async fn idle(pool: &Arc<Pool>, peer: &str, for_seconds: u64) -> Place {
        let place = pool.admit(address(peer)).await.expect("a place");
        assert!(place.turn().await);
        place.seat.aged(Duration::from_secs(for_seconds));
        place
    }

    #[tokio::test]
    async fn the_oldest_idle_connection_of_the_address_with_the_most_is_closed() {
        let pool = Pool::new(5, 3, &["10.0.0.1/32".parse().expect("a range")]);
        let one = idle(&pool, "203.0.113.1", 9).await;
        let young = idle(&pool, "203.0.113.2", 3).await;
        let old = idle(&pool, "203.0.113.2", 4).await;
        let proxy = idle(&pool, "10.0.0.1", 20).await;
        let working = idle(&pool, "203.0.113.2", 8).await;
        let answer = working.seat.answering();
        working.seat.aged(Duration::from_secs(8));
        let mut left = Vec::new();
        for _ in 0..4 {
            pool.make_room();
            for (name, place) in [
                ("one", &one),
                ("young", &young),
                ("old", &old),
                ("proxy", &proxy),
                ("working", &working),
            ] {
                if place.seat.has_left().await {
                    left.push(name);
                }
            }
        }
        assert_eq!(
            left,
            ["old", "young", "one", "proxy"],
            "never one that is being answered"
        );
        drop(answer);
        working.seat.aged(Duration::from_secs(8));
        pool.make_room();
        assert!(working.seat.has_left().await, "its answer is out: it is idle");
    }

    #[tokio::test]
    async fn a_client_that_takes_or_sends_nothing_can_be_closed_amid_its_request() {
        let pool = Pool::new(2, 2, &[]);
        let reader = idle(&pool, "203.0.113.1", 0).await;
        let _answer = reader.seat.answering();
        pool.make_room();
        assert!(!reader.seat.has_left().await);
        reader.seat.stalled(Some(Instant::now() - Duration::from_secs(1)));
        pool.make_room();
        assert!(reader.seat.has_left().await, "it takes nothing");
        let sender = idle(&pool, "203.0.113.1", 0).await;
        let _answer = sender.seat.answering();
        sender.seat.waits_for_body(true);
        pool.make_room();
        assert!(!sender.seat.has_left().await, "it has had no time yet");
        sender.seat.aged(Duration::from_secs(1));
        pool.make_room();
        assert!(sender.seat.has_left().await, "it sends nothing");
    }

    #[tokio::test]
    async fn an_address_has_so_many_and_a_proxy_as_many_as_there_are() {
        let pool = Pool::new(12, 2, &["10.0.0.1/32".parse().expect("a range")]);
        let first = idle(&pool, "2001:db8::1", 0).await;
        let second = idle(&pool, "2001:db8::2", 0).await;
        let third = pool.admit(address("2001:db8::3")).await.expect("a place");
        assert!(
            timeout(Duration::ZERO, third.turn()).await.is_err(),
            "one network, both just came: it waits"
        );
        first.seat.aged(Duration::from_secs(1));
        assert!(
            third.turn().await && first.seat.has_left().await,
            "the idle one was closed for it"
        );
        assert!(!second.seat.has_left().await);
        let answers = (second.seat.answering(), third.seat.answering());
        let mut waiting = Vec::new();
        while let Some(one) = pool.admit(address("2001:db8::4")).await {
            waiting.push(one);
        }
        assert_eq!(waiting.len(), 6, "three wait for each that may be open");
        drop((answers, second));
        assert!(waiting[0].turn().await, "one of its own ended");
        let mut proxied = Vec::new();
        for _ in 0..4 {
            proxied.push(idle(&pool, "::ffff:10.0.0.1", 0).await);
        }
        drop((first, third, waiting, proxied));
        assert!(pool.open().by_id.is_empty() && pool.open().by_network.is_empty());
        assert_eq!(pool.places.available_permits(), 12);
    }

    #[tokio::test]
    async fn who_comes_when_all_are_answered_waits_for_a_place() {
        let pool = Pool::new(1, 1, &[]);
        let only = idle(&pool, "203.0.113.1", 9).await;
        let answer = only.seat.answering();
        let next = tokio::spawn({
            let pool = Arc::clone(&pool);
            async move { pool.admit(address("203.0.113.2")).await.is_some() }
        });
        drop((answer, only));
        assert!(next.await.expect("no panic"));
    }
}
