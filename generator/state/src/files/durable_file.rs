//! Small durable files.
//!
//! **Invariant:** when a function returns, file and folder are synced; a file has its old content or its new one, never
//! a part of either. Processes that share a folder do not interfere with each other.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

/// Extension of temporary files.
const TEMPORARY: &str = "new";

/// Makes the names of this process's temporary files unique.
static ASIDE: AtomicU64 = AtomicU64::new(0);

/// Permission bits of a shared file, before the umask.
pub(super) const SHARED: u32 = 0o666;
/// Permission bits of a file that contains a secret.
pub(super) const PRIVATE: u32 = 0o600;

/// Writes a file with these permission bits, replacing an existing one.
pub(super) fn replace(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    let aside = written_aside(path, bytes, mode)?;
    fs::rename(&aside, path)?;
    sync_folder_of(path)
}

/// Creates a file; returns `false` and changes nothing if it exists.
pub(super) fn write_once(path: &Path, bytes: &[u8], mode: u32) -> io::Result<bool> {
    let aside = written_aside(path, bytes, mode)?;
    let linked = fs::hard_link(&aside, path);
    fs::remove_file(&aside)?;
    match linked {
        Ok(()) => sync_folder_of(path).map(|()| true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
    }
}

/// Creates an empty file, whose existence is its only information.
pub(super) fn mark(path: &Path) -> io::Result<()> {
    File::create(path)?.sync_all()?;
    sync_folder_of(path)
}

/// Removes a file; a missing one is not an error.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Whether a file is a temporary one: only its writer uses it, until it has its name.
pub(super) fn is_temporary(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == TEMPORARY)
}

/// Reads a file of at most `most` bytes.
pub(super) fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.len() > most {
        return Err(io::Error::other(format!("{} is too long", path.display())));
    }
    fs::read(path)
}

/// Syncs the folder of a file, so that created and removed names survive a crash.
pub(super) fn sync_folder_of(path: &Path) -> io::Result<()> {
    File::open(path.parent().unwrap_or(Path::new(".")))?.sync_all()
}

fn written_aside(path: &Path, bytes: &[u8], mode: u32) -> io::Result<PathBuf> {
    let number = ASIDE.fetch_add(1, Ordering::Relaxed);
    let aside = path.with_extension(format!("{}-{number}.{TEMPORARY}", std::process::id()));
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(mode)
        .open(&aside)?;
    match file.write_all(bytes).and_then(|()| file.sync_all()) {
        Ok(()) => Ok(aside),
        Err(error) => {
            // On a full disk nothing of it may stay; the first error is the one that matters.
            let _left = remove(&aside).is_err();
            Err(error)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("the folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn rule_19_a_file_is_replaced_whole_or_written_once_and_nothing_is_left_aside() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("one");
        replace(&path, b"first", SHARED).expect("written");
        replace(&path, b"second", PRIVATE).expect("written");
        assert_eq!(read(&path, 6).expect("read"), b"second");
        assert!(read(&path, 5).is_err(), "longer than allowed");
        assert!(!write_once(&path, b"third", SHARED).expect("seen"), "it is there");
        assert_eq!(read(&path, 6).expect("read"), b"second");
        assert!(write_once(&folder.path().join("two"), b"third", SHARED).expect("written"));
        assert_eq!(names(folder.path()), ["one", "two"]);
        let rights = fs::metadata(&path).expect("a file").permissions().mode();
        assert_eq!(rights & 0o777, PRIVATE);
        remove(&path).expect("removed");
        remove(&path).expect("gone already");
        assert_eq!(names(folder.path()), ["two"]);
    }
}
