//! The open connections: how many there may be in total and of one address, and which one is closed if there is no room
//! (rules 13 and 16).
//!
//! **Invariant:** a connection is never closed here while the server works on its response; one that waits for its
//! client to send or to read may be closed once it has waited [`PATIENCE`]. Addresses with the most connections lose
//! theirs first, so a few addresses with many connections cannot exclude others.

use std::{
    cmp::Reverse,
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use tokio::{
    sync::{Notify, OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use crate::rate::network;

/// How long a connection may wait for its client before it can be closed for a new one.
const PATIENCE: Duration = Duration::from_millis(250);
/// Pause before looking again for a connection that can be closed.
const ROOM_CHECK_PAUSE: Duration = Duration::from_millis(50);
/// Minimum time between two log events about closed or refused connections.
const LOG_PAUSE: Duration = Duration::from_secs(10);

/// All open connections.
pub(crate) struct Pool {
    places: Arc<Semaphore>,
    open: Mutex<Open>,
    of_one_address: usize,
    proxies: Vec<IpAddr>,
}

#[derive(Default)]
struct Open {
    last: u64,
    by_id: HashMap<u64, Arc<Seat>>,
    by_network: HashMap<IpAddr, usize>,
    closed: u64,
    refused: u64,
    told: Option<Instant>,
}

/// The pool's state of one connection.
pub(crate) struct Seat {
    network: IpAddr,
    /// Whether the address is a listed proxy, which serves many visitors: it has no limit of its own, and its
    /// connections are closed last.
    proxy: bool,
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
    pub(crate) fn new(connections: usize, of_one_address: usize, proxies: &[IpAddr]) -> Arc<Self> {
        Arc::new(Self {
            places: Arc::new(Semaphore::new(connections)),
            open: Mutex::default(),
            of_one_address,
            proxies: proxies.to_vec(),
        })
    }

    /// Makes room for a connection of this address; waits while all others are being answered. `None` if the address
    /// has too many and none of them can be closed.
    pub(crate) async fn admit(self: &Arc<Self>, peer: IpAddr) -> Option<Place> {
        let seat = Arc::new(Seat::new(network(peer), self.proxies.contains(&peer.to_canonical())));
        if !seat.proxy && !self.has_room_for(seat.network) {
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
        *open.by_network.entry(seat.network).or_default() += 1;
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
                let of_its_network = by_network.get(&seat.network).copied().unwrap_or_default();
                (seat.proxy, Reverse(of_its_network), *since)
            })
            .map(|(id, ..)| id);
        open.close(first);
    }

    /// Whether the address may have one more; closes one of its own for that if possible.
    fn has_room_for(&self, network: IpAddr) -> bool {
        let mut open = self.open();
        if open.by_network.get(&network).copied().unwrap_or_default() < self.of_one_address {
            return true;
        }
        let now = Instant::now();
        let oldest = open
            .by_id
            .iter()
            .filter(|(_, seat)| seat.network == network)
            .filter_map(|(id, seat)| seat.idle_since(now).map(|since| (*id, since)))
            .min_by_key(|(_, since)| *since)
            .map(|(id, _)| id);
        if oldest.is_none() {
            open.refused += 1;
            open.tell();
        }
        open.close(oldest);
        oldest.is_some()
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
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
            *count -= 1;
            if *count == 0 {
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

impl Drop for Place {
    fn drop(&mut self) {
        self.pool.open().remove(self.id);
    }
}

impl Seat {
    fn new(network: IpAddr, proxy: bool) -> Self {
        let state = State {
            waits: true,
            since: Instant::now(),
            stalled: None,
        };
        Self {
            network,
            proxy,
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
        place.seat.aged(Duration::from_secs(for_seconds));
        place
    }

    #[tokio::test]
    async fn the_oldest_idle_connection_of_the_address_with_the_most_is_closed() {
        let pool = Pool::new(5, 3, &[address("10.0.0.1")]);
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
        let pool = Pool::new(8, 2, &[address("10.0.0.1")]);
        let first = idle(&pool, "2001:db8::1", 0).await;
        let second = idle(&pool, "2001:db8::2", 0).await;
        assert!(
            pool.admit(address("2001:db8::3")).await.is_none(),
            "one network, both just came"
        );
        first.seat.aged(Duration::from_secs(1));
        let third = pool.admit(address("2001:db8::3")).await;
        assert!(
            third.is_some() && first.seat.has_left().await,
            "the idle one was closed for it"
        );
        assert!(!second.seat.has_left().await);
        let mut proxied = Vec::new();
        for _ in 0..4 {
            proxied.push(idle(&pool, "::ffff:10.0.0.1", 0).await);
        }
        drop((first, second, third, proxied));
        assert!(pool.open().by_id.is_empty() && pool.open().by_network.is_empty());
        assert_eq!(pool.places.available_permits(), 8);
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
