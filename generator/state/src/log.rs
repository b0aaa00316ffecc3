//! The events of the backends that were accepted, and which of them a build has seen (rule 19).

use std::{fmt, io, time::SystemTime};

use serde::{Deserialize, Serialize};

use crate::error::StateError;

/// The numbered events of a shop.
///
/// Promise: an event that has a number is durable; numbers only grow, across all processes that share the state; a
/// delivery counts once as long as its event is kept.
pub trait Log: Send + Sync + fmt::Debug {
    /// Makes the log ready for events: from then on [`Self::takes_events`] is true, also in other processes.
    fn prepare(&self) -> Result<(), StateError>;

    /// Whether a server took events, or was ready to.
    fn takes_events(&self) -> bool;

    /// Records events that were accepted `now`. The number of each, or `None` if its delivery came before.
    fn append(&self, events: Vec<NewEvent>, now: SystemTime) -> io::Result<Vec<Option<u64>>>;

    /// The number of the last event that was accepted (0 if there is none), and the last few events, newest first.
    fn last(&self) -> io::Result<(u64, Vec<Event>)>;

    /// What the last build has seen; `None` if no build told.
    fn built(&self) -> io::Result<Option<Built>>;

    /// Records what the build whose release is live has seen; its builder holds the builder's lease.
    fn record_built(&self, built: &Built) -> io::Result<()>;

    /// The number of the last event that was accepted.
    fn accepted(&self) -> io::Result<u64> {
        self.last().map(|(number, _)| number)
    }

    /// The number of the last event of the CMS after another event; `None` if there is none. Where more came than
    /// [`Self::last`] tells, one of them may be the CMS's.
    fn content_event_after(&self, seen: u64) -> io::Result<Option<u64>> {
        let (last, events) = self.last()?;
        let new: Vec<&Event> = events.iter().filter(|event| event.number > seen).collect();
        if last.saturating_sub(seen) > new.len() as u64 {
            return Ok(Some(last));
        }
        let of_cms = |event: &&&Event| event.from == EventSource::Content.as_str();
        Ok(new.iter().find(of_cms).map(|event| event.number))
    }
}

/// Who sent an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventSource {
    /// The CMS.
    Content,
    /// Shopware.
    Commerce,
}

impl EventSource {
    /// The name in the log and in `/api/builder`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Content => "content",
            Self::Commerce => "commerce",
        }
    }
}

/// An event to be recorded.
#[derive(Debug)]
pub struct NewEvent {
    /// Who sent it.
    pub from: EventSource,
    /// Its kind: `entry.saved`, `product.written`.
    pub kind: String,
    /// What makes its delivery the same one when it comes again; `None` if nothing does.
    pub id: Option<DeliveryId>,
}

/// What makes a delivery the same one when it comes again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeliveryId {
    /// A hash in 32 hex digits.
    pub name: String,
    /// Whether the sender gave the delivery an id. Without one, two events of the same second can have the same name.
    pub is_unique: bool,
}

/// An event that was accepted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// Events are numbered in the order in which they were accepted.
    #[serde(rename = "n")]
    pub number: u64,
    /// When it was accepted, in seconds since 1970.
    pub at: u64,
    /// `content` or `commerce`.
    pub from: String,
    /// Its kind.
    pub kind: String,
}

/// What the last build has seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Built {
    /// The last event that was accepted when its pull began.
    pub events: u64,
    /// When it began (RFC 3339).
    pub at: String,
    /// When the site changes by itself next (RFC 3339).
    #[serde(default)]
    pub next_change: Option<String>,
    /// The state of Shopware when its pull began, for the builder to compare with; `None` if it could not be read.
    #[serde(default)]
    pub shop: Option<serde_json::Value>,
}
