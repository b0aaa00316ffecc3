//! Logins to the desk, and the sessions that they begin.
//!
//! **Invariant:** a name that is unknown costs as much as a wrong password. Of a token only its hash is stored; a session
//! ends at its time, with a logout, and when its user is removed or has another password; one that began at the provider,
//! when the configuration has another provider or no longer lets in by the same value.

use std::{
    io,
    sync::Arc,
    time::{Duration, SystemTime},
};

use jiff::{SignedDuration, Timestamp};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use tokio::{sync::Semaphore, task::spawn_blocking};
use vitrine_state::{Bounds, Collection, Full, Records, StateError, StateFolder};

use super::{
    provider::Admitted,
    tokens::{derived, is_token, new_token},
};
use crate::{desk_provider::Grounds, desk_role::DeskRole, desk_users::DeskSettings};

/// How long a session lasts: a working day.
const LASTS: Duration = Duration::from_secs(12 * 60 * 60);
/// Maximum number of sessions; beyond it the oldest ends.
const MOST: usize = 1_000;
/// Maximum size of a session's record.
const BYTES: u64 = 4_096;
/// Passwords that are checked at the same time, because each takes memory.
const AT_ONCE: usize = 2;

/// The sessions of the desk.
pub(crate) struct DeskSessions {
    settings: DeskSettings,
    /// `None` without a desk: nothing is stored then.
    records: Option<Arc<dyn Records>>,
    checks: Arc<Semaphore>,
    clock: fn() -> SystemTime,
}

/// A session as it is stored.
#[derive(Debug, Serialize, Deserialize)]
struct Stored {
    user: String,
    /// The fingerprint of the password; empty if the session began at the provider.
    #[serde(default)]
    password: String,
    #[serde(default)]
    entry: Option<Entry>,
    ends_at: Timestamp,
}

/// What somebody of the provider was let in by.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    /// The fingerprint of provider and client.
    provider: String,
    grounds: Grounds,
}

/// Somebody who is logged in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Visitor {
    pub(crate) name: String,
    pub(crate) role: DeskRole,
    /// What every form of this session has to send.
    pub(crate) proof: String,
    /// A name of the session, to count what it has open.
    pub(crate) session: [u8; 32],
}

impl DeskSessions {
    pub(crate) fn open(
        settings: DeskSettings,
        state: &StateFolder,
        clock: fn() -> SystemTime,
    ) -> Result<Self, StateError> {
        let bounds = Bounds {
            most: MOST,
            bytes: BYTES,
            full: Full::Forget { age: LASTS, clock },
        };
        let records = match settings.is_open() {
            true => Some(state.records(Collection::DESK_SESSIONS, bounds)?),
            false => None,
        };
        Ok(Self {
            settings,
            records,
            checks: Arc::new(Semaphore::new(AT_ONCE)),
            clock,
        })
    }

    /// Whether there is a desk.
    pub(crate) fn is_open(&self) -> bool {
        self.settings.is_open()
    }

    /// How long a session lasts, in seconds.
    pub(crate) fn lasts(&self) -> u64 {
        LASTS.as_secs()
    }

    /// Checks a name and a password; the token of a new session, or `None` if they do not belong together.
    pub(crate) async fn log_in(&self, name: &str, password: SecretString) -> io::Result<Option<SecretString>> {
        let named = self.settings.users.iter().find(|user| user.name == name);
        let Some(compared) = named.or(self.settings.users.first()).cloned() else {
            return Ok(None);
        };
        let permit = Arc::clone(&self.checks).acquire_owned().await;
        let permit = permit.map_err(io::Error::other)?;
        let checked = spawn_blocking(move || {
            let is_right = compared.password.is_of(&password);
            drop(permit);
            is_right
        });
        let is_right = checked.await.map_err(io::Error::other)?;
        match named.filter(|_| is_right) {
            Some(user) => {
                let begun = self.begin(user.name.clone(), user.password.fingerprint(), None);
                begun.await.map(Some)
            }
            None => Ok(None),
        }
    }

    /// Whether anybody logs in with a password.
    pub(crate) fn has_passwords(&self) -> bool {
        !self.settings.users.is_empty()
    }

    /// The token of a new session of somebody who logged in at the provider.
    pub(crate) async fn admit(&self, admitted: Admitted) -> io::Result<SecretString> {
        let entry = self.settings.provider.as_ref().map(|provider| Entry {
            provider: provider.fingerprint(),
            grounds: admitted.grounds,
        });
        self.begin(admitted.name, String::new(), entry).await
    }

    async fn begin(&self, user: String, password: String, entry: Option<Entry>) -> io::Result<SecretString> {
        let Some(records) = self.records.clone() else {
            return Err(io::ErrorKind::NotFound.into());
        };
        let token = new_token()?;
        let stored = serde_json::to_vec(&Stored {
            user,
            password,
            entry,
            ends_at: self.now() + SignedDuration::try_from(LASTS).unwrap_or_default(),
        })?;
        let name = token.expose_secret().to_owned();
        spawn_blocking(move || records.put(&name, &stored))
            .await
            .map_err(io::Error::other)??;
        Ok(token)
    }

    /// Who a token belongs to; `None` if it is unknown or its session has ended.
    pub(crate) async fn visitor(&self, token: &SecretString) -> Option<Visitor> {
        let records = self.records.clone().filter(|_| is_token(token))?;
        let name = token.expose_secret().to_owned();
        let read = spawn_blocking(move || records.get(&name)).await;
        let read = read.map_err(io::Error::other).flatten();
        let content = read
            .inspect_err(|error| tracing::error!(%error, "a session of the desk could not be read"))
            .ok()??;
        let stored: Stored = serde_json::from_slice(&content).ok()?;
        let role = self.role(&stored).filter(|_| stored.ends_at > self.now())?;
        Some(Visitor {
            name: stored.user,
            role,
            proof: derived("vitrine desk 2026 proof of a form", token),
            session: blake3::derive_key("vitrine desk 2026 name of a session", token.expose_secret().as_bytes()),
        })
    }

    /// The role that the configuration gives somebody now.
    fn role(&self, stored: &Stored) -> Option<DeskRole> {
        if let Some(entry) = &stored.entry {
            let provider = self.settings.provider.as_ref();
            let same = provider.filter(|provider| provider.fingerprint() == entry.provider)?;
            return same.role_on(&entry.grounds);
        }
        let user = self.settings.users.iter().find(|user| user.name == stored.user)?;
        (stored.password == user.password.fingerprint()).then_some(user.role)
    }

    /// Ends a session.
    pub(crate) async fn log_out(&self, token: &SecretString) -> io::Result<()> {
        let Some(records) = self.records.clone().filter(|_| is_token(token)) else {
            return Ok(());
        };
        let name = token.expose_secret().to_owned();
        spawn_blocking(move || records.remove(&name))
            .await
            .map_err(io::Error::other)?
    }

    fn now(&self) -> Timestamp {
        Timestamp::try_from((self.clock)()).unwrap_or(Timestamp::MAX)
    }
}
