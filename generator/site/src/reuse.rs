//! The pages of the live release that are up to date, which a build takes over instead of rendering them.
//!
//! **Invariant:** a page is taken over only if its base and the answers to all its questions are those that it was
//! rendered with, and its files are those that were written. Whatever cannot be read is rendered.

use std::{borrow::Cow, collections::HashMap, ops::Range, sync::Arc};

use cap_std::fs::Dir;
use foldhash::fast::FixedState;
use rayon::prelude::*;
use vitrine_model::{
    diagnostic::Diagnostic,
    locale::{LocaleIndex, Locales},
    record::RecordHash,
    review::Remark,
};

use crate::{
    error::Reason,
    output::{
        dist::Dist,
        file_record::FileRecord,
        kept::LastRelease,
        manifest::{LiveRelease, PageLine, SharedInputs},
        page_records::{self, PageRecord, PageRecords, place},
        search_file::{EarlierIndex, LiveIndex, SearchLine},
        staging::Staging,
    },
    page::PlannedPage,
    query::Asked,
    render::Written,
    review::Reviewer,
    templates::Filled,
};

const UNREADABLE: &str = "the records of the live release cannot be read";

/// The live release with the records of its pages.
pub(crate) struct Earlier<'a> {
    live: &'a LiveRelease,
    folder: Dir,
    records: Cow<'a, PageRecords>,
    /// Index of each page's record, by file.
    places: HashMap<String, usize, FixedState>,
    /// The search index of each locale, and where the line of each page is in it.
    search: Vec<EarlierIndex>,
    /// Whether each of them can be read.
    has_search: Vec<bool>,
    lines: Vec<Range<usize>>,
}

impl<'a> Earlier<'a> {
    /// Opens the live release; an error says why its pages cannot be taken over.
    pub(crate) fn open(dist: &Dist, live: Option<&'a LiveRelease>, locales: &Locales) -> Result<Self, &'static str> {
        let live = live.ok_or("there is no live release that can be read")?;
        if !live.is_of_this_build() {
            return Err("another version of vitrine, or one with another format, built the live release");
        }
        let folder = dist.root.open_dir("current").map_err(|_| UNREADABLE)?;
        let records = live.bytes(&folder, page_records::FILE);
        let records = records.and_then(|bytes| PageRecords::parse(&bytes).ok());
        let search = indexes(locales);
        // What cannot be read is rendered, which has to be known before the pages are.
        for index in &search {
            index.bytes(&folder, live);
        }
        Ok(Self::of(live, folder, Cow::Owned(records.ok_or(UNREADABLE)?), search))
    }

    /// The same of the release that this process made.
    pub(crate) fn of_last(dist: &Dist, last: &'a LastRelease, locales: &Locales) -> Result<Self, &'static str> {
        let folder = dist.root.open_dir("current").map_err(|_| UNREADABLE)?;
        Ok(Self::of(
            &last.live,
            folder,
            Cow::Borrowed(&last.records),
            indexes(locales),
        ))
    }

    fn of(live: &'a LiveRelease, folder: Dir, records: Cow<'a, PageRecords>, search: Vec<EarlierIndex>) -> Self {
        let places = records.pages.iter().zip(0..);
        Self {
            has_search: search.iter().map(|index| index.is_usable(&folder, live)).collect(),
            places: places.map(|(page, at)| (page.file.clone(), at)).collect(),
            lines: lines(&records.pages, search.len()),
            live,
            folder,
            records,
            search,
        }
    }

    /// Asks all questions again.
    pub(crate) fn compare(self, asked: &Asked<'_>, bases: &[RecordHash]) -> Reusable<'a> {
        let records = &self.records;
        let base_holds: Vec<bool> = records.bases.iter().zip(bases).map(|(old, new)| old == new).collect();
        let has_some = base_holds.contains(&true);
        let notes = records.notes.par_iter().with_min_len(256);
        let note_holds: Vec<bool> = notes
            .map(|note| has_some && note.query.hash(asked) == note.hash)
            .collect();
        let part_holds = records.parts.iter().map(|part| all_hold(&part.notes, &note_holds));
        Reusable {
            part_holds: part_holds.collect(),
            earlier: self,
            note_holds,
            base_holds,
        }
    }
}

fn indexes(locales: &Locales) -> Vec<EarlierIndex> {
    let codes = locales.iter().map(|(_, locale)| locale.code.as_str());
    codes.map(EarlierIndex::of).collect()
}

/// Where the search line of each page is in the file of its locale.
fn lines(pages: &[PageRecord], locales: usize) -> Vec<Range<usize>> {
    let mut ends = vec![0; locales.max(256)];
    let line = |page: &PageRecord| {
        let end = ends.get_mut(usize::from(page.locale));
        end.map_or(0..0, |end| {
            let begin = *end;
            *end += place(page.search_length);
            begin..*end
        })
    };
    pages.iter().map(line).collect()
}

fn all_hold(numbers: &[u32], holds: &[bool]) -> bool {
    numbers.iter().all(|number| holds.get(place(*number)) == Some(&true))
}

/// The live release, compared with the state that is built.
pub(crate) struct Reusable<'a> {
    earlier: Earlier<'a>,
    note_holds: Vec<bool>,
    part_holds: Vec<bool>,
    /// By locale.
    base_holds: Vec<bool>,
}

impl Reusable<'_> {
    fn record(&self, page: &PlannedPage) -> Option<(usize, &PageRecord)> {
        let at = *self.earlier.places.get(&page.file)?;
        Some((at, self.earlier.records.pages.get(at)?))
    }

    fn base_holds(&self, page: &PlannedPage) -> bool {
        self.base_holds.get(usize::from(page.locale.0)) == Some(&true)
    }

    fn is_up_to_date(&self, page: &PlannedPage, record: &PageRecord) -> bool {
        record.locale == page.locale.0
            && self.base_holds(page)
            && record.source == page.source
            && all_hold(&record.notes, &self.note_holds)
            && all_hold(&record.parts, &self.part_holds)
    }

    /// The records of the live release.
    pub(crate) fn records(&self) -> &PageRecords {
        &self.earlier.records
    }

    /// The search index of a locale in the live release.
    pub(crate) fn index(&self, locale: LocaleIndex) -> Option<LiveIndex<'_>> {
        let Earlier { folder, live, .. } = &self.earlier;
        let index = self.earlier.search.get(usize::from(locale.0))?;
        Some(LiveIndex { index, folder, live })
    }

    /// Takes a page over; `None` = it has to be rendered.
    pub(crate) fn take(
        &self,
        page: &PlannedPage,
        (staging, reviewer): (&Staging<'_>, &Reviewer<'_>),
        locales: &Locales,
    ) -> Result<Option<Written>, Reason> {
        let Some((at, record)) = self.record(page).filter(|(_, record)| self.is_up_to_date(page, record)) else {
            return Ok(None);
        };
        let Some(search) = self.search_line(at, record) else {
            return Ok(None);
        };
        let html = format!("site/{}", page.file);
        let markdown = record
            .has_markdown
            .then(|| format!("site/{}", page.path.markdown_file()));
        let files: Option<Vec<(&Arc<str>, &FileRecord)>> = std::iter::once(&html)
            .chain(&markdown)
            .map(|file| self.earlier.live.file(file))
            .collect();
        let Some(files) = files.filter(|files| self.are_as_written(files)) else {
            return Ok(None);
        };
        let Some(remarks) = self.remarks(page, files.first().copied(), reviewer, locales) else {
            return Ok(None);
        };
        for (file, about) in files {
            staging
                .take_over(&self.earlier.folder, file, about)
                .map_err(|error| error.to_string())?;
        }
        Ok(Some(Written {
            line: PageLine::of(page, record.fingerprint),
            record: record.clone(),
            found: self.findings(record),
            search,
            remarks,
            is_reused: true,
        }))
    }

    fn are_as_written(&self, files: &[(&Arc<str>, &FileRecord)]) -> bool {
        files
            .iter()
            .all(|(file, about)| about.is_at(&self.earlier.folder, file))
    }

    /// The line of the search index, if the page has one; `None` = it cannot be read.
    fn search_line(&self, at: usize, record: &PageRecord) -> Option<Option<SearchLine>> {
        if record.search_length == 0 {
            return Some(None);
        }
        let range = self.earlier.lines.get(at)?.clone();
        let index = self.earlier.search.get(usize::from(record.locale))?;
        let is_usable = self.earlier.has_search.get(usize::from(record.locale)) == Some(&true);
        let is_readable = is_usable && range.end <= index.length(self.earlier.live);
        is_readable.then_some(Some(SearchLine::Taken(range)))
    }

    /// The remarks about a page; by other rules than before, it is reviewed again.
    fn remarks(
        &self,
        page: &PlannedPage,
        html: Option<(&Arc<str>, &FileRecord)>,
        reviewer: &Reviewer<'_>,
        locales: &Locales,
    ) -> Option<Vec<Remark>> {
        if let Some(known) = reviewer.known(page) {
            return Some(known);
        }
        let (file, _) = html?;
        let html = self.earlier.folder.read(&**file).ok()?;
        let hash = RecordHash::of_bytes(&html);
        let filled = Filled {
            html,
            ..Filled::default()
        };
        Some(reviewer.page(page, locales, (&filled, None), hash))
    }

    fn findings(&self, record: &PageRecord) -> Vec<Diagnostic> {
        let all = &self.earlier.records.findings;
        let own = record.findings.iter().filter_map(|found| all.get(place(*found)));
        own.cloned().collect()
    }

    /// Why a page is rendered, as words; none if it is taken over.
    pub(crate) fn reasons(&self, page: &PlannedPage, code: &str, shared: &SharedInputs) -> Vec<String> {
        let Some((_, record)) = self.record(page) else {
            return vec!["the live release does not have it".to_owned()];
        };
        if !self.base_holds(page) {
            // All pages of the language are rendered, whatever else differs.
            return shared.differences(self.earlier.live.shared.as_ref(), code);
        }
        let mut reasons: Vec<String> = self.differing(record).collect();
        if record.source != page.source {
            reasons.push("what it is made from has another name".to_owned());
        }
        reasons.sort();
        reasons.dedup();
        reasons
    }

    /// The questions of a page that have another answer now.
    fn differing<'r>(&'r self, record: &'r PageRecord) -> impl Iterator<Item = String> + 'r {
        let records = &self.earlier.records;
        let differing = records
            .places_of(record)
            .filter(|at| self.note_holds.get(*at) != Some(&true));
        differing.filter_map(|at| Some(records.notes.get(at)?.query.to_string()))
    }
}

/// What a page of a release asked, by its path: each question with the hash of its answer; for tests and tools.
pub fn page_inputs(release: &std::path::Path, file: &str) -> Option<Vec<(String, String)>> {
    let records = PageRecords::parse(&std::fs::read(release.join(page_records::FILE)).ok()?).ok()?;
    let page = records.pages.iter().find(|page| page.file == file)?;
    let notes = records.places_of(page).filter_map(|at| records.notes.get(at));
    let mut all: Vec<_> = notes.map(|note| (note.query.to_string(), note.hash.to_hex())).collect();
    all.sort();
    all.dedup();
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_two_locales_follow_one_another_in_their_own_files() {
        let page = |locale: LocaleIndex, search_length: u32| PageRecord {
            file: String::new(),
            source: String::new(),
            locale: locale.0,
            fingerprint: RecordHash::of(&()),
            notes: Vec::new(),
            parts: Vec::new(),
            has_markdown: false,
            search_length,
            findings: Vec::new(),
        };
        let (nl, en) = (LocaleIndex(0), LocaleIndex(1));
        let pages = [page(nl, 10), page(en, 7), page(nl, 0), page(nl, 5), page(en, 2)];
        assert_eq!(lines(&pages, 2), [0..10, 0..7, 10..10, 10..15, 7..9]);
    }
}
