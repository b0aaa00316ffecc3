//! The folder that a release is written to before it is published.
//!
//! **Invariant:** every file in it is listed with hash and size; a staging that is dropped without being published
//! removes itself. No file in it is changed, because other releases may have the same one.

use std::{
    collections::HashSet,
    io::{self, Write},
    mem,
    sync::{Arc, Mutex, PoisonError},
};

use cap_std::fs::Dir;
use foldhash::fast::FixedState;
use vitrine_model::record::RecordHash;

use super::{
    dist::{Dist, NAME, write_error},
    file_record::{FileRecord, Files, SortedFiles},
    known_files::KnownFiles,
    retired,
};
use crate::error::SiteError;

/// A release being written.
#[derive(Debug)]
pub(crate) struct Staging<'a> {
    dist: &'a Dist,
    folder: Dir,
    /// Unsorted while writing: every page adds two, and all workers contend for this lock.
    files: Mutex<Files>,
    /// The folders that exist.
    folders: Mutex<HashSet<String, FixedState>>,
    /// The files that its folder had before.
    retired: Arc<Files>,
    kept: bool,
}

impl<'a> Staging<'a> {
    /// Starts a staging, in the folder of the retired release if there is one; leftovers of an aborted build are removed.
    /// `known` are the files of releases that this process knows.
    pub(crate) fn begin(dist: &'a Dist, known: &KnownFiles) -> Result<Self, SiteError> {
        let fail = write_error("the folder", NAME);
        if dist.releases.exists(NAME) {
            dist.releases.remove_dir_all(NAME).map_err(&fail)?;
        }
        let retired = retired::reuse(dist, known);
        if retired.is_empty() {
            dist.releases.create_dir_all(NAME).map_err(&fail)?;
        }
        Ok(Self {
            retired,
            dist,
            folder: dist.releases.open_dir(NAME).map_err(&fail)?,
            files: Mutex::default(),
            folders: Mutex::default(),
            kept: false,
        })
    }

    /// Creates the folders of files that will be written, each once.
    pub(crate) fn prepare<'p>(&self, files: impl Iterator<Item = &'p str>) -> Result<(), SiteError> {
        let mut folders: Vec<&str> = files
            .filter_map(|f| f.rsplit_once('/').map(|(folder, _)| folder))
            .collect();
        folders.sort_unstable();
        folders.dedup();
        let mut known = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        folders.retain(|folder| !known.contains(*folder));
        for folder in folders {
            self.make_folder_room(folder)?;
            self.folder
                .create_dir_all(folder)
                .map_err(write_error("the folder", folder))?;
            known.insert(folder.to_owned());
        }
        Ok(())
    }

    /// Writes a file whose folder was prepared, and returns its hash. An existing file is an error: no file is written
    /// twice.
    pub(crate) fn write(&self, file: &str, bytes: &[u8]) -> Result<RecordHash, SiteError> {
        let fail = write_error("the file", file);
        let mut options = cap_std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        let record = FileRecord::of(bytes);
        if self.has_before(file, &record) {
            self.insert(file.into(), record);
            return Ok(record.hash);
        }
        self.make_room(file)?;
        self.folder
            .open_with(file, &options)
            .and_then(|mut opened| {
                opened.write_all(bytes)?;
                date(file, opened, &record)
            })
            .map_err(&fail)?;
        self.insert(file.into(), record);
        Ok(record.hash)
    }

    /// Takes a file over from a release: both have it from then on, as one file on the disk where that is possible. Files
    /// of a release are never changed, so neither notices the other.
    pub(crate) fn take_over(&self, release: &Dir, file: &Arc<str>, about: &FileRecord) -> Result<(), SiteError> {
        if self.has_before(file, about) {
            self.insert(Arc::clone(file), *about);
            return Ok(());
        }
        self.make_room(file)?;
        if release.hard_link(&**file, &self.folder, &**file).is_ok() {
            self.insert(Arc::clone(file), *about);
            return Ok(());
        }
        let bytes = release.read(&**file).map_err(write_error("a copy of the file", file))?;
        self.write(file, &bytes).map(drop)
    }

    /// Writes a file and creates its folder.
    pub(crate) fn write_with_folder(&self, file: &str, bytes: &[u8]) -> Result<(), SiteError> {
        self.prepare(std::iter::once(file))?;
        self.write(file, bytes).map(drop)
    }

    /// Opens a file for writing in pieces; close it with [`Self::close`].
    pub(crate) fn lines(&self, file: &str) -> Result<LineFile, SiteError> {
        let fail = write_error("the file", file);
        self.prepare(std::iter::once(file))?;
        self.make_room(file)?;
        let opened = self.folder.create(file).map_err(&fail)?;
        Ok(LineFile {
            name: file.to_owned(),
            file: io::BufWriter::with_capacity(BYTES_AT_ONCE, HashedFile::new(opened)),
        })
    }

    /// Whether the folder has the file already.
    fn has_before(&self, file: &str, about: &FileRecord) -> bool {
        file.starts_with(SENT) && self.retired.get(file) == Some(about) && about.is_at(&self.folder, file)
    }

    /// Removes what the retired release has at the place of a file.
    fn make_room(&self, file: &str) -> Result<(), SiteError> {
        if self.retired.is_empty() {
            return Ok(());
        }
        let removed = match self.folder.symlink_metadata(file) {
            Err(_) => return Ok(()),
            Ok(about) if about.is_dir() => self.folder.remove_dir_all(file),
            Ok(_) => self.folder.remove_file(file),
        };
        removed.map_err(write_error("the file", file))
    }

    /// Removes a file of the retired release at the place of a folder.
    fn make_folder_room(&self, folder: &str) -> Result<(), SiteError> {
        let ends = folder.match_indices('/').map(|(at, _)| at).chain([folder.len()]);
        let above = ends.filter_map(|end| folder.get(..end));
        for file in above.filter(|above| self.retired.contains_key(*above)) {
            if self.folder.symlink_metadata(file).is_ok_and(|about| about.is_file()) {
                self.folder.remove_file(file).map_err(write_error("the file", file))?;
            }
        }
        Ok(())
    }

    fn insert(&self, file: Arc<str>, record: FileRecord) {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.insert(file, record);
    }

    /// Closes a file that was written in pieces.
    pub(crate) fn close(&self, lines: LineFile) -> Result<(), SiteError> {
        let LineFile { name, file } = lines;
        let written = file.into_inner().map_err(io::IntoInnerError::into_error);
        let fail = write_error("the file", &name);
        let written = written.map_err(&fail)?;
        let record = written.record();
        date(&name, written.file, &record).map_err(&fail)?;
        self.insert(name.as_str().into(), record);
        Ok(())
    }

    /// The files that were written, by name. The folder has no others after this.
    pub(crate) fn finish(&self) -> Result<SortedFiles, SiteError> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let files: SortedFiles = mem::take(&mut *files).into_iter().collect();
        if !self.retired.is_empty() {
            let rest = retired::remove_rest(&self.folder, "", &files);
            rest.map_err(write_error("what is left of the release before in", NAME))?;
        }
        Ok(files)
    }

    /// Whether a file was written.
    pub(crate) fn has(&self, file: &str) -> bool {
        self.files
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .contains_key(file)
    }

    /// Number of files written so far.
    pub(crate) fn count(&self) -> usize {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    pub(crate) fn folder(&self) -> &Dir {
        &self.folder
    }

    pub(crate) fn dist(&self) -> &'a Dist {
        self.dist
    }

    /// Keeps the folder of a whole release that exists already for the next one.
    pub(crate) fn retire(mut self) -> Result<(), SiteError> {
        self.kept = true;
        retired::put_aside(self.dist, NAME)
    }

    /// Marks the staging as renamed: there is nothing to remove.
    pub(crate) fn keep(mut self) {
        self.kept = true;
    }
}

impl Drop for Staging<'_> {
    fn drop(&mut self) {
        if !self.kept {
            // The build has already failed, and the next one removes leftovers.
            let _ = self.dist.releases.remove_dir_all(NAME);
        }
    }
}

/// The folder that web servers serve.
const SENT: &str = "site/";
/// Sets a file's time from its content: nginx and Caddy derive a file's ETag from its time and length, so a page that
/// is unchanged in a new release keeps its ETag (rule 21).
fn date(file: &str, written: cap_std::fs::File, record: &FileRecord) -> io::Result<()> {
    if !file.starts_with(SENT) {
        return Ok(());
    }
    written.into_std().set_modified(record.time())
}

/// Buffer size for hashing and writing: per line blake3 takes many times as long as per block.
const BYTES_AT_ONCE: usize = 128 * 1024;

/// A file written line by line.
pub(crate) struct LineFile {
    name: String,
    file: io::BufWriter<HashedFile>,
}

impl LineFile {
    /// Adds bytes.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> Result<(), SiteError> {
        self.file.write_all(bytes).map_err(write_error("the file", &self.name))
    }
}

/// A file with the hash of what was written to it.
struct HashedFile {
    file: cap_std::fs::File,
    hasher: blake3::Hasher,
}

impl HashedFile {
    fn new(file: cap_std::fs::File) -> Self {
        Self {
            file,
            hasher: blake3::Hasher::new(),
        }
    }

    fn record(&self) -> FileRecord {
        FileRecord {
            hash: RecordHash::of_hasher(&self.hasher),
            bytes: self.hasher.count(),
        }
    }
}

impl Write for HashedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hasher.update(bytes.get(..written).unwrap_or(bytes));
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
