//! What a visitor's words may mean: each word is a wish that one of several alternatives fulfils.
//!
//! **Invariant:** every alternative has at least one term, and all of its terms stand in the index.

use crate::{
    language::{Language, fold, words},
    synonyms::Synonyms,
    vocabulary::{Correction, Vocabulary},
};

/// Longer queries are cut.
const MAX_WORDS: usize = 12;
/// Most words that an unfinished one is completed to.
const MAX_COMPLETIONS: usize = 12;

/// Terms that must all be there.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Alternative {
    pub(crate) terms: Vec<String>,
    /// 1 for the word itself, less for what is only near it.
    pub(crate) weight: f32,
}

/// A word of the query, or several that mean one thing.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Wish {
    /// As typed.
    pub(crate) words: Vec<String>,
    pub(crate) alternatives: Vec<Alternative>,
    /// The known word that a misspelt one was taken for.
    pub(crate) corrected: Option<String>,
}

/// What a locale's words mean.
pub(crate) struct Meanings<'i> {
    pub(crate) language: Language,
    pub(crate) vocabulary: &'i Vocabulary,
    pub(crate) synonyms: &'i Synonyms,
}

impl Meanings<'_> {
    /// The wishes of a query. `unfinished`: its last word may be the beginning of one.
    pub(crate) fn wishes(&self, query: &str, unfinished: bool) -> Vec<Wish> {
        let typed: Vec<String> = words(query).into_iter().take(MAX_WORDS).collect();
        let telling: Vec<String> = typed
            .iter()
            .filter(|word| !self.language.is_stop_word(word))
            .cloned()
            .collect();
        let mut rest = if telling.is_empty() {
            typed.as_slice()
        } else {
            telling.as_slice()
        };
        let mut wishes = Vec::new();
        while let Some(first) = rest.first() {
            let taken = self.phrase(rest);
            let wish = taken.unwrap_or_else(|| self.word(first, unfinished && rest.len() == 1));
            rest = rest.get(wish.words.len().max(1)..).unwrap_or_default();
            wishes.push(wish);
        }
        wishes
    }

    /// Several words that have synonyms together, or are written as one in the documents (`hang lamp`).
    fn phrase(&self, rest: &[String]) -> Option<Wish> {
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
            let told = alternatives.len() > apart || one_word || apart == 2;
            told.then(|| Wish {
                words: taken.to_vec(),
                alternatives,
                corrected: None,
            })
        })
    }

    fn word(&self, word: &str, unfinished: bool) -> Wish {
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
        // A `nachtkast` is sold as a `nachtkastje`.
        if alternatives.is_empty() {
            let small = self.language.diminutives(word).into_iter();
            alternatives.extend(self.known(small.map(|small| (vec![self.language.term(&small)], 0.85))));
        }
        let completions = match unfinished {
            true => self.vocabulary.completions(word, MAX_COMPLETIONS),
            false => Vec::new(),
        };
        let written = !alternatives.is_empty();
        // What can be completed is not misspelt yet.
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
            // What a compound names is its last part: a `Holztisch` is a table, whether or not its wood is called wood.
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
        let mut wish = Wish {
            words: vec![word.to_owned()],
            alternatives,
            corrected: None,
        };
        // What looks like a compound may be a word with a letter too few.
        let near = if near.is_empty() && wish.alternatives.is_empty() {
            self.nearest(word, 2)
        } else {
            near
        };
        self.take_for(near, &mut wish);
        wish
    }

    /// The words nearest to one that no document has, with at most so many letters changed; fewer for short words.
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

    /// Takes a misspelt word for others.
    fn take_for(&self, near: Vec<Correction>, wish: &mut Wish) {
        wish.corrected = near.first().map(|best| best.word.clone());
        for correction in near {
            let weight = 0.75 / f32::from(correction.distance.max(1));
            wish.alternatives
                .extend(self.known([(vec![correction.term.clone()], weight)]));
            let synonyms = self.synonyms.of(&[correction.term]).iter();
            wish.alternatives
                .extend(self.known(synonyms.map(|other| (other.clone(), weight * 0.8))));
        }
    }

    fn known(&self, alternatives: impl IntoIterator<Item = (Vec<String>, f32)>) -> Vec<Alternative> {
        let all_known = |terms: &Vec<String>| !terms.is_empty() && terms.iter().all(|term| self.vocabulary.knows(term));
        let known = alternatives.into_iter().filter(|(terms, _)| all_known(terms));
        known.map(|(terms, weight)| Alternative { terms, weight }).collect()
    }
}
