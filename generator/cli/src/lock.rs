//! One builder at a time (rule 19): a lock on a file in the state folder.
//!
//! **Invariant:** held from before the pull until the release is live; the kernel releases it when the process ends,
//! for any reason.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{Read, Seek, Write},
    path::Path,
    sync::mpsc,
    thread,
    time::Duration,
};

use anyhow::{Context, Result, bail};

use crate::progress;

/// Name of the file in the state folder. It contains the name of the command that holds the lock, and is never removed.
const NAME: &str = "build.lock";
/// Maximum number of bytes read from the file.
const READ: u64 = 200;

/// The exclusive right to pull, to replace the snapshot and to publish; released when dropped.
#[derive(Debug)]
pub(crate) struct BuilderLock {
    _file: File,
}

impl BuilderLock {
    /// Takes the lock of a state folder. If another process holds it, reports that and waits up to `wait`. `command` is
    /// shown to other waiting processes.
    pub(crate) fn take(state_dir: &Path, command: &str, wait: Duration) -> Result<Self> {
        let path = state_dir.join(NAME);
        let shown = path.display();
        fs::create_dir_all(state_dir)
            .with_context(|| format!("the folder {} could not be made", state_dir.display()))?;
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .with_context(|| format!("the lock {shown} could not be opened"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let holder = holder(&mut file);
                progress::say(&format!(
                    "{holder} is building in {}; waiting up to {} s until it has ended",
                    state_dir.display(),
                    wait.as_secs()
                ));
                if !wait_for(&file, wait).with_context(|| format!("the lock {shown} could not be taken"))? {
                    bail!(
                        "{holder} is building in {} and did not end within {} s, so nothing was built. Build again when it has ended, or raise timeouts.lock",
                        state_dir.display(),
                        wait.as_secs()
                    );
                }
            }
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("the lock {shown} could not be taken"));
            }
        }
        // The text is only information for waiting processes; the lock is valid without it.
        let _told = tell(&mut file, command).is_ok();
        Ok(Self { _file: file })
    }
}

/// Waits for the lock on a separate thread, because the kernel has no timeout for it. The thread ends when it gets the
/// lock, or with the process.
fn wait_for(file: &File, wait: Duration) -> std::io::Result<bool> {
    let same = file.try_clone()?;
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        let _nobody_waits = tell.send(same.lock()).is_err();
    });
    match told.recv_timeout(wait) {
        Ok(locked) => locked.map(|()| true),
        Err(_) => Ok(false),
    }
}

fn holder(file: &mut File) -> String {
    let mut text = String::new();
    // The text is written shortly after the lock is taken, so it may be missing.
    let _unreadable = file.take(READ).read_to_string(&mut text).is_err();
    match text.lines().next() {
        Some(line) if !line.is_empty() => line.to_owned(),
        _ => "another process".to_owned(),
    }
}

fn tell(file: &mut File, command: &str) -> std::io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    let process = std::process::id();
    file.write_all(format!("vitrine {command} (process {process})\n").as_bytes())
}
