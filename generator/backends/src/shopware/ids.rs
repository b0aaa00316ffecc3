//! Ids of records that a session uses or owns.
//!
//! **Invariant:** a Shopware id is 32 lower-case hex digits, so it needs no escaping in a path; secrets are not
//! printed.

use std::fmt;

use secrecy::{ExposeSecret, SecretString};

/// Why a text is not a valid context token or id. The text is not included, because it may be a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is not a {kind}: it must have {rule}")]
pub struct SessionIdError {
    /// What was expected.
    pub kind: &'static str,
    /// The expected format.
    pub rule: &'static str,
}

macro_rules! hex_id {
    ($(#[$doc:meta])* $name:ident, $kind:literal) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(String);

        impl $name {
            /// Parses an id: 32 lower-case hex digits.
            pub fn parse(text: &str) -> Result<Self, SessionIdError> {
                if text.len() == 32 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
                    return Ok(Self(text.to_owned()));
                }
                Err(SessionIdError {
                    kind: $kind,
                    rule: "32 lower-case hex digits",
                })
            }

            /// The id as Shopware writes it.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

hex_id!(/// A customer, a guest included.
    CustomerId, "customer id");
hex_id!(/// An address of a customer, or of an order.
    AddressId, "address id");
hex_id!(/// A country.
    CountryId, "country id");
hex_id!(/// A state or province of a country.
    CountryStateId, "country state id");
hex_id!(/// A salutation.
    SalutationId, "salutation id");
hex_id!(/// A shipping method.
    ShippingMethodId, "shipping method id");
hex_id!(/// A payment method.
    PaymentMethodId, "payment method id");
hex_id!(/// An order.
    OrderId, "order id");
hex_id!(/// A file of an order.
    OrderDownloadId, "order download id");
hex_id!(/// A document of an order, such as an invoice.
    DocumentId, "document id");

/// The id of a line item in the cart; for products it is the product's id (Shopware §10).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LineItemId(String);

impl LineItemId {
    /// Parses an id: 1 to 200 characters, no control character. (For ids from a browser, the API requires 32 hex
    /// digits.)
    pub fn parse(text: &str) -> Result<Self, SessionIdError> {
        if text.is_empty() || text.len() > 200 || text.chars().any(char::is_control) {
            return Err(SessionIdError {
                kind: "line item id",
                rule: "1 to 200 characters and no control character",
            });
        }
        Ok(Self(text.to_owned()))
    }

    /// A name for a line item with an unreadable id, by its index among its siblings. It must not be sent in a call.
    pub(super) fn at(place: usize) -> Self {
        Self(format!("unread-{place}"))
    }

    /// The id as Shopware writes it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for LineItemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A secret text: comparable, but hidden in debug output.
macro_rules! secret {
    ($(#[$doc:meta])* $name:ident, $kind:literal, $rule:literal, $range:expr, $is:expr) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name(SecretString);

        impl $name {
            #[doc = concat!("Reads it: ", $rule, ".")]
            pub fn parse(text: &str) -> Result<Self, SessionIdError> {
                if $range.contains(&text.len()) && text.bytes().all($is) {
                    return Ok(Self(SecretString::from(text)));
                }
                Err(SessionIdError {
                    kind: $kind,
                    rule: $rule,
                })
            }

            /// The secret text.
            pub fn expose(&self) -> &str {
                self.0.expose_secret()
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.expose() == other.expose()
            }
        }

        impl Eq for $name {}

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(hidden)"))
            }
        }
    };
}

secret!(/// The secret that names a session and its cart, for the cookie and the header alone (rule 10).
    ContextToken, "context token", "16 to 64 letters and digits", (16..=64), |b: u8| b.is_ascii_alphanumeric());

/// Length and alphabet of a token generated here, like Shopware's own.
const TOKEN: usize = 32;
const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

impl ContextToken {
    /// The first token of a session: Shopware accepts any (Shopware §25.5), so none has to come from an answer (rule
    /// 10). Without randomness the process must not continue: a token that can be guessed gives access to a session.
    #[allow(clippy::expect_used, reason = "the operating system's randomness does not fail")]
    pub fn random() -> Self {
        let provider = rustls::crypto::ring::default_provider();
        let mut text = String::with_capacity(TOKEN);
        while text.len() < TOKEN {
            let mut bytes = [0_u8; 2 * TOKEN];
            provider
                .secure_random
                .fill(&mut bytes)
                .expect("the operating system gives random bytes");
            // Six bits per character; values beyond the last one are drawn again, so that all are equally likely.
            let letters = bytes.iter().filter_map(|byte| LETTERS.get(usize::from(byte & 0x3f)));
            text.extend(letters.take(TOKEN - text.len()).map(|letter| char::from(*letter)));
        }
        Self(SecretString::from(text))
    }
}

secret!(/// The secret by which a document is fetched (Shopware §18).
DocumentCode, "document code", "16 to 64 letters, digits, hyphens and underscores", (16..=64), |b: u8| {
    b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')
});
secret!(/// The secret by which a guest comes back to an order, for links alone (Shopware §12.2).
DeepLinkCode, "deep link code", "16 to 64 letters, digits, hyphens and underscores", (16..=64), |b: u8| {
    b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')
});
