//! The records of subscriptions to the newsletter, which prove the consent (law §10).
//!
//! **Invariant:** a record says who agreed when to which words, and is never changed; all but the time is sealed.

use std::{io, sync::Arc};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use vitrine_forms::FormWords;
use vitrine_state::{StateError, StateFolder};

use super::{kinds::NEWSLETTER, seal::Seal, store::Outbox};

/// What everybody may know of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Subscribed {
    /// The format of this record.
    pub format: u8,
    /// When it was received.
    pub received_at: Timestamp,
}

/// A subscription, or its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Subscription {
    /// The address.
    pub(crate) email: String,
    /// Whether it is the end of one.
    pub(crate) ends: bool,
    /// The code of the locale.
    pub(crate) locale: String,
    /// The release whose page was shown.
    pub(crate) release: String,
    /// The words of the form.
    pub(crate) words: Option<FormWords>,
}

/// The records of a state, with the key to them.
#[derive(Debug)]
pub(crate) struct Subscriptions {
    outbox: Arc<Outbox>,
    seal: Option<Seal>,
}

impl Subscriptions {
    /// The records of a state; at most `most` are kept. Without a key none is taken.
    pub(crate) fn open(state: &StateFolder, most: usize, seal: Option<Seal>) -> Result<Self, StateError> {
        let outbox = Arc::new(Outbox::open(state, &NEWSLETTER, most)?);
        Ok(Self { outbox, seal })
    }

    /// The outbox of the records.
    pub(crate) fn outbox(&self) -> &Arc<Outbox> {
        &self.outbox
    }

    /// Whether records can be kept at all.
    pub(crate) fn has_key(&self) -> bool {
        self.seal.is_some()
    }

    /// The id of a subscription: 32 hex digits.
    pub(crate) fn id_of(key: &str, subscription: &Subscription) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(key.as_bytes());
        hasher.update(&serde_json::to_vec(subscription).unwrap_or_default());
        hasher.finalize().to_hex().as_str().chars().take(32).collect()
    }

    /// Records a subscription, synced to disk on return; `false` if it was recorded before.
    pub(crate) fn record(&self, id: &str, about: &Subscribed, subscription: &Subscription) -> io::Result<bool> {
        let seal = self.seal()?;
        let content = serde_json::to_vec(subscription).map_err(io::Error::other)?;
        self.outbox
            .put_sealed(id, about, seal, |into| into.extend_from_slice(&content))
    }

    /// A subscription by its id.
    pub(crate) fn read(&self, id: &str) -> io::Result<Subscription> {
        serde_json::from_slice(&self.outbox.unseal(id, self.seal()?)?).map_err(io::Error::other)
    }

    fn seal(&self) -> io::Result<&Seal> {
        let missing = || io::Error::other("there is no key to open it with (VITRINE_FORMS_KEY)");
        self.seal.as_ref().ok_or_else(missing)
    }
}
