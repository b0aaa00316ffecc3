//! Writes a snapshot to its own directory and makes it current with one rename.
//!
//! **Invariant:** only the holder of the builder's lock writes; leftovers of an aborted pull are removed first.

use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fs::{self, File},
    io::{self, BufWriter, Write as _},
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};

use serde::Serialize;
use serde_json::Value;

use super::{ABOUT, About, FORMAT, OLD, Snapshot, SnapshotError, beside, directory, io_error};

/// Keys that are never stored (Statamic §18.9).
const DROPPED: [&str; 2] = ["updated_by", "last_modified_instance"];
/// Suffix of the new link before it replaces the old one.
const LINK: &str = ".link";
/// Suffix of the directory in which older versions wrote a snapshot.
const NEW: &str = ".new";

/// Writes a snapshot next to the existing one.
#[derive(Debug)]
pub(crate) struct SnapshotWriter {
    target: PathBuf,
    aside: PathBuf,
    counts: BTreeMap<String, u64>,
    in_place: bool,
}

impl SnapshotWriter {
    /// Starts an empty snapshot for the path `target`; removes leftovers of aborted pulls.
    pub(crate) fn begin(target: &Path) -> Result<Self, SnapshotError> {
        let folder = target.parent().unwrap_or(Path::new(""));
        fs::create_dir_all(folder).map_err(io_error("made", folder))?;
        remove_leftovers(target)?;
        let last = number_of(target, directory(target).file_name().unwrap_or_default());
        let aside = beside(target, &format!(".{}", last.unwrap_or(0).saturating_add(1)));
        fs::create_dir(&aside).map_err(io_error("made", &aside))?;
        Ok(Self {
            target: target.to_owned(),
            aside,
            counts: BTreeMap::new(),
            in_place: false,
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

    /// Takes a file of the last snapshot as it is: a written file never changes, so both may have the same one.
    pub(crate) fn keep(&mut self, last: &Snapshot, name: &str) -> Result<(), SnapshotError> {
        let (from, to) = (last.dir.join(name), self.aside.join(name));
        if let Some(parent) = to.parent() {
            fs::create_dir_all(parent).map_err(io_error("made", parent))?;
        }
        // Some file systems have no links.
        let kept = fs::hard_link(&from, &to).or_else(|_| fs::copy(&from, &to).map(drop));
        kept.map_err(io_error("kept", &from))?;
        let count = last.about.counts.get(name).copied().unwrap_or_default();
        self.counts.insert(name.to_owned(), count);
        Ok(())
    }

    /// Writes a file in one call.
    pub(crate) fn write_all(&mut self, name: &str, records: Vec<impl Serialize>) -> Result<(), SnapshotError> {
        let mut file = self.file(name)?;
        for record in records {
            file.write(serde_json::to_value(record).map_err(|e| io_error("written", &file.path)(e.into()))?)?;
        }
        self.close(file)
    }

    /// Writes records as they are in a file; keeps that of the last snapshot if it has the same. Returns whether it is
    /// another one.
    pub(crate) fn write_lines(&mut self, last: &Snapshot, name: &str, lines: &[String]) -> Result<bool, SnapshotError> {
        if last.has(name) && last.lines(name)?.iter().eq(lines) {
            self.keep(last, name)?;
            return Ok(false);
        }
        let mut file = self.file(name)?;
        for line in lines {
            let written = file
                .out
                .write_all(line.as_bytes())
                .and_then(|()| file.out.write_all(b"\n"));
            written.map_err(io_error("written", &file.path))?;
            file.count += 1;
        }
        self.close(file)?;
        Ok(true)
    }

    /// The written data as a snapshot that is not yet current.
    pub(crate) fn written(&mut self, mut about: About) -> Result<Snapshot, SnapshotError> {
        about.format = FORMAT;
        about.counts = self.counts.clone();
        let path = self.aside.join(ABOUT);
        let text = serde_json::to_vec_pretty(&about).map_err(|e| io_error("written", &path)(e.into()))?;
        fs::write(&path, text).map_err(io_error("written", &path))?;
        Snapshot::open_directory(&self.aside)
    }

    /// Makes the written snapshot current.
    pub(crate) fn put_in_place(mut self) -> Result<(), SnapshotError> {
        sync(&self.aside)?;
        let link = beside(&self.target, LINK);
        let name = self.aside.file_name().unwrap_or_default();
        symlink(name, &link).map_err(io_error("linked", &link))?;
        if self.target.is_dir() && !self.target.is_symlink() {
            // A link cannot replace a directory. Until the link exists, a reader finds the directory under its other
            // name.
            let old = beside(&self.target, OLD);
            fs::rename(&self.target, &old).map_err(io_error("moved", &self.target))?;
        }
        fs::rename(&link, &self.target).map_err(io_error("moved", &link))?;
        self.in_place = true;
        if let Err(error) = remove_leftovers(&self.target) {
            tracing::warn!(%error, "the snapshot before this one is still there; the next pull removes it");
        }
        Ok(())
    }

    /// Finishes writing and makes the snapshot current.
    #[cfg(test)]
    pub(crate) fn finish(mut self, about: About) -> Result<Snapshot, SnapshotError> {
        let snapshot = self.written(about)?;
        self.put_in_place()?;
        Ok(snapshot)
    }
}

impl Drop for SnapshotWriter {
    fn drop(&mut self) {
        if !self.in_place {
            // The pull has already failed, and the next one removes leftovers.
            let _ = fs::remove_dir_all(&self.aside);
        }
    }
}

/// The number in a name of the form `snapshot.<n>`.
fn number_of(target: &Path, name: &OsStr) -> Option<u64> {
    let stem = target.file_name()?.to_str()?;
    let digits = name.to_str()?.strip_prefix(stem)?.strip_prefix('.')?;
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten()
}

/// Removes every snapshot directory next to `target` except the current one.
fn remove_leftovers(target: &Path) -> Result<(), SnapshotError> {
    let folder = target.parent().unwrap_or(Path::new(""));
    let live = directory(target);
    let link = beside(target, LINK);
    if link.is_symlink() {
        fs::remove_file(&link).map_err(io_error("cleared", &link))?;
    }
    for entry in fs::read_dir(folder).map_err(io_error("read", folder))? {
        let path = entry.map_err(io_error("read", folder))?.path();
        let name = path.file_name().unwrap_or_default();
        let former = [NEW, OLD].iter().any(|suffix| path == beside(target, suffix));
        if path != live && (former || number_of(target, name).is_some()) {
            fs::remove_dir_all(&path).map_err(io_error("cleared", &path))?;
        }
    }
    Ok(())
}

/// Syncs the file system once for all files, so that the link never points to files that a power failure can lose.
fn sync(folder: &Path) -> Result<(), SnapshotError> {
    let fail = |source: io::Error| io_error("synced", folder)(source);
    let handle = File::open(folder).map_err(fail)?;
    rustix::fs::syncfs(&handle).map_err(|error| fail(error.into()))
}

/// A record as [`RecordWriter`] writes it.
pub(crate) fn line_of(mut record: Value) -> String {
    clean(&mut record);
    record.to_string()
}

/// Removes the dropped keys at every depth, because a navigation without `fields` contains whole entries, and what no
/// document may contain.
pub(crate) fn clean(value: &mut Value) {
    match value {
        Value::Object(map) => {
            for key in DROPPED {
                map.shift_remove(key);
            }
            map.values_mut().for_each(clean);
        }
        Value::Array(list) => list.iter_mut().for_each(clean),
        Value::String(text) if text.contains(is_no_character) => *text = without_controls(text),
        _ => {}
    }
}

/// Control characters, and what Unicode has for no character; HTML and XML allow neither.
fn is_no_character(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\r' | '\t')) || matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// What parts lines in a text processor becomes a space.
fn without_controls(text: &str) -> String {
    let parted = text.replace(['\u{b}', '\u{c}', '\u{85}'], " ");
    parted.chars().filter(|c| !is_no_character(*c)).collect()
}

/// One file being written.
#[derive(Debug)]
pub(crate) struct RecordWriter {
    name: String,
    path: PathBuf,
    out: BufWriter<File>,
    count: u64,
}

impl RecordWriter {
    pub(crate) fn write(&mut self, mut record: Value) -> Result<(), SnapshotError> {
        clean(&mut record);
        serde_json::to_writer(&mut self.out, &record).map_err(|e| io_error("written", &self.path)(e.into()))?;
        self.out.write_all(b"\n").map_err(io_error("written", &self.path))?;
        self.count += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// No control character of a backend reaches a document, at any depth; lines and tabs stay.
    #[test]
    fn what_no_document_may_contain_is_not_stored() {
        let mut record = json!({
            "name": "La\u{0}mp\u{1b}[1m", "lines": "a\tb\nc\r\nd", "pasted": "one\u{b}two\u{85}three",
            "deep": [[{"text": "x\u{7f}y\u{9f}z\u{ffff}", "updated_by": {"id": 1}}], "é’\u{ad}"], "count": 3
        });
        clean(&mut record);
        let clean = json!({
            "name": "Lamp[1m", "lines": "a\tb\nc\r\nd", "pasted": "one two three",
            "deep": [[{"text": "xyz"}], "é’\u{ad}"], "count": 3
        });
        assert_eq!(record, clean);
    }
}
