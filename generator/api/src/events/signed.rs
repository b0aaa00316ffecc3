//! Signatures with a shared secret (HMAC-SHA-256), and the time window of a signed call.

use std::time::Duration;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

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

/// Refuses a call outside the time window.
pub(crate) fn fresh(time: Option<u64>, now: Duration) -> Result<(), &'static str> {
    let time = Duration::from_secs(time.ok_or("the time is no number")?);
    if time.abs_diff(now) > WINDOW {
        return Err("the time is too far from ours");
    }
    Ok(())
}
