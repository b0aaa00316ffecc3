//! `pages.bin`: what every page of a release was made from, so that the next build renders only the pages for which that
//! differs.
//!
//! **Invariant:** the same pages have the same bytes here, whether they were rendered or taken over. Only the build of
//! this crate that wrote the file reads it, so the format has no version.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, OnceLock, PoisonError};

use foldhash::fast::FixedState;
use serde::{Deserialize, Serialize};
use vitrine_model::{diagnostic::Diagnostic, record::RecordHash};

use crate::reader::{Bundle, Note, Notes};

/// Name of the file in a release.
pub(crate) const FILE: &str = "pages.bin";

/// The records of all pages of a release.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct PageRecords {
    /// The base of the pages of each locale.
    pub(crate) bases: Vec<RecordHash>,
    /// The questions of all pages with the hashes of their answers; sorted.
    pub(crate) notes: Vec<Note>,
    /// The parts that pages share; sorted.
    pub(crate) parts: Vec<PartRecord>,
    /// What was found while pages were rendered; sorted.
    pub(crate) findings: Vec<Diagnostic>,
    /// In the order of the plan.
    pub(crate) pages: Vec<PageRecord>,
}

/// A part that pages share.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) struct PartRecord {
    /// The hash of its notes.
    pub(crate) hash: RecordHash,
    /// Indexes of its notes.
    pub(crate) notes: Vec<u32>,
}

/// One page.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PageRecord {
    /// Its file below `site/`.
    pub(crate) file: String,
    /// See [`PlannedPage::source`](crate::page::PlannedPage::source): its findings name it.
    pub(crate) source: String,
    /// Index of its locale.
    pub(crate) locale: u8,
    pub(crate) fingerprint: RecordHash,
    /// Indexes of its own notes.
    pub(crate) notes: Vec<u32>,
    /// Indexes of the parts that it shares.
    pub(crate) parts: Vec<u32>,
    /// Whether it has a Markdown form.
    pub(crate) has_markdown: bool,
    /// Length of its line of the search index; 0 if it has none.
    pub(crate) search_length: u32,
    /// Indexes of what was found while it was rendered.
    pub(crate) findings: Vec<u32>,
}

impl PageRecords {
    /// The bytes of the file.
    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, postcard::Error> {
        postcard::to_stdvec(self)
    }

    /// Parses the bytes of the file.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, postcard::Error> {
        postcard::from_bytes(bytes)
    }

    /// Indexes of everything that a page asked, with its parts.
    pub(crate) fn places_of<'r>(&'r self, page: &'r PageRecord) -> impl Iterator<Item = usize> + 'r {
        let parts = page.parts.iter().filter_map(|part| self.parts.get(place(*part)));
        let of_parts = parts.flat_map(|part| &part.notes);
        page.notes.iter().chain(of_parts).map(|note| place(*note))
    }
}

/// A number as an index.
pub(crate) fn place(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The notes of all pages and of the parts that they share, without duplicates, numbered in the order in which they
/// come.
#[derive(Debug, Default)]
pub(crate) struct NoteNumbers(Mutex<Numbers>);

#[derive(Debug, Default)]
struct Numbers {
    notes: HashMap<Note, u32, FixedState>,
    /// By the hash of its notes.
    parts: HashMap<RecordHash, u32, FixedState>,
    /// The parts by their number.
    known_parts: Vec<PartRecord>,
}

/// The records of an earlier release with the numbers that their notes and parts have in the new one.
#[derive(Debug)]
pub(crate) struct Renumbered {
    notes: Vec<OnceLock<u32>>,
    parts: Vec<OnceLock<u32>>,
}

impl Renumbered {
    pub(crate) fn of(records: &PageRecords) -> Self {
        Self {
            notes: records.notes.iter().map(|_| OnceLock::new()).collect(),
            parts: records.parts.iter().map(|_| OnceLock::new()).collect(),
        }
    }
}

impl NoteNumbers {
    /// The numbers of a page's own notes and of its parts.
    pub(crate) fn of(&self, notes: Notes) -> (Vec<u32>, Vec<u32>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = notes.own.into_iter().map(|note| known.note(note)).collect();
        let parts = notes.bundles.iter().filter(|bundle| !bundle.notes.is_empty());
        let parts = parts.map(|bundle| *bundle.number.get_or_init(|| known.bundle(bundle)));
        (own, parts.collect())
    }

    /// The same for a page of an earlier release.
    pub(crate) fn of_record(
        &self,
        page: &PageRecord,
        records: &PageRecords,
        renumbered: &Renumbered,
    ) -> (Vec<u32>, Vec<u32>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let notes = known.again(&page.notes, records, renumbered);
        let parts = page.parts.iter().filter_map(|old| {
            let (part, number) = (records.parts.get(place(*old))?, renumbered.parts.get(place(*old))?);
            let of_part = |known: &mut Numbers| known.again(&part.notes, records, renumbered);
            Some(*number.get_or_init(|| known.part(part.hash, of_part)))
        });
        let parts = parts.collect();
        (notes, parts)
    }

    /// Sorts notes and parts, and gives each page, which has provisional numbers and its findings, its record.
    pub(crate) fn settle(self, bases: Vec<RecordHash>, pages: Vec<(PageRecord, Vec<Diagnostic>)>) -> PageRecords {
        let known = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (notes, place_of) = sorted(known.notes.into_iter().collect());
        let mut parts = known.known_parts;
        parts.iter_mut().for_each(|part| replace(&mut part.notes, &place_of));
        let (parts, place_of_part) = sorted(parts.into_iter().zip(0..).collect());
        let findings: BTreeSet<&Diagnostic> = pages.iter().flat_map(|(_, found)| found).collect();
        let findings: Vec<Diagnostic> = findings.into_iter().cloned().collect();
        let pages = pages.into_iter().map(|(mut page, found)| {
            replace(&mut page.notes, &place_of);
            replace(&mut page.parts, &place_of_part);
            let places = found.iter().filter_map(|one| findings.binary_search(one).ok());
            page.findings = places.map(number).collect();
            page
        });
        PageRecords {
            pages: pages.collect(),
            bases,
            notes,
            parts,
            findings,
        }
    }
}

impl Numbers {
    fn note(&mut self, note: Note) -> u32 {
        let next = number(self.notes.len());
        *self.notes.entry(note).or_insert(next)
    }

    fn bundle(&mut self, bundle: &Bundle) -> u32 {
        self.part(bundle.hash, |known| {
            bundle.notes.iter().map(|note| known.note(note.clone())).collect()
        })
    }

    fn part(&mut self, hash: RecordHash, notes: impl FnOnce(&mut Self) -> Vec<u32>) -> u32 {
        if let Some(known) = self.parts.get(&hash) {
            return *known;
        }
        let notes = notes(self);
        let next = number(self.known_parts.len());
        self.parts.insert(hash, next);
        self.known_parts.push(PartRecord { hash, notes });
        next
    }

    /// The numbers of notes of an earlier release.
    fn again(&mut self, old: &[u32], records: &PageRecords, renumbered: &Renumbered) -> Vec<u32> {
        let notes = old.iter().filter_map(|old| {
            let (note, number) = (records.notes.get(place(*old))?, renumbered.notes.get(place(*old))?);
            Some(*number.get_or_init(|| self.note(note.clone())))
        });
        notes.collect()
    }
}

fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

/// The sorted values, and the index of each number.
fn sorted<T: Ord>(mut values: Vec<(T, u32)>) -> (Vec<T>, Vec<u32>) {
    values.sort_unstable();
    let mut place_of = vec![0_u32; values.len()];
    for (at, (_, known)) in values.iter().enumerate() {
        if let Some(slot) = place_of.get_mut(place(*known)) {
            *slot = number(at);
        }
    }
    (values.into_iter().map(|(value, _)| value).collect(), place_of)
}

/// Replaces numbers by indexes, sorted.
fn replace(numbers: &mut Vec<u32>, place_of: &[u32]) {
    for known in numbers.iter_mut() {
        *known = place_of.get(place(*known)).copied().unwrap_or(u32::MAX);
    }
    numbers.sort_unstable();
    numbers.dedup();
}
