//! Passwords of requests.
//!
//! **Invariant:** a password is never printed, and its memory is cleared when it is dropped (rule 5).

use std::fmt;

use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Deserializer};

use super::fields::Form;

/// Maximum length of a password in characters. Shopware accepts more, but hashes at most 72 bytes.
const MAX_PASSWORD: usize = 256;

/// A password as the visitor typed it: neither trimmed nor changed.
#[derive(Clone)]
pub(crate) struct Password(SecretString);

impl<'de> Deserialize<'de> for Password {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self(SecretString::from(text)))
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password")
    }
}

impl Password {
    /// The password for a call to the backend.
    pub(crate) fn secret(&self) -> SecretString {
        self.0.clone()
    }

    /// Checks that a password is present and not too long; its minimum length is the backend's rule.
    pub(crate) fn check(&self, form: &mut Form, pointer: &'static str) {
        let text = self.0.expose_secret();
        if text.is_empty() {
            form.fault(pointer, "fields.required");
        } else if text.chars().count() > MAX_PASSWORD {
            form.too_long(pointer, MAX_PASSWORD);
        }
    }

    /// As [`Self::check`], and checks that its repetition is the same.
    pub(crate) fn check_new(&self, form: &mut Form, pointer: &'static str, again: &Self, pointer_again: &'static str) {
        self.check(form, pointer);
        if self.0.expose_secret() != again.0.expose_secret() {
            form.fault(pointer_again, "fields.not_equal");
        }
    }
}
