//! One search of a page's HTML for what the rules of the law read.
//!
//! **Invariant:** the words are those of the rules. A word is found in lower case, in upper case and with capitals at
//! the start of its words; one that is parted by a tag or an entity is not, `vitrine check` finds it.

use aho_corasick::packed::Searcher;
use memchr::memmem;

use super::{
    super::offers,
    pieces::{Piece, Pieces, Text},
    sign::Sign,
};
use crate::{
    statements::{DISPUTE_WORDS, REPRESENTED},
    words::Words,
};

/// The texts of the signs as templates print them, in every language. The search is fast if their first four bytes are
/// rare in HTML: so a struck price is found by its end, and no text begins with `class="product`.
const TEXTS: [(&str, Sign); 16] = [
    ("</main>", Sign::MainEnd),
    ("<template", Sign::Template),
    ("</template>", Sign::TemplateEnd),
    ("<footer", Sign::Footer),
    ("</s>", Sign::Struck),
    ("</del>", Sign::Struck),
    ("\"energy", Sign::Energy),
    ("__panel", Sign::Panel),
    ("\"safety\"", Sign::Safety),
    ("__delivery", Sign::Delivery),
    ("__notice\"", Sign::Notice),
    ("outOfStock\"", Sign::SoldOut),
    ("\"electrical\"", Sign::Electrical),
    ("ec.europa.eu/consumers/odr", Sign::Rare),
    ("webgate.ec.europa.eu/odr", Sign::Rare),
    ("guarantee-notice\"", Sign::Rare),
];

/// A text that is looked for, and what it means if the rest is there too.
struct Pattern {
    text: String,
    means: Vec<Meaning>,
}

struct Meaning {
    /// The whole word in lower case, and the index of the text in it; `None` = the text alone is the sign.
    word: Option<(&'static str, usize)>,
    sign: Sign,
}

/// The searches in pages of one language. The search has at most 32 texts: with more it takes twice the time, so what
/// only the pages of electrical products need is a search of its own.
pub(super) struct Search {
    language: &'static str,
    all: Texts,
    waste: Texts,
}

/// A search for some texts.
struct Texts {
    patterns: Vec<Pattern>,
    /// `None` on a processor without vector instructions: then every page is parsed.
    searcher: Option<Searcher>,
}

impl Search {
    /// The searches of all languages; the last one is for languages without words.
    pub(super) fn all() -> Vec<Self> {
        ["nl", "en", "de", ""].into_iter().map(Self::of).collect()
    }

    fn of(language: &'static str) -> Self {
        let template = |(_, sign): &&(&str, Sign)| matches!(sign, Sign::Template | Sign::TemplateEnd);
        Self {
            language,
            all: Texts::new(TEXTS.iter(), words(language)),
            waste: Texts::new(TEXTS.iter().filter(template), words_on_waste(language)),
        }
    }

    pub(super) fn is_for(&self, language: &str) -> bool {
        self.language == language
    }

    /// The signs of a page with their indexes; `None` if it has to be parsed as a whole. What stands before `<main>` is
    /// read by one rule alone.
    pub(super) fn signs(&self, page: &Pieces<'_>) -> Option<Vec<(Sign, usize)>> {
        let begin = page.first(Text::Main, page.html.len()).unwrap_or_default();
        if page.first(Text::Disputes, begin).is_some() {
            return None;
        }
        let mut signs = Vec::new();
        for piece in page.from(begin)? {
            match piece {
                Piece::Own(html, at) => self.all.find_into(html, at, &mut signs)?,
                Piece::Shared(found, at) => signs.extend(found?.iter().map(|(sign, within)| (*sign, at + within))),
            }
        }
        Some(outside_of_templates(signs.into_iter()))
    }

    /// All signs of a part that several pages show.
    pub(super) fn signs_of_part(&self, html: &[u8]) -> Option<Vec<(Sign, usize)>> {
        let mut signs = Vec::new();
        self.all.find_into(html, 0, &mut signs)?;
        Some(signs)
    }

    /// The first word on electrical waste before an index, outside of templates.
    pub(super) fn waste(&self, html: &[u8], end: usize) -> Option<&'static str> {
        let begin = memmem::find(html, b"<main").unwrap_or_default();
        let mut found = Vec::new();
        self.waste.find_into(html.get(begin..end)?, begin, &mut found)?;
        outside_of_templates(found.into_iter())
            .into_iter()
            .find_map(|(sign, _)| match sign {
                Sign::Waste(word) => Some(word),
                _ => None,
            })
    }
}

impl Texts {
    fn new<'a>(texts: impl Iterator<Item = &'a (&'static str, Sign)>, words: Vec<(&'static str, Sign)>) -> Self {
        let texts = texts.map(|(text, sign)| ((*text).to_owned(), None, *sign));
        let words = words.into_iter().flat_map(|(word, sign)| {
            let (at, letters) = letters_of(word);
            let cases = [letters.to_owned(), letters.to_uppercase()];
            cases.map(|letters| (letters, Some((word, at)), sign))
        });
        let mut patterns: Vec<Pattern> = Vec::new();
        for (text, word, sign) in texts.chain(words) {
            let meaning = Meaning { word, sign };
            match patterns.iter_mut().find(|pattern| pattern.text == text) {
                Some(pattern) => pattern.means.push(meaning),
                None => patterns.push(Pattern {
                    text,
                    means: vec![meaning],
                }),
            }
        }
        Self {
            searcher: Searcher::new(patterns.iter().map(|pattern| &pattern.text)),
            patterns,
        }
    }

    /// Adds the signs in a part of a page that begins at an index.
    fn find_into(&self, part: &[u8], begin: usize, signs: &mut Vec<(Sign, usize)>) -> Option<()> {
        let found = self.searcher.as_ref()?.find_iter(part);
        signs.extend(found.filter_map(|one| {
            let pattern = self.patterns.get(one.pattern().as_usize())?;
            Some((pattern.sign_at(part, one.start())?, begin + one.start()))
        }));
        Some(())
    }
}

impl Pattern {
    /// The sign whose text was found at an index.
    fn sign_at(&self, html: &[u8], found: usize) -> Option<Sign> {
        let meant = self.means.iter().find(|meaning| meaning.is_at(html, found));
        meant.map(|meaning| meaning.sign)
    }
}

impl Meaning {
    fn is_at(&self, html: &[u8], found: usize) -> bool {
        let Some((word, at)) = self.word else { return true };
        let start = found.checked_sub(at);
        let text = start.and_then(|start| html.get(start..start + word.len()));
        text.is_some_and(|text| is_word(text, word))
    }
}

/// Whether a text is a word that is in lower case. Most texts differ in their first byte.
fn is_word(text: &[u8], word: &str) -> bool {
    let first = text.first().zip(word.as_bytes().first());
    let may_be = first.is_some_and(|(of_text, of_word)| !of_text.is_ascii() || of_text.eq_ignore_ascii_case(of_word));
    may_be && String::from_utf8_lossy(text).to_lowercase() == word
}

/// The words on electrical waste in a language.
fn words_on_waste(language: &str) -> Vec<(&'static str, Sign)> {
    let words = offers::WASTE.of(language).unwrap_or_default().iter();
    words.map(|word| (*word, Sign::Waste(word))).collect()
}

/// The other words of the rules in a language.
fn words(language: &str) -> Vec<(&'static str, Sign)> {
    let of = |words: &Words| words.of(language).unwrap_or_default();
    let claims = of(&offers::GREEN_CLAIMS).iter().map(|word| (*word, Sign::Rare));
    let disputes = DISPUTE_WORDS.iter().filter(|_| language == "de");
    let disputes = disputes.map(|word| (*word, Sign::Disputes));
    let represented = of(&REPRESENTED).iter();
    let represented = represented.map(|word| (word.trim_end_matches(':'), Sign::Represented));
    claims.chain(disputes).chain(represented).collect()
}

/// Letters that the names of classes and elements have hundreds of times on a page.
const IN_MARKUP: [&str; 4] = ["prod", "rodu", "oduc", "rect"];

/// Four letters of a word with their index: rare ones, so not of its start, and of its longest part, which stands in one
/// case even where another part has capitals (`CO2-neutraal`).
fn letters_of(word: &str) -> (usize, &str) {
    let parts = word.split(|c: char| !c.is_alphabetic());
    let longest = parts.max_by_key(|part| part.len()).unwrap_or(word);
    let begin = longest.as_ptr().addr() - word.as_ptr().addr();
    let starts: Vec<usize> = longest
        .char_indices()
        .map(|(at, _)| at)
        .chain([longest.len()])
        .collect();
    let four = |from: &[usize]| Some((*from.first()?, longest.get(*from.first()?..*from.last()?)?));
    let mut rare = starts.windows(5).skip(2).filter_map(four);
    let (start, letters) = rare
        .find(|(_, letters)| !IN_MARKUP.contains(letters))
        .unwrap_or((0, longest));
    (begin + start, letters)
}

/// The signs that are not in a `<template>`.
fn outside_of_templates(signs: impl Iterator<Item = (Sign, usize)>) -> Vec<(Sign, usize)> {
    let mut depth = 0_usize;
    let outside = signs.filter(|(sign, _)| {
        match sign {
            Sign::Template => depth += 1,
            Sign::TemplateEnd => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    });
    outside.collect()
}

#[cfg(test)]
mod tests {
    use vitrine_model::review::{PartReview, RenderedPage, SharedPart};

    use super::{super::pieces::PartFacts, *};

    fn signs(search: &Search, html: &str) -> Option<Vec<(Sign, usize)>> {
        let page = RenderedPage {
            html: html.as_bytes(),
            header: None,
            parts: &[],
            kind: "content",
            iso: "",
            is_screen: false,
        };
        search.signs(&Pieces::of(&page))
    }

    fn with_capitals(text: &str) -> String {
        let mut starts = true;
        let one = |c: char| {
            let capital = std::mem::replace(&mut starts, !c.is_alphanumeric());
            if capital {
                c.to_uppercase().collect::<String>()
            } else {
                c.to_string()
            }
        };
        text.chars().map(one).collect()
    }

    #[test]
    fn every_word_of_a_rule_is_found_in_each_case() {
        for language in ["nl", "en", "de"] {
            let search = Search::of(language);
            for (word, sign) in words(language).into_iter().chain(words_on_waste(language)) {
                let (first, rest) = word.split_at(word.chars().next().unwrap().len_utf8());
                let capital = first.to_uppercase() + rest;
                let acronym = word.replace("co2", "CO2");
                for written in [
                    word.to_owned(),
                    word.to_uppercase(),
                    with_capitals(word),
                    capital,
                    acronym,
                ] {
                    let html = format!("<main><p>x{written}s</p></main>");
                    let signs = signs(&search, &html).unwrap();
                    let waste = search.waste(html.as_bytes(), html.len()).map(Sign::Waste);
                    let found = signs.iter().any(|(found, _)| *found == sign);
                    assert!(
                        found || waste == Some(sign),
                        "{language} {written}: {signs:?} {waste:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn no_search_has_more_texts_than_the_fast_one_takes() {
        for search in Search::all() {
            for texts in [&search.all, &search.waste] {
                assert!(
                    texts.patterns.len() <= 32,
                    "{}: {}",
                    search.language,
                    texts.patterns.len()
                );
            }
        }
    }

    #[test]
    fn waste_is_named_in_the_main_part_outside_of_templates() {
        let search = Search::of("nl");
        let html = "<header>afgedankte</header><main><template>elektrisch afval</template></main><p>afgedankte</p>";
        let end = html.find("</main>").unwrap();
        assert_eq!(search.waste(html.as_bytes(), end), None);
        assert_eq!(search.waste(html.as_bytes(), html.len()), Some("afgedankte"));
    }

    #[test]
    fn a_part_of_a_word_and_the_content_of_a_template_are_no_signs() {
        let html = "<main><p>neutraal, klimaat neutraal</p><template><s>1</s>klimaatneutraal</template></main>";
        let signs = signs(&Search::of("nl"), html).unwrap();
        assert_eq!(signs.iter().map(|(sign, _)| *sign).collect::<Vec<_>>(), [Sign::MainEnd]);
    }

    /// Wherever the parts of a page are, what is found in it is the same as without them.
    #[test]
    fn what_is_found_does_not_depend_on_the_parts() {
        let parts = [
            "<header>/o€</header>",
            "<main>",
            "<p>5 €</p>",
            "<s>1</s>",
            "<i>klimaatneutraal</i>",
            "<p>x</p>\n",
        ];
        let ends = ["</main>", "<footer></footer>", "<template><s>2</s></template>"];
        let search = Search::all();
        let search = search.first().unwrap();
        let all: Vec<&str> = parts.iter().chain(&ends).copied().collect();
        let html = all.concat();
        let alone = RenderedPage {
            html: html.as_bytes(),
            header: None,
            parts: &[],
            kind: "content",
            iso: "nl-NL",
            is_screen: false,
        };
        let expected = search.signs(&Pieces::of(&alone)).unwrap();
        assert_eq!(expected.len(), 4, "{expected:?}");
        let reviews: Vec<PartReview> = all
            .iter()
            .map(|part| {
                PartReview(Box::new(PartFacts::of(
                    part.as_bytes(),
                    search.signs_of_part(part.as_bytes()),
                )))
            })
            .collect();
        for chosen in 0_u32..1 << all.len() {
            let mut begin = 0;
            let mut shared = Vec::new();
            for (place, (part, review)) in all.iter().zip(&reviews).enumerate() {
                // Nothing is searched within the part that holds the start of the main part.
                if chosen & (1 << place) != 0 && *part != "<main>" {
                    shared.push(SharedPart {
                        at: begin..begin + part.len(),
                        review,
                    });
                }
                begin += part.len();
            }
            let header = (chosen & 1 != 0).then(|| shared.remove(0));
            let page = RenderedPage {
                header: header.as_ref(),
                parts: &shared,
                ..alone
            };
            let pieces = Pieces::of(&page);
            assert_eq!(search.signs(&pieces).unwrap(), expected, "{chosen:b}");
            for text in [Text::Main, Text::Disputes, Text::Price, Text::NotReturnable] {
                assert_eq!(pieces.holds(text), Pieces::of(&alone).holds(text), "{chosen:b}");
                assert_eq!(
                    pieces.first(text, html.len()),
                    Pieces::of(&alone).first(text, html.len()),
                    "{chosen:b}"
                );
            }
        }
    }
}
