//! The records of subscriptions to the newsletter, which prove the consent (law §10).
//!
//! **Invariant:** a record says who agreed when to which words, and is never changed; all but the time is sealed.

use std::{io, sync::Arc};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use vitrine_forms::FormWords;
use vitrine_state::{StateError, StateFolder};

use super::{kinds::NEWSLETTER, seal::Seal, store::Outbox};

/// The part of a record that is not sealed.
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
    /// Whether it is an unsubscription.
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
    /// The records in a state folder; at most `most` are kept. Without a key none are accepted.
    pub(crate) fn open(state: &StateFolder, most: usize, seal: Option<Seal>) -> Result<Self, StateError> {
        let outbox = Arc::new(Outbox::open(state, &NEWSLETTER, most)?);
        Ok(Self { outbox, seal })
    }

    /// The outbox of the records.
    pub(crate) fn outbox(&self) -> &Arc<Outbox> {
        &self.outbox
    }

    /// Whether there is a key.
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use secrecy::SecretString;

    use super::*;

    fn open(folder: &std::path::Path, digit: Option<&str>) -> Subscriptions {
        let seal = digit.map(|digit| Seal::of(&SecretString::from(digit.repeat(64))).expect("a key"));
        Subscriptions::open(&StateFolder::at(folder), 2, seal).expect("opened")
    }

    /// Law §10: "proof of consent (time, text version) kept with the newsletter's record": who agreed when to which words of
    /// which release, in which language. Only the time is readable without the key, and nothing changes it.
    #[test]
    fn law_10_a_subscription_proves_the_consent() {
        let folder = tempfile::tempdir().expect("a folder");
        let subscriptions = open(folder.path(), Some("a"));
        let about = Subscribed {
            format: 1,
            received_at: "2026-11-23T18:40:12Z".parse().expect("a time"),
        };
        let proof = Subscription {
            email: "noor@example.test".to_owned(),
            ends: false,
            locale: "nl".to_owned(),
            release: "2026-11-23-1".to_owned(),
            words: Some(FormWords {
                title: "Nieuwsbrief".to_owned(),
                fields: BTreeMap::from([(
                    "privacy".to_owned(),
                    "Ik ga akkoord met de privacyverklaring".to_owned(),
                )]),
                options: BTreeMap::new(),
            }),
        };
        let id = Subscriptions::id_of("key", &proof);
        assert!(subscriptions.record(&id, &about, &proof).expect("recorded"));
        let other = Subscription {
            words: None,
            ..proof.clone()
        };
        assert!(
            !subscriptions.record(&id, &about, &other).expect("seen"),
            "it never changes"
        );
        assert_ne!(
            Subscriptions::id_of("key", &other),
            id,
            "other words are another consent"
        );
        assert_eq!(subscriptions.read(&id).expect("read"), proof);
        assert_eq!(subscriptions.outbox().read::<Subscribed>(&id).expect("read"), about);
        let raw = std::fs::read(folder.path().join(format!("newsletter/{id}.sealed"))).expect("a file");
        for hidden in ["noor", "privacyverklaring", "2026-11-23-1"] {
            assert!(
                !raw.windows(hidden.len()).any(|part| part == hidden.as_bytes()),
                "{hidden}"
            );
        }
        for digit in [None, Some("b")] {
            assert!(open(folder.path(), digit).read(&id).is_err(), "{digit:?}");
        }
    }
}
