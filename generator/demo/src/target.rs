//! Where a backend sends its events, and what it signs them with (HMAC-SHA-256).

use hmac::{Hmac, KeyInit, Mac};
use serde::Deserialize;
use sha2::Sha256;

/// What the recorded shop calls itself.
pub(crate) const SHOP_ID: &str = "lrNfraTHoKRe24RU";

/// Where events of one backend go, and what they are signed with.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// The URL.
    pub url: String,
    /// The secret that both sides know.
    pub secret: String,
}

impl std::fmt::Debug for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Target").field("url", &self.url).finish_non_exhaustive()
    }
}

/// A signature over some texts, in hexadecimal digits.
pub(crate) fn signature(secret: &str, parts: &[&str]) -> String {
    hex::encode(mac(secret, parts))
}

/// A signature over some texts.
pub(crate) fn mac(secret: &str, parts: &[&str]) -> Vec<u8> {
    // HMAC takes keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else {
        return Vec::new();
    };
    parts.iter().for_each(|part| mac.update(part.as_bytes()));
    mac.finalize().into_bytes().to_vec()
}
