//! The registration of Shopware's app (Shopware §20.1): a shop proves that it knows the app's secret, gets its own
//! secret, and confirms it with a signature; from then on its events are signed with that secret.
//!
//! **Invariant:** a shop's secret is on disk before it is sent, and is valid for events only after its confirmation; a
//! registration is answered once, so that replaying it does not reveal a secret. The credentials for the shop's own API
//! in the confirmation are not stored (rule 6).

use std::{
    fs::File,
    io::{self, Read},
    sync::{Arc, Mutex, PoisonError},
};

use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use vitrine_state::{Collection, Records, StateFolder};

use super::{
    registration::{RegistrationQuery, Seconds, ShopId, ShopUrl},
    signed,
};

/// The app's name in its manifest, a part of the proof.
pub(crate) const NAME: &str = "VitrineShopWindow";
/// The record that holds the registration.
const RECORD: &str = "app";
/// Bytes of a secret, which is sent in hex: Shopware requires 64 to 255 characters.
const SECRET_BYTES: usize = 32;
/// Maximum size of the record in bytes.
const LONGEST: u64 = 4_096;

/// A shop and its secret.
#[derive(Clone, Serialize, Deserialize)]
struct Registered {
    shop_id: String,
    shop_url: String,
    secret: String,
}

/// The record.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Kept {
    /// The shop whose events are accepted.
    confirmed: Option<Registered>,
    /// A shop that has not confirmed its secret yet.
    pending: Option<Registered>,
    /// The time in the last registration that was answered, according to the shop.
    last: u64,
}

/// The registration of the app.
pub(crate) struct ShopApp {
    records: Arc<dyn Records>,
    /// Serialises registrations.
    turns: Mutex<()>,
}

/// The answer to a registration.
pub(crate) struct Registration {
    pub(crate) proof: String,
    pub(crate) secret: SecretString,
}

impl ShopApp {
    /// The registration of a state; nothing is read before it is needed.
    pub(crate) fn of(state: &StateFolder) -> Self {
        Self {
            records: state.records_beside_events(Collection::SHOP_APP, LONGEST),
            turns: Mutex::new(()),
        }
    }

    /// The record; another process may have written it. An unreadable record is logged and treated as one without a
    /// shop.
    fn kept(&self) -> Kept {
        let read = self.records.get(RECORD).and_then(|content| match content {
            Some(content) => serde_json::from_slice(&content).map_err(io::Error::other),
            None => Ok(Kept::default()),
        });
        read.unwrap_or_else(|error| {
            tracing::error!(%error, "the registration of Shopware's app cannot be read");
            Kept::default()
        })
    }

    /// The secret of the shop whose events are accepted.
    pub(crate) fn confirmed(&self) -> Option<SecretString> {
        self.kept().confirmed.map(|shop| shop.secret.into())
    }

    /// The secret that waits for its confirmation.
    pub(crate) fn pending(&self) -> Option<SecretString> {
        self.kept().pending.map(|shop| shop.secret.into())
    }

    /// Gives a shop its secret. `None` if this registration, or a later one, was answered before.
    pub(crate) fn register(
        &self,
        asked: RegistrationQuery,
        app_secret: &SecretString,
    ) -> io::Result<Option<Registration>> {
        let _turn = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        let RegistrationQuery {
            shop_id: ShopId(shop_id),
            shop_url: ShopUrl(shop_url),
            timestamp: Seconds(timestamp),
        } = asked;
        let kept = self.kept();
        if timestamp <= kept.last {
            return Ok(None);
        }
        let proof = signed::hex_mac(
            app_secret.expose_secret(),
            &[shop_id.as_bytes(), shop_url.as_bytes(), NAME.as_bytes()],
        );
        let secret = random()?;
        let pending = Registered {
            shop_id,
            shop_url,
            secret: secret.clone(),
        };
        self.keep(&Kept {
            pending: Some(pending),
            last: timestamp,
            ..kept
        })?;
        Ok(Some(Registration {
            proof,
            secret: secret.into(),
        }))
    }

    /// The pending shop has signed with its secret: its events are accepted from now on. Returns the URL of the shop,
    /// for the log.
    pub(crate) fn confirm(&self) -> io::Result<Option<String>> {
        let _turn = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = self.kept();
        let Some(shop) = kept.pending else { return Ok(None) };
        let url = shop.shop_url.clone();
        self.keep(&Kept {
            confirmed: Some(shop),
            pending: None,
            ..kept
        })?;
        Ok(Some(url))
    }

    fn keep(&self, kept: &Kept) -> io::Result<()> {
        self.records.put(RECORD, &serde_json::to_vec(kept)?)
    }
}

fn random() -> io::Result<String> {
    let mut bytes = [0; SECRET_BYTES];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(hex::encode(bytes))
}
