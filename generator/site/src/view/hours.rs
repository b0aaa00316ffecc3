//! Opening hours of a place as a table.

use serde::Serialize;
use vitrine_model::content::{OpenSpan, OpeningHours};

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

/// A weekday.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct HoursRow {
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
    /// Why they differ.
    pub label: Option<String>,
    /// As in [`HoursRow`].
    pub hours: String,
}

/// The week as a table from Monday, and special days. `None` if no day has data.
pub fn view(cx: &ViewContext<'_>, hours: &OpeningHours) -> Option<HoursView> {
    if hours.week.is_empty() && hours.special.is_empty() {
        return None;
    }
    let rows = hours.week.iter().map(|day| HoursRow {
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
