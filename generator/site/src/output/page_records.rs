//! `pages.bin`: what every page of a release was made from, so that the next build renders only the pages for which that
//! differs.
//!
//! **Invariant:** the same pages have the same bytes here, whether they were rendered or taken over. Only the build of
//! this crate that wrote the file reads it, so the format has no version.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Mutex, PoisonError},
};

use foldhash::fast::FixedState;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use vitrine_model::{diagnostic::Diagnostic, record::RecordHash};

use crate::reader::{Bundle, Note, Notes};

/// Name of the file in a release.
pub(crate) const FILE: &str = "pages.bin";

/// The records of all pages of a release.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
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

/// The notes of all pages and of the parts that they share, without duplicates. While pages are made, those of the
/// earlier release keep their indexes in it, and new ones get the numbers after them: a page that is taken over is
/// numbered already.
#[derive(Debug)]
pub(crate) struct NoteNumbers<'r> {
    earlier: &'r PageRecords,
    new: Mutex<Numbers>,
}

#[derive(Debug, Default)]
struct Numbers {
    /// The numbers of all notes that rendered pages have.
    notes: HashMap<Note, u32, FixedState>,
    /// How many of them the earlier release does not have.
    new_notes: u32,
    /// The numbers of all parts that rendered pages have, by the hash of their notes.
    parts: HashMap<RecordHash, u32, FixedState>,
    /// Those of them that the earlier release does not have.
    new_parts: Vec<PartRecord>,
}

impl<'r> NoteNumbers<'r> {
    /// Numbers for a build that takes pages over from a release.
    pub(crate) fn after(earlier: &'r PageRecords) -> Self {
        Self {
            earlier,
            new: Mutex::default(),
        }
    }

    /// The numbers of a rendered page's own notes and of its parts.
    pub(crate) fn of(&self, notes: Notes) -> (Vec<u32>, Vec<u32>) {
        let mut new = self.new.lock().unwrap_or_else(PoisonError::into_inner);
        let own = notes.own.into_iter().map(|note| new.note(note, self.earlier)).collect();
        let parts = notes.bundles.iter().filter(|bundle| !bundle.notes.is_empty());
        let parts = parts.map(|bundle| *bundle.number.get_or_init(|| new.bundle(bundle, self.earlier)));
        (own, parts.collect())
    }

    /// Sorts notes and parts, and gives each page, which has provisional numbers and its findings, its record.
    pub(crate) fn settle(self, bases: Vec<RecordHash>, pages: Vec<(PageRecord, Vec<Diagnostic>)>) -> PageRecords {
        let new = self.new.into_inner().unwrap_or_else(PoisonError::into_inner);
        let used = Used::by(&pages, self.earlier, &new);
        let after = number(self.earlier.notes.len());
        let new_notes = new.notes.into_iter().filter(|(_, known)| *known >= after);
        let (notes, place_of) = merged(&self.earlier.notes, &used.notes, new_notes.collect());
        let with_places = |part: &PartRecord| {
            let mut part = part.clone();
            replace(&mut part.notes, &place_of);
            part
        };
        let earlier_parts: Vec<PartRecord> = self.earlier.parts.iter().map(with_places).collect();
        let new_parts = new.new_parts.iter().map(with_places);
        let new_parts = new_parts.zip(number(earlier_parts.len())..).collect();
        let (parts, place_of_part) = merged(&earlier_parts, &used.parts, new_parts);
        let findings: BTreeSet<&Diagnostic> = pages.iter().flat_map(|(_, found)| found).collect();
        let findings: Vec<Diagnostic> = findings.into_iter().cloned().collect();
        let pages = pages.into_par_iter().map(|(mut page, found)| {
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
    fn note(&mut self, note: Note, earlier: &PageRecords) -> u32 {
        if let Some(known) = self.notes.get(&note) {
            return *known;
        }
        let known = earlier.notes.binary_search(&note).map_or_else(
            |_| {
                self.new_notes += 1;
                number(earlier.notes.len()) + self.new_notes - 1
            },
            number,
        );
        self.notes.insert(note, known);
        known
    }

    fn bundle(&mut self, bundle: &Bundle, earlier: &PageRecords) -> u32 {
        if let Some(known) = self.parts.get(&bundle.hash) {
            return *known;
        }
        let known = earlier.parts.binary_search_by_key(&bundle.hash, |part| part.hash);
        let known = known.map_or_else(
            |_| {
                let notes = bundle
                    .notes
                    .iter()
                    .map(|note| self.note(note.clone(), earlier))
                    .collect();
                let hash = bundle.hash;
                self.new_parts.push(PartRecord { hash, notes });
                number(earlier.parts.len() + self.new_parts.len() - 1)
            },
            number,
        );
        self.parts.insert(bundle.hash, known);
        known
    }
}

/// Which notes and parts of the earlier release pages still have.
struct Used {
    notes: Vec<bool>,
    parts: Vec<bool>,
}

impl Used {
    fn by(pages: &[(PageRecord, Vec<Diagnostic>)], earlier: &PageRecords, new: &Numbers) -> Self {
        let mut used = Self {
            notes: vec![false; earlier.notes.len()],
            parts: vec![false; earlier.parts.len()],
        };
        for (page, _) in pages {
            mark(&mut used.notes, &page.notes);
            mark(&mut used.parts, &page.parts);
        }
        for (part, _) in earlier.parts.iter().zip(&used.parts).filter(|(_, is_used)| **is_used) {
            mark(&mut used.notes, &part.notes);
        }
        for part in &new.new_parts {
            mark(&mut used.notes, &part.notes);
        }
        used
    }
}

/// Marks the numbers that are those of the earlier release.
fn mark(used: &mut [bool], numbers: &[u32]) {
    for known in numbers {
        if let Some(one) = used.get_mut(place(*known)) {
            *one = true;
        }
    }
}

/// The used ones of the sorted earlier values and the new ones in one sorted list, and the index in it of each number.
fn merged<T: Ord + Clone>(earlier: &[T], used: &[bool], mut new: Vec<(T, u32)>) -> (Vec<T>, Vec<u32>) {
    new.sort_unstable();
    let mut place_of = vec![u32::MAX; earlier.len() + new.len()];
    let mut all = Vec::with_capacity(place_of.len());
    let mut new = new.into_iter().peekable();
    let mut put = |all: &mut Vec<T>, value: T, known: u32| {
        if let Some(slot) = place_of.get_mut(place(known)) {
            *slot = number(all.len());
        }
        all.push(value);
    };
    for (value, known) in earlier
        .iter()
        .zip(0..)
        .filter(|(_, known)| used.get(place(*known)) == Some(&true))
    {
        while let Some((value, known)) = new.next_if(|(before, _)| before < value) {
            put(&mut all, value, known);
        }
        put(&mut all, value.clone(), known);
    }
    new.for_each(|(value, known)| put(&mut all, value, known));
    (all, place_of)
}

fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

/// Replaces numbers by indexes, sorted.
fn replace(numbers: &mut Vec<u32>, place_of: &[u32]) {
    for known in numbers.iter_mut() {
        *known = place_of.get(place(*known)).copied().unwrap_or(u32::MAX);
    }
    numbers.sort_unstable();
    numbers.dedup();
}
