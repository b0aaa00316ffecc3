//! The words that every sheet uses, in one language, and how it writes lengths and weights.

use std::path::Path;

use indexmap::IndexMap;

use crate::shop::{ShopError, Text};

/// Every word a sheet may say; `words.json` has each of them.
const KEYS: [&str; 80] = [
    "datasheet",
    "assembly",
    "manual",
    "care",
    "certificate",
    "drawing",
    "safety",
    "energy",
    "label",
    "template",
    "designer_for_brand",
    "dimensions",
    "width",
    "depth",
    "length",
    "height",
    "diameter",
    "weight",
    "front",
    "side",
    "top",
    "dimension_drawing",
    "properties",
    "variants",
    "cloths",
    "cloths_note",
    "number",
    "maker_number",
    "care_heading",
    "warnings",
    "parts",
    "quantity",
    "maker",
    "steps",
    "people",
    "minutes",
    "tools",
    "in_the_box",
    "before",
    "after",
    "people_one",
    "people_many",
    "standard",
    "report",
    "holder",
    "tested_sample",
    "results",
    "test",
    "demand",
    "found",
    "verdict",
    "signed",
    "scale_note",
    "print_note",
    "ruler",
    "supplier",
    "model",
    "eprel",
    "fictional",
    "supplier_address",
    "light_kind",
    "light_values",
    "technology",
    "directional",
    "mains",
    "connected",
    "tunable",
    "yes_word",
    "no_word",
    "consumption",
    "class",
    "flux",
    "beam",
    "kelvin",
    "power",
    "standby",
    "rendering",
    "outer",
    "hours",
    "label_shows",
];

/// `words.json` of a shop, checked.
#[derive(Debug, Default)]
pub(super) struct Dictionary(IndexMap<String, Text>);

impl Dictionary {
    /// Takes the file's words.
    pub(super) fn new(path: &Path, words: IndexMap<String, Text>) -> Result<Self, ShopError> {
        if let Some(missing) = KEYS.iter().find(|key| !words.contains_key(**key)) {
            return Err(ShopError::invalid(path, *missing, "this word is missing"));
        }
        match words.keys().find(|key| !KEYS.contains(&key.as_str())) {
            Some(stray) => Err(ShopError::invalid(path, stray.as_str(), "no sheet says this word")),
            None => Ok(Self(words)),
        }
    }

    pub(super) fn in_language<'w>(&'w self, iso: &'w str, system: &'w str) -> Words<'w> {
        Words {
            dictionary: self,
            iso,
            system,
        }
    }
}

/// Words in one language.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words<'w> {
    dictionary: &'w Dictionary,
    /// `nl-NL`.
    pub(super) iso: &'w str,
    system: &'w str,
}

impl<'w> Words<'w> {
    /// A word of [`KEYS`].
    pub(super) fn say(&self, key: &str) -> &'w str {
        debug_assert!(KEYS.contains(&key), "{key} is checked at start");
        self.dictionary.0.get(key).map_or("", |text| self.of(text))
    }

    /// A word with its places filled: `{name}`.
    pub(super) fn fill(&self, key: &str, places: &[(&str, &str)]) -> String {
        filled(self.say(key), places)
    }

    /// A text of the shop in this language.
    pub(super) fn of<'t>(&self, text: &'t Text) -> &'t str {
        text.translated(self.iso, self.system).unwrap_or_default()
    }

    /// All of them.
    pub(super) fn all<'t>(&self, texts: &'t [Text]) -> Vec<&'t str> {
        texts.iter().map(|text| self.of(text)).collect()
    }

    /// `58,5`: at most one decimal, with the language's own sign.
    pub(super) fn number(&self, number: f64) -> String {
        let plain = format!("{number:.1}");
        let plain = plain.strip_suffix(".0").unwrap_or(&plain);
        if self.iso.starts_with("en") {
            plain.to_owned()
        } else {
            plain.replace('.', ",")
        }
    }

    /// `58,5 cm`, with a space that does not break.
    pub(super) fn centimetres(&self, millimetres: f64) -> String {
        format!("{}\u{a0}cm", self.number(millimetres / 10.0))
    }

    /// `58,5 kg`.
    pub(super) fn kilograms(&self, kilograms: f64) -> String {
        format!("{}\u{a0}kg", self.number(kilograms))
    }
}

/// The text with `{name}` replaced.
pub(super) fn filled(text: &str, places: &[(&str, &str)]) -> String {
    places.iter().fold(text.to_owned(), |text, (name, value)| {
        text.replace(&format!("{{{name}}}"), value)
    })
}
