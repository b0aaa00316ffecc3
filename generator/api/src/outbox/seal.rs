//! Encrypts the personal data of records: ChaCha20-Poly1305 with the key from the environment.
//!
//! **Invariant:** a sealed record can be opened only with this key and under the same id and kind, which are its
//! associated data.
//!
//! A sealed record is nonce (12 bytes), ciphertext, tag (16 bytes), as RFC 8439 and `ring` define them; nothing of it is
//! computed here. The nonce is drawn anew from the system's random numbers for each record, and a record is sealed once.
//! Two of `n` records under one key have the same nonce with a probability of at most n²/2⁹⁷: 2⁻³³ for 2³² records, the
//! bound that NIST SP 800-38D section 8.3 sets for random nonces of this length. A shop that is sent a form every second
//! for a hundred years seals 2³¹·⁶.
//!
//! The crate `age` would draw a key for each file instead. It is not used: generator/LIMITS.md has the figures.

use std::{fmt, io};

use ring::{
    aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    rand::{SecureRandom, SystemRandom},
};
use secrecy::{ExposeSecret, SecretString};

/// A key to seal and open records.
pub struct Seal(LessSafeKey);

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seal")
    }
}

impl Seal {
    /// Parses a key of 64 hex digits; `None` if it is invalid.
    pub fn of(key: &SecretString) -> Option<Self> {
        let bytes: [u8; 32] = hex::decode(key.expose_secret()).ok()?.try_into().ok()?;
        let key = UnboundKey::new(&CHACHA20_POLY1305, &bytes).ok()?;
        Some(Self(LessSafeKey::new(key)))
    }

    /// Seals the bytes that `write` appends, with `name` as associated data.
    pub(crate) fn close(&self, name: &str, write: impl FnOnce(&mut Vec<u8>)) -> io::Result<Vec<u8>> {
        let mut nonce = [0; NONCE_LEN];
        let random = SystemRandom::new().fill(&mut nonce);
        random.map_err(|_| io::Error::other("the system gives no random numbers"))?;
        let mut sealed = nonce.to_vec();
        write(&mut sealed);
        let content = sealed.get_mut(NONCE_LEN..).unwrap_or_default();
        let nonce = Nonce::assume_unique_for_key(nonce);
        let tag = self
            .0
            .seal_in_place_separate_tag(nonce, Aad::from(name.as_bytes()), content);
        let tag = tag.map_err(|_| io::Error::other("the record could not be sealed"))?;
        sealed.extend_from_slice(tag.as_ref());
        Ok(sealed)
    }

    /// Opens content that was sealed with `name`.
    pub(crate) fn open(&self, name: &str, mut sealed: Vec<u8>) -> io::Result<Vec<u8>> {
        let unusable = || io::Error::other("it was sealed with another key, or was changed");
        let (nonce, content) = sealed.split_at_mut_checked(NONCE_LEN).ok_or_else(unusable)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| unusable())?;
        let opened = self.0.open_in_place(nonce, Aad::from(name.as_bytes()), content);
        let length = opened.map_err(|_| unusable())?.len();
        sealed.drain(..NONCE_LEN);
        sealed.truncate(length);
        Ok(sealed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seal(digit: &str) -> Seal {
        Seal::of(&SecretString::from(digit.repeat(64))).expect("a key")
    }

    #[test]
    fn what_is_sealed_is_opened_by_its_key_and_name_alone() {
        let close = || {
            let sealed = seal("a").close("forms 00ff", |into| into.extend_from_slice(b"noor@example.test"));
            sealed.expect("sealed")
        };
        let sealed = close();
        assert!(!sealed.windows(4).any(|part| part == b"noor"));
        assert_ne!(sealed, close(), "no two are alike");
        let opened = seal("a").open("forms 00ff", sealed.clone()).expect("opened");
        assert_eq!(opened, b"noor@example.test");
        assert!(seal("b").open("forms 00ff", sealed.clone()).is_err(), "another key");
        assert!(seal("a").open("forms 00fe", sealed.clone()).is_err(), "another record");
        for at in [0, 12, sealed.len() - 1] {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert!(seal("a").open("forms 00ff", changed).is_err(), "byte {at}");
        }
        assert!(seal("a").open("forms 00ff", vec![1; 5]).is_err(), "too short");
    }

    #[test]
    fn a_key_has_64_hex_digits() {
        for key in ["", "a", &"g".repeat(64), &"a".repeat(63), &"a".repeat(66)] {
            assert!(Seal::of(&SecretString::from(key)).is_none(), "{key}");
        }
    }
}
