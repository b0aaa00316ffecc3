//! `vitrine bench-floor`: measures how long it takes to write a release's files from memory. `scripts/bench` compares a
//! build with it.
//!
//! Only writing is timed; the files are read in batches, so memory use does not grow with the release.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use walkdir::WalkDir;

use crate::{Outcome, progress};

/// What to write, and where.
#[derive(Args)]
pub(crate) struct FloorArguments {
    /// A folder of files.
    from: PathBuf,
    /// A folder that does not exist yet, on the same file system.
    to: PathBuf,
}

/// Maximum number of bytes held at once.
const BATCH: u64 = 256 << 20;

/// Writes the files and prints the seconds it took.
pub(crate) fn run(arguments: &FloorArguments) -> Result<Outcome> {
    fs::create_dir(&arguments.to).with_context(|| format!("could not make {}", arguments.to.display()))?;
    let (mut time, mut files, mut bytes) = (Duration::ZERO, 0, 0);
    let (mut batch, mut held): (Vec<(PathBuf, Vec<u8>)>, u64) = (Vec::new(), 0);
    for entry in WalkDir::new(&arguments.from).sort_by_file_name() {
        let entry = entry?;
        let to = arguments.to.join(entry.path().strip_prefix(&arguments.from)?);
        if entry.file_type().is_dir() {
            let began = Instant::now();
            fs::create_dir_all(&to)?;
            time += began.elapsed();
            continue;
        }
        let content = fs::read(entry.path())?;
        held += content.len() as u64;
        batch.push((to, content));
        if held >= BATCH {
            (files, bytes) = (files + batch.len(), bytes + held);
            time += write(&batch)?;
            (batch, held) = (Vec::new(), 0);
        }
    }
    time += write(&batch)?;
    let report = serde_json::json!({
        "seconds": time.as_secs_f64(), "files": files + batch.len(), "bytes": bytes + held,
    });
    progress::print(&report.to_string())?;
    Ok(Outcome::Done)
}

/// Writes with all cores, as a build does.
fn write(batch: &[(PathBuf, Vec<u8>)]) -> Result<Duration> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let work = || -> std::io::Result<()> {
        while let Some((path, content)) = batch.get(next.fetch_add(1, Ordering::Relaxed)) {
            create(path, content)?;
        }
        Ok(())
    };
    let began = Instant::now();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| {
            thread
                .join()
                .map_err(|_| anyhow!("a writing thread died"))?
                .context("could not write")
        })
    })?;
    Ok(began.elapsed())
}

fn create(path: &Path, content: &[u8]) -> std::io::Result<()> {
    use std::io::Write as _;
    fs::File::create_new(path)?.write_all(content)
}
