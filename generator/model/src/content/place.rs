//! Physical locations: addresses, coordinates, opening hours (content model §2, R-STORE-01).
//!
//! **Invariant:** hours are local times of the location; a day without data is absent, a closed day is present without
//! spans.

use jiff::civil::{Date, Time};
use serde::{Deserialize, Serialize};

use crate::{ids::EntryId, link::LinkTarget, media::Image, rich_text::RichText};

/// An address in parts, as the editor entered it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Address {
    /// Name of the hall or building, if it has one.
    pub name: Option<String>,
    /// Street with number and addition (`Kadelaan 12 B`).
    pub street: Option<String>,
    /// Postcode.
    pub postcode: Option<String>,
    /// City.
    pub city: Option<String>,
    /// As the editor entered it: a code (`NL`) or a name.
    pub country: Option<String>,
}

impl Address {
    /// Whether no part of the address is filled in.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The address lines for a postal label. A bare country code is left out.
    pub fn lines(&self) -> Vec<String> {
        let city: Vec<&str> = [&self.postcode, &self.city]
            .into_iter()
            .filter_map(Option::as_deref)
            .collect();
        let country = self.country.clone().filter(|c| c.chars().count() > 2);
        [
            self.name.clone(),
            self.street.clone(),
            Some(city.join(" ")).filter(|line| !line.is_empty()),
            country,
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// Coordinates in millionths of a degree, so that they can be compared for equality.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Coordinates {
    /// Latitude; positive is north.
    pub latitude: i32,
    /// Longitude; positive is east.
    pub longitude: i32,
}

impl Coordinates {
    /// From degrees; `None` if out of range.
    pub fn from_degrees(latitude: f64, longitude: f64) -> Option<Self> {
        let micro = |degrees: f64, most: f64| {
            (degrees.is_finite() && degrees.abs() <= most).then(|| (degrees * 1e6).round() as i32)
        };
        Some(Self {
            latitude: micro(latitude, 90.0)?,
            longitude: micro(longitude, 180.0)?,
        })
    }

    /// Latitude and longitude in degrees.
    pub fn degrees(self) -> (f64, f64) {
        (f64::from(self.latitude) / 1e6, f64::from(self.longitude) / 1e6)
    }
}

/// A day of the week; weeks start on Monday.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Weekday {
    /// Monday.
    Mon,
    /// Tuesday.
    Tue,
    /// Wednesday.
    Wed,
    /// Thursday.
    Thu,
    /// Friday.
    Fri,
    /// Saturday.
    Sat,
    /// Sunday.
    Sun,
}

impl Weekday {
    /// Monday to Sunday.
    pub const ALL: [Self; 7] = [
        Self::Mon,
        Self::Tue,
        Self::Wed,
        Self::Thu,
        Self::Fri,
        Self::Sat,
        Self::Sun,
    ];

    /// Reads the CMS's key (`mon`).
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|day| day.key() == text)
    }

    /// The CMS's key.
    pub fn key(self) -> &'static str {
        match self {
            Self::Mon => "mon",
            Self::Tue => "tue",
            Self::Wed => "wed",
            Self::Thu => "thu",
            Self::Fri => "fri",
            Self::Sat => "sat",
            Self::Sun => "sun",
        }
    }

    /// The weekday of a date.
    pub fn of(date: Date) -> Self {
        let place = usize::try_from(date.weekday().to_monday_zero_offset()).unwrap_or(0);
        Self::ALL.get(place).copied().unwrap_or(Self::Mon)
    }
}

/// Opening and closing time, local time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct OpenSpan {
    /// Opening time.
    pub opens: Time,
    /// Closing time; later than `opens`.
    pub closes: Time,
}

/// The hours of a weekday.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DayHours {
    /// The day.
    pub day: Weekday,
    /// In order; empty = closed.
    pub spans: Vec<OpenSpan>,
}

/// The hours of a date that differ from those of its weekday.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SpecialDay {
    /// The date.
    pub date: Date,
    /// Reason (`Eerste Kerstdag`).
    pub label: Option<String>,
    /// In order; empty = closed.
    pub spans: Vec<OpenSpan>,
}

/// When a place is open.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct OpeningHours {
    /// Weekdays with data, Monday first, each once.
    pub week: Vec<DayHours>,
    /// Dates with different hours, earliest first, each once.
    pub special: Vec<SpecialDay>,
}

impl OpeningHours {
    /// The spans of a date: from `special` if listed, otherwise those of its weekday. `None` if there is no data for
    /// the day.
    pub fn on(&self, date: Date) -> Option<&[OpenSpan]> {
        let special = self.special.iter().find(|day| day.date == date).map(|d| &d.spans);
        let weekday = Weekday::of(date);
        let week = || self.week.iter().find(|day| day.day == weekday).map(|d| &d.spans);
        special.or_else(week).map(Vec::as_slice)
    }
}

/// Fields of a showroom.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ShowroomFields {
    /// City; also the name people use for the showroom.
    pub city: Option<String>,
    /// Where it is.
    pub address: Address,
    /// Coordinates for the map.
    pub coordinates: Option<Coordinates>,
    /// For `tel:` links.
    pub phone: Option<String>,
    /// E-mail.
    pub email: Option<String>,
    /// Link to a route planner.
    pub route: Option<LinkTarget>,
    /// Wide picture.
    pub image: Option<Image>,
    /// More pictures.
    pub gallery: Vec<Image>,
    /// One sentence.
    pub intro: Option<String>,
    /// When it is open.
    pub hours: OpeningHours,
    /// Parking information.
    pub parking: RichText,
    /// `parking`, `charging`, `coffee`, `accessible`, `childrens_corner`.
    pub facilities: Vec<String>,
    /// Brand entries of this locale that are on display.
    pub brands: Vec<EntryId>,
    /// Staff.
    pub team: Vec<TeamMember>,
    /// Subjects of appointments (`interior`, `lighting`, `office`, `kitchen`); `None` = appointments are not possible.
    pub appointments: Option<Vec<String>>,
    /// Key of the location in the commerce backend.
    pub store_code: Option<String>,
}

/// A member of a showroom's staff.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TeamMember {
    /// Name.
    pub name: String,
    /// Their role.
    pub role: Option<String>,
    /// A picture.
    pub photo: Option<Image>,
    /// E-mail.
    pub email: Option<String>,
}

/// What kind of dealer a store is (R-STORE-01).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DealerType {
    /// Regular dealer.
    Dealer,
    /// Flagship store of the brand.
    Flagship,
    /// Pilot store.
    Pilot,
}

impl DealerType {
    /// Reads the CMS's key.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "dealer" => Some(Self::Dealer),
            "flagship" => Some(Self::Flagship),
            "pilot" => Some(Self::Pilot),
            _ => None,
        }
    }

    /// The CMS's key.
    pub fn key(self) -> &'static str {
        match self {
            Self::Dealer => "dealer",
            Self::Flagship => "flagship",
            Self::Pilot => "pilot",
        }
    }
}

/// Fields of a store: a dealer without a page of its own.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct StoreFields {
    /// Kind of dealer.
    pub dealer_type: Option<DealerType>,
    /// Where it is.
    pub address: Address,
    /// Coordinates for the map.
    pub coordinates: Option<Coordinates>,
    /// For `tel:` links.
    pub phone: Option<String>,
    /// E-mail.
    pub email: Option<String>,
    /// The store's own site.
    pub website: Option<LinkTarget>,
    /// When it is open.
    pub hours: OpeningHours,
    /// Brand entries of this locale that the store sells.
    pub brands: Vec<EntryId>,
    /// A picture.
    pub image: Option<Image>,
    /// Key of the location in the commerce backend.
    pub store_code: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::{date, time};

    fn span(from: i8, to: i8) -> OpenSpan {
        OpenSpan {
            opens: time(from, 0, 0, 0),
            closes: time(to, 0, 0, 0),
        }
    }

    /// R-STORE-01: a special date uses its own hours, other dates those of their weekday; a day without data is
    /// unknown, not closed.
    #[test]
    fn r_store_01_hours_of_a_date() {
        let hours = OpeningHours {
            week: vec![
                DayHours {
                    day: Weekday::Fri,
                    spans: vec![span(10, 18)],
                },
                DayHours {
                    day: Weekday::Sun,
                    spans: Vec::new(),
                },
            ],
            special: vec![SpecialDay {
                date: date(2026, 12, 25),
                label: None,
                spans: Vec::new(),
            }],
        };
        assert_eq!(hours.on(date(2026, 12, 18)), Some(&[span(10, 18)][..]));
        assert_eq!(hours.on(date(2026, 12, 25)), Some(&[][..]), "a Friday, but Christmas");
        assert_eq!(hours.on(date(2026, 12, 20)), Some(&[][..]));
        assert_eq!(hours.on(date(2026, 12, 19)), None);
    }

    #[test]
    fn points_off_the_globe_are_none() {
        assert_eq!(
            Coordinates::from_degrees(51.5555, 4.7772),
            Some(Coordinates {
                latitude: 51_555_500,
                longitude: 4_777_200
            })
        );
        for (latitude, longitude) in [(91.0, 0.0), (0.0, 181.0), (f64::NAN, 0.0)] {
            assert_eq!(Coordinates::from_degrees(latitude, longitude), None);
        }
    }
}
