//! The snapshot: the data of the last complete pull, in files with one JSON record per line
//! (`shopware/products.nl.jsonl`).
//!
//! `snapshot` is a symlink to the directory of the last complete pull, `snapshot.<n>` next to it. A directory of that
//! name, as older versions wrote it, can also be read.
//!
//! **Invariant:** the link is replaced by one rename, so there is a complete snapshot at any time; it contains no token
//! and no editor's e-mail address.

mod writer;

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, BufRead, BufReader},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::Arc,
};

use jiff::Timestamp;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, value::RawValue};
use vitrine_model::{
    ids::{CategoryId, LanguageId},
    locale::LocaleCode,
    money::{Currency, TaxStatus},
    record::RecordHash,
};

use crate::{shopware::session::Domain, statamic::StatamicVersion};

pub(crate) use writer::{SnapshotWriter, clean, line_of};

/// Incremented when the names or the format of files change.
pub const FORMAT: u32 = 1;
const ABOUT: &str = "pull.json";
/// Suffix to which a directory in place of the link is moved.
const OLD: &str = ".old";
/// How often opening is retried when the link is replaced meanwhile.
const FOLLOWED: usize = 5;

/// Why a snapshot cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// A file or directory could not be read or written.
    #[error("the snapshot {} could not be {action}: {source}", path.display())]
    Io {
        /// `read`, `written`, …
        action: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// There is no snapshot.
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
    /// A line is invalid.
    #[error("line {line} of {} cannot be read: {reason}. Build once without --offline.", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// 1-based; 0 for the file as a whole.
        line: usize,
        /// What was expected.
        reason: String,
    },
    /// A handle of the configuration is not valid in a file name.
    #[error(
        "{0:?} cannot be the name of a collection, navigation, taxonomy or container: use letters, digits, - and _"
    )]
    Name(String),
}

fn io_error(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> SnapshotError {
    let path = path.to_owned();
    move |source| SnapshotError::Io { action, path, source }
}

/// Metadata of a pull; the only file with a time.
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
    /// Shopware's language id of each locale.
    pub languages: BTreeMap<LocaleCode, LanguageId>,
    /// The channel's domains; `None` in a pull of an older version.
    #[serde(default)]
    pub domains: Option<Vec<Domain>>,
    /// The version of the CMS; `None` in a pull of an older version.
    #[serde(default)]
    pub statamic: Option<StatamicVersion>,
    /// When everything was pulled last; `None` in a pull of an older version.
    #[serde(default)]
    pub whole_at: Option<Timestamp>,
    /// A hash of the configuration of the pull, and of what it asks for.
    #[serde(default)]
    pub configuration: Option<String>,
    /// Number of records by file.
    pub counts: BTreeMap<String, u64>,
}

/// The name of a file of the snapshot: backend, kind, subject, locale.
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

/// What a pull reads of the sales channel itself.
#[derive(Debug)]
pub(crate) struct ShopContext {
    pub(crate) channel: crate::shopware::Channel,
    pub(crate) domains: Vec<Domain>,
    pub(crate) languages: BTreeMap<LocaleCode, LanguageId>,
}

impl About {
    /// Replaces what is of the sales channel.
    pub(crate) fn of_shop(&mut self, shop: &ShopContext) {
        self.currency = shop.channel.currency;
        self.tax_status = shop.channel.tax_status;
        self.navigation_root.clone_from(&shop.channel.navigation_root);
        self.languages.clone_from(&shop.languages);
        self.domains = Some(shop.domains.clone());
    }

    pub(crate) fn new(pulled_at: Timestamp, shop: &ShopContext, statamic: StatamicVersion) -> Self {
        Self {
            format: FORMAT,
            pulled_at,
            currency: shop.channel.currency,
            tax_status: shop.channel.tax_status,
            navigation_root: shop.channel.navigation_root.clone(),
            languages: shop.languages.clone(),
            domains: Some(shop.domains.clone()),
            statamic: Some(statamic),
            whole_at: Some(pulled_at),
            configuration: None,
            counts: BTreeMap::new(),
        }
    }
}

/// A path in the same directory: the name with a suffix.
fn beside(target: &Path, suffix: &str) -> PathBuf {
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(suffix);
    target.with_file_name(name)
}

/// The directory of the snapshot at a path: the target of the link, otherwise the directory of that name, otherwise the
/// one that an older version moved aside if it was stopped between its two renames.
fn directory(path: &Path) -> PathBuf {
    if let Ok(target) = fs::read_link(path) {
        return path.parent().unwrap_or(Path::new("")).join(target);
    }
    let old = beside(path, OLD);
    if !path.exists() && old.exists() {
        return old;
    }
    path.to_owned()
}

/// A complete snapshot.
#[derive(Clone, Debug)]
pub struct Snapshot {
    dir: PathBuf,
    about: About,
}

impl Snapshot {
    /// Opens the snapshot at a path. It keeps reading the opened snapshot after a new one replaces it; without the
    /// builder's lock, its files may then be deleted.
    pub fn open(path: &Path) -> Result<Self, SnapshotError> {
        let mut opened = Self::open_directory(&directory(path));
        for _ in 1..FOLLOWED {
            match opened {
                Err(SnapshotError::Missing(gone)) if directory(path) != gone => {
                    opened = Self::open_directory(&directory(path));
                }
                Err(SnapshotError::Missing(_)) => return Err(SnapshotError::Missing(path.to_owned())),
                opened => return opened,
            }
        }
        opened
    }

    fn open_directory(dir: &Path) -> Result<Self, SnapshotError> {
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

    /// Metadata of the pull.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Whether a file exists: a navigation that is absent in a site has none.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.about.counts.contains_key(name)
    }

    /// The names of its files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        self.about.counts.keys().map(String::as_str)
    }

    /// Opens a file, to compare it with the one that another snapshot has: snapshots share the files that are the same.
    pub(crate) fn opened(&self, name: &str) -> Result<OpenedFile, SnapshotError> {
        let path = self.dir.join(name);
        let file = File::open(&path).map_err(io_error("read", &path))?;
        let about = file.metadata().map_err(io_error("read", &path))?;
        let identity = (about.dev(), about.ino(), about.len(), about.mtime(), about.mtime_nsec());
        Ok(OpenedFile {
            name: name.to_owned(),
            identity,
            _open: file,
        })
    }

    /// A hash of the files whose names begin alike, and of their names.
    pub(crate) fn content_of(&self, start: &str) -> Result<RecordHash, SnapshotError> {
        let files = self.files().filter(|file| file.starts_with(start)).map(|file| {
            let path = self.dir.join(file);
            let content = fs::read(&path).map_err(io_error("read", &path))?;
            Ok([RecordHash::of_bytes(file.as_bytes()), RecordHash::of_bytes(&content)])
        });
        let hashes: Vec<[RecordHash; 2]> = files.collect::<Result<_, SnapshotError>>()?;
        Ok(RecordHash::of_all(hashes.iter().flatten()))
    }

    /// The records of a file as text; none if the file does not exist.
    pub(crate) fn lines(&self, name: &str) -> Result<Vec<String>, SnapshotError> {
        let Some(count) = self.about.counts.get(name) else {
            return Ok(Vec::new());
        };
        let path = self.dir.join(name);
        let text = fs::read_to_string(&path).map_err(io_error("read", &path))?;
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        if lines.len() as u64 == *count && (text.is_empty() || text.ends_with('\n')) {
            return Ok(lines);
        }
        Err(SnapshotError::Line {
            line: lines.len(),
            reason: format!("the file ends here, but the pull counted {count} records"),
            path,
        })
    }

    /// The records of a file, one at a time; none if the file does not exist.
    pub(crate) fn records<T: DeserializeOwned>(&self, name: &str) -> Result<Records<T>, SnapshotError> {
        let path = self.dir.join(name);
        let count = self.about.counts.get(name).copied();
        let lines = match count {
            Some(_) => Some(BufReader::with_capacity(
                1 << 16,
                File::open(&path).map_err(io_error("read", &path))?,
            )),
            None => None,
        };
        Ok(Records {
            path,
            lines,
            count: count.unwrap_or_default(),
            line: 0,
            buffer: Vec::new(),
            record: std::marker::PhantomData,
        })
    }

    /// The records of a file as they are written, one at a time; none if the file does not exist.
    pub(crate) fn read_lines(&self, name: &str) -> Result<Lines, SnapshotError> {
        Ok(Lines {
            file: self.dir.join(name).into(),
            records: self.records(name)?,
        })
    }
}

/// A record as it is written, of which only the encoding was checked.
#[derive(Debug)]
pub(crate) struct Line {
    json: String,
    file: Arc<Path>,
    number: usize,
}

impl Line {
    /// What should be JSON. Who cannot parse all of it asks [`Self::is_json`].
    pub(crate) fn json(&self) -> &str {
        &self.json
    }

    /// Fails if this is no JSON; that takes as long as parsing it.
    pub(crate) fn is_json(&self) -> Result<(), SnapshotError> {
        let read = serde_json::from_str::<&RawValue>(&self.json);
        read.map(drop).map_err(line_error(&self.file, self.number))
    }
}

/// The lines of one file; like [`Records`].
#[derive(Debug)]
pub(crate) struct Lines {
    file: Arc<Path>,
    records: Records<Box<RawValue>>,
}

impl Iterator for Lines {
    type Item = Result<Line, SnapshotError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Err(error) = self.records.read_line()? {
            return Some(Err(error));
        }
        let line = |json: &str| Line {
            json: json.to_owned(),
            file: Arc::clone(&self.file),
            number: self.records.line,
        };
        Some(match std::str::from_utf8(&self.records.buffer) {
            Ok(json) => Ok(line(json)),
            Err(_) => self.records.parse().map(|raw| line(raw.get())),
        })
    }
}

fn line_error(path: &Path, line: usize) -> impl Fn(serde_json::Error) -> SnapshotError + '_ {
    move |error| SnapshotError::Line {
        path: path.to_owned(),
        line,
        reason: error.to_string().chars().take(200).collect(),
    }
}

/// An open file of a snapshot. Two are equal if they are the same file, with the same name and unchanged.
#[derive(Debug)]
pub(crate) struct OpenedFile {
    name: String,
    /// Device, number, length and time.
    identity: (u64, u64, u64, i64, i64),
    /// The system gives the number to no other file while it is open.
    _open: File,
}

impl PartialEq for OpenedFile {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, self.identity) == (&other.name, other.identity)
    }
}

impl Eq for OpenedFile {}

/// The records of one file. The iterator ends with an error if their number differs from the pull's count.
#[derive(Debug)]
pub(crate) struct Records<T> {
    path: PathBuf,
    lines: Option<BufReader<File>>,
    count: u64,
    line: usize,
    buffer: Vec<u8>,
    record: std::marker::PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned> Records<T> {
    /// Reads the next line into the buffer; `None` = there is none, and their number is the pull's.
    fn read_line(&mut self) -> Option<Result<(), SnapshotError>> {
        let lines = self.lines.as_mut()?;
        self.buffer.clear();
        self.line += 1;
        match lines.read_until(b'\n', &mut self.buffer) {
            Ok(0) => {
                self.lines = None;
                let found = self.line - 1;
                (found as u64 != self.count).then(|| {
                    Err(SnapshotError::Line {
                        path: self.path.clone(),
                        line: found,
                        reason: format!("the file ends here, but the pull counted {} records", self.count),
                    })
                })
            }
            Ok(_) => Some(Ok(())),
            Err(error) => Some(Err(io_error("read", &self.path)(error))),
        }
    }

    fn parse(&self) -> Result<T, SnapshotError> {
        serde_json::from_slice(&self.buffer).map_err(line_error(&self.path, self.line))
    }
}

impl<T: DeserializeOwned> Iterator for Records<T> {
    type Item = Result<T, SnapshotError>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.read_line()?;
        Some(line.and_then(|()| self.parse()))
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
            domains: None,
            statamic: None,
            whole_at: None,
            configuration: None,
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

    fn ids(dir: &Path) -> Vec<Value> {
        let snapshot = Snapshot::open(dir).unwrap();
        let records = snapshot.records("statamic/entries.pages.nl.jsonl").unwrap();
        records.map(Result::unwrap).collect()
    }

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    /// The next holder of the lock removes the leftovers of aborted pulls, and nothing else.
    /// R-GEN-02: a file that lost lines is an error, not a shop with fewer records.
    #[test]
    fn r_gen_02_a_file_that_lost_lines_is_refused() {
        let temp = tempfile::tempdir().unwrap();
        let dir = temp.path().join("snapshot");
        written(&dir, "first");
        let name = "statamic/entries.pages.nl.jsonl";
        fs::write(dir.join(name), "").unwrap();
        let read: Vec<Result<Value, _>> = Snapshot::open(&dir).unwrap().records(name).unwrap().collect();
        let [Err(error)] = read.as_slice() else {
            panic!("{read:?}")
        };
        let told = error.to_string();
        assert!(
            told.contains(name) && told.contains("the pull counted 1 records"),
            "{told}"
        );
    }

    #[test]
    fn leftovers_of_ended_pulls_are_removed_by_the_next() {
        let temp = tempfile::tempdir().unwrap();
        let dir = temp.path().join("snapshot");
        written(&dir, "first");
        for leftover in ["snapshot.7", "snapshot.new", "snapshot.old"] {
            fs::create_dir_all(temp.path().join(leftover).join("statamic")).unwrap();
        }
        std::os::unix::fs::symlink("snapshot.7", temp.path().join("snapshot.link")).unwrap();
        fs::write(temp.path().join("snapshot.mine"), "not ours").unwrap();
        let writer = SnapshotWriter::begin(&dir).unwrap();
        assert_eq!(ids(&dir), [json!({"id": "first"})]);
        assert_eq!(
            names(temp.path()),
            ["snapshot", "snapshot.1", "snapshot.2", "snapshot.mine"]
        );
        drop(writer);
        assert_eq!(names(temp.path()), ["snapshot", "snapshot.1", "snapshot.mine"]);
        written(&dir, "second");
        assert_eq!(names(temp.path()), ["snapshot", "snapshot.2", "snapshot.mine"]);
    }

    /// A snapshot of an older version is a directory in place of the link: it is read, and replaced.
    #[test]
    fn a_directory_in_the_place_of_the_link_is_read_and_replaced() {
        let temp = tempfile::tempdir().unwrap();
        let dir = temp.path().join("snapshot");
        written(&dir, "first");
        fs::remove_file(&dir).unwrap();
        fs::rename(temp.path().join("snapshot.1"), &dir).unwrap();
        assert_eq!(ids(&dir), [json!({"id": "first"})]);
        let unfinished = SnapshotWriter::begin(&dir).unwrap();
        assert_eq!(ids(&dir), [json!({"id": "first"})]);
        drop(unfinished);
        written(&dir, "second");
        assert_eq!(ids(&dir), [json!({"id": "second"})]);
        assert_eq!(names(temp.path()).len(), 2);
    }

    /// An opened snapshot is read to its end, or fails because it was removed; it is never mixed with the next one.
    #[test]
    fn an_open_snapshot_is_never_mixed_with_the_next() {
        let temp = tempfile::tempdir().unwrap();
        let dir = temp.path().join("snapshot");
        let first = written(&dir, "first");
        written(&dir, "second");
        let records = first.records::<Value>("statamic/entries.pages.nl.jsonl");
        assert!(
            matches!(records, Err(SnapshotError::Io { .. })),
            "its files went with it"
        );
    }

    /// R-GEN-02: files that are kept belong to both snapshots, whichever of them is removed, and whenever it ends.
    #[test]
    fn r_gen_02_files_that_are_kept_stay_with_both() {
        let temp = tempfile::tempdir().unwrap();
        let dir = temp.path().join("snapshot");
        let first = written(&dir, "first");
        let name = "statamic/entries.pages.nl.jsonl";
        let mut unfinished = SnapshotWriter::begin(&dir).unwrap();
        unfinished.keep(&first, name).unwrap();
        drop(unfinished);
        assert_eq!(ids(&dir), [json!({"id": "first"})]);
        let mut next = SnapshotWriter::begin(&dir).unwrap();
        next.keep(&first, name).unwrap();
        next.write_all("statamic/forms.jsonl", vec![json!({"handle": "contact"})])
            .unwrap();
        next.finish(about()).unwrap();
        assert_eq!(ids(&dir), [json!({"id": "first"})]);
        assert_eq!(Snapshot::open(&dir).unwrap().about().counts.len(), 2);
    }

    #[test]
    fn a_snapshot_is_replaced_whole_or_not_at_all() {
        let temp = tempfile::tempdir().unwrap();
        let dir = temp.path().join("snapshot");
        assert!(matches!(Snapshot::open(&dir), Err(SnapshotError::Missing(_))));
        written(&dir, "first");
        let mut unfinished = SnapshotWriter::begin(&dir).unwrap();
        unfinished
            .write_all("statamic/entries.pages.nl.jsonl", Vec::<Value>::new())
            .unwrap();
        drop(unfinished);
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
