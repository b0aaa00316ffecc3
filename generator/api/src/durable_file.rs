//! Small files that outlive a crash: records of orders and withdrawals, notes of ended sessions, what the builder has
//! seen.
//!
//! **Invariant:** what a function has written is synced when it returns, with its folder; a file holds its old content
//! or its new one, never a part of either. Processes that share a folder do not disturb each other.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, AtomicU64, Ordering},
    time::{Duration, SystemTime},
};

/// Number of writes between two removals of old files.
const WRITES_BETWEEN_LOOKS: u32 = 64;

/// Tells the temporary files of this process apart.
static ASIDE: AtomicU64 = AtomicU64::new(0);

/// Writes a file, in the place of one that is there.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let aside = written_aside(path, bytes)?;
    fs::rename(&aside, path)?;
    sync_folder_of(path)
}

/// Writes a file that is not there yet; `false` if it is, which leaves it as it is.
pub(crate) fn write_once(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    let aside = written_aside(path, bytes)?;
    let linked = fs::hard_link(&aside, path);
    fs::remove_file(&aside)?;
    match linked {
        Ok(()) => sync_folder_of(path).map(|()| true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
    }
}

/// Makes an empty file, whose name is all that it says.
pub(crate) fn mark(path: &Path) -> io::Result<()> {
    File::create(path)?.sync_all()?;
    sync_folder_of(path)
}

/// Gives a file another name in its folder.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)?;
    sync_folder_of(to)
}

/// Removes a file; one that is not there is no error.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Reads a file of at most `most` bytes.
pub(crate) fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.len() > most {
        return Err(io::Error::other(format!("{} is too long", path.display())));
    }
    fs::read(path)
}

/// Makes names that were given or taken in the folder of a file outlive a crash.
pub(crate) fn sync_folder_of(path: &Path) -> io::Result<()> {
    File::open(path.parent().unwrap_or(Path::new(".")))?.sync_all()
}

fn written_aside(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let number = ASIDE.fetch_add(1, Ordering::Relaxed);
    let aside = path.with_extension(format!("{}-{number}.new", std::process::id()));
    let mut file = File::create(&aside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    Ok(aside)
}

/// A folder of such files, bounded in number and age.
pub(crate) struct BoundedFolder {
    folder: PathBuf,
    most: usize,
    age: Duration,
    writes: AtomicU32,
}

impl BoundedFolder {
    /// Opens a folder below the state folder, and creates it if necessary.
    pub(crate) fn open(folder: PathBuf, most: usize, age: Duration) -> io::Result<Self> {
        fs::create_dir_all(&folder)?;
        Ok(Self {
            folder,
            most,
            age,
            writes: AtomicU32::new(0),
        })
    }

    /// The place of a name's file: the names stay secret, only their hashes are on disk.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(blake3::hash(name.as_bytes()).to_hex().as_str())
    }

    /// To be called before each write of a new file, so that there are never more than allowed.
    pub(crate) fn before_write(&self, now: SystemTime) -> io::Result<()> {
        let writes = self.writes.fetch_add(1, Ordering::Relaxed);
        if writes.is_multiple_of(WRITES_BETWEEN_LOOKS) {
            self.make_room(now)?;
        }
        Ok(())
    }

    /// The files, the oldest first.
    pub(crate) fn files(&self) -> io::Result<Vec<(SystemTime, PathBuf)>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            match entry.metadata().and_then(|about| about.modified()) {
                Ok(modified) => files.push((modified, entry.path())),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        files.sort_unstable();
        Ok(files)
    }

    /// Removes files that are too old, and the oldest of too many.
    pub(crate) fn make_room(&self, now: SystemTime) -> io::Result<()> {
        let files = self.files()?;
        let too_many = (files.len() + WRITES_BETWEEN_LOOKS as usize).saturating_sub(self.most);
        for (place, (modified, path)) in files.iter().enumerate() {
            let old = now.duration_since(*modified).is_ok_and(|age| age > self.age);
            if old || place < too_many {
                remove(path)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
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
        replace(&path, b"first").expect("written");
        replace(&path, b"second").expect("written");
        assert_eq!(read(&path, 6).expect("read"), b"second");
        assert!(read(&path, 5).is_err(), "longer than allowed");
        assert!(!write_once(&path, b"third").expect("seen"), "it is there");
        assert_eq!(read(&path, 6).expect("read"), b"second");
        assert!(write_once(&folder.path().join("two"), b"third").expect("written"));
        rename(&folder.path().join("two"), &folder.path().join("three")).expect("renamed");
        assert_eq!(names(folder.path()), ["one", "three"]);
        remove(&path).expect("removed");
        remove(&path).expect("gone already");
        assert_eq!(names(folder.path()), ["three"]);
    }

    #[test]
    fn rule_13_a_folder_stays_within_number_and_age() {
        let folder = tempfile::tempdir().expect("a folder");
        let open = |age| BoundedFolder::open(folder.path().join("notes"), 100, age).expect("opened");
        let notes = open(Duration::from_secs(60));
        let now = SystemTime::UNIX_EPOCH;
        for number in 0..300 {
            notes.before_write(now).expect("room");
            mark(&notes.path(&format!("../{number}"))).expect("noted");
            assert!(notes.files().expect("read").len() <= 100, "after {number}");
        }
        assert!(
            names(&folder.path().join("notes")).iter().all(|name| name.len() == 64),
            "hashes"
        );
        let newest = notes.files().expect("read").last().expect("a note").0;
        let again = open(Duration::from_secs(60));
        again.before_write(newest + Duration::from_secs(60)).expect("room");
        assert!(!again.files().expect("read").is_empty(), "the last one is not too old");
        let later = open(Duration::from_secs(60));
        later.before_write(newest + Duration::from_secs(61)).expect("room");
        assert!(later.files().expect("read").is_empty(), "nothing stays for ever");
    }
}
