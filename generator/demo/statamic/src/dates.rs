//! Formats of stored and answered dates.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

/// Parses a stored date: a day, a local time (UTC here), or an instant.
pub(crate) fn parse_date(text: &str) -> Option<Timestamp> {
    if let Ok(instant) = text.parse::<Timestamp>() {
        return Some(instant);
    }
    let civil = text.parse::<DateTime>().ok()?;
    civil.to_zoned(TimeZone::UTC).ok().map(|zoned| zoned.timestamp())
}

/// A date in Laravel's format: ISO 8601 UTC with microseconds.
pub(crate) fn format_date(date: Timestamp) -> String {
    date.strftime("%Y-%m-%dT%H:%M:%S.%6fZ").to_string()
}
