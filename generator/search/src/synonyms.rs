//! Words that mean the same, or more, by locale: `server/search/<code>.synonyms.json`, from `locales/<code>/synonyms.json`.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;

use crate::language::{Language, words};

/// The file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SynonymsFile {
    /// Groups of words, each of which finds what the others find.
    #[serde(default)]
    pub same: Vec<Vec<String>>,
    /// A word, and narrower ones that it finds too: `"groen": ["mos", "dennen"]`.
    #[serde(default)]
    pub covers: BTreeMap<String, Vec<String>>,
}

/// The synonyms of a locale, by term; several words are joined by a space.
#[derive(Debug, Default)]
pub(crate) struct Synonyms {
    others: HashMap<String, Vec<Vec<String>>>,
    /// Most words of a key.
    longest: usize,
}

impl Synonyms {
    pub(crate) fn new(file: &SynonymsFile, language: Language) -> Self {
        let terms = |text: &String| -> Vec<String> { words(text).iter().map(|word| language.term(word)).collect() };
        let mut synonyms = Self::default();
        for group in &file.same {
            let group: Vec<Vec<String>> = group.iter().map(terms).collect();
            for (place, one) in group.iter().enumerate() {
                let others = group.iter().enumerate().filter(|(other, _)| *other != place);
                synonyms.add(one, others.map(|(_, terms)| terms.clone()));
            }
        }
        for (word, narrower) in &file.covers {
            synonyms.add(&terms(word), narrower.iter().map(terms));
        }
        synonyms
    }

    fn add(&mut self, key: &[String], others: impl IntoIterator<Item = Vec<String>>) {
        self.longest = self.longest.max(key.len());
        let known = self.others.entry(key.join(" ")).or_default();
        for other in others {
            if !other.is_empty() && !known.contains(&other) {
                known.push(other);
            }
        }
    }

    /// The single words of a file.
    pub(crate) fn words(file: &SynonymsFile) -> Vec<String> {
        let same = file.same.iter().flatten();
        let texts = same.chain(file.covers.keys()).map(|text| words(text));
        texts.filter(|words| words.len() == 1).flatten().collect()
    }

    /// What the terms find besides themselves.
    pub(crate) fn of(&self, terms: &[String]) -> &[Vec<String>] {
        self.others.get(&terms.join(" ")).map(Vec::as_slice).unwrap_or_default()
    }

    pub(crate) fn longest(&self) -> usize {
        self.longest
    }
}
