//! The days of a delivery, and how they are said.

use jiff::civil::Date;

/// The first and the last possible day of a delivery.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The first day.
    pub earliest: Date,
    /// The last day; never before the first one.
    pub latest: Date,
}

/// How a span is said. The texts are those of the interface; this decides which of them is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Saying {
    /// One day.
    On(Date),
    /// Two days and those in between.
    Between(Date, Date),
    /// ISO 8601 weeks, and the first day: the days of a delivery in some weeks are not known exactly.
    Weeks {
        /// The week of the first day.
        first: i8,
        /// The week of the last day.
        last: i8,
        /// The first day.
        from: Date,
    },
}

/// Spans that end later than this many days after the order are said in weeks.
const MOST_SAID_IN_DAYS: i32 = 14;

impl Span {
    /// The span in which both have been delivered: an order is complete when its last part is.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            earliest: self.earliest.max(other.earliest),
            latest: self.latest.max(other.latest),
        }
    }

    /// How it is said of something that is ordered on a day.
    pub fn saying(self, ordered: Date) -> Saying {
        let days = self.latest.since(ordered).map_or(i32::MAX, |until| until.get_days());
        if days > MOST_SAID_IN_DAYS {
            return Saying::Weeks {
                first: self.earliest.iso_week_date().week(),
                last: self.latest.iso_week_date().week(),
                from: self.earliest,
            };
        }
        match self.earliest == self.latest {
            true => Saying::On(self.earliest),
            false => Saying::Between(self.earliest, self.latest),
        }
    }
}
