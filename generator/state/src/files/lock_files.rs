//! Leases as file locks, which the kernel releases when a process ends for any reason.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Seek, Write},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::mpsc,
    thread,
    time::Duration,
};

use super::{collection::FileNames, folder::make_folder};
use crate::{
    error::StateError,
    lease::{Held, Lease, Taken},
};

/// The file of the builder's lock. It contains the holder's description, and is never removed.
const BUILDER: &str = "build.lock";
/// Maximum number of bytes read of that description.
const HOLDER: u64 = 200;

/// Whether the lock was free.
fn try_lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// One file per session that is being changed, named by the hash of its token; removed with its lock.
#[derive(Debug)]
pub(super) struct SessionLocks {
    folder: PathBuf,
}

/// The lock of a session.
struct SessionLock {
    path: PathBuf,
    _file: File,
}

impl SessionLocks {
    pub(super) fn open(folder: PathBuf) -> Result<Self, StateError> {
        make_folder(&folder)?;
        Ok(Self { folder })
    }
}

impl Lease for SessionLocks {
    fn try_take(&self, name: &str, _holder: &str) -> io::Result<Taken> {
        let path = self.folder.join(blake3::hash(name.as_bytes()).to_hex().as_str());
        let opened = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .and_then(|file| Ok((try_lock(&file)?, file)));
        let (is_free, file) = opened.map_err(|error| {
            let folder = self.folder.display();
            io::Error::new(error.kind(), format!("cannot lock a session in {folder}: {error}"))
        })?;
        // The holder removes the file before unlocking; a lock on a removed file excludes nobody.
        if is_free && is_still_there(&file, &path)? {
            return Ok(Taken::Held(Held::new(SessionLock { path, _file: file })));
        }
        Ok(Taken::Busy(None))
    }
}

fn is_still_there(file: &File, path: &Path) -> io::Result<bool> {
    let ours = file.metadata()?;
    match fs::metadata(path) {
        Ok(there) => Ok((there.dev(), there.ino()) == (ours.dev(), ours.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

impl Drop for SessionLock {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_file(&self.path) {
            tracing::warn!(%error, "a session's lock file could not be removed");
        }
    }
}

/// The lock of the single builder (rule 19). All names stand for the same lease.
#[derive(Debug)]
pub(super) struct BuilderLock {
    path: PathBuf,
}

impl BuilderLock {
    pub(super) fn open(state: &Path) -> Result<Self, StateError> {
        make_folder(state)?;
        Ok(Self {
            path: state.join(BUILDER),
        })
    }

    fn file(&self) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        options.open(&self.path).map_err(|error| self.failed("opened", &error))
    }

    fn failed(&self, what: &str, error: &io::Error) -> io::Error {
        let path = self.path.display();
        io::Error::new(error.kind(), format!("the lock {path} could not be {what}: {error}"))
    }
}

impl Lease for BuilderLock {
    fn try_take(&self, _name: &str, holder: &str) -> io::Result<Taken> {
        let mut file = self.file()?;
        if try_lock(&file).map_err(|error| self.failed("taken", &error))? {
            return Ok(Taken::Held(held_by(file, holder)));
        }
        Ok(Taken::Busy(holder_of(&mut file)))
    }

    /// Waits on a thread of its own, because the kernel has no timeout for it. The thread ends when it gets the lock, or
    /// with the process.
    fn take_within(&self, _name: &str, holder: &str, patience: Duration) -> io::Result<Option<Held>> {
        let file = self.file()?;
        let same = file.try_clone()?;
        let (tell, told) = mpsc::channel();
        thread::spawn(move || {
            let _nobody_waits = tell.send(same.lock()).is_err();
        });
        match told.recv_timeout(patience) {
            Ok(locked) => locked.map_err(|error| self.failed("taken", &error))?,
            Err(_) => return Ok(None),
        }
        Ok(Some(held_by(file, holder)))
    }
}

fn held_by(mut file: File, holder: &str) -> Held {
    // The text only informs waiting processes; the lock is valid without it.
    let _unsaid = tell(&mut file, holder).is_err();
    Held::new(file)
}

fn tell(file: &mut File, holder: &str) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    file.write_all(format!("{holder}\n").as_bytes())
}

fn holder_of(file: &mut File) -> Option<String> {
    let mut text = String::new();
    // The text is written shortly after the lock is taken, so it may be missing.
    file.take(HOLDER).read_to_string(&mut text).ok()?;
    text.lines().next().filter(|line| !line.is_empty()).map(str::to_owned)
}

/// Locks on the files of the records themselves.
#[derive(Debug)]
pub(super) struct RecordLocks {
    names: FileNames,
}

impl RecordLocks {
    pub(super) fn of(names: FileNames) -> Self {
        Self { names }
    }
}

impl Lease for RecordLocks {
    fn try_take(&self, name: &str, _holder: &str) -> io::Result<Taken> {
        let file = File::open(self.names.path(name))?;
        Ok(if try_lock(&file)? {
            Taken::Held(Held::new(file))
        } else {
            Taken::Busy(None)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{super::StateFolder, *};

    const SOON: Duration = Duration::from_millis(20);
    const IN_A_WHILE: Duration = Duration::from_secs(8);

    fn held(taken: io::Result<Taken>) -> Option<Held> {
        match taken.expect("a working lock") {
            Taken::Held(held) => Some(held),
            Taken::Busy(_) => None,
        }
    }

    #[test]
    fn rule_15_a_session_has_one_holder_and_leaves_no_file() {
        let folder = tempfile::tempdir().expect("a folder");
        // Two instances for one folder behave like two processes: they share only the files.
        let [one, other] = [(); 2].map(|()| StateFolder::at(folder.path()).session_leases().expect("leases"));
        let first = held(one.try_take("../token", "")).expect("free");
        assert!(held(other.try_take("../token", "")).is_none());
        assert!(held(other.try_take("another token", "")).is_some());
        assert!(
            other
                .take_within("../token", "", SOON)
                .expect("a working lock")
                .is_none()
        );
        drop(first);
        let second = other.take_within("../token", "", IN_A_WHILE).expect("a working lock");
        assert!(second.is_some());
        drop(second);
        assert_eq!(
            fs::read_dir(folder.path().join("locks")).expect("the folder").count(),
            0
        );
    }

    #[test]
    fn rule_19_one_builder_which_is_reported_to_others() {
        let folder = tempfile::tempdir().expect("a folder");
        let [one, other] = [(); 2].map(|()| StateFolder::at(folder.path()).builder_lease().expect("a lease"));
        let first = held(one.try_take("", "vitrine build (process 7)")).expect("free");
        match other.try_take("", "vitrine dev (process 8)").expect("a working lock") {
            Taken::Busy(holder) => assert_eq!(holder.as_deref(), Some("vitrine build (process 7)")),
            Taken::Held(_) => panic!("two builders"),
        }
        assert!(other.take_within("", "", SOON).expect("a working lock").is_none());
        drop(first);
        assert!(one.take_within("", "", IN_A_WHILE).expect("a working lock").is_some());
    }
}
