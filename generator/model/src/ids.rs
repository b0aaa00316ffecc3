//! Identifiers of the backends, one type each, so that a product id cannot be passed as an entry id.
//!
//! **Invariant:** a Shopware id is 32 lower-case hex digits; every other id is a non-empty opaque string.

use std::{fmt, sync::Arc};

use serde::{Deserialize, Serialize, Serializer};

/// An invalid id, with the reason.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{text:?} is not a {kind}: {reason}")]
pub struct IdError {
    /// What was expected, for the message.
    pub kind: &'static str,
    /// The invalid text, at most 80 characters of it.
    pub text: String,
    /// Why it is invalid.
    pub reason: &'static str,
}

fn check_hex(kind: &'static str, text: &str) -> Result<(), IdError> {
    if text.len() == 32 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
        return Ok(());
    }
    Err(IdError {
        kind,
        text: text.chars().take(80).collect(),
        reason: "it must be 32 lower-case hex digits",
    })
}

fn check_text(kind: &'static str, text: &str) -> Result<(), IdError> {
    if text.is_empty() || text.len() > 200 || text.chars().any(char::is_control) {
        return Err(IdError {
            kind,
            text: text.chars().take(80).collect(),
            reason: "it must have 1 to 200 characters and no control character",
        });
    }
    Ok(())
}

/// R-UI-08.
fn check_tag(kind: &'static str, text: &str) -> Result<(), IdError> {
    let rest = text.strip_prefix("GTM-").or_else(|| text.strip_prefix("G-"));
    let is_tag = rest.is_some_and(|rest| {
        !rest.is_empty() && rest.len() <= 40 && rest.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
    });
    if is_tag {
        return Ok(());
    }
    Err(IdError {
        kind,
        text: text.chars().take(80).collect(),
        reason: "it must be GTM- or G- followed by capitals or digits",
    })
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $kind:literal, $check:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
        #[serde(try_from = "String")]
        pub struct $name(Arc<str>);

        impl $name {
            /// Parses the id; an error if the text is not a valid one.
            pub fn parse(text: &str) -> Result<Self, IdError> {
                $check($kind, text)?;
                Ok(Self(text.into()))
            }

            /// The id as the backend writes it.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// The id as a shared string, without copying the text.
            pub fn shared(&self) -> Arc<str> {
                Arc::clone(&self.0)
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdError;
            fn try_from(text: String) -> Result<Self, IdError> {
                Self::parse(&text)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({})", stringify!($name), self.0)
            }
        }
    };
}

id!(/// A Shopware product: a parent, a variant, or a product without variants.
    ProductId, "product id", check_hex);
id!(/// A Shopware manufacturer, which the shop calls a brand.
    BrandId, "manufacturer id", check_hex);
id!(/// A Shopware category.
    CategoryId, "category id", check_hex);
id!(/// A Shopware property group (colour, material, designer, …).
    PropertyGroupId, "property group id", check_hex);
id!(/// A Shopware property group option (red, oak, …).
    PropertyOptionId, "property option id", check_hex);
id!(/// A Shopware language, the commerce side of a locale.
    LanguageId, "language id", check_hex);
id!(/// A product number as people write it (`LU-100-BL`).
    ProductNumber, "product number", check_text);
id!(/// A Statamic entry; each localization of an entry has its own.
    EntryId, "entry id", check_text);
id!(/// A term of a taxonomy, with its taxonomy (`categories::tafels`); one id in all locales.
    TermId, "term id", check_text);
id!(/// A form's handle (`contact`).
    FormHandle, "form handle", check_text);
id!(/// A Statamic site handle, the content side of a locale.
    SiteHandle, "site handle", check_text);

id!(/// The id of a tag manager's container or of a stream of measurements (`GTM-ABC123`, `G-ABC123`; R-UI-08).
    TagId, "tag manager's id", check_tag);

/// Begin of the ids of entries that are made for categories; no entry of the CMS has it.
const OF_CATEGORY: &str = "shopware::category::";

impl EntryId {
    /// The id of the entry that is made for a category that has none in the CMS: that of a localization, or without one
    /// that of all of them.
    pub fn of_category(category: &CategoryId, locale: Option<&str>) -> Self {
        let locale = locale.map(|locale| format!("::{locale}")).unwrap_or_default();
        Self(format!("{OF_CATEGORY}{category}{locale}").into())
    }

    /// Whether it is such an id.
    pub fn is_of_category(&self) -> bool {
        self.0.starts_with(OF_CATEGORY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_ids_refuse_values_that_shopware_never_sends() {
        assert!(ProductId::parse("4aebf74af34345a7cd7118f4547f8587").is_ok());
        for bad in [
            "",
            "4AEBF74AF34345A7CD7118F4547F8587",
            "4aebf74af34345a7cd7118f4547f858",
            "../../../../etc/passwd0000000000",
        ] {
            assert!(ProductId::parse(bad).is_err(), "{bad:?}");
        }
    }
}
