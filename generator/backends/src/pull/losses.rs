//! Compares a pull with the last good one (rule 18): a set that became empty or absent, a record of the CMS that lost
//! its values.
//!
//! **Invariant:** the comparison is made before the new snapshot replaces the old one, so a pull with losses changes
//! nothing.

use std::collections::BTreeMap;

use serde_json::Value;
use vitrine_model::locale::LocaleIndex;

use super::{
    dynamic_categories,
    emptied::{self, EmptiedField},
    error::PullError,
    job::{Job, Kind},
    loss::{Loss, Now},
    run::Pull,
    written::{MAX_LOST_UNASKED, is_set_by_cms},
};
use crate::{
    snapshot::{Snapshot, SnapshotError, name},
    statamic::wire::has_content,
};

/// Number of records by file in the last pull.
struct Before<'a> {
    last: Option<&'a Snapshot>,
    live: &'a BTreeMap<String, u64>,
}

impl Before<'_> {
    /// Number of records of a file; 0 if there was no such file.
    fn records(&self, file: &str) -> u64 {
        let counts = self.last.map_or(self.live, |last| &last.about().counts);
        counts.get(file).copied().unwrap_or(0)
    }
}

fn now_of(snapshot: &Snapshot, file: &str) -> Option<u64> {
    snapshot.about().counts.get(file).copied()
}

impl Pull<'_> {
    /// An error if the new pull lost something compared with the last one. `is_new` tells which files are not those of
    /// the last one.
    pub(super) fn nothing_lost(
        &self,
        new: &Snapshot,
        last: Option<&Snapshot>,
        emptied: &[EmptiedField],
        is_new: &dyn Fn(&str) -> bool,
    ) -> Result<(), PullError> {
        let before = Before {
            last,
            live: &self.config.live_counts,
        };
        let mut losses = self.commerce_losses(new, &before)?;
        losses.extend(emptied::losses(emptied));
        if let Some(last) = last.filter(|_| is_new(dynamic_categories::FILE)) {
            losses.extend(dynamic_categories::losses(new, last)?);
        }
        for job in self.jobs() {
            losses.extend(content_loss(&job, new, &before)?);
            let file = job.file()?;
            if let Some(last) = last.filter(|_| is_new(&file)) {
                losses.extend(emptied_records(&job, new, last)?);
            }
        }
        losses.retain(|loss| !self.config.accept_empty.has(&loss.set));
        if losses.is_empty() {
            Ok(())
        } else {
            Err(PullError::Lost(losses))
        }
    }

    /// The fields that became empty since the last pull.
    pub(super) fn emptied_fields(
        &self,
        new: &Snapshot,
        last: Option<&Snapshot>,
        is_new: &dyn Fn(&str) -> bool,
    ) -> Result<Vec<EmptiedField>, SnapshotError> {
        let Some(last) = last else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for job in self.jobs() {
            if is_new(&job.file()?) {
                found.extend(emptied::emptied_fields(&job, new, last)?);
            }
        }
        Ok(found)
    }

    fn commerce_losses(&self, new: &Snapshot, before: &Before<'_>) -> Result<Vec<Loss>, SnapshotError> {
        let mut losses = Vec::new();
        let mut look = |set: &str, locale: &str, file: &str| {
            let was = before.records(file);
            if was > MAX_LOST_UNASKED && now_of(new, file).unwrap_or(0) == 0 {
                losses.push(Loss {
                    set: set.to_owned(),
                    locale: locale.to_owned(),
                    before: was,
                    now: Now::Empty,
                });
            }
        };
        for (index, locale) in self.locales() {
            let code = locale.code.as_str();
            let products = name(&["shopware", "products", code])?;
            look("product", code, &products);
            look("category", code, &name(&["shopware", "categories", code])?);
            // Without products there is no product to request cross-selling for.
            if index == LocaleIndex(0) && now_of(new, &products).unwrap_or(0) > 0 {
                look("cross-selling", "", &name(&["shopware", "cross-selling"])?);
            }
        }
        Ok(losses)
    }
}

/// A set of the CMS that is now empty or absent. An editor may remove the last few records of a list, but cannot cause
/// a new 404 or an empty tree.
fn content_loss(job: &Job<'_>, new: &Snapshot, before: &Before<'_>) -> Result<Option<Loss>, SnapshotError> {
    let file = job.file()?;
    let (was, now) = (before.records(&file), now_of(new, &file));
    let most = match (job.kind, now) {
        (_, Some(1..)) => return Ok(None),
        (Kind::Tree, _) if !has_entries(job, new)? => return Ok(None),
        (Kind::Navigation | Kind::Tree | Kind::Globals, _) | (_, None) => 0,
        (_, Some(0)) => MAX_LOST_UNASKED,
    };
    Ok((was > most).then(|| Loss {
        set: job.set(),
        locale: job.code().to_owned(),
        before: was,
        now: if now.is_some() { Now::Empty } else { Now::Absent },
    }))
}

fn has_entries(job: &Job<'_>, new: &Snapshot) -> Result<bool, SnapshotError> {
    let file = name(&["statamic", "entries", &job.handle, job.code()])?;
    Ok(now_of(new, &file).unwrap_or(0) > 0)
}

/// Records that lost all their values (even an entry's title, which an editor cannot empty), and missing global sets:
/// each of those is one record used by many pages.
fn emptied_records(job: &Job<'_>, new: &Snapshot, last: &Snapshot) -> Result<Vec<Loss>, SnapshotError> {
    if !matches!(job.kind, Kind::Entries | Kind::Terms | Kind::Globals | Kind::Forms) {
        return Ok(Vec::new());
    }
    let file = job.file()?;
    // An unreadable last pull is not a reason to stop.
    let before = values_by_record(job.kind, last, &file).unwrap_or_default();
    let now = values_by_record(job.kind, new, &file)?;
    if now.is_empty() {
        // Reported as the loss of the whole set.
        return Ok(Vec::new());
    }
    let loss = |handle: &String, before: u64, now| Loss {
        set: format!("{}/{handle}", job.set()),
        locale: job.code().to_owned(),
        before,
        now,
    };
    let lost = before.iter().filter(|(_, values)| **values > 0);
    let lost = lost.filter_map(|(handle, values)| match now.get(handle) {
        Some(0) => Some(loss(handle, *values, Now::WithoutValues)),
        None if job.kind == Kind::Globals => Some(loss(handle, *values, Now::Absent)),
        _ => None,
    });
    Ok(lost.collect())
}

fn values_by_record(kind: Kind, snapshot: &Snapshot, file: &str) -> Result<BTreeMap<String, u64>, SnapshotError> {
    let mut found = BTreeMap::new();
    for record in snapshot.records::<Value>(file)? {
        let record = record?;
        let key = if matches!(kind, Kind::Entries | Kind::Terms) {
            "id"
        } else {
            "handle"
        };
        if let Some(name) = record.get(key).and_then(Value::as_str) {
            found.insert(name.to_owned(), values(kind, &record));
        }
    }
    Ok(found)
}

/// Number of values of a record: a form's fields, or values entered by an editor. Toggles do not count, because off is
/// a value too.
fn values(kind: Kind, record: &Value) -> u64 {
    let Some(map) = record.as_object() else { return 0 };
    if kind == Kind::Forms {
        let fields = map.get("fields").and_then(Value::as_object);
        return fields.map_or(0, |fields| fields.len() as u64);
    }
    let own = map.iter().filter(|(key, _)| !is_set_by_cms(key));
    own.filter(|(_, value)| has_content(value)).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_what_was_written() {
        let set = json!({"handle": "site", "api_url": "https://x", "name": " ", "logo": {"url": null}, "open": true, "links": [], "phone": "1"});
        assert_eq!(values(Kind::Globals, &set), 1);
        let entry = json!({"id": "a", "slug": "b", "uri": "/b", "url": "/b", "collection": {"handle": "pages"}, "date": "2026-11-01", "title": "", "blocks": []});
        assert_eq!(values(Kind::Entries, &entry), 0);
        assert_eq!(
            values(Kind::Forms, &json!({"handle": "a", "fields": {"x": {}, "y": {}}})),
            2
        );
        assert_eq!(values(Kind::Forms, &json!({"handle": "a", "fields": []})), 0);
    }

    #[test]
    fn a_loss_names_its_set_and_the_flag_that_accepts_it() {
        let loss = |locale: &str, now| Loss {
            set: "navs/main".to_owned(),
            locale: locale.to_owned(),
            before: 7,
            now,
        };
        let said = PullError::Lost(vec![loss("nl", Now::Empty), loss("de", Now::Absent)]).to_string();
        assert_eq!(
            said,
            "the pull lost what the last one had: navs/main (nl) had 7 records and is empty; \
             navs/main (de) had 7 records and is answered with 404 or missing. \
             Look whether the backend lost it; if it is meant, build once with --accept-empty navs/main"
        );
    }
}
