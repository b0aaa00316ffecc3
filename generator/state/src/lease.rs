//! Exclusive leases: to change a session, to build, to deliver a record.

use std::{fmt, io, thread, time::Duration};

/// Delay between two attempts of [`Lease::take_within`].
const RETRY_PAUSE: Duration = Duration::from_millis(5);

/// Exclusive leases by name.
///
/// Promise: at most one holder of a name at a time, among all processes that share the state. A lease ends when its
/// [`Held`] is dropped and when its process ends for any reason.
pub trait Lease: Send + Sync + fmt::Debug {
    /// Takes the lease if it is free. `holder` is shown to others; it may get lost.
    fn try_take(&self, name: &str, holder: &str) -> io::Result<Taken>;

    /// Waits up to `patience` for the lease; blocks the thread. `None` if it did not become free.
    fn take_within(&self, name: &str, holder: &str, patience: Duration) -> io::Result<Option<Held>> {
        let mut left = patience;
        loop {
            if let Taken::Held(held) = self.try_take(name, holder)? {
                return Ok(Some(held));
            }
            if left.is_zero() {
                return Ok(None);
            }
            let pause = left.min(RETRY_PAUSE);
            thread::sleep(pause);
            left -= pause;
        }
    }
}

/// The result of [`Lease::try_take`].
#[derive(Debug)]
pub enum Taken {
    /// The caller has the lease.
    Held(Held),
    /// Another holder has it, with its description if known.
    Busy(Option<String>),
}

/// A lease; dropping it releases it.
#[must_use]
pub struct Held(#[expect(dead_code, reason = "it is dropped, not read")] Box<dyn Send + Sync>);

impl Held {
    /// A lease that ends when `until_dropped` is dropped.
    pub fn new(until_dropped: impl Send + Sync + 'static) -> Self {
        Self(Box::new(until_dropped))
    }
}

impl fmt::Debug for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Held")
    }
}
