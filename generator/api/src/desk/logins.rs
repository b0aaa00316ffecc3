//! Logins that were begun at the provider and are not finished.
//!
//! **Invariant:** of a login only the hash of its token is stored; its secrets follow from the token, which only the
//! browser has. It is finished once, and within [`LASTS`].

use std::{
    io,
    sync::Arc,
    time::{Duration, SystemTime},
};

use jiff::{SignedDuration, Timestamp};
use secrecy::{ExposeSecret, SecretString};
use tokio::task::spawn_blocking;
use vitrine_state::{Bounds, Collection, Full, Records, StateError, StateFolder};

use super::tokens::{derived, is_token, new_token};

/// How long somebody may take to log in at the provider.
const LASTS: Duration = Duration::from_secs(10 * 60);
/// Maximum number of records; beyond it the oldest go.
const MOST: usize = 2_000;
/// Maximum size of a record.
const BYTES: u64 = 64;

/// The logins that were begun.
pub(crate) struct Logins {
    records: Arc<dyn Records>,
    clock: fn() -> SystemTime,
}

/// What a login is known by, at the provider and by its id token.
pub(crate) struct LoginSecrets {
    pub(crate) state: String,
    pub(crate) nonce: String,
    pub(crate) verifier: String,
}

impl LoginSecrets {
    /// The secrets of a login.
    pub(crate) fn of(token: &SecretString) -> Self {
        Self {
            state: derived("vitrine desk 2026 state of a login", token),
            nonce: derived("vitrine desk 2026 nonce of a login", token),
            verifier: derived("vitrine desk 2026 verifier of a login", token),
        }
    }

    /// Whether this is the state of the login. Hashes take the same time whatever differs.
    pub(crate) fn is_state(&self, sent: &str) -> bool {
        blake3::hash(sent.as_bytes()) == blake3::hash(self.state.as_bytes())
    }
}

impl Logins {
    pub(crate) fn open(state: &StateFolder, clock: fn() -> SystemTime) -> Result<Self, StateError> {
        let bounds = Bounds {
            most: MOST,
            bytes: BYTES,
            full: Full::Forget { age: LASTS, clock },
        };
        Ok(Self {
            records: state.records(Collection::DESK_LOGINS, bounds)?,
            clock,
        })
    }

    /// How long a login may take, in seconds.
    pub(crate) fn lasts(&self) -> u64 {
        LASTS.as_secs()
    }

    /// A token for a new login.
    pub(crate) fn token(&self) -> io::Result<SecretString> {
        new_token()
    }

    /// Notes a login that begins.
    pub(crate) async fn begin(&self, token: &SecretString) -> io::Result<()> {
        let ends = self.now() + SignedDuration::try_from(LASTS).unwrap_or_default();
        let (records, name) = (Arc::clone(&self.records), token.expose_secret().to_owned());
        spawn_blocking(move || records.put(&name, ends.to_string().as_bytes()))
            .await
            .map_err(io::Error::other)?
    }

    /// Ends a login; whether it was one that was begun, is not too old, and was not ended before.
    pub(crate) async fn end(&self, token: &SecretString) -> io::Result<bool> {
        if !is_token(token) {
            return Ok(false);
        }
        let (records, now) = (Arc::clone(&self.records), self.now());
        let (name, ended) = (
            token.expose_secret().to_owned(),
            derived("vitrine desk 2026 end of a login", token),
        );
        let ending = spawn_blocking(move || {
            let Some(content) = records.get(&name)? else {
                return Ok(false);
            };
            let ends: Option<Timestamp> = std::str::from_utf8(&content).ok().and_then(|text| text.parse().ok());
            // Of two that end it at the same time one writes this record.
            let is_first = records.put_if_absent(&ended, &content)?;
            records.remove(&name)?;
            Ok(is_first && ends.is_some_and(|ends| ends > now))
        });
        ending.await.map_err(io::Error::other)?
    }

    fn now(&self) -> Timestamp {
        Timestamp::try_from((self.clock)()).unwrap_or(Timestamp::MAX)
    }
}
