//! The days on which a shop ships parcels, and the days on which carriers deliver them.

use std::collections::BTreeSet;

use jiff::{
    Span as Length, Timestamp, ToSpan,
    civil::{Date, Time, Weekday},
    tz::TimeZone,
};

use crate::{DeliveryTime, Holidays, Span, Unit};

/// Maximum number of days searched for the next working day: longer than any shop is closed in a row.
const MOST_DAYS_OFF: usize = 400;

/// Days of the week.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weekdays([bool; 7]);

impl Weekdays {
    /// Monday to Friday.
    pub const WORKING: Self = Self([true, true, true, true, true, false, false]);

    /// These days.
    pub fn of(days: &[Weekday]) -> Self {
        let mut all = [false; 7];
        for day in days {
            if let Some(known) = all.get_mut(usize::from(day.to_monday_zero_offset().unsigned_abs())) {
                *known = true;
            }
        }
        Self(all)
    }

    fn contains(self, day: Weekday) -> bool {
        let index = usize::from(day.to_monday_zero_offset().unsigned_abs());
        self.0.get(index).copied().unwrap_or(false)
    }
}

/// A shop's working days and those of its carriers.
#[derive(Clone, Debug)]
pub struct Calendar {
    /// The time zone of the shop.
    pub time_zone: TimeZone,
    /// Orders placed before this time are handled on the same day; `None` means the whole day.
    pub cut_off: Option<Time>,
    /// The days of the week on which the shop handles orders.
    pub handles: Weekdays,
    /// Days on which it is closed, in addition to the holidays of its country.
    pub closed: BTreeSet<Date>,
    /// The shop's country.
    pub country: String,
    /// The days of the week on which carriers deliver parcels.
    pub brings: Weekdays,
    /// The holidays of the shop's country and of those that it delivers to.
    pub holidays: Holidays,
}

impl Calendar {
    /// The day on which an order placed at this moment is handled; `None` if the shop is closed for more than a year.
    pub fn handled(&self, at: Timestamp) -> Option<Date> {
        let local = at.to_zoned(self.time_zone.clone());
        let in_time = self.cut_off.is_none_or(|cut_off| local.time() < cut_off);
        let first = if in_time {
            local.date()
        } else {
            local.date().tomorrow().ok()?
        };
        next(first, |day| self.is_open(day))
    }

    /// Until when an order is still handled today; `None` if none is any more, or if there is no cut-off.
    pub fn in_time_until(&self, at: Timestamp) -> Option<Timestamp> {
        let local = at.to_zoned(self.time_zone.clone());
        let cut_off = self.cut_off.filter(|cut_off| local.time() < *cut_off)?;
        let until = local.date().to_datetime(cut_off).to_zoned(self.time_zone.clone());
        until
            .ok()
            .filter(|_| self.is_open(local.date()))
            .map(|until| until.timestamp())
    }

    /// The delivery span of an order placed at this moment, for a country: the shop handles it, waits for missing stock
    /// (`restock_days`, in calendar days), and then the delivery time starts. `None` if a date is out of range.
    pub fn span(&self, at: Timestamp, restock_days: u16, time: DeliveryTime, country: &str) -> Option<Span> {
        let mut handled = self.handled(at)?;
        if restock_days > 0 {
            let there = handled.checked_add(i64::from(restock_days).days()).ok()?;
            handled = next(there, |day| self.is_open(day))?;
        }
        let [earliest, latest] = time
            .bounds()
            .map(|count| self.brought(handled, count, time.unit, country));
        Some(Span {
            earliest: earliest?,
            latest: latest?,
        })
    }

    /// A span whose days were calculated elsewhere, such as by Shopware, moved to the next delivery days. `None` if a date
    /// is out of range.
    pub fn on_delivery_days(&self, span: Span, country: &str) -> Option<Span> {
        let is_open = |day| self.is_brought_on(day, country);
        let earliest = next(span.earliest, is_open)?;
        Some(Span {
            earliest,
            latest: next(span.latest, is_open)?.max(earliest),
        })
    }

    /// The shop's local date at this moment.
    pub fn day_of(&self, at: Timestamp) -> Date {
        at.to_zoned(self.time_zone.clone()).date()
    }

    /// The countries and years that a span covers but whose holidays are unknown.
    pub fn unknown(&self, span: Span, country: &str) -> BTreeSet<(String, i16)> {
        let years = span.earliest.year()..=span.latest.year();
        years
            .filter(|year| !self.holidays.has(country, *year))
            .map(|year| (country.to_owned(), year))
            .collect()
    }

    /// The delivery day of an order handled on a day: that day plus `count` units.
    fn brought(&self, handled: Date, count: u16, unit: Unit, country: &str) -> Option<Date> {
        let length = match unit {
            Unit::Hour => return self.working_days(handled, count.div_ceil(24), country),
            Unit::Day => return self.working_days(handled, count, country),
            Unit::Week => Length::new().try_weeks(count),
            Unit::Month => Length::new().try_months(count),
            Unit::Year => Length::new().try_years(count),
        };
        let day = handled.checked_add(length.ok()?).ok()?;
        next(day, |day| self.is_brought_on(day, country))
    }

    /// The nth delivery day after `from`; 0 is `from` itself, or the first delivery day after it.
    fn working_days(&self, from: Date, count: u16, country: &str) -> Option<Date> {
        let is_open = |day| self.is_brought_on(day, country);
        if count == 0 {
            return next(from, is_open);
        }
        (0..count).try_fold(from, |day, _| next(day.tomorrow().ok()?, is_open))
    }

    fn is_open(&self, day: Date) -> bool {
        self.handles.contains(day.weekday())
            && !self.closed.contains(&day)
            && !self.holidays.contains(&self.country, day)
    }

    fn is_brought_on(&self, day: Date, country: &str) -> bool {
        self.brings.contains(day.weekday()) && !self.holidays.contains(country, day)
    }
}

/// The first day on or after `from` that satisfies the predicate.
fn next(from: Date, wanted: impl Fn(Date) -> bool) -> Option<Date> {
    from.series(1.day()).take(MOST_DAYS_OFF).find(|day| wanted(*day))
}
