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
use vitrine_model::{diagnostic::Diagnostic, record::RecordHash};

use super::staging::FileRecord;
use crate::{
    reader::{Note, Notes},
    report::Changes,
};

/// Version of the format; a reader treats a release with an unknown version as unknown.
pub(crate) const FORMAT: u32 = 1;

/// The entry of one page. `inputs` are indexes into [`Manifest::inputs`].
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PageLine {
    pub(crate) path: String,
    pub(crate) kind: &'static str,
    pub(crate) source: String,
    pub(crate) fingerprint: RecordHash,
    pub(crate) inputs: Vec<u32>,
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
    /// Each input with the first 16 hex digits of its hash; sorted.
    pub(crate) inputs: Vec<(String, String)>,
    pub(crate) files: BTreeMap<String, FileRecord>,
    pub(crate) warnings: Vec<Diagnostic>,
}

impl Manifest {
    /// Sets the id to the hash of everything in the manifest.
    pub(crate) fn name(&mut self) {
        self.id = String::new();
        let hash = RecordHash::of(&*self).to_hex();
        self.id = hash.get(..20).unwrap_or(&hash).to_owned();
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec(self).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }
}

/// The notes of all pages, without duplicates.
#[derive(Debug, Default)]
pub(crate) struct Inputs(Mutex<HashMap<Note, u32, FixedState>>);

impl Inputs {
    /// The numbers of a page's notes, in order of insertion; may contain duplicates.
    pub(crate) fn numbers(&self, notes: Notes) -> Vec<u32> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut number = |note: Note| {
            let next = u32::try_from(known.len()).unwrap_or(u32::MAX);
            *known.entry(note).or_insert(next)
        };
        let mut numbers: Vec<u32> = notes.own.into_iter().map(&mut number).collect();
        for bundle in &notes.bundles {
            let all = bundle
                .numbers
                .get_or_init(|| bundle.notes.iter().cloned().map(&mut number).collect());
            numbers.extend_from_slice(all);
        }
        numbers
    }

    /// The sorted list; the pages' numbers are replaced by indexes into it.
    pub(crate) fn settle(self, pages: &mut [PageLine]) -> Vec<(String, String)> {
        let known = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut sorted: Vec<((String, RecordHash), u32)> = known
            .into_iter()
            .map(|(note, number)| ((note.what.to_string(), note.hash), number))
            .collect();
        sorted.sort_unstable();
        let mut place_of = vec![0_u32; sorted.len()];
        for (place, (_, number)) in sorted.iter().enumerate() {
            if let Some(slot) = usize::try_from(*number).ok().and_then(|n| place_of.get_mut(n)) {
                *slot = u32::try_from(place).unwrap_or(u32::MAX);
            }
        }
        for page in pages {
            for input in &mut page.inputs {
                *input = usize::try_from(*input)
                    .ok()
                    .and_then(|n| place_of.get(n))
                    .copied()
                    .unwrap_or(u32::MAX);
            }
            page.inputs.sort_unstable();
            page.inputs.dedup();
        }
        sorted
            .into_iter()
            .map(|((what, hash), _)| {
                let hash = hash.to_hex();
                (what, hash.get(..16).unwrap_or(&hash).to_owned())
            })
            .collect()
    }
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
}

#[derive(Debug, Deserialize)]
struct LivePage {
    path: String,
    fingerprint: String,
}

impl LiveRelease {
    pub(crate) fn page_count(&self) -> usize {
        self.pages.len()
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
