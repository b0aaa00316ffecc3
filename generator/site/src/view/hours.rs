//! Opening hours of a place: as a table, and as data from which the browser computes whether it is open.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;
use vitrine_model::content::{OpenSpan, OpeningHours, Weekday};

use super::words::long_date;
use crate::context::ViewContext;

/// Opening hours as a table, and special days.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct HoursView {
    /// Weekdays, Monday first.
    pub rows: Vec<HoursRow>,
    /// Days that differ, earliest first.
    pub special: Vec<SpecialRow>,
}

/// Dates with other hours, earliest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct HoursRow {
    /// The CMS's key of the day: `mon`.
    pub key: &'static str,
    /// Name of the day.
    pub day: String,
    /// `10:00–17:30`, or that it is closed.
    pub hours: String,
}

/// A date whose hours differ from those of its weekday.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SpecialRow {
    /// Machine-readable.
    pub date: String,
    /// As text.
    pub words: String,
    /// The reason.
    pub label: Option<String>,
    /// As in [`HoursRow`].
    pub hours: String,
}

/// Opening and closing time.
type Times = (String, String);

/// The opening hours of a showroom, from which the browser computes whether it is open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Hours {
    /// Opening and closing times (`HH:MM`) for each day, Monday first; `null` if unknown, empty if closed.
    pub(crate) week: Vec<Option<Vec<(String, String)>>>,
    /// The same by date (`2026-12-25`), if different from the weekday.
    pub(crate) special: BTreeMap<String, Vec<(String, String)>>,
}

/// The props of the island `open-now`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct OpenNowProps {
    /// The hours of the place.
    pub(crate) hours: Hours,
}

/// The hours as data.
pub(crate) fn times(hours: &OpeningHours) -> Hours {
    let spans = |list: &[OpenSpan]| -> Vec<Times> {
        let clock = |time: jiff::civil::Time| format!("{:02}:{:02}", time.hour(), time.minute());
        list.iter()
            .map(|span| (clock(span.opens), clock(span.closes)))
            .collect()
    };
    let of = |day: &Weekday| hours.week.iter().find(|known| known.day == *day);
    Hours {
        week: Weekday::ALL
            .iter()
            .map(|day| of(day).map(|known| spans(&known.spans)))
            .collect(),
        special: hours
            .special
            .iter()
            .map(|day| (day.date.to_string(), spans(&day.spans)))
            .collect(),
    }
}

/// The week as a table from Monday, and special days. `None` if no day has data.
pub fn view(cx: &ViewContext<'_>, hours: &OpeningHours) -> Option<HoursView> {
    if hours.week.is_empty() && hours.special.is_empty() {
        return None;
    }
    let rows = hours.week.iter().map(|day| HoursRow {
        key: day.day.key(),
        day: cx.format.weekday(day.day).to_owned(),
        hours: spans(cx, &day.spans),
    });
    let special = hours.special.iter().map(|day| SpecialRow {
        date: day.date.to_string(),
        words: long_date(cx, day.date),
        label: day.label.clone(),
        hours: spans(cx, &day.spans),
    });
    Some(HoursView {
        rows: rows.collect(),
        special: special.collect(),
    })
}

fn spans(cx: &ViewContext<'_>, spans: &[OpenSpan]) -> String {
    if spans.is_empty() {
        return cx.t("editorial.closed", &[]);
    }
    let words: Vec<String> = spans
        .iter()
        .map(|span| format!("{}\u{2013}{}", cx.format.time(span.opens), cx.format.time(span.closes)))
        .collect();
    words.join(", ")
}
