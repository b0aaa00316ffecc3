//! Synonyms and narrower terms of a locale ([`SearchWordsFile`]).

use std::collections::HashMap;

use crate::{
    language::{Language, words},
    search_words::SearchWordsFile,
};

/// The synonyms of a locale by term; multi-word keys are joined by a space.
#[derive(Debug, Default)]
pub(crate) struct Synonyms {
    others: HashMap<String, Vec<Vec<String>>>,
    /// Number of words of the longest key.
    longest: usize,
}

impl Synonyms {
    pub(crate) fn new(file: &SearchWordsFile, language: Language) -> Self {
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

    /// The single-word synonyms of a file.
    pub(crate) fn words(file: &SearchWordsFile) -> Vec<String> {
        let same = file.same.iter().flatten();
        let texts = same.chain(file.covers.keys()).map(|text| words(text));
        texts.filter(|words| words.len() == 1).flatten().collect()
    }

    /// The synonyms of a sequence of terms.
    pub(crate) fn of(&self, terms: &[String]) -> &[Vec<String>] {
        self.others.get(&terms.join(" ")).map(Vec::as_slice).unwrap_or_default()
    }

    pub(crate) fn longest(&self) -> usize {
        self.longest
    }
}
