//! The words of a locale's documents, for splitting compounds and correcting spelling.
//!
//! **Invariant:** every term that it returns is in the index.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use levenshtein_automata::{Distance, LevenshteinAutomatonBuilder};

use crate::language::{Language, fold};

/// Minimum length in bytes of the last part of a compound; shorter ones are more often syllables than words.
const MIN_PART: usize = 4;
/// Minimum length in bytes of the first part, for words such as `eet` and `hal`.
const MIN_HEAD: usize = 3;
/// Maximum number of corrections of a word.
const MAX_CORRECTIONS: usize = 3;

/// A spelling correction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Correction {
    /// The word as written in the documents, without accents.
    pub(crate) word: String,
    pub(crate) term: String,
    /// Number of letters changed, removed, added or transposed.
    pub(crate) distance: u8,
    documents: u32,
}

/// The parts of a compound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Parts {
    /// Terms of all parts but the last, if they are known words.
    pub(crate) heads: Vec<String>,
    /// Whether all parts are known words.
    pub(crate) whole: bool,
    /// The term of the last part, which carries the meaning: an `eettafel` is a `tafel`.
    pub(crate) tail: String,
}

/// The words of all documents.
pub(crate) struct Vocabulary {
    language: Language,
    /// By folded word: its term and the number of documents that contain it.
    words: BTreeMap<String, (String, u32)>,
    terms: HashSet<String>,
    /// Terms that occur in a title, a fact or a property, not only in body text.
    descriptive: HashSet<String>,
    /// Synonyms by folded word, with their terms; documents may not contain them.
    synonyms: BTreeMap<String, String>,
    within: [LevenshteinAutomatonBuilder; 2],
}

impl Vocabulary {
    pub(crate) fn new(language: Language) -> Self {
        Self {
            language,
            words: BTreeMap::new(),
            terms: HashSet::new(),
            descriptive: HashSet::new(),
            synonyms: BTreeMap::new(),
            within: [1, 2].map(|distance| LevenshteinAutomatonBuilder::new(distance, true)),
        }
    }

    /// Adds the words of a document.
    pub(crate) fn add(&mut self, words: &BTreeSet<String>) {
        for word in words {
            let language = self.language;
            let entry = self.words.entry(fold(word)).or_insert_with(|| (language.term(word), 0));
            entry.1 = entry.1.saturating_add(1);
            self.terms.insert(entry.0.clone());
        }
    }

    /// Adds the words of a document's title, facts and properties.
    pub(crate) fn add_descriptive(&mut self, words: &BTreeSet<String>) {
        let terms: Vec<String> = words.iter().map(|word| self.language.term(word)).collect();
        let parts = words.iter().filter_map(|word| self.parts(word));
        let parts: Vec<String> = parts
            .flat_map(|parts| parts.heads.into_iter().chain([parts.tail]))
            .collect();
        self.descriptive.extend(terms.into_iter().chain(parts));
    }

    /// Adds the words of synonyms, so that their spelling is corrected too.
    pub(crate) fn add_synonyms<'w>(&mut self, words: impl IntoIterator<Item = &'w String>) {
        for word in words {
            self.synonyms.insert(fold(word), self.language.term(word));
        }
    }

    /// Whether the term occurs in a title, fact or property.
    pub(crate) fn is_descriptive(&self, term: &str) -> bool {
        self.descriptive.contains(term)
    }

    /// Whether a document contains a form of the word.
    pub(crate) fn contains(&self, term: &str) -> bool {
        self.terms.contains(term)
    }

    /// Splits a compound whose last part is a known word; the longest known last part wins.
    pub(crate) fn parts(&self, word: &str) -> Option<Parts> {
        if self.language.linking_letters().is_empty() {
            return None;
        }
        let word = fold(word);
        let starts = word.char_indices().map(|(at, _)| at).filter(|at| *at >= MIN_HEAD);
        let mut tails = starts.filter(|at| word.len() - at >= MIN_PART);
        tails.find_map(|at| {
            let (head, tail) = word.split_at_checked(at)?;
            let term = self.known(tail)?;
            let heads = self.heads(head);
            // If the language joins parts without a linking letter, fewer words are compounds: both parts must be
            // known.
            (heads.is_some() || self.language.linking_letters().len() > 1).then_some(())?;
            Some(Parts {
                whole: heads.is_some(),
                heads: heads.unwrap_or_default(),
                tail: term,
            })
        })
    }

    /// The terms of the front part of a compound, if it consists of known words.
    fn heads(&self, head: &str) -> Option<Vec<String>> {
        for link in self.language.linking_letters() {
            let Some(bare) = head.strip_suffix(link).filter(|bare| bare.len() >= MIN_HEAD) else {
                continue;
            };
            if let Some(term) = self.known(bare) {
                return Some(vec![term]);
            }
        }
        let inner = self.parts(head).filter(|parts| parts.whole)?;
        Some(inner.heads.into_iter().chain([inner.tail]).collect())
    }

    fn known(&self, word: &str) -> Option<String> {
        let written = self.words.get(word).map(|(term, _)| term.clone());
        written.or_else(|| Some(self.language.term(word)).filter(|term| self.contains(term)))
    }

    /// Words within an edit distance of at most `distance` (1 or 2), nearest and most frequent first.
    pub(crate) fn corrections(&self, word: &str, distance: u8) -> Vec<Correction> {
        let word = fold(word);
        let Some(builder) = self.within.get(usize::from(distance.saturating_sub(1))) else {
            return Vec::new();
        };
        let automaton = builder.build_dfa(&word);
        let mut found: Vec<Correction> = Vec::new();
        let written = self
            .words
            .iter()
            .map(|(word, (term, documents))| (word, term, *documents));
        let meant = self.synonyms.iter().map(|(word, term)| (word, term, 1));
        for (candidate, term, documents) in written.chain(meant) {
            if candidate.len().abs_diff(word.len()) > usize::from(distance) {
                continue;
            }
            let Distance::Exact(letters) = automaton.eval(candidate) else {
                continue;
            };
            if !similar_start(&word, candidate) || found.iter().any(|known| known.word == *candidate) {
                continue;
            }
            found.push(Correction {
                word: candidate.clone(),
                term: term.clone(),
                distance: letters,
                documents,
            });
        }
        // The first letter is rarely misspelt.
        let first = word.chars().next();
        found.sort_by_key(|c| {
            (
                c.distance,
                c.word.chars().next() != first,
                std::cmp::Reverse(c.documents),
            )
        });
        let nearest = found.first().map_or(0, |best| best.distance);
        found.retain(|correction| correction.distance == nearest);
        found.truncate(MAX_CORRECTIONS);
        found
    }

    /// Words that start with `start`, most frequent first.
    pub(crate) fn completions(&self, start: &str, limit: usize) -> Vec<(String, String)> {
        let start = fold(start);
        let from = self.words.range(start.clone()..);
        let mut found: Vec<(&String, &(String, u32))> = from.take_while(|(word, _)| word.starts_with(&start)).collect();
        found.sort_by_key(|(word, (_, documents))| (std::cmp::Reverse(*documents), word.len()));
        let words = found.into_iter().take(limit);
        words.map(|(word, (term, _))| (word.clone(), term.clone())).collect()
    }
}

/// Whether a short word may be a misspelling of `meant`: the first letter is rarely misspelt, and short words have many
/// neighbours.
fn similar_start(typed: &str, meant: &str) -> bool {
    let (mut typed, mut meant) = (typed.chars(), meant.chars());
    let (a, b) = ([typed.next(), typed.next()], [meant.next(), meant.next()]);
    typed.count() > 3 || a[0] == b[0] || (a[0] == b[1] && a[1] == b[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vocabulary(code: &str, words: &[&str]) -> Vocabulary {
        let mut vocabulary = Vocabulary::new(Language::of(code));
        for word in words {
            vocabulary.add(&BTreeSet::from([(*word).to_owned()]));
        }
        vocabulary
    }

    #[test]
    fn compounds_are_split_into_known_parts() {
        let dutch = vocabulary("nl", &["tafel", "eten", "kamer", "stoel", "lampen"]);
        let parts = dutch.parts("keukentafel").expect("parts");
        assert_eq!((parts.tail.as_str(), parts.whole), ("tafel", false));
        let parts = dutch.parts("kamerstoelen").expect("parts");
        assert_eq!(
            (parts.tail.as_str(), parts.heads.as_slice(), parts.whole),
            ("stoel", ["kamer".to_owned()].as_slice(), true)
        );
        assert_eq!(dutch.parts("tafel"), None);
        let german = vocabulary("de", &["tisch", "zimmer", "arbeit", "leuchte"]);
        let parts = german.parts("arbeitszimmerleuchten").expect("parts");
        assert_eq!(parts.heads, ["arbeit", "zimm"].map(str::to_owned));
        assert_eq!(vocabulary("en", &["table"]).parts("worktable"), None);
    }

    #[test]
    fn corrections_are_the_nearest_known_words() {
        let dutch = vocabulary("nl", &["stoel", "stoel", "stoep", "hanglamp"]);
        assert_eq!(dutch.corrections("steol", 1)[0].word, "stoel");
        assert_eq!(dutch.corrections("hanglmap", 1)[0].word, "hanglamp");
        assert_eq!(dutch.corrections("hangalp", 2)[0].word, "hanglamp");
        assert!(dutch.corrections("fiets", 1).is_empty());
    }
}
