//! The exclusive right to do something: to change a session, to build, to deliver a record.

use std::{fmt, io, thread, time::Duration};

/// Pause between two tries of [`Lease::take_within`].
const RETRY_PAUSE: Duration = Duration::from_millis(5);

/// Exclusive rights by name.
///
/// Promise: at most one holder of a name at a time, among all processes that share the state. A right ends when its
/// [`Held`] is dropped and when its process ends, however that happens.
pub trait Lease: Send + Sync + fmt::Debug {
    /// Takes the right if it is free. `holder` is what others are told of the new holder; it may go unsaid.
    fn try_take(&self, name: &str, holder: &str) -> io::Result<Taken>;

    /// Waits up to `patience` for the right; blocks the thread. `None` if it did not become free.
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

/// The answer to [`Lease::try_take`].
#[derive(Debug)]
pub enum Taken {
    /// The caller has the right.
    Held(Held),
    /// Somebody else has it; what the holder said of itself, if that is known.
    Busy(Option<String>),
}

/// A right; dropping it ends it.
#[must_use]
pub struct Held(#[expect(dead_code, reason = "it is dropped, not read")] Box<dyn Send + Sync>);

impl Held {
    /// A right that ends when `until_dropped` is dropped.
    pub fn new(until_dropped: impl Send + Sync + 'static) -> Self {
        Self(Box::new(until_dropped))
    }
}

impl fmt::Debug for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Held")
    }
}
