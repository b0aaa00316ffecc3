//! The search index of a locale: a line for each page in the order of the plan, new or of the live release's index.
//!
//! **Invariant:** it has the bytes that writing line by line would give. Lines that follow one another in the index of the
//! live release are written at once, and an index that stays as a whole is taken over as a file.

use std::{
    io, mem,
    ops::Range,
    sync::{Arc, OnceLock},
};

use cap_std::fs::Dir;

use super::{
    dist::write_error,
    file_record::FileRecord,
    manifest::LiveRelease,
    staging::{LineFile, Staging},
};
use crate::error::SiteError;

/// The line of a page.
pub(crate) enum SearchLine {
    New(Vec<u8>),
    /// Its place in the index of the live release.
    Taken(Range<usize>),
}

/// The file with a locale's search index.
pub(crate) fn search_file(code: &str) -> String {
    format!("server/search/{code}.json")
}

/// The index of a locale in the live release.
pub(crate) struct EarlierIndex {
    name: String,
    /// Read when they are needed.
    bytes: OnceLock<Option<Vec<u8>>>,
}

impl EarlierIndex {
    pub(crate) fn of(code: &str) -> Self {
        Self {
            name: search_file(code),
            bytes: OnceLock::new(),
        }
    }

    /// Its bytes; `None` if they are not those that were written.
    pub(crate) fn bytes(&self, folder: &Dir, live: &LiveRelease) -> Option<&[u8]> {
        let read = || live.bytes(folder, &self.name);
        self.bytes.get_or_init(read).as_deref()
    }

    /// Whether it is there in the length that was written, and was not read as something else.
    pub(crate) fn is_usable(&self, folder: &Dir, live: &LiveRelease) -> bool {
        let is_whole = || {
            folder
                .metadata(&self.name)
                .is_ok_and(|about| usize::try_from(about.len()) == Ok(self.length(live)))
        };
        self.bytes.get().map_or_else(is_whole, Option::is_some)
    }

    /// Its length in bytes; 0 if the live release has none.
    pub(crate) fn length(&self, live: &LiveRelease) -> usize {
        let bytes = live.file(&self.name).map_or(0, |(_, file)| file.bytes);
        usize::try_from(bytes).unwrap_or_default()
    }
}

/// The live release and its index of a locale.
#[derive(Clone, Copy)]
pub(crate) struct LiveIndex<'r> {
    pub(crate) index: &'r EarlierIndex,
    pub(crate) folder: &'r Dir,
    pub(crate) live: &'r LiveRelease,
}

/// The index that is written.
pub(crate) struct SearchFile<'r> {
    name: String,
    staging: &'r Staging<'r>,
    earlier: Option<LiveIndex<'r>>,
    /// Lines of the earlier index that follow one another and are not written yet.
    taken: Range<usize>,
    /// Opened with the first bytes.
    file: Option<LineFile>,
}

impl<'r> SearchFile<'r> {
    pub(crate) fn new(code: &str, staging: &'r Staging<'r>, earlier: Option<LiveIndex<'r>>) -> Self {
        Self {
            name: search_file(code),
            staging,
            earlier,
            taken: 0..0,
            file: None,
        }
    }

    /// Adds the line of the next page.
    pub(crate) fn add(&mut self, line: SearchLine) -> Result<(), SiteError> {
        match line {
            SearchLine::New(line) => {
                self.write_taken()?;
                self.opened()?.add(&line)
            }
            SearchLine::Taken(range) if range.start == self.taken.end => {
                self.taken.end = range.end;
                Ok(())
            }
            SearchLine::Taken(range) => {
                self.write_taken()?;
                self.taken = range;
                Ok(())
            }
        }
    }

    /// Writes what is left to write.
    pub(crate) fn close(mut self) -> Result<(), SiteError> {
        if let Some((name, file)) = self.whole() {
            self.staging.prepare(std::iter::once(&**name))?;
            let folder = self.earlier.map(|earlier| earlier.folder);
            return folder.map_or(Ok(()), |folder| self.staging.take_over(folder, name, file));
        }
        self.write_taken()?;
        self.opened()?;
        self.file.take().map_or(Ok(()), |file| self.staging.close(file))
    }

    /// The earlier index, if it is this one.
    fn whole(&self) -> Option<(&'r Arc<str>, &'r FileRecord)> {
        let earlier = self.earlier.filter(|_| self.file.is_none())?;
        let is_whole = self.taken == (0..earlier.index.length(earlier.live));
        earlier.live.file(&self.name).filter(|_| is_whole)
    }

    fn write_taken(&mut self) -> Result<(), SiteError> {
        let taken = mem::replace(&mut self.taken, 0..0);
        if taken.is_empty() {
            return Ok(());
        }
        self.taken = taken.end..taken.end;
        let bytes = self
            .earlier
            .and_then(|earlier| earlier.index.bytes(earlier.folder, earlier.live));
        let lost = || io::Error::other("the live release's is not as it was written: build again");
        let lines = bytes.and_then(|bytes| bytes.get(taken)).ok_or_else(lost);
        let lines = lines.map_err(write_error("the search index", &self.name))?;
        self.opened()?.add(lines)
    }

    fn opened(&mut self) -> Result<&mut LineFile, SiteError> {
        let file = match self.file.take() {
            Some(file) => file,
            None => self.staging.lines(&self.name)?,
        };
        Ok(self.file.insert(file))
    }
}
