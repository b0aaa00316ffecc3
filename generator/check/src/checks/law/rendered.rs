//! The rules of the law on pages while they are rendered: what a build asks before it publishes a release.
//!
//! **Invariant:** the rules are those of `vitrine check`. Parsing every page would take longer than rendering it, so
//! one search finds the elements that rules read, and each rule sees a small document with its own element. Equal
//! elements are judged once. A page with something that is rare is parsed as a whole.

use std::{
    collections::HashMap,
    hash::BuildHasher,
    sync::{Arc, Mutex, PoisonError},
};

use aho_corasick::packed::Searcher;
use foldhash::fast::FixedState;
use memchr::memmem;
use vitrine_model::{
    diagnostic::Diagnostic,
    record::RecordHash,
    review::{PageReview, Remark, RemarkLevel, RemarkPlace, RenderedLocale, RenderedPage},
};

use super::{company, every_page, footer::Footer, offers, page::Page};
use crate::{
    dom::Dom,
    finding::{Kind, Level, Notes},
};

/// The sources that decide what is found: their hash names the rules.
const SOURCES: [&str; 11] = [
    include_str!("mod.rs"),
    include_str!("company.rs"),
    include_str!("cookies.rs"),
    include_str!("every_page.rs"),
    include_str!("footer.rs"),
    include_str!("offers.rs"),
    include_str!("page.rs"),
    include_str!("rendered.rs"),
    include_str!("words.rs"),
    include_str!("../../dom/mod.rs"),
    include_str!("../../dom/tree.rs"),
];

/// What the search looks for in the HTML.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sign {
    /// A `<footer>`.
    Footer,
    /// An `<s>` or `<del>`.
    Struck,
    /// The class of an energy label.
    Energy,
    /// The manufacturer's address.
    Safety,
    /// The delivery time.
    Delivery,
    /// A product that is sold out.
    SoldOut,
    /// A word on electrical waste.
    Waste,
    /// A statement on dispute resolution in German.
    Disputes,
    /// The start and the end of a `<template>`, whose content is not part of the document.
    Template,
    TemplateEnd,
    /// The end of the page's main part.
    MainEnd,
    /// Something rare: the page is parsed as a whole.
    Rare,
}

/// The texts of the signs as templates print them, in every language. The search is fast if their first four bytes are
/// rare in HTML: so a struck price is found by its end, and no text begins with `class=`.
const SIGNS: [(&str, Sign); 12] = [
    ("</main>", Sign::MainEnd),
    ("<template", Sign::Template),
    ("</template>", Sign::TemplateEnd),
    ("<footer", Sign::Footer),
    ("</s>", Sign::Struck),
    ("</del>", Sign::Struck),
    ("\"energy", Sign::Energy),
    ("\"safety\"", Sign::Safety),
    ("__delivery", Sign::Delivery),
    ("outOfStock\"", Sign::SoldOut),
    ("ec.europa.eu/consumers/odr", Sign::Rare),
    ("webgate.ec.europa.eu/odr", Sign::Rare),
];

/// The words of one language, without their first letter, which may be a capital.
const WORDS: [(&str, &[(&str, Sign)]); 3] = [
    (
        "nl",
        &[
            ("lektrische apparaten", Sign::Waste),
            ("lektrisch afval", Sign::Waste),
            ("ilieuvriendelijk", Sign::Rare),
            ("ILIEUVRIENDELIJK", Sign::Rare),
            ("limaatneutraal", Sign::Rare),
            ("LIMAATNEUTRAAL", Sign::Rare),
            ("o2-neutra", Sign::Rare),
            ("O2-neutra", Sign::Rare),
            ("O2-NEUTRA", Sign::Rare),
            ("uurzaam geproduceerd", Sign::Rare),
            ("UURZAAM GEPRODUCEERD", Sign::Rare),
            ("co-vriendelijk", Sign::Rare),
            ("CO-VRIENDELIJK", Sign::Rare),
        ],
    ),
    (
        "en",
        &[
            ("lectrical waste", Sign::Waste),
            ("co-friendly", Sign::Rare),
            ("CO-FRIENDLY", Sign::Rare),
            ("nvironmentally friendly", Sign::Rare),
            ("NVIRONMENTALLY FRIENDLY", Sign::Rare),
            ("limate neutral", Sign::Rare),
            ("LIMATE NEUTRAL", Sign::Rare),
            ("arbon neutral", Sign::Rare),
            ("ARBON NEUTRAL", Sign::Rare),
            ("ustainably made", Sign::Rare),
            ("USTAINABLY MADE", Sign::Rare),
        ],
    ),
    (
        "de",
        &[
            ("ltgerät", Sign::Waste),
            ("lektroschrott", Sign::Waste),
            ("chlichtungsstelle", Sign::Disputes),
            ("treitbeilegung", Sign::Disputes),
            ("mweltfreundlich", Sign::Rare),
            ("MWELTFREUNDLICH", Sign::Rare),
            ("limaneutral", Sign::Rare),
            ("LIMANEUTRAL", Sign::Rare),
            ("o2-neutra", Sign::Rare),
            ("O2-neutra", Sign::Rare),
            ("O2-NEUTRA", Sign::Rare),
            ("kologisch hergestellt", Sign::Rare),
            ("KOLOGISCH HERGESTELLT", Sign::Rare),
            ("achhaltig hergestellt", Sign::Rare),
            ("ACHHALTIG HERGESTELLT", Sign::Rare),
        ],
    ),
];

/// The search for the signs of one language.
struct Search {
    language: &'static str,
    signs: Vec<Sign>,
    /// `None` on a processor without vector instructions: then every page is parsed.
    searcher: Option<Searcher>,
}

impl Search {
    fn of(language: &'static str, words: &[(&str, Sign)]) -> Self {
        let all = || SIGNS.iter().chain(words);
        Self {
            language,
            signs: all().map(|(_, sign)| *sign).collect(),
            searcher: Searcher::new(all().map(|(text, _)| text)),
        }
    }

    fn all() -> Vec<Self> {
        let words = WORDS.iter().map(|(language, words)| Self::of(language, words));
        words.chain([Self::of("", &[])]).collect()
    }
}

/// Code of the fact that a page says whether the shop takes part in dispute resolution.
const DISPUTES_TOLD: &str = "law-dispute-settlement-told";

/// A rule with the document that it reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Rule {
    Footer { prices: bool },
    Struck,
    Energy,
    Product,
}

/// A rule, a language, whether it is a screen, and two hashes of the document.
type Key = (Rule, String, bool, u64, u64);

/// The review of rendered pages by the law (`docs/law.md`).
pub struct LawReview {
    /// By language; the last one is for other languages.
    searches: Vec<Search>,
    rules: String,
    judged: Mutex<HashMap<Key, Arc<[Remark]>, FixedState>>,
}

impl std::fmt::Debug for LawReview {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LawReview")
            .field("rules", &self.rules)
            .finish_non_exhaustive()
    }
}

impl Default for LawReview {
    fn default() -> Self {
        Self::new()
    }
}

impl LawReview {
    /// A review that has seen no page yet.
    pub fn new() -> Self {
        let rules = RecordHash::of_bytes(SOURCES.concat().as_bytes()).to_hex();
        Self {
            searches: Search::all(),
            rules: rules.get(..16).unwrap_or_default().to_owned(),
            judged: Mutex::default(),
        }
    }

    /// The signs of a page with their indexes; `None` if it has to be parsed as a whole. What stands before `<main>` is
    /// read by one rule alone.
    fn signs(&self, page: &RenderedPage<'_>) -> Option<Vec<(Sign, usize)>> {
        let begin = memmem::find(page.html, b"<main").unwrap_or_default();
        let (before, rest) = page.html.split_at_checked(begin)?;
        if memmem::find(before, b"/odr").is_some() {
            return None;
        }
        let language = language(page.iso);
        let own = self.searches.iter().find(|search| search.language == language);
        let search = own.or(self.searches.last())?;
        let found = search.searcher.as_ref()?.find_iter(rest);
        let signs = found.filter_map(|one| Some((*search.signs.get(one.pattern().as_usize())?, begin + one.start())));
        Some(outside_of_templates(signs))
    }

    /// What one rule says about its document, which is parsed once.
    fn judged(&self, rule: Rule, page: &RenderedPage<'_>, document: &str) -> Arc<[Remark]> {
        let language = language(page.iso);
        let hash = |seed| FixedState::with_seed(seed).hash_one(document);
        let key = (rule, language.to_owned(), page.is_screen, hash(1), hash(2));
        let known = self
            .judged
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&key)
            .cloned();
        if let Some(known) = known {
            return known;
        }
        let dom = Dom::parse(document);
        let part = part(page, document, &dom);
        let mut notes = Notes::default();
        match rule {
            Rule::Footer { .. } => {
                let footer = Footer::of(&part);
                every_page::check_page(&part, &footer, &mut notes);
                company::check_page(&part, &footer, &mut notes);
            }
            Rule::Struck => offers::struck_prices(&part, &mut notes),
            Rule::Energy => offers::arrows(&part, &mut notes),
            Rule::Product => offers::product(&part, &mut notes),
        }
        let remarks: Arc<[Remark]> = remarks(notes).into();
        let mut judged = self.judged.lock().unwrap_or_else(PoisonError::into_inner);
        judged.insert(key, Arc::clone(&remarks));
        remarks
    }

    /// Judges a page by its parts; `None` if it has to be parsed as a whole.
    fn parts(&self, page: &RenderedPage<'_>, signs: &[(Sign, usize)], found: &mut Vec<Remark>) -> Option<()> {
        let html = page.html;
        let at = |wanted: Sign| signs.iter().filter(move |(sign, _)| *sign == wanted).map(|(_, at)| *at);
        let footers = at(Sign::Footer)
            .map(|start| element(html, start))
            .collect::<Option<Vec<_>>>()?;
        let prices = !page.is_screen && memmem::find(html, "€".as_bytes()).is_some();
        let mut add = |rule: Rule, document: &str| found.extend_from_slice(&self.judged(rule, page, document));
        let mark = if prices { "€" } else { "" };
        add(Rule::Footer { prices }, &format!("{mark}{}", footers.concat()));
        let mut seen = Vec::new();
        for end in at(Sign::Struck) {
            let offer = match enclosing(html, end, Around::Offer)? {
                Some(offer) => offer,
                None => element(html, last_start(html.get(..end)?, Around::Struck)?)?,
            };
            if !seen.contains(&offer.as_ptr()) {
                seen.push(offer.as_ptr());
                add(Rule::Struck, offer);
            }
        }
        for class in at(Sign::Energy).filter(|class| is_energy(html, *class)) {
            add(Rule::Energy, element(html, tag_of(html, class)?)?);
        }
        if page.kind == "product" {
            add(Rule::Product, &product(html, signs)?);
        }
        Some(())
    }

    /// The page as a whole, parsed.
    fn whole_page(page: &RenderedPage<'_>, html: &str) -> Vec<Remark> {
        let dom = Dom::parse(html);
        let mut notes = Notes::default();
        super::every_rule(&part(page, html, &dom), &mut notes);
        remarks(notes)
    }
}

impl PageReview for LawReview {
    fn rules(&self) -> &str {
        &self.rules
    }

    fn page(&self, page: &RenderedPage<'_>) -> Vec<Remark> {
        let signs = self.signs(page);
        let has = |wanted: Sign| signs.iter().flatten().any(|(sign, _)| *sign == wanted);
        let mut found = Vec::new();
        let by_parts = signs.as_ref().filter(|_| page.kind != "checkout" && !has(Sign::Rare));
        let told = by_parts.and_then(|signs| self.parts(page, signs, &mut found));
        if told.is_none() {
            found = Self::whole_page(page, &String::from_utf8_lossy(page.html));
        }
        if language(page.iso) == "de" && says_disputes(page.html, signs.as_deref()) {
            found.push(fact(DISPUTES_TOLD));
        }
        found.sort();
        found.dedup();
        found
    }

    fn whole(&self, locales: &[RenderedLocale<'_>], warnings: &[Diagnostic]) -> Vec<(RemarkPlace, Remark)> {
        let silent = locales.iter().enumerate().filter(|(_, locale)| {
            language(locale.iso) == "de" && locale.has_home && !locale.facts.contains(DISPUTES_TOLD)
        });
        let silent = silent.map(|(index, _)| (RemarkPlace::Home(index), remark(&company::DISPUTES, company::NOT_TOLD)));
        let labels = warnings.iter().filter(|warning| warning.code == super::LABEL_MISSING);
        let labels = labels.map(|warning| {
            let place = RemarkPlace::Source(
                format!("{} {}", warning.place.kind, warning.place.id),
                warning.place.edit_url.clone(),
            );
            (place, remark(&super::ENERGY, &warning.message))
        });
        silent.chain(labels).collect()
    }
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

fn says_disputes(html: &[u8], signs: Option<&[(Sign, usize)]>) -> bool {
    match signs {
        Some(signs) => signs.iter().any(|(sign, _)| *sign == Sign::Disputes),
        None => ["chlichtungsstelle", "treitbeilegung"]
            .iter()
            .any(|words| memmem::find(html, words.as_bytes()).is_some()),
    }
}

const ENERGY_CLASS: &str = "\"energy";

/// Whether an attribute's value starts or ends here: `before` stands before the index.
fn follows(html: &[u8], at: usize, before: &str) -> bool {
    html.get(..at).is_some_and(|html| html.ends_with(before.as_bytes()))
}

/// Whether the class of an element starts with the word `energy` here.
fn is_energy(html: &[u8], at: usize) -> bool {
    follows(html, at, "class=") && ends_word(html, at + ENERGY_CLASS.len())
}

/// The document of the rules for products: address, delivery, and what is known of stock, label and waste.
fn product(html: &[u8], signs: &[(Sign, usize)]) -> Option<String> {
    let (_, end) = *signs.iter().find(|(sign, _)| *sign == Sign::MainEnd)?;
    let mut document = "<main>".to_owned();
    let mut electrical = false;
    for (sign, at) in signs.iter().filter(|(_, at)| *at < end) {
        match sign {
            Sign::Safety if follows(html, *at, "<address class=") => {
                document.push_str(element(html, tag_of(html, *at)?)?);
            }
            Sign::Delivery if follows(html, *at, "class=\"product") => {
                document.push_str(element(html, tag_of(html, *at)?)?);
            }
            Sign::SoldOut if follows(html, *at, "data-stock=\"") => {
                document.push_str("<i data-stock=\"outOfStock\"></i>");
            }
            Sign::Energy if is_energy(html, *at) => {
                electrical |= enclosing(html, *at, Around::Panel)?.is_some();
            }
            _ => {}
        }
    }
    if electrical {
        // Without a word that the search knows, the page is parsed: the rule knows more words.
        let (_, at) = signs.iter().find(|(sign, at)| *sign == Sign::Waste && *at < end)?;
        // The search looks for the word without its first letter.
        let words = html.get(at.checked_sub(1)?..)?.get(..WASTE_WORDS)?;
        let words = String::from_utf8_lossy(words).replace(['<', '>', '&'], " ");
        document.push_str(&format!(
            "<div class=\"product__panel\"><p class=\"energy\"></p></div><p>{words}</p>"
        ));
    }
    document.push_str("</main>");
    Some(document)
}

/// Bytes that hold the longest word on electrical waste.
const WASTE_WORDS: usize = 24;

/// What is looked for around an element.
#[derive(Clone, Copy)]
enum Around {
    /// An `<li>` or an element of the class `price`.
    Offer,
    /// An element of the class `product__panel`.
    Panel,
    /// An `<s>` or `<del>`.
    Struck,
}

/// How many elements before an index are looked at to find the one around it.
const TRIED: usize = 24;

/// The nearest element around an index; the outer `None` if the search is too long.
fn enclosing(html: &[u8], at: usize, around: Around) -> Option<Option<&str>> {
    let mut before = at;
    for _ in 0..TRIED {
        let Some(start) = last_start(html.get(..before)?, around) else {
            return Some(None);
        };
        if let Some(whole) = element(html, start)
            && start + whole.len() > at
        {
            return Some(Some(whole));
        }
        before = start;
    }
    None
}

/// The index of the last start tag that is looked for.
fn last_start(html: &[u8], around: Around) -> Option<usize> {
    let mut end = html.len();
    loop {
        let start = memchr::memrchr(b'<', html.get(..end)?)?;
        let tag = html.get(start..end)?;
        if around.is_start(tag) {
            return Some(start);
        }
        end = start;
    }
}

impl Around {
    /// Whether a tag, with the text behind it, starts such an element.
    fn is_start(self, tag: &[u8]) -> bool {
        let name = |name: &str| {
            let rest = tag.get(1..).and_then(|tag| tag.strip_prefix(name.as_bytes()));
            rest.and_then(<[u8]>::first)
                .is_some_and(|next| matches!(next, b' ' | b'>' | b'\n'))
        };
        let class = |word: &str| {
            let found = memmem::find(tag, word.as_bytes());
            found.is_some_and(|at| ends_word(tag, at + word.len()))
        };
        match self {
            Self::Struck => name("s") || name("del"),
            Self::Panel => class("class=\"product__panel"),
            Self::Offer => name("li") || class("class=\"price"),
        }
    }
}

/// The index of the start tag that an index is in.
fn tag_of(html: &[u8], at: usize) -> Option<usize> {
    memchr::memrchr(b'<', html.get(..at)?)
}

/// Whether a class name ends here.
fn ends_word(html: &[u8], at: usize) -> bool {
    matches!(html.get(at), Some(b'"' | b' '))
}

/// The element that starts at an index, with its end tag.
fn element(html: &[u8], start: usize) -> Option<&str> {
    let rest = html.get(start..)?;
    let length = rest
        .iter()
        .skip(1)
        .take_while(|byte| byte.is_ascii_alphanumeric())
        .count();
    let name = std::str::from_utf8(rest.get(1..=length)?)
        .ok()
        .filter(|name| !name.is_empty())?;
    let (open, close) = (format!("<{name}"), format!("</{name}>"));
    for (closed, found) in memmem::find_iter(rest, close.as_bytes()).enumerate() {
        let opened = memmem::find_iter(rest.get(..found)?, open.as_bytes());
        let opened = opened.filter(|at| {
            let next = rest.get(at + open.len());
            next.is_some_and(|next| !next.is_ascii_alphanumeric() && *next != b'-')
        });
        if opened.count() == closed + 1 {
            return std::str::from_utf8(rest.get(..found + close.len())?).ok();
        }
    }
    None
}

fn part<'a>(page: &RenderedPage<'a>, html: &'a str, dom: &'a Dom) -> Page<'a> {
    Page {
        number: 0,
        html,
        dom,
        kind: page.kind,
        is_screen: page.is_screen,
        language: language(page.iso),
    }
}

fn language(iso: &str) -> &str {
    iso.split('-').next().unwrap_or_default()
}

fn remarks(notes: Notes) -> Vec<Remark> {
    let all = notes.0.into_iter();
    all.map(|note| remark(note.kind, &note.message)).collect()
}

fn remark(kind: &Kind, message: &str) -> Remark {
    Remark {
        level: match kind.level {
            Level::Error => RemarkLevel::Error,
            Level::Warning => RemarkLevel::Warning,
            Level::Hint => RemarkLevel::Hint,
        },
        code: kind.code.to_owned(),
        message: message.to_owned(),
        hint: kind.hint.to_owned(),
    }
}

fn fact(code: &str) -> Remark {
    Remark {
        level: RemarkLevel::Fact,
        code: code.to_owned(),
        message: String::new(),
        hint: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_of_a_rule_names_the_rules() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/checks/law");
        for file in std::fs::read_dir(folder).unwrap() {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            assert!(
                SOURCES.contains(&text.as_str()),
                "a file of checks/law is not in SOURCES: {text:.80}"
            );
        }
    }

    #[test]
    fn every_word_of_a_rule_is_a_sign() {
        for (language, words) in WORDS {
            let signs = |wanted: Sign| words.iter().filter(move |(_, sign)| *sign == wanted);
            for claim in offers::GREEN_CLAIMS.of(language).unwrap() {
                let mut capital = (*claim).to_owned();
                let first: String = capital.drain(..claim.chars().next().unwrap().len_utf8()).collect();
                for written in [
                    (*claim).to_owned(),
                    first.to_uppercase() + &capital,
                    claim.to_uppercase(),
                ] {
                    let found = signs(Sign::Rare).any(|(sign, _)| written.contains(sign));
                    assert!(found, "{language} {written}");
                }
            }
            let known = signs(Sign::Waste).filter(|(sign, _)| {
                let all = offers::WASTE.of(language).unwrap();
                all.iter().any(|word| word.contains(sign) && word.len() <= WASTE_WORDS)
            });
            assert_eq!(known.count(), signs(Sign::Waste).count(), "{language}");
        }
    }

    #[test]
    fn elements_end_with_their_own_end_tag() {
        let html = "<ul><li>a<ul><li>b</li></ul><s>1</s></li><li>c</li></ul><link><s>2</s>";
        let (item, bytes) = ("<li>a<ul><li>b</li></ul><s>1</s></li>", html.as_bytes());
        assert_eq!(element(bytes, 4), Some(item));
        let around = |text: &str| enclosing(bytes, html.find(text).unwrap(), Around::Offer);
        assert_eq!(around("</s></li>"), Some(Some(item)));
        assert_eq!(around("2</s>"), Some(None));
        assert_eq!(element(b"<p>x", 0), None);
    }

    #[test]
    fn the_price_around_is_nearer_than_the_item() {
        let html = "<li><div class=\"price\"><p class=\"price__a\"><s>1</s></p></div></li>";
        let around = enclosing(html.as_bytes(), html.find("</s>").unwrap(), Around::Offer);
        let around = around.unwrap().unwrap();
        assert!(
            around.starts_with("<div class=\"price\">") && around.ends_with("</div>"),
            "{around}"
        );
    }
}
