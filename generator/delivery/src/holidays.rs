//! The public holidays of countries, by year.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

/// Known holidays by country (ISO 3166-1 alpha-2, upper case) and year. A year without an entry is unknown, which is
/// different from a year without holidays.
#[derive(Clone, Default, Debug)]
pub struct Holidays(BTreeMap<(String, i16), BTreeSet<Date>>);

impl Holidays {
    /// Sets the holidays of a country in a year, replacing earlier ones.
    pub fn insert(&mut self, country: &str, year: i16, days: impl IntoIterator<Item = Date>) {
        let days = days.into_iter().filter(|day| day.year() == year).collect();
        self.0.insert((country.to_owned(), year), days);
    }

    /// Whether the holidays of a country in a year are known.
    pub fn has(&self, country: &str, year: i16) -> bool {
        self.0.contains_key(&(country.to_owned(), year))
    }

    pub(crate) fn contains(&self, country: &str, day: Date) -> bool {
        let days = self.0.get(&(country.to_owned(), day.year()));
        days.is_some_and(|days| days.contains(&day))
    }
}
