//! The fields of a row of the table of limits, and the texts made from them.

use std::{fmt, ops::RangeInclusive, time::Duration};

/// The maximum of every duration; prevents overflows in clock arithmetic.
const LONGEST: Duration = Duration::from_secs(3_600);

/// One limit.
#[derive(Clone, Debug)]
pub struct LimitRow {
    /// Its key in `vitrine.toml` (`limits.header_bytes`); the field of the struct (`ServerLimits::order_keys`) if the file
    /// has no such key.
    pub key: &'static str,
    /// Whether `vitrine.toml` has the key.
    pub in_file: bool,
    /// A sentence that describes it.
    pub about: &'static str,
    pub(super) range: Range,
    pub(super) default: Amount,
}

/// A value of a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    /// A number of bytes, connections, and so on.
    Number(u64),
    /// A time.
    Time(Duration),
}

/// The allowed values of a limit, with their unit.
#[derive(Clone, Debug)]
pub(super) enum Range {
    Number(RangeInclusive<u64>, &'static str),
    /// Above zero and at most [`LONGEST`].
    Time,
    /// The same, or none.
    TimeOrNone,
    /// Whole days.
    Days(RangeInclusive<u64>),
    /// Whole hours.
    Hours(RangeInclusive<u64>),
}

/// A setting outside its allowed range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutOfRange {
    /// Its key in `vitrine.toml`; the field name if the file has no such key.
    pub key: &'static str,
    /// The current value and the allowed range.
    pub reason: String,
}

/// A struct whose fields are rows of the table.
pub trait Limits: Default {
    /// The rows, in the order of the fields.
    fn rows() -> Vec<LimitRow>;

    /// The values, in the same order.
    fn amounts(&self) -> Vec<Amount>;

    /// Sets the limit with this key of `vitrine.toml` (times in seconds); `false` if there is none.
    fn set(&mut self, key: &str, value: u64) -> bool;

    /// All values outside their range, in the order of the rows.
    fn out_of_range(&self) -> Vec<OutOfRange> {
        let rows = Self::rows().into_iter().zip(self.amounts());
        rows.filter_map(|(row, amount)| row.refuse(amount)).collect()
    }
}

impl LimitRow {
    /// The table and the name of a key of `vitrine.toml`.
    pub fn section(&self) -> (&'static str, &'static str) {
        self.key.split_once('.').unwrap_or((self.key, ""))
    }

    /// The comment of the key in `vitrine.toml`: description and range.
    pub fn comment(&self) -> String {
        format!("{} {}.", self.about.trim(), self.range)
    }

    /// The default, as written in `vitrine.toml`.
    pub fn default_in_file(&self) -> u64 {
        match self.default {
            Amount::Number(number) => number,
            Amount::Time(time) => time.as_secs(),
        }
    }

    fn refuse(&self, amount: Amount) -> Option<OutOfRange> {
        let (number, unit, range) = match (&self.range, amount) {
            (Range::Number(range, _), Amount::Number(number)) => (number, "", range),
            (Range::Days(range), Amount::Time(time)) => (time.as_secs() / 86_400, " days", range),
            (Range::Hours(range), Amount::Time(time)) => (time.as_secs() / 3_600, " hours", range),
            (Range::TimeOrNone, Amount::Time(Duration::ZERO)) => return None,
            (Range::Time | Range::TimeOrNone, Amount::Time(time)) if !time.is_zero() && time <= LONGEST => return None,
            (_, amount) => {
                let seconds = match amount {
                    Amount::Time(time) => time.as_secs_f64().to_string(),
                    Amount::Number(number) => number.to_string(),
                };
                let reason = format!(
                    "it is {seconds} seconds; use more than 0 and at most {} seconds",
                    LONGEST.as_secs()
                );
                return Some(OutOfRange { key: self.key, reason });
            }
        };
        (!range.contains(&number)).then(|| OutOfRange {
            key: self.key,
            reason: format!("it is {number}{unit}; use {} to {}", range.start(), range.end()),
        })
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (range, unit) = match self {
            Self::Number(range, unit) => (range, *unit),
            Self::Time => return write!(f, "1 to {} seconds", LONGEST.as_secs()),
            Self::TimeOrNone => return write!(f, "0 to {} seconds", LONGEST.as_secs()),
            Self::Days(range) => (range, "days"),
            Self::Hours(range) => (range, "hours"),
        };
        let space = if unit.is_empty() { "" } else { " " };
        write!(f, "{} to {}{space}{unit}", range.start(), range.end())
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Time(time) => write!(f, "{time:?}"),
        }
    }
}

/// The type of a limit.
pub(super) trait Measure: Copy {
    fn amount(self) -> Amount;

    /// A number of `vitrine.toml`; one that does not fit is the highest, which no range allows.
    fn of_number(number: u64) -> Self;
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Measure for $number {
            fn amount(self) -> Amount {
                Amount::Number(u64::try_from(self).unwrap_or(u64::MAX))
            }

            fn of_number(number: u64) -> Self {
                Self::try_from(number).unwrap_or(Self::MAX)
            }
        }
    )*};
}

numbers!(u32, u64, usize);

impl Measure for Duration {
    fn amount(self) -> Amount {
        Amount::Time(self)
    }

    fn of_number(number: u64) -> Self {
        Self::from_secs(number)
    }
}
