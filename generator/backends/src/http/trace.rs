//! The trace that a call belongs to (W3C Trace Context): taken from a proxy, passed on to the backends.
//!
//! **Invariant:** what is passed on is written here, from an id of 32 hex digits and one flag (rule 6).

use std::{fmt, future::Future};

use reqwest::header::HeaderValue;
use tokio::task_local;

/// Name of the header.
pub(crate) const HEADER: &str = "traceparent";

task_local! {
    static CURRENT: Trace;
}

/// A trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trace {
    id: [u8; 16],
    is_sampled: bool,
}

impl Trace {
    /// Parses `traceparent`; `None` for what is none.
    pub fn parse(text: &str) -> Option<Self> {
        let is_lower = |part: &str| part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let mut parts = text.split('-');
        let (version, id, parent, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        // A later version may have more parts.
        let is_whole = version == "00" && parts.next().is_none() || version > "00" && version < "ff";
        let lengths = [version, id, parent, flags].map(str::len) == [2, 32, 16, 2];
        if !is_whole || !lengths || ![version, id, parent, flags].into_iter().all(is_lower) {
            return None;
        }
        let id: [u8; 16] = hex::decode(id).ok()?.try_into().ok()?;
        let parent = hex::decode(parent).ok()?;
        let flags = hex::decode(flags).ok()?;
        let is_known = id != [0; 16] && parent.iter().any(|byte| *byte != 0);
        is_known.then_some(Self {
            id,
            is_sampled: flags.first().is_some_and(|flags| flags & 1 == 1),
        })
    }

    /// The header of a call in this trace: a span of its own.
    pub(crate) fn header(self) -> Option<HeaderValue> {
        let mut span = [0_u8; 8];
        let provider = rustls::crypto::ring::default_provider();
        provider.secure_random.fill(&mut span).ok()?;
        let flags = u8::from(self.is_sampled);
        HeaderValue::from_str(&format!("00-{self}-{}-{flags:02x}", hex::encode(span))).ok()
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.id))
    }
}

/// The trace of the running work.
pub fn current() -> Option<Trace> {
    CURRENT.try_with(|trace| *trace).ok()
}

/// Does work in a trace: calls to backends in it are passed on with it. Work that is spawned from it begins without one.
pub async fn traced<T>(trace: Option<Trace>, work: impl Future<Output = T>) -> T {
    match trace {
        Some(trace) => CURRENT.scope(trace, work).await,
        None => work.await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

    #[test]
    fn only_a_whole_trace_is_taken() {
        for (text, sampled) in [
            (format!("00-{ID}-00f067aa0ba902b7-01"), Some(true)),
            (format!("00-{ID}-00f067aa0ba902b7-00"), Some(false)),
            (format!("01-{ID}-00f067aa0ba902b7-01-later"), Some(true)),
            (format!("00-{ID}-00f067aa0ba902b7-01-later"), None),
            (format!("ff-{ID}-00f067aa0ba902b7-01"), None),
            (format!("00-{ID}-0000000000000000-01"), None),
            (format!("00-{}-00f067aa0ba902b7-01", "0".repeat(32)), None),
            (format!("00-{}-00f067aa0ba902b7-01", ID.to_uppercase()), None),
            (format!("00-{ID}-00f067aa0ba902b7"), None),
            (format!("00-{ID}-00f067aa0ba902b7-1"), None),
            (format!("00-{ID}é-00f067aa0ba902b-01"), None),
            (String::new(), None),
        ] {
            let trace = Trace::parse(&text);
            assert_eq!(trace.map(|trace| trace.is_sampled), sampled, "{text}");
            assert!(trace.is_none_or(|trace| trace.to_string() == ID), "{text}");
        }
    }

    #[test]
    fn each_call_is_a_span_of_its_own() {
        let trace = Trace::parse(&format!("00-{ID}-00f067aa0ba902b7-01")).unwrap();
        let headers = [trace.header().unwrap(), trace.header().unwrap()];
        assert_ne!(headers[0], headers[1]);
        for header in headers {
            assert_eq!(Trace::parse(header.to_str().unwrap()), Some(trace));
        }
    }
}
