//! Locales: the names of a shop's languages in URLs, in HTML and in both backends (R-I18N-01).
//!
//! **Invariant:** the codes of a [`Locales`] are distinct, and so are the prefixes; the first locale is the default and
//! has no prefix.

use std::{fmt, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::ids::{LanguageId, SiteHandle};

/// The short name of a locale, as in `locales/<code>/` and `<html data-locale>`: `nl`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LocaleCode(Arc<str>);

/// The language tag of a locale, as in `<html lang>` and hreflang: `nl-NL`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LanguageTag(Arc<str>);

macro_rules! text_type {
    ($name:ident) => {
        impl $name {
            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }
        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.into())
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}
text_type!(LocaleCode);
text_type!(LanguageTag);

/// The index of a locale in [`Locales`]; cheap to store with every text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LocaleIndex(pub u8);

/// One locale of the shop, from the configuration.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Locale {
    /// `nl`
    pub code: LocaleCode,
    /// `nl-NL`
    pub iso: LanguageTag,
    /// The language's name in itself: `Nederlands`.
    pub name: String,
    /// Prefix of every path: empty, or `/en`.
    pub prefix: String,
    /// Shopware's language id; `None` until it was looked up by `iso`.
    pub commerce_language: Option<LanguageId>,
    /// Handle of the Statamic site.
    pub content_site: SiteHandle,
}

/// Why a list of locales is invalid.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum LocaleError {
    /// Nothing was configured.
    #[error("no locale is configured: add at least one [[locales]] table with code, iso, name and content_site")]
    None,
    /// The default locale has a prefix, or another one has none.
    #[error(
        "locale {code:?} has prefix {prefix:?}: the first locale has none, every other one has one like \"/{code}\""
    )]
    Prefix {
        /// Code of the locale.
        code: String,
        /// Prefix of the locale.
        prefix: String,
    },
    /// Two locales share a code or prefix.
    #[error("two locales share {what} {value:?}: each needs its own")]
    Twice {
        /// `code` or `prefix`
        what: &'static str,
        /// The shared value.
        value: String,
    },
}

/// The shop's locales in the order of the configuration; the first is the default.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct Locales(Vec<Locale>);

impl Locales {
    /// Validates the list.
    pub fn new(list: Vec<Locale>) -> Result<Self, LocaleError> {
        if list.is_empty() {
            return Err(LocaleError::None);
        }
        for (position, locale) in list.iter().enumerate() {
            let plain = locale.prefix.strip_prefix('/').is_some_and(|p| {
                !p.is_empty()
                    && p.bytes()
                        .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            });
            if (position == 0) != locale.prefix.is_empty() || (position > 0 && !plain) {
                return Err(LocaleError::Prefix {
                    code: locale.code.to_string(),
                    prefix: locale.prefix.clone(),
                });
            }
            let before = list.iter().take(position);
            for earlier in before {
                if earlier.code == locale.code {
                    return Err(LocaleError::Twice {
                        what: "code",
                        value: locale.code.to_string(),
                    });
                }
                if earlier.prefix == locale.prefix {
                    return Err(LocaleError::Twice {
                        what: "prefix",
                        value: locale.prefix.clone(),
                    });
                }
            }
        }
        Ok(Self(list))
    }

    /// The default locale, without a prefix.
    pub fn default_locale(&self) -> &Locale {
        &self.0[0]
    }

    /// Every locale with its index, default first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (LocaleIndex, &Locale)> {
        self.0
            .iter()
            .enumerate()
            .map(|(i, l)| (LocaleIndex(u8::try_from(i).unwrap_or(u8::MAX)), l))
    }

    /// The locale at an index of this list.
    pub fn get(&self, index: LocaleIndex) -> Option<&Locale> {
        self.0.get(usize::from(index.0))
    }

    /// The index of a code; `None` if the shop has no such locale.
    pub fn by_code(&self, code: &str) -> Option<LocaleIndex> {
        self.iter().find(|(_, l)| l.code.as_str() == code).map(|(i, _)| i)
    }

    /// The locale whose prefix a path starts with; otherwise the default one.
    pub fn of_path(&self, path: &str) -> LocaleIndex {
        self.iter()
            .find(|(_, l)| {
                !l.prefix.is_empty()
                    && path
                        .strip_prefix(l.prefix.as_str())
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
            .map_or(LocaleIndex(0), |(i, _)| i)
    }

    /// Number of locales (at least one).
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Sets the commerce language of a locale that was looked up at the backend.
    pub fn set_commerce_language(&mut self, index: LocaleIndex, id: LanguageId) {
        if let Some(locale) = self.0.get_mut(usize::from(index.0)) {
            locale.commerce_language = Some(id);
        }
    }
}

/// One value for each locale; a locale without a value has no translation.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Localized<T>(Vec<Option<T>>);

impl<T> Localized<T> {
    /// No value in any locale.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Sets the value of a locale.
    pub fn set(&mut self, index: LocaleIndex, value: T) {
        let place = usize::from(index.0);
        if self.0.len() <= place {
            self.0.resize_with(place + 1, || None);
        }
        if let Some(slot) = self.0.get_mut(place) {
            *slot = Some(value);
        }
    }

    /// The value of a locale, without fallback.
    pub fn get(&self, index: LocaleIndex) -> Option<&T> {
        self.0.get(usize::from(index.0)).and_then(Option::as_ref)
    }

    /// The locales that have a value, with that value.
    pub fn iter(&self) -> impl Iterator<Item = (LocaleIndex, &T)> {
        self.0
            .iter()
            .enumerate()
            .filter_map(|(i, v)| Some((LocaleIndex(u8::try_from(i).ok()?), v.as_ref()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn locale(code: &str, prefix: &str) -> Locale {
        Locale {
            code: code.into(),
            iso: format!("{code}-XX").as_str().into(),
            name: code.to_owned(),
            prefix: prefix.to_owned(),
            commerce_language: None,
            content_site: SiteHandle::parse(code).unwrap(),
        }
    }

    /// R-I18N-01: the default locale has no prefix, every other locale has one.
    #[test]
    fn r_i18n_01_prefixes_are_checked() {
        assert!(
            Locales::new(vec![
                locale("nl", ""),
                locale("en", "/en"),
                locale("de", "/de"),
                locale("fr", "/fr")
            ])
            .is_ok()
        );
        assert_eq!(Locales::new(vec![]), Err(LocaleError::None));
        assert!(matches!(
            Locales::new(vec![locale("nl", "/nl")]),
            Err(LocaleError::Prefix { .. })
        ));
        assert!(matches!(
            Locales::new(vec![locale("nl", ""), locale("en", "")]),
            Err(LocaleError::Prefix { .. })
        ));
        assert!(matches!(
            Locales::new(vec![locale("nl", ""), locale("en", "/a/b")]),
            Err(LocaleError::Prefix { .. })
        ));
        assert!(matches!(
            Locales::new(vec![locale("nl", ""), locale("nl", "/en")]),
            Err(LocaleError::Twice { .. })
        ));
    }

    #[test]
    fn a_path_belongs_to_the_locale_of_its_prefix() {
        let locales = Locales::new(vec![locale("nl", ""), locale("en", "/en"), locale("de", "/de")]).unwrap();
        for (path, expected) in [
            ("/", 0),
            ("/english", 0),
            ("/en", 1),
            ("/en/cart", 1),
            ("/de/x", 2),
            ("/denhaag", 0),
        ] {
            assert_eq!(locales.of_path(path), LocaleIndex(expected), "{path}");
        }
    }
}
