//! A visitor's session at Shopware: the context token, the context and the cart, in our own types (Shopware §3, §7, §8).
//!
//! **Invariant:** a token is never printed, and every answer and failure hands on the token it carried (R-SESS-02).

mod cart;
mod context;
mod from_wire;
mod live;

use std::fmt;

use secrecy::{ExposeSecret, SecretString};
use vitrine_model::ids::{LanguageId, ProductId};

pub use cart::{
    Cart, CartError, CartErrorLevel, CartTax, ChosenOption, Cover, LineItem, LineItemKind, QuantityLimits, Shipping,
};
pub use context::{AccountType, Context, Country, Customer};
pub use live::LiveProduct;

use crate::error::BackendError;

/// Why a text is no context token or line item id. The text itself is not repeated, it may be a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is not a {kind}: it must have {rule}")]
pub struct SessionIdError {
    /// What was expected.
    pub kind: &'static str,
    /// What it must be like.
    pub rule: &'static str,
}

/// The secret that names a session and its cart: 16 to 64 letters and digits (rule 10).
#[derive(Clone)]
pub struct ContextToken(SecretString);

impl ContextToken {
    /// Reads a token of a cookie or of a backend's header.
    pub fn parse(text: &str) -> Result<Self, SessionIdError> {
        if (16..=64).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return Ok(Self(SecretString::from(text)));
        }
        Err(SessionIdError {
            kind: "context token",
            rule: "16 to 64 letters and digits",
        })
    }

    /// The token itself, for the cookie and the header alone.
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }
}

impl PartialEq for ContextToken {
    fn eq(&self, other: &Self) -> bool {
        self.expose() == other.expose()
    }
}

impl Eq for ContextToken {}

impl fmt::Debug for ContextToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ContextToken(hidden)")
    }
}

/// The id of a row of the cart; for products it is the product's id (Shopware §10).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LineItemId(String);

impl LineItemId {
    /// Reads an id: 1 to 200 characters, no control character. (The API asks for 32 hex digits of what comes from a browser.)
    pub fn parse(text: &str) -> Result<Self, SessionIdError> {
        if text.is_empty() || text.len() > 200 || text.chars().any(char::is_control) {
            return Err(SessionIdError {
                kind: "line item id",
                rule: "1 to 200 characters and no control character",
            });
        }
        Ok(Self(text.to_owned()))
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

/// In whose name, and in which language, a call is made.
#[derive(Clone, Debug)]
pub struct SessionCall {
    /// The visitor's token; `None` lets Shopware make one.
    pub token: Option<ContextToken>,
    /// The language of this call's texts.
    pub language: LanguageId,
}

/// An answer with the token it carried.
#[derive(Clone, Debug)]
pub struct Answer<T> {
    /// What was asked for.
    pub value: T,
    /// The token of the response; compare it with the one that was sent (R-SESS-02).
    pub token: Option<ContextToken>,
}

/// A failure with the token it carried, since errors rotate tokens too (Shopware §1.2).
#[derive(Clone, Debug, thiserror::Error)]
#[error("{error}")]
pub struct Failure {
    /// What failed.
    #[source]
    pub error: BackendError,
    /// The token of the response.
    pub token: Option<ContextToken>,
}

impl From<BackendError> for Failure {
    fn from(error: BackendError) -> Self {
        Self { error, token: None }
    }
}

/// Something to put into the cart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NewLineItem {
    /// A product; its line item gets the product's id, so that adding it again adds up.
    Product {
        /// A sellable product.
        product_id: ProductId,
        /// At least 1.
        quantity: u32,
    },
}
