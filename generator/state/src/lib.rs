//! What must outlive a request: sessions' queues, the builder's lock, orders' keys, ended sessions, records, events, and
//! counts of what visitors try.
//!
//! **Invariant:** callers know four traits, each named by its promise, and no path: [`Lease`] (one holder at a time, across
//! processes), [`Records`] (written whole, found again after a crash), [`Log`] (numbered, synced before it is
//! acknowledged) and [`Counters`] (bounded, may be lost with the process). [`StateFolder`] is their first form: files in
//! one folder, `build.state_dir` of `vitrine.toml`, for all processes of one machine; [`MemoryCounters`] counts in one
//! process. A store that several machines share implements the same traits.

mod clock_cache;
mod counters;
mod error;
mod files;
mod lease;
mod log;
mod memory;
mod records;

pub use clock_cache::ClockCache;
pub use counters::{CounterKey, Counters, Quota, Tally};
pub use error::StateError;
pub use files::{Collection, StateFolder};
pub use lease::{Held, Lease, Taken};
pub use log::{Built, DeliveryId, Event, EventSource, Log, NewEvent};
pub use memory::MemoryCounters;
pub use records::{Bounds, Full, Records};
