//! `release.json`: the inputs of a release, by page and by file.
//!
//! **Invariant:** contains no time; the id is the hash of all other bytes.

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    path::Path,
    sync::{Mutex, PoisonError},
};

use foldhash::fast::FixedState;
use serde::{Deserialize, Serialize};
use vitrine_model::{diagnostic::Diagnostic, record::RecordHash, review::Remark};

use super::staging::FileRecord;
use crate::{
    reader::{Bundle, Note, Notes},
    report::Changes,
};

/// Version of the format; a reader treats a release with an unknown version as unknown.
pub(crate) const FORMAT: u32 = 1;

/// The entry of one page: its own reads, as indexes into [`Manifest::inputs`], and those of parts that it shares with
/// other pages, as indexes into [`Manifest::parts`].
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PageLine {
    pub(crate) path: String,
    pub(crate) kind: &'static str,
    pub(crate) source: String,
    pub(crate) fingerprint: RecordHash,
    pub(crate) inputs: Vec<u32>,
    pub(crate) parts: Vec<u32>,
    /// Its remarks, as indexes into [`ReviewRecord::remarks`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) review: Vec<u32>,
}

/// The remarks of the review, so that pages that do not change keep theirs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ReviewRecord {
    /// The name of the rules.
    pub(crate) rules: String,
    /// Sorted.
    pub(crate) remarks: Vec<Remark>,
}

/// The hashes that all pages of a locale share.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SharedInputs {
    pub(crate) generator: String,
    pub(crate) snapshot: String,
    pub(crate) templates: RecordHash,
    pub(crate) assets: RecordHash,
    pub(crate) config: RecordHash,
    /// By locale code.
    pub(crate) messages: BTreeMap<String, RecordHash>,
    /// By locale code.
    pub(crate) header_footers: BTreeMap<String, RecordHash>,
}

/// The whole file.
#[derive(Debug, Serialize)]
pub(crate) struct Manifest {
    pub(crate) format: u32,
    pub(crate) id: String,
    /// The hash over all pages' paths and fingerprints.
    pub(crate) inputs_hash: RecordHash,
    pub(crate) shared: SharedInputs,
    pub(crate) counts: BTreeMap<String, BTreeMap<String, usize>>,
    pub(crate) pages: Vec<PageLine>,
    /// `None` if the pages were not reviewed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) review: Option<ReviewRecord>,
    /// What the shop has of the things that it must not lose, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) present: BTreeMap<String, u64>,
    /// Each input with the first 16 hex digits of its hash; sorted.
    pub(crate) inputs: Vec<(String, String)>,
    /// The reads of each shared part, as indexes into `inputs`; sorted.
    pub(crate) parts: Vec<Vec<u32>>,
    pub(crate) files: BTreeMap<String, FileRecord>,
    pub(crate) warnings: Vec<Diagnostic>,
}

impl Manifest {
    /// Sets the id to the hash of everything else in the manifest; its bytes as they are written.
    pub(crate) fn name(&mut self) -> Vec<u8> {
        self.id = String::new();
        let mut bytes = Vec::with_capacity(self.length_about());
        // Structs of strings and numbers always serialise.
        let _written = serde_json::to_writer(&mut bytes, self);
        let hash = RecordHash::of_bytes(&bytes).to_hex();
        self.id = hash.get(..20).unwrap_or(&hash).to_owned();
        // The id follows the format. A large shop has a manifest of a hundred megabytes, so it is serialised only once.
        let place = format!("{{\"format\":{},\"id\":\"", self.format).len();
        bytes.splice(place..place, self.id.bytes());
        bytes.push(b'\n');
        bytes
    }

    /// An upper estimate of its length, so that the buffer is never reallocated.
    fn length_about(&self) -> usize {
        /// Bytes of a file's or a page's line without its texts, and of a number with its comma.
        const LINE: usize = 192;
        const NUMBER: usize = 8;
        let files: usize = self.files.keys().map(|name| name.len() + LINE).sum();
        let pages = self.pages.iter().map(|page| {
            let numbers = page.inputs.len() + page.parts.len();
            page.path.len() + page.source.len() + LINE + numbers * NUMBER
        });
        let inputs: usize = self.inputs.iter().map(|(what, _)| what.len() + LINE / 4).sum();
        let parts: usize = self.parts.iter().map(|part| (part.len() + 1) * NUMBER).sum();
        files + pages.sum::<usize>() + inputs + parts + 64 * 1024
    }
}

/// The notes of all pages and of the parts that they share, without duplicates.
#[derive(Debug, Default)]
pub(crate) struct Inputs(Mutex<Numbers>);

#[derive(Debug, Default)]
struct Numbers {
    notes: HashMap<Note, u32, FixedState>,
    /// Number of a part by the hash of its notes.
    parts: HashMap<RecordHash, u32, FixedState>,
    /// The notes of each part, by its number.
    notes_of_parts: Vec<Vec<u32>>,
}

/// The inputs of a release.
pub(crate) struct Settled {
    pub(crate) inputs: Vec<(String, String)>,
    pub(crate) parts: Vec<Vec<u32>>,
}

impl Inputs {
    /// The numbers of a page's own notes and of its parts, in order of insertion.
    pub(crate) fn numbers(&self, notes: Notes) -> (Vec<u32>, Vec<u32>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = notes.own.into_iter().map(|note| known.note(note)).collect();
        let parts = notes.bundles.iter().filter(|bundle| !bundle.notes.is_empty());
        let parts = parts.map(|bundle| *bundle.number.get_or_init(|| known.part(bundle)));
        (own, parts.collect())
    }

    /// Sorts notes and parts; the pages' numbers are replaced by indexes into them.
    pub(crate) fn settle(self, pages: &mut [PageLine]) -> Settled {
        let known = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let notes = known.notes.into_iter();
        let notes = notes.map(|(note, number)| ((note.query.to_string(), note.hash), number));
        let (inputs, place_of) = sorted(notes.collect());
        let mut parts = known.notes_of_parts;
        parts.iter_mut().for_each(|part| replace(part, &place_of));
        let (parts, place_of_part) = sorted(parts.into_iter().zip(0..).collect());
        for page in pages {
            replace(&mut page.inputs, &place_of);
            replace(&mut page.parts, &place_of_part);
        }
        let inputs = inputs.into_iter().map(|(what, hash)| {
            let hash = hash.to_hex();
            (what, hash.get(..16).unwrap_or(&hash).to_owned())
        });
        Settled {
            inputs: inputs.collect(),
            parts,
        }
    }
}

impl Numbers {
    fn note(&mut self, note: Note) -> u32 {
        let next = number(self.notes.len());
        *self.notes.entry(note).or_insert(next)
    }

    fn part(&mut self, bundle: &Bundle) -> u32 {
        if let Some(known) = self.parts.get(&bundle.hash) {
            return *known;
        }
        let notes = bundle.notes.iter().map(|note| self.note(note.clone())).collect();
        let next = number(self.notes_of_parts.len());
        self.parts.insert(bundle.hash, next);
        self.notes_of_parts.push(notes);
        next
    }
}

fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

/// The sorted values, and the index of each number.
fn sorted<T: Ord>(mut values: Vec<(T, u32)>) -> (Vec<T>, Vec<u32>) {
    values.sort_unstable();
    let mut place_of = vec![0_u32; values.len()];
    for (place, (_, known)) in values.iter().enumerate() {
        if let Some(slot) = usize::try_from(*known).ok().and_then(|known| place_of.get_mut(known)) {
            *slot = number(place);
        }
    }
    (values.into_iter().map(|(value, _)| value).collect(), place_of)
}

/// Replaces numbers by indexes, sorted.
fn replace(numbers: &mut Vec<u32>, place_of: &[u32]) {
    for known in numbers.iter_mut() {
        let place = usize::try_from(*known).ok().and_then(|known| place_of.get(known));
        *known = place.copied().unwrap_or(u32::MAX);
    }
    numbers.sort_unstable();
    numbers.dedup();
}

/// The source snapshot of the live release of `dist` (see [`crate::BuildOptions::source_snapshot`]); `None` if there is
/// no readable release.
pub fn live_snapshot(dist: &Path) -> Option<String> {
    #[derive(Deserialize)]
    struct Release {
        shared: Shared,
    }
    #[derive(Deserialize)]
    struct Shared {
        snapshot: String,
    }
    let text = fs::read(dist.join("current/release.json")).ok()?;
    let release: Release = serde_json::from_slice(&text).ok()?;
    Some(release.shared.snapshot)
}

/// The part of the live release's manifest that is read.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct LiveRelease {
    pages: Vec<LivePage>,
    /// Number of pages by kind and locale code.
    #[serde(default)]
    pub(crate) counts: BTreeMap<String, BTreeMap<String, usize>>,
    #[serde(default)]
    pub(crate) review: Option<ReviewRecord>,
    #[serde(default)]
    pub(crate) present: BTreeMap<String, u64>,
    #[serde(default)]
    files: HashMap<String, LiveFile, FixedState>,
}

#[derive(Debug, Deserialize)]
struct LivePage {
    path: String,
    fingerprint: String,
    #[serde(default)]
    review: Vec<u32>,
}

#[derive(Debug, Deserialize)]
struct LiveFile {
    hash: String,
}

impl LiveRelease {
    pub(crate) fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// The hash of a file.
    pub(crate) fn hash(&self, file: &str) -> Option<&str> {
        self.files.get(file).map(|file| file.hash.as_str())
    }

    /// The remarks of each page that the review by these rules has seen, by path.
    pub(crate) fn remarks(&self, rules: &str) -> HashMap<&str, Vec<&Remark>, FixedState> {
        let Some(review) = self.review.as_ref().filter(|review| review.rules == rules) else {
            return HashMap::default();
        };
        let remark = |at: &u32| review.remarks.get(usize::try_from(*at).ok()?);
        let pages = self.pages.iter();
        pages
            .map(|page| (page.path.as_str(), page.review.iter().filter_map(remark).collect()))
            .collect()
    }

    /// The differences between new pages and the live ones.
    pub(crate) fn changes(&self, pages: &[PageLine]) -> Changes {
        let mut before: BTreeMap<&str, &str> = self
            .pages
            .iter()
            .map(|p| (p.path.as_str(), p.fingerprint.as_str()))
            .collect();
        let mut changes = Changes::default();
        for page in pages {
            match before.remove(page.path.as_str()) {
                None => changes.added.push(page.path.clone()),
                Some(old) if old == page.fingerprint.to_hex() => changes.unchanged += 1,
                Some(_) => changes.changed.push(page.path.clone()),
            }
        }
        changes.removed = before.into_keys().map(str::to_owned).collect();
        changes
    }
}
