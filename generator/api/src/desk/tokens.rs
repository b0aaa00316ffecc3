//! Tokens that a browser keeps in a cookie, and what follows from them.

use std::io;

use ring::rand::{SecureRandom, SystemRandom};
use secrecy::{ExposeSecret, SecretString};

/// A value of a token for one purpose, from which the token cannot be found.
pub(super) fn derived(context: &str, token: &SecretString) -> String {
    hex::encode(blake3::derive_key(context, token.expose_secret().as_bytes()))
}

/// 256 random bits in hex.
pub(super) fn new_token() -> io::Result<SecretString> {
    let mut bytes = [0; 32];
    let drawn = SystemRandom::new().fill(&mut bytes);
    drawn.map_err(|_| io::Error::other("the system has no random numbers"))?;
    Ok(SecretString::from(hex::encode(bytes)))
}

/// Whether a cookie can be a token.
pub(super) fn is_token(token: &SecretString) -> bool {
    let text = token.expose_secret();
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
