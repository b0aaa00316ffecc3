//! The time zone in which the CMS interprets dates typed by editors. If it differs from the shop's, every event and
//! every date with a time is off by hours (Statamic, Part C).

use jiff::{
    civil,
    tz::{TimeZone, TimeZoneDatabase},
};

use super::finding::{SetupCode, SetupFinding};

/// Noon of a day in winter and of one in summer: zones that agree on both count as the same.
const DAYS: [civil::DateTime; 2] = [
    civil::datetime(2026, 1, 15, 12, 0, 0, 0),
    civil::datetime(2026, 7, 15, 12, 0, 0, 0),
];

/// The finding for the zone that the CMS sent (`UTC`) and the shop's own, if they differ.
pub fn of_time_zone(told: &str, own: &TimeZone) -> Option<SetupFinding> {
    let cms = TimeZoneDatabase::bundled().get(told).ok()?;
    let apart = |day: &civil::DateTime| {
        let at = |zone: &TimeZone| day.to_zoned(zone.clone()).ok().map(|zoned| zoned.timestamp());
        at(&cms) != at(own)
    };
    if !DAYS.iter().any(apart) {
        return None;
    }
    let own = own.iana_name().unwrap_or("UTC");
    Some(SetupFinding {
        code: SetupCode::CmsTimeZone,
        locale: None,
        message: format!(
            "the CMS takes dates in the time zone {told}, and site.time_zone is {own}: what an editor types as 10:00 is shown as another hour"
        ),
        remedy: format!(
            "Set timezone in config/app.php of Statamic to {own}, and look at the dates that were typed before; or set site.time_zone of vitrine.toml."
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Zones with different names are the same if their clocks agree; a text that is no zone yields no finding.
    #[test]
    fn a_zone_is_another_one_where_its_clock_is() {
        let own = TimeZoneDatabase::bundled().get("Europe/Amsterdam").expect("a zone");
        for (told, fits) in [
            ("Europe/Amsterdam", true),
            ("Europe/Berlin", true),
            ("europe/paris", true),
            ("UTC", false),
            ("Europe/London", false),
            ("Etc/GMT-1", false),
            ("America/New_York", false),
            ("Mars/Phobos", true),
            ("", true),
        ] {
            assert_eq!(of_time_zone(told, &own).is_none(), fits, "{told}");
        }
        let found = of_time_zone("UTC", &own).expect("a finding");
        assert!(
            found.message.contains("UTC") && found.remedy.contains("Europe/Amsterdam"),
            "{found:?}"
        );
    }
}
