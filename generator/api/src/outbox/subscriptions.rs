//! The records of subscriptions to the newsletter, which prove the consent (law §10), and the proof for one address.
//!
//! **Invariant:** a record says who agreed when to which words, and is never changed; all but the time is sealed.

use std::{io, sync::Arc};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use vitrine_forms::FormWords;
use vitrine_state::{StateError, StateFolder};

use super::{
    kinds::NEWSLETTER,
    seal::Seal,
    store::{Entry, Outbox},
};

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

/// What proves that somebody subscribed to the newsletter, or ended it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Consent {
    /// The reference of the record.
    pub reference: String,
    /// When it was received.
    pub received_at: Timestamp,
    /// The address as it was typed.
    pub email: String,
    /// Whether the subscription is ended by it.
    pub ends: bool,
    /// The code of the page's locale.
    pub locale: String,
    /// The release whose page was shown.
    pub release: String,
    /// The version of the form's words: 16 hex digits of their BLAKE3 hash. `None` where nothing was agreed to.
    pub text_version: Option<String>,
    /// The words of the form; that of a box is what was agreed to by ticking it.
    pub words: Option<FormWords>,
}

/// The proof for an address.
#[derive(Debug)]
pub struct Consents {
    /// The records, the oldest first.
    pub found: Vec<Consent>,
    /// References of records that could not be opened, with the reason.
    pub unopened: Vec<(String, io::Error)>,
}

/// Reads the records of an address in an outbox of the kind [`NEWSLETTER`]. Letters count the same in both cases, because
/// a mailbox does not tell them apart.
pub fn consents_of(email: &str, outbox: &Outbox, seal: &Seal) -> io::Result<Consents> {
    let (mut found, mut unopened) = (Vec::new(), Vec::new());
    for entry in outbox.entries()? {
        let content = outbox.unseal(&entry.id, seal);
        match content.and_then(|content| serde_json::from_slice(&content).map_err(io::Error::other)) {
            Ok(subscription) => found.push(Consent::of(&entry, subscription)?),
            // Its time of keeping was over in the meantime.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => unopened.push((entry.reference(), error)),
        }
    }
    found.retain(|consent| consent.email.to_lowercase() == email.trim().to_lowercase());
    Ok(Consents { found, unopened })
}

impl Consent {
    fn of(entry: &Entry, subscription: Subscription) -> io::Result<Self> {
        let version = |words: &FormWords| -> io::Result<String> {
            let text = serde_json::to_vec(words).map_err(io::Error::other)?;
            Ok(blake3::hash(&text).to_hex().as_str().chars().take(16).collect())
        };
        Ok(Self {
            reference: entry.reference(),
            received_at: entry.received_at,
            email: subscription.email,
            ends: subscription.ends,
            locale: subscription.locale,
            release: subscription.release,
            text_version: subscription.words.as_ref().map(version).transpose()?,
            words: subscription.words,
        })
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
                fields: BTreeMap::from([("privacy".to_owned(), "Privacy".to_owned())]),
                options: BTreeMap::new(),
                beside: BTreeMap::from([(
                    "privacy".to_owned(),
                    "Ik ga akkoord met de privacyverklaring".to_owned(),
                )]),
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
        let read = |digit: &str| {
            let seal = Seal::of(&SecretString::from(digit.repeat(64))).expect("a key");
            consents_of(" Noor@Example.test", subscriptions.outbox(), &seal).expect("read")
        };
        let proven = read("a");
        assert_eq!((proven.found.len(), proven.unopened.len()), (1, 0));
        assert_eq!(
            (proven.found[0].received_at, &proven.found[0].words),
            (about.received_at, &proof.words)
        );
        let unproven = read("b");
        assert_eq!(
            (unproven.found.len(), unproven.unopened.len()),
            (0, 1),
            "another key opens nothing"
        );
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
