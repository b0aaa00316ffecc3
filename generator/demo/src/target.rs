//! The destination of a backend's events, and their signature (HMAC-SHA-256).

use hmac::{Hmac, KeyInit, Mac};
use serde::Deserialize;
use sha2::Sha256;

/// The recorded shop's id.
pub(crate) const SHOP_ID: &str = "lrNfraTHoKRe24RU";

/// The destination of a backend's events, and its secret.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// The URL.
    pub url: String,
    /// The shared secret.
    pub secret: String,
}

impl std::fmt::Debug for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Target").field("url", &self.url).finish_non_exhaustive()
    }
}

/// A signature over the concatenated texts, in hex.
pub(crate) fn signature(secret: &str, parts: &[&str]) -> String {
    hex::encode(mac(secret, parts))
}

/// A signature over the concatenated texts.
pub(crate) fn mac(secret: &str, parts: &[&str]) -> Vec<u8> {
    // HMAC accepts keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else {
        return Vec::new();
    };
    parts.iter().for_each(|part| mac.update(part.as_bytes()));
    mac.finalize().into_bytes().to_vec()
}
