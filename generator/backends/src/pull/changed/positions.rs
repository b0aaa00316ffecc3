//! The addresses of all entries, compared with those of the last pull: a page's new address moves the pages below it.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{
    part::Part,
    undecided::{Stopped, undecided},
};
use crate::{
    pull::job::{Job, Kind},
    statamic::wire::Fields,
};

/// The published entries of a list, and their addresses.
type Addresses = BTreeMap<String, Option<String>>;

impl Part<'_> {
    /// Compares all addresses once, if something moved: lists whose entries moved are read whole.
    pub(super) async fn compare_addresses(&mut self) -> Result<(), Stopped> {
        if !self.is_shifted || self.is_compared {
            return Ok(());
        }
        self.is_compared = true;
        let collections = &self.pull.config.collections;
        let mut found = Vec::new();
        let list = async |locale| {
            let listed = self.pull.statamic.addresses(collections, locale).await;
            // Where GraphQL does not show all collections, only a whole pull can tell.
            listed.map_err(|error| undecided(format!("the addresses of all entries cannot be compared: {error}")))
        };
        for (_, locale) in self.pull.locales() {
            found.push((locale, list(&locale.content_site).await?));
        }
        for (locale, listed) in found {
            for (handle, now) in collections.iter().zip(listed) {
                let job = Job::new(Kind::Entries, handle, Some(locale));
                self.compare(&job, &now)?;
            }
        }
        Ok(())
    }

    fn compare(&mut self, job: &Job<'_>, now: &Addresses) -> Result<(), Stopped> {
        let file = job.file()?;
        let expected = self.expected(&file);
        if !expected.keys().eq(now.keys()) {
            let what = job.what();
            return Err(undecided(format!(
                "{what} are others than the last pull has and the events name"
            )));
        }
        if expected == *now {
            return Ok(());
        }
        if self.read.files.contains_key(&file) {
            return Err(undecided(format!("{} were changed while they were read", job.what())));
        }
        self.files.insert(file);
        Ok(())
    }

    /// The published entries of a file with their addresses, as far as they were read by now.
    fn expected(&self, file: &str) -> Addresses {
        let of = |record: &Value| {
            let fields = Fields::of(record);
            let is_published = fields.text("status").is_none_or(|status| status == "published");
            Some((fields.text("id").filter(|_| is_published)?, fields.text("uri")))
        };
        if let Some(records) = self.read.files.get(file) {
            return records.iter().filter_map(of).collect();
        }
        let places = self.known.entries(file).filter_map(|place| {
            let head = &place.head;
            match self.read.entries.get(&head.id) {
                Some(now) => now.as_ref().and_then(of),
                None => {
                    let is_published = head.status.as_deref().is_none_or(|status| status == "published");
                    is_published.then(|| (head.id.clone(), head.uri.clone()))
                }
            }
        });
        places.collect()
    }
}
