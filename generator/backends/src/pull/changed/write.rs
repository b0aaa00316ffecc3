//! Writes what was read, and everything else of the last pull.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{
    known::Known,
    part::Read,
    products::WrittenShop,
    undecided::{Stopped, undecided},
};
use crate::{
    pull::{
        completed::{Changed, is_computed, is_of_shop},
        job::Kind,
        requested_fields::{FILE as FILLED, RequestedFields, Seen},
        run::Pull,
    },
    snapshot::{About, Snapshot, SnapshotWriter},
};

/// What a pull of what changed has.
pub(super) struct Parts<'p> {
    pub(super) known: Known<'p>,
    pub(super) read: Read,
    pub(super) requested: RequestedFields,
}

/// What was written of Shopware.
#[derive(Debug)]
pub(super) enum Shop {
    /// Some files, and whether a product has another SEO path.
    Part(WrittenShop, bool),
    /// All of it.
    All,
}

impl Shop {
    /// Whether a file is in the new snapshot already.
    fn has(&self, file: &str) -> bool {
        match self {
            Self::Part(written, _) => written.files.contains(file),
            Self::All => is_of_shop(file),
        }
    }

    /// Whether a file is another one than that of the last pull.
    fn is_new(&self, file: &str) -> bool {
        match self {
            Self::Part(written, _) => written.changed.contains(file),
            Self::All => is_of_shop(file),
        }
    }

    fn has_other_paths(&self) -> bool {
        matches!(self, Self::Part(_, true) | Self::All)
    }
}

impl Pull<'_> {
    pub(super) fn write_changed(
        &self,
        last: &Snapshot,
        parts: Parts<'_>,
        about: About,
        (mut writer, shop): (SnapshotWriter, Shop),
    ) -> Result<Snapshot, Stopped> {
        let now = about.pulled_at;
        let mut seen = Seen::at(now);
        let mut written = BTreeSet::new();
        let is_written = |file: &str| is_computed(file) || shop.has(file);
        for file in last.files().filter(|file| !is_written(file)) {
            let Some(records) = parts.records(last, file, &mut seen)? else {
                writer.keep(last, file)?;
                continue;
            };
            writer.write_all(file, records)?;
            written.insert(file.to_owned());
        }
        let Parts { read, requested, .. } = parts;
        writer.write_all(FILLED, requested.into_filled(seen))?;
        let is_new = |file: &str| written.contains(file) || shop.is_new(file);
        let what = Changed {
            is_moved: read.is_moved,
            has_other_paths: shop.has_other_paths(),
            is_new: &is_new,
        };
        Ok(self.completed_changed(writer, about, last, &what)?)
    }
}

impl Parts<'_> {
    /// The records of a file; `None` if it is as the last pull has it.
    fn records(&self, last: &Snapshot, file: &str, seen: &mut Seen) -> Result<Option<Vec<Value>>, Stopped> {
        if let Some(records) = self.read.files.get(file) {
            if let Some(job) = self.known.jobs.get(file) {
                seen.note(&self.requested, job, records);
            }
            return Ok(Some(records.clone()));
        }
        let Some(job) = self.known.jobs.get(file).filter(|job| job.kind == Kind::Entries) else {
            return Ok(None);
        };
        let is_read = self
            .known
            .entries(file)
            .any(|place| self.read.entries.contains_key(&place.head.id));
        // The last pull read all fields, and this one would not.
        let is_narrowed = self.requested.was_whole(&job.handle, last.about().pulled_at);
        let is_noted = self.requested.fields(&job.handle).is_none();
        if !is_read && !is_narrowed && !is_noted {
            return Ok(None);
        }
        let mut records = Vec::new();
        for (line, text) in self.known.lines(file).iter().enumerate() {
            let own = self.known.id_at(file, line).and_then(|id| self.read.entries.get(id));
            let record = match own {
                Some(None) => continue,
                Some(Some(record)) => record.clone(),
                None => serde_json::from_str(text)
                    .map_err(|error| undecided(format!("line {} of {file} cannot be read: {error}", line + 1)))?,
            };
            records.push(self.requested.narrowed(&job.handle, record));
        }
        seen.note(&self.requested, job, &records);
        Ok((is_read || is_narrowed).then_some(records))
    }
}
