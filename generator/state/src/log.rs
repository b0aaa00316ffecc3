//! The log of accepted backend events, and which of them a build has seen (rule 19).

use std::{fmt, io, time::SystemTime};

use serde::{Deserialize, Serialize};

use crate::error::StateError;

/// The numbered events of a shop.
///
/// Promise: a numbered event is durable; numbers only grow, across all processes that share the state; a delivery
/// counts once as long as its event is kept.
pub trait Log: Send + Sync + fmt::Debug {
    /// Creates the log: from then on [`Self::takes_events`] is true, also in other processes.
    fn prepare(&self) -> Result<(), StateError>;

    /// Whether a server accepts events, or was ready to.
    fn takes_events(&self) -> bool;

    /// Appends events that were accepted `now`. Returns the number of each, or `None` for a repeated delivery.
    fn append(&self, events: Vec<NewEvent>, now: SystemTime) -> io::Result<Vec<Option<u64>>>;

    /// The number of the last event (0 if there is none), and the last few events, newest first.
    fn last(&self) -> io::Result<(u64, Vec<Event>)>;

    /// What the last build has seen; `None` before the first build report.
    fn built(&self) -> io::Result<Option<Built>>;

    /// Records what the build of the live release has seen; the caller holds the builder's lease.
    fn record_built(&self, built: &Built) -> io::Result<()>;

    /// The number of the last event.
    fn accepted(&self) -> io::Result<u64> {
        self.last().map(|(number, _)| number)
    }

    /// The number of the last CMS event after another event; `None` if there is none. If there were more events than
    /// [`Self::last`] returns, one of them is assumed to be the CMS's.
    fn content_event_after(&self, seen: u64) -> io::Result<Option<u64>> {
        let (last, events) = self.last()?;
        let new: Vec<&Event> = events.iter().filter(|event| event.number > seen).collect();
        if last.saturating_sub(seen) > new.len() as u64 {
            return Ok(Some(last));
        }
        let of_cms = |event: &&&Event| event.from == EventSource::Content.as_str();
        Ok(new.iter().find(of_cms).map(|event| event.number))
    }

    /// Everything that was saved after another event. `None` if that is not known: an event of the CMS does not name it,
    /// or an event is not among those that [`Self::last`] returns.
    fn saved_after(&self, seen: u64) -> io::Result<Option<AllSaved>> {
        let (last, events) = self.last()?;
        let new: Vec<Event> = events.into_iter().filter(|event| event.number > seen).collect();
        if last.saturating_sub(seen) > new.len() as u64 {
            return Ok(None);
        }
        let (of_cms, of_shop): (Vec<Event>, Vec<Event>) = new
            .into_iter()
            .rev()
            .partition(|event| event.from == EventSource::Content.as_str());
        let saved = |event: Event| event.saved.filter(|saved| !saved.is_empty());
        let each: Option<Vec<Vec<Saved>>> = of_cms.into_iter().map(saved).collect();
        Ok(each.map(|each| AllSaved {
            of_cms: each.concat(),
            of_shop: of_shop.into_iter().map(|event| event.kind).collect(),
        }))
    }
}

/// The sender of an event.
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

/// What an event says was saved: its kind, and its place in the backend.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Saved {
    /// `entry.saved`, `nav.saved`.
    #[serde(rename = "event")]
    pub kind: String,
    /// The id of an entry, a term or a product.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The handle of a tree, navigation or global set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
    /// The collection of an entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collection: Option<String>,
}

/// Everything that some events say was saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllSaved {
    /// In the CMS.
    pub of_cms: Vec<Saved>,
    /// The kinds of the events of Shopware: `product.written`.
    pub of_shop: Vec<String>,
}

/// An event to append.
#[derive(Debug)]
pub struct NewEvent {
    /// Its sender.
    pub from: EventSource,
    /// Its kind: `entry.saved`, `product.written`.
    pub kind: String,
    /// Everything that was saved; `None` if the sender does not name all of it.
    pub saved: Option<Vec<Saved>>,
    /// Who saved it, if the sender says so.
    pub by: Option<String>,
    /// Identifies repeated deliveries; `None` if that is impossible.
    pub id: Option<DeliveryId>,
}

/// Identifies repeated deliveries of one event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeliveryId {
    /// A hash in 32 hex digits.
    pub name: String,
    /// Whether the sender assigned the id. Otherwise two events of the same second can have the same one.
    pub is_unique: bool,
}

/// An accepted event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// Its number, in order of acceptance.
    #[serde(rename = "n")]
    pub number: u64,
    /// Time of acceptance, in seconds since 1970.
    pub at: u64,
    /// `content` or `commerce`.
    pub from: String,
    /// Its kind.
    pub kind: String,
    /// Everything that was saved; `None` if that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saved: Option<Vec<Saved>>,
    /// Who saved it, for the desk alone: never logged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// What the last build has seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Built {
    /// The last accepted event when its pull began.
    pub events: u64,
    /// When it began (RFC 3339).
    pub at: String,
    /// The next time at which the site changes without an event (RFC 3339).
    #[serde(default)]
    pub next_change: Option<String>,
    /// The state of Shopware when its pull began, for the builder's polling; `None` if it could not be read.
    #[serde(default)]
    pub shop: Option<serde_json::Value>,
    /// The entries that appear and end by themselves, the next one first.
    #[serde(default)]
    pub planned: Vec<Planned>,
}

/// An entry that appears or ends without an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Planned {
    /// When (RFC 3339).
    pub at: String,
    /// Whether it appears; otherwise it ends.
    pub appears: bool,
    /// Its title.
    pub title: String,
    /// Code of its locale.
    pub locale: String,
    /// Where it can be edited.
    pub edit_url: Option<String>,
}
