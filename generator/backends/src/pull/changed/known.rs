//! The content of the last pull: its lines, and where each entry is.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::undecided::{Stopped, undecided};
use crate::{
    pull::{
        job::{Job, Kind},
        run::Pull,
    },
    snapshot::Snapshot,
};

/// The fields of an entry that say where it is.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Head {
    pub(super) id: String,
    #[serde(default)]
    pub(super) origin_id: Option<String>,
    #[serde(default)]
    pub(super) uri: Option<String>,
    #[serde(default)]
    pub(super) status: Option<String>,
}

/// An entry of the last pull.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Its file.
    pub(super) file: String,
    /// Its line there, from 0.
    pub(super) line: usize,
    pub(super) head: Head,
}

/// The content of the last pull.
#[derive(Debug)]
pub(super) struct Known<'p> {
    /// The read of each file.
    pub(super) jobs: BTreeMap<String, Job<'p>>,
    lines: BTreeMap<String, Vec<String>>,
    /// The ids of the entries of each file, by line.
    ids: BTreeMap<String, Vec<String>>,
    pub(super) places: BTreeMap<String, Place>,
}

impl<'p> Known<'p> {
    pub(super) fn read(pull: &'p Pull<'_>, last: &Snapshot) -> Result<Self, Stopped> {
        let (mut jobs, mut lines) = (BTreeMap::new(), BTreeMap::new());
        let (mut ids, mut places) = (BTreeMap::<String, Vec<String>>::new(), BTreeMap::new());
        for job in pull.jobs() {
            let file = job.file()?;
            if !last.has(&file) {
                continue;
            }
            let own = last.lines(&file)?;
            if job.kind == Kind::Entries {
                for (line, text) in own.iter().enumerate() {
                    let head: Head = serde_json::from_str(text)
                        .map_err(|error| undecided(format!("line {} of {file} cannot be read: {error}", line + 1)))?;
                    let file = file.clone();
                    ids.entry(file.clone()).or_default().push(head.id.clone());
                    places.insert(head.id.clone(), Place { file, line, head });
                }
            }
            lines.insert(file.clone(), own);
            jobs.insert(file, job);
        }
        Ok(Self {
            jobs,
            lines,
            ids,
            places,
        })
    }

    pub(super) fn job(&self, file: &str) -> Result<&Job<'p>, Stopped> {
        let job = self.jobs.get(file);
        job.ok_or_else(|| undecided(format!("the last pull has no {file}")))
    }

    pub(super) fn lines(&self, file: &str) -> &[String] {
        self.lines.get(file).map(Vec::as_slice).unwrap_or_default()
    }

    /// The record of an entry, as the last pull has it.
    pub(super) fn text(&self, place: &Place) -> &str {
        self.lines(&place.file).get(place.line).map_or("", String::as_str)
    }

    /// The entry of a line.
    pub(super) fn id_at(&self, file: &str, line: usize) -> Option<&str> {
        self.ids.get(file)?.get(line).map(String::as_str)
    }

    /// The other localizations of an entry.
    pub(super) fn localizations<'k>(&'k self, id: &'k str) -> impl Iterator<Item = &'k str> {
        let root = self.root(id);
        let ids = self.places.keys().map(String::as_str);
        ids.filter(move |other| *other != id && self.root(other) == root)
    }

    /// The entry that the others were localized from.
    fn root<'k>(&'k self, id: &'k str) -> &'k str {
        let mut root = id;
        // A chain is at most as long as there are locales.
        for _ in 0..self.jobs.len() {
            match self.places.get(root).and_then(|place| place.head.origin_id.as_deref()) {
                Some(origin) => root = origin,
                None => break,
            }
        }
        root
    }

    /// The file with the same handle and locale, of another kind.
    pub(super) fn beside(&self, file: &str, kind: Kind) -> Result<Option<String>, Stopped> {
        let job = self.job(file)?;
        let other = Job::new(kind, &job.handle, job.locale).file()?;
        Ok(self.jobs.contains_key(&other).then_some(other))
    }

    /// The files of a kind and handle, of all locales.
    pub(super) fn files(&self, kind: Kind, handle: &str) -> Vec<String> {
        let of = self
            .jobs
            .iter()
            .filter(|(_, job)| job.kind == kind && job.handle == handle);
        of.map(|(file, _)| file.clone()).collect()
    }

    /// The entries of a file.
    pub(super) fn entries<'k>(&'k self, file: &'k str) -> impl Iterator<Item = &'k Place> {
        self.places.values().filter(move |place| place.file == file)
    }
}
