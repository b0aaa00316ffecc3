//! The templates, texts and built assets that the program carries: an archive after the end of its executable.
//!
//! **Invariant:** an archive whose bytes are not those that were appended is refused; a program without one says so.

use std::{
    fs::{self, File},
    io::{Read, Seek, SeekFrom},
    path::Path,
    sync::Arc,
};

use anyhow::{Context, Result, bail};
use vitrine_site::sources::{Archive, Place};

use crate::program;

/// The last bytes of an executable with an archive.
const MARK: &[u8; 16] = b"vitrine-carries1";

/// Hash and length before the mark.
const HASH: usize = 32;
const LENGTH: usize = 8;
const END: usize = HASH + LENGTH + MARK.len();

/// The parts of the archive.
pub(crate) const TEMPLATES: &str = "templates";
pub(crate) const LOCALES: &str = "locales";
pub(crate) const ASSETS: &str = "assets";
/// The notices of what the program contains, one file.
pub(crate) const NOTICES: &str = "notices";
/// That file.
pub(crate) const NOTICES_FILE: &str = "THIRD-PARTY-NOTICES.txt";

/// The archive of this program; `None` if it carries none.
pub(crate) fn read() -> Result<Option<Arc<Archive>>> {
    let path = program::running().context("could not find the program's own file")?;
    let mut file = File::open(&path).context("could not read the program's own file")?;
    let Some(bytes) = archive_of(&mut file)? else {
        return Ok(None);
    };
    let archive =
        Archive::from_bytes(&bytes).context("the files that the program carries cannot be read: install it again")?;
    Ok(Some(Arc::new(archive)))
}

/// The place of one part of the archive.
pub(crate) fn place(archive: &Arc<Archive>, part: &'static str) -> Place {
    Place::Carried {
        archive: Arc::clone(archive),
        part,
    }
}

/// Appends an archive to an executable, in the place of one that it has; returns the archive's bytes.
pub(crate) fn append(archive: &Archive, into: &Path) -> Result<usize> {
    let shown = into.display();
    let mut program = fs::read(into).with_context(|| format!("could not read {shown}: name a copy of the program"))?;
    if let Some(length) = length_of(&program) {
        program.truncate(program.len().saturating_sub(END + length));
    }
    let bytes = archive.to_bytes().context("could not write the archive")?;
    let length = u64::try_from(bytes.len())?.to_le_bytes();
    program.extend(&bytes);
    program.extend(blake3::hash(&bytes).as_bytes());
    program.extend(length);
    program.extend(MARK);
    // Written beside it and renamed: the file may be running.
    let mut beside = into.as_os_str().to_owned();
    beside.push(".new");
    let written = fs::write(&beside, &program)
        .and_then(|()| fs::set_permissions(&beside, fs::metadata(into)?.permissions()))
        .and_then(|()| fs::rename(&beside, into));
    written.with_context(|| format!("could not write {shown}"))?;
    Ok(bytes.len())
}

fn archive_of(file: &mut File) -> Result<Option<Vec<u8>>> {
    let size = file.metadata()?.len();
    let mut end = vec![0; END];
    let end_at = u64::try_from(END)?;
    if size < end_at {
        return Ok(None);
    }
    file.seek(SeekFrom::Start(size - end_at))?;
    file.read_exact(&mut end)?;
    let Some(length) = length_of(&end) else {
        return Ok(None);
    };
    let begin = size.checked_sub(end_at + u64::try_from(length)?);
    let begin = begin.context("the program's own file is cut off: install it again")?;
    file.seek(SeekFrom::Start(begin))?;
    let mut bytes = vec![0; length];
    file.read_exact(&mut bytes)?;
    if end.get(..HASH) != Some(blake3::hash(&bytes).as_bytes().as_slice()) {
        bail!("the files that the program carries are not those that were packed into it: install it again");
    }
    Ok(Some(bytes))
}

/// The length of the archive by the last bytes of a file; `None` without an archive.
fn length_of(end: &[u8]) -> Option<usize> {
    let before = end.strip_suffix(MARK)?;
    let length = before.last_chunk::<LENGTH>()?;
    usize::try_from(u64::from_le_bytes(*length)).ok()
}
