//! Checks `[delivery]`, reads the holidays, and makes the calendar.
//!
//! **Invariant:** a year without a file of holidays is no error but a finding ([`unknown_years`]): its days of the week
//! are then all that is known.

use std::collections::BTreeMap;

use jiff::{
    Timestamp, ToSpan,
    civil::{Date, Time, Weekday},
    tz::TimeZone,
};
use vitrine_delivery::{Calendar, DeliveryTime, Holidays, Unit, Weekdays};
use vitrine_model::diagnostic::{Diagnostic, Place as Spot};
use vitrine_site::sources::Place;

use super::{
    file::{DeliveryTable, WeekdayName},
    offers::countries,
    wrong::Wrong,
};

/// Days from now in which holidays must be known: longer than most deliveries take.
const AHEAD: i32 = 100;

/// The calendar; records what is wrong with the table or with a file of holidays.
pub(super) fn calendar(
    table: &DeliveryTable,
    places: &[Place],
    time_zone: &TimeZone,
    wrong: &mut Wrong,
) -> Option<Calendar> {
    wrong.keep("delivery.country", countries(std::slice::from_ref(&table.country)));
    wrong.keep("delivery.countries", countries(&table.countries));
    for (key, days) in [
        ("delivery.handles", &table.handles),
        ("delivery.delivers", &table.delivers),
    ] {
        if days.is_empty() {
            wrong.add(key, "is empty: name at least one day, such as \"monday\"");
        }
    }
    let cut_off = table.cut_off.as_deref().map(time_of_day).transpose();
    let closed: Result<_, String> = table.closed.iter().map(|day| date(day)).collect();
    let holidays = holidays(places, &shown_countries(table));
    let calendar = Calendar {
        time_zone: time_zone.clone(),
        cut_off: wrong.keep("delivery.cut_off", cut_off)?,
        handles: weekdays(&table.handles),
        closed: wrong.keep("delivery.closed", closed)?,
        country: table.country.clone(),
        brings: weekdays(&table.delivers),
        holidays: wrong.keep("delivery.holidays", holidays)?,
    };
    Some(calendar)
}

/// How long a parcel is under way once missing pieces are there.
pub(super) fn after_restock(table: &DeliveryTable) -> DeliveryTime {
    DeliveryTime {
        min: table.after_restock.min,
        max: table.after_restock.max,
        unit: Unit::Day,
    }
}

/// A warning for each country and year whose holidays are not known and on which an order of today may be delivered.
pub(super) fn unknown_years(table: &DeliveryTable, calendar: &Calendar, now: Timestamp) -> Vec<Diagnostic> {
    let today = calendar.day_of(now);
    let last = today.saturating_add(AHEAD.days());
    let years = today.year()..=last.year();
    let missing = years.flat_map(|year| {
        let countries = shown_countries(table).into_iter();
        countries
            .filter(move |country| !calendar.holidays.has(country, year))
            .map(move |country| format!("holidays-{country}-{year}.json"))
    });
    missing
        .map(|file| {
            let message = format!(
                "delivery dates may name a holiday: there is no file {file} with the holidays, so that only days of the week count"
            );
            let place = Spot {
                source: "locales".to_owned(),
                kind: "holidays".to_owned(),
                id: file.clone(),
                ..Spot::default()
            };
            Diagnostic::warning("holidays-unknown", message, place).hint(format!(
                "Write {file} into the folder delivery.holidays (the folder of the texts, if it is not set), in the form of the other files: {{\"2026-12-25\": \"Christmas Day\"}}."
            ))
        })
        .collect()
}

/// The shop's country and those that it delivers to, each once.
fn shown_countries(table: &DeliveryTable) -> Vec<String> {
    let mut all = table.countries.clone();
    all.push(table.country.clone());
    all.sort();
    all.dedup();
    all
}

/// The files `holidays-NL-2026.json` of these countries, of each name the one of the last place.
fn holidays(places: &[Place], countries: &[String]) -> Result<Holidays, String> {
    let mut holidays = Holidays::default();
    let mut names = BTreeMap::new();
    for place in places {
        for name in place.files().unwrap_or_default() {
            names.insert(name, place);
        }
    }
    for (name, place) in names {
        let stem = name
            .strip_prefix("holidays-")
            .and_then(|name| name.strip_suffix(".json"));
        let Some((country, year)) = stem.and_then(|stem| stem.split_once('-')) else {
            continue;
        };
        let (true, Ok(year)) = (countries.iter().any(|known| known == country), year.parse::<i16>()) else {
            continue;
        };
        let days = read(place, &name, year)?;
        holidays.insert(country, year, days);
    }
    Ok(holidays)
}

/// The days of a file: an object of dates and their names.
fn read(place: &Place, name: &str, year: i16) -> Result<Vec<Date>, String> {
    let path = place.path(name);
    let shown = path.display();
    let text = place
        .read_text(name)
        .map_err(|error| format!("has the file {shown}, which cannot be read: {error}"))?;
    let days: BTreeMap<String, String> = serde_json::from_str(&text)
        .map_err(|error| format!("has the file {shown}, which is no object of dates and names: {error}"))?;
    days.keys()
        .map(|day| {
            date(day).ok().filter(|day| day.year() == year).ok_or_else(|| {
                format!("has the file {shown} with {day:?}: use dates of its year, such as \"{year}-12-25\"")
            })
        })
        .collect()
}

fn date(text: &str) -> Result<Date, String> {
    let is_plain = text.len() == 10;
    let day = text.parse().ok().filter(|_| is_plain);
    day.ok_or_else(|| format!("names {text:?}: use dates like \"2026-12-24\""))
}

fn time_of_day(text: &str) -> Result<Time, String> {
    let is_plain = text.len() == 5;
    let time = text.parse().ok().filter(|_| is_plain);
    time.ok_or_else(|| format!("is {text:?}: use a time like \"15:00\", in site.time_zone"))
}

fn weekdays(days: &[WeekdayName]) -> Weekdays {
    let days: Vec<Weekday> = days
        .iter()
        .map(|day| match day {
            WeekdayName::Monday => Weekday::Monday,
            WeekdayName::Tuesday => Weekday::Tuesday,
            WeekdayName::Wednesday => Weekday::Wednesday,
            WeekdayName::Thursday => Weekday::Thursday,
            WeekdayName::Friday => Weekday::Friday,
            WeekdayName::Saturday => Weekday::Saturday,
            WeekdayName::Sunday => Weekday::Sunday,
        })
        .collect();
    Weekdays::of(&days)
}
