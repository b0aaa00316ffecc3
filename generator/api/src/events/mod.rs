//! Events of the backends: their proofs, the queue in which they are recorded, and the builder's report about them
//! (R-GEN-03, rule 20).
//!
//! **Invariant:** an event counts only after its proof was verified over the raw bytes.

pub(crate) mod app;
pub(crate) mod event_queue;
pub(crate) mod names;
pub(crate) mod proof;
pub(crate) mod refused;
pub(crate) mod registration;
pub(crate) mod report;
pub(crate) mod signed;
