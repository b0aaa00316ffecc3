//! The calls for entries by their ids, and for whole files.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{
    part::Part,
    undecided::{Stopped, undecided},
};
use crate::{
    pull::{
        content::STORES,
        error::PullError,
        job::{Job, Kind},
        run::at,
        side_by_side::side_by_side,
    },
    snapshot::clean,
    statamic::wire::Fields,
};

/// More entries of one list are read with the whole list.
const SINGLE: usize = 8;

impl Part<'_> {
    /// A saved entry that the last pull does not have: nothing changed, unless it is published now.
    pub(super) async fn look_at_unknown(&mut self) -> Result<(), Stopped> {
        for (id, collection) in std::mem::take(&mut self.unknown) {
            let (_, record) = self.entry(collection.clone(), id.clone()).await?;
            let may_be_early = self.pull.config.future_private.contains(&collection);
            let is_published = |record: &Value| Fields::of(record).text("status").as_deref() == Some("published");
            if record.is_some_and(|record| may_be_early || is_published(&record)) {
                return Err(undecided(format!(
                    "the entry {id} of {collection} is new, and what refers to it is not known"
                )));
            }
        }
        Ok(())
    }

    async fn entry(&self, collection: String, id: String) -> Result<(String, Option<Value>), PullError> {
        let read = self.pull.statamic.entry(&collection, &id, None).await;
        let record = read.map_err(at(&format!("the entry {id} of {collection}")))?;
        Ok((id, record))
    }

    /// Reads the entries that are to be read, each by its id; many of one list with the whole list.
    pub(super) async fn read_entries(&mut self) -> Result<(), Stopped> {
        let mut by_file: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for id in std::mem::take(&mut self.ids) {
            let file = self.known.places.get(&id).map(|place| place.file.clone());
            let file = file.unwrap_or_default();
            if !self.read.files.contains_key(&file) && !self.read.entries.contains_key(&id) {
                by_file.entry(file).or_default().push(id);
            }
        }
        let mut single = Vec::new();
        for (file, ids) in by_file {
            let handle = self.known.job(&file)?.handle.clone();
            if handle == STORES || ids.len() > SINGLE {
                self.files.insert(file);
            } else if !self.files.contains(&file) {
                single.extend(ids.into_iter().map(|id| (handle.clone(), id)));
            }
        }
        let mut found = Vec::new();
        let mut done = side_by_side(single.into_iter().map(|(handle, id)| self.entry(handle, id)));
        while let Some(one) = done.next().await? {
            found.push(one);
        }
        drop(done);
        for (id, record) in found {
            let record = self.listed(&id, record)?;
            self.note(&id, record.as_ref())?;
            self.read.entries.insert(id, record);
        }
        Ok(())
    }

    /// The record of an entry, if the list of its collection has it too.
    fn listed(&self, id: &str, record: Option<Value>) -> Result<Option<Value>, Stopped> {
        let Some(mut record) = record else { return Ok(None) };
        clean(&mut record);
        let place = self.known.places.get(id);
        let place = place.ok_or_else(|| undecided(format!("the last pull does not have the entry {id}")))?;
        let job = self.known.job(&place.file)?;
        let fields = Fields::of(&record);
        let site = job.locale.map(|locale| locale.content_site.as_str().to_owned());
        if fields.text("id").as_deref() != Some(id) || fields.text("locale") != site {
            return Err(undecided(format!("the entry {id} has another site")));
        }
        if fields.text("status").as_deref() == Some("published") {
            return Ok(Some(record));
        }
        let was_listed = place.head.status.as_deref() != Some("published");
        match self.pull.config.future_private.contains(&job.handle) {
            true if was_listed && fields.get("published") == Some(&Value::Bool(true)) => Ok(Some(record)),
            true => Err(undecided(format!(
                "whether the list of {} has the entry {id} before its date is not known",
                job.handle
            ))),
            false => Ok(None),
        }
    }

    /// Reads the files that are to be read.
    pub(super) async fn read_files(&mut self) -> Result<(), Stopped> {
        let mut jobs = Vec::new();
        let mut taxonomies = Vec::new();
        for file in std::mem::take(&mut self.files) {
            let job = self.known.job(&file)?;
            if self.read.files.contains_key(&file) || taxonomies.contains(&job.handle) {
                continue;
            }
            if job.kind == Kind::Terms {
                taxonomies.push(job.handle.clone());
            }
            jobs.push(Job::new(job.kind, &job.handle, job.locale));
        }
        let mut found = Vec::new();
        let calls = jobs.into_iter();
        let mut done = side_by_side(calls.map(|job| self.pull.job(job, &self.dialect, self.requested)));
        while let Some(one) = done.next().await? {
            found.push(one);
        }
        drop(done);
        for (job, records) in found {
            let mut records = records.ok_or_else(|| undecided(format!("{} is not there any more", job.what())))?;
            records.iter_mut().for_each(clean);
            match job.kind {
                Kind::Terms => self.note_terms(&job.handle, &records)?,
                _ => self.note_file(&job, &records)?,
            }
        }
        Ok(())
    }

    /// The terms of all sites, which come in one list.
    fn note_terms(&mut self, taxonomy: &str, records: &[Value]) -> Result<(), Stopped> {
        for (_, locale) in self.pull.locales() {
            let site = locale.content_site.as_str();
            let is_here = |record: &&Value| Fields::of(record).text("locale").as_deref() == Some(site);
            let here: Vec<Value> = records.iter().filter(is_here).cloned().collect();
            let file = Job::new(Kind::Terms, taxonomy, Some(locale)).file()?;
            self.read.files.insert(file, here);
        }
        let told = records.iter().all(|record| Fields::of(record).text("locale").is_some());
        told.then_some(())
            .ok_or_else(|| undecided(format!("the terms of {taxonomy} do not tell their sites")))
    }

    fn note_file(&mut self, job: &Job<'_>, records: &[Value]) -> Result<(), Stopped> {
        let file = job.file()?;
        if job.kind == Kind::Tree {
            let now: Vec<String> = records.iter().map(Value::to_string).collect();
            if now != self.known.lines(&file) {
                self.is_shifted = true;
                self.files.extend(self.known.beside(&file, Kind::Entries)?);
            }
        }
        self.read.files.insert(file.clone(), records.to_owned());
        if job.kind == Kind::Entries {
            let id = |record: &Value| Fields::of(record).text("id");
            let ids: Vec<String> = records.iter().filter_map(id).collect();
            let gone = self.known.entries(&file).map(|place| place.head.id.clone());
            let gone: Vec<String> = gone.filter(|id| !ids.contains(id)).collect();
            for (id, record) in ids.iter().zip(records) {
                self.note(id, Some(record))?;
            }
            for id in gone {
                self.note(&id, None)?;
            }
        }
        self.files.retain(|file| !self.read.files.contains_key(file));
        Ok(())
    }
}
