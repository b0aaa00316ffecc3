//! The limits of an appointment at a showroom: its hours, its special days, and the lead time (R-STORE-02).
//!
//! **Invariant:** the same answers get the same verdict here and in `islands/src/islands/form/appointment.ts`;
//! `tests/appointments.json` is run by both. A day whose hours are unknown is left to the showroom.

use std::collections::BTreeMap;

use jiff::{
    ToSpan,
    civil::{Date, Time},
};
use serde::{Deserialize, Serialize};

use crate::{
    check::Fault,
    dates,
    value::{Value, Values, trimmed},
};

/// Minimum duration of a visit in minutes; none starts later before closing.
const VISIT: i64 = 60;
/// Handle of the field with the showroom.
pub const SHOWROOM: &str = "showroom";
/// Handle of the field with the purpose of the visit.
const TYPE: &str = "type";
/// Handle of the field with the day.
pub const DATE: &str = "date";
/// Handle of the field with another day that would do.
const ALTERNATIVE: &str = "alternative_date";
/// Handle of the field with the time.
const TIME: &str = "time_slot";

/// The showrooms that accept appointments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Appointment {
    /// Minimum number of days between today and the appointment.
    pub lead_days: u32,
    /// By the key of the option.
    pub showrooms: BTreeMap<String, Showroom>,
}

/// A showroom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Showroom {
    /// When it is open.
    pub hours: Hours,
    /// Keys of the purposes that it accepts; empty if it accepts all.
    pub types: Vec<String>,
}

/// Opening and closing time, `HH:MM`.
pub type Span = (String, String);

/// Opening hours.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hours {
    /// Each day, Monday first; `None` if unknown, empty if closed.
    pub week: Vec<Option<Vec<Span>>>,
    /// The same by date (`2026-12-25`), if different from the weekday.
    pub special: BTreeMap<String, Vec<Span>>,
}

impl Appointment {
    /// The faults of a submission, by field, at most one each; fields without a value have none.
    pub fn faults(&self, values: &Values, today: Date) -> Vec<Fault> {
        let text = |handle: &str| match values.get(handle) {
            Some(Value::Text(text)) => trimmed(text),
            _ => String::new(),
        };
        let (chosen, purpose) = (text(SHOWROOM), text(TYPE));
        let showroom = self.showrooms.get(&chosen);
        let mut faults = Vec::new();
        let mut add = |field: &str, key: &'static str, is_fault: bool| {
            if is_fault {
                faults.push(Fault {
                    field: field.to_owned(),
                    key,
                    parameters: Vec::new(),
                });
            }
        };
        add(SHOWROOM, "is", !chosen.is_empty() && showroom.is_none());
        let types = showroom.map(|showroom| showroom.types.as_slice()).unwrap_or_default();
        let is_refused = !purpose.is_empty() && !types.is_empty() && !types.contains(&purpose);
        add(TYPE, "is", is_refused);
        for field in [DATE, ALTERNATIVE] {
            let day = dates::iso(&text(field));
            add(
                field,
                "date",
                day.is_some_and(|day| self.is_closed(showroom, day, today)),
            );
        }
        if let (Some(day), Some(time)) = (dates::iso(&text(DATE)), clock(&text(TIME)))
            && !self.is_closed(showroom, day, today)
        {
            let spans = showroom.and_then(|showroom| showroom.hours.on(day));
            add(TIME, "date", spans.is_some_and(|spans| !fits(spans, time)));
        }
        faults
    }

    fn is_closed(&self, showroom: Option<&Showroom>, day: Date, today: Date) -> bool {
        let earliest = today.saturating_add(i64::from(self.lead_days).days());
        day < earliest
            || showroom
                .and_then(|showroom| showroom.hours.on(day))
                .is_some_and(<[Span]>::is_empty)
    }
}

impl Hours {
    /// When it is open on a day; `None` if that is unknown.
    fn on(&self, day: Date) -> Option<&[Span]> {
        if let Some(special) = self.special.get(&day.to_string()) {
            return Some(special);
        }
        let monday = usize::try_from(day.weekday().to_monday_zero_offset()).ok()?;
        self.week.get(monday)?.as_deref()
    }
}

/// Whether a visit can start at this time.
fn fits(spans: &[Span], time: i64) -> bool {
    spans.iter().any(|(opens, closes)| {
        let (Some(opens), Some(closes)) = (clock(opens), clock(closes)) else {
            return false;
        };
        opens <= time && time + VISIT <= closes
    })
}

/// Minutes since midnight; `None` if the text is not a time.
fn clock(text: &str) -> Option<i64> {
    let is_clock = text.len() == 5 && text.as_bytes().get(2) == Some(&b':');
    let time: Time = is_clock.then(|| text.parse().ok()).flatten()?;
    Some(i64::from(time.hour()) * 60 + i64::from(time.minute()))
}
