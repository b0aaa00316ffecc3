//! Law "Delivery time": "per line, as a range the shopper can compute". Runs the table of cases that the islands run
//! too (`islands/test/delivery.test.ts`).

#![allow(clippy::unwrap_used, reason = "a panic is a failed test")]

use std::collections::{BTreeMap, BTreeSet};

use jiff::{
    Timestamp,
    civil::{Date, Time, Weekday},
    tz::TimeZone,
};
use proptest::prelude::*;
use serde::Deserialize;
use vitrine_delivery::{Calendar, DeliveryTime, Holidays, Span, Unit, Weekdays};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    calendars: BTreeMap<String, Written>,
    cases: Vec<Case>,
}

/// A calendar as written in the table and by the islands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    time_zone: String,
    cut_off: Option<Time>,
    handles: Vec<i8>,
    closed: BTreeSet<Date>,
    country: String,
    brings: Vec<i8>,
    holidays: BTreeMap<String, Vec<Date>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    calendar: String,
    at: Timestamp,
    restock_days: u16,
    time: DeliveryTime,
    country: String,
    handled: Option<Date>,
    in_time_today: bool,
    earliest: Option<Date>,
    latest: Option<Date>,
}

fn table() -> Table {
    serde_json::from_str(include_str!("cases.json")).unwrap()
}

impl Written {
    fn read(&self) -> Calendar {
        let days = |days: &[i8]| {
            let days = days.iter().map(|day| Weekday::from_monday_one_offset(*day).unwrap());
            Weekdays::of(&days.collect::<Vec<_>>())
        };
        let mut holidays = Holidays::default();
        for (country, all) in &self.holidays {
            for year in all.iter().map(|day| day.year()).collect::<BTreeSet<_>>() {
                holidays.insert(country, year, all.iter().copied());
            }
        }
        Calendar {
            time_zone: TimeZone::get(&self.time_zone).unwrap(),
            cut_off: self.cut_off,
            handles: days(&self.handles),
            closed: self.closed.clone(),
            country: self.country.clone(),
            brings: days(&self.brings),
            holidays,
        }
    }
}

/// Every row: the handling day, whether it is today, and the first and last delivery day.
#[test]
fn law_delivery_time_every_row_of_the_table_has_its_days() {
    let table = table();
    assert!(table.cases.len() >= 330, "{}", table.cases.len());
    for case in &table.cases {
        let calendar = table.calendars[&case.calendar].read();
        let name = &case.name;
        assert_eq!(calendar.handled(case.at), case.handled, "{name}");
        assert_eq!(calendar.in_time_until(case.at).is_some(), case.in_time_today, "{name}");
        let span = calendar.span(case.at, case.restock_days, case.time, &case.country);
        assert_eq!(span.map(|span| span.earliest), case.earliest, "{name}");
        assert_eq!(span.map(|span| span.latest), case.latest, "{name}");
    }
}

/// "Order before 15.00" refers to the shop's local time, in summer and in winter.
#[test]
fn law_delivery_time_the_cut_off_is_one_of_the_shops_clock() {
    let calendar = table().calendars["lindhoven"].read();
    for (at, until) in [
        ("2026-11-26T08:00:00Z", Some("2026-11-26T14:00:00Z")),
        ("2026-07-16T08:00:00Z", Some("2026-07-16T13:00:00Z")),
        ("2026-11-26T21:50:00Z", None),
        ("2026-11-28T08:00:00Z", None),
        ("2026-12-24T08:00:00Z", None),
        ("2026-12-25T08:00:00Z", None),
    ] {
        let expected: Option<Timestamp> = until.map(|until| until.parse().unwrap());
        assert_eq!(calendar.in_time_until(at.parse().unwrap()), expected, "{at}");
    }
}

/// Years without holiday data are reported as unknown, years with data are not.
#[test]
fn law_delivery_time_unknown_holidays_are_named() {
    let calendar = table().calendars["lindhoven"].read();
    let span = |earliest: &str, latest: &str| Span {
        earliest: earliest.parse().unwrap(),
        latest: latest.parse().unwrap(),
    };
    let unknown = |span, country| calendar.unknown(span, country).into_iter().collect::<Vec<_>>();
    assert!(unknown(span("2026-12-20", "2027-01-04"), "NL").is_empty());
    assert_eq!(
        unknown(span("2027-12-20", "2028-01-04"), "NL"),
        [("NL".to_owned(), 2028)]
    );
    assert_eq!(
        unknown(span("2026-12-01", "2026-12-02"), "FR"),
        [("FR".to_owned(), 2026)]
    );
}

/// A delivery of several items is complete when its last item is.
#[test]
fn law_delivery_time_of_two_things_is_that_of_the_later() {
    let span = |earliest: &str, latest: &str| Span {
        earliest: earliest.parse().unwrap(),
        latest: latest.parse().unwrap(),
    };
    let both = span("2026-11-27", "2026-12-01").and(span("2026-11-26", "2027-01-07"));
    assert_eq!(both, span("2026-11-27", "2027-01-07"));
}

fn units() -> impl Strategy<Value = Unit> {
    prop_oneof![
        Just(Unit::Hour),
        Just(Unit::Day),
        Just(Unit::Week),
        Just(Unit::Month),
        Just(Unit::Year)
    ]
}

proptest! {
    /// For any settings: no panic, the days in order, never before the order, and only on delivery days.
    #[test]
    fn law_delivery_time_days_are_in_order_and_days_of_delivery(
        seconds in 1_700_000_000_i64..2_000_000_000, restock in any::<u16>(), min in any::<u16>(), max in any::<u16>(), unit in units(),
    ) {
        let table = table();
        let at = Timestamp::from_second(seconds).unwrap();
        let time = DeliveryTime { min, max, unit };
        for written in table.calendars.values() {
            let calendar = written.read();
            let Some(span) = calendar.span(at, restock, time, "NL") else { continue };
            prop_assert!(span.earliest <= span.latest);
            prop_assert!(span.earliest >= at.to_zoned(calendar.time_zone.clone()).date());
            for day in [span.earliest, span.latest] {
                let weekday = day.weekday().to_monday_one_offset();
                prop_assert!(written.brings.contains(&weekday), "{day}");
                let holidays = written.holidays.get("NL").cloned().unwrap_or_default();
                prop_assert!(!holidays.contains(&day), "{day}");
            }
        }
    }
}
