//! State that outlives a request: session leases, the builder's lock, idempotency keys of orders, ended sessions,
//! records, events, and rate limit counters.
//!
//! **Invariant:** callers use five traits, each defined by its promise, and no paths: [`Lease`] (one holder at a time,
//! across processes), [`Records`] (atomic and durable), [`Log`] (numbered, synced before it is acknowledged), [`Ledger`]
//! (in order, never rewritten) and [`Counters`] (bounded, may be lost with the process). [`StateFolder`] is their first implementation: files in one
//! folder, `build.state_dir` of `vitrine.toml`, for all processes of one machine; [`MemoryCounters`] counts in one
//! process. A store that several machines share implements the same traits.

mod clock_cache;
mod counters;
mod error;
mod files;
mod lease;
mod ledger;
mod log;
mod memory;
mod records;

pub use clock_cache::ClockCache;
pub use counters::{CounterKey, Counters, Quota, Tally};
pub use error::StateError;
pub use files::{Collection, STATE_FORMAT, StateFolder, StateVersionError};
pub use lease::{Held, Lease, Taken};
pub use ledger::{Ledger, PriceChange, RecordedPrices};
pub use log::{AllSaved, Built, DeliveryId, Event, EventSource, Log, NewEvent, Planned, Saved};
pub use memory::MemoryCounters;
pub use records::{Bounds, Full, Records};
