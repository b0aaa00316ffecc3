//! Signatures with a shared secret (HMAC-SHA-256), and the time window of a signed call.

use std::time::Duration;

use base64::{Engine, prelude::BASE64_STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;

/// Standard Webhooks: the prefix of a secret in base64.
pub(crate) const BASE64_SECRET: &str = "whsec_";

/// Maximum difference between the time of a signed call and ours.
pub(crate) const WINDOW: Duration = Duration::from_secs(300);

pub(crate) fn mac(key: &[u8], parts: &[&[u8]]) -> Hmac<Sha256> {
    // HMAC accepts keys of any length.
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap_or_else(|_| unreachable!("a key of any length"));
    parts.iter().for_each(|part| mac.update(part));
    mac
}

/// A signature in hex.
pub(crate) fn hex_mac(key: &str, parts: &[&[u8]]) -> String {
    hex::encode(mac(key.as_bytes(), parts).finalize().into_bytes())
}

/// The headers that prove an event by Standard Webhooks: `webhook-id`, `webhook-timestamp` in seconds since 1970, and
/// `webhook-signature`.
pub fn event_headers(secret: &SecretString, id: &str, seconds: i64, body: &[u8]) -> [(&'static str, String); 3] {
    let secret = secret.expose_secret();
    let decoded = secret
        .strip_prefix(BASE64_SECRET)
        .map(|text| BASE64_STANDARD.decode(text));
    let key = decoded
        .and_then(Result::ok)
        .unwrap_or_else(|| secret.as_bytes().to_vec());
    let time = seconds.to_string();
    let signature = mac(&key, &[id.as_bytes(), b".", time.as_bytes(), b".", body]).finalize();
    [
        ("webhook-id", id.to_owned()),
        ("webhook-timestamp", time),
        (
            "webhook-signature",
            format!("v1,{}", BASE64_STANDARD.encode(signature.into_bytes())),
        ),
    ]
}

/// Refuses a call outside the time window.
pub(crate) fn fresh(time: Option<u64>, now: Duration) -> Result<(), &'static str> {
    let time = Duration::from_secs(time.ok_or("the time is no number")?);
    if time.abs_diff(now) > WINDOW {
        return Err("the time is too far from ours");
    }
    Ok(())
}
