//! The gate of a release: the review of its pages as they are rendered, and the things that the live release has and
//! it must not lose.
//!
//! **Invariant:** a page whose bytes and rules are those of the live release keeps its remarks and is not reviewed
//! again. An error that is not accepted keeps the release from being published.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use foldhash::fast::FixedState;
use vitrine_model::{
    diagnostic::Diagnostic,
    locale::{LocaleIndex, Locales},
    record::RecordHash,
    review::{PageReview, ReleaseFinding, Remark, RemarkLevel, RemarkPlace, RenderedLocale, RenderedPage, SharedPart},
};

use crate::{
    output::manifest::{LiveRelease, PageLine, ReviewRecord},
    page::{PlannedPage, Subject},
    plan::PlanIndex,
    templates::{Filled, Slotted},
};

/// What keeps a release from being published.
#[derive(Clone, Debug, Default)]
pub struct Gate {
    /// Reviews the pages; `None` = they are not reviewed.
    pub review: Option<Arc<dyn PageReview>>,
    /// Codes of errors that are published all the same.
    pub accept: Vec<String>,
    /// Findings about the release that are known before its pages are rendered.
    pub found: Vec<Remark>,
    /// What a new release must not lose as a whole.
    pub present: Vec<Present>,
}

/// Something that the shop has: if the live release has it and the new one has none of it, that is an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Present {
    /// Its name in `release.json`: `menu main nl`.
    pub name: String,
    /// How many there are of it.
    pub count: u64,
    /// Code of the error.
    pub code: &'static str,
    /// Code of the locale, if it matters.
    pub locale: Option<String>,
    /// What is missing, as the begin of a sentence: `the menu "main" is empty in nl`.
    pub missing: String,
    /// What to do about it.
    pub hint: String,
}

impl Gate {
    /// What the shop has, by name; without that of which there is none.
    pub(crate) fn counts(&self) -> BTreeMap<String, u64> {
        let some = self.present.iter().filter(|one| one.count > 0);
        some.map(|one| (one.name.clone(), one.count)).collect()
    }

    fn lost(&self, live: Option<&LiveRelease>) -> Vec<(Option<String>, Remark)> {
        let Some(live) = live else { return Vec::new() };
        let gone = self.present.iter().filter(|one| one.count == 0);
        let gone = gone.filter_map(|one| Some((one, live.present.get(&one.name)?)));
        gone.map(|(one, before)| {
            let remark = Remark {
                level: RemarkLevel::Error,
                code: one.code.to_owned(),
                message: format!("{}; the live release has {before}", one.missing),
                hint: one.hint.clone(),
            };
            (one.locale.clone(), remark)
        })
        .collect()
    }
}

/// Reviews the pages of one build.
pub(crate) struct Reviewer<'a> {
    gate: &'a Gate,
    live: Option<&'a LiveRelease>,
    /// The remarks of the live release's pages, by path.
    known: HashMap<&'a str, Vec<&'a Remark>, FixedState>,
    reviewed: AtomicUsize,
}

/// The result of a review.
pub(crate) struct Reviewed {
    /// Sorted.
    pub(crate) findings: Vec<ReleaseFinding>,
    pub(crate) record: Option<ReviewRecord>,
}

impl<'a> Reviewer<'a> {
    pub(crate) fn new(gate: &'a Gate, live: Option<&'a LiveRelease>) -> Self {
        let rules = gate.review.as_deref().map(PageReview::rules);
        let known = live.zip(rules).map(|(live, rules)| live.remarks(rules));
        Self {
            gate,
            live,
            known: known.unwrap_or_default(),
            reviewed: AtomicUsize::new(0),
        }
    }

    /// Number of pages that were reviewed, not taken from the live release.
    pub(crate) fn reviewed(&self) -> usize {
        self.reviewed.load(Ordering::Relaxed)
    }

    /// The remarks about a page of the live release; `None` if other rules made them.
    pub(crate) fn known(&self, page: &PlannedPage) -> Option<Vec<Remark>> {
        if self.gate.review.is_none() {
            return Some(Vec::new());
        }
        let known = self.known.get(page.path.as_str())?;
        Some(known.iter().copied().cloned().collect())
    }

    /// The remarks about a page that was written.
    pub(crate) fn page(
        &self,
        page: &PlannedPage,
        locales: &Locales,
        (filled, header): (&Filled, Option<&Slotted>),
        hash: RecordHash,
    ) -> Vec<Remark> {
        let Some(review) = &self.gate.review else {
            return Vec::new();
        };
        if let Some(known) = self.known.get(page.path.as_str())
            && self.live.and_then(|live| live.hash(&format!("site/{}", page.file))) == Some(hash)
        {
            return known.iter().copied().cloned().collect();
        }
        self.reviewed.fetch_add(1, Ordering::Relaxed);
        let iso = locales.get(page.locale).map_or("", |locale| locale.iso.as_str());
        let html = filled.html.as_slice();
        let header = header.filter(|_| !filled.header.is_empty()).map(|header| SharedPart {
            at: filled.header.clone(),
            review: header.review.get_or_init(|| review.part(header.html.as_bytes(), iso)),
        });
        let parts: Vec<SharedPart<'_>> = fixed_parts(review.as_ref(), filled, iso).collect();
        review.page(&RenderedPage {
            html,
            header: header.as_ref(),
            parts: &parts,
            kind: page.kind,
            iso,
            is_screen: matches!(page.subject, Subject::Screen(_)),
        })
    }

    /// The findings of all pages, whose remarks are in the order of the plan, and what `release.json` keeps of them.
    pub(crate) fn settle(
        &self,
        remarks: &[Vec<Remark>],
        lines: &mut [PageLine],
        plan: &PlanIndex,
        locales: &Locales,
        warnings: &[Diagnostic],
    ) -> Reviewed {
        let mut folded = Folded::default();
        for (page, remarks) in plan.pages().iter().zip(remarks) {
            for remark in remarks.iter().filter(|remark| remark.level != RemarkLevel::Fact) {
                folded.add(Some(page.locale), remark.clone(), Some(page));
            }
        }
        let record = self.gate.review.as_deref().map(|review| {
            for (place, remark) in review.whole(&rendered(plan, locales, remarks), warnings) {
                folded.add_placed(place, &remark, plan, locales);
            }
            record(review.rules(), remarks, lines)
        });
        let found = self.gate.found.iter().map(|remark| (None, remark.clone()));
        for (locale, remark) in self.gate.lost(self.live).into_iter().chain(found) {
            let index = locale.and_then(|code| locales.iter().find(|(_, locale)| locale.code.as_str() == code));
            folded.add(index.map(|(index, _)| index), remark, None);
        }
        Reviewed {
            findings: folded.findings(locales, &self.gate.accept),
            record,
        }
    }
}

/// Shorter parts are searched with what is around them.
const SHORTEST_PART: usize = 512;

/// The parts of a page that other pages show too, each reviewed once.
fn fixed_parts<'a>(
    review: &'a dyn PageReview,
    filled: &'a Filled,
    iso: &'a str,
) -> impl Iterator<Item = SharedPart<'a>> {
    let long = filled.fixed.iter().filter(|(at, _)| at.len() >= SHORTEST_PART);
    long.filter_map(move |(at, part)| {
        let html = filled.html.get(at.clone())?;
        let found = part.slotted.review.get_or_init(|| review.part(html, iso));
        Some(SharedPart {
            at: at.clone(),
            review: found,
        })
    })
}

/// The table of all remarks; each line gets the indexes of its own.
fn record(rules: &str, remarks: &[Vec<Remark>], lines: &mut [PageLine]) -> ReviewRecord {
    let all: BTreeSet<&Remark> = remarks.iter().flatten().collect();
    let table: Vec<&Remark> = all.into_iter().collect();
    for (line, own) in lines.iter_mut().zip(remarks) {
        let places = own.iter().filter_map(|remark| table.binary_search(&remark).ok());
        line.review = places.filter_map(|place| u32::try_from(place).ok()).collect();
    }
    ReviewRecord {
        rules: rules.to_owned(),
        remarks: table.into_iter().cloned().collect(),
    }
}

fn rendered<'a>(plan: &PlanIndex, locales: &'a Locales, remarks: &'a [Vec<Remark>]) -> Vec<RenderedLocale<'a>> {
    let facts = |index: LocaleIndex| {
        let pages = plan.pages().iter().zip(remarks);
        let own = pages.filter(move |(page, _)| page.locale == index);
        let facts = own.flat_map(|(_, remarks)| remarks);
        facts.filter(|remark| remark.level == RemarkLevel::Fact)
    };
    let of = |(index, locale): (LocaleIndex, &'a vitrine_model::locale::Locale)| RenderedLocale {
        code: locale.code.as_str(),
        iso: locale.iso.as_str(),
        has_home: home(plan, locales, index).is_some(),
        facts: facts(index).map(|remark| remark.code.as_str()).collect(),
    };
    locales.iter().map(of).collect()
}

fn home<'p>(plan: &'p PlanIndex, locales: &Locales, index: LocaleIndex) -> Option<&'p PlannedPage> {
    let prefix = &locales.get(index)?.prefix;
    let path = if prefix.is_empty() { "/" } else { prefix.as_str() };
    plan.pages().iter().find(|page| page.path.as_str() == path)
}

/// Equal remarks of a locale, with the pages that have them.
#[derive(Default)]
struct Folded<'p>(BTreeMap<(Option<LocaleIndex>, Remark), Places<'p>>);

/// Where a remark was made.
#[derive(Default)]
struct Places<'p> {
    pages: Vec<&'p PlannedPage>,
    /// What it is about, if that has no page.
    named: Option<Named>,
}

/// What a finding without a page is about.
#[derive(Clone)]
struct Named {
    source: String,
    edit_url: Option<String>,
}

impl<'p> Folded<'p> {
    fn add(&mut self, locale: Option<LocaleIndex>, remark: Remark, page: Option<&'p PlannedPage>) {
        self.0.entry((locale, remark)).or_default().pages.extend(page);
    }

    fn add_placed(&mut self, place: RemarkPlace, remark: &Remark, plan: &'p PlanIndex, locales: &Locales) {
        match place {
            RemarkPlace::Home(index) => {
                let index = LocaleIndex(u8::try_from(index).unwrap_or_default());
                self.add(Some(index), remark.clone(), home(plan, locales, index));
            }
            RemarkPlace::Source(source, edit_url) => {
                let pages = plan.pages().iter();
                let own: Vec<&PlannedPage> = pages.filter(|page| split(&page.source).0 == source).collect();
                if own.is_empty() {
                    let named = Named { source, edit_url };
                    self.0.entry((None, remark.clone())).or_default().named = Some(named);
                    return;
                }
                for page in own {
                    self.add(Some(page.locale), remark.clone(), Some(page));
                }
            }
        }
    }

    fn findings(self, locales: &Locales, accept: &[String]) -> Vec<ReleaseFinding> {
        let all = self.0.into_iter();
        let mut findings: Vec<ReleaseFinding> = all
            .map(|((locale, remark), Places { pages, named })| {
                let first = pages.first().map(|page| split(&page.source));
                ReleaseFinding {
                    severity: remark.level,
                    accepted: accept.contains(&remark.code),
                    code: remark.code,
                    locale: locale.and_then(|index| Some(locales.get(index)?.code.to_string())),
                    page: pages.first().map(|page| page.path.to_string()),
                    source: first
                        .map(|(source, _)| source.to_owned())
                        .or_else(|| Some(named.clone()?.source)),
                    edit_url: first.map_or_else(
                        || named.and_then(|named| named.edit_url),
                        |(_, url)| url.map(str::to_owned),
                    ),
                    message: remark.message,
                    hint: remark.hint,
                    page_count: pages.len(),
                    other_pages: pages.iter().skip(1).map(|page| page.path.to_string()).collect(),
                }
            })
            .collect();
        findings.sort();
        findings
    }
}

/// A page's source without its edit link, and the link.
fn split(source: &str) -> (&str, Option<&str>) {
    match source.rsplit_once(' ') {
        Some((source, url)) if url.starts_with("http") => (source.trim_end(), Some(url)),
        _ => (source, None),
    }
}
