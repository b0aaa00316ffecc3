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

use foldhash::fast::FixedState;
use memchr::memmem;
use vitrine_model::{
    diagnostic::Diagnostic,
    record::RecordHash,
    review::{PageReview, PartReview, Remark, RemarkLevel, RemarkPlace, RenderedLocale, RenderedPage},
};

mod elements;
mod footers;
mod pieces;
mod product;
mod sign;
mod signs;

use self::{
    elements::{element, offer_around, struck_before, tag_of},
    footers::{About, KnownFooters},
    pieces::{PartFacts, Pieces, Text},
    product::{is_energy, product},
    sign::Sign,
    signs::Search,
};
use super::{company, every_page, footer::Footer, offers, page::Page};
use crate::{
    dom::Dom,
    finding::{Kind, Level, Notes},
    statements::{mentions_disputes, names_representative},
};

/// The sources that decide what is found: their hash names the rules.
const SOURCES: [&str; 18] = [
    include_str!("../mod.rs"),
    include_str!("../company.rs"),
    include_str!("../cookies.rs"),
    include_str!("../every_page.rs"),
    include_str!("../footer.rs"),
    include_str!("../offers.rs"),
    include_str!("../page.rs"),
    include_str!("mod.rs"),
    include_str!("elements.rs"),
    include_str!("footers.rs"),
    include_str!("pieces.rs"),
    include_str!("product.rs"),
    include_str!("sign.rs"),
    include_str!("signs.rs"),
    include_str!("../../../words.rs"),
    include_str!("../../../dom/mod.rs"),
    include_str!("../../../dom/tree.rs"),
    include_str!("../../../statements.rs"),
];

/// Code of the fact that a page says whether the shop takes part in dispute resolution.
const DISPUTES_TOLD: &str = "law-dispute-settlement-told";

/// Code of the fact that a page is an imprint that names who represents the company.
const REPRESENTATIVE_NAMED: &str = "law-representative-named";

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
    known_footers: KnownFooters,
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
            known_footers: KnownFooters::default(),
        }
    }

    fn search(&self, iso: &str) -> Option<&Search> {
        let own = self.searches.iter().find(|search| search.is_for(language(iso)));
        own.or(self.searches.last())
    }

    /// The signs of a page; `None` if it has to be parsed as a whole.
    fn signs(&self, page: &RenderedPage<'_>, pieces: &Pieces<'_>) -> Option<Vec<(Sign, usize)>> {
        self.search(page.iso)?.signs(pieces)
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
        let dom = Dom::parse_without_errors(document);
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
    fn parts(
        &self,
        page: &RenderedPage<'_>,
        (pieces, signs): (&Pieces<'_>, &[(Sign, usize)]),
        found: &mut Vec<Remark>,
    ) -> Option<()> {
        let html = page.html;
        let at = |wanted: Sign| signs.iter().filter(move |(sign, _)| *sign == wanted).map(|(_, at)| *at);
        let prices = !page.is_screen && pieces.holds(Text::Price);
        found.extend_from_slice(&self.footers(page, prices, at(Sign::Footer))?);
        let mut add = |rule: Rule, document: &str| found.extend_from_slice(&self.judged(rule, page, document));
        let mut seen = Vec::new();
        for end in at(Sign::Struck) {
            let offer = match offer_around(html, end)? {
                Some(offer) => offer,
                None => struck_before(html, end)?,
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
            add(Rule::Product, &product(pieces, signs, self.search(page.iso)?)?);
        }
        Some(())
    }

    /// What is said about the footers of a page, which begin at some indexes.
    fn footers(
        &self,
        page: &RenderedPage<'_>,
        prices: bool,
        starts: impl Iterator<Item = usize>,
    ) -> Option<Arc<[Remark]>> {
        let starts: Vec<usize> = starts.collect();
        let about = About {
            language: language(page.iso).to_owned(),
            is_screen: page.is_screen,
            prices,
        };
        let only = match starts.as_slice() {
            [only] => page.html.get(*only..),
            _ => None,
        };
        if let Some(known) = only.and_then(|html| self.known_footers.find(&about, html)) {
            return Some(known);
        }
        let footers = starts.iter().map(|start| element(page.html, *start));
        let footers = footers.collect::<Option<Vec<_>>>()?;
        let mark = if prices { "€" } else { "" };
        // No rule reads which of its links is the page's own, and without that most footers are equal.
        let mut document = mark.to_owned() + &footers.concat();
        if memmem::find(document.as_bytes(), CURRENT.as_bytes()).is_some() {
            document = document.replace(CURRENT, "");
        }
        let remarks = self.judged(Rule::Footer { prices }, page, &document);
        if let [footer] = footers.as_slice() {
            self.known_footers.add(about, footer, Arc::clone(&remarks));
        }
        Some(remarks)
    }

    /// The page as a whole, parsed.
    fn whole_page(page: &RenderedPage<'_>, html: &str) -> Vec<Remark> {
        let dom = Dom::parse_without_errors(html);
        let mut notes = Notes::default();
        super::every_rule(&part(page, html, &dom), &mut notes);
        remarks(notes)
    }
}

impl PageReview for LawReview {
    fn rules(&self) -> &str {
        &self.rules
    }

    fn part(&self, html: &[u8], iso: &str) -> PartReview {
        let signs = self.search(iso).and_then(|search| search.signs_of_part(html));
        PartReview(Box::new(PartFacts::of(html, signs)))
    }

    fn page(&self, page: &RenderedPage<'_>) -> Vec<Remark> {
        let pieces = Pieces::of(page);
        let signs = self.signs(page, &pieces);
        let has = |wanted: Sign| signs.iter().flatten().any(|(sign, _)| *sign == wanted);
        let mut found = Vec::new();
        let by_parts = signs.as_ref().filter(|_| page.kind != "checkout" && !has(Sign::Rare));
        let judged = by_parts.and_then(|signs| self.parts(page, (&pieces, signs), &mut found));
        if judged.is_none() {
            found = Self::whole_page(page, &String::from_utf8_lossy(page.html));
        }
        let told = match &signs {
            Some(_) => has(Sign::Disputes),
            None => language(page.iso) == "de" && mentions_disputes(page.html),
        };
        if told {
            found.push(fact(DISPUTES_TOLD));
        }
        if signs.is_none() || has(Sign::Represented) {
            let dom = Dom::parse_without_errors(&String::from_utf8_lossy(page.html));
            if names_representative(&dom, page.html, language(page.iso)) {
                found.push(fact(REPRESENTATIVE_NAMED));
            }
        }
        found.sort();
        found.dedup();
        found
    }

    fn whole(&self, locales: &[RenderedLocale<'_>], warnings: &[Diagnostic]) -> Vec<(RemarkPlace, Remark)> {
        let silent = locales.iter().enumerate().flat_map(|(index, locale)| {
            let language = language(locale.iso);
            let lacks = |fact: &str| locale.has_home && !locale.facts.contains(fact);
            let disputes = language == "de" && lacks(DISPUTES_TOLD);
            let disputes = disputes.then(|| remark(&company::DISPUTES, company::NOT_TOLD));
            let unnamed = company::unnamed(language).filter(|_| lacks(REPRESENTATIVE_NAMED));
            let unnamed = unnamed.map(|kind| remark(kind, company::NOT_NAMED));
            let both = disputes.into_iter().chain(unnamed);
            both.map(move |remark| (RemarkPlace::Home(index), remark))
        });
        let missing = warnings.iter().filter_map(|warning| {
            let kind = match &*warning.code {
                super::LABEL_MISSING => &super::ENERGY,
                super::LABEL_ELSEWHERE => &super::ENERGY_HOST,
                super::RETURN_COST_MISSING => &super::RETURN_COST,
                super::REASON_MISSING => &offers::EXCLUSION,
                super::LEGAL_TEXT_MISSING => &super::LEGAL_TEXT,
                _ => return None,
            };
            // What a global set lacks in a locale has no page of its own.
            let of_locale = || {
                locales
                    .iter()
                    .position(|l| warning.place.locale.as_deref() == Some(l.code))
            };
            let home = of_locale().filter(|_| warning.place.kind == "global");
            let place = home.map_or_else(
                || {
                    RemarkPlace::Source(
                        format!("{} {}", warning.place.kind, warning.place.id),
                        warning.place.edit_url.clone(),
                    )
                },
                RemarkPlace::Home,
            );
            Some((place, remark(kind, &warning.message)))
        });
        silent.chain(missing).collect()
    }
}

const CURRENT: &str = " aria-current=\"page\"";
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
        for folder in [folder.join("rendered"), folder] {
            let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
            for file in files.filter(|path| path.is_file()) {
                let text = std::fs::read_to_string(&file).unwrap();
                assert!(SOURCES.contains(&text.as_str()), "{} is not in SOURCES", file.display());
            }
        }
    }
}
