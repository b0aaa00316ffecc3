//! Texts of the shop data: one string for all languages, or one for each language. A language that is missing has no
//! translation; `translated` falls back to the system language.

use std::fmt;
use std::sync::Arc;

use indexmap::IndexMap;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::{Map, Value};

/// A text of the shop. Clones share the strings, so that many variants need the memory of one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Text {
    /// The same in all languages.
    Same(Arc<str>),
    /// By ISO code.
    ByLanguage(Arc<IndexMap<String, String>>),
}

impl Text {
    /// The text in exactly this language.
    #[must_use]
    pub fn exact(&self, iso: &str) -> Option<&str> {
        match self {
            Self::Same(text) => Some(text),
            Self::ByLanguage(map) => map.get(iso).map(String::as_str),
        }
    }

    /// Changes the text in each of its languages; the closure receives the ISO code, or an empty string if the text is
    /// the same in all.
    #[must_use]
    pub fn map(&self, mut change: impl FnMut(&str, &str) -> String) -> Self {
        match self {
            Self::Same(text) => Self::Same(change("", text).into()),
            Self::ByLanguage(map) => Self::ByLanguage(Arc::new(
                map.iter().map(|(iso, text)| (iso.clone(), change(iso, text))).collect(),
            )),
        }
    }

    /// The text in each of its languages.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        let (same, by_language) = match self {
            Self::Same(text) => (Some(&**text), None),
            Self::ByLanguage(map) => (None, Some(map.values().map(String::as_str))),
        };
        same.into_iter().chain(by_language.into_iter().flatten())
    }

    /// A copy with another text in one language.
    #[must_use]
    pub fn with(&self, iso: &str, languages: &[String], words: &str) -> Self {
        let texts = languages
            .iter()
            .filter_map(|known| Some((known.clone(), self.exact(known)?.to_owned())));
        let mut texts: IndexMap<String, String> = texts.collect();
        texts.insert(iso.to_owned(), words.to_owned());
        Self::ByLanguage(Arc::new(texts))
    }

    /// The text in this language, otherwise in the system language.
    #[must_use]
    pub fn translated(&self, iso: &str, system: &str) -> Option<&str> {
        self.exact(iso).or_else(|| self.exact(system))
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor;
        impl<'de> Visitor<'de> for TextVisitor {
            type Value = Text;
            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a text or a map from language (\"nl-NL\") to text")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Text, E> {
                Ok(Text::Same(text.into()))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Text, A::Error> {
                let mut texts = IndexMap::new();
                while let Some((language, text)) = map.next_entry::<String, String>()? {
                    texts.insert(language, text);
                }
                Ok(Text::ByLanguage(Arc::new(texts)))
            }
        }
        deserializer.deserialize_any(TextVisitor)
    }
}

/// Custom fields by name, in file order. Clones share the values.
#[derive(Debug, Clone, Default)]
pub struct Fields(Vec<(Arc<str>, Arc<Value>)>);

impl Fields {
    /// The value of a field.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Arc<Value>> {
        self.0.iter().find(|(key, _)| **key == *name).map(|(_, value)| value)
    }

    /// All fields.
    pub fn iter(&self) -> impl Iterator<Item = (&Arc<str>, &Arc<Value>)> {
        self.0.iter().map(|(key, value)| (key, value))
    }
}

impl FromIterator<(Arc<str>, Arc<Value>)> for Fields {
    fn from_iter<I: IntoIterator<Item = (Arc<str>, Arc<Value>)>>(fields: I) -> Self {
        Self(fields.into_iter().collect())
    }
}

impl From<Map<String, Value>> for Fields {
    fn from(map: Map<String, Value>) -> Self {
        map.into_iter()
            .map(|(key, value)| (key.into(), Arc::new(value)))
            .collect()
    }
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Map::deserialize(deserializer).map(Self::from)
    }
}

/// Custom fields in one language: a map whose keys are languages of the shop is translated, other values are unchanged.
/// With `system`, a missing translation is taken from that language; otherwise the field is left out.
#[must_use]
pub fn localise(fields: &Fields, languages: &[String], iso: &str, system: Option<&str>) -> Map<String, Value> {
    let mut result = Map::new();
    for (key, value) in fields.iter() {
        let Some(by_language) = translations(value, languages) else {
            result.insert(key.to_string(), Value::clone(value));
            continue;
        };
        if let Some(value) = by_language.get(iso).or_else(|| by_language.get(system?)) {
            result.insert(key.to_string(), value.clone());
        }
    }
    result
}

fn translations<'v>(value: &'v Value, languages: &[String]) -> Option<&'v Map<String, Value>> {
    value
        .as_object()
        .filter(|map| !map.is_empty() && map.keys().all(|key| languages.contains(key)))
}
