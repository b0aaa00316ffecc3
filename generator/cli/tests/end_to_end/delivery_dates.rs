//! The holidays of the configuration in a build (contract `delivery-dates.md`).

use std::fs;

use crate::support::Shop;

/// "A file a year and country, replaceable; a missing year is a finding of the build", which is complete without it.
#[test]
fn law_delivery_time_a_missing_year_of_holidays_is_a_finding() {
    let shop = Shop::small();
    shop.build();
    let folder = shop.path("holidays");
    fs::create_dir(&folder).unwrap();
    let file = folder.join("holidays-NL-2026.json");
    fs::write(&file, "{\"2026-12-25\": \"Kerst\"}").unwrap();
    let line = format!("holidays = {:?}", folder.display().to_string());
    shop.configure("vitrine.toml", &[("# holidays = \"holidays\"", &line)]);
    for (now, expected) in [
        // "Only what the next hundred days need."
        (
            "2026-09-01T10:00:00Z",
            &["holidays-BE-2026.json", "holidays-DE-2026.json"] as &[&str],
        ),
        (
            "2026-11-24T11:00:00Z",
            &[
                "holidays-BE-2026.json",
                "holidays-BE-2027.json",
                "holidays-DE-2026.json",
                "holidays-DE-2027.json",
                "holidays-NL-2027.json",
            ],
        ),
    ] {
        let run = shop.offline_at(now, &[]);
        assert_eq!(run.code, Some(0), "it is a warning: {}", run.stderr);
        let report = run.report();
        let warnings = report["warnings"].as_array().unwrap().iter();
        let mut files: Vec<&str> = warnings
            .filter(|warning| warning["code"] == "holidays-unknown")
            .map(|warning| warning["place"]["id"].as_str().unwrap())
            .collect();
        files.sort_unstable();
        assert_eq!(files, expected, "{now}");
    }

    fs::write(&file, "{\"2025-12-25\": \"Kerst\"}").unwrap();
    let run = shop.offline_at("2026-09-01T10:00:00Z", &[]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    for part in [
        "delivery.holidays",
        "holidays-NL-2026.json",
        "\"2025-12-25\"",
        "\"2026-12-25\"",
    ] {
        assert!(run.stderr.contains(part), "{part}: {}", run.stderr);
    }
}

/// Each wrong value of `[delivery]` is refused with its key and what to write instead.
#[test]
fn law_delivery_time_wrong_settings_are_named_with_their_key() {
    let shop = Shop::small();
    for (begin, line, says) in [
        (
            "cut_off = ",
            "cut_off = \"15.00\"",
            "delivery.cut_off is \"15.00\": use a time like \"15:00\"",
        ),
        ("cut_off = ", "cut_off = \"25:00\"", "delivery.cut_off is \"25:00\""),
        (
            "closed = ",
            "closed = [\"24-12-2026\"]",
            "delivery.closed names \"24-12-2026\": use dates like",
        ),
        ("country = ", "country = \"nl\"", "delivery.country names \"nl\""),
        (
            "handles = ",
            "handles = []",
            "delivery.handles is empty: name at least one day",
        ),
        ("delivers = ", "delivers = [\"maandag\"]", "unknown variant `maandag`"),
    ] {
        shop.configure("vitrine.toml", &[(begin, line)]);
        let run = shop.offline_at("2026-09-01T10:00:00Z", &[]);
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        assert!(run.said().contains(says), "{says}: {}", run.stderr);
    }
}
