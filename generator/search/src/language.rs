//! Language-specific text analysis: stemming, diminutives and the linking letters of compounds.

use frostem::{Algorithm, Stemmer};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// The language of an index. Words of an unsupported language are not stemmed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Language {
    algorithm: Option<Algorithm>,
    /// Letters that may link the parts of a compound.
    linking_letters: &'static [&'static str],
}

impl Language {
    /// The language of a locale code (`nl`, `de-AT`).
    pub(crate) fn of(code: &str) -> Self {
        let own = code.split(['-', '_']).next().unwrap_or_default();
        let (algorithm, linking_letters): (_, &[&str]) = match own {
            "nl" => (Some(Algorithm::Dutch), &["", "s", "e", "en", "n"]),
            "de" => (Some(Algorithm::German), &["", "s", "es", "e", "en", "n", "er"]),
            "en" => (Some(Algorithm::English), &[""]),
            "da" => (Some(Algorithm::Danish), &["", "s", "e"]),
            "sv" => (Some(Algorithm::Swedish), &["", "s"]),
            "nb" | "nn" | "no" => (Some(Algorithm::Norwegian), &["", "s", "e"]),
            "fi" => (Some(Algorithm::Finnish), &[""]),
            "fr" => (Some(Algorithm::French), &[]),
            "es" => (Some(Algorithm::Spanish), &[]),
            "it" => (Some(Algorithm::Italian), &[]),
            "pt" => (Some(Algorithm::Portuguese), &[]),
            _ => (None, &[]),
        };
        Self {
            algorithm,
            linking_letters,
        }
    }

    /// Letters that may link two parts of a compound; empty if the language writes compounds as separate words.
    pub(crate) fn linking_letters(self) -> &'static [&'static str] {
        self.linking_letters
    }

    /// The base words of a diminutive: `lampje` → `lamp`, independent of the stemmer.
    pub(crate) fn without_diminutive(self, word: &str) -> Vec<String> {
        if !matches!(self.algorithm, Some(Algorithm::Dutch)) {
            return Vec::new();
        }
        let one = word.strip_suffix('s').unwrap_or(word);
        let bare = ["je", "tje", "etje", "pje"]
            .iter()
            .filter_map(|ending| one.strip_suffix(ending));
        bare.filter(|bare| bare.len() >= 3).map(str::to_owned).collect()
    }

    /// The diminutives of a word: products called `kastje` match the query `kast`.
    pub(crate) fn diminutives(self, word: &str) -> Vec<String> {
        if !matches!(self.algorithm, Some(Algorithm::Dutch)) || word.len() < 3 {
            return Vec::new();
        }
        ["je", "tje", "etje", "pje"]
            .iter()
            .map(|ending| format!("{word}{ending}"))
            .collect()
    }

    fn stem(self, word: &str) -> String {
        let Some(algorithm) = self.algorithm else {
            return word.to_owned();
        };
        let stem = Stemmer::new(algorithm).stem(word);
        // The Dutch stemmer keeps the `-e` of adjectives, but removes the `-en` of nouns.
        if matches!(algorithm, Algorithm::Dutch) && word.ends_with('e') && *stem == *word {
            return Stemmer::new(algorithm).stem(&format!("{word}n")).into_owned();
        }
        stem.into_owned()
    }

    /// The index term of a word: its stem without accents.
    pub(crate) fn term(self, word: &str) -> String {
        // Product numbers and sizes are not stemmed.
        if word.chars().any(|c| c.is_ascii_digit()) {
            return fold(word);
        }
        let stem = self.stem(word);
        let stem = fold(&stem);
        // The Dutch and German stemmers do not handle plurals of loan words (`bureaus`, `sofas`).
        match stem.strip_suffix('s') {
            Some(rest) if rest.len() >= 4 && rest.ends_with(['a', 'e', 'i', 'o', 'u']) => rest.to_owned(),
            _ => stem,
        }
    }
}

/// Elided French and Italian articles before an apostrophe (`l'armoire`, `dell'arte`).
const ELIDED: [&str; 21] = [
    "all", "c", "d", "dall", "dell", "j", "jusqu", "l", "lorsqu", "m", "n", "nell", "puisqu", "qu", "quell", "quest",
    "s", "sull", "t", "un", "anch",
];

/// Splits a text into words, in lower case and NFC. An apostrophe does not split a token (`bureau's`), except after an
/// elided article.
pub(crate) fn words(text: &str) -> Vec<String> {
    let text: String = text
        .nfc()
        .flat_map(char::to_lowercase)
        .filter(|c| *c != '\u{ad}')
        .collect();
    let is_apostrophe = |c: char| matches!(c, '\'' | '’');
    let runs = text.split(|c: char| !c.is_alphanumeric() && !is_apostrophe(c));
    let mut words = Vec::new();
    for run in runs {
        let run = run.trim_matches(is_apostrophe);
        let rest = match run.split_once(is_apostrophe) {
            Some((elided, rest)) if ELIDED.contains(&elided) && rest.chars().nth(1).is_some() => {
                words.push(elided.to_owned());
                rest
            }
            _ => run,
        };
        let word: String = rest.chars().filter(|c| !is_apostrophe(*c)).collect();
        if !word.is_empty() {
            words.push(word);
        }
    }
    words
}

/// Lower case without accents; letters without a base letter are transliterated.
pub(crate) fn fold(word: &str) -> String {
    let mut folded = String::with_capacity(word.len());
    for c in word
        .nfkd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase)
    {
        match c {
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'ø' => folded.push('o'),
            'đ' => folded.push('d'),
            'ł' => folded.push('l'),
            other => folded.push(other),
        }
    }
    folded
}

/// Letters and digits only, so that product numbers match in any spelling.
pub(crate) fn compact(text: &str) -> String {
    fold(text).chars().filter(|c| c.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inflections_share_a_term() {
        let same = |code: &str, forms: &[&str]| {
            let language = Language::of(code);
            let terms: Vec<String> = forms.iter().map(|form| language.term(form)).collect();
            assert!(terms.iter().all(|term| *term == terms[0]), "{forms:?} {terms:?}");
        };
        same("nl", &["stoel", "stoelen"]);
        same("nl", &["bureau", "bureaus"]);
        same("nl", &["eik", "eiken"]);
        same("nl", &["groen", "groene"]);
        same("nl", &["rood", "rode"]);
        same("nl", &["stoel", "stoeltje"]);
        same("nl", &["lamp", "lampen"]);
        same("en", &["chair", "chairs"]);
        same("en", &["table", "tables"]);
        same("de", &["stuhl", "stühle", "stühlen"]);
        same("de", &["tisch", "tische"]);
        same("de", &["leuchte", "leuchten"]);
    }

    #[test]
    fn apostrophes_do_not_split_words() {
        assert_eq!(words("Bureau’s, 2-zits (Él)"), ["bureaus", "2", "zits", "él"]);
        assert_eq!(
            words("'s avonds, foto's en o'clock"),
            ["s", "avonds", "fotos", "en", "oclock"]
        );
        for text in ["l'armoire", "L’Armoire", "‘l'armoire’"] {
            assert_eq!(words(text), ["l", "armoire"], "{text}");
        }
        assert_eq!(
            words("qu'il dell’arte d'hôtel"),
            ["qu", "il", "dell", "arte", "d", "hôtel"]
        );
        assert_eq!(compact("RAVEL-ru/WA 12"), "ravelruwa12");
        assert_eq!(fold("Größe café"), "grosse cafe");
    }
}
