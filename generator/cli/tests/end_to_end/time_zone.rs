//! The time zone of the CMS: findings of a build if its dates are at unusual hours, and if the CMS has reported another
//! zone than the shop's (R-GEN-03; Statamic, Part C).

use std::fs;

use serde_json::{Value, json};

use crate::support::Shop;

/// The warnings with a code.
fn warnings(report: &Value, code: &str) -> Vec<Value> {
    let all = report["warnings"].as_array().unwrap();
    all.iter().filter(|one| one["code"] == code).cloned().collect()
}

/// The findings of a build in which every event begins at a given time.
fn starts(shop: &Shop, start: &str, all_day: bool) -> Vec<Value> {
    let mut events = shop.pulled("statamic/entries.events.nl");
    for event in &mut events {
        event["start"] = json!(start);
        event["end"] = Value::Null;
        event["all_day"] = json!(all_day);
    }
    shop.put_pulled("statamic/entries.events.nl", &events);
    warnings(&shop.offline(&[]).report(), "odd-hour")
}

/// An event that begins at night in the shop's zone is reported, once for all of them; whole days and midnight are not.
#[test]
fn r_gen_03_an_event_at_an_unusual_hour_is_reported() {
    let shop = Shop::small();
    let report = shop.build();
    assert_eq!(
        warnings(&report, "odd-hour"),
        [] as [Value; 0],
        "the demo shop's events are by day"
    );
    for (start, all_day, is_odd) in [
        ("2026-12-17T00:00:00.000000Z", false, true),
        ("2026-12-17T00:00:00.000000Z", true, false),
        ("2026-12-16T23:00:00.000000Z", false, false),
        ("2026-12-17T21:00:00.000000Z", false, true),
        ("2026-12-17T20:59:00.000000Z", false, false),
        ("2026-12-17T04:59:00.000000Z", false, true),
        ("2026-12-17T05:00:00.000000Z", false, false),
        ("2027-07-17T04:00:00.000000Z", false, false),
        ("2027-07-17T20:30:00.000000Z", false, true),
        ("2026-12-17 23:30", false, true),
    ] {
        let found = starts(&shop, start, all_day);
        assert_eq!(found.len(), usize::from(is_odd), "{start} {all_day}: {found:?}");
    }
    let found = starts(&shop, "2026-12-17T00:30:00.000000Z", false).remove(0);
    let message = found["message"].as_str().unwrap();
    assert!(message.contains("2026-12-17 01:30 of site.time_zone"), "{message}");
    assert_eq!(found["place"]["field"], "start");
    let events = shop.pulled("statamic/entries.events.nl").len();
    assert_eq!(
        message.contains(&format!("and {} more", events - 1)),
        events > 1,
        "{message}"
    );

    // The zone reported by the CMS takes precedence over unusual hours.
    fs::create_dir_all(shop.path("state/hooks")).unwrap();
    for (told, differs) in [
        ("Europe/Amsterdam", false),
        ("Europe/Berlin", false),
        ("browser", false),
        ("UTC", true),
        ("Asia/Tokyo", true),
    ] {
        fs::write(shop.path("state/hooks/cms-time-zone"), told).unwrap();
        let report = shop.offline(&[]).report();
        assert_eq!(warnings(&report, "odd-hour"), [] as [Value; 0], "{told}");
        let found = warnings(&report, "cms-time-zone");
        assert_eq!(found.len(), usize::from(differs), "{told}");
        if let Some(found) = found.first() {
            assert!(found["message"].as_str().unwrap().contains(told), "{found}");
            assert_eq!(found["place"]["source"], "statamic");
        }
    }
    for unreadable in ["", "../../etc/passwd", &"x".repeat(4_096)] {
        fs::write(shop.path("state/hooks/cms-time-zone"), unreadable).unwrap();
        let report = shop.offline(&[]).report();
        assert_eq!(warnings(&report, "odd-hour").len(), 1, "{unreadable}");
    }
}
