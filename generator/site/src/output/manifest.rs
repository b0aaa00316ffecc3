//! `release.json`: the inputs of a release, by page and by file.
//!
//! **Invariant:** contains no time; the id is the hash of all other bytes.

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    io::Read,
    path::Path,
    sync::Arc,
};

use cap_std::fs::Dir;
use foldhash::fast::FixedState;
use serde::{Deserialize, Serialize};
use vitrine_model::{diagnostic::Diagnostic, record::RecordHash, release_format::RELEASE_FORMAT, review::Remark};

use super::file_record::{FileRecord, Files, SortedFiles};
use crate::{base::GENERATOR, page::PlannedPage, report::Changes};

/// The entry of one page.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PageLine {
    pub(crate) path: String,
    pub(crate) kind: &'static str,
    pub(crate) source: String,
    pub(crate) fingerprint: RecordHash,
    /// Its remarks, as indexes into [`ReviewRecord::remarks`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) review: Vec<u32>,
}

impl PageLine {
    /// The entry of a page that was not reviewed yet.
    pub(crate) fn of(page: &PlannedPage, fingerprint: RecordHash) -> Self {
        Self {
            path: page.path.to_string(),
            kind: page.kind,
            source: page.source.clone(),
            fingerprint,
            review: Vec::new(),
        }
    }
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
#[derive(Clone, Debug, Serialize, Deserialize)]
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

impl SharedInputs {
    /// What of this an earlier release had otherwise, for the pages of a locale.
    pub(crate) fn differences(&self, earlier: Option<&Self>, code: &str) -> Vec<String> {
        let Some(earlier) = earlier else {
            return vec!["the live release does not say what its pages share".to_owned()];
        };
        let differing = [
            (self.generator != earlier.generator, "the version of vitrine"),
            (self.templates != earlier.templates, "the templates"),
            (self.assets != earlier.assets, "the scripts and styles"),
            (self.config != earlier.config, "the configuration"),
            (self.messages != earlier.messages, "the texts in locales"),
            (
                self.header_footers.get(code) != earlier.header_footers.get(code),
                "header or footer",
            ),
        ];
        let mut names: Vec<String> = differing
            .into_iter()
            .filter(|(differs, _)| *differs)
            .map(|(_, name)| name.to_owned())
            .collect();
        names.sort();
        if names.is_empty() {
            names.push("something that all pages of its language share".to_owned());
        }
        names
    }
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
    pub(crate) files: SortedFiles,
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
        /// Bytes of a file's or a page's line without its texts.
        const LINE: usize = 192;
        let files: usize = self.files.keys().map(|name| name.len() + LINE).sum();
        let pages = self.pages.iter().map(|page| page.path.len() + page.source.len() + LINE);
        files + pages.sum::<usize>() + 64 * 1024
    }
}

/// The id in a manifest, from its first bytes alone; `None` if they are not those that [`Manifest::name`] writes.
pub(super) fn id_in(folder: &Dir, file: &str) -> Option<String> {
    let mut first = Vec::new();
    let begin = format!("{{\"format\":{RELEASE_FORMAT},\"id\":\"");
    folder.open(file).ok()?.take(128).read_to_end(&mut first).ok()?;
    let (id, _) = std::str::from_utf8(&first)
        .ok()?
        .strip_prefix(&begin)?
        .split_once('"')?;
    Some(id.to_owned())
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
    #[serde(default)]
    format: u32,
    #[serde(default)]
    pub(crate) shared: Option<SharedInputs>,
    pages: Vec<LivePage>,
    /// Number of pages by kind and locale code.
    #[serde(default)]
    pub(crate) counts: BTreeMap<String, BTreeMap<String, usize>>,
    #[serde(default)]
    pub(crate) review: Option<ReviewRecord>,
    #[serde(default)]
    pub(crate) present: BTreeMap<String, u64>,
    #[serde(default)]
    files: Arc<Files>,
}

#[derive(Debug, Deserialize)]
struct LivePage {
    path: String,
    fingerprint: RecordHash,
    #[serde(default)]
    review: Vec<u32>,
}

impl LiveRelease {
    /// What a release would be read as.
    pub(super) fn of(manifest: Manifest) -> Self {
        let pages = manifest.pages.into_iter().map(|line| LivePage {
            path: line.path,
            fingerprint: line.fingerprint,
            review: line.review,
        });
        Self {
            format: manifest.format,
            shared: Some(manifest.shared),
            pages: pages.collect(),
            counts: manifest.counts,
            review: manifest.review,
            present: manifest.present,
            files: Arc::new(manifest.files.into_iter().collect()),
        }
    }

    pub(crate) fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// Whether this build of the crate made it, so that the records of its pages are readable.
    pub(crate) fn is_of_this_build(&self) -> bool {
        self.format == RELEASE_FORMAT && self.shared.as_ref().is_some_and(|shared| shared.generator == GENERATOR)
    }

    /// All files by name.
    pub(super) fn shared_files(&self) -> Arc<Files> {
        Arc::clone(&self.files)
    }

    /// A file, with its name.
    pub(crate) fn file(&self, file: &str) -> Option<(&Arc<str>, &FileRecord)> {
        self.files.get_key_value(file)
    }

    /// The hash of a file.
    pub(crate) fn hash(&self, file: &str) -> Option<RecordHash> {
        self.files.get(file).map(|file| file.hash)
    }

    /// The bytes of a file below its folder; `None` if they are not those that were written.
    pub(crate) fn bytes(&self, folder: &Dir, file: &str) -> Option<Vec<u8>> {
        let bytes = folder.read(file).ok()?;
        (self.hash(file) == Some(RecordHash::of_bytes(&bytes))).then_some(bytes)
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
        let before = self.pages.iter().map(|page| (page.path.as_str(), page.fingerprint));
        let mut before: HashMap<&str, RecordHash, FixedState> = before.collect();
        let mut changes = Changes::default();
        for page in pages {
            match before.remove(page.path.as_str()) {
                None => changes.added.push(page.path.clone()),
                Some(old) if old == page.fingerprint => changes.unchanged += 1,
                Some(_) => changes.changed.push(page.path.clone()),
            }
        }
        changes.removed = before.into_keys().map(str::to_owned).collect();
        changes.removed.sort_unstable();
        changes
    }
}
