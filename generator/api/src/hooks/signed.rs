//! Signatures with a secret that both sides know (HMAC-SHA-256), and the time within which a signed call counts.

use std::time::Duration;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// How far the time of a signed call may be from ours.
pub(super) const WINDOW: Duration = Duration::from_secs(300);

pub(super) fn mac(key: &[u8], parts: &[&[u8]]) -> Hmac<Sha256> {
    // HMAC takes keys of any length.
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap_or_else(|_| unreachable!("a key of any length"));
    parts.iter().for_each(|part| mac.update(part));
    mac
}

/// A signature in hex.
pub(super) fn hex_mac(key: &str, parts: &[&[u8]]) -> String {
    hex::encode(mac(key.as_bytes(), parts).finalize().into_bytes())
}

/// Whether a call is of now.
pub(super) fn fresh(time: Option<u64>, now: Duration) -> Result<(), &'static str> {
    let time = Duration::from_secs(time.ok_or("the time is no number")?);
    if time.abs_diff(now) > WINDOW {
        return Err("the time is too far from ours");
    }
    Ok(())
}
