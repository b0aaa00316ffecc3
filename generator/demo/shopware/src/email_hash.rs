//! The hash of an e-mail address in the links of Shopware's mails (`em`, Shopware §3.5): SHA-1.

use sha1::{Digest, Sha1};

/// The hash of an e-mail address, as lower-case hex.
pub(crate) fn email_hash(email: &str) -> String {
    hex::encode(Sha1::digest(email.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::email_hash as hex;

    /// The first value is from the recorded registration with double opt-in.
    #[test]
    fn digests_are_those_of_the_standard() {
        assert_eq!(hex("optin@example.com"), "90afd5bb2ad162d947815e329a75da2796c64257");
        assert_eq!(hex(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
        assert_eq!(hex(&"a".repeat(64)), "0098ba824b5c16427bd7a1122a5a442a25ec644d");
    }
}
