//! A row of failed builds.

use std::{mem, time::Duration};

use jiff::{SignedDuration, Timestamp};

/// Pause after a notice that could not be delivered.
const PAUSE: SignedDuration = SignedDuration::from_secs(60);

/// Builds that failed one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Failing {
    /// When the first of them began.
    pub(super) since: Timestamp,
    pub(super) count: u32,
    /// Why the last one failed.
    pub(super) reason: String,
}

/// What is to be told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Notice {
    /// Builds fail.
    Failing(Failing),
    /// They failed, and one has succeeded.
    Recovered(Failing),
}

impl Notice {
    pub(super) fn failing(&self) -> &Failing {
        match self {
            Self::Failing(failing) | Self::Recovered(failing) => failing,
        }
    }
}

/// The builds until now.
#[derive(Debug, Default)]
pub(super) struct Row {
    failing: Option<Failing>,
    /// The row that the operator knows of.
    known: Option<Failing>,
    /// Not before then, after a notice that could not be delivered.
    again: Option<Timestamp>,
}

impl Row {
    pub(super) fn ended(&mut self, began: Timestamp, failure: Option<&str>) {
        let Some(reason) = failure else {
            self.failing = None;
            return;
        };
        let failing = self.failing.get_or_insert_with(|| Failing {
            since: began,
            count: 0,
            reason: String::new(),
        });
        failing.count += 1;
        reason.clone_into(&mut failing.reason);
    }

    /// The notice that is to be delivered at `now`.
    pub(super) fn due(&self, now: Timestamp, after: Duration) -> Option<Notice> {
        if self.again.is_some_and(|again| now < again) {
            return None;
        }
        match (&self.failing, &self.known) {
            (Some(failing), None) => {
                let is_long = now.duration_since(failing.since) >= SignedDuration::try_from(after).ok()?;
                is_long.then(|| Notice::Failing(failing.clone()))
            }
            (None, Some(known)) => Some(Notice::Recovered(known.clone())),
            _ => None,
        }
    }

    /// Notes whether a notice was delivered.
    pub(super) fn told(&mut self, notice: &Notice, is_delivered: bool, now: Timestamp) {
        self.again = (!is_delivered).then(|| now.checked_add(PAUSE).unwrap_or(now));
        if !is_delivered {
            return;
        }
        match notice {
            Notice::Failing(failing) => self.known = Some(failing.clone()),
            Notice::Recovered(_) => drop(mem::take(&mut self.known)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AFTER: Duration = Duration::from_secs(900);

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_795_000_000 + second).unwrap()
    }

    fn words(notice: Option<Notice>) -> String {
        match notice {
            None => "-".to_owned(),
            Some(Notice::Failing(failing)) => format!("failing {} {}", failing.count, failing.reason),
            Some(Notice::Recovered(failing)) => format!("recovered {}", failing.since == at(0)),
        }
    }

    /// What is told at a time; it is delivered.
    fn tell(row: &mut Row, second: i64) -> String {
        let notice = row.due(at(second), AFTER);
        if let Some(notice) = &notice {
            row.told(notice, true, at(second));
        }
        words(notice)
    }

    #[test]
    fn a_row_of_failures_is_told_once_and_its_end_too() {
        let mut row = Row::default();
        assert_eq!(tell(&mut row, 0), "-");
        row.ended(at(0), Some("one"));
        assert_eq!(tell(&mut row, 899), "-", "it is too short");
        row.ended(at(600), Some("two"));
        assert_eq!(tell(&mut row, 900), "failing 2 two", "since the first of them");
        row.ended(at(1_000), Some("three"));
        assert_eq!(tell(&mut row, 5_000), "-", "it is known");
        row.ended(at(6_000), None);
        assert_eq!(tell(&mut row, 6_001), "recovered true");
        assert_eq!(tell(&mut row, 6_002), "-");
        row.ended(at(7_000), Some("four"));
        assert_eq!(tell(&mut row, 7_900), "failing 1 four", "another row");
    }

    #[test]
    fn a_short_row_is_never_told() {
        let mut row = Row::default();
        row.ended(at(0), Some("one"));
        row.ended(at(800), None);
        assert_eq!(tell(&mut row, 2_000), "-");
        row.ended(at(2_000), Some("two"));
        assert_eq!(tell(&mut row, 2_899), "-", "a success between begins a new row");
    }

    #[test]
    fn what_could_not_be_delivered_is_sent_again() {
        let mut row = Row::default();
        row.ended(at(0), Some("one"));
        let notice = row.due(at(900), AFTER).unwrap();
        row.told(&notice, false, at(900));
        assert_eq!(tell(&mut row, 959), "-");
        assert_eq!(tell(&mut row, 960), "failing 1 one");
        row.ended(at(1_000), None);
        let notice = row.due(at(1_001), AFTER).unwrap();
        row.told(&notice, false, at(1_001));
        // Failures that come before the end was told continue what the operator knows.
        row.ended(at(1_010), Some("two"));
        assert_eq!(tell(&mut row, 2_000), "-");
        row.ended(at(2_010), None);
        assert_eq!(tell(&mut row, 2_011), "recovered true");
    }
}
