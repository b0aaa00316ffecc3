//! Parses a query into clauses: a clause matches if one of its alternatives does.
//!
//! **Invariant:** every alternative has at least one term, and all of its terms are in the index.

use std::collections::HashSet;

use crate::{
    language::{Language, fold, words},
    synonyms::Synonyms,
    vocabulary::{Correction, Vocabulary},
};

/// Further words are ignored.
const MAX_WORDS: usize = 12;
/// Maximum number of completions of an incomplete word.
const MAX_COMPLETIONS: usize = 12;

/// Terms that must all occur in a document.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Alternative {
    pub(crate) terms: Vec<String>,
    /// 1 for the word itself, less for similar words.
    pub(crate) weight: f32,
}

/// A query clause: one word, or several with a common meaning.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Clause {
    /// The words as typed.
    pub(crate) words: Vec<String>,
    pub(crate) alternatives: Vec<Alternative>,
    /// The spelling correction of the word.
    pub(crate) corrected: Option<String>,
}

/// Parses the queries of a locale.
pub(crate) struct QueryParser<'i> {
    pub(crate) language: Language,
    pub(crate) vocabulary: &'i Vocabulary,
    pub(crate) synonyms: &'i Synonyms,
    pub(crate) stop_words: &'i HashSet<String>,
}

impl QueryParser<'_> {
    /// Splits a query into clauses. `unfinished`: its last word may be incomplete.
    pub(crate) fn parse(&self, query: &str, unfinished: bool) -> Vec<Clause> {
        let typed: Vec<String> = words(query).into_iter().take(MAX_WORDS).collect();
        let meaningful: Vec<String> = typed
            .iter()
            .filter(|word| !self.stop_words.contains(*word))
            .cloned()
            .collect();
        let mut rest = if meaningful.is_empty() {
            typed.as_slice()
        } else {
            meaningful.as_slice()
        };
        let mut clauses = Vec::new();
        while let Some(first) = rest.first() {
            let taken = self.phrase(rest);
            let clause = taken.unwrap_or_else(|| self.word(first, unfinished && rest.len() == 1));
            rest = rest.get(clause.words.len().max(1)..).unwrap_or_default();
            clauses.push(clause);
        }
        clauses
    }

    /// A clause of several words that have common synonyms, or that documents write as one word (`hang lamp`).
    fn phrase(&self, rest: &[String]) -> Option<Clause> {
        let longest = self.synonyms.longest().max(2).min(rest.len());
        (2..=longest).rev().find_map(|count| {
            let taken = rest.get(..count)?;
            let terms: Vec<String> = taken.iter().map(|word| self.language.term(word)).collect();
            let joined = self.language.term(&taken.concat());
            let mut alternatives = self.known(vec![(terms.clone(), 1.0)]);
            alternatives.extend(self.known(vec![(vec![joined.clone()], 0.9)]));
            let apart = alternatives.len();
            let joined = self.synonyms.of(&[joined]).iter();
            let others = self.synonyms.of(&terms).iter().chain(joined);
            alternatives.extend(self.known(others.map(|other| (other.clone(), 0.8))));
            let one_word = apart > 0 && alternatives.first().is_some_and(|first| first.terms.len() == 1);
            let is_phrase = alternatives.len() > apart || one_word || apart == 2;
            is_phrase.then(|| Clause {
                words: taken.to_vec(),
                alternatives,
                corrected: None,
            })
        })
    }

    fn word(&self, word: &str, unfinished: bool) -> Clause {
        let term = self.language.term(word);
        let mut alternatives = self.known([(vec![term.clone()], 1.0)]);
        alternatives.extend(
            self.known(
                self.synonyms
                    .of(std::slice::from_ref(&term))
                    .iter()
                    .map(|other| (other.clone(), 0.8)),
            ),
        );
        for small in self.language.without_diminutive(word) {
            let bare = self.language.term(&small);
            let known = self.known([(vec![bare.clone()], 0.9)]);
            let others = self.known(self.synonyms.of(&[bare]).iter().map(|other| (other.clone(), 0.7)));
            alternatives.extend(
                known
                    .into_iter()
                    .chain(others)
                    .filter(|new| new.terms != [term.clone()]),
            );
        }
        // The query `nachtkast` finds a `nachtkastje`.
        if alternatives.is_empty() {
            let small = self.language.diminutives(word).into_iter();
            alternatives.extend(self.known(small.map(|small| (vec![self.language.term(&small)], 0.85))));
        }
        let completions = match unfinished {
            true => self.vocabulary.completions(word, MAX_COMPLETIONS),
            false => Vec::new(),
        };
        let written = !alternatives.is_empty();
        // A word with completions is not treated as misspelt.
        let near = match written || !completions.is_empty() {
            true => Vec::new(),
            false => self.nearest(word, 1),
        };
        if let Some(parts) = self.vocabulary.parts(word) {
            let whole = parts.heads.iter().cloned().chain([parts.tail.clone()]).collect();
            if parts.whole {
                alternatives.push(Alternative {
                    terms: whole,
                    weight: 0.7,
                });
            }
            // The last part of a compound carries its meaning: a `Holztisch` is a table, even if no document contains
            // `Holz`.
            if !written && near.is_empty() {
                alternatives.push(Alternative {
                    terms: vec![parts.tail],
                    weight: 0.4,
                });
            }
        }
        alternatives.extend(completions.into_iter().map(|(_, term)| Alternative {
            terms: vec![term],
            weight: 0.6,
        }));
        let mut clause = Clause {
            words: vec![word.to_owned()],
            alternatives,
            corrected: None,
        };
        // A word without alternatives may have two typing errors.
        let near = if near.is_empty() && clause.alternatives.is_empty() {
            self.nearest(word, 2)
        } else {
            near
        };
        self.add_corrections(near, &mut clause);
        clause
    }

    /// Words of the documents within a maximum edit distance; the allowed distance is smaller for short words.
    fn nearest(&self, word: &str, most: u8) -> Vec<Correction> {
        let allowed = match fold(word).chars().count() {
            0..=3 => 0,
            4..=6 => 1,
            _ => 2,
        };
        if most > allowed {
            return Vec::new();
        }
        self.vocabulary.corrections(word, most)
    }

    /// Adds the corrections of a misspelt word to its clause.
    fn add_corrections(&self, near: Vec<Correction>, clause: &mut Clause) {
        clause.corrected = near.first().map(|best| best.word.clone());
        for correction in near {
            let weight = 0.75 / f32::from(correction.distance.max(1));
            clause
                .alternatives
                .extend(self.known([(vec![correction.term.clone()], weight)]));
            let synonyms = self.synonyms.of(&[correction.term]).iter();
            clause
                .alternatives
                .extend(self.known(synonyms.map(|other| (other.clone(), weight * 0.8))));
        }
    }

    fn known(&self, alternatives: impl IntoIterator<Item = (Vec<String>, f32)>) -> Vec<Alternative> {
        let all_known =
            |terms: &Vec<String>| !terms.is_empty() && terms.iter().all(|term| self.vocabulary.contains(term));
        let known = alternatives.into_iter().filter(|(terms, _)| all_known(terms));
        known.map(|(terms, weight)| Alternative { terms, weight }).collect()
    }
}
