//! `[desk]`: who may open the editors' desk.
//!
//! **Invariant:** a password is only known as its argon2id hash, and a hash is never printed (rule 5).

use std::fmt;

use argon2::{
    Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier,
    password_hash::phc::{PasswordHash, PasswordHash as Phc},
};
use ring::rand::{SecureRandom, SystemRandom};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Deserializer};

use crate::{desk_provider::ProviderSettings, desk_role::DeskRole};

/// Memory of a hash that a server may be asked to compute, in KiB: with less, guessing is cheap; with more, logging in
/// takes the memory that pages are served with.
const MEMORY: std::ops::RangeInclusive<u32> = 8 * 1024..=64 * 1024;
/// Rounds and lanes of such a hash.
const MOST_ROUNDS: u32 = 10;
const MOST_LANES: u32 = 4;
/// Maximum number of users, and length of a name in characters.
const MOST_USERS: usize = 200;
const LONGEST_NAME: usize = 64;
/// Length of a password in characters.
const PASSWORD: std::ops::RangeInclusive<usize> = 12..=256;

/// `[desk]`; without users and a provider there is no desk.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DeskSettings {
    /// Who may log in with a password.
    pub users: Vec<DeskUser>,
    /// Where others log in.
    pub provider: Option<ProviderSettings>,
}

/// Somebody who may log in.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeskUser {
    /// The name that is typed.
    pub name: String,
    /// What they may do.
    pub role: DeskRole,
    /// The hash of their password.
    pub password: DeskPassword,
}

/// The argon2id hash of a password.
#[derive(Clone)]
pub struct DeskPassword(SecretString);

impl<'de> Deserialize<'de> for DeskPassword {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self(SecretString::from(text)))
    }
}

impl fmt::Debug for DeskPassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DeskPassword")
    }
}

impl DeskPassword {
    /// Whether this is the hash of a password. Takes some 20 ms and the memory that the hash names.
    pub(crate) fn is_of(&self, password: &SecretString) -> bool {
        let Ok(hash) = PasswordHash::new(self.0.expose_secret()) else {
            return false;
        };
        let verified = Argon2::default().verify_password(password.expose_secret().as_bytes(), &hash);
        verified.is_ok()
    }

    /// A name of this hash, by which a session notices that the password was changed.
    pub(crate) fn fingerprint(&self) -> String {
        let hash = blake3::derive_key(
            "vitrine desk 2026 password of a session",
            self.0.expose_secret().as_bytes(),
        );
        hex::encode(hash)
    }

    /// Why no password can be checked against it.
    fn reason(&self) -> Option<String> {
        let Ok(hash) = Phc::new(self.0.expose_secret()) else {
            return Some("is no hash of a password".to_owned());
        };
        if Algorithm::try_from(hash.algorithm.as_str()) != Ok(Algorithm::Argon2id) {
            return Some("is no argon2id hash".to_owned());
        }
        let Ok(params) = Params::try_from(&hash) else {
            return Some("has parameters that argon2id does not know".to_owned());
        };
        let is_bounded = MEMORY.contains(&params.m_cost())
            && params.t_cost() <= MOST_ROUNDS
            && params.p_cost() <= MOST_LANES
            && hash.salt.is_some()
            && hash.hash.is_some();
        (!is_bounded).then(|| {
            format!(
                "takes another effort than a login may: use m={} to {}, t up to {MOST_ROUNDS}, p up to {MOST_LANES}",
                MEMORY.start(),
                MEMORY.end()
            )
        })
    }
}

impl DeskSettings {
    /// Whether there is a desk.
    pub fn is_open(&self) -> bool {
        !self.users.is_empty() || self.provider.is_some()
    }

    /// What cannot be used, each with its key.
    pub fn wrong(&self) -> Vec<(&'static str, String)> {
        let mut wrong = self.provider.as_ref().map_or_else(Vec::new, ProviderSettings::wrong);
        if self.users.len() > MOST_USERS {
            wrong.push(("desk.users", format!("has more than {MOST_USERS} users")));
        }
        for (at, user) in self.users.iter().enumerate() {
            let is_name = (1..=LONGEST_NAME).contains(&user.name.chars().count())
                && user.name.trim() == user.name
                && !user.name.chars().any(char::is_control);
            if !is_name {
                wrong.push((
                    "desk.users.name",
                    format!(
                        "is {:?}: use 1 to {LONGEST_NAME} printable characters, without spaces around them",
                        user.name
                    ),
                ));
            }
            if self.users.iter().take(at).any(|other| other.name == user.name) {
                wrong.push(("desk.users.name", format!("is {:?} twice: each name once", user.name)));
            }
            if let Some(reason) = user.password.reason() {
                let remedy = "print one with `vitrine desk password`";
                wrong.push(("desk.users.password", format!("of {:?} {reason}: {remedy}", user.name)));
            }
        }
        wrong
    }
}

/// The argon2id hash of a new password for `[desk]`, or why the password cannot be used.
pub fn hash_desk_password(password: &SecretString) -> Result<String, String> {
    let text = password.expose_secret();
    if !PASSWORD.contains(&text.chars().count()) {
        return Err(format!(
            "the password has {} characters; use {} to {}",
            text.chars().count(),
            PASSWORD.start(),
            PASSWORD.end()
        ));
    }
    let mut salt = [0; 16];
    SystemRandom::new()
        .fill(&mut salt)
        .map_err(|_| "the system has no random numbers".to_owned())?;
    let hash: Phc = Argon2::default()
        .hash_password_with_salt(text.as_bytes(), &salt)
        .map_err(|error| format!("the password could not be hashed: {error}"))?;
    Ok(hash.to_string())
}
