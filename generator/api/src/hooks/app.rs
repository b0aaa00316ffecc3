//! The registration of Shopware's app (Shopware §20.1): a shop proves that it knows the app's secret, gets a secret of its
//! own, and confirms it by signing with it; from then on its events are signed so.
//!
//! **Invariant:** a shop's secret is on disk before it is told, and it proves events only after it was confirmed; a
//! registration is answered once, so that nobody learns a secret by sending one again. What the confirmation says of the
//! shop's own API is not kept (rule 6).

use std::{
    fs::File,
    io::{self, Read},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use url::{Url, form_urlencoded};
use vitrine_state::{Collection, Records, StateFolder};

use super::signed;

/// The app's name in its manifest, a part of the proof.
pub(crate) const NAME: &str = "VitrineShopWindow";
/// The record that holds the registration.
const RECORD: &str = "app";
/// Bytes of a secret, which is told in hex: Shopware wants 64 to 255 characters.
const SECRET_BYTES: usize = 32;
/// Maximum size of the record in bytes.
const LONGEST: u64 = 4_096;

/// A shop and the secret that it was given.
#[derive(Clone, Serialize, Deserialize)]
struct Registered {
    shop_id: String,
    shop_url: String,
    secret: String,
}

/// The record.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Kept {
    /// The shop whose events are taken.
    confirmed: Option<Registered>,
    /// A shop that has not confirmed its secret yet.
    pending: Option<Registered>,
    /// The time of the last registration that was answered, as the shop told it.
    last: u64,
}

/// The registration of the app.
pub(crate) struct ShopApp {
    records: Arc<dyn Records>,
    /// One registration after the other.
    turns: Mutex<()>,
}

/// The answer to a registration.
pub(super) struct Registration {
    pub(super) proof: String,
    pub(super) secret: SecretString,
}

/// A registration that was signed with the app's secret.
pub(super) struct Asked {
    shop_id: String,
    shop_url: String,
    timestamp: u64,
}

impl Asked {
    /// Reads the signed query.
    pub(super) fn parse(query: &str) -> Result<Self, &'static str> {
        let (mut shop_id, mut shop_url, mut timestamp) = (None, None, None);
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let place = match &*name {
                "shop-id" => &mut shop_id,
                "shop-url" => &mut shop_url,
                "timestamp" => &mut timestamp,
                _ => continue,
            };
            if place.replace(value.into_owned()).is_some() {
                return Err("a parameter of the registration came twice");
            }
        }
        let (Some(shop_id), Some(shop_url), Some(timestamp)) = (shop_id, shop_url, timestamp) else {
            return Err("the registration has no shop-id, no shop-url or no timestamp");
        };
        let plain = (1..=64).contains(&shop_id.len()) && shop_id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let is_web = Url::parse(&shop_url).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
        if !plain || !is_web || shop_url.len() > 255 {
            return Err("shop-id or shop-url is not that of a shop");
        }
        let timestamp = timestamp.parse().map_err(|_| "the time is no number")?;
        Ok(Self {
            shop_id,
            shop_url,
            timestamp,
        })
    }

    /// How far its time is from ours.
    pub(super) fn is_fresh(&self, now: Duration) -> Result<(), &'static str> {
        signed::fresh(Some(self.timestamp), now)
    }
}

impl ShopApp {
    /// The registration of a state; nothing is read before it is needed.
    pub(crate) fn of(state: &StateFolder) -> Self {
        Self {
            records: state.records_beside_events(Collection::SHOP_APP, LONGEST),
            turns: Mutex::new(()),
        }
    }

    /// The record; another process may have written it. One that cannot be read is one without a shop, and logged.
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

    /// The secret of the shop whose events are taken.
    pub(crate) fn confirmed(&self) -> Option<SecretString> {
        self.kept().confirmed.map(|shop| shop.secret.into())
    }

    /// The secret that waits for its confirmation.
    pub(crate) fn pending(&self) -> Option<SecretString> {
        self.kept().pending.map(|shop| shop.secret.into())
    }

    /// Gives a shop its secret. `None` if this registration, or a later one, was answered before.
    pub(super) fn register(&self, asked: Asked, app_secret: &SecretString) -> io::Result<Option<Registration>> {
        let _turn = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = self.kept();
        if asked.timestamp <= kept.last {
            return Ok(None);
        }
        let proof = signed::hex_mac(
            app_secret.expose_secret(),
            &[asked.shop_id.as_bytes(), asked.shop_url.as_bytes(), NAME.as_bytes()],
        );
        let secret = random()?;
        let pending = Registered {
            shop_id: asked.shop_id,
            shop_url: asked.shop_url,
            secret: secret.clone(),
        };
        self.keep(&Kept {
            pending: Some(pending),
            last: asked.timestamp,
            ..kept
        })?;
        Ok(Some(Registration {
            proof,
            secret: secret.into(),
        }))
    }

    /// The shop that waits has signed with its secret: its events are taken from now on. The URL of the shop, for the log.
    pub(super) fn confirm(&self) -> io::Result<Option<String>> {
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
