//! The next time at which the shop changes without an editor's action (R-GEN-05): an entry appears; an event, a vacancy
//! or an announcement ends.
//!
//! **Invariant:** every comparison of the shop's data with the time of the build is recorded here, so that the first
//! build that can differ is one after this time.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicI64, Ordering},
};

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use vitrine_model::{catalog::Catalog, planned::PlannedChange};

/// The earliest of the recorded times, rounded up to whole seconds.
#[derive(Debug)]
pub(crate) struct NextChange {
    now: Timestamp,
    earliest: AtomicI64,
    /// The changes of entries, in any order.
    planned: Mutex<Vec<PlannedChange>>,
}

impl NextChange {
    pub(crate) fn after(now: Timestamp) -> Self {
        Self {
            now,
            earliest: AtomicI64::new(i64::MAX),
            planned: Mutex::default(),
        }
    }

    /// Records a time; past ones are ignored.
    pub(crate) fn at(&self, moment: Timestamp) {
        if moment > self.now {
            let rounded = moment.as_second() + i64::from(moment.subsec_nanosecond() > 0);
            self.earliest.fetch_min(rounded, Ordering::Relaxed);
        }
    }

    /// Records the end of a day.
    pub(crate) fn after_day(&self, day: Date, zone: &TimeZone) {
        if let Some(midnight) = end_of(day, zone) {
            self.at(midnight);
        }
    }

    /// Records what happens to an entry; a past time is ignored.
    pub(crate) fn of_entry(&self, planned: PlannedChange) {
        self.at(planned.at);
        if planned.at > self.now {
            self.planned
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(planned);
        }
    }

    /// Records the last days of events and vacancies.
    pub(crate) fn read(&self, catalog: &Catalog, zone: &TimeZone) {
        for entry in catalog.entries() {
            let entry = entry.value();
            let ends = entry.fields.last_day().and_then(|day| end_of(day, zone));
            let locale = catalog.locales().get(entry.locale);
            if let (Some(at), Some(locale)) = (ends, locale) {
                self.of_entry(PlannedChange {
                    at,
                    appears: false,
                    title: entry.title.clone(),
                    locale: locale.code.to_string(),
                    edit_url: entry.edit_url.clone(),
                });
            }
        }
    }

    /// The next one first.
    pub(crate) fn planned(&self) -> Vec<PlannedChange> {
        let mut planned = self.planned.lock().unwrap_or_else(PoisonError::into_inner).clone();
        planned.sort();
        planned
    }

    pub(crate) fn moment(&self) -> Option<Timestamp> {
        let seconds = self.earliest.load(Ordering::Relaxed);
        Timestamp::from_second(seconds).ok().filter(|_| seconds != i64::MAX)
    }
}

fn end_of(day: Date, zone: &TimeZone) -> Option<Timestamp> {
    let midnight = day.tomorrow().and_then(|next| next.to_zoned(zone.clone()));
    midnight.ok().map(|midnight| midnight.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earliest_moment_to_come_counts() {
        let now: Timestamp = "2026-11-21T09:00:00Z".parse().expect("a time");
        let next = NextChange::after(now);
        assert_eq!(next.moment(), None);
        next.at("2026-11-21T08:00:00Z".parse().expect("a time"));
        assert_eq!(next.moment(), None, "it has passed");
        let zone = TimeZone::get("Europe/Amsterdam").expect("a zone");
        next.after_day(jiff::civil::date(2026, 11, 21), &zone);
        let midnight: Timestamp = "2026-11-21T23:00:00Z".parse().expect("a time");
        assert_eq!(next.moment(), Some(midnight), "the day ends in the shop's zone");
        next.at("2026-11-21T10:00:00.5Z".parse().expect("a time"));
        assert_eq!(next.moment(), "2026-11-21T10:00:01Z".parse().ok(), "rounded up");
    }
}
