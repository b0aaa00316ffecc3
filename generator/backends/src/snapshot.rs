//! The snapshot: what the last whole pull brought, as files of one record a line (`shopware/products.nl.jsonl`).
//!
//! **Invariant:** the directory is replaced whole or not at all, and holds no token and no editor's address.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, BufRead, BufReader, BufWriter, Write as _},
    path::{Path, PathBuf},
};

use jiff::Timestamp;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use vitrine_model::{
    ids::{CategoryId, LanguageId},
    locale::LocaleCode,
    money::{Currency, TaxStatus},
};

/// Changes when files are named or shaped differently.
const FORMAT: u32 = 1;
const ABOUT: &str = "pull.json";
/// Keys that never leave the CMS (Statamic CONTRACT §18.9).
const DROPPED: [&str; 2] = ["updated_by", "last_modified_instance"];

/// Why a snapshot cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// A file or directory could not be used.
    #[error("the snapshot {} could not be {action}: {source}", path.display())]
    Io {
        /// `read`, `written`, …
        action: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// There is none.
    #[error("there is no snapshot at {}: build once without --offline", .0.display())]
    Missing(PathBuf),
    /// It was written by another version.
    #[error("the snapshot at {} has format {found}, this version reads {FORMAT}: build once without --offline", path.display())]
    Format {
        /// The directory.
        path: PathBuf,
        /// Its format.
        found: u32,
    },
    /// A line is not what it should be.
    #[error("line {line} of {} cannot be read: {reason}. Build once without --offline.", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// 1-based; 0 for the file as a whole.
        line: usize,
        /// What was expected.
        reason: String,
    },
    /// A handle of the configuration cannot be part of a file name.
    #[error(
        "{0:?} cannot be the name of a collection, navigation, taxonomy or container: use letters, digits, - and _"
    )]
    Name(String),
}

fn io_error(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> SnapshotError {
    let path = path.to_owned();
    move |source| SnapshotError::Io { action, path, source }
}

/// What a pull says about itself; the one place with a time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct About {
    format: u32,
    /// When the pull began.
    pub pulled_at: Timestamp,
    /// Currency of the channel.
    pub currency: Currency,
    /// Tax state of anonymous visitors.
    pub tax_status: TaxStatus,
    /// Root of the navigation tree.
    pub navigation_root: Option<CategoryId>,
    /// Shopware's language of each locale.
    pub languages: BTreeMap<LocaleCode, LanguageId>,
    /// Records by file.
    pub counts: BTreeMap<String, u64>,
}

/// A file of the snapshot: backend, kind, what it is about, locale.
pub(crate) fn name(parts: &[&str]) -> Result<String, SnapshotError> {
    for part in parts {
        let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
        if part.is_empty() || part.len() > 100 || !part.bytes().all(plain) {
            return Err(SnapshotError::Name((*part).to_owned()));
        }
    }
    let (backend, rest) = parts.split_first().unwrap_or((&"", &[]));
    Ok(format!("{backend}/{}.jsonl", rest.join(".")))
}

/// Writes a snapshot beside the one that is there.
#[derive(Debug)]
pub(crate) struct SnapshotWriter {
    target: PathBuf,
    aside: PathBuf,
    counts: BTreeMap<String, u64>,
}

fn beside(target: &Path, suffix: &str) -> PathBuf {
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(suffix);
    target.with_file_name(name)
}

impl SnapshotWriter {
    pub(crate) fn begin(target: &Path) -> Result<Self, SnapshotError> {
        let aside = beside(target, ".new");
        if aside.exists() {
            fs::remove_dir_all(&aside).map_err(io_error("cleared", &aside))?;
        }
        fs::create_dir_all(&aside).map_err(io_error("made", &aside))?;
        Ok(Self {
            target: target.to_owned(),
            aside,
            counts: BTreeMap::new(),
        })
    }

    /// Opens a file for records.
    pub(crate) fn file(&self, name: &str) -> Result<RecordWriter, SnapshotError> {
        let path = self.aside.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(io_error("made", parent))?;
        }
        let file = File::create(&path).map_err(io_error("written", &path))?;
        Ok(RecordWriter {
            name: name.to_owned(),
            out: BufWriter::with_capacity(1 << 16, file),
            path,
            count: 0,
        })
    }

    /// Closes a file.
    pub(crate) fn close(&mut self, mut file: RecordWriter) -> Result<(), SnapshotError> {
        file.out.flush().map_err(io_error("written", &file.path))?;
        self.counts.insert(file.name, file.count);
        Ok(())
    }

    /// Writes a file at once.
    pub(crate) fn write_all(&mut self, name: &str, records: Vec<Value>) -> Result<(), SnapshotError> {
        let mut file = self.file(name)?;
        for record in records {
            file.write(record)?;
        }
        self.close(file)
    }

    /// Puts the new snapshot in the old one's place.
    pub(crate) fn finish(self, mut about: About) -> Result<Snapshot, SnapshotError> {
        about.format = FORMAT;
        about.counts = self.counts;
        let path = self.aside.join(ABOUT);
        let text = serde_json::to_vec_pretty(&about).map_err(|e| io_error("written", &path)(e.into()))?;
        fs::write(&path, text).map_err(io_error("written", &path))?;
        let old = beside(&self.target, ".old");
        if self.target.exists() {
            if old.exists() {
                fs::remove_dir_all(&old).map_err(io_error("cleared", &old))?;
            }
            fs::rename(&self.target, &old).map_err(io_error("moved", &self.target))?;
        }
        fs::rename(&self.aside, &self.target).map_err(io_error("moved", &self.aside))?;
        if old.exists() {
            fs::remove_dir_all(&old).map_err(io_error("cleared", &old))?;
        }
        Snapshot::open(&self.target)
    }
}

impl About {
    pub(crate) fn new(
        pulled_at: Timestamp,
        channel: &crate::shopware::Channel,
        languages: BTreeMap<LocaleCode, LanguageId>,
    ) -> Self {
        Self {
            format: FORMAT,
            pulled_at,
            currency: channel.currency,
            tax_status: channel.tax_status,
            navigation_root: channel.navigation_root.clone(),
            languages,
            counts: BTreeMap::new(),
        }
    }
}

/// Takes the dropped keys out at every depth: a navigation without `fields` holds whole entries.
fn strip(value: &mut Value) {
    match value {
        Value::Object(map) => {
            for key in DROPPED {
                map.shift_remove(key);
            }
            map.values_mut().for_each(strip);
        }
        Value::Array(list) => list.iter_mut().for_each(strip),
        _ => {}
    }
}

/// One file while it is written.
#[derive(Debug)]
pub(crate) struct RecordWriter {
    name: String,
    path: PathBuf,
    out: BufWriter<File>,
    count: u64,
}

impl RecordWriter {
    pub(crate) fn write(&mut self, mut record: Value) -> Result<(), SnapshotError> {
        strip(&mut record);
        serde_json::to_writer(&mut self.out, &record).map_err(|e| io_error("written", &self.path)(e.into()))?;
        self.out.write_all(b"\n").map_err(io_error("written", &self.path))?;
        self.count += 1;
        Ok(())
    }
}

/// A whole snapshot.
#[derive(Clone, Debug)]
pub struct Snapshot {
    dir: PathBuf,
    about: About,
}

impl Snapshot {
    /// Opens the snapshot at a directory. Where a replacement was interrupted, the old one is put back.
    pub fn open(dir: &Path) -> Result<Self, SnapshotError> {
        let old = beside(dir, ".old");
        if !dir.exists() && old.exists() {
            fs::rename(&old, dir).map_err(io_error("put back", &old))?;
        }
        let path = dir.join(ABOUT);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(SnapshotError::Missing(dir.to_owned()));
            }
            Err(error) => return Err(io_error("read", &path)(error)),
        };
        let line = |reason: String| SnapshotError::Line {
            path: path.clone(),
            line: 0,
            reason,
        };
        let about: Value = serde_json::from_slice(&text).map_err(|e| line(e.to_string()))?;
        let found = about.get("format").and_then(Value::as_u64).unwrap_or(0);
        if found != u64::from(FORMAT) {
            return Err(SnapshotError::Format {
                path: dir.to_owned(),
                found: u32::try_from(found).unwrap_or(u32::MAX),
            });
        }
        Ok(Self {
            about: serde_json::from_value(about).map_err(|e| line(e.to_string()))?,
            dir: dir.to_owned(),
        })
    }

    /// What the pull says about itself.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Whether a file is there: a navigation that is absent in a site has none.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.about.counts.contains_key(name)
    }

    /// The records of a file, one at a time; none for a file that is not there.
    pub(crate) fn records<T: DeserializeOwned>(&self, name: &str) -> Result<Records<T>, SnapshotError> {
        let path = self.dir.join(name);
        let lines = if self.has(name) {
            Some(BufReader::with_capacity(
                1 << 16,
                File::open(&path).map_err(io_error("read", &path))?,
            ))
        } else {
            None
        };
        Ok(Records {
            path,
            lines,
            line: 0,
            buffer: Vec::new(),
            record: std::marker::PhantomData,
        })
    }
}

/// The records of one file.
#[derive(Debug)]
pub(crate) struct Records<T> {
    path: PathBuf,
    lines: Option<BufReader<File>>,
    line: usize,
    buffer: Vec<u8>,
    record: std::marker::PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned> Iterator for Records<T> {
    type Item = Result<T, SnapshotError>;

    fn next(&mut self) -> Option<Self::Item> {
        let lines = self.lines.as_mut()?;
        self.buffer.clear();
        self.line += 1;
        match lines.read_until(b'\n', &mut self.buffer) {
            Ok(0) => None,
            Ok(_) => Some(
                serde_json::from_slice(&self.buffer).map_err(|error| SnapshotError::Line {
                    path: self.path.clone(),
                    line: self.line,
                    reason: error.to_string().chars().take(200).collect(),
                }),
            ),
            Err(error) => Some(Err(io_error("read", &self.path)(error))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn about() -> About {
        About {
            format: FORMAT,
            pulled_at: "2026-11-21T08:00:00Z".parse().unwrap(),
            currency: Currency::parse("EUR").unwrap(),
            tax_status: TaxStatus::Gross,
            navigation_root: None,
            languages: BTreeMap::new(),
            counts: BTreeMap::new(),
        }
    }

    fn written(dir: &Path, text: &str) -> Snapshot {
        let mut writer = SnapshotWriter::begin(dir).unwrap();
        writer
            .write_all(
                "statamic/entries.pages.nl.jsonl",
                vec![json!({"id": text, "updated_by": {"email": "a@b.example"}})],
            )
            .unwrap();
        writer.finish(about()).unwrap()
    }

    #[test]
    fn a_snapshot_is_replaced_whole_or_not_at_all() {
        let temp = tempfile::tempdir().unwrap();
        let dir = temp.path().join("snapshot");
        assert!(matches!(Snapshot::open(&dir), Err(SnapshotError::Missing(_))));
        written(&dir, "first");
        let mut unfinished = SnapshotWriter::begin(&dir).unwrap();
        unfinished.write_all("statamic/entries.pages.nl.jsonl", vec![]).unwrap();
        drop(unfinished);
        let ids = |dir: &Path| -> Vec<Value> {
            let records = Snapshot::open(dir)
                .unwrap()
                .records("statamic/entries.pages.nl.jsonl")
                .unwrap();
            records.map(Result::unwrap).collect()
        };
        assert_eq!(
            ids(&dir),
            [json!({"id": "first"})],
            "the old one stays, without the editor's address"
        );
        written(&dir, "second");
        assert_eq!(ids(&dir), [json!({"id": "second"})]);
        fs::rename(&dir, temp.path().join("snapshot.old")).unwrap();
        assert_eq!(
            ids(&dir),
            [json!({"id": "second"})],
            "an interrupted replacement is put back"
        );
        assert!(name(&["statamic", "../x"]).is_err());
    }
}
