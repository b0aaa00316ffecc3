//! Single values of the CMS: dates, times, years, counts, relations.
//!
//! **Invariant:** an absent value is not a finding; only a value that is present and unreadable is reported.

use jiff::{
    Timestamp, Zoned,
    civil::{Date, DateTime, Time},
    tz::TimeZone,
};
use vitrine_model::{
    ids::{EntryId, FormHandle, ProductNumber, TermId},
    media::Image,
};

use crate::{convert::scope::Scope, statamic::wire::Fields};

/// `09:30` or `09:30:00`.
pub(super) fn time_of_day(text: &str) -> Option<Time> {
    let text = text.trim();
    let (hour, rest) = text.split_once(':')?;
    let minute = rest.split(':').next()?;
    // A blueprint may store 9:30, but jiff needs two digits.
    Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()
}

/// A time in a zone: from an instant (`2026-02-06T15:00:00.000000Z`), or from a local time.
fn zoned(text: &str, zone: &TimeZone) -> Option<Zoned> {
    if let Ok(instant) = text.parse::<Timestamp>() {
        return Some(instant.to_zoned(zone.clone()));
    }
    text.parse::<DateTime>().ok()?.to_zoned(zone.clone()).ok()
}

/// The start of a date or time in the shop's time zone: midnight for a date.
pub(crate) fn begin_of(text: &str, zone: &TimeZone) -> Option<Timestamp> {
    let at_midnight = |instant: &Timestamp| instant.to_zoned(TimeZone::UTC).time() == Time::midnight();
    match text.parse::<Timestamp>().ok().filter(|instant| !at_midnight(instant)) {
        Some(instant) => Some(instant),
        None => match day(text, zone) {
            Some(day) => Some(day.to_zoned(zone.clone()).ok()?.timestamp()),
            None => Some(zoned(text, zone)?.timestamp()),
        },
    }
}

/// A date. Statamic returns it as midnight, in its own zone or in UTC (Statamic §3).
fn day(text: &str, zone: &TimeZone) -> Option<Date> {
    let Ok(instant) = text.parse::<Timestamp>() else {
        return text.parse().ok();
    };
    let utc = instant.to_zoned(TimeZone::UTC);
    let midnight = utc.time() == Time::midnight();
    Some(if midnight {
        utc.date()
    } else {
        instant.to_zoned(zone.clone()).date()
    })
}

impl Scope<'_> {
    /// Reports that a field is left out.
    pub(crate) fn shape(&mut self, field: &str, reason: &str) {
        self.findings.shape(&self.place, field, reason);
    }

    fn read<T>(
        &mut self,
        fields: Fields<'_>,
        key: &str,
        what: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let text = fields.quiet().text(key).or_else(|| {
            if fields.get(key).is_some() {
                self.shape(key, &format!("it is not {what}"));
            }
            None
        })?;
        let found = read(&text);
        if found.is_none() {
            let shown: String = text.chars().take(60).collect();
            self.shape(key, &format!("{shown:?} is not {what}"));
        }
        found
    }

    /// A date and time in the shop's time zone.
    pub(crate) fn moment(&mut self, fields: Fields<'_>, key: &str) -> Option<Zoned> {
        let zone = self.input.config.time_zone.clone();
        self.read(fields, key, "a date with a time", |text| zoned(text, &zone))
    }

    /// A date.
    pub(crate) fn date(&mut self, fields: Fields<'_>, key: &str) -> Option<Date> {
        let zone = self.input.config.time_zone.clone();
        self.read(fields, key, "a date", |text| day(text, &zone))
    }

    fn number(&mut self, fields: Fields<'_>, key: &str, what: &str) -> Option<i64> {
        let found = fields.integer(key);
        if found.is_none() && fields.get(key).is_some() {
            self.shape(key, &format!("it is not {what}"));
        }
        found
    }

    /// A year.
    pub(crate) fn year(&mut self, fields: Fields<'_>, key: &str) -> Option<i32> {
        let number = self.number(fields, key, "a year")?;
        let year = i32::try_from(number).ok().filter(|year| (1..=9999).contains(year));
        if year.is_none() {
            self.shape(key, &format!("{number} is not a year"));
        }
        year
    }

    /// A non-negative whole number.
    pub(crate) fn count(&mut self, fields: Fields<'_>, key: &str) -> Option<u32> {
        let number = self.number(fields, key, "a whole number")?;
        let count = u32::try_from(number).ok();
        if count.is_none() {
            self.shape(key, &format!("{number} is not a number of things"));
        }
        count
    }

    /// Ids of related entries, from shallow objects or bare ids.
    pub(crate) fn entries(&self, fields: Fields<'_>, key: &str) -> Vec<EntryId> {
        fields.related(key, |id| EntryId::parse(&id).ok())
    }

    /// The id of the related entry.
    pub(crate) fn entry(&self, fields: Fields<'_>, key: &str) -> Option<EntryId> {
        self.entries(fields, key).into_iter().next()
    }

    /// Ids of related terms, from shallow objects or bare slugs of the default site (Statamic §6, §8).
    pub(crate) fn terms(&self, fields: Fields<'_>, key: &str, taxonomy: &str) -> Vec<TermId> {
        fields.related(key, |id| {
            let whole = if id.contains("::") {
                id
            } else {
                format!("{taxonomy}::{id}")
            };
            TermId::parse(&whole).ok()
        })
    }

    /// The id of the related term.
    pub(crate) fn term(&self, fields: Fields<'_>, key: &str, taxonomy: &str) -> Option<TermId> {
        self.terms(fields, key, taxonomy).into_iter().next()
    }

    /// Product numbers of a list field, each once.
    pub(crate) fn products(&self, fields: Fields<'_>, key: &str) -> Vec<ProductNumber> {
        let mut numbers = Vec::new();
        for text in fields.texts(key) {
            match ProductNumber::parse(&text) {
                Ok(number) if !numbers.contains(&number) => numbers.push(number),
                Ok(_) => {}
                Err(error) => self.findings.shape(&self.place, key, &error.to_string()),
            }
        }
        numbers
    }

    /// The pictures of an assets field.
    pub(crate) fn images(&self, fields: Fields<'_>, key: &str) -> Vec<Image> {
        let values = fields.list(key).into_iter();
        values.filter_map(|value| self.image_of(value, key)).collect()
    }

    /// The handle of a form: from a shallow object, the first of a list, or the bare handle.
    pub(crate) fn form(&self, fields: Fields<'_>, key: &str) -> Option<FormHandle> {
        let value = fields.list(key).into_iter().next()?;
        let handle = value
            .as_str()
            .map_or_else(|| Fields::of(value).text("handle"), |text| Some(text.to_owned()));
        let form = handle.and_then(|handle| FormHandle::parse(&handle).ok());
        if form.is_none() {
            self.findings.shape(&self.place, key, "it names no form");
        }
        form
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amsterdam() -> TimeZone {
        jiff::tz::TimeZoneDatabase::bundled().get("Europe/Amsterdam").unwrap()
    }

    #[test]
    fn days_are_read_from_midnight_of_either_zone() {
        for text in [
            "2026-05-28T00:00:00.000000Z",
            "2026-05-27T22:00:00.000000Z",
            "2026-05-28",
        ] {
            assert_eq!(day(text, &amsterdam()), Some(jiff::civil::date(2026, 5, 28)), "{text}");
        }
        assert_eq!(day("soon", &amsterdam()), None);
    }

    #[test]
    fn moments_are_read_in_the_shops_time_zone() {
        for text in ["2026-02-06T15:00:00.000000Z", "2026-02-06 16:00"] {
            let moment = zoned(text, &amsterdam()).unwrap();
            assert_eq!(
                moment.to_string(),
                "2026-02-06T16:00:00+01:00[Europe/Amsterdam]",
                "{text}"
            );
        }
        for (text, hour) in [
            ("09:30", Some(9)),
            ("9:30", Some(9)),
            ("09:30:00", Some(9)),
            ("25:00", None),
            ("half", None),
        ] {
            assert_eq!(time_of_day(text).map(|t| t.hour()), hour, "{text}");
        }
    }
}
