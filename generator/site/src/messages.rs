//! The texts of the interface: catalogues in `locales/<code>/*.json`, and `islands/*.json`, which are passed to the
//! browser unchanged (R-I18N-06).
//!
//! **Invariant:** a missing text or parameter is an error, never an empty string; all language-specific data is in the
//! locale's files, so adding a locale needs no code.
//!
//! A catalogue is an object of full key (`header.menu`) to text with `{name}`, or to an object of texts by CLDR plural
//! category. Other objects nest: their keys are joined by dots. `_plural` at the top level of one file names the
//! language's plural rule; the default is `one-other`.

use std::collections::{BTreeMap, HashMap};

use foldhash::fast::FixedState;
use serde_json::{Map, Value};
use vitrine_model::{format::LocaleFormat, record::RecordHash};

use crate::leftovers::LEFTOVERS;

/// The plural categories of a language and when they apply (CLDR, for integers only, because the shop counts things).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PluralRule {
    /// One form: Japanese, Chinese.
    Other,
    /// `one` for 1: Dutch, English, German.
    #[default]
    OneOther,
    /// `one` for 0 and 1, `many` for whole millions: French.
    OneManyOther,
}

impl PluralRule {
    fn parse(text: &str) -> Option<Self> {
        match text {
            "other" => Some(Self::Other),
            "one-other" => Some(Self::OneOther),
            "one-many-other" => Some(Self::OneManyOther),
            _ => None,
        }
    }

    /// The categories that a plural text must have, exactly.
    pub fn categories(self) -> &'static [&'static str] {
        match self {
            Self::Other => &["other"],
            Self::OneOther => &["one", "other"],
            Self::OneManyOther => &["many", "one", "other"],
        }
    }

    /// The category for a count.
    pub fn select(self, count: i64) -> &'static str {
        match (self, count.unsigned_abs()) {
            (Self::OneOther, 1) | (Self::OneManyOther, 0 | 1) => "one",
            (Self::OneManyOther, n) if n.is_multiple_of(1_000_000) => "many",
            _ => "other",
        }
    }
}

const CATEGORIES: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// Why a text is not available.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// A file is not a valid catalogue.
    #[error("{file} is not a catalogue of texts: {message}")]
    File {
        /// The file.
        file: String,
        /// What is wrong.
        message: String,
    },
    /// The text does not exist.
    #[error("the text {key:?} is missing in locales/{locale}/: add it there, in the file of its kind")]
    Missing {
        /// Key.
        key: String,
        /// Locale code.
        locale: String,
    },
    /// A parameter of the text was not given.
    #[error("the text {key:?} in locales/{locale}/ needs the parameter {parameter:?}, which was not given")]
    Parameter {
        /// Key.
        key: String,
        /// Locale code.
        locale: String,
        /// The parameter.
        parameter: String,
    },
    /// A plural text was requested as a plain one, or the reverse.
    #[error("the text {key:?} in locales/{locale}/ {is}")]
    Kind {
        /// Key.
        key: String,
        /// Locale code.
        locale: String,
        /// `has plural forms: ask for it with plural(…)`
        is: &'static str,
    },
    /// The island has no catalogue.
    #[error("the island {island:?} has no texts: locales/{locale}/islands/{island}.json is missing")]
    Island {
        /// The island.
        island: String,
        /// Locale code.
        locale: String,
    },
}

/// Catalogues in `islands/` that are added to those of several islands, because these share components. Their sources
/// are `islands/src/<part>/`.
const PARTS: &[(&str, &[&str])] = &[
    ("account-overview", &["account-area", "auth"]),
    ("account-orders", &["account-area", "auth"]),
    ("account-order", &["account-area", "auth", "payment"]),
    ("order-outcome", &["payment"]),
    ("account-profile", &["account-area", "address", "auth"]),
    ("auth", &["address"]),
    ("checkout", &["address", "auth"]),
    ("search", &["listing"]),
    ("listing", &["overview", "product-list"]),
    ("store-locator", &["open-now"]),
];

#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    Text(String),
    Parameter(String),
}

/// A text with placeholders for parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text(Vec<Piece>);

impl Text {
    /// Parses `… {name} …`; other braces are plain text.
    pub fn parse(text: &str) -> Self {
        let mut pieces = Vec::new();
        let mut plain = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            plain.push_str(before);
            match after.split_once('}') {
                Some((name, behind)) if is_name(name) => {
                    if !plain.is_empty() {
                        pieces.push(Piece::Text(std::mem::take(&mut plain)));
                    }
                    pieces.push(Piece::Parameter(name.to_owned()));
                    rest = behind;
                }
                _ => {
                    plain.push('{');
                    rest = after;
                }
            }
        }
        plain.push_str(rest);
        if !plain.is_empty() {
            pieces.push(Piece::Text(plain));
        }
        Self(pieces)
    }

    /// The names of its parameters.
    pub fn parameters(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|p| match p {
            Piece::Parameter(name) => Some(name.as_str()),
            Piece::Text(_) => None,
        })
    }

    fn fill(&self, params: &[(&str, &str)]) -> Result<String, String> {
        let mut out = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Parameter(name) => match params.iter().find(|(n, _)| n == name) {
                    Some((_, value)) => out.push_str(value),
                    None => return Err(name.clone()),
                },
            }
        }
        Ok(out)
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// A text, or its plural forms by category.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// A plain text.
    Text(Text),
    /// Forms by category.
    Plural(BTreeMap<String, Text>),
}

impl Message {
    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => Some(Self::Text(Text::parse(text))),
            Value::Object(forms) if is_plural(forms) => Some(Self::Plural(
                forms
                    .iter()
                    .filter_map(|(category, text)| Some((category.clone(), Text::parse(text.as_str()?))))
                    .collect(),
            )),
            _ => None,
        }
    }

    /// The parameters of all forms, each once, sorted.
    pub fn parameters(&self) -> Vec<&str> {
        let mut names: Vec<&str> = match self {
            Self::Text(text) => text.parameters().collect(),
            Self::Plural(forms) => forms.values().flat_map(Text::parameters).collect(),
        };
        names.sort_unstable();
        names.dedup();
        names
    }
}

fn is_plural(forms: &Map<String, Value>) -> bool {
    !forms.is_empty()
        && forms
            .iter()
            .all(|(k, v)| CATEGORIES.contains(&k.as_str()) && v.is_string())
}

/// The texts of one file, by key.
pub type Catalogue = BTreeMap<String, Message>;

/// The texts of one locale.
#[derive(Clone, Debug)]
pub struct Messages {
    locale: String,
    rule: PluralRule,
    texts: Catalogue,
    /// The file of each key, for `check`.
    files: BTreeMap<String, String>,
    islands: BTreeMap<String, (Value, Catalogue)>,
    /// All texts by key, because a page looks up a hundred.
    by_key: HashMap<String, Message, FixedState>,
    errors: Value,
    hash: RecordHash,
}

/// One file of a locale's folder.
#[derive(Clone, Debug)]
pub struct CatalogueFile {
    /// `common.json`, `islands/cart.json`
    pub name: String,
    /// Its content.
    pub text: String,
}

impl Messages {
    /// Parses a locale's files. `format.json` and `routes.json` are not catalogues and must not be included.
    pub fn read(locale: &str, files: &[CatalogueFile]) -> Result<Self, MessageError> {
        let mut messages = Self {
            locale: locale.to_owned(),
            rule: PluralRule::default(),
            texts: BTreeMap::new(),
            files: BTreeMap::new(),
            islands: BTreeMap::new(),
            by_key: HashMap::default(),
            errors: Value::Object(Map::new()),
            hash: RecordHash::of(&()),
        };
        let mut sorted: Vec<&CatalogueFile> = files.iter().collect();
        sorted.sort_by(|a, b| a.name.cmp(&b.name));
        for file in &sorted {
            messages.add(file)?;
        }
        messages.share();
        let content: Vec<(&str, &str)> = sorted.iter().map(|f| (f.name.as_str(), f.text.as_str())).collect();
        messages.hash = RecordHash::of(&content);
        let of_islands = messages.islands.values().rev().flat_map(|(_, texts)| texts);
        // Later ones win: the shop's own texts over those of islands.
        let all = of_islands.chain(&messages.texts);
        messages.by_key = all.map(|(key, message)| (key.clone(), message.clone())).collect();
        Ok(messages)
    }

    fn add(&mut self, file: &CatalogueFile) -> Result<(), MessageError> {
        let place = format!("locales/{}/{}", self.locale, file.name);
        let refuse = |message: String| MessageError::File {
            file: place.clone(),
            message,
        };
        let mut value: Map<String, Value> = serde_json::from_str(&file.text).map_err(|e| refuse(e.to_string()))?;
        if let Some(rule) = value.shift_remove("_plural") {
            self.rule = rule.as_str().and_then(PluralRule::parse).ok_or_else(|| {
                refuse(format!(
                    "_plural is {rule}: it must be \"other\", \"one-other\" or \"one-many-other\""
                ))
            })?;
        }
        if let Some((text, what)) = LEFTOVERS.iter().find(|(text, _)| file.text.contains(text)) {
            return Err(refuse(format!(
                "it holds {text:?}, {what}: a parameter stands in single braces"
            )));
        }
        let mut flat = Map::new();
        flatten("", value, &mut flat).map_err(refuse)?;
        let catalogue: Catalogue = flat
            .iter()
            .filter_map(|(key, value)| Some((key.clone(), Message::read(value)?)))
            .collect();
        if let Some(island) = file.name.strip_prefix("islands/").and_then(|n| n.strip_suffix(".json")) {
            self.islands.insert(island.to_owned(), (Value::Object(flat), catalogue));
            return Ok(());
        }
        for (key, message) in catalogue {
            if let Some(before) = self.files.insert(key.clone(), file.name.clone()) {
                return Err(refuse(format!(
                    "the text {key:?} stands in {before} too: keep one of them"
                )));
            }
            self.texts.insert(key, message);
        }
        if let ("errors.json" | "mails.json", Value::Object(known)) = (file.name.as_str(), &mut self.errors) {
            known.extend(flat);
        }
        Ok(())
    }

    /// Adds shared catalogues to the islands that use them.
    fn share(&mut self) {
        for (island, parts) in PARTS {
            for part in *parts {
                let Some((Value::Object(texts), _)) = self.islands.get(*part).cloned() else {
                    continue;
                };
                if let Some((Value::Object(own), _)) = self.islands.get_mut(*island) {
                    own.extend(texts);
                }
            }
        }
    }

    /// Locale code.
    pub fn locale(&self) -> &str {
        &self.locale
    }

    /// The language's plural rule.
    pub fn plural_rule(&self) -> PluralRule {
        self.rule
    }

    /// Whether a text exists, including texts of islands.
    pub fn knows(&self, key: &str) -> bool {
        self.find(key).is_ok()
    }

    /// All texts except those of islands.
    pub fn texts(&self) -> &Catalogue {
        &self.texts
    }

    /// The file of a key.
    pub fn file_of(&self, key: &str) -> Option<&str> {
        self.files.get(key).map(String::as_str)
    }

    /// The islands with their texts.
    pub fn islands(&self) -> impl Iterator<Item = (&str, &Catalogue)> {
        self.islands.iter().map(|(name, (_, texts))| (name.as_str(), texts))
    }

    /// The catalogue of an island as passed to the browser.
    pub fn island(&self, island: &str) -> Result<&Value, MessageError> {
        self.islands
            .get(island)
            .map(|(value, _)| value)
            .ok_or_else(|| MessageError::Island {
                island: island.to_owned(),
                locale: self.locale.clone(),
            })
    }

    /// `errors.json` and `mails.json`, as passed to the API.
    pub fn errors(&self) -> &Value {
        &self.errors
    }

    /// The hash of all files.
    pub fn hash(&self) -> RecordHash {
        self.hash
    }

    /// Finds a text. Pages can also use texts of islands, where both show the same, such as a price.
    fn find(&self, key: &str) -> Result<&Message, MessageError> {
        self.by_key.get(key).ok_or_else(|| MessageError::Missing {
            key: key.to_owned(),
            locale: self.locale.clone(),
        })
    }

    fn wrong_kind(&self, key: &str, is: &'static str) -> MessageError {
        MessageError::Kind {
            key: key.to_owned(),
            locale: self.locale.clone(),
            is,
        }
    }

    fn filled(&self, key: &str, text: &Text, params: &[(&str, &str)]) -> Result<String, MessageError> {
        text.fill(params).map_err(|parameter| MessageError::Parameter {
            key: key.to_owned(),
            locale: self.locale.clone(),
            parameter,
        })
    }

    /// A text with its parameters filled in.
    pub fn text(&self, key: &str, params: &[(&str, &str)]) -> Result<String, MessageError> {
        match self.find(key)? {
            Message::Text(text) => self.filled(key, text, params),
            Message::Plural(_) => Err(self.wrong_kind(key, "has plural forms: ask for it with plural(…)")),
        }
    }

    /// The form for a count, with `{count}` formatted in the locale.
    pub fn plural(
        &self,
        key: &str,
        count: i64,
        params: &[(&str, &str)],
        format: &LocaleFormat,
    ) -> Result<String, MessageError> {
        let Message::Plural(forms) = self.find(key)? else {
            return Err(self.wrong_kind(key, "has no plural forms: ask for it with t(…)"));
        };
        let category = self.rule.select(count);
        let text = forms
            .get(category)
            .ok_or_else(|| self.wrong_kind(key, "lacks a plural form of its language"))?;
        let number = format.integer(count);
        let mut all = vec![("count", number.as_str())];
        all.extend_from_slice(params);
        self.filled(key, text, &all)
    }
}

pub(crate) fn flatten(prefix: &str, value: Map<String, Value>, out: &mut Map<String, Value>) -> Result<(), String> {
    for (key, value) in value {
        let full = if prefix.is_empty() {
            key
        } else {
            format!("{prefix}.{key}")
        };
        match value {
            Value::Object(inner) if !is_plural(&inner) => flatten(&full, inner, out)?,
            Value::String(_) | Value::Object(_) => {
                if out.contains_key(&full) {
                    return Err(format!("the text {full:?} stands twice: keep one of them"));
                }
                out.insert(full, value);
            }
            other => return Err(format!("{full:?} is {other}: a text is a string or plural forms")),
        }
    }
    Ok(())
}
