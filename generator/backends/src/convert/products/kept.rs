//! The lines of the products' files, each read once for all conversions of a process.
//!
//! **Invariant:** a line that is kept tells what it would tell if it were read again.

use std::{
    collections::{BTreeSet, HashMap},
    mem,
    sync::Arc,
};

use rayon::prelude::*;
use serde::Deserialize;
use serde_json::Value;
use vitrine_model::{
    locale::{Locale, LocaleIndex},
    record::RecordHash,
};

use super::{
    super::{error::ConvertError, input::Input},
    alike::AlikeRecords,
    line::{LineAt, LineReader, ProductLine},
};
use crate::{
    json,
    snapshot::{Line, SnapshotError, name},
};

/// Lines that are read at a time, by all threads.
const AT_A_TIME: usize = 256;

/// What the next conversion may use.
#[derive(Debug, Default)]
pub(in super::super) struct KeptLines {
    /// Whether there is a next conversion.
    are_kept: bool,
    lines: HashMap<(LocaleIndex, RecordHash), Arc<ProductLine>>,
    /// The id that a line of the default locale names as its parent.
    parents: HashMap<RecordHash, String>,
    alike: AlikeRecords,
}

/// The products of all locales, line by line.
pub(super) struct LinesOfProducts<'a> {
    input: &'a Input<'a>,
    reader: LineReader<'a>,
    before: KeptLines,
    now: KeptLines,
    /// The ids that products name as their parent.
    parents: BTreeSet<String>,
}

impl<'a> LinesOfProducts<'a> {
    pub(super) fn new(input: &'a Input<'a>, mut before: KeptLines) -> Result<Self, ConvertError> {
        let mut lines = Self {
            input,
            reader: LineReader::new(input, mem::take(&mut before.alike)),
            parents: BTreeSet::new(),
            now: before.emptied(),
            before,
        };
        lines.read_parents()?;
        Ok(lines)
    }

    /// Reads which ids products of the default locale name as their parent. `childCount` is null until Shopware's indexer
    /// has counted the children, and a parent cannot be bought (Shopware §25.6).
    fn read_parents(&mut self) -> Result<(), ConvertError> {
        let Some((_, locale)) = self.input.locales().next() else {
            return Ok(());
        };
        let mut lines = self.input.snapshot.read_lines(&file_of(locale)?)?.enumerate();
        loop {
            let some: Vec<(usize, Line)> = next_lines(&mut lines)?;
            if some.is_empty() {
                return Ok(());
            }
            let read = some.par_iter().map(|(_, line)| {
                let hash = self.hash(line);
                let known = hash.and_then(|hash| self.before.parents.get(&hash).cloned());
                Ok((hash, known.map_or_else(|| parent_of(line), |parent| Ok(Some(parent)))?))
            });
            let read: Result<Vec<_>, SnapshotError> = read.collect();
            for line in read? {
                if let (hash, Some(parent)) = line {
                    self.now.parents.extend(hash.map(|hash| (hash, parent.clone())));
                    self.parents.insert(parent);
                }
            }
        }
    }

    /// By which a line is kept.
    fn hash(&self, line: &Line) -> Option<RecordHash> {
        self.now.are_kept.then(|| RecordHash::of_bytes(line.json().as_bytes()))
    }

    /// Gives each line of a locale, in the order of the file.
    pub(super) fn read(
        &mut self,
        index: LocaleIndex,
        locale: &Locale,
        mut each: impl FnMut(Arc<ProductLine>),
    ) -> Result<(), ConvertError> {
        let file = file_of(locale)?;
        let mut lines = self.input.snapshot.read_lines(&file)?.enumerate();
        loop {
            let some: Vec<(usize, Line)> = next_lines(&mut lines)?;
            if some.is_empty() {
                return Ok(());
            }
            let read = some.par_iter().map(|(number, line)| {
                let at = LineAt {
                    line,
                    file: &file,
                    number: *number,
                    index,
                    locale,
                };
                self.line(&at)
            });
            let read: Vec<Result<Read, SnapshotError>> = read.collect();
            for read in read {
                let Read { hash, line } = read?;
                if let Some(hash) = hash.filter(|_| !line.is_anonymous) {
                    self.now.lines.insert((index, hash), Arc::clone(&line));
                }
                each(line);
            }
        }
    }

    fn line(&self, at: &LineAt<'_>) -> Result<Read, SnapshotError> {
        let hash = self.hash(at.line);
        let is_parent = |id: &str| self.parents.contains(id);
        let kept = hash.and_then(|hash| self.before.lines.get(&(at.index, hash)));
        let kept = kept.filter(|kept| is_parent(&kept.id) == kept.is_named_as_parent);
        let line = match kept {
            Some(kept) => Arc::clone(kept),
            None => Arc::new(self.reader.read(at, is_parent)?),
        };
        Ok(Read { hash, line })
    }

    pub(super) fn kept(self) -> KeptLines {
        let mut kept = self.now;
        drop(self.before);
        if kept.are_kept {
            kept.alike = self.reader.into_alike();
            kept.alike.forget_unused();
        }
        kept
    }
}

struct Read {
    hash: Option<RecordHash>,
    line: Arc<ProductLine>,
}

impl KeptLines {
    /// For one conversion after the other; the default is for a single one.
    pub(in super::super) fn for_more() -> Self {
        Self {
            are_kept: true,
            ..Self::default()
        }
    }

    /// The same without what was read.
    pub(in super::super) fn emptied(&self) -> Self {
        Self {
            are_kept: self.are_kept,
            ..Self::default()
        }
    }
}

fn file_of(locale: &Locale) -> Result<String, SnapshotError> {
    name(&["shopware", "products", locale.code.as_str()])
}

fn next_lines<T>(
    lines: &mut impl Iterator<Item = (usize, Result<T, SnapshotError>)>,
) -> Result<Vec<(usize, T)>, SnapshotError> {
    let some = lines.take(AT_A_TIME);
    some.map(|(number, line)| Ok((number, line?))).collect()
}

/// The field of a variant that names its parent.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Child {
    parent_id: Value,
}

fn parent_of(line: &Line) -> Result<Option<String>, SnapshotError> {
    match json::read::<Child>(line.json().as_bytes()) {
        Ok(child) => Ok(child.parent_id.as_str().map(str::to_owned)),
        Err(_) => line.is_json().map(|()| None),
    }
}
