//! Records as files: one each, written to a temporary file and renamed.
//!
//! **Invariant:** a collection never has more files than its bound. Temporary files left by a crash count too, and are
//! removed with the old ones or by [`Records::remove_abandoned`].

use std::{
    fs, io,
    path::PathBuf,
    sync::atomic::{AtomicU32, AtomicUsize, Ordering},
    time::{Duration, SystemTime},
};

use super::{collection::FileNames, durable_file, folder::make_folder};
use crate::{
    error::StateError,
    records::{Bounds, Full, Records},
};

/// Age of a temporary file that no process can be writing any more.
const ABANDONED: Duration = Duration::from_secs(3_600);
/// Number of writes between two clean-ups of old files.
const WRITES_BETWEEN_LOOKS: u32 = 64;

/// A collection in a folder.
#[derive(Debug)]
pub(super) struct RecordFiles {
    names: FileNames,
    bounds: Bounds,
    /// Writes since the collection was opened.
    writes: AtomicU32,
    /// Number of records in a collection that refuses further ones, as far as this process knows.
    count: AtomicUsize,
}

impl RecordFiles {
    /// The records of existing files; creates nothing.
    pub(super) fn of(names: FileNames, bounds: Bounds) -> Self {
        Self {
            names,
            bounds,
            writes: AtomicU32::new(0),
            count: AtomicUsize::new(0),
        }
    }

    pub(super) fn open(names: FileNames, bounds: Bounds) -> Result<Self, StateError> {
        make_folder(&names.folder)?;
        let opened = Self::of(names, bounds);
        if matches!(bounds.full, Full::Refuse) {
            let names = opened.names().map_err(|source| StateError {
                path: opened.names.folder.clone(),
                source,
            })?;
            opened.count.store(names.len(), Ordering::Relaxed);
        }
        Ok(opened)
    }

    /// The files of the folder, oldest first.
    fn files(&self) -> io::Result<Vec<(SystemTime, PathBuf)>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.names.folder)? {
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

    /// Removes files to stay within the bound after a write.
    fn make_room(&self) -> io::Result<()> {
        let Full::Forget { age, clock } = self.bounds.full else {
            return Ok(());
        };
        let writes = self.writes.fetch_add(1, Ordering::Relaxed);
        if writes.is_multiple_of(WRITES_BETWEEN_LOOKS) {
            self.forget(age, clock())?;
        }
        Ok(())
    }

    /// Removes files that are too old, and the oldest beyond the bound.
    fn forget(&self, age: Duration, now: SystemTime) -> io::Result<()> {
        let files = self.files()?;
        let too_many = (files.len() + WRITES_BETWEEN_LOOKS as usize).saturating_sub(self.bounds.most);
        for (place, (modified, path)) in files.iter().enumerate() {
            let old = now.duration_since(*modified).is_ok_and(|passed| passed > age);
            if old || place < too_many {
                durable_file::remove(path)?;
            }
        }
        Ok(())
    }
}

impl Records for RecordFiles {
    fn place(&self) -> String {
        self.names.folder.display().to_string()
    }

    fn get(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        match durable_file::read(&self.names.path(name), self.bounds.bytes) {
            Ok(content) => Ok(Some(content)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn has(&self, name: &str) -> io::Result<bool> {
        self.names.path(name).try_exists()
    }

    fn put(&self, name: &str, content: &[u8]) -> io::Result<()> {
        self.make_room()?;
        let path = self.names.path(name);
        match content {
            [] => durable_file::mark(&path),
            _ => durable_file::replace(&path, content, self.names.mode),
        }
    }

    fn put_if_absent(&self, name: &str, content: &[u8]) -> io::Result<bool> {
        let path = self.names.path(name);
        if path.try_exists()? {
            return Ok(false);
        }
        self.make_room()?;
        let most = self.bounds.most;
        if matches!(self.bounds.full, Full::Refuse) && self.count.load(Ordering::Relaxed) >= most {
            return Err(io::Error::other(format!("there are {most} records already")));
        }
        let is_new = durable_file::write_once(&path, content, self.names.mode)?;
        self.count.fetch_add(usize::from(is_new), Ordering::Relaxed);
        Ok(is_new)
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        durable_file::remove(&self.names.path(name))
    }

    fn remove_abandoned(&self, now: SystemTime) -> io::Result<()> {
        for (modified, path) in self.files()? {
            let old = now.duration_since(modified).is_ok_and(|passed| passed > ABANDONED);
            if old && durable_file::is_temporary(&path) {
                durable_file::remove(&path)?;
            }
        }
        Ok(())
    }

    fn names(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.names.folder)? {
            let file = entry?.file_name();
            let name = file.to_str().and_then(|file| self.names.record(file));
            names.extend(name.map(str::to_owned));
        }
        Ok(names)
    }

    fn each(&self, see: &mut dyn FnMut(io::Result<Vec<u8>>)) -> io::Result<()> {
        for (_, path) in self.files()? {
            let file = path.file_name().and_then(|file| file.to_str());
            if file.is_some_and(|file| self.names.record(file).is_some()) {
                see(durable_file::read(&path, self.bounds.bytes));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{super::Collection, *};

    fn forgets(clock: fn() -> SystemTime) -> Full {
        let age = Duration::from_secs(60);
        Full::Forget { age, clock }
    }

    fn open(folder: &Path, of: Collection, full: Full) -> RecordFiles {
        let bounds = Bounds {
            most: 100,
            bytes: 6,
            full,
        };
        RecordFiles::open(of.files_in(folder), bounds).expect("opened")
    }

    fn contents(records: &RecordFiles) -> Vec<Vec<u8>> {
        let mut contents = Vec::new();
        records
            .each(&mut |content| contents.extend(content.ok()))
            .expect("read");
        contents
    }

    #[test]
    fn rule_13_a_collection_stays_within_number_and_age() {
        let folder = tempfile::tempdir().expect("a folder");
        let keys = Collection::ORDER_KEYS;
        let records = open(folder.path(), keys, forgets(|| SystemTime::UNIX_EPOCH));
        for number in 0..300 {
            records.put(&format!("../{number}"), b"").expect("written");
            assert!(records.files().expect("read").len() <= 100, "after {number}");
        }
        assert!(records.has("../299").expect("read"));
        assert!(!records.has("../0").expect("read"), "the oldest go");
        let names = records.names().expect("read");
        assert!(names.iter().all(|name| name.len() == 64), "hashes: {names:?}");
        let newest = records.files().expect("read").last().expect("a record").0;
        records
            .forget(Duration::from_secs(60), newest + Duration::from_secs(60))
            .expect("room");
        assert!(
            !records.files().expect("read").is_empty(),
            "the last one is not too old"
        );
        let in_a_century = || SystemTime::UNIX_EPOCH + Duration::from_secs(100 * 366 * 86_400);
        let later = open(folder.path(), keys, forgets(in_a_century));
        later.put("new", b"one").expect("written");
        assert_eq!(contents(&later), [b"one"], "nothing stays for ever");
    }

    #[test]
    fn law_4a_a_collection_that_may_forget_nothing_refuses_what_is_too_much() {
        let folder = tempfile::tempdir().expect("a folder");
        let records = open(folder.path(), Collection::WITHDRAWALS, Full::Refuse);
        for number in 0..100 {
            assert!(records.put_if_absent(&number.to_string(), b"first").expect("written"));
        }
        let refused = records.put_if_absent("100", b"one").expect_err("full");
        assert_eq!(refused.to_string(), "there are 100 records already");
        assert!(!records.put_if_absent("7", b"second").expect("seen"), "it is there");
        assert_eq!(records.get("7").expect("read").expect("a record"), b"first");
        let again = open(folder.path(), Collection::WITHDRAWALS, Full::Refuse);
        assert!(again.put_if_absent("100", b"one").is_err(), "after a restart");
        // Another version may have written a longer record than this one accepts.
        again.put("0", b"too long").expect("written");
        assert!(again.get("0").is_err());
    }

    #[test]
    fn collections_of_one_folder_do_not_see_each_others_records() {
        let folder = tempfile::tempdir().expect("a folder");
        let [received, pending, done] = [
            Collection::WITHDRAWALS,
            Collection::WITHDRAWALS_PENDING,
            Collection::WITHDRAWALS_DONE,
        ]
        .map(|of| open(folder.path(), of, Full::Refuse));
        received.put("00ff", b"one").expect("written");
        pending.put("00ff", b"two").expect("written");
        for records in [&received, &pending] {
            assert_eq!(records.names().expect("read"), ["00ff"]);
        }
        assert!(!done.has("00ff").expect("read"));
        assert_eq!(contents(&received), [b"one"]);
        // Left by a process that was killed while writing.
        fs::write(folder.path().join("withdrawals/00fe.81-0.new"), b"o").expect("written");
        assert_eq!(received.names().expect("read"), ["00ff"]);
    }
}
